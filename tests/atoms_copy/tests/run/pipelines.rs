//! Pipelines, barriers, schedulers and clusters.

use azulejo_atoms_copy::pipelines::{ASYNC, CLUSTERS, CTAS, TURNS, WORK, WORK_TILE};

use crate::machine::{Machine, compile, random};

/// Integers from -4 to 3.
fn integers(len: usize, seed: &str) -> Vec<i32> {
    random(len, seed)
        .iter()
        .map(|byte| i32::from(byte >> 5) - 4)
        .collect()
}

/// The bits of an f16 that is an integer from -4 to 3.
fn half(value: i32) -> [u8; 2] {
    let bits = [0x0000u16, 0x3C00, 0x4000, 0x4200, 0x4400][value.unsigned_abs() as usize];
    (bits | if value < 0 { 0x8000 } else { 0 }).to_le_bytes()
}

fn halves(values: &[i32]) -> Vec<u8> {
    values.iter().flat_map(|&value| half(value)).collect()
}

fn floats(values: &[i32]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|&value| (value as f32).to_le_bytes())
        .collect()
}

/// The words that a kernel wrote, as f32.
fn read(machine: &Machine, at: u64, len: usize) -> Vec<f32> {
    let bytes = machine.read(at, 4 * len);
    bytes
        .chunks_exact(4)
        .map(|word| f32::from_le_bytes([word[0], word[1], word[2], word[3]]))
        .collect()
}

/// Runs a kernel whose CTAs, or clusters, take the tiles of a product from one counter.
fn take_tiles(kernel: &str, ctas: u32, cluster: [u32; 3]) {
    let Some(module) = compile("sm_90a", true) else {
        return;
    };
    let (m, n, k) = (WORK.0 * WORK_TILE.0, WORK.1 * WORK_TILE.1, WORK_TILE.2);
    let (a, b) = (
        integers(WORK.2 * m * k, "dynamic a"),
        integers(WORK.2 * n * k, "dynamic b"),
    );
    let mut machine = Machine::new(&module);
    let counter = machine.bytes(&[0; 4]);
    let at = [&a, &b].map(|values| machine.bytes(&floats(values)));
    let c = machine.bytes(&floats(&vec![1; WORK.2 * m * n]));
    machine
        .run_clusters(
            kernel,
            [ctas, 1, 1],
            cluster,
            64,
            &[counter, at[0], at[1], c],
        )
        .unwrap_or_else(|fault| panic!("{kernel}: {fault}"));
    let got = read(&machine, c, WORK.2 * m * n);
    for (i, &got) in got.iter().enumerate() {
        let (row, column, batch) = (i % m, i / m % n, i / (m * n));
        let sum: i32 = (0..k)
            .map(|t| a[batch * m * k + row + m * t] * b[batch * n * k + column + n * t])
            .sum();
        assert_eq!(
            got,
            (1 + sum) as f32,
            "{kernel}: ({row}, {column}, {batch})"
        );
    }
    // Each CTA or cluster took one number beyond the tiles, and stopped.
    // The last one that asks makes the counter 0, for the next launch.
    assert_eq!(machine.read(counter, 4), [0; 4]);
}

#[test]
fn ctas_take_each_tile_of_the_dynamic_scheduler_once() {
    take_tiles("dynamic_scheduler", 5, [1; 3]);
}

#[test]
fn clusters_take_each_tile_of_the_dynamic_scheduler_once() {
    take_tiles("dynamic_scheduler_of_clusters", 6, [2, 1, 1]);
}

#[test]
fn cp_async_fills_the_stages_of_a_pipeline() {
    let Some(module) = compile("sm_90a", true) else {
        return;
    };
    let k = 16 * ASYNC.1;
    let (a, b) = (integers(16 * k, "async a"), integers(8 * k, "async b"));
    let mut machine = Machine::new(&module);
    let at = [&a, &b].map(|values| machine.bytes(&halves(values)));
    let c = machine.bytes(&[0; 4 * 16 * 8]);
    machine
        .run("pipeline_async", [1; 3], 64, &[at[0], at[1], c])
        .unwrap_or_else(|fault| panic!("{fault}"));
    for (i, &got) in read(&machine, c, 16 * 8).iter().enumerate() {
        let (row, column) = (i / 8, i % 8);
        let sum: i32 = (0..k).map(|t| a[row * k + t] * b[column * k + t]).sum();
        assert_eq!(got, sum as f32, "({row}, {column})");
    }
}

