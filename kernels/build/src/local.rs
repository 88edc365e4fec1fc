//! The crates on this machine that a device crate is compiled with.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{BuildError, source_hash, text_hash};

/// Packages whose version a stamp has instead of their sources.
const OWN: [&str; 5] = [
    "azulejo",
    "azulejo-device",
    "azulejo-kernels",
    "azulejo-layout",
    "azulejo-tensor",
];

/// A crate's folder, with what is compiled of it.
pub(super) struct Local {
    folder: PathBuf,
    sources: Vec<String>,
}

impl Local {
    fn new(folder: PathBuf, manifest: &str) -> Self {
        let mut sources = vec!["Cargo.toml".to_owned(), "src".to_owned()];
        let roots = entries(manifest).filter_map(|entry| match entry.section {
            "lib" => entry.value("path"),
            "package" => entry.value("build"),
            _ => None,
        });
        let others = roots.chain(["build.rs"]);
        sources.extend(
            others
                .filter(|file| !file.starts_with("src/") && folder.join(file).is_file())
                .map(str::to_owned),
        );
        sources.dedup();
        Self { folder, sources }
    }

    /// The files and directories that it is compiled from.
    pub(super) fn sources(&self) -> impl Iterator<Item = PathBuf> {
        self.sources.iter().map(|source| self.folder.join(source))
    }
}

/// The crate in `folder` and the local crates that it depends on, those that these depend on, and so on: by `path`, in its manifest, or
/// in the dependencies and patches of its workspace's.
///
/// # Errors
/// [`BuildError::Io`] where the manifest in `folder` cannot be read.
pub(super) fn local_crates(folder: &Path) -> Result<Vec<Local>, BuildError> {
    let path = folder.join("Cargo.toml");
    let manifest = fs::read_to_string(&path).map_err(|e| BuildError::Io(path, e))?;
    let mut found = Vec::new();
    let mut seen = Vec::new();
    let mut open = vec![(folder.to_path_buf(), manifest)];
    while let Some((folder, manifest)) = open.pop() {
        let place = fs::canonicalize(&folder).unwrap_or_else(|_| folder.clone());
        if seen.contains(&place) {
            continue;
        }
        seen.push(place);
        for used in dependencies(&folder, &manifest) {
            // What is not there is an error of cargo's.
            let Ok(manifest) = fs::read_to_string(used.join("Cargo.toml")) else {
                continue;
            };
            let name = entries(&manifest)
                .filter(|entry| entry.section == "package")
                .find_map(|entry| entry.value("name"));
            if !name.is_some_and(|name| OWN.contains(&name)) {
                open.push((used, manifest));
            }
        }
        found.push(Local::new(folder, &manifest));
    }
    Ok(found)
}

/// The hash of the sources of all of them, the same on every machine.
///
/// # Errors
/// [`BuildError::Io`] where a source cannot be read.
pub(super) fn hash(crates: &[Local]) -> Result<u64, BuildError> {
    let mut all = Vec::new();
    for local in crates {
        let sources: Vec<&str> = local.sources.iter().map(|source| &**source).collect();
        all.push(source_hash(&local.folder, &sources)?);
    }
    Ok(match all[..] {
        [one] => one,
        _ => text_hash(all.iter().flat_map(|hash| hash.to_le_bytes())),
    })
}

/// The folders of the local crates that the manifest of `folder` names.
fn dependencies(folder: &Path, manifest: &str) -> Vec<PathBuf> {
    let own = entries(manifest).filter(|entry| {
        let section = entry.section;
        section.contains("dependencies") && !section.contains("dev-dependencies")
            || section.starts_with("patch")
    });
    let mut all: Vec<PathBuf> = own
        .filter_map(|entry| entry.value("path"))
        .map(|path| folder.join(path))
        .collect();
    let root = fs::canonicalize(folder).ok().and_then(|folder| {
        folder.ancestors().find_map(|root| {
            let text = fs::read_to_string(root.join("Cargo.toml")).ok()?;
            let is_root = text.lines().any(|line| line.starts_with("[workspace"));
            is_root.then(|| (root.to_path_buf(), text))
        })
    });
    if let Some((root, text)) = root {
        let inherited = entries(&text).filter(|entry| {
            entry.section.starts_with("patch")
                || entry.section.starts_with("workspace.dependencies")
                    && manifest.contains(entry.dependency())
        });
        all.extend(
            inherited
                .filter_map(|entry| entry.value("path"))
                .map(|path| root.join(path)),
        );
    }
    all
}

/// A line of a manifest in its section: `[a.b]` has the entries of `a.b`.
struct Entry<'a> {
    section: &'a str,
    line: &'a str,
}

