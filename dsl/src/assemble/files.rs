//! The files of one compilation: the main file, the standard library, and what they name by `include` and `extends`.
//!
//! Every file is parsed once. A path is looked for below the folder of the file that names it, then below the root of
//! the library; it never leads above either, and files do not include each other in a circle.

use std::collections::BTreeMap;

use super::headings::{Heading, means, name_of_title, paths_named, variants};
use super::request::{Main, Request};
use crate::ast;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::nearest::nearest;
use crate::parse;
use crate::source::{FileId, Library, Sources, Span};

/// More files than this in one compilation are a mistake.
const MOST_FILES: usize = 1000;
/// Folder of the library that is always in scope.
const STANDARD: &str = "std/";

/// Index into [`Files::units`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct UnitId(pub usize);

/// Where a file lives: the library, or the folder of the main file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    in_library: bool,
    path: String,
}

/// One parsed file.
#[derive(Debug)]
pub(super) struct Unit {
    place: Place,
    pub id: FileId,
    pub ast: ast::File,
    /// Files it includes, with the place of the `include`.
    pub includes: Vec<(UnitId, Span)>,
}

/// One variant of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct VariantRef {
    pub unit: UnitId,
    pub index: usize,
}

#[derive(Debug)]
pub(super) struct Files<'a> {
    request: &'a Request<'a>,
    pub units: Vec<Unit>,
    /// Files of the standard library.
    pub std: Vec<UnitId>,
    opened: BTreeMap<Place, UnitId>,
    /// Path of the main file in the user's folder.
    main_path: Option<String>,
    /// Files whose includes are being opened, outermost first, with the place that named each.
    active: Vec<(UnitId, Option<Span>)>,
    /// Heads of the variants of the library, by path; filled on first use.
    headings: Option<Vec<(String, Heading)>>,
}

/// Reads the files that a main file names, and those that they name, from its folder. `read` gets a path below that
/// folder; a path that it does not know may be one of the library.
pub fn nearby_files(text: &str, read: &mut dyn FnMut(&str) -> Option<String>) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut tried: Vec<String> = Vec::new();
    let mut wanted: Vec<(String, String)> = paths_named(text).into_iter().map(|p| (String::new(), p)).collect();
    while let Some((folder, path)) = wanted.pop() {
        let Some(path) = join(&folder, &path) else { continue };
        if tried.contains(&path) || tried.len() >= MOST_FILES {
            continue;
        }
        tried.push(path.clone());
        if let Some(text) = read(&path) {
            let folder = folder_of(&path).to_string();
            wanted.extend(paths_named(&text).into_iter().map(|p| (folder.clone(), p)));
            found.insert(path, text);
        }
    }
    found
}

/// Paths of the library files that hold a variant of this name.
#[must_use]
pub fn library_paths(library: &Library, name: &str) -> Vec<String> {
    let has = |text: &str| variants(text).iter().any(|v| means(name, &v.name));
    library.files.iter().filter(|(_, text)| has(text)).map(|(path, _)| path.clone()).collect()
}

