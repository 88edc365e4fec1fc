//! Partitions of tiled copies and products: `view(t).at(x) = t.at(view(i).at(x))`, where the elements of `i` are their 1-D
//! coordinates.

use super::random::{Random, cases, numbered, same};
use azulejo_layout::ints::*;
use azulejo_layout::{ComposedLayout, Layout, composition, layout, swizzle};
use azulejo_tensor::atom::{CopyAtom, SM80_16x8x16_F32F16F16F32_TN, UniversalCopy};
use azulejo_tensor::engine::Slice;
use azulejo_tensor::{Tensor, TiledMma, make_tiled_copy, make_tiled_copy_A};

type Mma = TiledMma<SM80_16x8x16_F32F16F16F32_TN, Layout<(_2, _2, _1), (_1, _2, _0)>>;

/// Partitions of a tensor of shape `(_64, _32)` by each operand and each side.
macro_rules! partitions {
    ($random:ident, $data:ident, $layout:expr) => {{
        let whole = Tensor::from_parts(Slice::new(&$data), $layout);
        let index = Tensor::from_parts(Slice::new(&$data), layout!((_64, _32)));
        let thread = $random.below(128);
        let mma = Mma::new().get_slice(thread);
        let atom = CopyAtom::<UniversalCopy<_64>, u16>::new();
        let copy = make_tiled_copy(atom, layout!((_8, _16)), layout!((_4, _1))).get_slice(thread);
        partitions!(@ $random whole index, mma.partition_A mma.partition_B mma.partition_C copy.partition_S copy.partition_D);
    }};
    (@ $random:ident $whole:ident $index:ident, $($by:ident.$call:ident)*) => {$(
        let part = $by.$call(&$index);
        let x = $random.below(part.size() as i32);
        let at = part.at(x) as i32;
        same($by.$call(&$whole).at(x), $whole.at(at), stringify!($call), &($whole.layout(), x));
    )*};
}

#[test]
fn plain() {
    let data = numbered();
    cases(|random| {
        partitions!(random, data, layout!((_64, _32):(_32, _1)));
        partitions!(
            random,
            data,
            layout!((_64, _32):(1 + random.below(50), 1 + random.below(50)))
        );
    });
}

#[test]
fn nested() {
    let data = numbered();
    cases(|random| {
        partitions!(
            random,
            data,
            layout!(((_8, _8), (_4, _8)):((_4, _256), (_1, _32)))
        );
    });
}

#[test]
fn swizzled() {
    let data = numbered();
    cases(|random| {
        partitions!(
            random,
            data,
            composition(swizzle(_2, _3, _3), layout!((_64, _32):(_32, _1)))
        );
        partitions!(
            random,
            data,
            composition(swizzle(_3, _3, _3), layout!((_64, _32):(_1, _64)))
        );
    });
}

#[test]
fn swizzled_and_not_made_of_bits() {
    let data = numbered();
    cases(|random| {
        partitions!(
            random,
            data,
            composition(swizzle(_2, _3, _3), layout!((_64, _32):(_48, _1)))
        );
        let (m, n) = (1 + random.below(50), 1 + random.below(50));
        partitions!(
            random,
            data,
            composition(swizzle(_2, _3, _3), layout!((_64, _32):(m, n)))
        );
    });
}

#[test]
fn offset() {
    let data = numbered();
    cases(|random| {
        let layout = layout!((_64, _32):(_32, _1));
        partitions!(
            random,
            data,
            ComposedLayout::new(swizzle(_2, _3, _3), _2048::NEW, layout)
        );
        partitions!(
            random,
            data,
            ComposedLayout::new(swizzle(_2, _3, _3), random.below(2000), layout)
        );
    });
}

/// A fragment of a product in any strides, seen through the copy that fills it.
#[test]
fn fragments_retiled() {
    let data = numbered();
    let index = Tensor::from_parts(Slice::new(&data), layout!(((_2, _2, _2), _2, _2)));
    let copy = make_tiled_copy_A(CopyAtom::<UniversalCopy<_32>, u16>::new(), Mma::new());
    cases(|random: &mut Random| {
        let thread = copy.get_slice(random.below(128));
        let (a, b, c) = (
            1 + random.below(99),
            1 + random.below(99),
            1 + random.below(99),
        );
        macro_rules! retiled {
            ($layout:expr) => {
                let whole = Tensor::from_parts(Slice::new(&data), $layout);
                let x = random.below(16 * 2);
                let at = thread.retile_S(index).at(x) as i32;
                assert_eq!(thread.retile_S(whole).at(x), whole.at(at));
                assert_eq!(thread.retile_D(whole).at(x), whole.at(at));
            };
        }
        retiled!(layout!(((_2, _2, _2), _2, _2):((_16, _8, _4), _2, _1)));
        retiled!(layout!(((_2, _2, _2), _2, _2):((a, b, c), _2, _1)));
        retiled!(layout!(((_2, _2, _2), _2, _2):((_1, c, _2), a, b)));
    });
}
