//! From the word on the command line to a game: a file, `FILE:NAME`, or a variant of the library.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use ferz_dsl::assemble::{self, Heading, Main, Request, nearby_files, variants};
use ferz_dsl::ast::Test;
use ferz_dsl::diagnostics::{Diagnostic, Diagnostics};
use ferz_dsl::game::{Game, KindId, Royal, SideId};
use ferz_dsl::source::{Library, Sources, Span};
use ferz_interp::{Interp, Pos};
use ferz_runtime::{Position, Rules};

use crate::args::SettingArgs;
use crate::failure::Failure;
use crate::{read, report};

/// A variant that can be played.
#[derive(Clone, Debug)]
pub struct Playable {
    pub game: Arc<Game>,
    pub rules: Interp,
    /// The variant's own `test` blocks.
    pub tests: Vec<Test>,
    pub sources: Sources,
}

impl Playable {
    /// Names of the rules, and labels, that keep a move from being legal.
    pub fn reasons_against(position: &Pos, text: &str) -> Vec<String> {
        let blames = position.explain_illegal(text).unwrap_or_default();
        blames.into_iter().flat_map(|b| std::iter::once(b.origin.rule).chain(b.label)).collect()
    }
}

/// A place to read variants from.
#[derive(Clone, Debug)]
pub struct Found {
    /// As messages call it.
    pub shown: String,
    /// The file, if it is not the library's.
    pub path: Option<PathBuf>,
    main: Main,
    nearby: BTreeMap<String, String>,
    /// Names of the variants meant: the one asked for, or all of the file. A quick look finds them, so a broken file may
    /// have others; it has none if it holds only rules.
    pub variants: Vec<String>,
    /// The variant was asked for by name.
    named: bool,
    /// What is wrong with the file before any compiler sees it.
    unreadable: Option<(Sources, Diagnostic)>,
}

/// What a compilation found.
#[derive(Debug)]
pub struct Compiled {
    /// As messages call it: the file, or file and variant.
    pub shown: String,
    pub game: Option<Playable>,
    /// Where the setup is written.
    setup: Option<Span>,
    pub diagnostics: Diagnostics,
    pub sources: Sources,
}

/// A variant of the library.
#[derive(Clone, Debug)]
pub struct Entry {
    pub name: String,
    pub title: String,
    pub family: String,
    pub file: String,
}

static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    let files = ferz_variants::FILES.iter().map(|(path, text)| ((*path).to_string(), (*text).to_string()));
    Library { files: files.collect() }
});

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let entry = |file: &str, h: Heading| Entry {
        family: h.meta.get("family").cloned().unwrap_or_else(|| file.split('/').next().unwrap_or("").to_string()),
        name: h.name,
        title: h.title,
        file: file.to_string(),
    };
    let mut list: Vec<Entry> =
        LIBRARY.files.iter().flat_map(|(path, text)| variants(text).into_iter().map(|h| entry(path, h))).collect();
    list.sort_by(|a, b| a.name.cmp(&b.name));
    list
});

/// The variants of the library, by name.
pub fn library_entries() -> Vec<Entry> {
    ENTRIES.clone()
}

pub fn in_library(name: &str) -> bool {
    ENTRIES.iter().any(|e| e.name == name)
}

/// Finds what a word of the command line means. A word with a `/` or the ending `.ferz` is a file; others are first names
/// of the library, then files.
pub fn find(word: &str) -> Result<Found, Failure> {
    let (path, name) = split(word);
    let is_path = path.contains(['/', '\\']) || path.ends_with(".ferz");
    if !is_path && (in_library(word) || !Path::new(path).exists()) {
        return Ok(Found {
            shown: word.to_string(),
            path: None,
            main: Main::Library(word.to_string()),
            nearby: BTreeMap::new(),
            variants: vec![word.to_string()],
            named: true,
            unreadable: None,
        });
    }
    file(Path::new(path), name)
}

