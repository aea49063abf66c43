//! The library's files and the examples of the language reference are texts of the language, and they compile.

use ferz_dsl::assemble::{self, Main, Request};
use ferz_dsl::compile::compile;
use ferz_dsl::diagnostics::Diagnostics;
use ferz_dsl::source::{Library, Sources};
use ferz_dsl::{parse, render};

/// The messages about a text, as people read them; empty if there are none.
fn messages(name: &str, text: &str) -> String {
    let mut sources = Sources::default();
    let file = sources.add(name, text);
    let mut diags = Diagnostics::default();
    parse::file(&sources, file, &mut diags);
    render::render(&sources, &diags.list, false)
}

/// What there is to say about each variant of a file; empty if all compile without a word.
fn complaints(library: &Library, main: &Main) -> String {
    let (name, text) = match main {
        Main::Text { name, text } => (name.clone(), text.clone()),
        Main::Library(path) => (path.clone(), library.files[path].clone()),
    };
    let mut told = String::new();
    for heading in assemble::variants(&text) {
        let compiled = compile(&Request::new(library, main.clone()).variant(heading.name.clone()));
        // That the order of `use` decides somewhere is no fault of a game.
        let faults = compiled.diags.list.iter().any(|d| d.code != "N0021");
        if compiled.game.is_none() || faults {
            told += &format!(
                "{name}: {}\n{}",
                heading.name,
                render::render(&compiled.sources, &compiled.diags.list, false)
            );
        }
    }
    told
}

#[test]
fn every_variant_of_the_library_compiles_without_a_fault() {
    let library = ferz_variants::library();
    let told: String =
        ferz_variants::games().map(|(path, _)| complaints(&library, &Main::Library(path.to_owned()))).collect();
    assert!(told.is_empty(), "{told}");
}

#[test]
fn every_file_of_the_library_parses() {
    let told: Vec<String> =
        ferz_variants::FILES.iter().map(|(path, text)| messages(path, text)).filter(|m| !m.is_empty()).collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}

/// Blocks of a page that begin with ```` ```ferz ````: whole files, or items of a child of Chess.
fn examples(page: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut open: Option<(usize, bool, String)> = None;
    for (number, line) in page.lines().enumerate() {
        match &mut open {
            None if line == "```ferz" => open = Some((number + 1, false, String::new())),
            None if line == "```ferz items" => open = Some((number + 1, true, String::new())),
            None => assert!(!line.starts_with("```ferz"), "line {}: unknown sort of example", number + 1),
            Some((at, items, text)) if line == "```" => {
                let whole =
                    if *items { format!("variant \"Example\" extends chess {{\n{text}}}\n") } else { text.clone() };
                found.push((*at, whole));
                open = None;
            }
            Some((_, _, text)) => {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    assert!(open.is_none(), "an example has no end");
    found
}

#[test]
fn every_example_of_the_reference_compiles() {
    let library = ferz_variants::library();
    let examples = examples(include_str!("../../docs/language.md"));
    assert!(examples.len() >= 8, "the reference has lost its examples");
    for (line, text) in examples {
        let name = format!("docs/language.md:{line}");
        let mut told = messages(&name, &text);
        told += &complaints(&library, &Main::Text { name, text });
        assert!(told.is_empty(), "{told}");
    }
}

/// A row `parameter | values` of the page, below the heading of its variant.
struct OpenPoint {
    variant: String,
    name: String,
    /// Each with whether it stands in bold, as the default does.
    values: Vec<(String, bool)>,
}

fn open_points(page: &str) -> Vec<OpenPoint> {
    let quoted = |text: &str| text.split('`').nth(1).map(str::to_owned);
    let mut variant = String::new();
    let mut points = Vec::new();
    for line in page.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            variant = quoted(heading).expect("a heading names a variant");
        } else if line.starts_with("| `") {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let values = cells[2].split(", ");
            let values = values.map(|v| (quoted(v).expect("a value"), v.starts_with("**"))).collect();
            points.push(OpenPoint { variant: variant.clone(), name: quoted(cells[1]).expect("a name"), values });
        }
    }
    points
}

#[test]
fn open_points_of_the_seed_games_are_parameters_with_these_values() {
    let library = ferz_variants::library();
    let start = |variant: &str, setting: Option<(&str, &str)>| {
        let request = Request::named(&library, variant);
        let compiled = compile(&setting.into_iter().fold(request, |r, (name, value)| r.set(name, value)));
        let told = render::render(&compiled.sources, &compiled.diags.list, false);
        compiled.game.unwrap_or_else(|| panic!("{variant} {setting:?}: {told}"))
    };
    let points = open_points(include_str!("../../docs/seed-games.md"));
    assert!(points.len() >= 27, "the page has lost open points");
    for OpenPoint { variant, name, values } in &points {
        let defaults: Vec<&String> = values.iter().filter(|(_, bold)| *bold).map(|(value, _)| value).collect();
        let [default] = defaults[..] else { panic!("{variant}: `{name}` has {} defaults", defaults.len()) };
        assert!(start(variant, None) == start(variant, Some((name, default))), "{variant}: `{name}` is not {default}");
        for (value, _) in values.iter().filter(|(_, bold)| !bold) {
            let changed = start(variant, Some((name, value)));
            assert!(changed != start(variant, None), "{variant}: `{name} = {value}` changes nothing");
        }
    }
    for (path, text) in ferz_variants::games() {
        let names = assemble::variants(text).into_iter().map(|h| h.name);
        for variant in names.filter(|n| points.iter().any(|p| p.variant == *n)) {
            for name in text.lines().filter_map(|l| l.trim().strip_prefix("parameter ")?.split(' ').next()) {
                let told = points.iter().any(|p| p.variant == variant && p.name == name);
                assert!(told, "{path}: the page does not tell of `{name}`");
            }
        }
    }
}
