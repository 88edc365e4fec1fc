//! Tiles by TMA.

use azulejo_atoms_copy::tma::{MULTICASTS, TILES};

use crate::machine::{Machine, compile, random};

/// The driver's number of an unsigned type of so many bytes; f64 for 8.
fn number(bytes: usize) -> u32 {
    match bytes {
        1 => 0,
        2 => 1,
        4 => 2,
        _ => 8,
    }
}

#[test]
fn tiles_of_rank_1_to_5_are_loaded_and_stored_with_their_edges() {
    let Some(module) = compile("sm_90a", true) else {
        return;
    };
    for case in TILES {
        let (rank, element) = (case.extents.len(), case.element);
        let reach = (0..rank)
            .map(|i| (case.extents[i] - 1) * case.strides[i])
            .sum::<usize>()
            + 1;
        let size: usize = case.tile.iter().product();
        let input = random(reach * element, case.name);
        let mut machine = Machine::new(&module);
        let map = (case.map)().unwrap();
        let (from, to) = (
            machine.bytes(&input),
            machine.bytes(&vec![7; reach * element]),
        );
        let out = machine.bytes(&vec![0; size * element]);
        let (load, store) = (
            machine.map(&map, number(element), from),
            machine.map(&map, number(element), to),
        );
        machine
            .run(case.name, [1; 3], 32, &[load, store, out])
            .unwrap_or_else(|fault| panic!("{}: {fault}", case.name));
        let (tile, stored) = (
            machine.read(out, size * element),
            machine.read(to, reach * element),
        );
        let (mut expected, mut after) = (vec![0; size * element], vec![7; reach * element]);
        for i in 0..size {
            let (mut rest, mut offset, mut inside) = (i, 0, true);
            for mode in 0..rank {
                let at = case.at[mode] * case.tile[mode] + rest % case.tile[mode];
                rest /= case.tile[mode];
                offset += at * case.strides[mode];
                inside &= at < case.extents[mode];
            }
            if inside {
                let bytes = offset * element..(offset + 1) * element;
                expected[i * element..][..element].copy_from_slice(&input[bytes.clone()]);
                after[bytes.clone()].copy_from_slice(&input[bytes]);
            }
        }
        assert!(tile == expected, "{}: another tile was loaded", case.name);
        assert!(stored == after, "{}: another tile was stored", case.name);
    }
}

#[test]
fn ctas_of_a_cluster_load_their_parts_into_all() {
    let Some(module) = compile("sm_90a", true) else {
        return;
    };
    for &(name, ctas, columns, map) in MULTICASTS {
        let input = random(100 * 256 * 2, name);
        let mut machine = Machine::new(&module);
        let bytes = 128 * columns * 2;
        let from = machine.bytes(&input);
        let out = machine.bytes(&vec![1; bytes * ctas as usize]);
        let map = machine.map(&map().unwrap(), 1, from);
        machine
            .run_clusters(name, [ctas, 1, 1], [ctas, 1, 1], 32, &[map, out])
            .unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let got = machine.read(out, bytes * ctas as usize);
        for cta in 0..ctas as usize {
            for i in 0..128 * columns {
                let (row, column) = (64 + i % 64, i / 64);
                let expected = match row < 100 {
                    true => &input[2 * (row * 256 + column)..][..2],
                    false => &[0, 0],
                };
                assert_eq!(
                    &got[cta * bytes + 2 * i..][..2],
                    expected,
                    "{name}: CTA {cta}, element {i}"
                );
            }
        }
    }
}

#[test]
fn tiles_are_added_by_several_blocks() {
    let Some(module) = compile("sm_90a", true) else {
        return;
    };
    use azulejo_atoms_copy::tma::{Map, Sums};
    use azulejo_layout::layout;
    use azulejo_tensor::make_tma_copy;
    let values: Vec<u8> = (0..256).flat_map(|i| (i as f32).to_le_bytes()).collect();
    let old: Vec<u8> = (0..384)
        .flat_map(|i| (1000.0 + i as f32).to_le_bytes())
        .collect();
    let mut machine = Machine::new(&module);
    let (from, to) = (machine.bytes(&values), machine.bytes(&old));
    let map = Map::from(
        make_tma_copy::<f32, Sums, 1, _, _>(layout!((48usize, 8usize):(_1, 48usize))).unwrap(),
    );
    let map = machine.map(&map, 7, to);
    machine
        .run("tma_reduce_add_f32", [3, 1, 1], 32, &[map, from])
        .unwrap();
    for (i, word) in machine.read(to, 384 * 4).chunks_exact(4).enumerate() {
        let (row, column) = (i % 48, i / 48);
        let added = if row >= 32 {
            3.0 * (row - 32 + 32 * column) as f32
        } else {
            0.0
        };
        assert_eq!(
            word,
            (1000.0 + i as f32 + added).to_le_bytes(),
            "({row}, {column})"
        );
    }
}

#[test]
fn contiguous_bytes_need_no_map() {
    let Some(module) = compile("sm_90a", true) else {
        return;
    };
    let input = random(1024, "bulk");
    let mut machine = Machine::new(&module);
    let (from, to) = (machine.bytes(&input), machine.bytes(&[0; 1024]));
    machine
        .run("bulk_round_trip", [1; 3], 32, &[from, to])
        .unwrap();
    assert_eq!(machine.read(to, 1024), input);
}

/// What lanes add by vectors is added to what was there.
#[test]
fn reductions_of_registers_add_to_global_memory() {
    let Some(module) = compile("sm_90a", true) else {
        return;
    };
    let floats = |of: &dyn Fn(u8) -> f32| -> Vec<u8> {
        (0..=255).flat_map(|i| of(i).to_le_bytes()).collect()
    };
    let (input, before) = (floats(&f32::from), floats(&|i| 0.5 - f32::from(i / 3)));
    let mut machine = Machine::new(&module);
    let (from, to) = (machine.bytes(&input), machine.bytes(&before));
    for _ in 0..2 {
        machine.run("reduce_add", [1; 3], 32, &[from, to]).unwrap();
    }
    let wanted = floats(&|i| 2.0 * f32::from(i) + 0.5 - f32::from(i / 3));
    assert_eq!(machine.read(to, 1024), wanted);
}

/// Packed queries: a row is a head of the group and a token, and the last tile has tokens past the end.
#[test]
fn nested_rows_of_packed_queries_are_loaded() {
    let Some(module) = compile("sm_90a", true) else {
        return;
    };
    use azulejo_atoms_copy::tma::{PACKED, packed_map};
    let (heads, tokens) = PACKED;
    let input = random(2 * 64 * heads * tokens, "packed");
    let mut machine = Machine::new(&module);
    let from = machine.bytes(&input);
    let map = machine.map(&packed_map().unwrap(), 6, from);
    let out = machine.bytes(&[1; 3 * 2 * 64 * 64]);
    machine
        .run("tma_packed_gqa", [3, 1, 1], 32, &[map, out])
        .unwrap_or_else(|fault| panic!("{fault}"));
    for (i, got) in machine.read(out, 3 * 2 * 4096).chunks_exact(2).enumerate() {
        let (row, column) = (i / 4096 * 64 + i % 64, i % 4096 / 64);
        let (head, token) = (row % heads, row / heads);
        let expected = match token < tokens {
            true => &input[2 * (256 * token + 64 * head + column)..][..2],
            false => &[0, 0],
        };
        assert_eq!(got, expected, "head {head}, token {token}, {column}");
    }
}
