//! From the variant asked for to the chain of its parents.

use super::files::{Files, UnitId, VariantRef, variant_name};
use super::headings::{is_path, means, split_path};
use crate::ast;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::nearest::nearest;
use crate::source::{Sources, Span};

/// The variant of a file by its name, or its only one.
pub(super) fn chosen(
    files: &Files<'_>,
    unit: UnitId,
    wanted: Option<&str>,
    diags: &mut Diagnostics,
) -> Option<VariantRef> {
    let list = &files.unit(unit).ast.variants;
    let start = Span::new(files.unit(unit).id, 0, 0);
    let names: Vec<String> = list.iter().map(variant_name).collect();
    match wanted {
        Some(wanted) => {
            if let Some(index) = names.iter().position(|n| means(wanted, n)) {
                return Some(VariantRef { unit, index });
            }
            let mut d = Diagnostic::error("E0151", format!("no variant of this file is called `{wanted}`"))
                .label(start, if names.is_empty() { "the file has no variants".into() } else { has(&names) });
            if let Some(near) = nearest(wanted, names.iter().map(String::as_str)) {
                d = d.help(format!("did you mean `{near}`?"));
            }
            diags.push(d);
            None
        }
        None if list.len() == 1 => Some(VariantRef { unit, index: 0 }),
        None if list.is_empty() => {
            // A file that could not be read as variants has its own errors.
            if !diags.has_errors() {
                diags.push(
                    Diagnostic::error("E0159", "this file has no variant")
                        .label(start, "nothing here can be played")
                        .help("begin with `variant \"Title\" extends chess { ... }`"),
                );
            }
            None
        }
        None => {
            let mut d = Diagnostic::error("E0157", "this file has several variants; say which one")
                .label(list[0].title.span, "one here")
                .help(format!("write `FILE:{}`", names[0]))
                .explain(has(&names));
            if let Some(second) = list.get(1) {
                d = d.secondary(second.title.span, "another here");
            }
            diags.push(d);
            None
        }
    }
}

fn has(names: &[String]) -> String {
    format!("the file has {}", names.join(", "))
}

/// The variant and its parents, the oldest first.
pub(super) fn of(
    files: &mut Files<'_>,
    last: VariantRef,
    sources: &mut Sources,
    diags: &mut Diagnostics,
) -> Option<Vec<VariantRef>> {
    let mut chain = vec![last];
    loop {
        let child = chain[chain.len() - 1];
        let Some(extends) = files.variant(child).extends.clone() else { break };
        let parent = parent(files, child, &extends, sources, diags)?;
        if let Some(start) = chain.iter().position(|v| *v == parent) {
            let first = files.variant(chain[start]).extends.as_ref().map(|e| e.name.span);
            let title = files.variant(parent).title.value.clone();
            let mut d = Diagnostic::error("E0316", format!("`{title}` extends itself"))
                .label(extends.name.span, "this leads back to where it began");
            match first {
                Some(first) if first != extends.name.span => d = d.secondary(first, "it began here"),
                _ => d = d.secondary(files.variant(parent).title.span, "this is the same variant"),
            }
            diags.push(d.help("a variant at the root of the others extends nothing"));
            return None;
        }
        chain.push(parent);
    }
    chain.reverse();
    Some(chain)
}

fn parent(
    files: &mut Files<'_>,
    child: VariantRef,
    extends: &ast::Extends,
    sources: &mut Sources,
    diags: &mut Diagnostics,
) -> Option<VariantRef> {
    let name = &extends.name;
    if extends.is_string && is_path(&name.value) {
        let (path, wanted) = split_path(&name.value);
        let unit = files.open_path(child.unit, path, name.span, sources, diags)?;
        let list = &files.unit(unit).ast.variants;
        let hit = match wanted {
            Some(wanted) => list.iter().position(|v| means(wanted, &variant_name(v))),
            None if list.len() == 1 => Some(0),
            None => None,
        };
        if let Some(index) = hit {
            return Some(VariantRef { unit, index });
        }
        let names: Vec<String> = list.iter().map(variant_name).collect();
        let mut d = match wanted {
            Some(wanted) => Diagnostic::error("E0151", format!("no variant of `{path}` is called `{wanted}`")),
            None if list.is_empty() => Diagnostic::error("E0151", format!("`{path}` has no variant")),
            None => Diagnostic::error("E0157", format!("`{path}` has several variants; say which one")),
        }
        .label(name.span, if names.is_empty() { "it holds only rules".into() } else { has(&names) });
        if let Some(first) = names.first() {
            d = d.help(format!("write `extends \"{path}:{first}\"`"));
        }
        diags.push(d);
        return None;
    }
    // A variant that extends its own name means the library's, if there is one.
    if let Some(found) = files.find_variant(child.unit, &name.value, Some(child), sources, diags) {
        return Some(found);
    }
    if means(&name.value, &variant_name(files.variant(child))) {
        return Some(child);
    }
    let mut d = Diagnostic::error("E0151", format!("no variant is called `{}`", name.value))
        .label(name.span, "neither in this file nor in the library");
    if let Some(near) = files.near_variant(&name.value) {
        d = d.help(format!("did you mean `{}`?", near.replace('-', "_")));
    }
    diags.push(d);
    None
}
