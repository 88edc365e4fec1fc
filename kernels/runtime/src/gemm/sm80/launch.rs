//! [`push_sm80`]: a launch of a kernel for every GPU since compute capability 8.0, checked, with all that it takes.

use azulejo_tensor::DType;

use super::super::{Arguments, Epilogue, ProblemShape};
use super::batches::push_batches;
use super::choose::Room;
use super::split_k_parallel::push_splits;
use crate::{Error, preparation::Preparation};
use azulejo_kernels::device::gemm::sm80::args::{Args, View, activation};
use azulejo_kernels::device::gemm::sm80::split_k::SplitK;
use azulejo_kernels::device::gemm::sm80::table::{FAMILIES, KernelEntry};

/// Makes a launch of `row`'s kernel ready, or of the one that suits best, for any sizes and strides, and returns its row.
///
/// | operands | D |
/// |---|---|
/// | f16, bf16 | the same, or f32 |
/// | tf32 (f32 in memory), f32 | f32 |
/// | f64 | f64 |
/// | i8 | i32 |
///
/// A and B of f32 and f64 may run backwards, by a stride below 0, and C and D of every type.
///
/// 8-, 16-bit and tf32 operands that no kernel reads by vectors are copied to ones that it does before every launch, and so are those of
/// f32 and f64 where a copy takes less time than it saves; small products read them as they are. On compute
/// capability 9.0 f32 is computed in f64 on tensor cores, D rounded once, but for large products of short sums and for those of at most
/// 16 rows, columns and terms.
///
/// # Errors
/// [`Error::Dtype`] for a type without a kernel, [`Error::Argument`] for sizes and factors that cannot be, [`Error::NotImplemented`]
/// for an activation that the sums' type has not, [`Error::Strides`] where the kernel cannot read an operand,
/// [`Error::OutOfMemory`], or any CUDA driver error.
pub(in super::super) fn push_sm80(
    work: &mut Preparation<'_>,
    row: Option<&'static KernelEntry>,
    arguments: &Arguments<'_>,
) -> Result<&'static KernelEntry, Error> {
    let [input, other, out] = arguments.types;
    let mut rows = FAMILIES.iter().copied().flatten();
    let family = rows.find(|row| row.types.0 == input);
    let natural = family
        .ok_or_else(|| {
            Error::dtype(
                "a",
                input,
                "float16, bfloat16, tfloat32, float32, float64 or int8",
            )
        })?
        .types
        .1;
    if other != input {
        return Err(Error::dtype("b", other, format!("{input}, as A has")));
    }
    if out != natural && (natural.bytes() != 2 || out != DType::F32) {
        let wide = if natural.bytes() == 2 {
            " or float32"
        } else {
            ""
        };
        return Err(Error::dtype("d", out, format!("{natural}{wide}")));
    }
    arguments.check_forwards()?;
    let ProblemShape { m, n, batches, .. } = arguments.sizes;
    let sizes_are = |why: &str| Error::argument("sizes", format!("{:?}: {why}", arguments.sizes));
    let device = work.stream().device();
    check_factors(&arguments.epilogue, (input, out), device.capability())?;
    // The kernels store along rows: a D with contiguous columns is the transposed product. One column is one row as well.
    let d = &arguments.d;
    let upright = d.column != 1 && (d.row == 1 || d.row.unsigned_abs() < d.column.unsigned_abs());
    let mut of = match upright || (row.is_none() && n == 1 && m > 1) {
        true => arguments.transposed(),
        false => *arguments,
    };
    if row.is_none() && of.fills_tiles_transposed(device.variant()) {
        of = of.transposed();
    }
    let (ProblemShape { m, n, .. }, k, epilogue) = (of.sizes, of.k(), of.epilogue);
    let row = match row {
        Some(row) => {
            of.check_row(row, natural)?;
            row
        }
        None => of.sm80_row(arguments, work)?,
    };
    let (tiles_m, tiles_n) = (m.div_ceil(row.tile.0), n.div_ceil(row.tile.1));
    let tiles = tiles_m.saturating_mul(tiles_n);
    let sm_count = device.sm_count();
    let mut split_k = match row.sliced {
        Some(_) if row.is_small() => {
            let room = Room::of(device)?;
            SplitK::everywhere(room.splits(row, [m, n, k, batches].map(u64::from)))
        }
        // A block has nearly all of its SM's rate, so that splits gain where half of the SMs would be idle, or after full rounds.
        Some(stage) if batches == 1 && (tiles <= sm_count / 2 || tiles > sm_count) => {
            SplitK::for_grid(tiles, sm_count, row.kernel.min_ctas, k.div_ceil(stage))
        }
        _ => SplitK::default(),
    };
    let group = match split_k.splits > 1 && split_k.whole_tiles == 0 {
        true => 0,
        false => tiles_n
            .next_power_of_two()
            .trailing_zeros()
            .min(row.columns()),
    };
    let (across, down) = ((tiles_m as u64) << group, tiles_n.div_ceil(1 << group));
    let is_one_line = row.sliced.is_some() || row.uses_tma();
    let lines = if is_one_line { down as u64 } else { 1 };
    if down > 65_535 || across * lines > i32::MAX as u64 {
        return Err(sizes_are("they make more tiles than a grid has blocks"));
    }
    // Whole groups of columns alone, so that each number is a tile's.
    match split_k.splits > 1 && tiles_n.is_multiple_of(1 << group) {
        true => make_room(work, &mut split_k, (row, tiles, batches))?,
        false => split_k = SplitK::default(),
    }
    let [a, b] = match row.uses_tma() && ![m, n, k, batches].contains(&0) {
        true => of.maps(work, row)?,
        false => of.operands(),
    };
    let args = Args {
        m,
        n,
        k,
        group,
        single: (out != natural) as u32,
        wide: widest_store(&of.d, out),
        activation: epilogue.activation,
        a,
        b,
        c: of.c.unwrap_or_default(),
        d: of.d,
        bias: of.bias(),
        alpha: epilogue.alpha,
        beta: epilogue.beta,
        split_k,
    };
    let is_done = m == 0 || n == 0 || batches == 1 && push_splits(work, row, &args, tiles)?;
    if !is_done {
        push_batches(work, row, args, (out.bytes() as i64, batches))?;
    }
    Ok(row)
}

