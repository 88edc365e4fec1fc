//! Copies choose the widest word that both layouts allow, and move what an element-by-element copy moves.

use azulejo_layout::ints::*;
use azulejo_layout::{ComposedLayout, Dyn, Int, Swizzle, coord, layout};
use azulejo_tensor::atom::{CopyAtom, UniversalCopy};
use azulejo_tensor::engine::{Engine, EngineMut};
use azulejo_tensor::{
    Extent, OffsetAt, Tensor, TensorError, copy, copy_bits, copy_if, copy_with, f16, make_gmem_ptr,
    make_rmem, make_tensor, make_tiled_copy, try_copy_with,
};

/// Element by element in 1-D order: what every copy has to equal.
fn plainly<ES, LS, ED, LD>(
    holds: impl Fn(usize) -> bool,
    src: &Tensor<ES, LS>,
    dst: &mut Tensor<ED, LD>,
) where
    ES: Engine,
    ED: EngineMut<Item = ES::Item>,
    LS: OffsetAt<usize, Offset: Int> + Extent,
    LD: OffsetAt<usize, Offset: Int>,
{
    for i in (0..src.layout().extent().value() as usize).filter(|&i| holds(i)) {
        dst.put(i, src.at(i));
    }
}

/// Sixteen-byte aligned memory, so that only the offsets asked for spoil an alignment.
#[repr(align(16))]
struct Memory<T, const N: usize>([T; N]);

/// First elements of source and destination; two are enough for an interpreter.
const STARTS: &[(usize, usize)] = if cfg!(miri) {
    &[(0, 0), (1, 0)]
} else {
    &[(0, 0), (1, 0), (0, 3), (5, 2), (4, 4), (8, 16)]
};

/// Compares with the plain copy at every kind of alignment of both ends, with all elements, a prefix, and scattered ones.
macro_rules! equal {
    ($($t:ty: $from:expr => $to:expr, $bits:literal;)*) => {$(
        for &(a, b) in STARTS {
            let mut src = Memory([<$t>::default(); 640]);
            for (i, x) in src.0.iter_mut().enumerate() {
                *x = (i % 251) as $t;
            }
            let from = make_tensor(&src.0[a..], $from).unwrap();
            let size = from.size();
            for most in [size, size / 2 + 1, 0] {
                for scattered in [false, true] {
                    let holds = |i: usize| i < most && !(scattered && i % 5 == 1);
                    let mut wide = Memory([<$t>::default(); 640]);
                    let mut plain = Memory([<$t>::default(); 640]);
                    let mut to = make_tensor(&mut wide.0[b..], $to).unwrap();
                    assert_eq!(copy_bits(&from, &to), $bits, "{} => {}", from.layout(), to.layout());
                    if most == size && !scattered {
                        copy(&from, &mut to);
                    } else {
                        copy_if(holds, &from, &mut to);
                    }
                    plainly(holds, &from, &mut make_tensor(&mut plain.0[b..], $to).unwrap());
                    assert!(wide.0 == plain.0, "{} at {a} => {b}", from.layout());
                }
            }
        }
    )*};
}

#[test]
fn static_layouts_choose_by_their_common_run_and_their_strides() {
    equal! {
        u8: layout!((_32, _4)) => layout!((_32, _4):(_1, _64)), 128;
        u8: layout!((_8, _4)) => layout!((_8, _4):(_1, _16)), 64;
        u8: layout!((_4, _4)) => layout!((_4, _4):(_1, _5)), 8;
        u8: layout!((_4, _4)) => layout!((_4, _4):(_1, _6)), 16;
        u8: layout!((_2, _4):(_1, _3)) => layout!((_2, _4):(_1, _2)), 8;
        u8: layout!((_3, _3)) => layout!((_3, _3):(_3, _1)), 8;
        u16: layout!((_8, _8)) => layout!((_8, _8):(_1, _16)), 128;
        u16: layout!((_12, _4)) => layout!((_12, _4):(_1, _20)), 64;
        u16: layout!((_6, _4)) => layout!((_6, _4):(_1, _20)), 32;
        u32: layout!(_64) => layout!(_64), 128;
        u32: layout!(_64) => layout!(_64:_2), 32;
        u32: layout!(_7) => layout!(_7), 32;
        u64: layout!((_4, _4)) => layout!((_4, _4):(_1, _8)), 128;
        u64: layout!((_3, _4)) => layout!((_3, _4):(_1, _4)), 64;
        u128: layout!((_4, _4)) => layout!((_4, _4)), 128;
    }
}