impl<'a> Files<'a> {
    pub fn new(request: &'a Request<'a>) -> Self {
        Self {
            request,
            units: Vec::new(),
            std: Vec::new(),
            opened: BTreeMap::new(),
            main_path: None,
            active: Vec::new(),
            headings: None,
        }
    }

    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.0]
    }

    pub fn variant(&self, at: VariantRef) -> &ast::Variant {
        &self.unit(at.unit).ast.variants[at.index]
    }

    pub fn is_std(&self, unit: UnitId) -> bool {
        self.std.contains(&unit)
    }

    /// Opens the main file; with the variant, where its name chose the file.
    pub fn open_main(
        &mut self,
        sources: &mut Sources,
        diags: &mut Diagnostics,
    ) -> Option<(UnitId, Option<VariantRef>)> {
        let request = self.request;
        match &request.main {
            Main::Text { name, text } => {
                let base = name.rsplit(['/', '\\']).next().unwrap_or(name);
                self.main_path = Some(base.to_string());
                // A file of the library given by its path is that file, not a second one with the same names.
                let twin = request.library.files.iter().find(|(_, t)| *t == text).map(|(path, _)| path.clone());
                let place = match twin {
                    Some(path) => Place { in_library: true, path },
                    None => Place { in_library: false, path: base.to_string() },
                };
                self.add(place, name, text, None, sources, diags).map(|unit| (unit, None))
            }
            Main::Library(name) => {
                if request.library.files.contains_key(name) {
                    let place = Place { in_library: true, path: name.clone() };
                    return self.open(place, None, sources, diags).map(|unit| (unit, None));
                }
                match self.in_library(name, None, sources, diags) {
                    Some(found) => Some((found.unit, Some(found))),
                    None => {
                        let mut d = Diagnostic::error("E0151", format!("no variant is called `{name}`"));
                        if let Some(near) = self.near_variant(name) {
                            d = d.help(format!("did you mean `{near}`?"));
                        }
                        diags
                            .push(d.help("`ferz list` shows the variants of the library; a file is named by its path"));
                        None
                    }
                }
            }
        }
    }

    /// Opens every file of the standard library.
    pub fn open_std(&mut self, sources: &mut Sources, diags: &mut Diagnostics) {
        let library = self.request.library;
        for path in library.files.keys().filter(|p| p.starts_with(STANDARD)) {
            let place = Place { in_library: true, path: path.clone() };
            if let Some(unit) = self.open(place, None, sources, diags) {
                self.std.push(unit);
            }
        }
    }

    /// The file that `extends "path"` or `include "path"` of another file means.
    pub fn open_path(
        &mut self,
        from: UnitId,
        path: &str,
        at: Span,
        sources: &mut Sources,
        diags: &mut Diagnostics,
    ) -> Option<UnitId> {
        let place = self.find(from, path, at, diags)?;
        if let Some(unit) = self.opened.get(&place)
            && let Some(start) = self.active.iter().position(|(active, _)| active == unit)
        {
            let mut d = Diagnostic::error("E0317", format!("`{path}` is included in a circle")).label(
                at,
                if self.active[start].0 == from { "the file includes itself" } else { "this leads back to the start" },
            );
            if let Some(span) = self.active.get(start + 1).and_then(|(_, at)| *at) {
                d = d.secondary(span, "the circle starts here");
            }
            diags.push(d.help("put what both files need into a third one that both include"));
            return None;
        }
        self.open(place, Some(at), sources, diags)
    }

    /// A variant by the name written in `unit`, but not `but`: of the file, of its includes, then of the library.
    pub fn find_variant(
        &mut self,
        unit: UnitId,
        name: &str,
        but: Option<VariantRef>,
        sources: &mut Sources,
        diags: &mut Diagnostics,
    ) -> Option<VariantRef> {
        for seen in self.closure(unit) {
            let list = &self.unit(seen).ast.variants;
            let hit = (0..list.len())
                .map(|index| VariantRef { unit: seen, index })
                .find(|at| Some(*at) != but && means(name, &variant_name(&list[at.index])));
            if hit.is_some() {
                return hit;
            }
        }
        self.in_library(name, but, sources, diags)
    }

    /// The nearest name of a variant of the library or of the open files.
    pub fn near_variant(&mut self, name: &str) -> Option<String> {
        let name = name_of_title(name);
        let own: Vec<String> = self.units.iter().flat_map(|u| u.ast.variants.iter().map(variant_name)).collect();
        let names = self.headings().iter().map(|(_, h)| h.name.as_str()).chain(own.iter().map(String::as_str));
        nearest(&name, names).map(str::to_string)
    }

    /// The file and everything it includes, itself first.
    pub fn closure(&self, unit: UnitId) -> Vec<UnitId> {
        let mut list = vec![unit];
        let mut next = 0;
        while next < list.len() {
            for (included, _) in &self.unit(list[next]).includes {
                if !list.contains(included) {
                    list.push(*included);
                }
            }
            next += 1;
        }
        list
    }

    fn headings(&mut self) -> &[(String, Heading)] {
        let library = self.request.library;
        self.headings.get_or_insert_with(|| {
            let of = |(path, text): (&String, &String)| {
                variants(text).into_iter().map(|h| (path.clone(), h)).collect::<Vec<_>>()
            };
            library.files.iter().flat_map(of).collect()
        })
    }

    fn in_library(
        &mut self,
        name: &str,
        but: Option<VariantRef>,
        sources: &mut Sources,
        diags: &mut Diagnostics,
    ) -> Option<VariantRef> {
        let paths: Vec<String> =
            self.headings().iter().filter(|(_, h)| means(name, &h.name)).map(|(path, _)| path.clone()).collect();
        for path in paths {
            let unit = self.open(Place { in_library: true, path }, None, sources, diags)?;
            let list = &self.unit(unit).ast.variants;
            let hit = (0..list.len())
                .map(|index| VariantRef { unit, index })
                .find(|at| Some(*at) != but && means(name, &variant_name(&list[at.index])));
            if hit.is_some() {
                return hit;
            }
        }
        None
    }

    fn open(
        &mut self,
        place: Place,
        at: Option<Span>,
        sources: &mut Sources,
        diags: &mut Diagnostics,
    ) -> Option<UnitId> {
        if let Some(unit) = self.opened.get(&place) {
            return Some(*unit);
        }
        let request = self.request;
        let files = if place.in_library { &request.library.files } else { &request.nearby };
        let text = files.get(&place.path)?;
        let name = place.path.clone();
        self.add(place, &name, text, at, sources, diags)
    }

    fn add(
        &mut self,
        place: Place,
        name: &str,
        text: &str,
        at: Option<Span>,
        sources: &mut Sources,
        diags: &mut Diagnostics,
    ) -> Option<UnitId> {
        if self.units.len() >= MOST_FILES {
            let mut d = Diagnostic::error("E0330", format!("more than {MOST_FILES} files are needed"));
            if let Some(at) = at {
                d = d.label(at, "this one is too many");
            }
            diags.push(d);
            return None;
        }
        let id = sources.add(name, text);
        let ast = parse::file(sources, id, diags);
        let unit = UnitId(self.units.len());
        let includes = ast.includes.clone();
        self.opened.insert(place.clone(), unit);
        self.units.push(Unit { place, id, ast, includes: Vec::new() });
        self.active.push((unit, at));
        for path in includes {
            if let Some(included) = self.open_path(unit, &path.value, path.span, sources, diags) {
                self.units[unit.0].includes.push((included, path.span));
            }
        }
        self.active.pop();
        Some(unit)
    }

    fn find(&self, from: UnitId, path: &str, at: Span, diags: &mut Diagnostics) -> Option<Place> {
        let here = &self.unit(from).place;
        let folder = folder_of(&here.path);
        let (Some(beside), Some(rooted)) = (join(folder, path), join("", path)) else {
            diags.push(
                Diagnostic::error("E0318", format!("`{path}` leads out of the folder"))
                    .label(at, "a path goes down from this file's folder or from the library")
                    .help("move the file below this folder, and write the path without `..` and without a leading `/`"),
            );
            return None;
        };
        let library = &self.request.library.files;
        let nearby = |path: &String| self.request.nearby.contains_key(path) || self.main_path.as_ref() == Some(path);
        if !here.in_library && nearby(&beside) {
            return Some(Place { in_library: false, path: beside });
        }
        for path in [beside, rooted] {
            if library.contains_key(&path) {
                return Some(Place { in_library: true, path });
            }
        }
        let mut d = Diagnostic::error("E0156", format!("there is no file `{path}`"))
            .label(at, "neither below this file's folder nor in the library");
        let known = library.keys().chain(self.request.nearby.keys()).map(String::as_str);
        if let Some(near) = nearest(path, known) {
            d = d.help(format!("did you mean `{near}`?"));
        }
        diags.push(d);
        None
    }
}

