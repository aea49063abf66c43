//! Tests of this stage: what is put together, and what is told.

mod broken;
mod inherit;
mod library;
mod opened;
mod reference;

use super::{Assembly, Request, assemble};
use crate::diagnostics::{Diagnostic, Diagnostics, Severity};
use crate::source::{Library, Sources};

/// A small library: a parent and a few rules.
pub fn small_library() -> Library {
    let files = [
        (
            "std/basic.ferz",
            r#"
define checked = some own royals attacked by enemy
define stuck = own_turn and not own can move
zone far for each side = rank 8
rule mate(early = false) {
  if early { forbid moves first leaving checked }
  forbid moves leaving checked
  lose when stuck and checked
}
rule pat(value = draw) { result value when stuck and not checked }
rule wing(way, king = King) { action castle { choose walker in own king   require some walker on (run of squares from walker going way) } }
rule castling(king = King, text = target among (target, rook)) {
  flag unmoved on king starts set
  if text is rook { flag by_rook on king }
  use wing(way = east, king = king)
  use wing(way = west, king = king)
}
rule counting(n = 3) { state left counter from 0 to n   win when left is 0 }
rule duck { piece Duck * neutral   after move { if some Duck { end turn } } }
rule drops { action drop { choose new in hand of own } }
rule pocket { hand (Queen, Rook) }
"#
            .to_string(),
        ),
        (
            "chess/chess.ferz",
            r#"
/// Orthodox.
variant "Chess" {
  meta { family "chess"  rules "FIDE" }
  board 8x8
  piece King K "K" royal
  piece Queen Q "Q"
  piece Rook R "R"
  piece Pawn P "fmWfcF"
  setup "4k3/8/8/8/8/8/8/4K3 w"
  parameter stalemate_is = draw among (draw, lose, win)
  use castling
  use mate
  use pat(value = stalemate_is)
  test "parent" { moves 5 }
}
"#
            .to_string(),
        ),
        ("checks/three.ferz", "variant \"Three Checks\" extends chess { meta { name \"3check\" } use counting }".to_string()),
        ("cards/a.ferz", "include \"common.ferz\"\nrule card_a { needs zombies   give King \"N\" }".to_string()),
        ("cards/b.ferz", "include \"common.ferz\"\nrule card_b { needs zombies   give King \"C\" }".to_string()),
        ("cards/common.ferz", "rule zombies { hand (Queen, Rook)   flag zombie on any }".to_string()),
        ("cards/rival.ferz", "rule card_a { give King \"Z\" }".to_string()),
        ("cards/round.ferz", "include \"trip.ferz\"\nrule round_rule { draw when stuck }".to_string()),
        ("cards/trip.ferz", "include \"round.ferz\"\nrule trip_rule { draw when stuck }".to_string()),
    ];
    Library { files: files.into_iter().map(|(path, text)| (path.to_string(), text)).collect() }
}

/// What came of a request.
pub struct Told {
    pub assembly: Option<Assembly>,
    pub diags: Diagnostics,
    pub sources: Sources,
}

pub fn run(request: &Request<'_>) -> Told {
    let (mut sources, mut diags) = (Sources::default(), Diagnostics::default());
    let assembly = assemble(request, &mut sources, &mut diags);
    Told { assembly, diags, sources }
}

/// A text on top of the small library.
pub fn of(text: &str) -> Told {
    run(&Request::text(&small_library(), "test.ferz", text))
}

/// A text that must be fine.
pub fn fine(text: &str) -> Assembly {
    of(text).fine()
}

impl Told {
    pub fn errors(&self) -> Vec<&Diagnostic> {
        self.diags.list.iter().filter(|d| d.severity == Severity::Error).collect()
    }
    pub fn fine(self) -> Assembly {
        assert!(self.errors().is_empty(), "{:#?}", self.errors());
        self.assembly.expect("no errors were told")
    }
    /// The one error, by its code; the texts under its labels, the main one first.
    pub fn one_error(&self, code: &str) -> Vec<&str> {
        let errors = self.errors();
        assert_eq!(errors.iter().map(|d| d.code).collect::<Vec<_>>(), [code], "{errors:#?}");
        assert!(errors[0].labels.iter().any(|l| l.primary), "no main place: {:#?}", errors[0]);
        let mut labels: Vec<_> = errors[0].labels.iter().collect();
        labels.sort_by_key(|l| !l.primary);
        labels.iter().map(|l| self.sources.text(l.span)).collect()
    }
}

impl Assembly {
    /// Rules with their sides, in order.
    pub fn order(&self) -> Vec<String> {
        let name = |b: &super::Bundle| {
            let rule = b.alias.clone().or(b.rule.clone()).unwrap_or("own".into());
            format!("{rule} {}", self.sides[b.side].name.value)
        };
        self.bundles.iter().map(name).collect()
    }
    /// Text of an argument, names of outer rules followed.
    pub fn argument(&self, sources: &Sources, bundle: usize, name: &str) -> String {
        let mut argument = &self.bundles[bundle].args[name];
        while let crate::ast::ExprKind::Name(n) = &argument.value.kind
            && let Some(next) = argument.scope.and_then(|s| self.bundles[s.0].args.get(&n.value))
        {
            argument = next;
        }
        sources.text(argument.value.span).to_string()
    }
}
