//! Reading files that a user names: with a limit, and with a reason when it does not work.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::failure::Failure;

/// The largest variant file, in bytes. The biggest game known needs a hundredth of it.
pub const VARIANT_LIMIT: u64 = 4 << 20;
/// The largest table, in bytes.
pub const TABLE_LIMIT: u64 = 256 << 20;

/// The bytes of a regular file (or a pipe) of at most `limit` bytes.
pub fn bytes(path: &Path, limit: u64) -> Result<Vec<u8>, Failure> {
    let shown = path.display();
    let fail = |e: std::io::Error| Failure::Input(format!("cannot read `{shown}`: {}", reason(&e)));
    let file = File::open(path).map_err(fail)?;
    if file.metadata().map_err(fail)?.is_dir() {
        return Err(Failure::Input(format!("cannot read `{shown}`: it is a directory, a file is needed")));
    }
    let mut bytes = Vec::new();
    // One byte more than allowed tells a file at the limit from a larger one, also for pipes and devices.
    file.take(limit + 1).read_to_end(&mut bytes).map_err(fail)?;
    if bytes.len() as u64 > limit {
        return Err(Failure::Input(format!("`{shown}` is larger than {limit} bytes, the limit for such a file")));
    }
    Ok(bytes)
}

/// The text of a table file; invalid UTF-8 is an error with its line.
pub fn table(path: &Path) -> Result<String, Failure> {
    String::from_utf8(bytes(path, TABLE_LIMIT)?).map_err(|e| {
        let line = 1 + e.as_bytes()[..e.utf8_error().valid_up_to()].iter().filter(|b| **b == b'\n').count();
        Failure::Input(format!("`{}`, line {line}: the text is not UTF-8", path.display()))
    })
}

/// The system's reason without its number.
pub fn reason(e: &std::io::Error) -> String {
    let text = e.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |c| c.to_lowercase().chain(letters).collect())
}
