//! The kernels on the PTX executor, at compute capability 8.0 and 9.0.
//!
//! Without the nightly toolchain and its `core` for the device the tests say so and pass.

mod instructions;
mod machine;
mod pipelines;
mod registers;
mod tiles;
mod tma;

use azulejo_atoms_copy::atoms::CASES;
use machine::{Machine, compile, random};

/// Runs every atom's kernel that `arch` has.
fn atoms(arch: &str, hopper: bool) {
    let Some(module) = compile(arch, hopper) else {
        return;
    };
    let mut wrong = Vec::new();
    for case in CASES.iter().filter(|case| hopper || !case.hopper) {
        let input = random(case.bytes, case.name);
        let mut machine = Machine::new(&module);
        let (from, to) = (machine.bytes(&input), machine.bytes(&vec![0; case.bytes]));
        let done = machine.run(case.name, [1; 3], 32, &[from, to]);
        match done.map(|()| machine.read(to, case.bytes)) {
            Ok(output) if output == (case.expected)(&input) => {}
            Ok(_) => wrong.push(format!("{}: other values were stored", case.name)),
            Err(fault) => wrong.push(format!("{}: {fault}", case.name)),
        }
    }
    assert!(wrong.is_empty(), "{arch}:\n{}", wrong.join("\n"));
}

#[test]
fn every_copy_atom_moves_what_its_layouts_say_at_8_0() {
    atoms("sm_80", false);
}

#[test]
fn every_copy_atom_moves_what_its_layouts_say_at_9_0() {
    atoms("sm_90a", true);
}
