use std::collections::BTreeMap;
use std::fmt;

use azulejo_layout::ints::*;
use azulejo_tensor::atom::*;
use azulejo_tensor::f16;

use crate::common;

struct Name<A>(A);
impl<A: CopyOp> fmt::Display for Name<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        A::write_name(f)
    }
}

#[derive(Default)]
struct Collect(BTreeMap<String, [String; 4]>);

impl CopyVisitor for Collect {
    fn visit<Op: CopyOp>(&mut self) {
        let texts = [
            Op::ThrId::default().to_string(),
            Op::SrcBits::default().to_string(),
            Op::DstBits::default().to_string(),
            Op::RefBits::default().to_string(),
        ];
        let name = Name(Op::default()).to_string();
        assert!(self.0.insert(name.clone(), texts).is_none(), "{name} twice");
    }
}

#[test]
fn bit_layouts_equal_the_corpus() {
    let mut all = Collect::default();
    visit_copy_atoms(&mut all);
    let mut compared = 0;
    for row in common::rows("atom.jsonl", "copy_atom") {
        let name = row["in"]["name"].as_str().unwrap();
        let name = name.replace("<float>", "<uint32_t>");
        let texts = all.0.get(&name).unwrap_or_else(|| panic!("no {name}"));
        for (key, text) in ["thr_id", "src_bits", "dst_bits", "ref_bits"]
            .into_iter()
            .zip(texts)
        {
            assert_eq!(row[key], *text, "{name} {key}");
        }
        compared += 1;
    }
    assert_eq!(compared, 13);
}

macro_rules! values {
    ($($id:literal $op:ty, $t:ty;)*) => {$({
        type Atom = CopyAtom<$op, $t>;
        let row = common::row("atom.jsonl", $id);
        assert_eq!(row["src_val"], <Atom as ValueTv>::Src::default().to_string(), $id);
        assert_eq!(row["dst_val"], <Atom as ValueTv>::Dst::default().to_string(), $id);
        assert_eq!(row["ref_val"], <Atom as ValueTv>::Ref::default().to_string(), $id);
        assert_eq!(row["ref2src"], <Atom as ValueTv>::RefToSrc::default().to_string(), $id);
        assert_eq!(row["ref2dst"], <Atom as ValueTv>::RefToDst::default().to_string(), $id);
    })*};
}

#[test]
fn value_layouts_equal_the_corpus() {
    values! {
        "copy_atom/p0000" UniversalCopy<_32>, f32;
        "copy_atom/p0001" UniversalCopy<_128>, f16;
        "copy_atom/p0002" UniversalCopy<_32>, f32;
        "copy_atom/p0003" SM80_CP_ASYNC_CACHEALWAYS<_128>, f16;
        "copy_atom/p0004" SM80_CP_ASYNC_CACHEGLOBAL<_128>, f32;
        "copy_atom/p0005" SM75_U32x2_LDSM_N, f16;
        "copy_atom/p0006" SM75_U32x4_LDSM_N, f32;
        "copy_atom/p0007" SM75_U16x2_LDSM_T, f16;
        "copy_atom/p0008" SM75_U16x8_LDSM_T, f16;
        "copy_atom/p0009" SM90_U32x2_STSM_N, f16;
        "copy_atom/p0010" SM90_U16x2_STSM_T, f16;
        "copy_atom/p0011" SM90_U16x8_STSM_T, f16;
        "copy_atom/p0012" SM50_Shuffle_U32_2x2Trans_XOR4, u32;
    }
}

/// `ldmatrix` as the PTX ISA states it: register `r` of thread `t` holds row `t / 4`, columns `2 (t % 4)` and one more of tile `r`.
#[test]
fn ldmatrix_follows_the_ptx_isa() {
    let got = emulate_copy(CopyAtom::<SM75_U32x4_LDSM_N, u16>::new(), |thread, i| {
        (8 * thread + i) as u16
    });
    let transposed = emulate_copy(CopyAtom::<SM75_U16x8_LDSM_T, u16>::new(), |thread, i| {
        (8 * thread + i) as u16
    });
    for thread in 0..32 {
        for register in 0..4 {
            for half in 0..2 {
                let index = thread + 32 * (2 * register + half);
                let (row, col) = (thread / 4, thread % 4 * 2 + half);
                assert_eq!(got[index] as usize, 64 * register + 8 * row + col);
                assert_eq!(transposed[index] as usize, 64 * register + 8 * col + row);
            }
        }
    }
}

/// What `stmatrix` writes is what `ldmatrix` read.
#[test]
fn stmatrix_undoes_ldmatrix() {
    let rows = |thread: usize, i: usize| (8 * thread + i) as u16;
    let registers = emulate_copy(CopyAtom::<SM75_U32x4_LDSM_N, u16>::new(), rows);
    let back = emulate_copy(
        CopyAtom::<SM90_U32x4_STSM_N, u16>::new(),
        |thread, value| registers[thread + 32 * value],
    );
    let registers = emulate_copy(CopyAtom::<SM75_U16x8_LDSM_T, u16>::new(), rows);
    let back_transposed = emulate_copy(
        CopyAtom::<SM90_U16x8_STSM_T, u16>::new(),
        |thread, value| registers[thread + 32 * value],
    );
    for thread in 0..32 {
        for i in 0..8 {
            assert_eq!(back[thread + 32 * i], rows(thread, i));
            assert_eq!(back_transposed[thread + 32 * i], rows(thread, i));
        }
    }
}

/// Every instruction delivers every bit of its source.
#[test]
fn every_copy_runs_on_the_host() {
    struct Run;
    impl CopyVisitor for Run {
        fn visit<Op: CopyOp>(&mut self) {
            // Bytes divide every width here; what differs by byte must arrive where the destination says.
            if Op::SrcBits::SIZE > 1 << 14 {
                return;
            }
            let threads = Op::ThrId::SIZE;
            let at = |thread: usize, value: usize| {
                (Op::SrcBits::offset_of(thread + threads * value * 8) / 8) as u8
            };
            let got = emulate_copy(CopyAtom::<Op, u8>::new(), at);
            for (index, byte) in got.into_iter().enumerate() {
                let (thread, value) = (index % threads, index / threads);
                let bit = Op::DstBits::offset_of(thread + threads * value * 8);
                assert_eq!(byte, (bit / 8) as u8, "{}", Name(Op::default()));
            }
        }
    }
    visit_copy_atoms(&mut Run);
}