/// Gives `split_k` of `tiles` tiles of `row` in each of `batches` memory for their counts, which are 0, and sums.
fn make_room(
    work: &mut Preparation<'_>,
    split_k: &mut SplitK,
    (row, tiles, batches): (&KernelEntry, u32, u32),
) -> Result<(), Error> {
    // As many splits as there are places at most, so the bytes are few.
    let cut = (tiles - split_k.whole_tiles) as u64 * batches as u64;
    // A sum is read by the last block of its tile alone, that is by the one which finds that all splits of the tile have been
    // counted, and each is counted by its block after a fence.
    split_k.counts = work.zeros(4 * cut * split_k.counts_of(split_k.splits) as u64)?;
    let bytes = (row.tile.0 * row.tile.1 * row.sum()) as u64;
    split_k.partials = work.zeros(cut * split_k.splits as u64 * bytes)?;
    Ok(())
}

/// How D, of elements of type `out`, can be stored: by the result of 16 bytes of sums (1), by 16 bytes (2), or an element at a time (0).
fn widest_store(d: &View, out: DType) -> u32 {
    let size = out.bytes() as u64;
    let lanes = if out == DType::F64 { 2 } else { 4 };
    let aligned = |bytes: u64| {
        d.column == 1
            && d.base.is_multiple_of(bytes)
            && [d.row, d.batch]
                .iter()
                .all(|stride| (stride.unsigned_abs() * size).is_multiple_of(bytes))
    };
    aligned(lanes * size) as u32 + aligned((lanes * size).max(16)) as u32
}

/// Rejects scales, and factors and activations that sums of `out` do not have.
fn check_factors(
    epilogue: &Epilogue<'_>,
    (input, out): (DType, DType),
    (major, minor): (u32, u32),
) -> Result<(), Error> {
    let whole = |factor: f64| factor.fract() == 0.0 && factor.abs() <= i32::MAX as f64;
    for (argument, factor) in [("alpha", epilogue.alpha), ("beta", epilogue.beta)] {
        Error::ensure(out != DType::I32 || whole(factor), argument, || {
            format!("{factor} is no 32-bit integer, as products of integers ask for")
        })?;
    }
    if let Some(argument) = epilogue.scaled() {
        return Err(Error::argument(
            argument,
            format!(
                "no kernel for compute capability {major}.{minor} scales products of {input} into {out}: omit it, and scale the operands"
            ),
        ));
    }
    if epilogue.activation > activation::RELU && matches!(out, DType::I32 | DType::F64) {
        return Err(Error::NotImplemented {
            what: format!("an activation other than ReLU on sums of {out}"),
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::super::product::matrix_view as d;
    use super::*;

    #[test]
    fn stores_are_as_wide_as_d_is_aligned() {
        let f16 = |d| widest_store(&d, DType::F16);
        assert_eq!(f16(d(256, 64, 1)), 2);
        assert_eq!(f16(d(256, 60, 1)), 1);
        assert_eq!(f16(d(264, 64, 1)), 1);
        assert_eq!(f16(d(256, 61, 1)), 0);
        assert_eq!(f16(d(256, 1, 64)), 0);
        assert_eq!(widest_store(&d(256, 62, 1), DType::F64), 2);
        assert_eq!(widest_store(&d(256, 62, 1), DType::F32), 0);
    }

    #[test]
    fn integers_take_whole_factors_and_no_gelu_or_silu() {
        use DType::{F32, F64, I8, I32};
        for (alpha, activation, types, is_taken) in [
            (2.0, activation::RELU, (I8, I32), true),
            (0.5, activation::NONE, (I8, I32), false),
            (0.5, activation::GELU, (F64, F64), false),
            (0.5, activation::GELU, (F32, F32), true),
        ] {
            let epilogue = Epilogue {
                alpha,
                activation,
                ..Epilogue::default()
            };
            let found = check_factors(&epilogue, types, (8, 0));
            assert_eq!(found.is_ok(), is_taken, "{alpha} {activation} {types:?}");
        }
    }
}
