//! Variants of the library, compiled from their text.

use ferz_dsl::assemble::Request;
use ferz_dsl::compile::compile;
use ferz_dsl::render;
use ferz_dsl::source::Library;
use ferz_interp::Interp;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

fn collect(root: &Path, dir: &Path, files: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(dir).expect("the library is a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(root, &path, files);
        } else if path.extension().is_some_and(|e| e == "ferz") {
            let name = path.strip_prefix(root).expect("below the root").to_string_lossy().replace('\\', "/");
            files.insert(name, std::fs::read_to_string(&path).expect("a text"));
        }
    }
}

pub fn library() -> Library {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../variants");
    let mut library = Library::default();
    collect(&root, &root, &mut library.files);
    library
}

/// A variant by its name, with settings.
pub fn variant(name: &str, settings: &[(&str, &str)]) -> Interp {
    let library = library();
    let request = settings.iter().fold(Request::named(&library, name), |r, (p, v)| r.set(*p, *v));
    finish(name, &request)
}

/// A variant from a text beside the library.
pub fn written(text: &str) -> Interp {
    let library = library();
    finish("a text of the test", &Request::text(&library, "test.ferz", text))
}

fn finish(name: &str, request: &Request<'_>) -> Interp {
    let compiled = compile(request);
    let told = render::render(&compiled.sources, &compiled.diags.list, false);
    let game = compiled.game.unwrap_or_else(|| panic!("{name} does not compile:\n{told}"));
    Interp::new(Arc::new(game)).unwrap_or_else(|e| panic!("{name}: {e}"))
}
