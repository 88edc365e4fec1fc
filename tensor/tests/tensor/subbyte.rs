//! Elements that share bytes: element by element what a plain array says, and the bits around them untouched.

use azulejo_layout::ints::*;
use azulejo_layout::{Int, Layout, coord, layout, tile};
use azulejo_tensor::atom::{
    AtomValue, S4, SM80_16x8x64_S32S4U4S32_TN, SM80_16x8x128_S32U1U1S32_TN_XORPOPC, U1, U4,
    emulate_mma,
};
use azulejo_tensor::engine::{Engine, SubByte, make_subbyte};
use azulejo_tensor::{
    TensorError, TiledMma, copy, copy_bits, copy_if, fill, local_tile, make_gmem_ptr,
    make_rmem_subbyte, make_tensor, transform, try_copy,
};

/// Numbers of a fixed sequence.
fn noise(count: usize) -> Vec<u8> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    std::iter::repeat_with(next).take(count).collect()
}

/// Element `i` of packed bytes, from first principles.
fn element<T: SubByte>(bytes: &[u8], i: usize) -> T {
    let bit = i * T::BITS as usize;
    T::from_low_bits(bytes[bit / 8] >> (bit % 8))
}

macro_rules! every_width {
    ($($name:ident $body:ident;)*) => {$(
        #[test]
        fn $name() {
            $body::<S4>();
            $body::<U4>();
            $body::<U1>();
        }
    )*};
}

every_width! {
    reads_and_writes_touch_one_element reads_and_writes;
    copies_go_element_by_element copies;
    slices_and_tiles_start_inside_a_byte slices;
}

fn reads_and_writes<T: SubByte + std::fmt::Debug>() {
    let bytes = noise(32);
    let layout = layout!(((_2, _3), _5):((_1, _7), _2));
    for i in 0..30usize {
        let at = Int::value(layout.at(i)) as usize;
        let mut changed = bytes.clone();
        let mut t = make_tensor(make_subbyte::<T, _>(&mut changed[..]), layout).unwrap();
        let old: T = element(&bytes, at);
        assert_eq!(t.at(i), old);
        let new = T::from_low_bits(!old.low_bits());
        t.put(i, new);
        assert_eq!(t.get(i), Some(new));
        for other in 0..32 * T::PER_BYTE as usize {
            let want = if other == at {
                new
            } else {
                element(&bytes, other)
            };
            assert_eq!(element::<T>(&changed, other), want, "{other} after {at}");
        }
    }
}

fn copies<T: SubByte + std::fmt::Debug>() {
    let bytes = noise(64);
    let from = make_tensor(make_subbyte::<T, _>(&bytes[..]), layout!((_6, _8):(_8, _1))).unwrap();
    // Packed to packed, where half of a byte stays.
    let mut out = noise(80);
    let before = out.clone();
    let places = layout!((_6, _8):(_1, _9));
    let mut to = make_tensor(make_subbyte::<T, _>(&mut out[..]), places).unwrap();
    copy_if(|i: usize| i % 5 != 2, &from, &mut to);
    for i in 0..48usize {
        let want = if i % 5 == 2 {
            element(&before, Int::value(places.at(i)) as usize)
        } else {
            from.at(i)
        };
        assert_eq!(to.at(i), want);
    }
    // To places of their own and back: wide words on one side only.
    let mut wide = [T::default(); 48];
    copy(
        &from,
        &mut make_tensor(&mut wide[..], layout!((_6, _8))).unwrap(),
    );
    assert!((0..48).all(|i| wide[i] == from.at(i)));
    let mut owned = make_rmem_subbyte_of::<T>(&wide);
    assert!((0..48).all(|i| element::<T>(&owned, i) == wide[i]));
    fill(
        &mut make_tensor(make_subbyte::<T, _>(&mut owned[..]), layout!(_48)).unwrap(),
        T::default(),
    );
    assert!(owned.iter().all(|&byte| byte == 0));
}

/// The bytes of `values`, packed by a copy.
fn make_rmem_subbyte_of<T: SubByte>(values: &[T; 48]) -> Vec<u8> {
    let mut bytes = vec![0; 48 / T::PER_BYTE as usize];
    let from = make_tensor(&values[..], layout!(_48)).unwrap();
    let mut to = make_tensor(make_subbyte::<T, _>(&mut bytes[..]), layout!(_48)).unwrap();
    assert_eq!(copy_bits(&from, &to), 128); // 16 elements are read as a word and written one by one
    copy(&from, &mut to);
    bytes
}

