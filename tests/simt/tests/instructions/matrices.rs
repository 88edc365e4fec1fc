//! A warp's matrix instructions: the places of the elements in the lanes.

use crate::snippet::lanes;

#[test]
fn matrices_are_loaded_by_rows_and_transposed() {
    // Row `r` of the matrix holds 8 r, 8 r + 1, … as 16-bit numbers; lane `r` gives its address.
    let fill = "
        mov.u32 %r4, dynamic; shl.b32 %r5, %r31, 2; add.s32 %r6, %r4, %r5;
        shl.b32 %r7, %r31, 1; add.s32 %r8, %r7, 1; shl.b32 %r8, %r8, 16; or.b32 %r7, %r7, %r8; st.shared.b32 [%r6], %r7;
        bar.sync 0; and.b32 %r9, %r31, 7; shl.b32 %r9, %r9, 4; add.s32 %r9, %r4, %r9;";
    let load = |what: &str| {
        lanes(
            &format!(
                "{fill} ldmatrix.sync.aligned.m8n8.x1{what}.shared.b16 {{%r0}}, [%r9]; cvt.u64.u32 %rd0, %r0;"
            ),
            [],
        )
    };
    // Lane 4 g + t holds row g, columns 2 t and 2 t + 1.
    assert_eq!(load("")[4 * 3 + 2], (3 * 8 + 5) << 16 | (3 * 8 + 4));
    assert_eq!(load(".trans")[4 * 3 + 2], (5 * 8 + 3) << 16 | (4 * 8 + 3));
}

/// The product of two matrices of small integers, given by rows, and what the lanes should hold of it.
fn product(a: &[i64], b: &[i64], rows: usize, depth: usize) -> impl Fn(usize, usize) -> i64 {
    let (a, b) = (a.to_vec(), b.to_vec());
    assert_eq!((a.len(), b.len()), (rows * depth, depth * 8));
    move |row, column| {
        (0..depth)
            .map(|k| a[row * depth + k] * b[k * 8 + column])
            .sum()
    }
}

fn small(count: usize, seed: i64) -> Vec<i64> {
    (0..count as i64)
        .map(|index| (index * 7 + seed) % 11 - 5)
        .collect()
}

/// Runs one product whose fragments are at most four registers, packed into the snippet's inputs two by two.
fn fragments(name: &str, a: &[Vec<u32>], b: &[Vec<u32>], result: usize) -> Vec<u32> {
    let at = |list: &[Vec<u32>], register: usize, lane: usize| {
        u64::from(list.get(register).map_or(0, |values| values[lane]))
    };
    let pair = |list: &[Vec<u32>], first: usize| {
        std::array::from_fn(|lane| at(list, first, lane) | at(list, first + 1, lane) << 32)
    };
    let lines = format!(
        "mov.b64 {{%r4, %r5}}, %rd1; mov.b64 {{%r6, %r7}}, %rd2; mov.b64 {{%r8, %r9}}, %rd3; mov.b32 %r10, 0;
         {name} {{%r11, %r12, %r13, %r14}}, {{%r4, %r5, %r6, %r7}}, {{%r8, %r9}}, {{%r10, %r10, %r10, %r10}};
         cvt.u64.u32 %rd0, %r{};",
        11 + result
    );
    lanes(&lines, [pair(a, 0), pair(a, 2), pair(b, 0)])
        .iter()
        .map(|&bits| bits as u32)
        .collect()
}

/// Each lane's four registers of the result of 16 rows hold what `expected` says of their rows and columns.
fn sums_stand_where_the_isa_says(
    name: &str,
    a: &[Vec<u32>],
    b: &[Vec<u32>],
    value: impl Fn(u32) -> i64,
    expected: impl Fn(usize, usize) -> i64,
) {
    for register in 0..4 {
        for (lane, &bits) in fragments(name, a, b, register).iter().enumerate() {
            let (row, column) = (lane / 4 + register / 2 * 8, lane % 4 * 2 + register % 2);
            assert_eq!(value(bits), expected(row, column));
        }
    }
}

/// The registers of a fragment of `rows` rows of M or columns of N and four columns of `each` values, by row and K.
fn registers<const N: usize>(
    each: usize,
    [blocks, count]: [usize; 2],
    pack: impl Fn([i64; N]) -> u32,
    value: impl Fn(usize, usize) -> i64,
) -> Vec<Vec<u32>> {
    let register = |register: usize| {
        let (row, k) = (register % blocks * 8, register / blocks * 4 * each);
        let element = |lane: usize, index| value(lane / 4 + row, lane % 4 * each + index + k);
        let lane = |lane| pack(std::array::from_fn(|index| element(lane, index)));
        (0..32).map(lane).collect()
    };
    (0..count).map(register).collect()
}

/// A product of 16 rows whose registers hold `N` elements, `depth` deep.
fn has_the_isas_fragments<const N: usize>(
    name: &str,
    depth: usize,
    pack: impl Fn([i64; N]) -> u32,
    value: impl Fn(u32) -> i64,
) {
    let (a, b) = (small(16 * depth, 1), small(depth * 8, 2));
    let left = registers(N, [2, 4], &pack, |row, k| a[row * depth + k]);
    let right = registers(N, [1, 2], &pack, |column, k| b[k * 8 + column]);
    let expected = product(&a, &b, 16, depth);
    sums_stand_where_the_isa_says(name, &left, &right, value, expected);
}

#[test]
fn products_have_the_isas_fragments() {
    has_the_isas_fragments(
        "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32",
        32,
        |values: [i64; 4]| u32::from_le_bytes(values.map(|value| value as i8 as u8)),
        |bits| i64::from(bits as i32),
    );
    let bits = |value: i64| (value as f32).to_bits();
    let value = |bits: u32| f32::from_bits(bits) as i64;
    has_the_isas_fragments(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32",
        16,
        |[low, high]: [i64; 2]| bits(low) >> 16 | bits(high) >> 16 << 16,
        value,
    );
    has_the_isas_fragments(
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32",
        8,
        |[one]: [i64; 1]| bits(one) | 0x1FFF,
        value,
    );
}

#[test]
fn a_product_of_doubles_has_the_isas_fragments() {
    let (a, b) = (small(8 * 4, 7), small(4 * 8, 8));
    let left = std::array::from_fn(|lane| (a[lane / 4 * 4 + lane % 4] as f64).to_bits());
    let right = std::array::from_fn(|lane| (b[lane % 4 * 8 + lane / 4] as f64).to_bits());
    let expected = product(&a, &b, 8, 4);
    for register in 0..2 {
        let lines = format!(
            "mov.b64 %rd6, 0; mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {{%rd4, %rd5}}, {{%rd1}}, {{%rd2}}, {{%rd6, %rd6}};
             mov.b64 %rd0, %rd{};",
            4 + register
        );
        for (lane, &bits) in lanes(&lines, [left, right]).iter().enumerate() {
            assert_eq!(
                f64::from_bits(bits) as i64,
                expected(lane / 4, lane % 4 * 2 + register)
            );
        }
    }
}
