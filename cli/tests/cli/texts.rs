//! Long move texts, men put back and walks with victims on the way: compiled code against the interpreter.

use crate::command::{Scratch, ferz};

const FILE: &str = r#"
variant "Long texts" extends chess {
  change piece Queen Q "lion(K)"
  change piece Rook R "R" also "udW" also "dW"
  change piece Bishop B "mF" also "[(*cF-mF)+]" also "[cW-umW]"
  use far
}
rule far {
  state far counter from 0 to 9
  give Knight "D" called far { add 1 to far }
  give Knight "mD"
}
"#;

#[test]
fn both_executions_write_the_same_long_texts() {
    let folder = Scratch::new("texts");
    let file = folder.file("long.ferz", FILE);
    let run = ferz(&["compare", &file, "--games", "4", "--plies", "60"]);
    assert_eq!(run.status, Some(0), "{}{}", run.out, run.err);
    assert!(run.out.contains("1 passed, 0 failed"), "{}{}", run.out, run.err);
}
