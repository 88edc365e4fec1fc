//! Arguments that no call takes: the error names them, and nothing is written.

use azulejo_gemm::Activation;
use azulejo_gemm::gpu::{
    GpuBias, GpuEpilogue, GpuMatMut, GpuMatRef, GpuVecMut, GpuVecRef, Plan, gemm,
};
use azulejo_kernels::host::interop::Memory;
use azulejo_kernels::host::{Buffer, Error};
use azulejo_tensor::{DType, F8E4M3, bf16};

use crate::harness::{Failure, Run};

/// A square of `f32`, to read.
fn of(data: &Buffer<f32>) -> Result<GpuMatRef<'_>, Error> {
    GpuMatRef::row_major(data, 8, 8)
}

/// The same, to write.
fn out(data: &mut Buffer<f32>) -> Result<GpuMatMut<'_>, Error> {
    GpuMatMut::row_major(data, 8, 8)
}

/// Every wrong argument by its error.
pub fn arguments(run: &mut Run) -> Result<(), Failure> {
    let stream = &run.stream.clone();
    let mut said = |what: &str, end: Result<(), Error>, words: &[&str]| {
        let end = match end {
            Err(error) if words.iter().all(|word| error.to_string().contains(word)) => Ok(()),
            other => Err(format!("{other:?} does not say {words:?}").into()),
        };
        run.add(what, end);
    };
    let single = stream.zeros::<f32>(64)?;
    let half = stream.zeros::<bf16>(64)?;
    let whole = stream.zeros::<i8>(64)?;
    let eight = stream.zeros::<F8E4M3>(64)?;
    let double = stream.zeros::<f64>(64)?;
    let mut d = stream.upload(&[7.0f32; 64])?;
    let mut wide = stream.zeros::<i32>(64)?;
    let mut large = stream.zeros::<f64>(64)?;
    let mut short = stream.zeros::<bf16>(64)?;
    let plain = GpuEpilogue::default();
    // A call: `a * b => d, epilogue`, and words of its error.
    macro_rules! said {
        ($what:literal: $a:expr, $b:expr => $d:expr, $epilogue:expr; $($word:literal)*) => {
            said($what, gemm(stream, $a, $b, &mut $d, &$epilogue), &[$($word),*])
        };
    }
    let a = of(&single)?;
    said!("K": a, GpuMatRef::row_major(&single, 4, 8)? => out(&mut d)?, plain; "b" "[8, 8]" "[4, 8]");
    said!("D": a, a => GpuMatMut::row_major(&mut d, 8, 4)?, plain; "d" "[8, 4]");
    let two = GpuMatRef::row_major(&single, 4, 4)?.batched(&[2], &[16])?;
    said!("batch": two, two => GpuMatMut::row_major(&mut d, 4, 4)?.batched(&[3], &[16])?, plain; "a" "[3]" "[2]");
    let mixed = GpuMatRef::row_major(&half, 8, 8)?;
    said!("types": a, mixed => out(&mut d)?, plain; "a" "pass A and B of one type");
    said!("type of D": a, a => GpuMatMut::row_major(&mut short, 8, 8)?, plain; "d" "pass a D of");
    let (bias, one) = (stream.zeros::<f32>(9)?, stream.upload(&[1.0f32])?);
    let bytes = stream.zeros::<u8>(16)?;
    let crooked = bytes.slice(1..5)?;
    let (long, of_half) = (GpuVecRef::new(&bias), GpuVecRef::new(&half));
    let (one, crooked) = (
        GpuVecRef::new(&one),
        GpuVecRef::of_bytes(&crooked, DType::F32),
    );
    let with = |bias| GpuEpilogue {
        bias: Some(bias),
        ..plain
    };
    said!("bias": a, a => out(&mut d)?, with(GpuBias::PerColumn(long)); "bias" "[8]" "[9]");
    said!("type of the bias": a, a => out(&mut d)?, with(GpuBias::PerRow(of_half)); "bias" "cast it");
    let scaled = |scale_a, scale_b| GpuEpilogue {
        scale_a,
        scale_b,
        ..plain
    };
    said!("length of a scale": a, a => out(&mut d)?, scaled(Some(long), None); "scale_a");
    said!("scales of f32": a, a => out(&mut d)?, scaled(Some(one), None); "scale_a" "omit");
    said!("alignment of a scale": a, a => out(&mut d)?, scaled(None, Some(crooked)); "scale_b" "multiple of 4");
    let whole = GpuMatRef::row_major(&whole, 8, 8)?;
    let halved = GpuEpilogue {
        alpha: 0.5,
        ..plain
    };
    said!("alpha": whole, whole => GpuMatMut::row_major(&mut wide, 8, 8)?, halved; "alpha" "0.5");
    let double = GpuMatRef::row_major(&double, 8, 8)?;
    let gelu = GpuEpilogue {
        activation: Activation::Gelu,
        ..plain
    };
    said!("gelu": double, double => GpuMatMut::row_major(&mut large, 8, 8)?, gelu; "activation" "float64");
    let backwards = GpuMatRef::new(&half, (8, 8), (8, -1))?;
    said!("backwards": backwards, mixed => GpuMatMut::row_major(&mut short, 8, 8)?, plain; "backwards" "copy");
    let is_hopper = stream.device().capability() >= (9, 0);
    if !is_hopper {
        let eight = GpuMatRef::row_major(&eight, 8, 8)?;
        said!("8-bit floats": eight, eight => GpuMatMut::row_major(&mut short, 8, 8)?, plain; "a" "9.0" "cast");
    }
    let mut workspace = stream.zeros::<u8>(1)?;
    let to = GpuMatMut::row_major(&mut short, 8, 8)?;
    let small = GpuVecMut::new(&mut workspace);
    let plan = Plan::with_workspace(stream, mixed, mixed, to, &plain, small).map(drop);
    // Kernels for every GPU need none for such a product.
    if is_hopper {
        said("workspace", plan, &["workspace", "1"]);
    }
    let mut shared = stream.zeros::<f32>(128)?;
    // SAFETY: the buffer outlives the call, which reads nothing: it ends with an error.
    let read = unsafe { Memory::from_raw(stream, shared.address() + 128, 256) };
    let other = GpuMatRef::row_major::<f32>(&read, 8, 8)?;
    said!("overlap": other, a => GpuMatMut::row_major(&mut shared, 8, 8)?, plain; "d" "a");
    // A is of the second launch what D is of the first.
    let mut all = stream.zeros::<f32>(6 * 64)?;
    // SAFETY: the buffer outlives the call, which reads nothing: it ends with an error.
    let read = unsafe { Memory::from_raw(stream, all.address(), 2 * 256) };
    let other = GpuMatRef::row_major::<f32>(&read, 8, 8)?.batched(&[2, 1], &[64, 1])?;
    let mut to = GpuMatMut::row_major(&mut all, 8, 8)?.batched(&[2, 3], &[64, 128])?;
    said!("overlap of launches": other, a => to, plain; "d overlaps a");
    if stream.download(&d)? != [7.0; 64] {
        return Err("D was written by a call that ended with an error".into());
    }
    Ok(())
}
