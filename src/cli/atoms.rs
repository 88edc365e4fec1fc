//! `azulejo atoms`: the copy and multiply-accumulate atoms.

use std::io::{self, Write};
use std::path::PathBuf;

use azulejo::layout::draw::svg_of;
use azulejo::tensor::atom::describe_atoms;

use super::failure::Failure;
use super::output::{check, save};
use super::say::printed;

/// Flags of `azulejo atoms`.
#[derive(clap::Args)]
pub struct Args {
    /// The atom to describe, by CuTe's name; a part of a name lists the atoms that contain it. Without one, all atoms are listed.
    name: Option<String>,

    /// Also write a picture of the atom to this file.
    #[arg(long, value_name = "FILE", requires = "name")]
    svg: Option<PathBuf>,
}

/// Prints one atom whole, or one line per atom.
pub fn run(args: Args) -> Result<(), Failure> {
    let atoms = describe_atoms();
    let wanted = args.name.as_deref().unwrap_or_default();
    let atom = atoms.iter().find(|atom| atom.name == wanted);
    if let Some(file) = &args.svg {
        let atom = atom.ok_or_else(|| {
            Failure::argument("NAME", format!("no atom has exactly the name {wanted:?}, which --svg needs; `azulejo atoms` lists all names"))
        })?;
        let picture = atom
            .picture()
            .map_err(|error| Failure::argument("NAME", error))?;
        check("--svg", file)?;
        save("--svg", file, |file| {
            file.write_all(svg_of(&picture).as_bytes())
        })?;
    }
    let text = match atom {
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
            "no atom has {wanted:?} in its name; `azulejo atoms` lists all {}",
            atoms.len()
        );
        return Err(Failure::argument("NAME", what));
    }
    printed(io::stdout().write_all(text.as_bytes()))
}
