//! What is asked for: which file, which variant of it, with which settings.

use std::collections::BTreeMap;

use crate::source::Library;

/// One question to [`super::assemble`].
#[derive(Clone, Debug)]
pub struct Request<'a> {
    pub library: &'a Library,
    pub main: Main,
    /// Texts of files beside the main file, by path below its folder (see [`super::nearby_files`]). They come before
    /// the library where a path names both.
    pub nearby: BTreeMap<String, String>,
    /// Name of the variant; `None` if the file has only one.
    pub variant: Option<String>,
    /// `--set parameter=value`, lists by commas.
    pub settings: Vec<(String, String)>,
}

/// The file that holds the variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Main {
    /// A file of the user; `name` is what messages call it.
    Text { name: String, text: String },
    /// A path of the library (`chess/chess.ferz`), or the name of one of its variants.
    Library(String),
}

impl<'a> Request<'a> {
    /// A file of the user with one variant.
    #[must_use]
    pub fn text(library: &'a Library, name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::new(library, Main::Text { name: name.into(), text: text.into() })
    }
    /// A variant of the library, by its name.
    #[must_use]
    pub fn named(library: &'a Library, name: impl Into<String>) -> Self {
        Self::new(library, Main::Library(name.into()))
    }
    #[must_use]
    pub fn new(library: &'a Library, main: Main) -> Self {
        Self { library, main, nearby: BTreeMap::new(), variant: None, settings: Vec::new() }
    }
    #[must_use]
    pub fn variant(mut self, name: impl Into<String>) -> Self {
        self.variant = Some(name.into());
        self
    }
    #[must_use]
    pub fn set(mut self, parameter: impl Into<String>, value: impl Into<String>) -> Self {
        self.settings.push((parameter.into(), value.into()));
        self
    }
}
