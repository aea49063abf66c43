//! The crate carries all of its source, and the copy builds alone.

use ferz_runtime::source::SOURCE;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
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

#[test]
fn a_copy_outside_the_workspace_compiles_without_network() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("runtime-copy");
    let _ = fs::remove_dir_all(&folder);
    for (path, text) in SOURCE {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a new folder");
        fs::write(path, text).expect("a new file");
    }
    // The copy lies inside this workspace's target folder, which must not adopt it.
    let manifest = folder.join("Cargo.toml");
    let own = fs::read_to_string(&manifest).expect("just written") + "\n[workspace]\n";
    fs::write(&manifest, own).expect("a file");
    let built = Command::new(env!("CARGO"))
        .args(["check", "--offline", "--quiet", "--manifest-path"])
        .arg(&manifest)
        .env_remove("CARGO_TARGET_DIR")
        .output()
        .expect("cargo runs");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
}