fn slices<T: SubByte + std::fmt::Debug>() {
    let bytes = noise(64);
    let t = make_tensor(make_subbyte::<T, _>(&bytes[..]), layout!((_9, _7):(_7, _1))).unwrap();
    for row in 0..9usize {
        let line = t.slice(coord!(row, _));
        assert!((0..7).all(|j| line.at(j) == element(&bytes, 7 * row + j)));
    }
    let block = local_tile(&t, tile!(_3, _7), coord!(2, 0));
    for (i, j) in (0..3usize).flat_map(|i| (0..7usize).map(move |j| (i, j))) {
        assert_eq!(block.at((i, j)), element(&bytes, 7 * (6 + i) + j));
    }
}

#[test]
fn buffers_that_are_too_short_are_rejected() {
    let bytes = [0u8; 3];
    let nibbles = |n: usize| make_tensor(make_subbyte::<S4, _>(&bytes[..]), layout!(n)).map(|_| ());
    assert_eq!(nibbles(6), Ok(()));
    let (len, needed) = (6, 7);
    let short = Err(TensorError::BufferTooShort { len, needed });
    assert_eq!(nibbles(7), short);
    let bits = make_subbyte::<U1, _>(&bytes[..]);
    assert!(make_tensor(bits, layout!(_24)).is_ok());
    assert!(make_tensor(bits, layout!(_25)).is_err());
    assert!(bits.contains(23) && !bits.contains(24));
    assert_eq!(bits.view(23).count(), 1);
    let (n, m) = (6usize, 5usize);
    let mut to = [S4::default(); 5];
    let from = make_tensor(make_subbyte::<S4, _>(&bytes[..]), layout!(n)).unwrap();
    let mut to = make_tensor(&mut to[..], layout!(m)).unwrap();
    assert!(try_copy(&from, &mut to).is_err());
}

#[test]
fn owning_tensors_round_up_to_bytes_and_copy_deeply() {
    let mut t = make_rmem_subbyte::<U4, _>(layout!((_3, _5)));
    assert_eq!(t.engine().bytes().as_slice().len(), 8);
    transform(
        &make_tensor(&(0..15).collect::<Vec<i64>>()[..], layout!((_3, _5))).unwrap(),
        &mut t,
        U4::new,
    );
    let copy = t.clone();
    t.put(14, U4::new(0));
    assert_eq!((t.at(14), copy.at(14)), (U4::new(0), U4::new(14)));
    assert_eq!(copy.engine().bytes().as_slice()[..3], [0x10, 0x32, 0x54]);
}

#[test]
fn recasts_keep_the_bits() {
    let words = [0x8765_4321_u32, 0x0fed_cba9];
    let t = make_tensor(&words[..], layout!(_2)).unwrap();
    let nibbles = t.recast::<U4>().unwrap();
    assert_eq!(nibbles.layout().to_string(), "_16:_1");
    for i in 0..16usize {
        assert_eq!(nibbles.at(i), U4::new((i as i64 + 1) % 16));
    }
    let bits = nibbles.recast::<U1>().unwrap();
    assert_eq!(bits.layout().to_string(), "_64:_1");
    for i in 0..64usize {
        assert_eq!(bits.at(i).integer() as u32, words[i / 32] >> (i % 32) & 1);
    }
    // Back, by way of signed nibbles.
    let back = bits.recast::<S4>().unwrap();
    assert_eq!(back.at(8), S4::new(-7));
    let halves = back.recast::<u16>().unwrap();
    assert_eq!(
        [0, 1, 2, 3].map(|i| halves.at(i)),
        [0x4321, 0x8765, 0xcba9, 0x0fed]
    );
    // A view that starts inside a byte is no place for one.
    let odd = nibbles.slice(1usize).with_layout(layout!(_2));
    assert!(matches!(
        odd.recast::<u8>().err(),
        Some(TensorError::Misaligned { bytes: 1, .. })
    ));
    assert!(odd.recast::<U1>().is_ok());
    // Written through.
    let mut data = [0u32; 2];
    let mut t = make_tensor(&mut data[..], layout!(_2)).unwrap();
    let mut nibbles = t.recast_mut::<S4>().unwrap();
    nibbles.put(9, S4::new(-1));
    nibbles.recast_mut::<u16>().unwrap().put(0, 0xabcd);
    assert_eq!(data, [0xabcd, 0xf0]);
}

