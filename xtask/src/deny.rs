//! `cargo xtask deny`: licences, duplicate versions and sources of every dependency.
//!
//! `cargo deny check` checks by `deny.toml`. Advisories are news of the day, not of a change: the workflow `soak` asks for
//! them each week. Where it is not installed the licences alone are
//! checked, from what `cargo tree` prints, against the same list.

use std::fs;

use crate::command::{Command, Failure, Outcome};
use crate::shell::{at, output, program, root, run};

pub const COMMAND: Command = Command {
    name: "deny",
    about: "cargo deny check, but for advisories; where it is not installed, the licences alone",
    run: |_| {
        if output(&["cargo", "deny", "--version"]).is_some() {
            let checks = ["bans", "licenses", "sources"];
            run(program(&["cargo", "deny", "check"]).args(checks))?;
            return Ok(Outcome::Done);
        }
        let count = check_licences()?;
        Ok(Outcome::Skipped(format!(
            "bans and sources (no cargo-deny; `cargo install cargo-deny --locked` installs it); \
             the licences of {count} packages are allowed"
        )))
    },
};

/// Checks the licence of every package in the tree against `deny.toml`; returns how many there are.
fn check_licences() -> Result<usize, Failure> {
    let path = root().join("deny.toml");
    let text = fs::read_to_string(&path).map_err(at(&path))?;
    let allowed = allowed(&text);
    let tree = output(&[
        "cargo",
        "tree",
        "--workspace",
        "--target",
        "all",
        "--prefix",
        "none",
        "--format",
        "{p}|{l}",
    ])
    .ok_or("`cargo tree` failed")?;
    let mut packages: Vec<&str> = tree
        .lines()
        .map(|line| line.trim_end_matches(" (*)"))
        .collect();
    packages.sort_unstable();
    packages.dedup();
    for package in packages.iter().filter(|line| !line.is_empty()) {
        let (name, licence) = package.split_once('|').unwrap_or((package, ""));
        if !satisfied(licence, &allowed) {
            return Err(format!(
                "{name} is under `{licence}`, which deny.toml does not allow"
            ));
        }
    }
    Ok(packages.len())
}

/// The quoted names in the `allow = [ … ]` list of `deny.toml`.
fn allowed(text: &str) -> Vec<&str> {
    let list = text.split_once("allow = [").map_or("", |(_, rest)| rest);
    let list = list.split_once(']').map_or(list, |(list, _)| list);
    list.split('"').skip(1).step_by(2).collect()
}

/// Returns `true` if an SPDX expression of `OR`, `AND` and `/` can be met from the list.
fn satisfied(licence: &str, allowed: &[&str]) -> bool {
    let plain = licence.replace(['(', ')'], "").replace('/', " OR ");
    plain.split(" OR ").any(|choice| {
        choice
            .split(" AND ")
            .all(|name| allowed.contains(&name.trim()))
    })
}

#[cfg(test)]
mod tests {
    use super::{allowed, satisfied};

    #[test]
    fn licences_are_met_by_any_choice_and_all_of_its_parts() {
        let list = allowed("[licenses]\nallow = [\n  \"MIT\",\n  \"Unicode-3.0\",\n]\n");
        assert_eq!(list, ["MIT", "Unicode-3.0"]);
        assert!(satisfied("Apache-2.0 OR MIT", &list));
        assert!(satisfied("Unlicense/MIT", &list));
        assert!(satisfied("(MIT OR Apache-2.0) AND Unicode-3.0", &list));
        assert!(!satisfied("GPL-3.0", &list));
        assert!(!satisfied("", &list));
    }
}
