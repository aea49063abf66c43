//! What a game is, told in lists: pieces, state, and the rules in force in their order.
//!
//! For people who want to see what a file came to, and for snapshots: a changed rule changes this text.

use std::fmt::Write;

use crate::game::{
    CellIndex, CellType, Codec, FenField, Game, GenBody, KindId, KindInfo, KindSet, Moment, Origin, ResultExpr, Role,
    Royal, SideId, SideSet,
};

/// The whole summary: one heading for each part that the game has.
#[must_use]
pub fn summary(game: &Game) -> String {
    let mut text = format!("{} ({}), {}\n", game.title, game.name, board(game));
    let _ = writeln!(text, "turns: {}", turns(game));
    let _ = writeln!(text, "setup: {}", game.setup);
    let parts: [(&str, Vec<String>); 10] = [
        ("pieces", pieces(game)),
        ("state", state(game)),
        ("fen after the side to move", game.fen.iter().map(|f| field(game, f)).collect()),
        ("moves", moves(game)),
        ("forbidden", forbidden(game)),
        ("after a move", handlers(game)),
        ("after a capture", grouped(game, game.capture_hooks.iter().map(|h| (h.owner, rule(&h.origin))))),
        ("at moments", moments(game)),
        ("preferred", grouped(game, game.prefers.iter().map(|p| (p.side, rule(&p.origin))))),
        ("the game ends", outcomes(game)),
    ];
    for (heading, lines) in parts {
        if lines.is_empty() {
            continue;
        }
        let _ = write!(text, "\n{heading}\n");
        for line in lines {
            let _ = writeln!(text, "  {line}");
        }
    }
    text
}

/// One line for each kind: letter, name, who has it and what is special.
#[must_use]
pub fn pieces(game: &Game) -> Vec<String> {
    let width = |f: fn(&KindInfo) -> &str| game.kinds.iter().map(|k| f(k).chars().count()).max().unwrap_or(0);
    let (letters, names) = (width(|k| &k.letter), width(|k| &k.name));
    (0..game.kinds.len())
        .map(|i| {
            let kind = &game.kinds[i];
            let traits = traits(game, KindId(i as u16)).join(", ");
            format!("{:letters$}  {:names$}  {traits}", kind.letter, kind.name).trim_end().to_string()
        })
        .collect()
}

fn traits(game: &Game, id: KindId) -> Vec<String> {
    let kind = &game.kinds[id.index()];
    let mut list = Vec::new();
    if kind.neutral {
        list.push("neutral".to_string());
    } else if game.players().any(|s| !kind.sides.contains(s)) {
        let owners: Vec<&str> =
            game.players().filter(|s| kind.sides.contains(*s)).map(|s| game.sides[s.index()].name.as_str()).collect();
        list.push(format!("{} only", owners.join(" and ")));
    }
    if kind.royal.iter().any(|r| matches!(r, Royal::When(_))) {
        list.push("royal at times".into());
    } else if kind.royal.contains(&Royal::Yes) {
        list.push("royal".into());
    }
    if let Some(base) = kind.base {
        list.push(format!("turned {}", game.kinds[base.index()].name));
    }
    if kind.attacks.iter().any(Option::is_some) {
        list.push("attacks otherwise than it captures".into());
    }
    if game.hands.iter().any(|h| h.contains(id)) {
        list.push("may wait in hand".into());
    }
    list
}

fn board(game: &Game) -> String {
    let b = &game.board;
    let mut text = format!("{} x {}", b.files, b.ranks);
    if b.layers > 1 {
        let _ = write!(text, " x {}", b.layers);
    }
    let holes = u32::from(b.size) - b.squares.len();
    if holes > 0 {
        let _ = write!(text, " without {holes} squares");
    }
    text
}

fn turns(game: &Game) -> String {
    let names: Vec<&str> = game.turn.entries.iter().map(|s| game.sides[s.index()].name.as_str()).collect();
    let (first, again) = names.split_at(game.turn.repeat_from.min(names.len()));
    let mut text = again.join(", ");
    if !first.is_empty() {
        text = format!("{}, then again and again {text}", first.join(", "));
    }
    if game.turn.growing { text + ", each turn one move longer" } else { text }
}

