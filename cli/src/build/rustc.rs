//! The Rust compiler of this machine, called without cargo and without a network.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

/// A compiler that answers.
#[derive(Clone, Debug)]
pub struct Rustc {
    program: OsString,
    /// Version text and, where code is made for this very processor, what the processor offers: part of every cache key.
    pub identity: String,
    flags: Vec<String>,
}

impl Rustc {
    /// The compiler named by `RUSTC`, else `rustc` of the path. `portable` code runs on any processor of this kind,
    /// other code on this one.
    ///
    /// # Errors
    /// Why there is none.
    pub fn find(portable: bool) -> Result<Self, String> {
        let program = std::env::var_os("RUSTC").filter(|v| !v.is_empty()).unwrap_or_else(|| "rustc".into());
        let mut flags: Vec<String> = ["-C", "opt-level=3", "-C", "strip=symbols"].map(String::from).to_vec();
        if !portable {
            flags.extend(["-C".into(), "target-cpu=native".into()]);
        }
        let mut identity = ask(&program, &["-vV".into()])?;
        let cfg: Vec<String> = flags.iter().cloned().chain(["--print".into(), "cfg".into()]).collect();
        identity.push_str(&ask(&program, &cfg)?);
        identity.push_str(&flags.join(" "));
        Ok(Self { program, identity, flags })
    }

    /// Compiles `source` to `output`. `libraries` are names with paths to `.rlib` files.
    ///
    /// # Errors
    /// What the compiler said.
    pub fn compile(
        &self,
        crate_name: &str,
        crate_type: &str,
        source: &Path,
        libraries: &[(&str, &Path)],
        output: &Path,
    ) -> Result<(), String> {
        let mut command = Command::new(&self.program);
        command.args([
            "--edition",
            "2024",
            "--cap-lints",
            "warn",
            "--crate-name",
            crate_name,
            "--crate-type",
            crate_type,
        ]);
        command.args(&self.flags);
        for (name, path) in libraries {
            let mut flag = OsString::from(format!("{name}="));
            flag.push(path);
            command.arg("--extern").arg(flag);
        }
        command.arg("-o").arg(output).arg(source);
        let run = command.stdin(Stdio::null()).output().map_err(|e| crate::read::reason(&e))?;
        if run.status.success() {
            return Ok(());
        }
        Err(format!("{} ({})", String::from_utf8_lossy(&run.stderr).trim_end(), run.status))
    }
}

/// Runs the compiler for its answer on standard output.
fn ask(program: &OsString, args: &[String]) -> Result<String, String> {
    let run = Command::new(program)
        .args(args)
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("`{}`: {}", program.to_string_lossy(), crate::read::reason(&e)))?;
    if run.status.success() {
        Ok(String::from_utf8_lossy(&run.stdout).into_owned())
    } else {
        Err(format!("`{}` failed: {}", program.to_string_lossy(), String::from_utf8_lossy(&run.stderr).trim_end()))
    }
}
