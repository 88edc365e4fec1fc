//! Bulk copies without a tensor map, reductions by one, and prefetches; then the same without what makes them right.

use azulejo_simt::Memory;
use azulejo_simt::hopper::{ElementType, Swizzle, TensorMap};

use crate::snippet::{finds, kernel};

/// Loads 64 bytes, stores them, and adds them to a tensor of the type under test.
const TEXT: &str = "
.version 8.0
.target sm_90a
.address_size 64
.extern .shared .align 1024 .b8 smem[];
.visible .entry bulk(.param .u64 map, .param .u64 from, .param .u64 to)
{
    .reg .pred %p<4>;
    .reg .b32 %r<8>;
    .reg .b64 %rd<8>;
    ld.param.b64 %rd1, [map];
    ld.param.b64 %rd2, [from];
    ld.param.b64 %rd3, [to];
    mov.u32 %r1, %tid.x;
    mov.b32 %r2, smem;
    mov.b32 %r3, 64;
    setp.ne.b32 %p1, %r1, 0;
    @%p1 bra $end;
    mbarrier.init.shared::cta.b64 [%r2+1024], 1;
    fence.mbarrier_init.release.cluster;
    cp.async.bulk.prefetch.tensor.1d.L2.global.tile [%rd1, {0}];
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2+1024], 64;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r2], [%rd2], %r3, [%r2+1024];
$wait:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r2+1024], 0;
    @!%p2 bra $wait;
    cp.async.bulk.global.shared::cta.bulk_group [%rd3], [%r2], %r3;
    cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.tile.bulk_group [%rd1, {0}], [%r2];
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
$end:
    ret;
}
";

/// Runs the text on 16 words, combined with `old` as elements of the driver's type `number`.
fn bulk(text: &str, words: [u32; 16], old: [u32; 16], number: u32) -> Result<[u32; 16], String> {
    let mut memory = Memory::new();
    let bytes = |words: [u32; 16]| words.map(u32::to_le_bytes).concat();
    let (from, to, sums, place) = (
        memory.allocate(64)?,
        memory.allocate(64)?,
        memory.allocate(64)?,
        memory.allocate(128)?,
    );
    memory.write(from, &bytes(words))?;
    memory.write(sums, &bytes(old))?;
    let element = ElementType::of(number).ok_or("no such type")?;
    let count = 64 / element.bytes();
    let map = TensorMap::new(
        element,
        sums,
        &[count.into()],
        &[],
        &[count],
        &[1],
        Swizzle::None,
    )?;
    memory.write(place, &map.encode())?;
    kernel(
        text,
        ("bulk", [1, 1, 32, 1040]),
        &[place, from, to],
        &mut memory,
    )?;
    let mut stored = vec![0; 64];
    memory.read(to, &mut stored)?;
    if stored != bytes(words) {
        return Err("other bytes were stored".into());
    }
    memory.read(sums, &mut stored)?;
    let mut out = [0; 16];
    for (word, bytes) in out.iter_mut().zip(stored.chunks_exact(4)) {
        *word = u32::from_le_bytes(bytes.try_into().map_err(|_| "no word")?);
    }
    Ok(out)
}

fn words(of: impl Fn(u32) -> u32) -> [u32; 16] {
    std::array::from_fn(|i| of(i as u32))
}

#[test]
fn bytes_are_copied_and_combined() {
    let (a, b) = (
        words(|i| 0x8000_0001u32.wrapping_mul(i)),
        words(|i| 7 + i * i),
    );
    for (op, number, expected) in [
        (
            "add",
            2,
            words(|i| a[i as usize].wrapping_add(b[i as usize])),
        ),
        ("min", 2, words(|i| a[i as usize].min(b[i as usize]))),
        (
            "max",
            3,
            words(|i| (a[i as usize] as i32).max(b[i as usize] as i32) as u32),
        ),
        ("and", 2, words(|i| a[i as usize] & b[i as usize])),
        ("or", 2, words(|i| a[i as usize] | b[i as usize])),
        ("xor", 2, words(|i| a[i as usize] ^ b[i as usize])),
    ] {
        let text = TEXT.replace(".add.tile", &format!(".{op}.tile"));
        assert_eq!(bulk(&text, a, b, number), Ok(expected), "{op}");
    }
    let float = |x: f32| x.to_bits();
    let sum = bulk(TEXT, words(|i| float(i as f32)), words(|_| float(0.5)), 7);
    assert_eq!(sum, Ok(words(|i| float(i as f32 + 0.5))));
}

#[test]
fn floats_of_sixteen_bits_are_combined() {
    // Two elements of a word: 1.5 and 2, -3 and a NaN, -0 and 0, and what rounds to even.
    let words_of = |a: [u32; 4], b: [u32; 4], op: &str, number| {
        let text = TEXT.replace(".add.tile", &format!(".{op}.tile"));
        let each = |of: [u32; 4]| words(|i| of[i as usize % 4]);
        bulk(&text, each(a), each(b), number).map(|out| [out[0], out[1], out[2], out[3]])
    };
    let (a, b) = (
        [0x3E00_4000, 0xC200_7E00, 0x8000_0000, 0x6800_6800],
        [0x4000_3E00, 0x7E00_C200, 0x0000_8000, 0x3C00_4200],
    );
    for (op, expected) in [
        ("add", [0x4300_4300, 0x7FFF_7FFF, 0, 0x6800_6802]),
        ("min", [0x3E00_3E00, 0xC200_C200, 0x8000_8000, 0x3C00_4200]),
        ("max", [0x4000_4000, 0xC200_C200, 0, 0x6800_6800]),
    ] {
        assert_eq!(words_of(a, b, op, 6), Ok(expected), "f16 {op}");
    }
    let (a, b) = (
        [0x3FC0_4000, 0xC040_7FC0, 0x8000_0000, 0x4380_4380],
        [0x4000_3FC0, 0x7FC0_C040, 0x0000_8000, 0x3F80_4040],
    );
    for (op, expected) in [
        ("add", [0x4060_4060, 0x7FFF_7FFF, 0, 0x4380_4382]),
        ("min", [0x3FC0_3FC0, 0xC040_C040, 0x8000_8000, 0x3F80_4040]),
        ("max", [0x4000_4000, 0xC040_C040, 0, 0x4380_4380]),
    ] {
        assert_eq!(words_of(a, b, op, 9), Ok(expected), "bf16 {op}");
    }
    assert!(words_of(a, b, "and", 9).is_err());
}

#[test]
fn bulk_copies_that_are_wrong_are_found() {
    for change in [
        ("%r3, 64;", "%r3, 56;", "not multiples of 16"),
        ("[%r2], [%rd2]", "[%r2+8], [%rd2]", "not a multiple of 16"),
        ("[%rd2], %r3", "[%rd2+4], %r3", "not multiples of 16"),
        (".add.tile", ".min.tile", "no reduction `min`"),
        ("tensor.1d.L2", "tensor.2d.L2", "number of modes"),
        (
            "_, [%r2+1024], 64;",
            "_, [%r2+1024], 80;",
            "no warp can go on",
        ),
        ("[%rd3], [%r2], %r3", "[%rd3], [%r2+64], %r3", ""),
    ] {
        finds(TEXT, change, |text| {
            bulk(text, words(|i| i), words(|_| 0), 7)
        });
    }
}