fn state(game: &Game) -> Vec<String> {
    let flags = game.flags.iter().map(|f| {
        let mut text = format!("flag {} on {}, {}", f.name, kinds(game, f.kinds), codec(game, f.shown));
        if f.lost_by_moving {
            text.push_str(", lost by moving");
        }
        if f.kept_by_becoming {
            text.push_str(", kept by becoming");
        }
        text
    });
    let cells = grouped_or_shared(
        game,
        game.cells.iter().map(|c| {
            let what = match c.ty {
                CellType::Counter { min, max } => format!("counter {min} to {max}"),
                CellType::Latch => "latch".into(),
                CellType::Squares => "squares".into(),
                CellType::Kind => "kind".into(),
            };
            let by = match &c.index {
                CellIndex::One => String::new(),
                CellIndex::File => " by file".into(),
                CellIndex::Side => " by side".into(),
                CellIndex::Kinds(list) => format!(" by {} kinds", list.len()),
            };
            let role = match c.role {
                Role::Position => "",
                Role::Clock => ", outside identity",
            };
            (c.side, format!("{} {what}{by}{role}", c.name))
        }),
    );
    let hands = grouped(
        game,
        game.players()
            .zip(&game.hands)
            .filter(|(_, h)| !h.is_empty())
            .map(|(s, h)| (s, format!("hand of {}", kinds(game, *h)))),
    );
    flags.chain(cells).chain(hands).collect()
}

fn codec(game: &Game, c: Codec) -> String {
    match c {
        Codec::Hidden => "hidden".into(),
        Codec::Squares { .. } => "shown as squares".into(),
        Codec::Count => "shown as a count".into(),
        Codec::Files => "shown as files".into(),
        Codec::Wings(kind) => format!("shown as wings of {}", game.kinds[kind.index()].name),
        Codec::Mark(mark) => format!("shown as the mark {mark}"),
        Codec::Pair => "shown as a pair".into(),
    }
}

fn field(game: &Game, f: &FenField) -> String {
    let cell = |id: &crate::game::CellId| game.cells[id.index()].name.clone();
    match f {
        FenField::Rights(flags) if flags.is_empty() => "-".into(),
        FenField::Rights(flags) => {
            let names: Vec<&str> = flags.iter().map(|f| game.flags[f.index()].name.as_str()).collect();
            format!("rights of {}", names.join(", "))
        }
        FenField::Squares { cells, .. } => {
            cells.first().map_or_else(|| "-".into(), |c| format!("squares of {}", cell(c)))
        }
        FenField::CountOrDash(c) => format!("{} or -", cell(c)),
        FenField::Count(c) => cell(c),
        FenField::Pair(cells) => cells.first().map_or_else(|| "-".into(), |c| format!("{} of each side", cell(c))),
        FenField::HalfMoves(Some(c)) => format!("half moves: {}", cell(c)),
        FenField::HalfMoves(None) => "half moves, not counted".into(),
        FenField::FullMoves => "full moves".into(),
    }
}

fn moves(game: &Game) -> Vec<String> {
    grouped(
        game,
        game.gens.iter().map(|g| {
            let mut text = match &g.body {
                GenBody::Walk { kind, walks, .. } => {
                    format!(
                        "{}, {} walk{}",
                        game.kinds[kind.index()].name,
                        walks.len(),
                        if walks.len() == 1 { "" } else { "s" }
                    )
                }
                GenBody::Action { name, .. } => format!("action {name}"),
            };
            if let (GenBody::Walk { .. }, Some(label)) = (&g.body, &g.label) {
                let _ = write!(text, " called {label}");
            }
            let _ = write!(text, ", {}", rule(&g.origin));
            if !g.bites {
                text.push_str(", takes nothing");
            }
            (g.side, text)
        }),
    )
}

