//! `cargo xtask book`: the guide is a book: every chapter is in the table of contents and its code is tested, every link
//! leads somewhere, and mdBook builds it without a warning where mdBook is installed.
//!
//! `$MDBOOK` names mdBook where it is not on the path; `cargo install mdbook --locked` installs it.

use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::command::{Command, Failure, Outcome};
use crate::shell::{output, program, root, target_dir};

/// The folder of the guide.
const GUIDE: &str = "docs/guide";
/// The module whose documentation tests are the chapters' code.
const TESTED_IN: &str = "src/guide.rs";

pub const COMMAND: Command = Command {
    name: "book",
    about: "the guide: contents, links, tested code, and a build by mdBook where it is installed",
    run: |_| {
        let source = root().join(GUIDE).join("src");
        let chapters = chapters(&source)?;
        let mut faults = contents(&source, &chapters)?;
        let mut links = 0;
        for chapter in &chapters {
            let text = read(chapter)?;
            let name = shown(chapter);
            for target in targets(&text) {
                links += 1;
                if let Some(fault) = leads_nowhere(chapter, &text, &target) {
                    faults.push(format!("{name}: `{target}`: {fault}"));
                }
            }
        }
        println!("book: {} chapters, {links} links", chapters.len());
        if !faults.is_empty() {
            return Err(faults.join("\n"));
        }
        let mdbook = std::env::var("MDBOOK").unwrap_or_else(|_| "mdbook".to_owned());
        let Some(version) = output(&[&mdbook, "--version"]) else {
            return Ok(Outcome::Skipped(
                "the build (no mdBook; `cargo install mdbook --locked` installs it); contents, links and tests hold"
                    .to_owned(),
            ));
        };
        build(&mdbook)?;
        println!("book: built by {}", version.trim());
        Ok(Outcome::Done)
    },
};

/// Every page of the guide but its table of contents, sorted.
fn chapters(source: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(source).map_err(|error| format!("{}: {error}", shown(source)))?;
    let mut chapters: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|kind| kind == "md"))
        .filter(|path| path.file_name().is_some_and(|name| name != "SUMMARY.md"))
        .collect();
    chapters.sort();
    Ok(chapters)
}

/// What is wrong with the table of contents, and chapters with code that no test runs.
fn contents(source: &Path, chapters: &[PathBuf]) -> Result<Vec<String>, Failure> {
    let listed = targets(&read(&source.join("SUMMARY.md"))?);
    let tested = read(&root().join(TESTED_IN))?;
    let mut faults = Vec::new();
    for name in &listed {
        if !source.join(name).is_file() {
            faults.push(format!("SUMMARY.md lists `{name}`, which does not exist"));
        }
    }
    for chapter in chapters {
        let name = chapter
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        match listed.iter().filter(|listed| **listed == name).count() {
            1 => {}
            0 => faults.push(format!("SUMMARY.md does not list `{name}`")),
            _ => faults.push(format!("SUMMARY.md lists `{name}` more than once")),
        }
        let has_code = read(chapter)?
            .lines()
            .any(|line| line.starts_with("```rust"));
        if has_code && !tested.contains(&format!("{GUIDE}/src/{name}\"")) {
            faults.push(format!("{TESTED_IN} does not test the code of `{name}`"));
        }
    }
    Ok(faults)
}

/// The targets of all links and pictures, in their order; code is not text.
fn targets(text: &str) -> Vec<String> {
    let mut targets = Vec::new();
    let mut in_code = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        // `[name]: target` defines the target of `![text][name]`.
        if let Some((name, target)) = line.split_once("]: ")
            && name.starts_with('[')
        {
            targets.push(target.to_owned());
            continue;
        }
        // Every second part between backticks is code.
        let plain: Vec<&str> = line.split('`').step_by(2).collect();
        let plain = plain.join("`");
        let mut rest = plain.as_str();
        while let Some((_, after)) = rest.split_once("](") {
            let (target, behind) = after.split_once(')').unwrap_or((after, ""));
            targets.push(target.to_owned());
            rest = behind;
        }
    }
    targets
}

