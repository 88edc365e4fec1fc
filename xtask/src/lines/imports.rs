//! That the folders of a package import each other in one direction.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::command::Failure;
use crate::shell::at;

/// Which modules below `src` each module names by `crate::…`, outside comments.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// What is wrong with the imports of the package whose files these are, if anything.
pub fn fault(src: &Path, files: &[PathBuf]) -> Result<Option<String>, Failure> {
    let mut imports = Imports::new();
    for file in files {
        let Some(module) = file.strip_prefix(src).ok().and_then(module) else {
            continue;
        };
        let text = fs::read_to_string(file).map_err(at(file))?;
        imports.entry(module).or_default().extend(named(&text));
    }
    Ok(cycle(&imports).map(|way| format!("modules import each other: {}", way.join(" -> "))))
}

/// The module of the crate in which a file lies; none for `lib.rs` and the macros that every module has.
fn module(path: &Path) -> Option<String> {
    let first = path.iter().next()?.to_str()?;
    let name = first.strip_suffix(".rs").unwrap_or(first);
    (!["lib", "macros"].contains(&name)).then(|| name.to_owned())
}

/// What stands behind `crate::` in code; a macro's `$crate::` is of the caller's place.
fn named(text: &str) -> impl Iterator<Item = String> {
    let code = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| {
        line.match_indices("crate::")
            .filter(move |(at, _)| !line[..*at].ends_with('$'))
            .map(move |(at, crate_)| {
                let rest = &line[at + crate_.len()..];
                let end = rest.find(|c: char| c != '_' && !c.is_alphanumeric());
                rest[..end.unwrap_or(rest.len())].to_owned()
            })
    })
}

/// A way from a module back to itself, if there is one: what is left when modules that import no other that is left go.
fn cycle(imports: &Imports) -> Option<Vec<&str>> {
    let mut left: BTreeSet<&str> = imports.keys().map(String::as_str).collect();
    while let Some(top) = left
        .iter()
        .copied()
        .find(|module| next(imports, module, &left).is_none())
    {
        left.remove(top);
    }
    let mut way = vec![left.first().copied()?];
    loop {
        let to = next(imports, way[way.len() - 1], &left)?;
        if let Some(start) = way.iter().position(|module| *module == to) {
            way.push(to);
            return Some(way.split_off(start));
        }
        way.push(to);
    }
}

/// The first other module that a module imports, of those that are left.
fn next<'a>(imports: &Imports, from: &str, left: &BTreeSet<&'a str>) -> Option<&'a str> {
    let mut others = imports.get(from)?.iter().filter(|to| *to != from);
    others.find_map(|to| left.get(to.as_str()).copied())
}

#[cfg(test)]
mod tests {
    use super::{Imports, cycle, named};

    fn imports(list: &[(&str, &[&str])]) -> Imports {
        let names = |to: &[&str]| to.iter().map(|m| (*m).to_owned()).collect();
        list.iter()
            .map(|(m, to)| ((*m).to_owned(), names(to)))
            .collect()
    }

    #[test]
    fn a_way_back_is_named() {
        let tree: &[(&str, &[&str])] = &[("a", &["b", "c", "a"]), ("b", &["c"]), ("c", &["x"])];
        assert_eq!(cycle(&imports(tree)), None);
        let back: &[(&str, &[&str])] = &[("a", &["b"]), ("b", &["c"]), ("c", &["b"])];
        assert_eq!(cycle(&imports(back)), Some(vec!["b", "c", "b"]));
    }

    #[test]
    fn code_names_modules_and_comments_do_not() {
        let text = "use crate::tree::{M, Nil};\n// see crate::a\nfn f(x: crate::int::C) {}\n$crate::b!();\n";
        assert_eq!(named(text).collect::<Vec<_>>(), ["tree", "int"]);
    }
}
