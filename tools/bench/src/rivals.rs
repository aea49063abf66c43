//! Perft by the programs that we are compared with, each in the way it counts best: at the last ply the moves are counted.
//!
//! The recursion is ours; the move generation is theirs.

use shakmaty::variant::{Antichess, Atomic, Crazyhouse, Horde, KingOfTheHill, RacingKings, ThreeCheck};
use shakmaty::{CastlingMode, fen::Fen};

/// Leaves below a position (`None`: the start position), or why the rival cannot tell.
pub fn perft(rival: &str, variant: &str, fen: Option<&str>, depth: u32) -> Result<u64, String> {
    match (rival, variant) {
        ("cozy-chess", "chess") => cozy(fen, depth),
        ("haitaka", "shogi") if fen.is_none() => Ok(haitaka(&haitaka::Board::startpos(), depth)),
        ("shakmaty", "chess") => shakmaty::<shakmaty::Chess>(fen, depth),
        ("shakmaty", "crazyhouse") => shakmaty::<Crazyhouse>(fen, depth),
        ("shakmaty", "atomic") => shakmaty::<Atomic>(fen, depth),
        ("shakmaty", "antichess") => shakmaty::<Antichess>(fen, depth),
        ("shakmaty", "kingofthehill") => shakmaty::<KingOfTheHill>(fen, depth),
        ("shakmaty", "3check") => shakmaty::<ThreeCheck>(fen, depth),
        ("shakmaty", "racingkings") => shakmaty::<RacingKings>(fen, depth),
        ("shakmaty", "horde") => shakmaty::<Horde>(fen, depth),
        _ => Err(format!("{rival} does not play {variant} from there")),
    }
}

fn cozy(fen: Option<&str>, depth: u32) -> Result<u64, String> {
    let board = match fen {
        None => cozy_chess::Board::default(),
        Some(fen) => fen.parse().map_err(|e| format!("{fen}: {e}"))?,
    };
    Ok(cozy_below(&board, depth))
}

fn cozy_below(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += cozy_below(&child, depth - 1);
            }
        }
        false
    });
    nodes
}

fn haitaka(board: &haitaka::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    let count = &mut |moves: haitaka::PieceMoves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += haitaka(&child, depth - 1);
            }
        }
        false
    };
    board.generate_board_moves(&mut *count);
    board.generate_drops(count);
    nodes
}

fn shakmaty<P>(fen: Option<&str>, depth: u32) -> Result<u64, String>
where
    P: shakmaty::Position + Clone + Default + shakmaty::FromSetup,
{
    let position = match fen {
        None => P::default(),
        Some(text) => {
            let fen: Fen = text.parse().map_err(|e| format!("{text}: {e}"))?;
            fen.into_position(CastlingMode::Standard).map_err(|_| format!("{text}: refused"))?
        }
    };
    Ok(shakmaty::perft(&position, depth))
}
