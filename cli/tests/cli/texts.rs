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

/// Pieces of every class of attack, an action that captures for one kind of man, and a rule that asks about another.
const ATTACKS: &str = r#"
variant "Attack classes" extends chess {
  change piece Queen Q "[F?R]" also "lion(fW)" also "ucF"
  change piece Rook R "mR" also "cp<!P>R" also "k[R-sR]"
  change piece Bishop B "mB" also "[cF-mF]" also "[cW-@]"
  change piece Knight N "mN" also "cN" capturing enemy King also "K~2" attacks "N" also "zB2"
  use pounce
  use marked
}
rule pounce {
  action pounce {
    choose a in own Rook  choose b in enemy  require distance(a, b) is 2
    capture b  move a to b
  }
}
rule marked {
  state seen counter from 0 to 9
  at end of own turn { if some own King attacked by enemy Bishop { add 1 to seen } }
  at end of own turn { if some own King attacked by enemy Rook { take 1 from seen } }
}
"#;

#[test]
fn both_executions_see_the_same_attacks() {
    let folder = Scratch::new("attacks");
    let file = folder.file("attacks.ferz", ATTACKS);
    let run = ferz(&["compare", &file, "--games", "6", "--plies", "60"]);
    assert_eq!(run.status, Some(0), "{}{}", run.out, run.err);
    assert!(run.out.contains("1 passed, 0 failed"), "{}{}", run.out, run.err);
}

#[test]
fn both_executions_write_the_same_long_texts() {
    let folder = Scratch::new("texts");
    let file = folder.file("long.ferz", FILE);
    let run = ferz(&["compare", &file, "--games", "4", "--plies", "60"]);
    assert_eq!(run.status, Some(0), "{}{}", run.out, run.err);
    assert!(run.out.contains("1 passed, 0 failed"), "{}{}", run.out, run.err);
}
