//! Arguments that no call takes: the error names them, and nothing is written.

use azulejo_gemm::Activation;
use azulejo_gemm::gpu::{GpuBias, GpuEpilogue, GpuMatMut, GpuMatRef, GpuVecRef, Plan, gemm};
use azulejo_kernels::host::interop::Memory;
use azulejo_kernels::host::ptx::Variant;
use azulejo_kernels::host::{Buffer, DeviceElement, Error};
use azulejo_tensor::{DType, F8E4M3, bf16};

use crate::harness::{Failure, Run, with};

/// A square, to read.
fn of<T: DeviceElement>(data: &Buffer<T>) -> Result<GpuMatRef<'_>, Error> {
    GpuMatRef::row_major(data, 8, 8)
}

/// The same, to write.
fn out<T: DeviceElement>(data: &mut Buffer<T>) -> Result<GpuMatMut<'_>, Error> {
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
    let (single, half) = (stream.zeros::<f32>(64)?, stream.zeros::<bf16>(64)?);
    let (whole, double) = (stream.zeros::<i8>(64)?, stream.zeros::<f64>(64)?);
    let eight = stream.zeros::<F8E4M3>(64)?;
    let mut d = stream.upload(&[7.0f32; 64])?;
    let (mut wide, mut large) = (stream.zeros::<i32>(64)?, stream.zeros::<f64>(64)?);
    let (mut short, mut shared) = (stream.zeros::<bf16>(64)?, stream.zeros::<f32>(128)?);
    let mut all = stream.zeros::<f32>(6 * 64)?;
    let (bias, one) = (stream.zeros::<f32>(9)?, stream.upload(&[1.0f32])?);
    let bytes = stream.zeros::<u8>(16)?;
    let crooked = bytes.slice(1..5)?;
    let (long, of_half) = (GpuVecRef::new(&bias), GpuVecRef::new(&half));
    let (one, crooked) = (
        GpuVecRef::new(&one),
        GpuVecRef::of_bytes(&crooked, DType::F32),
    );
    let (plain, a, b) = (GpuEpilogue::default(), of(&single)?, of(&half)?);
    let (whole, double) = (of(&whole)?, of(&double)?);
    let two = GpuMatRef::row_major(&single, 4, 4)?.batched(&[2], &[16])?;
    let backwards = GpuMatRef::new(&half, (8, 8), (8, -1))?;
    let is_hopper = stream.device().variant() == Variant::Sm90a;
    // SAFETY: the buffers outlive the calls, which read nothing: they end with an error.
    let memory = |address, bytes| unsafe { Memory::from_raw(stream, address, bytes) };
    let beside = memory(shared.address() + 128, 256);
    let before = memory(all.address(), 2 * 256);
    let beside = GpuMatRef::row_major::<f32>(&beside, 8, 8)?;
    // A is of the second launch what D is of the first.
    let before = GpuMatRef::row_major::<f32>(&before, 8, 8)?.batched(&[2, 1], &[64, 1])?;
    // Calls: `a * b => d`, what the epilogue has, and words of the error.
    macro_rules! said {
        ($($what:literal: $a:expr, $b:expr => $d:expr, {$($more:tt)*} $($word:literal)*;)*) => {$(
            said($what, gemm(stream, $a, $b, &mut $d, &with!(plain, $($more)*)), &[$($word),*]);
        )*};
    }
    said! {
        "K": a, GpuMatRef::row_major(&single, 4, 8)? => out(&mut d)?, {} "b" "[8, 8]" "[4, 8]";
        "D": a, a => GpuMatMut::row_major(&mut d, 8, 4)?, {} "d" "[8, 4]";
        "batch": two, two => GpuMatMut::row_major(&mut d, 4, 4)?.batched(&[3], &[16])?, {} "a" "[3]" "[2]";
        "types": a, b => out(&mut d)?, {} "a" "pass A and B of one type";
        "type of D": a, a => out(&mut short)?, {} "d" "pass a D of";
        "bias": a, a => out(&mut d)?, {bias: Some(GpuBias::PerColumn(long))} "bias" "[8]" "[9]";
        "type of the bias": a, a => out(&mut d)?, {bias: Some(GpuBias::PerRow(of_half))} "bias" "cast it";
        "length of a scale": a, a => out(&mut d)?, {scale_a: Some(long)} "scale_a";
        "scales of f32": a, a => out(&mut d)?, {scale_a: Some(one)} "scale_a" "omit";
        "alignment of a scale": a, a => out(&mut d)?, {scale_b: Some(crooked)} "scale_b" "multiple of 4";
        "alpha": whole, whole => out(&mut wide)?, {alpha: 0.5} "alpha" "0.5";
        "gelu": double, double => out(&mut large)?, {activation: Activation::Gelu} "activation" "float64";
        "backwards": backwards, b => out(&mut short)?, {} "backwards" "copy";
        "overlap": beside, a => out(&mut shared)?, {} "d" "a";
        "overlap of launches": before, a => out(&mut all)?.batched(&[2, 3], &[64, 128])?, {} "d overlaps a";
    }
    if !is_hopper {
        let eight = of(&eight)?;
        said! { "8-bit floats": eight, eight => out(&mut short)?, {} "a" "9.0" "cast"; }
    }
    let mut workspace = stream.zeros::<u8>(1)?;
    let plan =
        Plan::with_workspace(stream, b, b, out(&mut short)?, &plain, &mut workspace).map(drop);
    // Kernels for every GPU need none for such a product.
    if is_hopper {
        said("workspace", plan, &["workspace", "1"]);
    }
    if stream.download(&d)? != [7.0; 64] {
        return Err("D was written by a call that ended with an error".into());
    }
    Ok(())
}
