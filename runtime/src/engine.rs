//! The command line of an engine: what a built binary is, and what `ferz` asks of its cached builds.
//!
//! Without arguments the engine speaks UCI. The commands are for people and for `ferz`, which runs a cached build as a
//! child process and reads lines:
//!
//! ```text
//! uci                                    the protocol, as without arguments
//! info                                   name, title, sides, size, start FEN; one `key<TAB>value` a line
//! perft DEPTH [POSITION] [--divide] [--max-nodes N]
//!                                        with --divide `MOVE: N` for each move; last line `nodes N`
//! moves [POSITION]                       legal moves, one a line, sorted bytewise; `outcome ...` last if the game is over
//! fen [POSITION]                         the position as FEN
//! show [POSITION]                        board, FEN, key, side to move, check, number of moves, outcome
//! table [FILE]                           rows `FEN<TAB>DEPTH` from a file or the input; for each row, at once, one line
//!                                        with the nodes or `error: ...`
//! walk SEED GAMES PLIES                  random games: `game N`, then for each position a row (see `walk::Row`); fails where a
//!                                        position is not sound by itself (see `compare::sound`)
//! play-line [POSITION]                   the row of every position of the line given by --moves
//! referee PROGRAM [ARG...] [--games N] [--go "movetime 50"]
//!                                        PROGRAM, an engine of the same variant, plays itself over UCI and this one checks
//!                                        every move; a line for each game, last line `N games, all moves legal`
//!
//! POSITION: [--fen FEN] [--moves "m1 m2"]; a FEN may also be given as `startpos`
//! ```
//!
//! Exit status: 0 fine, 1 the input is at fault, 2 wrong usage. Errors go to stderr.

use crate::compare::sound;
use crate::erased::{AnyGame, AnyRules};
use crate::perft::{Bounds, MAX_DEPTH};
use crate::position::{Flow, Rules};
use crate::selfplay::{Match, Played, self_play};
use crate::uci;
use crate::walk::{Row, game_seed, random_walk};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::process::{Command, ExitCode};
use std::time::Duration;
use std::{env, fs};

/// The `main` of an engine.
pub fn main<R: Rules>(rules: R) -> ExitCode {
    main_of(&rules)
}

fn main_of(rules: &dyn AnyRules) -> ExitCode {
    let mut args = Vec::new();
    for arg in env::args_os().skip(1) {
        let Ok(arg) = arg.into_string() else {
            eprintln!("error: an argument is not UTF-8 text");
            return ExitCode::from(2);
        };
        args.push(arg);
    }
    ExitCode::from(run(rules, &args, BufReader::new(io::stdin()), io::stdout(), &mut io::stderr()))
}

/// Runs one command; the exit status. `ferz` calls it for the interpreter too, so both executions answer alike.
pub fn run(
    rules: &dyn AnyRules,
    args: &[String],
    mut input: impl BufRead + Send,
    mut output: impl Write + Send,
    errors: &mut dyn Write,
) -> u8 {
    command_line(rules, args, &mut input, &mut output, errors)
}

fn command_line(
    rules: &dyn AnyRules,
    args: &[String],
    input: &mut (dyn BufRead + Send),
    output: &mut (dyn Write + Send),
    errors: &mut dyn Write,
) -> u8 {
    let (command, rest) = args.split_first().map_or(("uci", args), |(first, rest)| (first.as_str(), rest));
    let done = if command == "uci" && rest.is_empty() {
        uci::run(rules, input, output).map_err(Failure::from)
    } else {
        let mut output = BufWriter::new(output);
        dispatch(rules, command, rest, input, &mut output).and_then(|()| Ok(output.flush()?))
    };
    let (status, why) = match done {
        // A reader that has seen enough (`| head`) is no fault.
        Ok(()) | Err(Failure::Closed) => return 0,
        Err(Failure::Input(why)) => (1, why),
        Err(Failure::Usage(why)) => (2, why),
    };
    // Nowhere left to tell of a failing stderr.
    let _ = writeln!(errors, "error: {why}");
    status
}