#[test]
fn pointers_print_their_width_and_their_place_in_the_byte() {
    let mut data = [0x21u8; 4];
    // SAFETY: the pointer is to 4 live bytes, which nothing else touches while the tensors are used.
    let pointer = unsafe { make_gmem_ptr(data.as_mut_ptr()) };
    let t = make_tensor(make_subbyte::<S4, _>(pointer), layout!((_2, _4)));
    let text = t.slice(coord!(1, _)).to_string();
    let (head, tail) = text.split_once("0x").unwrap();
    assert_eq!(head, "subptr[4b](gmem_ptr[8b](");
    assert!(tail.ends_with(").1) o (_4):(_2)"), "{tail}");
    assert_eq!(t.slice(coord!(1, _)).at(2), S4::new(2));
}

/// A warp's fragments out of packed operands, multiplied as the instruction does, against the product of the numbers themselves.
macro_rules! products {
    ($($test:ident $atom:ident: $a:ident $b:ident, $k:literal $step:ident, |$x:ident, $y:ident| $combine:expr;)*) => {$(
        #[test]
        fn $test() {
            const K: usize = $k;
            type Mma = TiledMma<$atom, Layout<(_1, _1, _1), (_0, _0, _0)>>;
            let (a, b) = (noise(16 * K / $a::PER_BYTE as usize), noise(8 * K / $b::PER_BYTE as usize));
            let ta = make_tensor(make_subbyte::<$a, _>(&a[..]), layout!((_16, $step):($step, _1))).unwrap();
            let tb = make_tensor(make_subbyte::<$b, _>(&b[..]), layout!((_8, $step):($step, _1))).unwrap();
            let mma = Mma::new();
            let (mut values_a, mut values_b) = (vec![$a::default(); 16 * K], vec![$b::default(); 8 * K]);
            for thread in 0..32usize {
                let slice = mma.get_slice(thread);
                let (mine_a, mine_b) = (slice.partition_A(&ta), slice.partition_B(&tb));
                let mut fragment_a = mine_a.make_fragment_like_subbyte::<$a>();
                let mut fragment_b = mine_b.make_fragment_like_subbyte::<$b>();
                copy(&mine_a, &mut fragment_a);
                copy(&mine_b, &mut fragment_b);
                // The registers that the instruction reads, four bytes each.
                assert_eq!(fragment_a.engine().bytes().as_slice().len(), 16 * K / $a::PER_BYTE as usize / 32);
                (0..fragment_a.size()).for_each(|v| values_a[thread + 32 * v] = fragment_a.at(v));
                (0..fragment_b.size()).for_each(|v| values_b[thread + 32 * v] = fragment_b.at(v));
            }
            let mut sums = vec![0i32; 16 * 8];
            emulate_mma::<$atom>(&values_a, &values_b, &mut sums);
            let mut c = vec![0i32; 16 * 8];
            let tc = make_tensor(&mut c[..], layout!((_16, _8):(_8, _1))).unwrap();
            for thread in 0..32usize {
                let mine = mma.get_slice(thread).partition_C(&tc);
                for v in 0..mine.size() {
                    let place = mine.engine().base().addr() - tc.engine().base().addr();
                    let at = place / 4 + Int::value(mine.layout().at(v)) as usize;
                    let (m, n) = (at / 8, at % 8);
                    let want: i64 = (0..K).map(|k| {
                        let $x = element::<$a>(&a, m * K + k).integer();
                        let $y = element::<$b>(&b, n * K + k).integer();
                        $combine
                    }).sum();
                    assert_eq!(i64::from(sums[thread + 32 * v]), want, "({m}, {n})");
                }
            }
        }
    )*};
}

products! {
    four_bits_signed_by_unsigned SM80_16x8x64_S32S4U4S32_TN: S4 U4, 64 _64, |x, y| x * y;
    single_bits SM80_16x8x128_S32U1U1S32_TN_XORPOPC: U1 U1, 128 _128, |x, y| x ^ y;
}
