//! Arguments that no call takes: the error names them, and nothing is written.

use std::sync::OnceLock;

use azulejo_gemm::Activation;
use azulejo_kernels::device::gemm::hopper::table as hopper;
use azulejo_kernels::device::gemm::sm80::table as sm80;
use azulejo_runtime::gemm::Product;

use crate::prelude::*;

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
    let one = GpuVecRef::new(&one);
    let crooked = GpuVecRef::of_bytes(&crooked, DType::F32);
    let (plain, a, b) = (GpuEpilogue::default(), of(&single)?, of(&half)?);
    let (whole, double) = (of(&whole)?, of(&double)?);
    let two = GpuMatRef::row_major(&single, 4, 4)?.batched(&[2], &[16])?;
    // More terms than kernels of small products take.
    let deep = stream.zeros::<bf16>(8 * 320)?;
    let (wide_a, deep_b) = (
        GpuMatRef::row_major(&deep, 8, 320)?,
        GpuMatRef::row_major(&deep, 320, 8)?,
    );
    let backwards = GpuMatRef::new(&deep, (8, 320), (320, -1))?;
    // What kernels of small products, and those by vectors, could read.
    let few = GpuMatRef::new(&half, (8, 8), (-8, 1))?;
    let lines = GpuMatRef::new(&deep, (320, 8), (-8, 1))?;
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
        "batch": two, two => GpuMatMut::row_major(&mut d, 4, 4)?.batched(&[3], &[16])?, {} "a" "[3, 4, 4]" "[2, 4, 4]";
        "types": a, b => out(&mut d)?, {} "b has dtype" "beside an A of float32" "cast";
        "type of D": a, a => out(&mut short)?, {} "d has dtype" "expected float32 for products of float32 by float32" "cast";
        "bias": a, a => out(&mut d)?, {bias: Some(GpuBias::PerColumn(long))} "bias" "[8]" "[9]";
        "type of the bias": a, a => out(&mut d)?, {bias: Some(GpuBias::PerRow(of_half))} "bias has dtype" "cast";
        "length of a scale": a, a => out(&mut d)?, {scale_a: Some(long)} "scale_a";
        "scales of f32": a, a => out(&mut d)?, {scale_a: Some(one)} "scale_a" "omit";
        "alignment of a scale": a, a => out(&mut d)?, {scale_b: Some(crooked)} "scale_b" "multiple of 4";
        "alpha": whole, whole => out(&mut wide)?, {alpha: 0.5} "alpha" "0.5";
        "gelu": double, double => out(&mut large)?, {activation: Activation::Gelu} "activation" "float64";
        "backwards": backwards, deep_b => out(&mut short)?, {} "strides of a" "-1" "backwards" "copy";
        "a few backwards": few, b => out(&mut short)?, {} "strides of a" "-8" "backwards" "copy";
        "backwards by lines": wide_a, lines => out(&mut short)?, {} "strides of b" "-8" "backwards" "copy";
        "overlap": beside, a => out(&mut shared)?, {} "d" "a";
        "overlap of launches": before, a => out(&mut all)?.batched(&[2, 3], &[64, 128])?, {} "d overlaps a";
    }
    if !is_hopper {
        let eight = of(&eight)?;
        said! { "8-bit floats": eight, eight => out(&mut short)?, {} "a has dtype float8_e4m3" "on compute capability 8" "cast"; }
    }
    let mut workspace = stream.zeros::<u8>(1)?;
    let plan = Plan::with_workspace(
        stream,
        wide_a,
        deep_b,
        out(&mut short)?,
        &plain,
        &mut workspace,
    )
    .map(drop);
    // Kernels for every GPU need none for such a product.
    if is_hopper {
        said("workspace", plan, &["workspace", "1"]);
    }
    if stream.download(&d)? != [7.0; 64] {
        return Err("D was written by a call that ended with an error".into());
    }
    Ok(())
}

