//! `ferz explain`: the page of a diagnostic code.

use std::io::Write;

use crate::codes;
use crate::failure::{Done, Failure};

pub fn run(code: &str, out: &mut impl Write) -> Done {
    let wanted = code.to_uppercase();
    let Some(page) = codes::page(&wanted) else {
        let forms = "codes look like E0107, W0110, N0021, B05";
        return Err(Failure::Input(format!("there is no page for a diagnostic `{code}`; {forms}")));
    };
    writeln!(out, "{wanted}\n\n{}", page.trim_end())?;
    Ok(())
}