#[test]
fn the_run_may_lie_along_any_modes() {
    equal! {
        u8: layout!((_4, _8):(_8, _1)) => layout!((_4, _8):(_16, _1)), 64;
        u8: layout!((_4, _8):(_8, _1)) => layout!((_4, _8):(_1, _4)), 8;
        u32: layout!((_4, _8):(_8, _1)) => layout!((_4, _8):(_8, _1)), 128;
        u16: layout!((_2, _3, _8):(_8, _16, _1)) => layout!((_2, _3, _8):(_24, _48, _1)), 128;
        u8: layout!(((_2, _2), (_2, _4)):((_2, _16), (_1, _4))) => layout!(((_2, _2), (_2, _4)):((_2, _32), (_1, _4))), 128;
        u8: layout!((_2, _2, _2):(_4, _1, _2)) => layout!((_2, _2, _2):(_4, _1, _2)), 64;
        u8: layout!((_6, _2):(_2, _1)) => layout!((_6, _2):(_2, _1)), 32;
        u8: layout!((_6, _2):(_1, _8)) => layout!((_6, _2)), 16;
    }
}

#[test]
fn repeated_elements_are_read_and_written_in_order() {
    equal! {
        u8: layout!((_8, _3):(_1, _0)) => layout!((_8, _3)), 64;
        u8: layout!((_8, _3)) => layout!((_8, _3):(_1, _0)), 64;
        u8: layout!((_2, _8):(_0, _1)) => layout!((_2, _8)), 8;
        u8: layout!((_4, _4)) => layout!((_4, _4):(_1, _2)), 16;
    }
}

#[test]
fn swizzles_bound_the_word() {
    macro_rules! swizzled {
        ($m:ident, $layout:expr) => {
            ComposedLayout::new(Swizzle::<_2, $m, _3>::default(), _0, $layout)
        };
    }
    equal! {
        u16: layout!((_8, _64):(_64, _1)) => swizzled!(_3, layout!((_8, _64):(_64, _1))), 128;
        u16: swizzled!(_3, layout!((_8, _64):(_64, _1))) => layout!((_8, _64):(_64, _1)), 128;
        u16: layout!((_8, _64):(_64, _1)) => swizzled!(_1, layout!((_8, _64):(_64, _1))), 32;
        u8: layout!((_8, _8)) => swizzled!(_3, layout!((_8, _8):(_1, _9))), 8;
        u8: layout!((_8, _8)) => swizzled!(_3, layout!((_8, _8):(_1, _12))), 32;
    }
}

#[test]
fn dynamic_strides_and_extents_are_met_at_run_time() {
    let known: Dyn<typenum::U4, usize> = Dyn::new(20usize).unwrap();
    for (n, ld) in [(5usize, 16usize), (5, 20), (3, 17), (1, 8), (0, 8), (4, 6)] {
        equal! {
            u16: layout!((_8, n):(_1, ld)) => layout!((_8, n)), 128;
            u8: layout!((_8, n):(_1, ld)) => layout!((_8, n):(_1, _16)), 64;
            u32: layout!((_4, _3):(_1, ld)) => layout!((_4, _3):(_1, ld)), 128;
            u32: layout!((n, _4):(ld, _1)) => layout!((n, _4):(_4, _1)), 32;
            u8: layout!((_8, _4):(_1, known)) => layout!((_8, _4)), 32;
        }
    }
}

/// Elements in registers have no address: what lies in memory decides.
#[test]
fn registers_are_filled_from_words() {
    let mut data = Memory([0u16; 64]);
    for (i, x) in data.0.iter_mut().enumerate() {
        *x = i as u16;
    }
    let memory = make_tensor(&data.0[..], layout!((_8, _4):(_1, _16))).unwrap();
    let mut registers = make_rmem::<u16, _>(layout!((_8, _4)));
    assert_eq!(copy_bits(&memory, &registers), 128);
    copy(&memory, &mut registers);
    assert!((0..32).all(|i| registers.at(i) as usize == i % 8 + i / 8 * 16));
    let mut others = make_rmem::<u16, _>(layout!((_8, _4)));
    assert_eq!(copy_bits(&registers, &others), 16);
    copy(&registers, &mut others);
    let mut back = Memory([0u16; 40]);
    let mut out = make_tensor(&mut back.0[..], layout!((_8, _4):(_1, _8))).unwrap();
    assert_eq!(copy_bits(&others, &out), 128);
    copy(&others, &mut out);
    assert!((0..32).all(|i| back.0[i] as usize == i % 8 + i / 8 * 16));
}

/// A record that is not an element type.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Named {
    name: [char; 3],
    number: u8,
}
impl azulejo_tensor::engine::Value for Named {}

/// A value of two fields moves whole, and so does a record.
#[test]
fn any_value_can_be_moved() {
    let pairs: [(u32, char); 4] = [(1, 'a'), (2, 'b'), (3, 'c'), (4, 'd')];
    let mut out = [(0u32, ' '); 4];
    copy(
        &make_tensor(&pairs[..], layout!(_4)).unwrap(),
        &mut make_tensor(&mut out[..], layout!(_4:_1)).unwrap(),
    );
    assert_eq!(out, pairs);
    let names = [1, 2, 3, 4].map(|number| Named {
        name: ['a', 'b', 'c'],
        number,
    });
    let mut out = [Named {
        name: [' '; 3],
        number: 0,
    }; 4];
    copy(
        &make_tensor(&names[..], layout!((_2, _2):(_2, _1))).unwrap(),
        &mut make_tensor(&mut out[..], layout!((_2, _2):(_2, _1))).unwrap(),
    );
    assert_eq!(out, names);
}

