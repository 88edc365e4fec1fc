//! The worked jobs on the CPU, a test each.

#[path = "../jobs/mod.rs"]
mod jobs;

use azulejo_kernels::device::zeros::launch;

macro_rules! run {
    ($($test:ident $name:literal)*) => {$(
        #[test]
        fn $test() {
            let job = jobs::JOBS.iter().find(|(name, _)| *name == $name);
            let (_, job) = job.expect("a job of this name");
            if let Err(failure) = job(&mut jobs::Cpu) {
                panic!("{}: {failure}", $name);
            }
        }
    )*

        #[test]
        fn every_job_is_a_test() {
            assert_eq!(jobs::JOBS.iter().map(|(name, _)| *name).collect::<Vec<_>>(), [$($name),*]);
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