/// `FILE:NAME` parted; a colon that belongs to the path of a file that exists is no border.
fn split(word: &str) -> (&str, Option<&str>) {
    if Path::new(word).exists() {
        return (word, None);
    }
    match word.rsplit_once(':') {
        Some((path, name)) if path.ends_with(".ferz") || Path::new(path).exists() => (path, Some(name)),
        _ => (word, None),
    }
}

fn file(path: &Path, name: Option<&str>) -> Result<Found, Failure> {
    let shown = path.display().to_string();
    let bytes = read::bytes(path, read::VARIANT_LIMIT)?;
    let mut found = Found {
        shown: shown.clone(),
        path: Some(path.to_path_buf()),
        main: Main::Text { name: shown.clone(), text: String::new() },
        nearby: BTreeMap::new(),
        variants: Vec::new(),
        named: name.is_some(),
        unreadable: None,
    };
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(e) => {
            found.unreadable = Some(not_utf8(&shown, &e));
            found.variants.push(name.unwrap_or_default().to_string());
            return Ok(found);
        }
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    // Files that cannot be read are missing as far as the language is concerned: its message shows the `include`.
    found.nearby = nearby_files(&text, &mut |below| {
        let bytes = read::bytes(&folder.join(below), read::VARIANT_LIMIT).ok()?;
        String::from_utf8(bytes).ok()
    });
    found.variants = match name {
        Some(name) => vec![name.to_string()],
        None => variants(&text).into_iter().map(|h| h.name).collect(),
    };
    found.main = Main::Text { name: shown, text };
    Ok(found)
}

/// The diagnostic for bytes that are no text, at the first of them.
fn not_utf8(shown: &str, e: &std::string::FromUtf8Error) -> (Sources, Diagnostic) {
    let at = e.utf8_error().valid_up_to();
    let length = e.utf8_error().error_len().unwrap_or(e.as_bytes().len() - at);
    let bytes: Vec<String> = e.as_bytes()[at..at + length].iter().map(|b| format!("{b:02x}")).collect();
    let mut sources = Sources::default();
    // Lossy text: what stands before the place keeps its length, and the bad bytes become one sign of three bytes.
    let file = sources.add(shown, String::from_utf8_lossy(e.as_bytes()).into_owned());
    let d = Diagnostic::error("E0090", "the file is not UTF-8 text")
        .label(
            Span::new(file, at, at + '\u{fffd}'.len_utf8()),
            format!("no sign is written with the bytes {}", bytes.join(" ")),
        )
        .help("save the file as UTF-8");
    (sources, d)
}

/// Compiles one variant of a file; what is wrong is in the result.
fn compile_one(found: &Found, variant: Option<&str>, settings: &[(String, String)]) -> Compiled {
    let shown = match variant {
        Some(name) if found.path.is_some() && found.variants.len() > 1 => format!("{}:{name}", found.shown),
        _ => found.shown.clone(),
    };
    let mut c =
        Compiled { shown, game: None, setup: None, diagnostics: Diagnostics::default(), sources: Sources::default() };
    if let Some((sources, d)) = &found.unreadable {
        c.sources = sources.clone();
        c.diagnostics.push(d.clone());
        return c;
    }
    let mut request = Request::new(&LIBRARY, found.main.clone());
    request.nearby = found.nearby.clone();
    request.settings = settings.to_vec();
    let Some(name) = variant else {
        assemble::check_rules(&request, &mut c.sources, &mut c.diagnostics);
        if let (Main::Text { name, text }, false) = (&found.main, c.diagnostics.has_errors()) {
            nothing_in(name, text).into_iter().for_each(|d| c.diagnostics.push(d));
        }
        return c;
    };
    // The only variant of a file needs no name; the quick look may have read a broken title otherwise.
    if matches!(found.main, Main::Text { .. }) && (found.named || found.variants.len() > 1) {
        request.variant = Some(name.to_string());
    }
    let compiled = ferz_dsl::compile::compile(&request);
    (c.setup, c.sources, c.diagnostics) = (compiled.setup, compiled.sources, compiled.diags);
    let Some(game) = compiled.game.map(Arc::new) else { return c };
    match Interp::new(Arc::clone(&game)) {
        Ok(rules) => c.game = Some(Playable { game, rules, tests: compiled.tests, sources: c.sources.clone() }),
        Err(e) => {
            let d = Diagnostic::error("E0690", format!("the interpreter cannot execute this game: {e}"))
                .help("let a move make fewer choices");
            c.diagnostics.push(match c.setup {
                Some(span) => d.label(span, "this variant"),
                None => d,
            });
        }
    }
    c
}

