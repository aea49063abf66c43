//! What the compiler says of the broken files in `bad/` and of the smallest file for each diagnostic in `ui/`.

use std::collections::BTreeSet;
use std::path::Path;

use ferz_dsl::assemble::{Request, variants};
use ferz_dsl::compile::compile;

/// All variants of a file compiled, and what was told of them, each complaint once.
fn told(path: &Path) -> String {
    let library = ferz_variants::library();
    let name = path.file_name().expect("a file").to_string_lossy().into_owned();
    let text = std::fs::read_to_string(path).expect("UTF-8");
    let mut names: Vec<Option<String>> = variants(&text).into_iter().map(|h| Some(h.name)).collect();
    if names.is_empty() {
        names.push(None);
    }
    let mut parts: Vec<String> = Vec::new();
    for variant in names {
        let mut request = Request::text(&library, name.clone(), text.clone());
        request.variant = variant;
        let out = compile(&request);
        for d in &out.diags.list {
            let part = ferz_dsl::render::render(&out.sources, std::slice::from_ref(d), false);
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
    }
    format!("{text}\n----\n{}", parts.concat())
}

fn compare_all(folder: &str, pattern: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("../{folder}"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        insta::glob!("..", pattern, |path| {
            insta::assert_snapshot!("told", told(path));
        });
    });
}

#[test]
fn broken_files() {
    compare_all("bad", "bad/*.ferz");
}

#[test]
fn one_file_for_each_diagnostic() {
    compare_all("ui", "ui/*.ferz");
}

/// A file `ui/CODE-name.ferz` shows its code.
#[test]
fn each_file_shows_its_code() {
    let mut wrong = Vec::new();
    for (code, path) in ui_files() {
        if !told(&path).contains(&format!("[{code}]")) {
            wrong.push(format!("{} does not show {code}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every code that has a page has a file in `ui/`, or stands in `ui/without.txt` with the reason.
#[test]
fn no_code_is_forgotten() {
    let excused: BTreeSet<&str> = include_str!("../ui/without.txt")
        .lines()
        .filter(|l| !l.starts_with('#'))
        .filter_map(|l| l.split_once(' '))
        .map(|(code, _)| code)
        .collect();
    let shown: BTreeSet<String> = ui_files().into_iter().map(|(code, _)| code).collect();
    let pages: BTreeSet<&str> = ferz_dsl::codes::pages().map(|(code, _)| code).collect();
    let forgotten: Vec<&str> =
        pages.iter().filter(|c| !shown.contains(**c) && !excused.contains(*c)).copied().collect();
    assert!(forgotten.is_empty(), "neither a file nor an excuse: {forgotten:?}");
    let needless: Vec<&str> = excused.iter().filter(|c| shown.contains(**c) || !pages.contains(*c)).copied().collect();
    assert!(needless.is_empty(), "excused without need: {needless:?}");
}

fn ui_files() -> Vec<(String, std::path::PathBuf)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui");
    let mut list: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder ui")
        .map(|e| e.expect("an entry").path())
        .filter(|p| p.extension().is_some_and(|e| e == "ferz"))
        .map(|p| {
            let name = p.file_stem().expect("a name").to_string_lossy().into_owned();
            (name.split('-').next().unwrap_or("").to_string(), p)
        })
        .collect();
    list.sort();
    list
}

/// Two rules or lines that cannot stand together: the message shows both.
#[test]
fn clashes_show_both_places() {
    const CLASHES: &[&str] =
        &["E0302", "E0303", "E0310", "E0312", "E0313", "E0324", "E0325", "E0331", "E0335", "E0340", "N0021"];
    let library = ferz_variants::library();
    for code in CLASHES {
        let (_, path) = ui_files().into_iter().find(|(c, _)| c == code).expect("a file for the code");
        let text = std::fs::read_to_string(&path).expect("UTF-8");
        let out = compile(&Request::text(&library, "clash.ferz", text));
        let told: Vec<_> = out.diags.list.iter().filter(|d| d.code == *code).collect();
        assert!(!told.is_empty(), "{code} is not told");
        for d in told {
            let places: BTreeSet<_> = d.labels.iter().map(|l| l.span).collect();
            assert!(places.len() > 1, "{code} shows one place only: {}", d.headline);
        }
    }
}
