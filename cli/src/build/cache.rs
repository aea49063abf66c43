//! Built engines, kept in the user's cache folder by the hash of everything they were made from.
//!
//! An entry is a folder that appears by one rename, complete, so an interrupted build leaves nothing that looks like an
//! entry. A lock file per key makes a second builder wait for the first and find its work; the system drops the lock
//! of a process that dies. A stamp in each entry (size and hash of its product) tells a damaged file, which is built
//! again.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::{Path, PathBuf};

/// The folder of built things.
#[derive(Clone, Debug)]
pub struct Cache {
    root: PathBuf,
}

/// Name of an entry: 128 bits over its ingredients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// Hashes the ingredients; their borders count, so `ab`,`c` is another key than `a`,`bc`.
    pub fn of(ingredients: &[&str]) -> Self {
        let half = |salt: u8| {
            let mut hasher = DefaultHasher::new();
            hasher.write_u8(salt);
            for text in ingredients {
                hasher.write_usize(text.len());
                hasher.write(text.as_bytes());
            }
            hasher.finish()
        };
        Self(format!("{:016x}{:016x}", half(1), half(2)))
    }
}

/// Why an entry could not be had.
#[derive(Debug)]
pub enum CacheError<E> {
    /// The folder cannot be used.
    Folder(String),
    /// The maker failed.
    Make(E),
}

impl Cache {
    /// The user's cache: `FERZ_CACHE`, else `XDG_CACHE_HOME/ferz`, else `HOME/.cache/ferz`. `None` where none is set.
    pub fn of_user() -> Option<Self> {
        Self::chosen(|name| std::env::var_os(name))
    }

    fn chosen(var: impl Fn(&str) -> Option<OsString>) -> Option<Self> {
        let set = |name: &str| var(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        let root = set("FERZ_CACHE")
            .or_else(|| set("XDG_CACHE_HOME").filter(|p| p.is_absolute()).map(|p| p.join("ferz")))
            .or_else(|| set("HOME").map(|p| p.join(".cache").join("ferz")))?;
        Some(Self { root })
    }

    #[cfg(test)]
    fn at(root: &Path) -> Self {
        Self { root: root.to_path_buf() }
    }

    /// The file `product` of the entry `kind-key`. Where there is none, `make` fills an empty folder that must then
    /// hold the product.
    pub fn entry<E>(
        &self,
        kind: &str,
        key: &Key,
        product: &str,
        make: impl FnOnce(&Path) -> Result<(), E>,
    ) -> Result<PathBuf, CacheError<E>> {
        let folder = self.root.join(format!("{kind}-{}", key.0));
        let file = folder.join(product);
        if is_whole(&folder, product) {
            return Ok(file);
        }
        let fail = |e: io::Error| CacheError::Folder(format!("the cache folder `{}`: {e}", self.root.display()));
        fs::create_dir_all(&self.root).map_err(fail)?;
        let lock = self.root.join(format!("{kind}-{}.lock", key.0));
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(lock).map_err(fail)?;
        lock.lock().map_err(fail)?;
        // Another process may have built it while this one waited.
        if is_whole(&folder, product) {
            return Ok(file);
        }
        // Only the holder of the lock uses this name: what is there was left by a build that died.
        let workshop = self.root.join(format!("{kind}-{}.part", key.0));
        remove(&workshop).map_err(fail)?;
        fs::create_dir(&workshop).map_err(fail)?;
        if let Err(e) = make(&workshop) {
            let _ = remove(&workshop);
            return Err(CacheError::Make(e));
        }
        settle(&workshop.join(product)).map_err(fail)?;
        let stamp = stamp(&workshop.join(product)).map_err(fail)?;
        fs::write(workshop.join("stamp"), stamp).map_err(fail)?;
        remove(&folder).map_err(fail)?;
        fs::rename(&workshop, &folder).map_err(fail)?;
        Ok(file)
    }
}

fn is_whole(folder: &Path, product: &str) -> bool {
    let Ok(told) = fs::read_to_string(folder.join("stamp")) else { return false };
    stamp(&folder.join(product)).is_ok_and(|found| found == told)
}

/// Size and hash of a file.
fn stamp(file: &Path) -> io::Result<String> {
    let bytes = fs::read(file)?;
    let mut hasher = DefaultHasher::new();
    hasher.write(&bytes);
    Ok(format!("{} {:016x}\n", bytes.len(), hasher.finish()))
}

/// Removes a folder or file that may not be there.
fn remove(path: &Path) -> io::Result<()> {
    let gone = match fs::symlink_metadata(path) {
        Ok(m) if m.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(e) => Err(e),
    };
    match gone {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(e),
        _ => Ok(()),
    }
}

/// Waits until the disk has a file, so that a renamed entry is whole even after a power cut.
fn settle(file: &Path) -> io::Result<()> {
    File::open(file)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    /// A folder of its own for a test, removed at the end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("ferz-cache-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            Self(path)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn write(text: &'static str) -> impl Fn(&Path) -> Result<(), io::Error> {
        move |folder| fs::write(folder.join("engine"), text)
    }