/// A complaint about a file with nothing in it; its span is in the first source, as of every main file.
fn nothing_in(name: &str, text: &str) -> Option<Diagnostic> {
    let mut sources = Sources::default();
    let file = sources.add(name, text);
    let ast = ferz_dsl::parse::file(&sources, file, &mut Diagnostics::default());
    let empty = ast.variants.is_empty() && ast.rules.is_empty() && ast.shared.is_empty() && ast.includes.is_empty();
    empty.then(|| {
        Diagnostic::error("E0091", "the file holds nothing")
            .label(Span::new(file, 0, 0), "neither a variant nor a rule")
            .help("a variant begins with `variant \"My Game\" extends chess {`")
    })
}

/// Compiles everything meant, each variant by itself. Diagnostics that several variants of a file share are told once.
pub fn check(found: &Found, settings: &SettingArgs) -> Result<Vec<Compiled>, Failure> {
    let settings = parsed(settings)?;
    if found.variants.is_empty() {
        return Ok(vec![compile_one(found, None, &settings)]);
    }
    let mut told: Vec<String> = Vec::new();
    let mut list = Vec::new();
    for name in &found.variants {
        let mut c = compile_one(found, Some(name), &settings);
        if let Some(game) = &c.game
            && !c.diagnostics.has_errors()
        {
            first_look(game, c.setup, &mut c.diagnostics);
        }
        // The same text may have other file ids in another compilation, so what is shown decides.
        c.diagnostics.list.retain(|d| {
            let shown = ferz_dsl::render::render(&c.sources, std::slice::from_ref(d), false);
            let new = !told.contains(&shown);
            if new {
                told.push(shown);
            }
            new
        });
        list.push(c);
    }
    Ok(list)
}

/// What can be proved by looking at the start position once.
fn first_look(game: &Playable, setup: Option<Span>, diagnostics: &mut Diagnostics) {
    let start = game.rules.start();
    let fen = start.to_fen();
    let mut tell = |code, headline: String, help: &str, why: String| {
        let d = Diagnostic::error(code, headline).help(help).explain(why);
        diagnostics.push(match setup {
            Some(span) => d.label(span, "the setup"),
            None => d,
        });
    };
    let shown = format!("the start position is `{fen}`");
    no_royals(game, &mut tell);
    if let Some(outcome) = start.outcome() {
        let text = outcome.text(&game.rules.info().sides);
        let help = "change the setup, or the rule that ends the game";
        tell("E0590", format!("the game is over before it begins: {text}"), help, shown);
    } else if start.count_moves() == 0 {
        tell("E0591", "nobody can move at the start".into(), "change the setup, or the moves of the pieces", shown);
    }
    match game.rules.from_fen(&fen) {
        Ok(again) if again.to_fen() == fen && again.key() == start.key() => {}
        Ok(again) => tell(
            "E0490",
            "the FEN of the start position reads back as another position".into(),
            "show the state that is lost, with `shown as`",
            format!("written `{fen}`, read back `{}`", again.to_fen()),
        ),
        Err(e) => tell(
            "E0491",
            format!("the FEN of the start position cannot be read back: {e}"),
            "another `layout` or `shown as` may part the fields better",
            format!("the FEN is `{fen}`"),
        ),
    }
}

