//! Movement strings: what is refused or remarked, at which letters, and that nothing is skipped or breaks.

use ferz_dsl::betza::{lint, parse};
use ferz_dsl::diagnostics::{Diagnostics, Severity};
use ferz_dsl::source::{FileId, Span};

fn span(text: &str) -> Span {
    Span::new(FileId(0), 0, text.len())
}

/// `code letters` of each diagnostic.
fn told(text: &str) -> Vec<String> {
    let mut diags = Diagnostics::default();
    let pattern = parse(text, span(text), &mut diags);
    let errors = diags.has_errors();
    assert_eq!(pattern.is_none(), errors, "{text}: a pattern or an error");
    diags
        .list
        .iter()
        .map(|d| {
            let at = d.labels[0].span;
            format!("{} {}", d.code, &text[at.start as usize..at.end as usize])
        })
        .collect()
}

fn remarked(text: &str) -> Vec<&'static str> {
    let mut diags = Diagnostics::default();
    let pattern = parse(text, span(text), &mut diags).expect("readable");
    lint(text, &pattern, span(text), &mut diags);
    assert!(diags.list.iter().all(|d| d.severity != Severity::Error));
    diags.list.iter().map(|d| d.code).collect()
}

#[test]
fn every_mistake_is_told_at_its_letters() {
    let cases: &[(&str, &[&str])] = &[
        ("P", &["B01 P"]),
        ("W!", &["B01 !"]),
        ("[F?R", &["B01 ["]),
        ("(0,0)", &["B01 (0,0)"]),
        ("xW", &["B02 x"]),
        ("fwW", &["B02 w"]),
        ("iiW", &["B02 i"]),
        ("*W", &["B02 *"]),
        ("Wf", &["B03 f"]),
        ("", &["B03 "]),
        ("[F?R?]", &["B03 R"]),
        ("L", &["B04 L"]),
        ("JJ", &["B04 JJ"]),
        ("njA", &["B05 nj"]),
        ("jR1", &["B24 j"]),
        ("fhF", &["B06 fh"]),
        ("hrW", &["B06 hr"]),
        ("hN", &["B06 h"]),
        ("frK", &["B07 fr"]),
        ("fhQ", &["B07 fh"]),
        ("nC", &["B08 n"]),
        ("n(1,4)", &["B08 n"]),
        ("pD", &["B09 p"]),
        ("gA", &["B09 g"]),
        ("ppR", &["B09 p"]),
        ("[W-sB]", &["B10 sB"]),
        ("[@-W]", &["B10 @"]),
        ("W1", &["B11 1"]),
        ("mcN", &["B11 mc"]),
        ("nW", &["B11 n"]),
        ("sF", &["B11 s"]),
        ("fsF", &["B11 fs"]),
        ("tmW", &["B11 t"]),
        ("WfW", &["B14 fW"]),
        ("WR", &["B14 W"]),
        ("FF F", &["B14 F"]),
        ("NN0", &["B15 0"]),
        ("W{3,2}", &["B15 {3,2}"]),
        ("W{x}", &["B15 {x}"]),
        ("R999", &["B15 999"]),
        ("(200,1)", &["B15 (200,1)"]),
        ("O", &["B15 O"]),
        ("zD", &["B20 z"]),
        ("qW", &["B20 q"]),
        ("umW", &["B21 umW"]),
        ("[ucK-ucK]", &["B21 ucK"]),
        ("ucaucK", &["B21 uc"]),
        ("jC", &["B24 j"]),
        ("jDD", &["B24 j"]),
    ];
    for (text, expected) in cases {
        assert_eq!(told(text), *expected, "{text}");
    }
}

#[test]
fn several_mistakes_are_told_together() {
    assert_eq!(told("xW fhF P nC"), ["B02 x", "B06 fh", "B01 P", "B08 n"]);
}

