//! `cargo xtask test`: the tests, by the command that README.md gives.

use std::fs;

use crate::command::{Command, Failure, Outcome};
use crate::shell::{as_tests, program, root, run};

pub const COMMAND: Command = Command {
    name: "test",
    about: "the tests, by the command under README's heading \"Test\"",
    run: |_| {
        let path = root().join("README.md");
        let text = fs::read_to_string(&path).map_err(|error| format!("README.md: {error}"))?;
        for line in commands(&text)? {
            let words: Vec<&str> = line.split_whitespace().collect();
            run(as_tests(&mut program(&words)))?;
        }
        Ok(Outcome::Done)
    },
};

/// The lines of the first shell block under the heading "Test".
fn commands(readme: &str) -> Result<Vec<&str>, Failure> {
    let (_, section) = readme
        .split_once("\n## Test\n")
        .ok_or("README.md has no heading \"Test\"")?;
    let section = section.split("\n## ").next().unwrap_or_default();
    let block = section
        .split_once("```sh\n")
        .and_then(|(_, rest)| rest.split_once("```"))
        .map_or("", |(block, _)| block);
    let lines: Vec<&str> = block
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    if lines.is_empty() {
        return Err("README.md gives no test command".into());
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::commands;

    #[test]
    fn the_command_is_the_block_under_the_heading() {
        let text =
            "# a\n\n## Run\n\n```sh\nb\n```\n\n## Test\n\nc\n\n```sh\ncargo test\n```\n\n## D\n";
        assert_eq!(commands(text), Ok(vec!["cargo test"]));
        assert!(commands("# a\n\n## Test\n\nnothing\n\n## D\n\n```sh\nb\n```\n").is_err());
        assert!(commands("# a\n").is_err());
    }
}
