//! `azulejo atoms`: the copy and multiply-accumulate atoms.

use std::io::{self, Write};

use azulejo::tensor::atom::describe_atoms;

use super::failure::Failure;

/// Flags of `azulejo atoms`.
#[derive(clap::Args)]
pub struct Args {
    /// The atom to describe, by CuTe's name; a part of a name lists the atoms that hold it. Without one, all atoms are listed.
    name: Option<String>,
}

/// Prints one atom whole, or one line an atom.
pub fn run(args: Args) -> Result<(), Failure> {
    let atoms = describe_atoms();
    let wanted = args.name.as_deref().unwrap_or_default();
    let text = match atoms.iter().find(|atom| atom.name == wanted) {
        Some(atom) => atom.to_string(),
        None => {
            let lines = atoms.iter().filter(|atom| atom.name.contains(wanted));
            lines
                .map(|atom| format!("{}  {}\n", atom.name, atom.summary))
                .collect()
        }
    };
    if text.is_empty() {
        let what = format!(
            "no atom is called {wanted:?}, nor holds it in its name: `azulejo atoms` lists all {}",
            atoms.len()
        );
        return Err(Failure::argument("NAME", what));
    }
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Work(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}