/// The name of a variant: `meta name`, or what its title gives.
pub(super) fn variant_name(variant: &ast::Variant) -> String {
    let given = variant.items.iter().find_map(|item| match &item.kind {
        ast::ItemKind::Meta(pairs) => pairs.iter().find(|(key, _)| key.value == "name").map(|(_, name)| &name.value),
        _ => None,
    });
    given.cloned().unwrap_or_else(|| name_of_title(&variant.title.value))
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The path below a folder; `None` if it leads above.
fn join(folder: &str, path: &str) -> Option<String> {
    if path.is_empty() || path.starts_with('/') || path.contains(['\\', '\0']) {
        return None;
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|p| !p.is_empty()).collect();
    for part in path.split('/') {
        match part {
            ".." => return None,
            "" | "." => {}
            // A drive or a scheme.
            _ if part.contains(':') => return None,
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_never_leads_above_its_folder() {
        assert_eq!(join("cards", "x/./y.ferz").as_deref(), Some("cards/x/y.ferz"));
        for path in ["../x.ferz", "x/../../y.ferz", "/etc/x.ferz", "c:/x.ferz", "a\\b.ferz", ""] {
            assert_eq!(join("cards", path), None, "{path}");
        }
    }

    #[test]
    fn nearby_files_are_followed_below_the_folder_of_each() {
        let mut read = |path: &str| match path {
            "cards/one.ferz" => Some("include \"two.ferz\"\ninclude \"../secret.ferz\"".to_string()),
            "cards/two.ferz" => Some("rule two {}".to_string()),
            other => panic!("{other} was asked for"),
        };
        let found = nearby_files("include \"cards/one.ferz\"", &mut read);
        assert_eq!(found.keys().map(String::as_str).collect::<Vec<_>>(), ["cards/one.ferz", "cards/two.ferz"]);
    }
}
