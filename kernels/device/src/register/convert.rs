//! Conversions of whole fragments by packed instructions.

use azulejo_layout::check::rules::Describe;
use azulejo_tensor::atom::{AtomValue, S4, U4};
use azulejo_tensor::engine::{AsRegisters, AsRegistersMut, Engine};
use azulejo_tensor::{
    Element, Extent, F8E4M3, F8E5M2, MemoryLayout, Repeat, RmemTensor, StaticCosize, Tensor, Words,
    bf16, f16, make_rmem,
};

use super::ConvertPacked;
use crate::ptx::math;

macro_rules! converts {
    ($($from:ty => $to:ty: $n:literal, |$in:ident: $input:ty| -> $out:ty $body:block)*) => {$(
        // SAFETY: the assertion below; registers are integers and floats, and arrays of them.
        unsafe impl ConvertPacked<$to> for $from {
            const VALUES: usize = $n;
            type In = $input;
            type Out = $out;

            #[inline(always)]
            fn convert($in: $input) -> $out $body
        }

        const _: () = assert!(
            8 * size_of::<$input>() == $n * <$from as AtomValue>::BITS as usize && size_of::<$out>() == $n * size_of::<$to>()
        );
    )*};
}

/// The two f16 of a word as f32.
#[inline(always)]
fn f16_pair(word: u32) -> [f32; 2] {
    [
        math::f16_to_f32(word as u16),
        math::f16_to_f32((word >> 16) as u16),
    ]
}

#[inline(always)]
fn words(low: u16, high: u16) -> u32 {
    low as u32 | (high as u32) << 16
}

/// A number in both halves of a word.
const fn twice(half: u16) -> u32 {
    half as u32 * 0x1_0001
}

/// The f16 of four bytes: `0x6400 | x` is 1024 + x, from which 1024 + `bias` is subtracted exactly.
#[inline(always)]
fn bytes_to_f16(word: u32, bias: u8) -> [u32; 2] {
    let biased = word ^ u32::from_le_bytes([bias; 4]);
    [0x4140, 0x4342].map(|which| {
        let sums = math::prmt(biased, 0x64, which);
        math::fma_f16x2(sums, twice(0x3C00), twice(0xE400 | bias as u16))
    })
}

/// The bf16 of four bytes: `0x4B00_0000 | x` is 2^23 + x in f32, and bf16 holds every byte exactly.
#[inline(always)]
fn bytes_to_bf16(word: u32, bias: u8) -> [u32; 2] {
    let biased = word ^ u32::from_le_bytes([bias; 4]);
    let offset = f32::from_bits(0x4B00_0000 | bias as u32);
    let float = |which| f32::from_bits(math::prmt(biased, 0x4B00_0000, which)) - offset;
    [
        math::bf16x2(float(0x7650), float(0x7651)),
        math::bf16x2(float(0x7652), float(0x7653)),
    ]
}

/// The two f16 of a word, each a value of bf16 too, as bf16.
#[inline(always)]
fn f16x2_to_bf16x2(word: u32) -> u32 {
    let [low, high] = f16_pair(word);
    math::bf16x2(low, high)
}

/// The pairs of eight 4-bit integers, each in the low bits of a float whose fraction's last bit is 1, and `bias` more.
#[inline(always)]
fn nibbles(word: u32, float: u16, bias: u8) -> [u32; 4] {
    let odd = word >> 4;
    [0x4400, 0x5511, 0x6622, 0x7733]
        .map(|which| math::prmt(word, odd, which) & 0x000F_000F ^ twice(float | bias as u16))
}

#[inline(always)]
fn nibbles_to_f16(word: u32, bias: u8) -> [u32; 4] {
    nibbles(word, 0x6400, bias)
        .map(|sums| math::fma_f16x2(sums, twice(0x3C00), twice(0xE400 | bias as u16)))
}

#[inline(always)]
fn nibbles_to_bf16(word: u32, bias: u8) -> [u32; 4] {
    nibbles(word, 0x4300, bias)
        .map(|sums| math::fma_bf16x2(sums, twice(0x3F80), twice(0xC300 | bias as u16)))
}