/// Why a command fails.
enum Failure {
    Input(String),
    Usage(String),
    /// The reader of the output has gone.
    Closed,
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Failure::Closed } else { Failure::Input(error.to_string()) }
    }
}

fn usage(why: impl Into<String>) -> Failure {
    Failure::Usage(why.into())
}

fn dispatch(
    rules: &dyn AnyRules,
    command: &str,
    args: &[String],
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), Failure> {
    let options = Options::parse(args)?;
    match command {
        "info" => {
            options.expect(0, "info")?;
            info(rules, output)
        }
        "perft" => {
            let [depth] = options.expect(1, "perft DEPTH")?[..] else { return Ok(()) };
            count(rules, &options, number(depth, "DEPTH")?, output)
        }
        "moves" => {
            options.expect(0, "moves")?;
            moves(rules, &options, output)
        }
        "fen" => {
            options.expect(0, "fen")?;
            Ok(writeln!(output, "{}", options.game(rules)?.to_fen())?)
        }
        "show" => {
            options.expect(0, "show")?;
            show(rules, &options, output)
        }
        "table" => match options.words[..] {
            [] | ["-"] => table(rules, input, output),
            [path] => {
                let file = fs::File::open(path).map_err(|why| Failure::Input(format!("{path}: {why}")))?;
                table(rules, &mut BufReader::new(file), output)
            }
            _ => Err(usage("table [FILE]")),
        },
        "walk" => {
            let words = options.expect(3, "walk SEED GAMES PLIES")?;
            walk(rules, number(words[0], "SEED")?, number(words[1], "GAMES")?, number(words[2], "PLIES")?, output)
        }
        "play-line" => {
            options.expect(0, "play-line")?;
            play_line(rules, &options, output)
        }
        "referee" => referee(rules, &options, output),
        _ => {
            let known = "uci info perft moves fen show table walk play-line referee";
            Err(usage(format!("no command `{command}`; there are: {known}")))
        }
    }
}

/// The words and options after a command.
#[derive(Default)]
struct Options<'a> {
    words: Vec<&'a str>,
    fen: Option<&'a str>,
    moves: &'a str,
    divide: bool,
    max_nodes: Option<u64>,
    games: Option<u64>,
    go: Option<&'a str>,
}

impl<'a> Options<'a> {
    fn parse(args: &'a [String]) -> Result<Self, Failure> {
        let mut options = Options::default();
        let mut args = args.iter().map(String::as_str);
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or_else(|| usage(format!("`{arg}` needs a value")));
            match arg {
                "--fen" => options.fen = Some(value()?),
                "--moves" => options.moves = value()?,
                "--divide" => options.divide = true,
                "--max-nodes" => options.max_nodes = Some(number(value()?, arg)?),
                "--games" => options.games = Some(number(value()?, arg)?),
                "--go" => options.go = Some(value()?),
                _ if arg.starts_with("--") => return Err(usage(format!("no option `{arg}`"))),
                _ => options.words.push(arg),
            }
        }
        Ok(options)
    }

    fn expect(&self, count: usize, form: &str) -> Result<&[&'a str], Failure> {
        if self.words.len() == count { Ok(&self.words) } else { Err(usage(format!("the command is `{form}`"))) }
    }

    fn start(&self, rules: &dyn AnyRules) -> Result<Box<dyn AnyGame>, Failure> {
        match self.fen {
            None => Ok(rules.new_game()),
            Some(fen) => game_from(rules, fen).map_err(Failure::Input),
        }
    }

    /// The position asked for, all moves played.
    fn game(&self, rules: &dyn AnyRules) -> Result<Box<dyn AnyGame>, Failure> {
        let mut game = self.start(rules)?;
        for text in self.moves.split_ascii_whitespace() {
            advance(&mut *game, text)?;
        }
        Ok(game)
    }
}