#[test]
fn warpgroups_pass_the_sections_of_an_ordered_sequence_in_turn() {
    let Some(module) = compile("sm_90a", true) else {
        return;
    };
    let mut machine = Machine::new(&module);
    let out = machine.bytes(&[0; 8]);
    machine
        .run("ordered_sequence", [1; 3], 256, &[out])
        .unwrap_or_else(|fault| panic!("{fault}"));
    let in_turn = (0..TURNS)
        .flat_map(|turn| [2 * turn, 2 * turn + 1])
        .fold(0u32, |sum, next| sum.wrapping_mul(3).wrapping_add(next));
    let got = machine.read(out, 8);
    assert_eq!(got[..4], in_turn.to_le_bytes());
    assert_eq!(got[4..], in_turn.to_le_bytes());
}

#[test]
fn warps_hand_words_on_at_named_barriers() {
    let Some(module) = compile("sm_90a", true) else {
        return;
    };
    let mut machine = Machine::new(&module);
    let out = machine.bytes(&[0; 128]);
    machine
        .run("named_barriers", [1; 3], 64, &[out])
        .unwrap_or_else(|fault| panic!("{fault}"));
    for (lane, word) in (0u32..).zip(machine.read(out, 128).chunks_exact(4)) {
        let sum: u32 = (0..4).map(|round| (100 * round + 31 - lane) << round).sum();
        assert_eq!(word, sum.to_le_bytes(), "lane {lane}");
    }
}

#[test]
fn ctas_copy_to_each_other() {
    let Some(module) = compile("sm_90a", true) else {
        return;
    };
    for cluster in [[CTAS, 1, 1], [1, CTAS, 1], [2, 1, 2]] {
        let mut machine = Machine::new(&module);
        let out = machine.bytes(&vec![0; 4 * 65 * CTAS as usize]);
        machine
            .run_clusters("between_ctas", cluster, cluster, 32, &[out])
            .unwrap_or_else(|fault| panic!("{cluster:?}: {fault}"));
        let got = machine.read(out, 4 * 65 * CTAS as usize);
        for (i, word) in (0u32..).zip(got.chunks_exact(4)) {
            let (rank, at) = (i / 65, i % 65);
            let from = (rank + CTAS - 1) % CTAS;
            let expected = if at == 64 { 7 + from } else { 1000 * from + at };
            assert_eq!(
                word,
                expected.to_le_bytes(),
                "{cluster:?}: CTA {rank}, {at}"
            );
        }
    }
}

/// Clusters along x, y and z: TMA with multicast, a producer and two consumer warpgroups with their shares of the registers.
#[test]
fn clusters_of_any_shape_multiply() {
    let Some(module) = compile("sm_90a", true) else {
        return;
    };
    let k = 192;
    for case in CLUSTERS {
        let [x, y, z] = case.cluster;
        // A cluster and another beside it along x.
        let (grid, m, n) = ([2 * x, y, z], 2 * x as usize * 128, y as usize * 64);
        let (rows, columns) = (m * z as usize, n * z as usize);
        let (a, b) = (
            integers(rows * k, case.name),
            integers(columns * k, "columns"),
        );
        let mut machine = Machine::new(&module);
        let at = [&a, &b].map(|values| machine.bytes(&halves(values)));
        let c = machine.bytes(&vec![0; 4 * rows * n]);
        let maps = (case.maps)(rows, columns, k).unwrap();
        let maps = [0, 1].map(|i| machine.map(&maps[i], 6, at[i]));
        let mut parameters: Vec<u8> = [maps[0], maps[1], c]
            .iter()
            .flat_map(|address| address.to_le_bytes())
            .collect();
        for extent in [m, n, k] {
            parameters.extend((extent as u32).to_le_bytes());
        }
        machine
            .launch(case.name, grid, case.cluster, 384, &parameters)
            .unwrap_or_else(|fault| panic!("{}: {fault}", case.name));
        for (i, &got) in read(&machine, c, rows * n).iter().enumerate() {
            let (row, column) = (i / n, i % n);
            let column_of_b = row / m * n + column;
            let sum: i32 = (0..k)
                .map(|t| a[row * k + t] * b[column_of_b * k + t])
                .sum();
            assert_eq!(got, sum as f32, "{}: ({row}, {column})", case.name);
        }
    }
}
