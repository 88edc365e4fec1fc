//! The worked jobs on the CPU, a test each.

#[path = "../jobs/mod.rs"]
mod worked;

use azulejo_cpu::{AnyArray, Array, Op, Reduction, Stored};
use azulejo_kernels::device::zeros::launch;
use azulejo_tensor::{Overflow, RoundingMode, with_dtype};
use worked::{
    backend::{Backend, End, Failure, Piece, Place},
    list::JOBS,
};

macro_rules! run {
    ($($test:ident $name:literal)*) => {$(
        #[test]
        fn $test() {
            let job = JOBS.iter().find(|(name, _)| *name == $name);
            let (_, job) = job.expect("a job of this name");
            if let Err(failure) = job(&mut Cpu) {
                panic!("{}: {failure}", $name);
            }
        }
    )*

        #[test]
        fn every_job_is_a_test() {
            assert_eq!(JOBS.iter().map(|(name, _)| *name).collect::<Vec<_>>(), [$($name),*]);
        }
    };
}

run! {
    j01_scales_a_vector "J01"
    j02_adds_one "J02"
    j03_works_tile_by_tile "J03"
    j04_works_on_tiles_of_a_line "J04"
    j05_adds_rows_and_columns "J05"
    j06_broadcasts_a_scalar "J06"
    j07_adds_a_row "J07"
    j08_adds_a_row_and_scales "J08"
    j09_normalises_a_batch "J09"
    j10_narrows "J10"
    j11_promotes "J11"
    j12_casts_before_it_adds "J12"
    j13_mixes_precisions "J13"
    j14_reduces_to_statistics "J14"
    j15_takes_scalars_of_two_types "J15"
    j16_pads_an_image "J16"
    j18_mixes_matrices "J18"
    j19_leaves_its_input "J19"
    j23_narrows_in_steps "J23"
    j24_clears_every_type "J24"
    j25_pads_with_each_value "J25"
    j26_broadcasts_and_promotes "J26"
    j28_copies_cut_tiles "J28"
    j31_copies_vectors "J31"
    j33_loads_a_tile "J33"
    j34_loads_a_turned_tile "J34"
    j35_rounds "J35"
}

#[test]
fn j22_plans_for_2_to_the_32() {
    let rounds =
        |grid| launch(1 << 32, 256, 1024, grid).map(|plan| (plan.grid, plan.step, plan.rounds));
    assert_eq!(rounds(i32::MAX as u32), Some((1 << 24, 1 << 32, 1)));
    assert_eq!(rounds(65535).map(|plan| plan.2), Some(257));
    assert_eq!(rounds(1 << 20).map(|plan| plan.2), Some(16));
}

/// The CPU.
struct Cpu;

fn gathered(from: Piece<'_>) -> Result<AnyArray, Failure> {
    fn of<T: Stored>(from: Piece<'_>) -> Result<AnyArray, Failure> {
        let data = T::peek(from.data).map_or(&[][..], Array::data);
        let elements = from
            .layout
            .offsets()
            .map(|at| data[from.offset + at])
            .collect();
        Ok(Array::<T>::from_vec(elements, from.layout.extents())?.into())
    }
    with_dtype!(from.data.dtype(), T => of::<T>(from))
}

/// Stores the elements of `from` to their places.
fn scattered(from: &AnyArray, out: Place<'_>) -> End {
    fn of<T: Stored>(from: &AnyArray, out: Place<'_>) -> End {
        let new = T::peek(from).ok_or("another type")?.data();
        let mut all = T::peek(out.data).ok_or("another type")?.data().to_vec();
        for (at, x) in out.layout.offsets().zip(new) {
            all[out.offset + at] = *x;
        }
        let extents = out.data.extents().to_vec();
        *out.data = Array::from_vec(all, &extents)?.into();
        Ok(())
    }
    with_dtype!(from.dtype(), T => of::<T>(from, out))
}

/// The elements of `from`, repeated to a shape.
fn repeated(from: Piece<'_>, extents: &[usize]) -> Result<AnyArray, Failure> {
    gathered(Piece {
        layout: from.layout.broadcast(extents)?,
        ..from
    })
}

impl Backend for Cpu {
    fn map(&mut self, op: Op, inputs: &[Piece<'_>], out: Place<'_>) -> End {
        let arrays: Vec<AnyArray> = inputs
            .iter()
            .map(|from| repeated(*from, out.layout.extents()))
            .collect::<Result<_, _>>()?;
        let result = azulejo_cpu::elementwise(op, &arrays.iter().collect::<Vec<_>>())?;
        scattered(&result, out)
    }

    fn update(&mut self, op: Op, out: Place<'_>, other: Piece<'_>) -> End {
        let own = gathered(Piece {
            data: out.data,
            offset: out.offset,
            layout: out.layout,
        })?;
        let other = repeated(other, out.layout.extents())?;
        scattered(&azulejo_cpu::elementwise(op, &[&own, &other])?, out)
    }

    fn cast(&mut self, from: Piece<'_>, out: Place<'_>, mode: Option<RoundingMode>) -> End {
        let overflow: Option<Overflow> = None;
        let result =
            repeated(from, out.layout.extents())?.cast(out.data.dtype(), mode, overflow)?;
        scattered(&result, out)
    }

    fn copy(&mut self, from: Piece<'_>, out: Place<'_>) -> End {
        scattered(&repeated(from, out.layout.extents())?, out)
    }

    fn fill(&mut self, out: Place<'_>, bits: u64) -> End {
        let size = out.layout.size();
        let extents = out.layout.extents().to_vec();
        let value = with_dtype!(out.data.dtype(), T => filled::<T>(bits, size, &extents))?;
        scattered(&value, out)
    }

    fn reduce(
        &mut self,
        op: Reduction,
        from: Piece<'_>,
        axes: &[usize],
    ) -> Result<AnyArray, Failure> {
        let axes: Vec<i64> = axes.iter().map(|axis| *axis as i64).collect();
        Ok(azulejo_cpu::reduce(
            op,
            &gathered(from)?,
            Some(&axes),
            false,
        )?)
    }
}

fn filled<T: Stored>(bits: u64, size: usize, extents: &[usize]) -> Result<AnyArray, Failure> {
    Ok(Array::from_vec(vec![T::from_raw(bits); size], extents)?.into())
}
