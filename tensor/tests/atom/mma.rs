use std::collections::BTreeMap;
use std::fmt;

use azulejo_layout::ints::*;
use azulejo_tensor::atom::*;
use azulejo_tensor::{DType, Element};
use half::{bf16, f16};

use crate::common;

/// An atom as text and tables.
struct Described {
    shape: String,
    thr_id: String,
    layouts: [String; 3],
    tables: [fn() -> Vec<i64>; 3],
    dtypes: [DType; 3],
}

struct Name<A>(A);
impl<A: MmaAtom> fmt::Display for Name<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        A::write_name(f)
    }
}
struct Shape<S>(S);
impl<S: StaticShape> fmt::Display for Shape<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        S::write(f)
    }
}

fn table<L: StaticLayout>() -> Vec<i64> {
    (0..L::SIZE).map(L::offset_of).collect()
}

#[derive(Default)]
struct Collect(BTreeMap<String, Described>);

impl MmaVisitor for Collect {
    fn visit<A: MmaAtom>(&mut self) {
        let described = Described {
            shape: Shape(A::ShapeMnk::default()).to_string(),
            thr_id: A::ThrId::default().to_string(),
            layouts: [
                A::ALayout::default().to_string(),
                A::BLayout::default().to_string(),
                A::CLayout::default().to_string(),
            ],
            tables: [
                table::<A::ALayout>,
                table::<A::BLayout>,
                table::<A::CLayout>,
            ],
            dtypes: [A::A::DTYPE, A::B::DTYPE, A::C::DTYPE],
        };
        let name = Name(A::default()).to_string();
        assert!(
            self.0.insert(name.clone(), described).is_none(),
            "{name} twice"
        );
    }
}

fn atoms() -> BTreeMap<String, Described> {
    let mut all = Collect::default();
    visit_mma_atoms(&mut all);
    // Other majors than K, at the shapes of the corpus.
    all.visit::<SM90_64xNx16_F16F16F16_SS<_8, MN, K>>();
    all.visit::<SM90_64xNx16_F16F16F16_SS<_32, MN, K>>();
    all.visit::<SM90_64xNx16_F16F16F16_SS<_96, MN, K>>();
    all.visit::<SM90_64xNx16_F16F16F16_SS<_128, MN, K>>();
    all.visit::<SM90_64xNx16_F16F16F16_SS<_192, MN, K>>();
    all.visit::<SM90_64xNx16_F32BF16BF16_SS<_16, K, MN>>();
    all.visit::<SM90_64xNx16_F32BF16BF16_SS<_64, K, MN>>();
    all.visit::<SM90_64xNx16_F32BF16BF16_SS<_128, K, MN>>();
    all.visit::<SM90_64xNx16_F32BF16BF16_SS<_256, K, MN>>();
    all.0
}

/// Operands of 4 and 1 bits have no element type here.
const NOT_ELEMENTS: [&str; 2] = [
    "SM80_16x8x32_S32S4S4S32_TN",
    "SM80_16x8x256_S32U1U1S32_TN_XORPOPC",
];

#[test]
fn layouts_equal_the_corpus() {
    let atoms = atoms();
    let mut compared = 0;
    for row in common::rows("atom.jsonl", "mma_atom") {
        let name = row["in"]["name"].as_str().unwrap();
        if NOT_ELEMENTS.contains(&name) {
            continue;
        }
        let atom = atoms.get(name).unwrap_or_else(|| panic!("no atom {name}"));
        assert_eq!(row["shape_mnk"], atom.shape, "{name}");
        assert_eq!(row["thr_id"], atom.thr_id, "{name}");
        for (i, operand) in ["a", "b", "c"].into_iter().enumerate() {
            assert_eq!(row[operand], atom.layouts[i], "{name} {operand}");
            assert_eq!(row["bits"][operand], atom.dtypes[i].bits(), "{name}");
            if let Some(expected) = common::table(&row[format!("{operand}_table")]) {
                assert_eq!(expected, atom.tables[i](), "{name} {operand}");
            }
        }
        compared += 1;
    }
    assert_eq!(compared, 51);
}

/// Whether the layout meets each element of a tile of `size` once; a tile in shared memory is seen whole by each thread.
fn covers<L: StaticLayout, A: MmaAtom>(size: usize, threads: usize, operand: Operand) {
    let step = match operand {
        Operand::SharedDescriptor => threads,
        Operand::Register => 1,
    };
    let mut seen: Vec<i64> = (0..L::SIZE).step_by(step).map(L::offset_of).collect();
    seen.sort_unstable();
    assert!(
        seen.into_iter().eq(0..size as i64),
        "{}",
        Name(A::default())
    );
}

