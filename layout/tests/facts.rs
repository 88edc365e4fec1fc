//! Facts about dynamic leaves: what a known divisor makes static, exact and aligned, and that values stay the same.

use azulejo_layout::ints::*;
use azulejo_layout::*;

fn known<K: Nat>(value: usize) -> Dyn<K, usize> {
    Dyn::new(value).expect("a multiple")
}

#[test]
fn a_fact_is_checked_where_the_value_enters() {
    assert_eq!(multiple_of(_8, 64).map(Dyn::get), Ok(64));
    assert_eq!(multiple_of(_8, 12), Err(NotAMultiple { value: 12, of: 8 }));
    assert!(multiple_of(_8, 0).is_err());
    assert!(multiple_of(_8, -8).is_err());
    assert_eq!(
        multiple_of(_8, 12i64).unwrap_err().to_string(),
        "12 is not a positive multiple of 8: pad it, or state a smaller divisor"
    );
}

#[test]
fn composition_with_a_tile_that_divides_the_extent_is_static() {
    let (m, n) = (known::<typenum::U128>(384), 100usize);
    let a = layout!((m, n):(_1, m));
    assert_eq!(composition(a, layout!(_64:_1)).to_string(), "_64:_1");
    assert_eq!(composition(a, layout!(_128:_1)).to_string(), "_128:_1");
    assert_eq!(composition(a, layout!(_32:_4)).to_string(), "_32:_4");
    // without the fact the extent could be smaller than the tile
    let a = layout!((m.get(), n):(_1, m.get()));
    assert_eq!(
        composition(a, layout!(_64:_1)).to_string(),
        "(64,1):(_1,384)"
    );
}

#[test]
fn a_divided_extent_keeps_the_rest_of_its_fact() {
    let (m, k) = (known::<typenum::U128>(384), known::<typenum::U64>(192));
    let a = layout!((m, k):(k, _1));
    let tiles = zipped_divide(a, tile!(_64, _16));
    assert_eq!(
        tiles.to_string(),
        "((_64,_16),(6,12)):((192,_1),(12288,_16))"
    );
    let ((_, _), (rows, columns)) = tiles.shape();
    let (_, _): (Dyn<typenum::U2, usize>, Dyn<typenum::U4, usize>) = (rows, columns);
    let plain = zipped_divide(
        layout!((384usize, 192usize):(192usize, _1)),
        tile!(_64, _16),
    );
    assert!((0..384 * 192).all(|i| tiles.at(i) == plain.at(i)));
}

#[test]
fn a_coordinate_split_by_a_known_extent_is_exact() {
    let m = known::<typenum::U8>(24);
    assert_eq!(
        (m.get() / 4, 0),
        (IDiv::div(m, _4).get(), IMod::rem(m, _4).value())
    );
    let _: C<typenum::U0> = IMod::rem(m, _4);
    let _: usize = IMod::rem(m, _16);
    assert_eq!(IMod::rem(m, _16), 8);
    let _: Dyn<typenum::U2, usize> = CeilDiv::ceil_div(m, _4);
    assert_eq!(CeilDiv::ceil_div(m, _16), 2);
}

#[test]
fn units_need_no_check_and_alignment_is_known() {
    let ld = known::<typenum::U8>(264);
    let tile = layout!((_128, _64):(ld, _1));
    assert_eq!(upcast(tile, _8).to_string(), "(_128,_8):(33,_1)");
    let wide = recast(tile, _16, _128);
    let (stride, _) = wide.stride();
    let _: Dyn<typenum::U1, usize> = stride;
    assert_eq!(max_alignment(tile).to_string(), "_8");
    let tile = layout!((_128, _64):(known::<typenum::U4>(260), _1));
    assert_eq!(max_alignment(tile).to_string(), "_4");
    let smem = layout!((_128, _64):(_64, _1));
    assert_eq!(max_common_vector(tile, smem).to_string(), "_64");
}

#[test]
#[should_panic(expected = "the stride 260 is not a multiple of the unit 8")]
fn a_unit_that_the_fact_does_not_cover_is_checked() {
    let _ = upcast(layout!((_128, _64):(known::<typenum::U4>(260), _1)), _8);
}

#[test]
fn offsets_are_plain_integers() {
    let ld = known::<typenum::U8>(64);
    let a = layout!((_16, _8):(ld, _1));
    let at: usize = a.at((3usize, 2usize));
    assert_eq!(at, 194);
    let row: usize = a.slice(coord!(_, 0)).at(5usize);
    assert_eq!(row, 320);
    assert_eq!(core::mem::size_of_val(&a), core::mem::size_of::<usize>());
}

#[test]
fn a_layout_fits_the_integers_of_its_own_leaves() {
    let (narrow, wide) = (70_000i32, 70_000i64);
    assert!(layout!((wide, wide):(wide, _1)).fits_itself().is_ok());
    assert!(layout!((narrow, _8):(_8, _1)).fits_itself().is_ok());
    let error = Layout::try_new((narrow, narrow), (narrow, _1)).unwrap_err();
    assert_eq!((error.least, error.greatest), (0, 4_900_000_000));
    // No offset is too large, but an index is.
    assert!(layout!((narrow, narrow):(_0, _0)).fits_itself().is_err());
    assert!(
        Layout::new((narrow, wide), (wide, _1))
            .fits_itself()
            .is_err()
    );
    assert!(layout!((9u32, 3u32):(_1, -_2)).fits::<u32>().is_err());
}

#[test]
fn a_layout_is_made_within_its_bound() {
    let at_most = |n: i32| try_layout!((n, _4):(_1, n)).is_ok();
    assert!(at_most(536_870_911) && !at_most(536_870_912));
    // A static layout has been checked, and is nothing at run time.
    const L: Layout<(_8, _4), (_1, _8)> = Layout::new((_8, _4), (_1, _8));
    assert_eq!((size_of_val(&L), L.size().value()), (0, 32));
}