/// Every width of element on tagged pointers, whose bounds are unknown.
#[test]
fn pointers_are_copied_in_words() {
    let mut data = Memory([f16::ZERO; 64]);
    for (i, x) in data.0.iter_mut().enumerate() {
        *x = f16::from_f32(i as f32);
    }
    let mut out = Memory([f16::ZERO; 64]);
    // SAFETY: 64 live halves, which nothing else touches while the tensor is used; its layout reaches 64.
    let from = unsafe { make_gmem_ptr(data.0.as_mut_ptr()) };
    // SAFETY: 64 live halves, which nothing else touches while the tensor is used; its layout reaches 64.
    let to = unsafe { make_gmem_ptr(out.0.as_mut_ptr()) };
    let from = make_tensor(from, layout!((_8, _8)));
    let mut to = make_tensor(to, layout!((_8, _8)));
    assert_eq!(copy_bits(&from, &to), 128);
    copy(&from.slice(coord!(_, 3)), &mut to.slice_mut(coord!(_, 5)));
    assert!((0..8).all(|i| out.0[40 + i] == data.0[24 + i]));
    assert!(out.0[..40].iter().all(|&x| x == f16::ZERO));
}

/// An instruction of stated width moves what a plain copy moves, where the layouts prove it.
macro_rules! by_instruction {
    ($($bits:ident $t:ty: $from:expr => $to:expr;)*) => {$({
        let atom = CopyAtom::<UniversalCopy<$bits>, $t>::new();
        let mut src = Memory([<$t>::default(); 640]);
        for (i, x) in src.0.iter_mut().enumerate() {
            *x = (i % 251) as $t;
        }
        let from = make_tensor(&src.0[..], $from).unwrap();
        let mut wide = Memory([<$t>::default(); 640]);
        let mut plain = Memory([<$t>::default(); 640]);
        copy_with(atom, &from, &mut make_tensor(&mut wide.0[..], $to).unwrap());
        plainly(|_| true, &from, &mut make_tensor(&mut plain.0[..], $to).unwrap());
        assert!(wide.0 == plain.0, "{}", from.layout());
        // From one element on, where that is no place for a word.
        let odd = make_tensor(&src.0[1..], $from).unwrap();
        let mut to = make_tensor(&mut wide.0[..], $to).unwrap();
        let bytes = $bits::default().value() as usize / 8;
        match try_copy_with(atom, &odd, &mut to) {
            Err(TensorError::Misaligned { bytes: asked, .. }) => assert_eq!(asked, bytes),
            other => assert!(other.is_ok() && bytes == size_of::<$t>()),
        }
    })*};
}

#[test]
fn stated_widths_move_the_same_elements() {
    let (ld, rows) = (Dyn::<typenum::U8, usize>::new(24usize).unwrap(), 5usize);
    by_instruction! {
        _128 u8: layout!((_32, _4)) => layout!((_32, _4):(_1, _64));
        _64 u8: layout!((_32, _4)) => layout!((_32, _4):(_1, _64));
        _16 u8: layout!((_32, _4)) => layout!((_32, _4):(_1, _64));
        _8 u8: layout!((_32, _4):(_4, _1)) => layout!((_32, _4):(_1, _64));
        _128 f32: layout!((_4, _8):(_8, _1)) => layout!((_4, _8):(_16, _1));
        _64 u16: layout!((_12, _4)) => layout!((_12, _4):(_1, _20));
        _128 u16: layout!((_8, rows):(_1, ld)) => layout!((_8, rows):(_1, ld));
        _128 u64: layout!((_4, _4)) => layout!((_4, _4):(_1, _8));
        _128 u128: layout!((_4, _4):(_4, _1)) => layout!((_4, _4));
    }
}

/// 128 x 8 f32 by 256 threads, four neighbours each: every thread one word, all of them once.
#[test]
fn threads_of_a_tiled_copy_move_a_word_each() {
    let tiled = make_tiled_copy(
        CopyAtom::<UniversalCopy<_128>, f32>::new(),
        layout!((_32, _8)),
        layout!((_4, _1)),
    );
    let mut src = Memory([0.0f32; 1024]);
    (0..1024).for_each(|i| src.0[i] = i as f32);
    let mut dst = Memory([-1.0f32; 1024]);
    let from = make_tensor(&src.0[..], layout!((_128, _8))).unwrap();
    for thread in 0..256usize {
        let mut to = make_tensor(&mut dst.0[..], layout!((_128, _8))).unwrap();
        let slice = tiled.get_slice(thread);
        let mine = slice.partition_S(&from);
        let mut registers = mine.make_fragment_like::<f32>();
        copy_with(tiled, &mine, &mut registers);
        assert_eq!(registers.at(3), (4 * thread + 3) as f32);
        copy_with(tiled, &registers, &mut slice.partition_D_mut(&mut to));
    }
    assert_eq!(dst.0, src.0);
}