#[test]
fn good_strings_say_nothing() {
    for text in [
        "fmWfceFifmnD",
        "KO2",
        "mRcpR",
        "FyafsF",
        "[F?R]",
        "v[W?B]",
        "frllbN",
        "ffrF",
        "jR",
        "zB",
        "qN",
        "oR",
        "mU",
        "p<!C>R",
        "p<own>R",
        "p{2}R",
        "p{1,}Q",
        "g{2}R",
        "K~3",
        "lion(K)",
        "lion(fW)",
        "(1,4)",
        "K(4,1)",
        "B{2,}",
        "[(*cF-mF)+]",
        "[(cQ-mQ)+]",
        "[cK-*K]",
        "[N?(zN?)*]",
        "[(W-F?)+]",
        "[R-fR{=}]",
        "KNADcaKmcabK",
        "tQ",
        "kR",
        "W | F",
        "[mpW-cW-mcW]",
        "imN",
        "udK",
        "ucR",
        "[cF-umF]",
    ] {
        let said = told(text);
        let notes = said.iter().all(|d| d.starts_with("B13"));
        assert!(notes, "{text}: {said:?}");
    }
}

/// Strings of real pieces (the catalogue of the notation's working paper).
#[test]
fn the_catalogue_of_pieces_is_read() {
    let all = "fmWfceFifmnD fmFfcWifmA ifmnA KO2 F A B K FfW fmWfcF nN nA mRcpR fW fsW W fkR pR mafsmafW fR fN WfF RF BW \
        KNADcaKmcabK BsbRfDfWfcavWfmabW RbBfFfAfcavFfmabF FD WA FfsW FbsW FvW fFvW vW sRvW vRsW vR vRfB vRbB vRFsW \
        vRB sRB BsRvW2 BvRsW2 sRfW2bW fRsW2bW jBvjRsjR3cabK KNADcaKmcabKB QAcavFmabF aaK RmasR BmasB WBmasB fBfmasBbB2 \
        fFfW fFfsW yafF afsafyafF C D FyafsF yafsF imN NC WAD FC fmWfceFifmW3 FAsmW WD fmFfcWifmA BN RN KfmnD FA KNAD \
        WyafsW v[F?R] v[W?B] NCZ mQcpQ imNimDimA BD FAD R4 HFD fsRbWbF fhNsbWbF FvN ffNbbN fhNfsRK mQ cafmQ cabyafK \
        yafmcabQ gQ NN [cQ-mK] qN zB gafsQ gasQ gabsQ fmFfcafmF mFcafmF mBcafmB mU [cF-mF] [cF-F] [cQ-@] [D?B] [F-W{3,}] \
        [W?DD] [F?(zF?)*] [N?(zN?)*] [(W-F?)+] [mW-cW-sW] [mB?sF] [cW-mpW-mcW] [(*cB-mB)+] jR jB p<!C>R";
    for text in all.split_whitespace() {
        let mut diags = Diagnostics::default();
        assert!(parse(text, span(text), &mut diags).is_some(), "{text}: {:?}", diags.list);
    }
}

#[test]
fn the_reading_of_letters_is_printed() {
    let text = "fbrlK";
    let mut diags = Diagnostics::default();
    assert!(parse(text, span(text), &mut diags).is_none());
    assert!(diags.list[0].headline.contains("f|br|l|K"), "{}", diags.list[0].headline);
}

/// Mistakes and remarks alike say how the letters were read.
#[test]
fn every_diagnostic_shows_the_reading() {
    for text in [
        "P", "W!", "xW", "Wf", "L", "njA", "fhF", "frK", "nC", "pD", "[W-sB]", "W1", "WfW", "mafsmafW", "zD", "umW",
        "jC", "W{3,2}", "frW", "cF", "R12", "lhN", "(1,4)", "[F?R]", "fK",
    ] {
        let mut diags = Diagnostics::default();
        if let Some(pattern) = parse(text, span(text), &mut diags) {
            lint(text, &pattern, span(text), &mut diags);
        }
        assert!(!diags.list.is_empty(), "{text}: nothing said");
        for d in &diags.list {
            let words = d.labels.iter().map(|l| &l.text).chain(&d.notes);
            let shows = d.headline.contains("read as") || words.into_iter().any(|w| w.contains("read as"));
            assert!(shows, "{text}: {d:?}");
        }
    }
}

#[test]
fn a_lopsided_term_is_told_its_twin() {
    let text = "fflN";
    let mut diags = Diagnostics::default();
    let pattern = parse(text, span(text), &mut diags).expect("readable");
    lint(text, &pattern, span(text), &mut diags);
    let d = diags.list.iter().find(|d| d.code == "B12").expect("lopsided");
    assert_eq!(d.help, ["if that is not meant, add `ffrN`"]);
    assert_eq!(d.notes, ["read as `ff|l|N`"]);
}

