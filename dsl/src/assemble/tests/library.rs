//! The library of this repository goes through this stage without a word.

use std::fs;
use std::path::Path;

use super::run;
use crate::assemble::{Request, check_rules, library_paths, variants};
use crate::diagnostics::Diagnostics;
use crate::source::{Library, Sources};

fn read(folder: &Path, root: &Path, library: &mut Library) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read(&path, root, library);
        } else if path.extension().is_some_and(|e| e == "ferz") {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            library.files.insert(name, fs::read_to_string(&path).unwrap());
        }
    }
}

fn library() -> Library {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../variants");
    let mut library = Library::default();
    read(&root, &root, &mut library);
    library
}

#[test]
fn every_variant_of_the_library_is_put_together() {
    let library = library();
    let mut seen = 0;
    let mut told = String::new();
    for (path, text) in &library.files {
        for heading in variants(text) {
            let found = run(&Request::named(&library, &heading.name));
            for d in &found.diags.list {
                told.push_str(&format!("{path} {}: {} {}\n{:?}\n", heading.name, d.code, d.headline, d.labels));
            }
            let Some(assembly) = found.assembly else { continue };
            assert_eq!((assembly.name, assembly.title.value), (heading.name, heading.title), "{path}");
            seen += 1;
        }
    }
    assert!(told.is_empty(), "{told}");
    assert!(seen >= 36, "only {seen} variants were put together");
}

#[test]
fn every_file_of_rules_is_fine_by_itself() {
    let library = library();
    for (path, text) in library.files.iter().filter(|(_, text)| variants(text).is_empty()) {
        let (mut sources, mut diags) = (Sources::default(), Diagnostics::default());
        check_rules(&Request::text(&library, path, text), &mut sources, &mut diags);
        assert!(diags.list.is_empty(), "{path}: {:#?}", diags.list);
    }
}

#[test]
fn no_two_variants_of_the_library_have_one_name() {
    let library = library();
    for heading in library.files.values().flat_map(|text| variants(text)) {
        assert_eq!(library_paths(&library, &heading.name).len(), 1, "{}", heading.name);
    }
}
