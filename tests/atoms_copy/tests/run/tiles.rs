//! Swizzled tiles in stages, ragged edges and fragments.

use azulejo_atoms_copy::tiles::{COLUMNS, FRAGMENTS, PITCH, RAGGED, ROWS, STAGES, SWIZZLED, TILE};

use crate::machine::{Machine, compile, random};

/// The matrix ends with its last element: a read past an edge is out of bounds in the last row, or sees what is between rows.
#[test]
fn ragged_tiles_read_nothing_outside() {
    let Some(module) = compile("sm_90a", true) else {
        return;
    };
    for &(name, fills) in RAGGED {
        let input = random(2 * ((ROWS - 1) * PITCH + COLUMNS), name);
        let size = TILE * TILE * STAGES;
        let mut machine = Machine::new(&module);
        let (from, to) = (machine.bytes(&input), machine.bytes(&vec![0; 2 * size]));
        machine
            .run(name, [1; 3], 128, &[from, to, 0x1234])
            .unwrap_or_else(|fault| panic!("{name}: {fault}"));
        for (i, got) in machine.read(to, 2 * size).chunks_exact(2).enumerate() {
            let (row, column) = (TILE + i % TILE, i / TILE);
            let expected = if row < ROWS && column < COLUMNS {
                &input[2 * (row * PITCH + column)..][..2]
            } else if fills {
                &[0, 0]
            } else {
                &[0x34, 0x12]
            };
            assert_eq!(got, expected, "{name}: ({row}, {column})");
        }
    }
}

#[test]
fn fragments_by_ldmatrix_are_those_of_the_partition() {
    for (arch, hopper) in [("sm_80", false), ("sm_90a", true)] {
        let Some(module) = compile(arch, hopper) else {
            return;
        };
        for &(name, values) in FRAGMENTS {
            let input = random(2 * TILE * TILE, name);
            let mut machine = Machine::new(&module);
            let (from, to) = (
                machine.bytes(&input),
                machine.bytes(&vec![0; 4 * 128 * values]),
            );
            machine
                .run(name, [1; 3], 128, &[from, to])
                .unwrap_or_else(|fault| panic!("{name}: {fault}"));
            let got = machine.read(to, 4 * 128 * values);
            assert!(
                got.chunks_exact(4).all(|pair| pair[..2] == pair[2..]),
                "{arch}, {name}"
            );
            assert!(got.iter().any(|&byte| byte != 0));
        }
    }
}

#[test]
fn accumulators_by_stmatrix_make_up_the_tile() {
    let Some(module) = compile("sm_90a", true) else {
        return;
    };
    let input = random(2 * TILE * TILE, "stmatrix");
    let mut machine = Machine::new(&module);
    let (from, to) = (
        machine.bytes(&input),
        machine.bytes(&vec![0; 2 * TILE * TILE]),
    );
    machine
        .run("stsm_x4_of_c", [1; 3], 128, &[from, to])
        .unwrap();
    assert!(machine.read(to, 2 * TILE * TILE) == input);
}

#[test]
fn swizzled_arrays_keep_to_their_memory() {
    let Some(module) = compile("sm_80", false) else {
        return;
    };
    assert!(module.contains(".shared .align 1024 .b8 swizzled_array_first[1024];"));
    let count = SWIZZLED + 256;
    let mut machine = Machine::new(&module);
    let to = machine.bytes(&vec![0; 4 * count]);
    machine.run("swizzled_array", [1; 3], 128, &[to]).unwrap();
    let got = machine.read(to, 4 * count);
    let expected = (0..SWIZZLED as u32).chain(1000..1256);
    let bytes: Vec<u8> = expected.flat_map(u32::to_le_bytes).collect();
    assert_eq!(got, bytes);
}