fn game_from(rules: &dyn AnyRules, fen: &str) -> Result<Box<dyn AnyGame>, String> {
    if fen == "startpos" {
        return Ok(rules.new_game());
    }
    rules.game_from(fen).map_err(|why| format!("bad FEN `{fen}`: {why}"))
}

fn advance(game: &mut dyn AnyGame, text: &str) -> Result<(), Failure> {
    if game.play(text) {
        return Ok(());
    }
    let (ply, fen) = (game.line().len() + 1, game.to_fen());
    Err(Failure::Input(format!("move {ply} (`{text}`) is not legal at {fen}")))
}

fn number<N: std::str::FromStr>(text: &str, what: &str) -> Result<N, Failure> {
    text.parse().map_err(|_| usage(format!("`{what}` is a whole number, not `{text}`")))
}

fn bounded(depth: u32) -> Result<u32, String> {
    if depth <= MAX_DEPTH { Ok(depth) } else { Err(format!("perft goes to depth {MAX_DEPTH}, not {depth}")) }
}

fn info(rules: &dyn AnyRules, output: &mut dyn Write) -> Result<(), Failure> {
    let info = rules.described();
    writeln!(output, "name\t{}\ntitle\t{}\nsides\t{}", info.name, info.title, info.sides.join(" "))?;
    Ok(writeln!(output, "size\t{}x{}\nstart\t{}", info.files, info.ranks, info.start_fen)?)
}

fn count(rules: &dyn AnyRules, options: &Options<'_>, depth: u32, output: &mut dyn Write) -> Result<(), Failure> {
    let depth = bounded(depth).map_err(Failure::Usage)?;
    let game = options.game(rules)?;
    let bounds = Bounds { max_nodes: options.max_nodes, stop: None };
    let too_many = || Failure::Input("more nodes than --max-nodes allows".to_string());
    let nodes = if options.divide && depth > 0 {
        let rows = game.divide(depth, bounds).ok_or_else(too_many)?;
        for (text, nodes) in &rows {
            writeln!(output, "{text}: {nodes}")?;
        }
        rows.iter().fold(0u64, |sum, (_, nodes)| sum.saturating_add(*nodes))
    } else {
        game.perft(depth, bounds).ok_or_else(too_many)?
    };
    Ok(writeln!(output, "nodes {nodes}")?)
}

fn moves(rules: &dyn AnyRules, options: &Options<'_>, output: &mut dyn Write) -> Result<(), Failure> {
    let game = options.game(rules)?;
    for text in game.moves() {
        writeln!(output, "{text}")?;
    }
    if let Some(outcome) = verdict(rules, &*game) {
        writeln!(output, "outcome {outcome}")?;
    }
    Ok(())
}

/// The outcome as far as it is known: of a FEN alone nothing that asks for clocks or repetition.
fn verdict(rules: &dyn AnyRules, game: &dyn AnyGame) -> Option<String> {
    let outcome = if game.line().is_empty() { game.outcome() } else { game.adjudicate() };
    outcome.map(|o| o.text(&rules.described().sides))
}

fn show(rules: &dyn AnyRules, options: &Options<'_>, output: &mut dyn Write) -> Result<(), Failure> {
    let game = options.game(rules)?;
    let side = rules.described().sides.get(game.side_to_move()).cloned().unwrap_or_default();
    writeln!(output, "{}", game.diagram().trim_end())?;
    writeln!(output, "fen {}\nkey {:016x}\nside {side}", game.to_fen(), game.key())?;
    writeln!(output, "check {}", if game.in_check() { "yes" } else { "no" })?;
    writeln!(output, "moves {}", game.count_moves())?;
    Ok(writeln!(output, "outcome {}", verdict(rules, &*game).unwrap_or_else(|| "none".to_string()))?)
}