/// D of `m` by `n` elements, 8 terms each, by one kernel.
fn by<T: DeviceElement>(
    stream: &Stream,
    [m, n]: [usize; 2],
    algorithm: Algorithm,
) -> Result<Vec<T>, Error> {
    let ones = stream.upload(&vec![T::from_f64(1.0); 8 * m.max(n)])?;
    let mut d = stream.zeros::<T>(m * n)?;
    let a = GpuMatRef::row_major(&ones, m, 8)?;
    let b = GpuMatRef::row_major(&ones, n, 8)?.t();
    let to = GpuMatMut::row_major(&mut d, m, n)?;
    let product = Product::new(&a, &b, &to, &Epilogue::<u32>::default())?;
    Prepared::new(stream, &[product], |_| Ok(algorithm))?.launch()?;
    stream.download(&d)
}

/// Kernels that do not compute what they are asked for, rows that are in no table, and groups of more rows than there are.
pub fn rows(run: &mut Run) -> Result<(), Failure> {
    let stream = &run.stream.clone();
    let of = |name: &str| {
        let all = sm80::FAMILIES.iter().chain(sm80::VECTORS);
        let found = all.copied().flatten().find(|row| row.kernel.name == name);
        found.ok_or_else(|| format!("no kernel is {name}"))
    };
    let (f64s, vector) = (of("sm80_f64_align1_kk")?, of("gemv_f16_k")?);
    let tile = of("sm80_f16_128x128_kk")?;
    static FORGED: OnceLock<[sm80::KernelEntry; 2]> = OnceLock::new();
    let [of_f16, smaller] = FORGED.get_or_init(|| {
        let types = (DType::F16, DType::F16);
        [with!(*f64s, types: types), with!(*tile, tile: (64, 128))]
    });
    let by_row = |sizes, row| by::<f16>(stream, sizes, Algorithm::Sm80(Some(row)));
    rejects! { run;
        "operands of other types than the row's", by_row([64, 64], f64s) => Error::Argument { argument: "row", .. },
        "five rows of D for a kernel of one", by_row([5, 64], vector) => Error::Argument { argument: "row", .. },
        "a row with other types", by_row([64, 64], of_f16) => Error::Argument { argument: "row", .. },
        "a row with another tile", by_row([64, 64], smaller) => Error::Argument { argument: "row", .. },
    }
    for (sizes, row) in [([64, 64], tile), ([1, 64], vector), ([5, 1], vector)] {
        let is_right = by_row(sizes, row)?.iter().all(|x| x.to_f64() == 8.0);
        run.is(row.kernel.name, is_right);
    }
    if stream.device().variant() != Variant::Sm90a {
        let row = of("sm90_f16_tma_mma_kk")?;
        rejects! { run; "a kernel for 9.0", by_row([64, 64], row) => Error::NoKernel { .. }, }
        return Ok(());
    }
    let named = |all: &'static [&'static [hopper::KernelEntry]], name: &str| {
        let mut rows = all.iter().copied().flatten();
        let found = rows.find(|row| row.kernel.name.starts_with(name));
        found.ok_or_else(|| format!("no kernel is {name}"))
    };
    let row = named(hopper::FAMILIES, "gemm_bf16_kk_64x16x8_1x1x1")?;
    let list = named(hopper::GROUPED, "gemm_bf16_grouped")?;
    static OTHER: OnceLock<hopper::KernelEntry> = OnceLock::new();
    let other = OTHER.get_or_init(|| with!(*row, config.tile: (128, 16)));
    let schedule = Schedule {
        splits: 1,
        group_m: 1 << 31,
        ctas: 4,
        pdl: false,
        swap_ab: false,
    };
    let by_row = |row| by::<bf16>(stream, [128, 32], Algorithm::Hopper(row, schedule));
    rejects! { run;
        "a row for Hopper with another tile", by_row(other) => Error::Argument { argument: "row", .. },
        "a list's row for one product", by_row(list) => Error::Argument { argument: "row", .. },
        "a row of no table for a list", Prepared::grouped(stream, &[], other, 4) => Error::Argument { argument: "row", why } if why.contains("GROUPED"),
        "one product's row for a list", Prepared::grouped(stream, &[], row, 4) => Error::Argument { argument: "row", why } if why.contains("Prepared::new"),
    }
    // Two columns of tiles in groups of 2^31 rows: 2^32 tiles.
    let is_right = by_row(row)?.iter().all(|x| x.to_f64() == 8.0);
    run.is("groups of more rows than there are", is_right);
    Ok(())
}
