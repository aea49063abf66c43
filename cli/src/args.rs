//! The command line as clap reads it. Stable: scripts rely on it.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// A language for chess variants: check a variant file, play by its rules, compile it to a fast engine.
#[derive(Debug, Parser)]
#[command(name = "ferz", version, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Tell everything that is wrong or doubtful in variant files
    Check(CheckArgs),
    /// The variants of the library, with title and family
    List(ListArgs),
    /// Draw a position: board, pieces, whose turn, state
    Show(PositionArgs),
    /// The legal moves of a position, one a line; `outcome ...` last if the game is over
    Moves(MovesArgs),
    /// Count the leaves of the move tree
    Perft(PerftArgs),
    /// Where a movement in Betza notation leads
    Betza(BetzaArgs),
    /// How a variant will be compiled, and why so
    Plan(PlanArgs),
    /// The Rust code a variant is compiled to
    Emit(EmitArgs),
    /// Compile a variant to an engine that stands alone
    Build(BuildArgs),
    /// Serve a variant as a UCI engine
    Uci(UciArgs),
    /// Play a game in the terminal
    Play(PlayArgs),
    /// Bring variant files into their usual form
    Fmt(FmtArgs),
    /// Run the `test` blocks of variant files
    Test(TestArgs),
    /// Play random games in both executions and compare every position
    Compare(CompareArgs),
    /// Let a compiled engine play whole games against itself, judged by the interpreter
    Selfplay(SelfplayArgs),
    /// Explain a diagnostic code
    Explain {
        /// Such as E0107, W0110, B05
        code: String,
    },
}

/// A variant and its settings.
#[derive(Clone, Debug, Args)]
pub struct VariantArgs {
    /// A file, FILE:NAME where it holds several variants, or the name of a library variant
    #[arg(value_name = "V")]
    pub variant: String,
    #[command(flatten)]
    pub settings: SettingArgs,
}

#[derive(Clone, Debug, Default, Args)]
pub struct SettingArgs {
    /// Give a parameter of the variant another value; lists by commas
    #[arg(long = "set", value_name = "PARAMETER=VALUE")]
    pub set: Vec<String>,
}

/// A position: of a FEN or the start, after some moves.
#[derive(Clone, Debug, Args)]
pub struct PlaceArgs {
    /// Start from this position
    #[arg(long)]
    pub fen: Option<String>,
    /// Play these moves first, separated by blanks
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    pub moves: String,
}

#[derive(Clone, Debug, Args)]
pub struct CheckArgs {
    /// Files, FILE:NAME, or names of library variants
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    #[command(flatten)]
    pub settings: SettingArgs,
    #[arg(long, help = JSON)]
    pub json: bool,
}

#[derive(Clone, Debug, Args)]
pub struct ListArgs {
    #[arg(long, help = JSON)]
    pub json: bool,
}

#[derive(Clone, Debug, Args)]
pub struct PositionArgs {
    #[command(flatten)]
    pub variant: VariantArgs,
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Also the rules in force, in their order
    #[arg(long, conflicts_with = "json")]
    pub rules: bool,
    #[arg(long, help = JSON)]
    pub json: bool,
}

#[derive(Clone, Debug, Args)]
pub struct MovesArgs {
    /// A file, FILE:NAME where it holds several variants, or the name of a library variant
    #[arg(value_name = "V", required_unless_present = "table")]
    pub variant: Option<String>,
    #[command(flatten)]
    pub settings: SettingArgs,
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Compare with the rows `variant fen count moves` of a table
    #[arg(long, value_name = "FILE", conflicts_with_all = ["variant", "fen", "moves"])]
    pub table: Option<PathBuf>,
    /// With a table: ask the reference interpreter instead of compiled code
    #[arg(long, requires = "table")]
    pub interp: bool,
    #[command(flatten)]
    pub rows: RowArgs,
    #[arg(long, help = JSON)]
    pub json: bool,
}

#[derive(Clone, Debug, Args)]
pub struct PerftArgs {
    /// A file, FILE:NAME where it holds several variants, or the name of a library variant
    #[arg(value_name = "V", required_unless_present = "table")]
    pub variant: Option<String>,
    #[command(flatten)]
    pub settings: SettingArgs,
    /// Number of plies
    #[arg(short, long, value_name = "N", required_unless_present = "table", conflicts_with = "table")]
    pub depth: Option<u32>,
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Also the count below each first move
    #[arg(long, conflicts_with = "table")]
    pub divide: bool,
    /// Count with the reference interpreter instead of compiled code
    #[arg(long)]
    pub interp: bool,
    /// Check the rows `variant fen depth nodes` of a table
    #[arg(long, value_name = "FILE", conflicts_with_all = ["variant", "fen", "moves"])]
    pub table: Option<PathBuf>,
    /// Leave out the rows of a table with more nodes
    #[arg(long, value_name = "N", requires = "table")]
    pub max_nodes: Option<u64>,
    /// Rows `variant fen depth theirs ours rule`: known errors of the table's source
    #[arg(long, value_name = "FILE", requires = "table")]
    pub deviations: Option<PathBuf>,
    #[command(flatten)]
    pub rows: RowArgs,
    #[arg(long, help = JSON)]
    pub json: bool,
}

