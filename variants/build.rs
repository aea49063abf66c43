//! Collects the texts of the library: every `.ferz` file below this folder, by path, in the order of their paths; and
//! emits the modules of those variants that the features ask for.

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
    fs::write(target.join("files.rs"), out)?;
    #[cfg(feature = "compiled")]
    emit::modules(&root, &names, &target)?;
    Ok(())
}

#[cfg(feature = "compiled")]
#[path = "src/chosen.rs"]
mod chosen;

/// Emitted modules. A variant that does not compile fails the build with its diagnostics.
#[cfg(feature = "compiled")]
mod emit {
    use super::chosen::{BEYOND, CLASSICS, SEEDS};
    use std::fmt::Write as _;
    use std::path::Path;
    use std::{env, fs, io};

    use ferz_dsl::assemble::{Request, variants};
    use ferz_dsl::compile::compile;
    use ferz_dsl::render::render;
    use ferz_dsl::source::Library;

    /// Writes `NAME.rs` for each variant and `compiled.rs`, which declares the modules and finds one by name.
    pub fn modules(root: &Path, files: &[String], target: &Path) -> io::Result<()> {
        let on = |feature: &str| env::var_os(format!("CARGO_FEATURE_{feature}")).is_some();
        let wanted = |name: &str| {
            on("ALL")
                || on("SEEDS") && SEEDS.contains(&name)
                || on("CLASSICS") && CLASSICS.contains(&name)
                || on("BEYOND") && BEYOND.contains(&name)
        };
        let mut library = Library::default();
        for path in files {
            library.files.insert(path.clone(), fs::read_to_string(root.join(path))?);
        }
        let (mut mods, mut names, mut arms) = (String::new(), String::new(), String::new());
        for path in files.iter().filter(|p| !p.starts_with("std/")) {
            for heading in variants(&library.files[path]).into_iter().filter(|h| wanted(&h.name)) {
                let name = heading.name;
                let done = compile(&Request::named(&library, name.as_str()));
                let Some(game) = done.game else {
                    return Err(io::Error::other(render(&done.sources, &done.diags.list, false)));
                };
                let module: String = format!(
                    "v_{}",
                    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect::<String>()
                );
                let file = target.join(format!("{module}.rs"));
                fs::write(&file, ferz_codegen::emit(&game))?;
                let _ = writeln!(mods, "#[path = {:?}]\npub mod {module};", file.display().to_string());
                let _ = writeln!(names, "    {name:?},");
                let _ = writeln!(arms, "        {name:?} => Some(visitor.visit({module}::Game)),");
            }
        }
        let mut out = mods;
        let _ = writeln!(
            out,
            "/// Names of the variants compiled into this crate, in the order of their files.\npub static NAMES: &[&str] = &[\n{names}];"
        );
        let _ = writeln!(
            out,
            "/// Hands the rules of the variant with this name to the visitor; `None` if it is not compiled in.\npub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {{\n    match name {{\n{arms}        _ => None,\n    }}\n}}"
        );
        fs::write(target.join("compiled.rs"), out)
    }
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
