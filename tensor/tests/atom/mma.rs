use std::collections::BTreeMap;
use std::fmt;

use azulejo_layout::ints::*;
use azulejo_tensor::atom::*;
use azulejo_tensor::{certify_copy_op, certify_mma_atom};
use half::{bf16, f16};

use crate::common;

/// An atom as text and tables.
struct Described {
    shape: String,
    thr_id: String,
    layouts: [String; 3],
    places: [Places; 3],
    bits: [u32; 3],
    names: [&'static str; 3],
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

/// A static layout as numbers. What tests do with it is compiled once, and not for each of a thousand atoms.
#[derive(Clone, Copy)]
struct Places {
    size: usize,
    offset_of: fn(usize) -> i64,
}

impl Places {
    fn of<L: StaticLayout>() -> Self {
        Places {
            size: L::SIZE,
            offset_of: L::offset_of,
        }
    }

    fn table(self) -> Vec<i64> {
        (0..self.size).map(self.offset_of).collect()
    }
}

fn text(what: &dyn fmt::Display) -> String {
    what.to_string()
}

fn name<A: MmaAtom>() -> String {
    text(&Name(A::default()))
}

#[derive(Default)]
struct Collect(BTreeMap<String, Described>);

impl MmaVisitor for Collect {
    fn visit<A: MmaAtom>(&mut self) {
        let described = Described {
            shape: text(&Shape(A::ShapeMnk::default())),
            thr_id: text(&A::ThrId::default()),
            layouts: [
                text(&A::ALayout::default()),
                text(&A::BLayout::default()),
                text(&A::CLayout::default()),
            ],
            places: [
                Places::of::<A::ALayout>(),
                Places::of::<A::BLayout>(),
                Places::of::<A::CLayout>(),
            ],
            bits: [A::A::BITS, A::B::BITS, A::C::BITS],
            names: [A::A::NAME, A::B::NAME, A::C::NAME],
        };
        self.insert(name::<A>(), described);
    }
}

impl Collect {
    fn insert(&mut self, name: String, described: Described) {
        let before = self.0.insert(name.clone(), described);
        assert!(before.is_none(), "{name} twice");
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

#[test]
fn layouts_equal_the_corpus() {
    let atoms = atoms();
    let mut compared = 0;
    for row in common::rows("atom.jsonl", "mma_atom") {
        let name = row["in"]["name"].as_str().unwrap();
        let atom = atoms.get(name).unwrap_or_else(|| panic!("no atom {name}"));
        assert_eq!(row["shape_mnk"], atom.shape, "{name}");
        assert_eq!(row["thr_id"], atom.thr_id, "{name}");
        for (i, operand) in ["a", "b", "c"].into_iter().enumerate() {
            assert_eq!(row[operand], atom.layouts[i], "{name} {operand}");
            assert_eq!(row["bits"][operand], atom.bits[i], "{name}");
            if let Some(expected) = common::table(&row[format!("{operand}_table")]) {
                assert_eq!(expected, atom.places[i].table(), "{name} {operand}");
            }
        }
        compared += 1;
    }
    assert_eq!(compared, 53);
}

/// Fails unless the layout meets each element of a tile of `size` once; a tile in shared memory is seen whole by each thread.
fn covers(places: Places, size: usize, threads: usize, operand: Operand, name: fn() -> String) {
    let step = match operand {
        Operand::SharedDescriptor => threads,
        Operand::Register => 1,
    };
    let own = (0..places.size).step_by(step);
    let mut seen: Vec<i64> = own.map(places.offset_of).collect();
    seen.sort_unstable();
    assert!(seen.into_iter().eq(0..size as i64), "{}", name());
}

#[test]
fn every_layout_covers_its_tile_exactly_once() {
    struct Cover(usize);
    impl MmaVisitor for Cover {
        fn visit<A: MmaAtom>(&mut self) {
            let [m, n, k] = A::ShapeMnk::EXTENTS;
            let (threads, name) = (A::ThrId::SIZE, name::<A>);
            let [a, b] = [A::A_OPERAND, A::B_OPERAND];
            covers(Places::of::<A::ALayout>(), m * k, threads, a, name);
            covers(Places::of::<A::BLayout>(), n * k, threads, b, name);
            covers(
                Places::of::<A::CLayout>(),
                m * n,
                threads,
                Operand::Register,
                name,
            );
            self.0 += 1;
        }
    }
    let mut cover = Cover(0);
    visit_mma_atoms(&mut cover);
    assert!(cover.0 > 900, "{} atoms", cover.0);
}

/// The (row, column) of value `v` of thread `t` by the layout, for a tile of `rows` rows.
fn place(
    offset_of: fn(usize) -> i64,
    threads: usize,
    rows: usize,
    t: usize,
    v: usize,
) -> (usize, usize) {
    let flat = offset_of(t + threads * v) as usize;
    (flat % rows, flat / rows)
}

/// The fragment formulas of the PTX ISA, written as it has them.
#[test]
fn fragments_follow_the_ptx_isa() {
    macro_rules! fragments {
        ($t:ident: $($atom:ty, $operand:ident, $threads:literal x $rows:literal, $i:ident in $values:literal => $row:expr, $column:expr;)*) => {$(
            for $i in 0..$values {
                let offset_of = <$atom as MmaAtom>::$operand::offset_of;
                let found = place(offset_of, $threads, $rows, $t, $i);
                assert_eq!(found, ($row, $column));
            }
        )*};
    }
    for t in 0..32 {
        let (group, in_group) = (t / 4, t % 4);
        let second = |is: bool, step: usize| if is { step } else { 0 };
        fragments! { t:
            SM80_16x8x16_F32F16F16F32_TN, ALayout, 32 x 16, i in 8 => group + second(i % 4 >= 2, 8), in_group * 2 + (i & 1) + second(i >= 4, 8);
            SM80_16x8x16_F32F16F16F32_TN, BLayout, 32 x 8, i in 4 => group, in_group * 2 + (i & 1) + second(i >= 2, 8);
            SM80_16x8x16_F32F16F16F32_TN, CLayout, 32 x 16, i in 4 => group + second(i >= 2, 8), in_group * 2 + (i & 1);
            SM80_16x8x8_F32TF32TF32F32_TN, ALayout, 32 x 16, i in 4 => group + second(i % 2 != 0, 8), in_group + second(i >= 2, 4);
            SM80_16x8x8_F32TF32TF32F32_TN, BLayout, 32 x 8, i in 2 => group, in_group + 4 * i;
            SM90_16x8x16_F64F64F64F64_TN, ALayout, 32 x 16, i in 8 => group + second(i % 2 != 0, 8), i / 2 * 4 + in_group;
            SM90_16x8x16_F64F64F64F64_TN, BLayout, 32 x 8, i in 4 => group, in_group + i * 4;
            SM80_16x8x32_S32S8S8S32_TN, ALayout, 32 x 16, i in 16 => group + second(i % 8 >= 4, 8), in_group * 4 + (i & 3) + second(i >= 8, 16);
            SM80_16x8x32_S32S8S8S32_TN, BLayout, 32 x 8, i in 8 => group, in_group * 4 + (i & 3) + second(i >= 4, 16);
            SM80_16x8x16_S32S8S8S32_TN, ALayout, 32 x 16, i in 8 => group + second(i >= 4, 8), in_group * 4 + (i & 3);
        }
    }
    for t in 0..128 {
        fragments! { t:
            SM90_64xNx16_F32F16F16_RS<_24>, CLayout, 128 x 64, i in 12 => t / 32 * 16 + t % 32 / 4 + if i % 4 < 2 { 0 } else { 8 }, i / 4 * 8 + t % 4 * 2 + i % 2;
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

/// Returns `true` if the test multiplies by `A`: the larger wgmma repeat the smaller ones' columns, and the largest of one type stand
/// for them.
const fn multiplies<A: MmaAtom>() -> bool {
    let n = A::ShapeMnk::EXTENTS[1];
    let f16_to_f32 =
        matches!(A::A::NAME.as_bytes(), b"f16") && matches!(A::C::NAME.as_bytes(), b"f32");
    n <= 24 || (n == 256 && f16_to_f32 && matches!(A::A_OPERAND, Operand::Register))
}

fn signed(name: &str) -> bool {
    !name.starts_with('u')
}

/// The product of [`sample`]s that an atom is to compute.
struct Product {
    name: String,
    extents: [usize; 3],
    signed: [bool; 2],
    combine: Combine,
}

impl Product {
    fn a_at(&self, i: usize, l: usize) -> f64 {
        sample(i, l, 1, self.signed[0])
    }

    fn b_at(&self, j: usize, l: usize) -> f64 {
        sample(j, l, 2, self.signed[1])
    }

    fn c_at(&self, i: usize, j: usize) -> f64 {
        sample(i, j, 3, true)
    }

    /// Fails where the accumulators `got`, which are at `places`, are not the product.
    fn check<A: AtomValue, B: AtomValue, C: AtomValue>(&self, got: &[C], places: Places) {
        let [m, _, k] = self.extents;
        for (&got, flat) in got.iter().zip(places.table()) {
            let (i, j) = (flat as usize % m, flat as usize / m);
            let mut expected = self.c_at(i, j);
            for l in 0..k {
                // What the operands' types hold: a bit keeps the lowest one.
                let (a, b) = (A::nearest(self.a_at(i, l)), B::nearest(self.b_at(j, l)));
                let (a, b) = (a.real(), b.real());
                expected += match self.combine {
                    Combine::Multiply | Combine::AndPopc => a * b,
                    Combine::XorPopc => f64::from(u8::from(a != b)),
                };
            }
            assert_eq!(got.real(), expected, "{} at ({i},{j})", self.name);
        }
    }
}

/// The elements of an operand at `places`, column by column of `rows` rows.
fn fragments<T: AtomValue>(
    places: Places,
    rows: usize,
    at: &dyn Fn(usize, usize) -> f64,
) -> Vec<T> {
    let mut values = Vec::new();
    for flat in places.table() {
        values.push(T::nearest(at(flat as usize % rows, flat as usize / rows)));
    }
    values
}

impl MmaVisitor for Run {
    fn visit<A: MmaAtom>(&mut self) {
        // A constant: the others' code is not compiled.
        if const { !multiplies::<A>() } {
            return;
        }
        let [m, n, k] = A::ShapeMnk::EXTENTS;
        let product = Product {
            name: name::<A>(),
            extents: [m, n, k],
            signed: [signed(A::A::NAME), signed(A::B::NAME)],
            combine: A::COMBINE,
        };
        let places = Places::of::<A::CLayout>();
        let a = fragments::<A::A>(Places::of::<A::ALayout>(), m, &|i, l| product.a_at(i, l));
        let b = fragments::<A::B>(Places::of::<A::BLayout>(), n, &|j, l| product.b_at(j, l));
        let mut c = fragments::<A::C>(places, m, &|i, j| product.c_at(i, j));
        emulate_mma::<A>(&a, &b, &mut c);
        product.check::<A::A, A::B, A::C>(&c, places);
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
        let [a, b, c] = atom.names;
        if name.starts_with("UniversalFMA") {
            continue;
        }
        let legal = match (a, b) {
            ("f16", "f16") => matches!(c, "f16" | "f32"),
            ("bf16", "bf16") | ("tf32", "tf32") => c == "f32",
            ("f64", "f64") => c == "f64",
            ("i8" | "u8", "i8" | "u8") | ("i16", "i16") => c == "i32",
            ("s4" | "u4", "s4" | "u4") | ("b1", "b1") => c == "i32",
            ("e4m3" | "e5m2", "e4m3" | "e5m2") => matches!(c, "f16" | "f32"),
            _ => false,
        };
        assert!(legal, "{name}: {c} += {a} * {b}");
    }
}

/// The certificate of every atom at every N, beyond those that are constants where they are declared.
#[test]
fn every_atom_is_certified() {
    struct Certify(usize);
    impl MmaVisitor for Certify {
        fn visit<A: MmaAtom>(&mut self) {
            let proved = certify_mma_atom::<A>();
            let shared = |operand| {
                if operand == Operand::SharedDescriptor {
                    128
                } else {
                    1
                }
            };
            assert_eq!(proved.a.owners, shared(A::A_OPERAND));
            assert_eq!(proved.b.owners, shared(A::B_OPERAND));
            assert_eq!(proved.c.owners, 1);
            self.0 += 1;
        }
    }
    impl CopyVisitor for Certify {
        fn visit<Op: CopyOp>(&mut self) {
            assert_eq!(certify_copy_op::<Op>().writers, 1);
            self.0 += 1;
        }
    }
    let mut all = Certify(0);
    visit_mma_atoms(&mut all);
    visit_copy_atoms(&mut all);
    assert!(all.0 > 1000, "{} atoms", all.0);
}

/// What is certified is every atom: the macros that declare atoms certify them, and nothing else declares one.
#[test]
fn atoms_are_declared_where_they_are_certified() {
    fn declared(folder: &std::path::Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                declared(&path, found);
                continue;
            }
            for line in std::fs::read_to_string(&path).unwrap().lines() {
                let line = line.trim();
                let is_atom = line.contains("MmaAtom for ") || line.contains("CopyOp for ");
                if line.starts_with("impl") && is_atom {
                    found.push(line.to_owned());
                }
            }
        }
    }
    let mut found = Vec::new();
    declared(
        concat!(env!("CARGO_MANIFEST_DIR"), "/src").as_ref(),
        &mut found,
    );
    found.sort();
    let generic =
        "impl<C: Accumulates<A, B>, A: Element, B: Element> MmaAtom for UniversalFMA<C, A, B> {";
    assert_eq!(
        found,
        [
            "impl $crate::atom::CopyOp for $name {",
            "impl $crate::atom::MmaAtom for $name {",
            // The width follows from the layouts that are copied.
            "impl CopyOp for AutoVectorizingCopy {",
            "impl<Bits> $crate::atom::CopyOp for $name<Bits>",
            generic,
        ]
    );
}

/// A layout of the corpus: text, and the table where it is one.
fn smem(row: &serde_json::Value, text: String, at: impl Fn(usize) -> i64) {
    assert_eq!(row["out"], text, "{}", row["id"]);
    if let Some(table) = common::table(&row["table"]) {
        let got: Vec<i64> = (0..table.len()).map(at).collect();
        assert_eq!(table, got, "{}", row["id"]);
        let mut sorted = got;
        sorted.sort_unstable();
        assert!(
            sorted.into_iter().eq(0..table.len() as i64),
            "a block has holes"
        );
    }
}

#[test]
fn shared_memory_blocks_of_wgmma_equal_the_corpus() {
    use azulejo_layout::{Int, LayoutLeft, shape, tile_to_shape};
    macro_rules! rows {
        ($($id:literal $layout:expr;)*) => {$(
            let layout = $layout;
            smem(&common::row("atom.jsonl", $id), layout.to_string(), |i| Int::value(layout.at(i)));
        )*};
    }
    rows! {
        "gmma_smem_atom/p0000" Layout_MN_INTER_Atom::<f16>::default();
        "gmma_smem_atom/p0001" Layout_MN_SW64_Atom::<f16>::default();
        "gmma_smem_atom/p0002" Layout_K_INTER_Atom::<f16>::default();
        "gmma_smem_atom/p0003" Layout_K_SW64_Atom::<f16>::default();
        "gmma_smem_atom/p0004" Layout_MN_INTER_Atom::<f32>::default();
        "gmma_smem_atom/p0005" Layout_MN_SW64_Atom::<f32>::default();
        "gmma_smem_atom/p0006" Layout_K_INTER_Atom::<f32>::default();
        "gmma_smem_atom/p0007" Layout_K_SW64_Atom::<f32>::default();
        "gmma_smem_atom/p0008" Layout_MN_INTER_Atom::<i8>::default();
        "gmma_smem_atom/p0009" Layout_MN_SW64_Atom::<i8>::default();
        "gmma_smem_atom/p0010" Layout_K_INTER_Atom::<i8>::default();
        "gmma_smem_atom/p0011" Layout_K_SW64_Atom::<i8>::default();
        "gmma_tile_to_shape/p0000" tile_to_shape(Layout_K_SW128_Atom::<f16>::default(), shape!(_128, _64, _3), LayoutLeft);
        "gmma_tile_to_shape/p0001" tile_to_shape(Layout_K_SW64_Atom::<f16>::default(), shape!(_64, _32), LayoutLeft);
        "gmma_tile_to_shape/p0002" tile_to_shape(Layout_MN_INTER_Atom::<f16>::default(), shape!(_64, _32), LayoutLeft);
        "gmma_tile_to_shape/p0003" tile_to_shape(Layout_K_SW128_Atom::<f32>::default(), shape!(_128, _64, _3), LayoutLeft);
        "gmma_tile_to_shape/p0004" tile_to_shape(Layout_K_SW64_Atom::<f32>::default(), shape!(_64, _32), LayoutLeft);
        "gmma_tile_to_shape/p0005" tile_to_shape(Layout_MN_INTER_Atom::<f32>::default(), shape!(_64, _32), LayoutLeft);
    }
    // Those that the corpus leaves out, by the same rule.
    assert_eq!(
        Layout_K_SW32_Atom::<f16>::default().to_string(),
        "Sw<1,3,3> o _0 o (_8,_16):(_16,_1)"
    );
    assert_eq!(
        Layout_MN_SW128_Atom::<bf16>::default().to_string(),
        "Sw<3,3,3> o _0 o (_64,_8):(_1,_64)"
    );
    assert_eq!(
        Layout_MN_SW32_Atom::<i8>::default().to_string(),
        "Sw<1,4,3> o _0 o (_32,_8):(_1,_32)"
    );
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