#[test]
fn every_layout_covers_its_tile_exactly_once() {
    struct Cover(usize);
    impl MmaVisitor for Cover {
        fn visit<A: MmaAtom>(&mut self) {
            let [m, n, k] = A::ShapeMnk::extents();
            let threads = A::ThrId::SIZE;
            covers::<A::ALayout, A>(m * k, threads, A::A_OPERAND);
            covers::<A::BLayout, A>(n * k, threads, A::B_OPERAND);
            covers::<A::CLayout, A>(m * n, threads, Operand::Register);
            self.0 += 1;
        }
    }
    let mut cover = Cover(0);
    visit_mma_atoms(&mut cover);
    assert!(cover.0 > 900, "{} atoms", cover.0);
}

/// The (row, column) of value `v` of thread `t` by the layout, for a tile of `rows` rows.
fn place<L: StaticLayout>(threads: usize, rows: usize, t: usize, v: usize) -> (usize, usize) {
    let flat = L::offset_of(t + threads * v) as usize;
    (flat % rows, flat / rows)
}

/// The fragment formulas of the PTX ISA, written as they stand there.
#[test]
fn fragments_follow_the_ptx_isa() {
    type F16 = SM80_16x8x16_F32F16F16F32_TN;
    type Tf32 = SM80_16x8x8_F32TF32TF32F32_TN;
    type F64 = SM90_16x8x16_F64F64F64F64_TN;
    type S8 = SM80_16x8x32_S32S8S8S32_TN;
    type S8K16 = SM80_16x8x16_S32S8S8S32_TN;
    type Wgmma = SM90_64xNx16_F32F16F16_RS<_24>;
    for t in 0..32 {
        let (group, in_group) = (t / 4, t % 4);
        for i in 0..8 {
            let row = if i % 4 < 2 { group } else { group + 8 };
            let col = in_group * 2 + (i & 1) + if i < 4 { 0 } else { 8 };
            assert_eq!(place::<<F16 as MmaAtom>::ALayout>(32, 16, t, i), (row, col));
        }
        for i in 0..4 {
            let k = in_group * 2 + (i & 1) + if i < 2 { 0 } else { 8 };
            assert_eq!(place::<<F16 as MmaAtom>::BLayout>(32, 8, t, i), (group, k));
            let row = if i < 2 { group } else { group + 8 };
            assert_eq!(
                place::<<F16 as MmaAtom>::CLayout>(32, 16, t, i),
                (row, in_group * 2 + (i & 1))
            );
            let row = if i % 2 == 0 { group } else { group + 8 };
            let col = if i < 2 { in_group } else { in_group + 4 };
            assert_eq!(
                place::<<Tf32 as MmaAtom>::ALayout>(32, 16, t, i),
                (row, col)
            );
        }
        for i in 0..2 {
            assert_eq!(
                place::<<Tf32 as MmaAtom>::BLayout>(32, 8, t, i),
                (group, in_group + 4 * i)
            );
        }
        for i in 0..8 {
            let row = if i % 2 == 0 { group } else { group + 8 };
            assert_eq!(
                place::<<F64 as MmaAtom>::ALayout>(32, 16, t, i),
                (row, i / 2 * 4 + in_group)
            );
        }
        for i in 0..4 {
            assert_eq!(
                place::<<F64 as MmaAtom>::BLayout>(32, 8, t, i),
                (group, in_group + i * 4)
            );
        }
        for i in 0..16 {
            let row = if i % 8 < 4 { group } else { group + 8 };
            let col = in_group * 4 + (i & 3) + if i < 8 { 0 } else { 16 };
            assert_eq!(place::<<S8 as MmaAtom>::ALayout>(32, 16, t, i), (row, col));
        }
        for i in 0..8 {
            let k = in_group * 4 + (i & 3) + if i < 4 { 0 } else { 16 };
            assert_eq!(place::<<S8 as MmaAtom>::BLayout>(32, 8, t, i), (group, k));
            let row = if i < 4 { group } else { group + 8 };
            assert_eq!(
                place::<<S8K16 as MmaAtom>::ALayout>(32, 16, t, i),
                (row, in_group * 4 + (i & 3))
            );
        }
    }
    for t in 0..128 {
        for i in 0..12 {
            let row = t / 32 * 16 + t % 32 / 4 + if i % 4 < 2 { 0 } else { 8 };
            let col = i / 4 * 8 + t % 4 * 2 + i % 2;
            assert_eq!(
                place::<<Wgmma as MmaAtom>::CLayout>(128, 64, t, i),
                (row, col)
            );
        }
    }
}

