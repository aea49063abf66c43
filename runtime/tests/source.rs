//! The crate carries all of its source, and the copy builds alone.

use ferz_runtime::source::{SOURCE, VERSION};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files below `folder` by their path from the crate's root.
fn files(folder: &Path, prefix: &str, found: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).expect("the crate's own folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() {
            files(&path, &format!("{prefix}{name}/"), found);
        } else {
            found.insert(format!("{prefix}{name}"), fs::read_to_string(&path).expect("text"));
        }
    }
}

#[test]
fn no_file_is_missing_from_the_list() {
    let mut found = BTreeMap::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "src/", &mut found);
    let listed: BTreeMap<String, String> = SOURCE
        .iter()
        .filter(|(path, _)| path.starts_with("src/"))
        .map(|(p, t)| (p.to_string(), t.to_string()))
        .collect();
    let (found_names, listed_names): (Vec<_>, Vec<_>) = (found.keys().collect(), listed.keys().collect());
    assert_eq!(found_names, listed_names, "runtime/src/source.rs must list every file of runtime/src");
    assert!(found == listed);
}

/// Writes the copy into a folder of its own.
fn copy(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    for (path, text) in SOURCE {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a new folder");
        fs::write(path, text).expect("a new file");
    }
    folder
}

fn succeeds(command: &mut Command) {
    // A compiler outside cargo sees none of the variables that cargo sets for this test.
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("CARGO_")) {
        command.env_remove(name);
    }
    let done = command.output().expect("the program runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn a_copy_outside_the_workspace_compiles_without_network() {
    let folder = copy("runtime-for-cargo");
    // The copy lies inside this workspace's target folder, which must not adopt it.
    let manifest = folder.join("Cargo.toml");
    let own = fs::read_to_string(&manifest).expect("just written") + "\n[workspace]\n";
    fs::write(&manifest, own).expect("a file");
    succeeds(Command::new(env!("CARGO")).args(["check", "--offline", "--quiet", "--manifest-path"]).arg(&manifest));
}

#[test]
fn a_copy_compiles_by_rustc_alone() {
    let folder = copy("runtime-for-rustc");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let flags = ["--edition", "2024", "--crate-type", "rlib", "--crate-name", "ferz_runtime", "--emit", "metadata"];
    succeeds(Command::new(rustc).args(flags).arg("src/lib.rs").current_dir(&folder));
}

#[test]
fn the_version_is_that_of_the_package() {
    assert_eq!(VERSION, env!("CARGO_PKG_VERSION"));
    let (_, manifest) = SOURCE.iter().find(|(path, _)| *path == "Cargo.toml").expect("a manifest");
    for line in [
        concat!("version = \"", env!("CARGO_PKG_VERSION"), "\"\n"),
        concat!("license = \"", env!("CARGO_PKG_LICENSE"), "\"\n"),
        concat!("rust-version = \"", env!("CARGO_PKG_RUST_VERSION"), "\"\n"),
    ] {
        assert!(manifest.contains(line), "{line}");
    }
}
