//! `ferz emit`: the Rust code of a variant.

use std::io::Write;

use crate::args::EmitArgs;
use crate::build::code;
use crate::failure::Done;
use crate::variant;

pub fn run(args: &EmitArgs, out: &mut impl Write) -> Done {
    let game = variant::playable(&args.variant.variant, &args.variant.settings)?;
    out.write_all(code::module(&game.game).as_bytes())?;
    Ok(())
}