/// Why a link of a chapter leads nowhere, if so.
fn leads_nowhere(chapter: &Path, text: &str, target: &str) -> Option<String> {
    if target.starts_with("https://") {
        return None;
    }
    let (path, anchor) = match target.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor)),
        None => (target, None),
    };
    let folder = chapter.parent().unwrap_or(chapter);
    let file = folder.join(path);
    let inside = || {
        let outside = Path::new(path)
            .components()
            .any(|part| matches!(part, Component::ParentDir | Component::RootDir));
        !outside
    };
    if !inside() {
        // mdBook copies what is in the folder and nothing else.
        return Some("it leaves the book".to_owned());
    }
    let of_file;
    let text = if path.is_empty() {
        text
    } else {
        if !file.is_file() {
            return Some("no such file".to_owned());
        }
        of_file = fs::read_to_string(&file).unwrap_or_default();
        &of_file
    };
    match anchor {
        Some(anchor) if !headings(text).iter().any(|heading| heading == anchor) => {
            Some("no such heading".to_owned())
        }
        _ => None,
    }
}

/// The anchors of all headings, as mdBook makes them.
fn headings(text: &str) -> Vec<String> {
    let mut in_code = false;
    text.lines()
        .filter(|line| {
            in_code ^= line.trim_start().starts_with("```");
            !in_code && line.starts_with('#')
        })
        .map(|line| {
            line.trim_start_matches('#')
                .trim()
                .to_lowercase()
                .chars()
                .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
                .map(|c| if c == ' ' { '-' } else { c })
                .collect()
        })
        .collect()
}

/// Builds the book; a warning is a failure.
fn build(mdbook: &str) -> Result<(), Failure> {
    let to = target_dir().join("book");
    let line = [mdbook, "build", GUIDE, "--dest-dir", &to.to_string_lossy()];
    let end = program(&line)
        .env("RUST_LOG", "info")
        .output()
        .map_err(|error| format!("`{}` did not start: {error}", line.join(" ")))?;
    let said = [end.stdout, end.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let warned = ["WARN", "ERROR"].iter().any(|word| said.contains(word));
    if end.status.success() && !warned {
        Ok(())
    } else {
        Err(format!(
            "`{}` ended with {}:\n{said}",
            line.join(" "),
            end.status
        ))
    }
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", shown(path)))
}

/// A path from the root of the repository.
fn shown(path: &Path) -> String {
    path.strip_prefix(root())
        .unwrap_or(path)
        .display()
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::{headings, leads_nowhere, targets};
    use std::path::Path;

    #[test]
    fn links_are_found_outside_code() {
        let text =
            "# A [b](c.md) `[x](y)` ![p](q.svg)\n```text\n[no](no)\n```\n[d](#e)\n[f]: g.svg\n";
        assert_eq!(targets(text), ["c.md", "q.svg", "#e", "g.svg"]);
    }

    #[test]
    fn links_lead_to_files_and_headings() {
        let text = "# Their word, ours\n\n## `a` and b\n";
        assert_eq!(headings(text), ["their-word-ours", "a-and-b"]);
        let chapter =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/guide/src/terminology.md");
        let fault = |target| leads_nowhere(&chapter, text, target);
        assert_eq!(fault("#a-and-b"), None);
        assert_eq!(fault("layouts.md#what-is-a-layout"), None);
        assert_eq!(fault("https://example.org"), None);
        for (target, why) in [
            ("#c", "no such heading"),
            ("layouts.md#nothing", "no such heading"),
            ("nothing.md", "no such file"),
            ("../book.toml", "it leaves the book"),
        ] {
            assert_eq!(fault(target).as_deref(), Some(why));
        }
    }
}
