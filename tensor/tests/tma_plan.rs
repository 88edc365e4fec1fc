//! What TMA writes where, against the layout of the tile.
use azulejo_layout::{LayoutLeft, LayoutRight, TileToShape, ints::*, layout};
use azulejo_tensor::atom::{
    Layout_K_INTER_Atom, Layout_K_SW64_Atom, Layout_K_SW128_Atom, Layout_MN_SW128_Atom,
};
use azulejo_tensor::{MemoryLayout, f16, make_tma_copy, tma_plan};

/// Checks every element of the tile: TMA writes boxes in the order of their modes, back to back.
fn check<L: MemoryLayout>(extents: &[u32], inner: impl Fn(&[u32]) -> i64) {
    let plan = tma_plan::<f16, L>(1);
    let mut at = vec![0u32; extents.len()];
    loop {
        let (mut offset, mut scale, mut rest) = (0u32, 1, at.clone());
        for mode in &plan.rest_modes[..plan.rest_rank] {
            let i = rest[mode.axis] / mode.step % mode.size;
            rest[mode.axis] -= i * mode.step;
            offset += i * scale * (plan.box_bytes / 2);
            scale *= mode.size;
        }
        let mut scale = 1;
        for mode in &plan.box_modes[..plan.box_rank] {
            offset += rest[mode.axis] * scale;
            scale *= mode.size;
            rest[mode.axis] = 0;
        }
        assert!(rest.iter().all(|&x| x == 0));
        assert_eq!(offset as i64, inner(&at), "{at:?}");
        let mut i = 0;
        loop {
            if i == extents.len() {
                assert_eq!(plan.bytes, 2 * extents.iter().product::<u32>());
                return;
            }
            at[i] += 1;
            if at[i] < extents[i] {
                break;
            }
            at[i] = 0;
            i += 1;
        }
    }
}

#[test]
fn plans_are_their_layouts() {
    macro_rules! tile {
        ($atom:ident ($($e:ident $v:literal),*) $order:ident) => {{
            type L = TileToShape<$atom<f16>, ($($e,)*), $order>;
            let l = L::default();
            check::<L>(&[$($v),*], |x| tile!(@ l x $($v),*));
        }};
        (@ $l:ident $x:ident $a:literal, $b:literal) => { $l.layout_b().at(($x[0] as i64, $x[1] as i64)) };
        (@ $l:ident $x:ident $a:literal, $b:literal, $c:literal) => { $l.layout_b().at(($x[0] as i64, $x[1] as i64, $x[2] as i64)) };
    }
    tile!(Layout_K_SW128_Atom (_128 128, _64 64) LayoutLeft);
    tile!(Layout_K_SW128_Atom (_64 64, _128 128) LayoutLeft);
    tile!(Layout_K_SW128_Atom (_64 64, _64 64, _4 4) LayoutLeft);
    tile!(Layout_K_SW64_Atom (_128 128, _64 64) LayoutLeft);
    tile!(Layout_MN_SW128_Atom (_128 128, _64 64) LayoutRight);
    tile!(Layout_MN_SW128_Atom (_64 64, _128 128) LayoutLeft);
    type Inter = TileToShape<Layout_K_INTER_Atom<f16>, (_64, _64), LayoutLeft>;
    check::<Inter>(&[64, 64], |x| {
        Inter::default().at((x[0] as i64, x[1] as i64))
    });
}

#[test]
fn maps_have_up_to_five_modes() {
    type Tile = TileToShape<Layout_MN_SW128_Atom<f16>, (_64, _128), LayoutLeft>;
    // V' of (batch, head, key, d) as (d, key, head, batch, split).
    let (n, h, b, s) = (500usize, 6usize, 2usize, 3usize);
    let p = make_tma_copy::<f16, Tile, 1, _, _>(
        layout!((_64, n, h, b, s):(_1, 64, 32000usize, 192000usize, 384000usize)),
    )
    .unwrap();
    assert_eq!(
        (p.tensor_rank, p.global_dim, p.box_dim),
        (5, [64, 500, 6, 2, 3], [64, 128, 1, 1, 1])
    );
    assert_eq!(p.global_strides, [2, 128, 64000, 384000, 768000]);
    assert!(make_tma_copy::<f16, Tile, 1, _, _>(layout!((_64, n):(n, n))).is_err()); // not contiguous along d
    assert!(make_tma_copy::<f16, Tile, 1, _, _>(layout!((_64, n):(_1, 4usize))).is_err()); // rows of 8 bytes
}

#[test]
fn modes_without_elements_are_an_error() {
    use azulejo_layout::Layout;
    type Tile = TileToShape<Layout_K_SW128_Atom<f16>, (_128, _64), LayoutLeft>;
    let of_rows = |first: usize, second: usize| {
        let rows = layout!(((first, second), 512usize):((512usize, 5120usize), _1));
        make_tma_copy::<f16, Tile, 1, _, _>(rows)
    };
    assert!(of_rows(64, 8).is_ok());
    for (first, second) in [(0, 8), (64, 0), (0, 0)] {
        assert_eq!(
            of_rows(first, second).unwrap_err(),
            "an extent of global memory is not between 1 and 2^32"
        );
    }
    // A tile whose extent is not known, or 0.
    let gmem = layout!(((64usize, 8usize), 512usize):((512usize, 5120usize), _1));
    type Unknown = Layout<(usize, _64), (_64, _1)>;
    let unknown = make_tma_copy::<f16, Unknown, 1, _, _>(gmem).unwrap_err();
    assert_eq!(
        unknown,
        "TMA: the layout of a tile in shared memory is static"
    );
    type Empty = Layout<(_0, _64), (_64, _1)>;
    assert!(make_tma_copy::<f16, Empty, 1, _, _>(gmem).is_err());
}