converts! {
    f32 => f16: 2, |x: [f32; 2]| -> u32 { math::f16x2(x[0], x[1]) }
    f32 => bf16: 2, |x: [f32; 2]| -> u32 { math::bf16x2(x[0], x[1]) }
    f32 => F8E4M3: 4, |x: [f32; 4]| -> u32 { words(math::e4m3x2(x[0], x[1]), math::e4m3x2(x[2], x[3])) }
    f32 => F8E5M2: 4, |x: [f32; 4]| -> u32 { words(math::e5m2x2(x[0], x[1]), math::e5m2x2(x[2], x[3])) }
    f16 => f32: 2, |x: u32| -> [f32; 2] { f16_pair(x) }
    i32 => f32: 1, |x: [i32; 1]| -> [f32; 1] { [x[0] as f32] }
    bf16 => f32: 2, |x: u32| -> [f32; 2] { [f32::from_bits(x << 16), f32::from_bits(x & 0xFFFF_0000)] }
    F8E4M3 => f16: 4, |x: u32| -> [u32; 2] { [math::e4m3x2_to_f16x2(x as u16), math::e4m3x2_to_f16x2((x >> 16) as u16)] }
    F8E5M2 => f16: 4, |x: u32| -> [u32; 2] { [math::e5m2x2_to_f16x2(x as u16), math::e5m2x2_to_f16x2((x >> 16) as u16)] }
    F8E4M3 => bf16: 4, |x: u32| -> [u32; 2] { <F8E4M3 as ConvertPacked<f16>>::convert(x).map(f16x2_to_bf16x2) }
    F8E5M2 => bf16: 4, |x: u32| -> [u32; 2] { <F8E5M2 as ConvertPacked<f16>>::convert(x).map(f16x2_to_bf16x2) }
    S4 => f16: 8, |x: u32| -> [u32; 4] { nibbles_to_f16(x, 8) }
    U4 => f16: 8, |x: u32| -> [u32; 4] { nibbles_to_f16(x, 0) }
    S4 => bf16: 8, |x: u32| -> [u32; 4] { nibbles_to_bf16(x, 8) }
    U4 => bf16: 8, |x: u32| -> [u32; 4] { nibbles_to_bf16(x, 0) }
    i8 => f16: 4, |x: u32| -> [u32; 2] { bytes_to_f16(x, 0x80) }
    u8 => f16: 4, |x: u32| -> [u32; 2] { bytes_to_f16(x, 0) }
    i8 => bf16: 4, |x: u32| -> [u32; 2] { bytes_to_bf16(x, 0x80) }
    u8 => bf16: 4, |x: u32| -> [u32; 2] { bytes_to_bf16(x, 0) }
    F8E4M3 => f32: 4, |x: u32| -> [f32; 4] {
        let [low, high] = <F8E4M3 as ConvertPacked<f16>>::convert(x).map(f16_pair);
        [low[0], low[1], high[0], high[1]]
    }
    F8E5M2 => f32: 4, |x: u32| -> [f32; 4] {
        let [low, high] = <F8E5M2 as ConvertPacked<f16>>::convert(x).map(f16_pair);
        [low[0], low[1], high[0], high[1]]
    }
}

/// The values of one conversion from `S` to `T`.
struct Step<S, T>(core::marker::PhantomData<(S, T)>);

impl<S: ConvertPacked<T>, T> Words for Step<S, T> {
    const ELEMENTS: usize = S::VALUES;
}

/// The fragment in another type, register by register, without shuffles: `cvt.rn.f16x2.f32` for two values of f16,
/// `cvt.rn.satfinite.e4m3x2.f32` twice for four of e4m3, and back.
///
/// The fragment is compact, as those of `make_fragment_C` are, and a multiple of what an instruction converts; others do not compile.
///
/// Source: FlashAttention 3, `convert_type_out` in `utils.h`; PTX ISA, `cvt`.
#[inline(always)]
pub fn convert_type<T: Element, E, L>(src: &Tensor<E, L>) -> RmemTensor<T, L>
where
    E: Engine<Item: ConvertPacked<T>> + AsRegisters<<E::Item as ConvertPacked<T>>::In>,
    L: StaticCosize + MemoryLayout + Extent,
    azulejo_tensor::engine::Array<T, L::N>: AsRegistersMut<<E::Item as ConvertPacked<T>>::Out>,
{
    const {
        let size = match L::Modes::DESC.size() {
            Some(size) => size as usize,
            None => panic!("convert_type: a fragment is static"),
        };
        assert!(
            size == <L as MemoryLayout>::COSIZE,
            "convert_type: the fragment is not compact; convert the whole one that `make_fragment_C` gave"
        );
        assert!(
            size.is_multiple_of(<E::Item as ConvertPacked<T>>::VALUES),
            "convert_type: the fragment is not a multiple of the values that one instruction converts"
        );
    }
    let mut out = make_rmem::<T, L>(src.layout());
    let n = const { <E::Item as ConvertPacked<T>>::VALUES as isize };
    src.layout()
        .extent()
        .repeat_words::<Step<E::Item, T>>(crate::inlined!(|word: usize| {
            let at = n * word as isize;
            let (from, to) = (src.engine(), out.engine_mut());
            // Storage that `Tensor::from_parts` paired with a larger layout ends here.
            assert!(
                from.contains(at) && from.contains(at + n - 1) && to.contains(at + n - 1),
                "convert_type: the fragment's storage is shorter than its layout"
            );
            // SAFETY: all values of the step are inside the source, which holds offsets between two that it contains; they are
            // contiguous, as offsets are.
            let values = unsafe { from.registers(at) };
            // SAFETY: all values of the step are inside the result, an array that starts at 16 bytes, at a multiple of their size.
            let place = unsafe { to.registers_mut(at) };
            *place = E::Item::convert(values);
        }));
    out
}
