//! Layouts of basis strides against their definition: offsets are coordinates.

use azulejo_layout::ints::*;
use azulejo_layout::*;

#[test]
fn the_identity_sends_each_coordinate_to_itself() {
    let (m, n) = (3, 5);
    let id = make_identity_layout(shape!((m, _2), n));
    assert_eq!(id.to_string(), "((3,_2),5):((_1@0@0,_1@1@0),_1@1)");
    for (i, j, k) in (0..3).flat_map(|i| (0..2).flat_map(move |j| (0..5).map(move |k| (i, j, k)))) {
        assert_eq!(id.at(((i, j), k)), ((i, j), k));
        assert_eq!(id.at((i + 3 * j, k)), ((i, j), k));
        assert_eq!(id.at(i + 3 * j + 6 * k), ((i, j), k));
    }
    assert_eq!(make_identity_layout(shape!(_8)).to_string(), "_8:_1");
    assert_eq!(
        make_identity_layout(shape!((_8))).to_string(),
        "(_8):(_1@0)"
    );
    assert_eq!(
        core::mem::size_of_val(&make_identity_layout(shape!(_8, (_4, _2)))),
        0
    );
}

#[test]
fn a_tile_of_the_identity_names_the_elements_of_a_tile() {
    let (m, n, ld) = (10, 9, 12);
    let data = layout!((m, n):(ld, _1));
    let (tiler, id) = (tile!(_4, _2), make_identity_layout(shape!(m, n)));
    let (data_tiles, id_tiles) = (
        data.zipped_divide_ceil(tiler).layout,
        id.zipped_divide_ceil(tiler).layout,
    );
    for (i, j) in (0..3).flat_map(|i| (0..5).map(move |j| (i, j))) {
        let (offsets, start) = data_tiles.slice_and_offset(coord!((_, _), (i, j)));
        let (coords, origin) = id_tiles.slice_and_offset(coord!((_, _), (i, j)));
        for c in 0..8 {
            let (row, column) = add_coords(origin, coords.at(c));
            assert_eq!(start + offsets.at(c), data.at((row, column)));
            assert_eq!((row, column), (4 * i + c % 4, 2 * j + c / 4));
        }
    }
}

#[test]
fn slices_of_the_identity_begin_at_their_coordinate() {
    let id = make_identity_layout(shape!(_4, (_2, _3)));
    let (kept, at) = id.slice_and_offset(coord!(2, (_, 1)));
    assert_eq!(kept.to_string(), "(_2):(_1@0@1)");
    assert_eq!(add_coords(at, kept.at(1)), (2, (1, 1)));
}

#[test]
fn a_basis_element_on_the_right_picks_a_mode_on_the_left() {
    let ld = 100;
    let a = layout!(((_4, _2), _8):((_1, ld), _4));
    let b = layout!((_8, _4):(_1 @ 1, _2 @ 0));
    let r = composition(a, b);
    assert_eq!(r.to_string(), "(_8,(_2,_2)):(_4,(_2,100))");
    assert!((0..32).all(|i| r.at(i) == a.at(b.at(i))));
    let b = layout!(((_2, _4), _2):((_4 @ 1, _1 @ 1), _1 @ 1 @ 0));
    let r = composition(a, b);
    assert_eq!(r.to_string(), "((_2,_4),_2):((_16,_4),100)");
    let c = (1, 3, 1);
    assert_eq!(r.at(((c.0, c.1), c.2)), 100 * c.2 + 4 * (4 * c.0 + c.1));
}

#[test]
fn any_layout_is_itself_after_the_identity_of_its_shape() {
    let a = layout!(((_4, _2), _8):((_1, _32), _4));
    let id = make_identity_layout(a.shape());
    assert_eq!(composition(a, id).to_string(), a.to_string());
    let square = layout!((_6, _4):(_4, _1));
    assert_eq!(
        composition(square, make_identity_layout(shape!(_6, _4))).to_string(),
        square.to_string()
    );
}

#[test]
fn coalesce_merges_what_runs_on_along_one_mode() {
    assert_eq!(
        coalesce(layout!((_2, _3):(_1 @ 0, _2 @ 0))).to_string(),
        "_6:_1@0"
    );
    assert_eq!(
        coalesce(layout!((_2, _3):(_1 @ 0, _2 @ 1))).to_string(),
        "(_2,_3):(_1@0,_2@1)"
    );
}

#[test]
fn coordinates_add_with_zeros_for_what_is_missing() {
    assert_eq!(add_coords((1, (2, 3)), ((_0), (4,))), (1, (6, 3)));
    assert_eq!(add_coords(basis!(_2 @ 1), (5, 7)), (5, 9));
    assert_eq!(add_coords((5, 7), basis!(_2 @ 0 @ 2)), (5, 7, (_2,)));
    let origin = origin_like(shape!(_4, (_2, _3)));
    assert_eq!(add_coords(origin, (1, (0, 2))), (1, (0, 2)));
}
