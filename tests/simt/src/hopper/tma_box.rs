//! The bytes of a box: which chunk of shared memory belongs to which bytes of global memory.

use super::TensorMap;

/// 16 bytes of a box in shared memory, and those of them that lie inside the tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Where the 16 bytes lie in shared memory.
    pub shared: u32,
    /// How many of them come first and lie outside the tensor.
    pub skip: u32,
    /// How many lie inside.
    pub bytes: u32,
    /// Where these lie in global memory.
    pub global: u64,
}

/// The chunks of the box of `map` that begins at `at` in the tensor and at `shared` in shared memory.
pub fn chunks(map: &TensorMap, at: [i32; 5], shared: u32) -> Vec<Chunk> {
    within(
        map,
        at,
        shared,
        map.sizes[0] * u64::from(map.element.bytes()),
    )
}

/// The chunks of a store, which writes whole 16 bytes of global memory, also those that reach past the end of a line of the tensor:
/// seen on an H200, where the documentation has stores outside the tensor ignored.
pub fn stored_chunks(map: &TensorMap, at: [i32; 5], shared: u32) -> Vec<Chunk> {
    let line = map.sizes[0] * u64::from(map.element.bytes());
    within(map, at, shared, line.next_multiple_of(16))
}

/// The chunks, of lines of the tensor that end after `end` bytes.
fn within(map: &TensorMap, at: [i32; 5], shared: u32, end: u64) -> Vec<Chunk> {
    let element = u64::from(map.element.bytes());
    let line = map.extent[0] * map.element.bytes();
    // The bytes of a line that lie inside, counted from its beginning.
    let first = i64::from(at[0]) * element as i64;
    let inside_from = (-first).clamp(0, i64::from(line)) as u32;
    let inside_to = (end as i64 - first).clamp(0, i64::from(line)) as u32;
    let lines: u32 = map.extent[1..].iter().product();
    let mut chunks = Vec::with_capacity((lines * line / 16) as usize);
    for number in 0..lines {
        let mut rest = number;
        let mut inside = true;
        let mut global = map.address.wrapping_add_signed(first);
        for (mode, &begin) in at.iter().enumerate().skip(1) {
            let place = i64::from(begin) + i64::from(rest % map.extent[mode]);
            rest /= map.extent[mode];
            inside &= place >= 0 && (place as u64) < map.sizes[mode];
            global = global.wrapping_add_signed(place.wrapping_mul(map.strides[mode] as i64));
        }
        for offset in (0..line).step_by(16) {
            let from = inside_from.clamp(offset, offset + 16);
            let to = inside_to.clamp(from, (offset + 16).max(from));
            let bytes = if inside { to - from } else { 0 };
            chunks.push(Chunk {
                shared: map.swizzle.address(shared + number * line + offset),
                skip: from - offset,
                bytes,
                global: global.wrapping_add(u64::from(from)),
            });
        }
    }
    chunks
}

/// The bytes of a chunk as a load that rounds to tf32 leaves them: to nearest, ties away from zero.
pub fn round_to_tf32(chunk: &mut [u8; 16]) {
    for word in chunk.chunks_exact_mut(4) {
        let bits = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
        let finite = bits & 0x7f80_0000 != 0x7f80_0000;
        let rounded = if finite {
            bits.wrapping_add(0x1000)
        } else {
            bits
        } & !0x1fff;
        word.copy_from_slice(&rounded.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::{chunks, round_to_tf32, stored_chunks};
    use crate::hopper::{ElementType, Swizzle, TensorMap};

    fn map(swizzle: Swizzle) -> TensorMap {
        // 20 × 5 × 2 halves in lines of 48 bytes and batches of 256.
        let element = ElementType::of(6).unwrap();
        TensorMap::new(
            element,
            4096,
            &[20, 5, 2],
            &[48, 256],
            &[16, 4, 1],
            &[1; 3],
            swizzle,
        )
        .unwrap()
    }

    #[test]
    fn stores_write_whole_chunks_of_16_bytes() {
        let map = map(Swizzle::None);
        // 20 halves are 40 bytes, which lie in three chunks; a line has 32 bytes of the box.
        for (at, of_tensor, stored) in [(0, 32, 32), (8, 24, 32), (16, 8, 16), (24, 0, 0)] {
            let at = [at, 0, 0, 0, 0];
            let bytes = |chunks: Vec<super::Chunk>| -> u32 {
                chunks.iter().take(2).map(|chunk| chunk.bytes).sum()
            };
            assert_eq!(bytes(chunks(&map, at, 1024)), of_tensor);
            assert_eq!(bytes(stored_chunks(&map, at, 1024)), stored);
        }
    }

    #[test]
    fn every_byte_inside_is_copied_once_and_none_outside() {
        let map = map(Swizzle::Bytes32);
        for at in [
            [0, 0, 0],
            [8, 2, 1],
            [-4, -1, 0],
            [16, 4, 1],
            [40, 0, 0],
            [0, 0, 2],
        ] {
            let at = [at[0], at[1], at[2], 0, 0];
            let mut found = Vec::new();
            for chunk in chunks(&map, at, 1024) {
                found.extend((0..chunk.bytes).map(|byte| {
                    (
                        chunk.global + u64::from(byte),
                        chunk.shared + chunk.skip + byte,
                    )
                }));
            }
            let mut expected = Vec::new();
            for line in 0..4i32 {
                for byte in 0..32i32 {
                    let place = [at[0] + byte / 2, at[1] + line, at[2]];
                    let sizes = [20, 5, 2];
                    if (0..3).all(|mode| (0..sizes[mode]).contains(&place[mode])) {
                        let global =
                            4096 + place[0] * 2 + byte % 2 + place[1] * 48 + place[2] * 256;
                        let linear = 1024 + line * 32 + byte;
                        let swizzled = linear ^ ((linear >> 7 & 1) << 4);
                        expected.push((global as u64, swizzled as u32));
                    }
                }
            }
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{at:?}");
        }
    }

    #[test]
    fn a_box_has_all_its_chunks() {
        assert_eq!(chunks(&map(Swizzle::None), [99, 0, 0, 0, 0], 0).len(), 8);
    }

    #[test]
    fn halves_are_rounded_away_from_zero() {
        let mut chunk = [0; 16];
        for (word, bits) in
            chunk
                .chunks_exact_mut(4)
                .zip([0x3f80_1000u32, 0xbf80_1000, 0x3f80_0fff, 0x7f80_0000])
        {
            word.copy_from_slice(&bits.to_le_bytes());
        }
        round_to_tf32(&mut chunk);
        let words: Vec<u32> = chunk
            .chunks_exact(4)
            .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
            .collect();
        assert_eq!(words, [0x3f80_2000, 0xbf80_2000, 0x3f80_0000, 0x7f80_0000]);
    }
}