impl<'a> Entry<'a> {
    /// The text of `key`, alone on the line, after a name and a dot, or in braces.
    fn value(&self, key: &str) -> Option<&'a str> {
        let mut rest = self.line;
        loop {
            let at = rest.find(key)?;
            let (before, after) = (&rest[..at], rest[at + key.len()..].trim_start());
            rest = &rest[at + key.len()..];
            let begins = before
                .chars()
                .next_back()
                .is_none_or(|c| matches!(c, '.' | '{' | ',' | ' ' | '\t' | '"' | '\''));
            let Some(value) = after.strip_prefix('=').filter(|_| begins) else {
                continue;
            };
            let value = value.trim_start();
            let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            return value[1..].split_once(quote).map(|(text, _)| text);
        }
    }

    /// The name of the dependency that it is of.
    fn dependency(&self) -> &'a str {
        let of_section = self.section.strip_prefix("workspace.dependencies.");
        let key = of_section.unwrap_or_else(|| self.line.split(['.', '=']).next().unwrap_or(""));
        key.trim().trim_matches(['"', '\''])
    }
}

/// The entries of a manifest, without comments.
fn entries(manifest: &str) -> impl Iterator<Item = Entry<'_>> {
    let mut section = "";
    manifest.lines().filter_map(move |line| {
        let mut quote = None;
        let end = line.char_indices().find(|&(_, c)| match quote {
            Some(open) => {
                quote = quote.filter(|_| c != open);
                false
            }
            None => {
                quote = Some(c).filter(|c| matches!(c, '"' | '\''));
                c == '#'
            }
        });
        let line = line[..end.map_or(line.len(), |(at, _)| at)].trim();
        match line.strip_prefix('[') {
            Some(head) => {
                section = head.trim_matches(['[', ']', ' ']);
                None
            }
            None => Some(Entry { section, line }),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A workspace in a folder of its own.
    struct Workspace(PathBuf);

    impl Workspace {
        fn new(name: &str) -> Self {
            let folder =
                std::env::temp_dir().join(format!("azulejo-{name}-{}", std::process::id()));
            // An earlier process of this number may have left one.
            let _ = fs::remove_dir_all(&folder);
            Self(folder)
        }

        fn write(&self, path: &str, text: &str) {
            let path = self.0.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }

        /// A crate with these dependencies.
        fn add(&self, folder: &str, name: &str, rest: &str) {
            self.write(
                &format!("{folder}/Cargo.toml"),
                &format!("[package]\nname = \"{name}\"\n{rest}"),
            );
            self.write(&format!("{folder}/src/lib.rs"), "// one");
        }

        fn hash(&self) -> u64 {
            hash(&local_crates(&self.0.join("device")).unwrap()).unwrap()
        }
    }

    impl Drop for Workspace {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn what_is_compiled_with_a_crate_is_in_its_hash() {
        let all = Workspace::new("local");
        all.write(
            "Cargo.toml",
            "[workspace]\nmembers = []\n[workspace.dependencies]\ninherited = { path = \"inherited\" }\nother = { path = \"other\" }\n[workspace.dependencies.apart]\npath = \"apart\"\n[patch.crates-io]\npatched = { path = 'patched' }\n",
        );
        all.add(
            "device",
            "device",
            "build = \"make.rs\"\n[lib]\npath = \"root.rs\"\n[dependencies] # path = \"commented\"\nazulejo-device = { path = \"../azulejo\" }\n\
             first = { version = \"1\", path = \"../first\" }\ninherited.workspace = true\n[dependencies.apart]\nworkspace = true\n\
             [target.'cfg(target_arch = \"nvptx64\")'.dependencies]\nonly.path = '../only'\n[dev-dependencies]\ntests = { path = \"../tests\" }\n",
        );
        all.write("device/root.rs", "mod a;");
        all.write("device/make.rs", "fn main() {}");
        all.add(
            "first",
            "first",
            "[dependencies]\nsecond = { path = \"../second\" }\n",
        );
        // Crates may name each other, by features that are off.
        all.add(
            "second",
            "second",
            "[dependencies]\nfirst = { path = \"../first\" }\n",
        );
        all.add("azulejo", "azulejo-device", "");
        for name in [
            "inherited",
            "apart",
            "patched",
            "only",
            "tests",
            "other",
            "commented",
        ] {
            all.add(name, name, "");
        }
        let mut before = all.hash();
        for (file, counts) in [
            ("device/src/lib.rs", true),
            ("device/root.rs", true),
            ("device/make.rs", true),
            ("first/src/lib.rs", true),
            ("second/src/deep/mod.rs", true),
            ("second/build.rs", true),
            ("inherited/src/lib.rs", true),
            ("apart/src/lib.rs", true),
            ("patched/src/lib.rs", true),
            ("only/src/lib.rs", true),
            ("azulejo/src/lib.rs", false),
            ("tests/src/lib.rs", false),
            ("other/src/lib.rs", false),
            ("commented/src/lib.rs", false),
            ("first/README.md", false),
        ] {
            all.write(file, "// two");
            let after = all.hash();
            assert_eq!(after != before, counts, "{file}");
            before = after;
        }
    }

    #[test]
    fn a_crate_by_itself_keeps_its_hash() {
        let all = Workspace::new("alone");
        all.write("Cargo.toml", "[workspace]\n");
        all.add(
            "device",
            "device",
            "[dependencies]\nazulejo-device = \"0.1\"\n",
        );
        let own = source_hash(&all.0.join("device"), &["Cargo.toml", "src"]).unwrap();
        assert_eq!(all.hash(), own);
    }
}