/// Which rows of a table.
#[derive(Clone, Debug, Args)]
pub struct RowArgs {
    /// Only the rows of these variants, by commas
    #[arg(long, value_name = "NAMES", requires = "table", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Leave out the rows of variants that the library does not have (they fail otherwise)
    #[arg(long, requires = "table")]
    pub skip_unknown: bool,
}

#[derive(Clone, Debug, Args)]
pub struct BetzaArgs {
    /// The movement
    #[arg(value_name = "STR", required_unless_present = "table")]
    pub notation: Option<String>,
    /// Files x ranks
    #[arg(long, value_name = "FxR", default_value = "8x8", conflicts_with = "table")]
    pub board: String,
    /// Where the piece stands; default is the middle
    #[arg(long, value_name = "SQUARE", conflicts_with = "table")]
    pub at: Option<String>,
    /// `own:e5,c3 foe:b2 foeK:h8 moved black ep:e6>e5`
    #[arg(long, value_name = "MEN", default_value = "empty", conflicts_with = "table")]
    pub blockers: String,
    /// Check the rows `name notation board origin blockers targets` of a table
    #[arg(long, value_name = "FILE", conflicts_with = "notation")]
    pub table: Option<PathBuf>,
    /// Leave out rows of several legs (`[`, `u`, `a` chains)
    #[arg(long, requires = "table")]
    pub single_leg: bool,
    #[arg(long, help = JSON)]
    pub json: bool,
}

#[derive(Clone, Debug, Args)]
pub struct PlanArgs {
    #[command(flatten)]
    pub variant: VariantArgs,
}

#[derive(Clone, Debug, Args)]
pub struct EmitArgs {
    #[command(flatten)]
    pub variant: VariantArgs,
}

#[derive(Clone, Debug, Args)]
pub struct BuildArgs {
    #[command(flatten)]
    pub variant: VariantArgs,
    /// The engine; default is the variant's name in this folder
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// Also write the cargo project of the engine there
    #[arg(long, value_name = "DIR")]
    pub project: Option<PathBuf>,
    /// For any processor of this kind, not only for this machine's
    #[arg(long)]
    pub portable: bool,
}

#[derive(Clone, Debug, Args)]
pub struct UciArgs {
    #[command(flatten)]
    pub variant: VariantArgs,
    /// Serve from the reference interpreter instead of compiled code
    #[arg(long)]
    pub interp: bool,
}

#[derive(Clone, Debug, Args)]
pub struct CompareArgs {
    /// Files, FILE:NAME, or names of library variants
    #[arg(value_name = "V")]
    pub variants: Vec<String>,
    #[command(flatten)]
    pub settings: SettingArgs,
    /// All variants of the library
    #[arg(long, conflicts_with = "variants")]
    pub all: bool,
    /// Games for each variant
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub games: u64,
    /// Plies of a game at most
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub plies: u32,
    /// Another seed plays other games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

#[derive(Clone, Debug, Args)]
pub struct SelfplayArgs {
    /// Files, FILE:NAME, or names of library variants
    #[arg(required = true, value_name = "V")]
    pub variants: Vec<String>,
    #[command(flatten)]
    pub settings: SettingArgs,
    /// Games for each variant
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub games: u64,
    /// Milliseconds for each move
    #[arg(long, value_name = "MS", default_value_t = 50)]
    pub movetime: u64,
    /// Random plies at the beginning
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub opening: u32,
    /// Break a game off after so many plies
    #[arg(long, value_name = "N", default_value_t = 600)]
    pub plies: u32,
    /// Another seed begins otherwise
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

#[derive(Clone, Debug, Args)]
pub struct PlayArgs {
    #[command(flatten)]
    pub variant: VariantArgs,
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Milliseconds that `go` may take
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    pub movetime: u64,
}

#[derive(Clone, Debug, Args)]
pub struct FmtArgs {
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Change nothing; status 1 if a file is not in its usual form
    #[arg(long)]
    pub check: bool,
}

#[derive(Clone, Debug, Args)]
pub struct TestArgs {
    /// Files, FILE:NAME, or names of library variants
    #[arg(required_unless_present = "table", value_name = "FILE")]
    pub files: Vec<String>,
    /// Record the `snapshot` steps instead of comparing them
    #[arg(long)]
    pub update: bool,
    /// Check the rows `case variant settings fen moves question expected` of a table
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "update"])]
    pub table: Option<PathBuf>,
    /// With a table: ask the reference interpreter instead of compiled code
    #[arg(long, requires = "table")]
    pub interp: bool,
    #[command(flatten)]
    pub rows: RowArgs,
}

const JSON: &str = "Write JSON for programs";

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
