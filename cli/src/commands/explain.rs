//! `ferz explain`: the page of a diagnostic code.

use std::io::Write;

use crate::codes::CODES;
use crate::failure::{Done, Failure};

pub fn run(code: &str, out: &mut impl Write) -> Done {
    let wanted = code.to_uppercase();
    let tables: [&[(&str, &str)]; 2] = [&CODES, &ferz_dsl::assemble::codes::CODES];
    let Some((code, page)) = tables.into_iter().flatten().find(|(c, _)| *c == wanted) else {
        let forms = "codes look like E0107, W0110, N0021, B05";
        return Err(Failure::Input(format!("there is no page for a diagnostic `{code}`; {forms}")));
    };
    writeln!(out, "{code}\n\n{}", page.trim_end())?;
    Ok(())
}
