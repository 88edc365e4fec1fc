//! Partitions of tiled copies and products: `view(t).at(x) = t.at(view(i).at(x))`, where the elements of `i` are their 1-D
//! coordinates.

use super::random::{Random, cases, numbered, same};
use azulejo_layout::ints::*;
use azulejo_layout::{ComposedLayout, Layout, composition, layout, swizzle};
use azulejo_tensor::atom::{CopyAtom, SM80_16x8x16_F32F16F16F32_TN, UniversalCopy};
use azulejo_tensor::engine::Slice;
use azulejo_tensor::{Tensor, TiledMma, make_tiled_copy, make_tiled_copy_A};

type Mma = TiledMma<SM80_16x8x16_F32F16F16F32_TN, Layout<(_2, _2, _1), (_1, _2, _0)>>;

/// The partitions of a tensor of shape `(_64, _32)` for thread `$thread`, by each operand and each side: `$each!($given, call);` in
/// turn.
macro_rules! views {
    ($each:ident ($($given:tt)*) $thread:expr) => {
        let mma = Mma::new().get_slice($thread);
        let atom = CopyAtom::<UniversalCopy<_64>, u16>::new();
        let copy = make_tiled_copy(atom, layout!((_8, _16)), layout!((_4, _1))).get_slice($thread);
        $each!($($given)*, mma.partition_A);
        $each!($($given)*, mma.partition_B);
        $each!($($given)*, mma.partition_C);
        $each!($($given)*, copy.partition_S);
        $each!($($given)*, copy.partition_D);
    };
}

/// A thread, for each of its partitions a random 1-D coordinate in it, and the 1-D coordinate of the whole there.
type Case = (i32, Vec<(i32, i32)>);

/// Draws a case. The elements of `coordinates` are their 1-D coordinates, and their partitions the same for all layouts.
fn draw(random: &mut Random, coordinates: &[u16]) -> Case {
    let whole = Tensor::from_parts(Slice::new(coordinates), layout!((_64, _32)));
    let (thread, mut at) = (random.below(128), Vec::new());
    macro_rules! place {
        ($t:ident, $($call:tt)*) => {
            let part = $($call)*(&$t);
            let x = random.below(part.size() as i32);
            at.push((x, part.at(x) as i32));
        };
    }
    views!(place (whole) thread);
    (thread, at)
}

/// Compares a partition of `$t` with the whole at the next of `$places`.
macro_rules! compare {
    ($t:ident $places:ident, $($call:tt)*) => {
        let &(x, at) = $places.next().expect("one for each partition");
        same($($call)*(&$t).at(x), $t.at(at), stringify!($($call)*), &($t.layout(), x));
    };
}

/// Partitions of a tensor of shape `(_64, _32)` by each operand and each side.
macro_rules! partitions {
    ($random:ident, $data:ident, $layout:expr) => {{
        let whole = Tensor::from_parts(Slice::new(&$data), $layout);
        let (thread, at) = draw($random, &$data);
        let mut places = at.iter();
        views!(compare (whole places) thread);
    }};
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

/// A thread's fragment, 1-D coordinate in it as the copy that fills it sees it, and the 1-D coordinate of the fragment there.
fn draw_retiled(random: &mut Random, coordinates: &[u16]) -> (i32, i32, i32) {
    let index = Tensor::from_parts(Slice::new(coordinates), layout!(((_2, _2, _2), _2, _2)));
    let copy = make_tiled_copy_A(CopyAtom::<UniversalCopy<_32>, u16>::new(), Mma::new());
    let (thread, x) = (random.below(128), random.below(16 * 2));
    (
        thread,
        x,
        copy.get_slice(thread).retile_S(index).at(x) as i32,
    )
}

/// A fragment of a product in any strides, seen through the copy that fills it.
#[test]
fn fragments_retiled() {
    let data = numbered();
    let copy = make_tiled_copy_A(CopyAtom::<UniversalCopy<_32>, u16>::new(), Mma::new());
    cases(|random: &mut Random| {
        let (a, b, c) = (
            1 + random.below(99),
            1 + random.below(99),
            1 + random.below(99),
        );
        macro_rules! retiled {
            ($layout:expr) => {
                let whole = Tensor::from_parts(Slice::new(&data), $layout);
                let (thread, x, at) = draw_retiled(random, &data);
                let (thread, place) = (copy.get_slice(thread), (thread, x, at));
                same(
                    thread.retile_S(whole).at(x),
                    whole.at(at),
                    "retile_S",
                    &place,
                );
                same(
                    thread.retile_D(whole).at(x),
                    whole.at(at),
                    "retile_D",
                    &place,
                );
            };
        }
        retiled!(layout!(((_2, _2, _2), _2, _2):((_16, _8, _4), _2, _1)));
        retiled!(layout!(((_2, _2, _2), _2, _2):((a, b, c), _2, _1)));
        retiled!(layout!(((_2, _2, _2), _2, _2):((_1, c, _2), a, b)));
    });
}
