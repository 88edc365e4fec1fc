//! The tiles of an array as the host sees them: index spaces, origins, maps, steps, rejections.

use super::*;
use azulejo_cpu::ArrayError;
use azulejo_tile::{TileError, TileSpace};

fn rows(extents: &[usize]) -> Strided {
    Strided::row_major(extents).unwrap()
}

fn tiles(extents: &[usize], tile: &[usize]) -> TileSpace {
    TileSpace::new(&rows(extents), tile).unwrap()
}

#[test]
fn ct_22_the_space_of_tiles() {
    assert_eq!(tiles(&[12, 16], &[2, 4]).space(), [6, 4]);
    assert_eq!(tiles(&[12, 16], &[4, 2]).space(), [3, 8]);
    assert_eq!(tiles(&[42, 64], &[4, 8]).space(), [11, 8]);
    assert_eq!(tiles(&[12, 16], &[2, 4]).len() * 8, 192);
    let rejected = TileSpace::new(&rows(&[12, 16]), &[2]).unwrap_err();
    let (expected, got) = (2, 1);
    assert_eq!(rejected, ArrayError::RankMismatch { expected, got }.into());
    // CT-21: tiles along an axis.
    let along = |n, tile| tiles(&[n], &[tile]).len();
    assert_eq!((along(100, 16), along(480, 16), along(0, 16)), (7, 30, 0));
}

#[test]
fn ct_14_t_19_extents_that_are_no_powers_of_two() {
    let rejected = TileSpace::new(&rows(&[9]), &[3]).unwrap_err();
    assert!(
        rejected
            .to_string()
            .contains("dimension #0 of shape [3] is not a power of two")
    );
    let rejected = TileSpace::new(&rows(&[8192, 128]), &[5, 1024]).unwrap_err();
    assert!(matches!(rejected, TileError::NotPowerOfTwo { axis: 0, .. }));
    assert!(TileSpace::new(&rows(&[9]), &[0]).is_err());
}

#[test]
fn t_18_t_21_t_22_where_tiles_begin() {
    let view = tiles(&[8192, 128], &[128, 4]);
    assert_eq!((view.space(), view.len()), (vec![64, 32], 2048));
    assert_eq!(view.origin(&[4, 2]).unwrap(), [512, 8]);
    assert_ne!(view.origin(&[4, 2]).unwrap(), [256, 64]);
    assert_eq!(view.offset(&[4, 2]).unwrap(), 65544);
    assert_eq!(view.origin(&[63, 31]).unwrap(), [8064, 124]);
    assert_eq!(view.offset(&[63, 31]).unwrap(), 1032316);
    assert_eq!(
        view.offsets(&[63, 31]).unwrap().last(),
        Some(&Some(1048575))
    );
}

#[test]
fn t_22_tiles_are_a_partition() {
    for (extents, tile) in [([32, 8], [4, 2]), ([41, 55], [4, 8]), ([7, 1], [8, 2])] {
        let view = tiles(&extents, &tile);
        let space = view.space();
        let mut hit = vec![0; extents[0] * extents[1]];
        let (mut lanes, mut valid) = (0, 0);
        for index in (0..view.len()).map(|n| [n / space[1], n % space[1]]) {
            for offset in view.offsets(&index).unwrap() {
                lanes += 1;
                if let Some(at) = offset {
                    valid += 1;
                    hit[at] += 1;
                }
            }
        }
        assert!(hit.iter().all(|times| *times == 1));
        if extents == [41, 55] {
            assert_eq!((view.len(), lanes, valid), (77, 2464, 2255));
            let corner = view.offsets(&[10, 6]).unwrap();
            assert_eq!(corner.iter().flatten().count(), 7);
        }
    }
}

#[test]
fn t_23_maps_of_axes() {
    let view = tiles(&[16, 16], &[2, 2]);
    let at = |view: &TileSpace| view.offsets(&[3, 5]).unwrap();
    assert_eq!(at(&view), [106, 107, 122, 123].map(Some));
    let turned = view.clone().dim_map(&[1, 0]).unwrap();
    assert_eq!(at(&turned), [166, 182, 167, 183].map(Some));
    let tall = tiles(&[64, 16], &[4, 2]);
    assert_eq!(tall.space(), [16, 8]);
    assert_eq!(tall.dim_map(&[1, 0]).unwrap().space(), [4, 32]);
    for (map, axis) in [([2, 1], 2), ([0, 0], 0), ([-1, 1], -1)] {
        let rejected = view.clone().dim_map(&map).unwrap_err();
        assert_eq!(rejected, ArrayError::BadAxis { axis, rank: 2 }.into());
    }
    assert!(view.dim_map(&[0]).is_err());
}

#[test]
fn ct_24_axes_in_another_order() {
    // Tiles of 1 x 4 along columns: order F of a square.
    let view = tiles(&[4, 4], &[1, 4]).dim_map(&[1, 0]).unwrap();
    assert_eq!(view.offsets(&[0, 0]).unwrap(), [0, 4, 8, 12].map(Some));
    assert_eq!(view.offsets(&[3, 0]).unwrap(), [3, 7, 11, 15].map(Some));
    let cube = tiles(&[2, 2, 2], &[1, 2, 2]).dim_map(&[0, 2, 1]).unwrap();
    assert_eq!(cube.offsets(&[0, 0, 0]).unwrap(), [0, 2, 1, 3].map(Some));
    assert!(tiles(&[4, 4], &[1, 4]).dim_map(&[1, 1]).is_err());
}