#[test]
fn remarks_come_only_when_asked() {
    assert_eq!(remarked("frW"), ["B12"]);
    assert_eq!(remarked("cF"), ["B18"]);
    assert_eq!(remarked("frWflW"), [""; 0]);
    assert_eq!(remarked("R12"), ["B17"]);
    assert_eq!(remarked("mfW"), ["B17"]);
    assert_eq!(remarked("fmW"), [""; 0]);
    assert_eq!(remarked("KrO2"), ["B12"]);
}

/// Strings made of the letters of the notation by a small generator: no panic, no hang, and either a pattern or an
/// error.
#[test]
fn no_text_breaks_the_reader() {
    let letters: Vec<char> =
        "WFDNAHCZGRBKQUOLJfblrvshmcdektpgnjiouzqay()[]{}<>-?*+@~,0123456789| !Xé".chars().collect();
    let mut seed = 0x2545_F491_4F6C_DD1Du64;
    let mut next = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    for _ in 0..1500 {
        let n = next() % 14;
        let text: String = (0..n).map(|_| letters[(next() % letters.len() as u64) as usize]).collect();
        let mut diags = Diagnostics::default();
        let pattern = parse(&text, span(&text), &mut diags);
        assert_eq!(pattern.is_none(), diags.has_errors(), "{text}");
        for d in &diags.list {
            assert!(
                d.labels.iter().all(|l| text.get(l.span.start as usize..l.span.end as usize).is_some()),
                "{text}: {d:?}"
            );
        }
        if let Some(p) = pattern {
            lint(&text, &p, span(&text), &mut diags);
            let _ = ferz_dsl::pattern::explain(&p);
        }
    }
}

#[test]
fn large_strings_stay_bounded() {
    let long: [String; 8] = [
        "W".repeat(10_000),
        "(".repeat(400),
        "[".repeat(400),
        format!("[{}]", ["*K"; 60].join("?")),
        format!("[{}]", ["*K"; 40].join("?")),
        "[(((((*cQ-mQ)+)+)+)+)+]".to_owned(),
        "[K255-K255-K255]".to_owned(),
        "[((W{2}F{2}){9}){9}]".to_owned(),
    ];
    for text in long {
        let mut diags = Diagnostics::default();
        let pattern = parse(&text, span(&text), &mut diags);
        assert_eq!(pattern.is_none(), diags.has_errors());
    }
}

/// The older form of a path and its brackets have the same moves, and the second formatting changes nothing.
#[test]
fn the_a_form_becomes_brackets_with_equal_moves() {
    let table: &[(&str, &str)] = &[
        ("FyafsF", "F[F-fsR]"),
        ("afsW", "[W-fsF]"),
        ("afsK", "[W-fsF][F-fsW]"),
        ("RmasR", "R[mR-sR]"),
        ("yafF", "[F-fB]"),
        ("cafmF", "[cF-fmF]"),
        ("mafsmafW", "[mW-fsmF-fF]"),
        ("gafsQ", "[pR-fsF][pB-fsW]"),
        ("imafW", "i[mW-fW]"),
        ("mfW", "fmW"),
        ("cmN", "mcN"),
        ("frllbN", "frllbN"),
        ("W | fyafsF", "W | [fF-fsR]"),
    ];
    for (old, new) in table {
        let term = ferz_dsl::betza::normal(old);
        assert_eq!(term, *new, "{old}");
        assert_eq!(ferz_dsl::betza::normal(&term), term, "{old}: formatted twice");
    }
}

#[test]
fn the_formatter_writes_movements_in_their_usual_form() {
    let text = "variant \"A\" extends chess {\n  piece X X \"FyafsF\" also \"mfW\"\n  change piece Queen Q captures of \"afsW\"\n}\n";
    let new = "variant \"A\" extends chess {\n  piece X X \"F[F-fsR]\" also \"fmW\"\n  change piece Queen Q captures of \"[W-fsF]\"\n}\n";
    assert_eq!(ferz_dsl::format::format(text), new);
    assert_eq!(ferz_dsl::format::format(new), new);
}