/// Small integers, exact in every type, that differ by place.
fn sample(i: usize, j: usize, salt: usize, signed: bool) -> f64 {
    let x = (i * 7 + j * 5 + salt) % 4;
    if signed { x as f64 - 1.0 } else { x as f64 }
}

struct Run {
    count: usize,
}

impl MmaVisitor for Run {
    fn visit<A: MmaAtom>(&mut self) {
        let [m, n, k] = A::ShapeMnk::extents();
        let name = Name(A::default()).to_string();
        // The larger wgmma repeat the smaller ones' columns.
        if n > 24 && !name.starts_with("SM90_64x256x16_F32F16F16_RS") {
            return;
        }
        let signed = |dtype: DType| dtype != DType::U8;
        let a_at = |i, l| sample(i, l, 1, signed(A::A::DTYPE));
        let b_at = |j, l| sample(j, l, 2, signed(A::B::DTYPE));
        let c_at = |i, j| sample(i, j, 3, true);
        let fragments = |table: Vec<i64>, rows: usize, at: &dyn Fn(usize, usize) -> f64| {
            table
                .into_iter()
                .map(|flat| at(flat as usize % rows, flat as usize / rows))
                .collect::<Vec<f64>>()
        };
        let a: Vec<A::A> = fragments(table::<A::ALayout>(), m, &a_at)
            .into_iter()
            .map(Element::from_f64)
            .collect();
        let b: Vec<A::B> = fragments(table::<A::BLayout>(), n, &b_at)
            .into_iter()
            .map(Element::from_f64)
            .collect();
        let mut c: Vec<A::C> = fragments(table::<A::CLayout>(), m, &c_at)
            .into_iter()
            .map(Element::from_f64)
            .collect();
        emulate_mma::<A>(&a, &b, &mut c);
        for (index, got) in c.into_iter().enumerate() {
            let flat = A::CLayout::offset_of(index) as usize;
            let (i, j) = (flat % m, flat / m);
            let expected: f64 = c_at(i, j) + (0..k).map(|l| a_at(i, l) * b_at(j, l)).sum::<f64>();
            assert_eq!(got.to_f64(), expected, "{name} at ({i},{j})");
        }
        self.count += 1;
    }
}

#[test]
fn every_atom_multiplies_on_the_host() {
    let mut run = Run { count: 0 };
    visit_mma_atoms(&mut run);
    assert!(run.count > 100, "{} atoms", run.count);
}

#[test]
fn accumulators_are_those_that_exist() {
    for (name, atom) in atoms() {
        let [a, b, c] = atom.dtypes;
        if name.starts_with("UniversalFMA") {
            continue;
        }
        let legal = match (a, b) {
            (DType::F16, DType::F16) => matches!(c, DType::F16 | DType::F32),
            (DType::BF16, DType::BF16) | (DType::TF32, DType::TF32) => c == DType::F32,
            (DType::F64, DType::F64) => c == DType::F64,
            (DType::I8 | DType::U8, DType::I8 | DType::U8) | (DType::I16, DType::I16) => {
                c == DType::I32
            }
            (DType::F8E4M3 | DType::F8E5M2, DType::F8E4M3 | DType::F8E5M2) => {
                matches!(c, DType::F16 | DType::F32)
            }
            _ => false,
        };
        assert!(legal, "{name}: {c} += {a} * {b}");
    }
}

#[test]
fn universal_fma_multiplies_in_the_accumulators_type() {
    assert_eq!(UniversalFMA::<f32>::default().fma(2.0, 3.0, 4.0), 10.0);
    let half = UniversalFMA::<f32, f16>::default();
    assert_eq!(
        half.fma(f16::from_f32(300.0), f16::from_f32(300.0), 0.0),
        90000.0
    );
    let brain = UniversalFMA::<f32, bf16>::default();
    assert_eq!(brain.fma(bf16::ONE, bf16::ONE, 1.0), 2.0);
}