    #[test]
    fn the_borders_of_ingredients_count() {
        assert_ne!(Key::of(&["ab", "c"]), Key::of(&["a", "bc"]));
        assert_eq!(Key::of(&["ab", "c"]), Key::of(&["ab", "c"]));
    }

    #[test]
    fn the_folder_is_the_one_the_user_chose() {
        let root = |vars: &'static [(&'static str, &'static str)]| {
            let cache = Cache::chosen(|n| vars.iter().find(|v| v.0 == n).map(|v| v.1.into()));
            cache.map(|c| c.root.display().to_string())
        };
        assert_eq!(root(&[("FERZ_CACHE", "/a"), ("XDG_CACHE_HOME", "/b"), ("HOME", "/c")]).unwrap(), "/a");
        assert_eq!(root(&[("FERZ_CACHE", ""), ("XDG_CACHE_HOME", "/b"), ("HOME", "/c")]).unwrap(), "/b/ferz");
        assert_eq!(root(&[("XDG_CACHE_HOME", "relative"), ("HOME", "/c")]).unwrap(), "/c/.cache/ferz");
        assert_eq!(root(&[]), None);
    }

    #[test]
    fn an_entry_is_made_once() {
        let scratch = Scratch::new("once");
        let cache = Cache::at(&scratch.0);
        let key = Key::of(&["x"]);
        let first = cache.entry("engine", &key, "engine", write("one")).unwrap();
        let second = cache.entry("engine", &key, "engine", write("two")).unwrap();
        assert_eq!(first, second);
        assert_eq!(fs::read_to_string(second).unwrap(), "one");
    }

    #[test]
    fn builders_at_the_same_time_build_once() {
        let scratch = Scratch::new("race");
        let cache = Cache::at(&scratch.0);
        let made = AtomicUsize::new(0);
        std::thread::scope(|s| {
            for _ in 0..8 {
                s.spawn(|| {
                    let file = cache.entry("engine", &Key::of(&["x"]), "engine", |folder| {
                        made.fetch_add(1, Ordering::SeqCst);
                        fs::write(folder.join("engine"), "half")?;
                        std::thread::sleep(Duration::from_millis(30));
                        fs::write(folder.join("engine"), "whole")
                    });
                    assert_eq!(fs::read_to_string(file.unwrap()).unwrap(), "whole");
                });
            }
        });
        assert_eq!(made.load(Ordering::SeqCst), 1);
    }

    #[test]
    fn what_a_dead_build_left_is_no_entry() {
        let scratch = Scratch::new("dead");
        let cache = Cache::at(&scratch.0);
        let key = Key::of(&["x"]);
        let part = scratch.0.join(format!("engine-{}.part", key.0));
        fs::create_dir_all(&part).unwrap();
        fs::write(part.join("engine"), "ha").unwrap();
        let file = cache.entry("engine", &key, "engine", write("whole")).unwrap();
        assert_eq!(fs::read_to_string(file).unwrap(), "whole");
        assert!(!part.exists());
    }

    #[test]
    fn a_failed_build_leaves_nothing_and_can_be_tried_again() {
        let scratch = Scratch::new("failed");
        let cache = Cache::at(&scratch.0);
        let key = Key::of(&["x"]);
        let failed = cache.entry("engine", &key, "engine", |folder| {
            fs::write(folder.join("engine"), "ha").unwrap();
            Err("no linker")
        });
        assert!(matches!(failed, Err(CacheError::Make("no linker"))));
        assert!(!scratch.0.join(format!("engine-{}", key.0)).exists());
        assert!(cache.entry("engine", &key, "engine", write("whole")).is_ok());
    }

    #[test]
    fn a_damaged_entry_is_built_again() {
        let scratch = Scratch::new("damaged");
        let cache = Cache::at(&scratch.0);
        let key = Key::of(&["x"]);
        let file = cache.entry("engine", &key, "engine", write("whole")).unwrap();
        fs::write(&file, "who").unwrap();
        let file = cache.entry("engine", &key, "engine", write("whole")).unwrap();
        assert_eq!(fs::read_to_string(file).unwrap(), "whole");
    }
}
