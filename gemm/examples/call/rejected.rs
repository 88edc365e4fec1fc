//! Arguments that no call takes: the error names them, and nothing is written.

use azulejo_gemm::Activation;
use azulejo_gemm::gpu::{
    GpuBias, GpuEpilogue, GpuMatMut, GpuMatRef, GpuVecMut, GpuVecRef, Plan, gemm,
};
use azulejo_kernels::host::interop::Memory;
use azulejo_kernels::host::{Buffer, Error, Stream};
use azulejo_tensor::{DType, F8E4M3, bf16};

use crate::harness::Failure;

/// A square of `f32`, to read.
fn of(data: &Buffer<f32>) -> Result<GpuMatRef<'_>, Error> {
    GpuMatRef::row_major(data, 8, 8)
}

/// The same, to write.
fn out(data: &mut Buffer<f32>) -> Result<GpuMatMut<'_>, Error> {
    GpuMatMut::row_major(data, 8, 8)
}

/// Every wrong argument by its error.
pub fn arguments(stream: &Stream) -> Result<usize, Failure> {
    let mut count = 0;
    let mut said = |what: &str, end: Result<(), Error>, words: &[&str]| {
        count += 1;
        match end {
            Err(error) if words.iter().all(|word| error.to_string().contains(word)) => Ok(()),
            other => Err(Failure::from(format!(
                "{what}: {other:?} does not say {words:?}"
            ))),
        }
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
    let b = GpuMatRef::row_major(&single, 4, 8)?;
    said(
        "K",
        gemm(stream, of(&single)?, b, &mut out(&mut d)?, &plain),
        &["b", "[8, 8]", "[4, 8]"],
    )?;
    let mut small = GpuMatMut::row_major(&mut d, 8, 4)?;
    said(
        "D",
        gemm(stream, of(&single)?, of(&single)?, &mut small, &plain),
        &["d", "[8, 4]"],
    )?;
    let two = GpuMatRef::row_major(&single, 4, 4)?.batched(&[2], &[16])?;
    let mut three = GpuMatMut::row_major(&mut d, 4, 4)?.batched(&[3], &[16])?;
    said(
        "batch",
        gemm(stream, two, two, &mut three, &plain),
        &["a", "[3]", "[2]"],
    )?;
    let mixed = GpuMatRef::row_major(&half, 8, 8)?;
    said(
        "types",
        gemm(stream, of(&single)?, mixed, &mut out(&mut d)?, &plain),
        &["a", "pass A and B of one type"],
    )?;
    let mut odd = GpuMatMut::row_major(&mut short, 8, 8)?;
    said(
        "type of D",
        gemm(stream, of(&single)?, of(&single)?, &mut odd, &plain),
        &["d", "pass a D of"],
    )?;
    let bias = stream.zeros::<f32>(9)?;
    let with = GpuEpilogue {
        bias: Some(GpuBias::PerColumn(GpuVecRef::new(&bias))),
        ..plain
    };
    said(
        "bias",
        gemm(stream, of(&single)?, of(&single)?, &mut out(&mut d)?, &with),
        &["bias", "[8]", "[9]"],
    )?;
    let with = GpuEpilogue {
        bias: Some(GpuBias::PerRow(GpuVecRef::new(&half))),
        ..plain
    };
    said(
        "type of the bias",
        gemm(stream, of(&single)?, of(&single)?, &mut out(&mut d)?, &with),
        &["bias", "cast it"],
    )?;
    let with = GpuEpilogue {
        scale_a: Some(GpuVecRef::new(&bias)),
        ..plain
    };
    said(
        "length of a scale",
        gemm(stream, of(&single)?, of(&single)?, &mut out(&mut d)?, &with),
        &["scale_a"],
    )?;
    let one = stream.upload(&[1.0f32])?;
    let with = GpuEpilogue {
        scale_a: Some(GpuVecRef::new(&one)),
        ..plain
    };
    said(
        "scales of f32",
        gemm(stream, of(&single)?, of(&single)?, &mut out(&mut d)?, &with),
        &["scale_a", "omit"],
    )?;
    let bytes = stream.zeros::<u8>(16)?;
    let crooked = bytes.slice(1..5)?;
    let with = GpuEpilogue {
        scale_b: Some(GpuVecRef::of_bytes(&crooked, DType::F32)),
        ..plain
    };
    said(
        "alignment of a scale",
        gemm(stream, of(&single)?, of(&single)?, &mut out(&mut d)?, &with),
        &["scale_b", "multiple of 4"],
    )?;
    let whole = GpuMatRef::row_major(&whole, 8, 8)?;
    let mut to = GpuMatMut::row_major(&mut wide, 8, 8)?;
    let half_alpha = GpuEpilogue {
        alpha: 0.5,
        ..plain
    };
    said(
        "alpha",
        gemm(stream, whole, whole, &mut to, &half_alpha),
        &["alpha", "0.5"],
    )?;
    let double = GpuMatRef::row_major(&double, 8, 8)?;
    let mut to = GpuMatMut::row_major(&mut large, 8, 8)?;
    let gelu = GpuEpilogue {
        activation: Activation::Gelu,
        ..plain
    };
    said(
        "gelu",
        gemm(stream, double, double, &mut to, &gelu),
        &["activation", "float64"],
    )?;
    let backwards = GpuMatRef::new(&half, (8, 8), (8, -1))?;
    let mut to = GpuMatMut::row_major(&mut short, 8, 8)?;
    said(
        "backwards",
        gemm(stream, backwards, mixed, &mut to, &plain),
        &["backwards", "copy"],
    )?;
    if stream.device().capability() < (9, 0) {
        let eight = GpuMatRef::row_major(&eight, 8, 8)?;
        let mut to = GpuMatMut::row_major(&mut short, 8, 8)?;
        said(
            "8-bit floats",
            gemm(stream, eight, eight, &mut to, &plain),
            &["a", "9.0", "cast"],
        )?;
    }
    let mut workspace = stream.zeros::<u8>(1)?;
    let plan = Plan::with_workspace(
        stream,
        mixed,
        mixed,
        GpuMatMut::row_major(&mut short, 8, 8)?,
        &plain,
        GpuVecMut::new(&mut workspace),
    );
    // Kernels for every GPU need none for such a product.
    if stream.device().capability() >= (9, 0) {
        said("workspace", plan.map(drop), &["workspace", "1"])?;
    } else {
        drop(plan);
    }
    let both = stream.zeros::<f32>(64)?;
    let mut shared = stream.zeros::<f32>(128)?;
    let overlapping = |data: &mut Buffer<f32>| {
        let address = data.address();
        // SAFETY: the buffer outlives the call, which reads nothing: it ends with an error.
        let read = unsafe { Memory::from_raw(stream, address + 128, 256) };
        let a = GpuMatRef::row_major::<f32>(&read, 8, 8)?;
        gemm(
            stream,
            a,
            of(&both)?,
            &mut GpuMatMut::row_major(data, 8, 8)?,
            &plain,
        )
    };
    said("overlap", overlapping(&mut shared), &["d", "a"])?;
    // A is of the second launch what D is of the first.
    let mut all = stream.zeros::<f32>(6 * 64)?;
    let address = all.address();
    // SAFETY: the buffer outlives the call, which reads nothing: it ends with an error.
    let read = unsafe { Memory::from_raw(stream, address, 2 * 256) };
    let a = GpuMatRef::row_major::<f32>(&read, 8, 8)?.batched(&[2, 1], &[64, 1])?;
    let b = GpuMatRef::row_major(&both, 8, 8)?;
    let mut to = GpuMatMut::row_major(&mut all, 8, 8)?.batched(&[2, 3], &[64, 128])?;
    said(
        "overlap of launches",
        gemm(stream, a, b, &mut to, &plain),
        &["d overlaps a"],
    )?;
    if stream.download(&d)? != [7.0; 64] {
        return Err("D was written by a call that ended with an error".into());
    }
    Ok(count)
}