fn table(rules: &dyn AnyRules, rows: &mut dyn BufRead, output: &mut dyn Write) -> Result<(), Failure> {
    let mut failed = 0u64;
    for row in rows.lines() {
        match nodes_of_row(rules, &row?) {
            Ok(nodes) => writeln!(output, "{nodes}")?,
            Err(why) => {
                failed += 1;
                writeln!(output, "error: {why}")?;
            }
        }
        // The driver may wait for this answer before it sends the next row.
        output.flush()?;
    }
    if failed == 0 { Ok(()) } else { Err(Failure::Input(format!("{failed} rows could not be counted"))) }
}

fn nodes_of_row(rules: &dyn AnyRules, row: &str) -> Result<u64, String> {
    let Some((fen, depth)) = row.trim_end().split_once('\t') else {
        return Err("a row is `FEN<TAB>DEPTH`".to_string());
    };
    let depth = depth.parse().map_err(|_| format!("the depth is a whole number, not `{depth}`"))?;
    let game = game_from(rules, fen)?;
    // Without bounds nothing ends the count early.
    Ok(game.perft(bounded(depth)?, Bounds::default()).unwrap_or(u64::MAX))
}

fn walk(rules: &dyn AnyRules, seed: u64, games: u64, plies: u32, output: &mut dyn Write) -> Result<(), Failure> {
    let sides = rules.described().sides;
    for game in 0..games {
        writeln!(output, "game {game}")?;
        let mut failed = None;
        let mut show = |walker: &dyn AnyGame| {
            let row = Row::of(walker, &sides);
            writeln!(output, "{row}")?;
            sound(rules, &row).map_err(|why| {
                let line = walker.line().join(" ");
                Failure::Input(format!("game {game}: {why}\n  fen  {}\n  line {line}", row.fen))
            })
        };
        let _ = random_walk(rules, game_seed(seed, game), plies, &mut |walker| {
            failed = show(walker).err();
            if failed.is_some() { Flow::Break(()) } else { Flow::Continue(()) }
        });
        if let Some(failure) = failed {
            return Err(failure);
        }
    }
    Ok(())
}

fn play_line(rules: &dyn AnyRules, options: &Options<'_>, output: &mut dyn Write) -> Result<(), Failure> {
    let sides = rules.described().sides;
    let mut game = options.start(rules)?;
    writeln!(output, "{}", Row::of(&*game, &sides))?;
    for text in options.moves.split_ascii_whitespace() {
        advance(&mut *game, text)?;
        writeln!(output, "{}", Row::of(&*game, &sides))?;
    }
    Ok(())
}

fn referee(rules: &dyn AnyRules, options: &Options<'_>, output: &mut dyn Write) -> Result<(), Failure> {
    let Some((program, args)) = options.words.split_first() else { return Err(usage("referee PROGRAM [ARG...]")) };
    let plan = Match {
        games: options.games.unwrap_or(1),
        // Two moves of each side, so that the games differ.
        opening: 4,
        seed: 1,
        plies: 600,
        go: format!("go {}", options.go.unwrap_or("movetime 50")),
        patience: Duration::from_secs(60),
    };
    let mut unheard = None;
    let games = self_play(rules, Command::new(program).args(args), &plan, &mut |game| {
        let Played { line, outcome, slowest } = game;
        let outcome = outcome.as_deref().unwrap_or("broken off");
        let told = writeln!(
            output,
            "{} plies, {outcome}, slowest move {} ms: {}",
            line.len(),
            slowest.as_millis(),
            line.join(" ")
        );
        unheard = told.and_then(|()| output.flush()).err();
        if unheard.is_some() { Flow::Break(()) } else { Flow::Continue(()) }
    });
    if let Some(error) = unheard {
        return Err(error.into());
    }
    Ok(writeln!(output, "{} games, all moves legal", games.map_err(Failure::Input)?)?)
}
