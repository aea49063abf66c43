//! `ferz plan`: the strategy that compiled code will use, and why.

use std::io::Write;

use crate::args::PlanArgs;
use crate::build::code;
use crate::failure::Done;
use crate::variant;

pub fn run(args: &PlanArgs, out: &mut impl Write) -> Done {
    let game = variant::playable(&args.variant.variant, &args.variant.settings)?;
    out.write_all(code::plan(&game.game).as_bytes())?;
    Ok(())
}
