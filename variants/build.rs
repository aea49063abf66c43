//! Collects the texts of the library: every `.ferz` file below this folder, by path, in the order of their paths.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets the folder of the manifest"));
    let mut paths = Vec::new();
    collect(&root, &mut paths)?;
    let mut names: Vec<String> = paths.iter().map(|path| relative(&root, path)).collect();
    names.sort();

    let mut out = String::from("&[\n");
    for name in &names {
        let full = root.join(name);
        println!("cargo:rerun-if-changed={}", full.display());
        let _ = writeln!(out, "    ({name:?}, include_str!({:?})),", full.display().to_string());
    }
    out.push_str("]\n");
    let target = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets the folder of the output"));
    fs::write(target.join("files.rs"), out)
}

/// All `.ferz` files of the folders below `folder`; `target` and hidden folders hold none of ours.
fn collect(folder: &Path, into: &mut Vec<PathBuf>) -> io::Result<()> {
    // A new file in a folder changes the folder.
    println!("cargo:rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        if path.is_dir() {
            if !name.starts_with('.') && name != "target" && name != "src" {
                collect(&path, into)?;
            }
        } else if path.extension().is_some_and(|e| e == "ferz") {
            into.push(path);
        }
    }
    Ok(())
}

/// The path below the root, with `/` on every system.
fn relative(root: &Path, path: &Path) -> String {
    let below = path.strip_prefix(root).expect("found below the root");
    below.components().map(|c| c.as_os_str().to_string_lossy().into_owned()).collect::<Vec<_>>().join("/")
}
