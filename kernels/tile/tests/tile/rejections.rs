//! What a launch rejects, each with a typed error and nothing written.

use super::*;
use azulejo_tensor::{bf16, f16};
use azulejo_tile::TileError;
use azulejo_tile::programs::{LowerPrecision, RowBias, Scale};

#[test]
fn ct_15_an_array_of_another_rank() {
    let (x, mut y) = (arange::<f32>(16), [0.0f32; 16]);
    let rejected = Scale::run(matrix(&x, 4, 4), write(&mut y)).unwrap_err();
    assert_eq!(
        rejected,
        TileError::Rank {
            argument: "x",
            expected: 1,
            found: 2
        }
    );
    assert_eq!(rejected.to_string(), "`x` has 2 axes, the program takes 1");
    assert_eq!(y, [0.0; 16]);
}

#[test]
fn ct_09_outputs_with_different_regions() {
    let x = arange::<f32>(64);
    let (mut half, mut brain) = (vec![f16::ZERO; 64], vec![bf16::ZERO; 40]);
    let rejected = LowerPrecision::run(read(&x), write(&mut half), write(&mut brain));
    let expected = TileError::Regions {
        argument: "brain",
        expected: vec![4],
        found: vec![3],
    };
    assert_eq!(rejected, Err(expected));
    assert!(half.iter().all(|x| *x == f16::ZERO));
}

#[test]
fn z_08_outputs_that_overlap_themselves_are_no_views() {
    let mut y = [0.0f32; 16];
    assert!(ViewMut::new(&mut y, Strided::new(&[4, 4], &[1, 1]).unwrap()).is_err());
}

#[test]
fn ct_21_nothing_to_do_is_nothing_done() {
    Scale::run(read(&[]), write(&mut [])).unwrap();
    let bias = [1.0f32; 8];
    RowBias::run(matrix(&[], 0, 8), read(&bias), matrix_mut(&mut [], 0, 8)).unwrap();
}
