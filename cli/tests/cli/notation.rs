//! `ferz betza`: one string, its targets, drawing, sentence and remarks.

use crate::command::ferz;

#[test]
fn remarks_come_with_the_answer() {
    for (text, code, reading) in
        [("frW", "B12", "fr|W"), ("cF", "B18", "c|F"), ("NN", "B17", "NN"), ("v[F?R]", "B17", "v|[F?R]")]
    {
        let run = ferz(&["betza", text]);
        assert_eq!(run.status, Some(0), "{text}: {}", run.err);
        assert!(run.err.contains(code) && run.err.contains(&format!("read as `{reading}`")), "{text}: {}", run.err);
        assert!(!run.out.contains(code), "{text}: remarks belong on the other stream");
    }
}

#[test]
fn plain_strings_have_no_remark() {
    for text in ["W", "fmWfcF", "RF", "fsWfF"] {
        let run = ferz(&["betza", text]);
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""), "{text}");
    }
}

#[test]
fn mistakes_are_told_with_the_reading() {
    let run = ferz(&["betza", "fbrlK"]);
    assert_eq!((run.status, run.out.as_str()), (Some(1), ""));
    assert!(run.err.contains("B07") && run.err.contains("f|br|l|K"), "{}", run.err);
}