/// Royals that no side has, or one side lacks that may have them. Rules about them would then hold of nobody.
fn no_royals(game: &Playable, tell: &mut impl FnMut(&'static str, String, &str, String)) {
    let g = &game.game;
    let royal =
        |side: SideId, kind: KindId| g.kinds[kind.index()].royal.get(side.index()).is_some_and(|r| *r != Royal::No);
    let kinds = || (0..g.kinds.len()).map(|k| KindId(k as u16));
    let may = |side: SideId| kinds().find(|k| g.kinds[k.index()].sides.contains(side) && royal(side, *k));
    let has = |side: SideId| {
        let on_board = g.start.board.iter().flatten().any(|m| m.owner == side && royal(side, m.kind));
        let hand = g.start.hands.get(side.index());
        on_board || kinds().any(|k| royal(side, k) && hand.and_then(|h| h.get(k.index())).is_some_and(|n| *n > 0))
    };
    let lacking: Vec<(SideId, KindId)> =
        g.players().filter(|s| !has(*s)).filter_map(|s| may(s).map(|k| (s, k))).collect();
    let Some((_, kind)) = lacking.first() else { return };
    let kind = &g.kinds[kind.index()].name;
    if g.players().all(|s| lacking.iter().any(|(l, _)| *l == s)) {
        tell(
            "E0592",
            format!("`{kind}` is royal, but no side has one"),
            "put it into the setup, or take `royal` away from the piece",
            "check and mate are about royals: without any they would never happen".into(),
        );
    }
}

/// One variant, ready to be played; its errors are told on standard error, its warnings are the business of `check`.
pub fn compile(found: &Found, variant: &str, settings: &SettingArgs) -> Result<Playable, Failure> {
    let c = compile_one(found, Some(variant), &parsed(settings)?);
    match c.game {
        Some(game) if !c.diagnostics.has_errors() => Ok(game),
        _ => {
            report::to_people(&c.sources, &c.diagnostics.list);
            Err(Failure::Told)
        }
    }
}

/// The one variant that a word means.
pub fn playable(word: &str, settings: &SettingArgs) -> Result<Playable, Failure> {
    let found = find(word)?;
    match found.variants.as_slice() {
        [name] => compile(&found, name, settings),
        [] => {
            let c = compile_one(&found, None, &parsed(settings)?);
            report::to_people(&c.sources, &c.diagnostics.list);
            if c.diagnostics.has_errors() {
                return Err(Failure::Told);
            }
            Err(Failure::Input(format!("`{}` holds no variant, only rules", found.shown)))
        }
        several => Err(Failure::Usage(format!(
            "`{0}` holds {1} variants; say which one: {2}",
            found.shown,
            several.len(),
            several.iter().map(|n| format!("{}:{n}", found.shown)).collect::<Vec<_>>().join(", ")
        ))),
    }
}

/// A variant by the name that a table gives it; the reason in one line where there is none.
pub fn named_in_table(name: &str, settings: &SettingArgs) -> Result<Playable, String> {
    if !in_library(name) {
        return Err("the library has no such variant".into());
    }
    let found = find(name).map_err(|e| e.to_string())?;
    compile(&found, name, settings).map_err(|_| "the variant does not compile".to_string())
}

/// `parameter=value` parted.
fn parsed(settings: &SettingArgs) -> Result<Vec<(String, String)>, Failure> {
    let part = |text: &String| {
        let (name, value) = text.split_once('=')?;
        let name = name.trim();
        (!name.is_empty()).then(|| (name.to_string(), value.trim().to_string()))
    };
    settings
        .set
        .iter()
        .map(|text| part(text).ok_or_else(|| Failure::Usage(format!("`--set {text}` is not PARAMETER=VALUE"))))
        .collect()
}
