//! How a command ends when it does not end well, and the exit status that goes with it.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// Why a command stopped.
#[derive(Debug)]
pub enum Failure {
    /// The input is at fault; the text says how. Status 1.
    Input(String),
    /// The input is at fault in a way that has a code and a page. Status 1.
    Coded(&'static str, String),
    /// The input is at fault and everything has been said already. Status 1.
    Told,
    /// The command line makes no sense. Status 2.
    Usage(String),
    /// Standard output could not be written. Status 1, but a closed pipe is no fault: the reader had enough.
    Output(io::Error),
}

/// What every command returns.
pub type Done = Result<(), Failure>;

impl Failure {
    /// Tells the failure on standard error and gives the exit status.
    pub fn conclude(&self) -> ExitCode {
        match self {
            Self::Input(_) => {
                tell(&format!("error: {self}"));
                ExitCode::from(1)
            }
            Self::Coded(code, text) => {
                tell(&format!("error[{code}]: {text}"));
                ExitCode::from(1)
            }
            Self::Told => ExitCode::from(1),
            Self::Usage(_) => {
                tell(&format!("error: {self}\n\nFor more information, try '--help'."));
                ExitCode::from(2)
            }
            Self::Output(e) if e.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Output(_) => {
                tell(&format!("error: {self}"));
                ExitCode::from(1)
            }
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(text) | Self::Coded(_, text) | Self::Usage(text) => f.write_str(text),
            Self::Told => f.write_str("the input is at fault"),
            Self::Output(e) => write!(f, "cannot write the output: {e}"),
        }
    }
}

impl std::error::Error for Failure {}

impl From<io::Error> for Failure {
    fn from(e: io::Error) -> Self {
        Self::Output(e)
    }
}

/// One line on standard error. A closed standard error is nobody's fault, so failing to write there is ignored.
pub fn tell(text: &str) {
    use io::Write;
    let _ = writeln!(io::stderr(), "{text}");
}