fn forbidden(game: &Game) -> Vec<String> {
    let mut guards: Vec<String> = Vec::new();
    for g in &game.guards {
        let text = format!("before: {}{}", rule(&g.origin), if g.in_bite { ", attacks too" } else { "" });
        if !guards.contains(&text) {
            guards.push(text);
        }
    }
    let judges = grouped(
        game,
        game.judges.iter().map(|j| {
            let what = if j.first { "right after the body" } else { "leaving" };
            (j.side, format!("{what}: {}{}", rule(&j.origin), if j.asks_moves { ", asks for moves" } else { "" }))
        }),
    );
    guards.into_iter().chain(judges).collect()
}

fn handlers(game: &Game) -> Vec<String> {
    let settled: Vec<_> = game.gens.iter().flat_map(|g| &g.settled).collect();
    grouped(
        game,
        (0..game.handlers.len()).map(|i| {
            let h = &game.handlers[i];
            let late = settled.iter().any(|id| id.index() == i);
            (
                h.owner,
                format!(
                    "{}{}{}",
                    rule(&h.origin),
                    if h.may { ", optional" } else { "" },
                    if late { ", settled" } else { "" }
                ),
            )
        }),
    )
}

fn moments(game: &Game) -> Vec<String> {
    grouped(
        game,
        game.turn_hooks.iter().map(|h| {
            let whose = |of: SideSet| {
                if of == SideSet::one(h.owner) {
                    "own"
                } else if of.contains(h.owner) {
                    "any"
                } else {
                    "enemy"
                }
            };
            let when = match h.moment {
                Moment::StartOfGame => "start of game".to_string(),
                Moment::Grant => "grant".to_string(),
                Moment::StartOfTurn => format!("start of {} turn", whose(h.of)),
                Moment::EndOfTurn => format!("end of {} turn", whose(h.of)),
                Moment::Loss => "loss".to_string(),
            };
            (h.owner, format!("{when}: {}", rule(&h.origin)))
        }),
    )
}

fn outcomes(game: &Game) -> Vec<String> {
    let line = |o: &crate::game::Outcome| {
        let copies = grouped(
            game,
            o.copies.iter().map(|c| {
                let result = match c.result {
                    ResultExpr::Win => "wins",
                    ResultExpr::Lose => "loses",
                    ResultExpr::Draw => "draws",
                    ResultExpr::HalfWin => "half wins",
                    ResultExpr::HalfLoss => "half loses",
                    ResultExpr::Points(_) => "counts points",
                };
                (c.owner, result.to_string())
            }),
        );
        format!("{}, {}{}", copies.join("; "), rule(&o.origin), if o.adjudication { ", in play only" } else { "" })
    };
    let mut lines: Vec<String> = Vec::new();
    for text in game.outcomes.iter().map(line) {
        if lines.last() != Some(&text) {
            lines.push(text);
        }
    }
    lines
}

fn rule(origin: &Origin) -> String {
    origin.rule.clone()
}

fn kinds(game: &Game, set: KindSet) -> String {
    if set.len() as usize == game.kinds.len() {
        return "every kind".into();
    }
    let names: Vec<&str> = set.iter().map(|k| game.kinds[k.index()].name.as_str()).collect();
    names.join(", ")
}

/// Lines that all players share are told once; others begin with their sides. Order of first appearance.
fn grouped(game: &Game, items: impl Iterator<Item = (SideId, String)>) -> Vec<String> {
    grouped_or_shared(game, items.map(|(s, text)| (Some(s), text)))
}

fn grouped_or_shared(game: &Game, items: impl Iterator<Item = (Option<SideId>, String)>) -> Vec<String> {
    let mut lines: Vec<(String, SideSet, bool)> = Vec::new();
    for (side, text) in items {
        let i = lines.iter().position(|l| l.0 == text).unwrap_or_else(|| {
            lines.push((text, SideSet::NONE, false));
            lines.len() - 1
        });
        match side {
            Some(side) => lines[i].1.insert(side),
            None => lines[i].2 = true,
        }
    }
    let all: SideSet = game.players().collect();
    lines
        .into_iter()
        .map(|(text, sides, shared)| {
            if shared {
                format!("shared: {text}")
            } else if sides == all {
                format!("each: {text}")
            } else {
                let names: Vec<&str> = sides.iter().map(|s| game.sides[s.index()].name.as_str()).collect();
                format!("{}: {text}", names.join(", "))
            }
        })
        .collect()
}