#[test]
fn t_24_t_25_masked_and_whole() {
    let partial = tiles(&[100], &[16]);
    assert_eq!(partial.offsets(&[6]).unwrap().iter().flatten().count(), 4);
    let rejected = partial.whole().unwrap_err();
    let (axis, extent, tile) = (0, 100, 16);
    assert_eq!(rejected, TileError::Indivisible { axis, extent, tile });
    assert!(tiles(&[128], &[16]).whole().is_ok());
}

#[test]
fn t_26_four_views() {
    assert_eq!(tiles(&[16], &[2]).space(), [8]);
    assert_eq!(tiles(&[16, 16], &[2, 2]).space(), [8, 8]);
    let turned = tiles(&[16, 16], &[2, 2]).dim_map(&[1, 0]).unwrap();
    assert_eq!(turned.space(), [8, 8]);
    assert_ne!(turned, tiles(&[16, 16], &[2, 2]));
}

#[test]
fn t_27_overlapping_and_gapped_views() {
    let gapped = tiles(&[16], &[2]).steps(&[3]).unwrap();
    assert_eq!(gapped.len(), 6);
    assert_eq!(gapped.offsets(&[5]).unwrap(), [Some(15), None]);
    let overlapping = tiles(&[8], &[2]).steps(&[1]).unwrap();
    assert_eq!(
        (overlapping.len(), overlapping.offsets(&[7]).unwrap()),
        (8, vec![Some(7), None])
    );
    let square = tiles(&[4, 4], &[2, 4]).steps(&[1, 4]).unwrap();
    assert_eq!(
        square.offsets(&[1, 0]).unwrap(),
        [4, 5, 6, 7, 8, 9, 10, 11].map(Some)
    );
    for step in [0, -1] {
        let rejected = tiles(&[16], &[2]).steps(&[step]).unwrap_err();
        assert_eq!(rejected, TileError::Step { axis: 0, step });
    }
}

#[test]
fn t_28_ct_16_ct_23_an_index_outside_is_an_error() {
    let view = tiles(&[8192, 128], &[128, 4]);
    assert!(view.offset(&[63, 31]).is_ok());
    let (index, space) = (vec![64, 0], vec![64, 32]);
    let expected = ArrayError::IndexOutOfSpace { index, space };
    assert_eq!(view.offset(&[64, 0]).unwrap_err(), expected.clone().into());
    assert_eq!(view.origin(&[64, 0]).unwrap_err(), expected.into());
    assert!(tiles(&[16, 16], &[4, 4]).offset(&[4, 0]).is_err());
    assert!(view.offset(&[0]).is_err());
}

#[test]
fn t_29_offsets_that_do_not_fit_are_rejected() {
    assert!(Strided::new(&[1 << 31, 1 << 31], &[1 << 31, 1]).is_ok());
    let rejected = Strided::row_major(&[1 << 32, 1 << 32]);
    assert!(matches!(rejected, Err(ArrayError::IndexOverflow { .. })));
}

#[test]
fn t_12_t_13_t_15_addresses_by_strides() {
    let at = |extents: &[usize], strides: &[usize], index: &[usize]| {
        let layout = Strided::new(extents, strides).unwrap();
        let ones = vec![1; extents.len()];
        TileSpace::new(&layout, &ones)
            .unwrap()
            .offset(index)
            .unwrap()
    };
    assert_eq!(at(&[32, 16, 32], &[512, 1, 16], &[3, 5, 7]), 1653);
    assert_eq!(
        Strided::new(&[32, 16, 32], &[512, 1, 16]).unwrap().cosize(),
        16384
    );
    assert_eq!(at(&[100, 200], &[200, 1], &[3, 5]), 605);
    assert_eq!(at(&[100, 16], &[1, 32], &[3, 5]), 163);
    assert_eq!(2 * at(&[1024, 1024], &[1024, 1], &[3, 5]), 6154); // bytes of f16: T-15
}

#[test]
fn huge_extents_beside_none_are_no_overflow() {
    let many = 1 << 40;
    for extents in [[0, many, many], [many, many, 0]] {
        let layout = Strided::new(&extents, &[1, 1, 1]).unwrap();
        let tiles = TileSpace::new(&layout, &[1, 1, 1]).unwrap();
        assert_eq!((tiles.len(), tiles.is_empty()), (0, true));
    }
    // No program has a tile of so many elements.
    let layout = Strided::row_major(&[64, 64]).unwrap();
    for tile in [[many, many], [1 << 12, 1 << 13], [1 << 63, 2]] {
        let extents = tile.to_vec();
        let rejected = ArrayError::IndexOverflow { extents };
        assert_eq!(TileSpace::new(&layout, &tile).unwrap_err(), rejected.into());
    }
    let largest = TileSpace::new(&layout, &[1 << 12, 1 << 12]).unwrap();
    assert_eq!(largest.offsets(&[0, 0]).unwrap().len(), 1 << 24);
}
