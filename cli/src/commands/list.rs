//! `ferz list`: what the library has.

use std::io::Write;

use serde_json::{Value, json};

use crate::args::ListArgs;
use crate::failure::Done;
use crate::variant;

pub fn run(args: &ListArgs, out: &mut impl Write) -> Done {
    let entries = variant::library_entries();
    if args.json {
        let list: Vec<Value> = entries
            .iter()
            .map(|e| json!({ "name": e.name, "title": e.title, "family": e.family, "file": e.file }))
            .collect();
        writeln!(out, "{}", Value::Array(list))?;
        return Ok(());
    }
    let width = |f: fn(&variant::Entry) -> &str| entries.iter().map(|e| f(e).chars().count()).max().unwrap_or(0);
    let (names, titles) = (width(|e| &e.name), width(|e| &e.title));
    for e in entries {
        writeln!(out, "{:names$}  {:titles$}  {}", e.name, e.title, e.family)?;
    }
    Ok(())
}
