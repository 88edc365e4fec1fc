//! What needs gigabytes: 2^32 elements and more, work that is still running when a call returns, buffers dropped in use.

use azulejo_runtime::infini::{self, Elementwise, TensorDescriptor, Workspace};
use azulejo_runtime::zeros;

use crate::prelude::*;

/// J22: 2^32 elements of `dtype` set to zero, by the kernel's own interface and by the descriptor's, from bytes that are all ones.
fn vast(stream: &Stream, dtype: DType) -> Result<bool, Failure> {
    let side = 1usize << 16;
    let square = strided(&[side, side], &[side, 1]);
    let bytes = (side * side) * dtype.bytes();
    // SAFETY: every byte is set below, before anything reads one.
    let mut buffer = unsafe { stream.alloc::<u8>(bytes)? };
    let words = Strided::row_major(&[side, side * dtype.bytes() / 4])?;
    let mut largest = stream.zeros::<u32>(side)?;
    for by_descriptor in [false, true] {
        stream.set_bytes(&mut buffer, 0xFF)?;
        if by_descriptor {
            let kind = infini::Dtype::try_from(dtype).map_err(|e| format!("{dtype}: {e:?}"))?;
            let described = TensorDescriptor::new(kind, &[side, side], None)?;
            let nothing = Workspace {
                address: largest.address(),
                bytes: 80,
            };
            let zeros = Elementwise::<infini::Zeros>::create(&described, &[&described])?;
            // SAFETY: the output has the described elements; input and workspace are not used by the kernel.
            unsafe { zeros.calculate(nothing, buffer.address(), &[0], stream) }?;
        } else {
            zeros(stream, &mut AnyViewMut::new(&mut buffer, dtype, square)?)?;
        }
        let all = AnyView::new(&buffer, DType::U32, words)?;
        let mut out = ViewMut::row_major(&mut largest, &[side])?;
        reduce(stream, Reduction::Max, &all, &[1], &mut out)?;
        let last = stream.download(&buffer.slice(bytes - 64..)?)?;
        let left = stream.download(&largest)?.iter().any(|word| *word != 0);
        if left || last.iter().any(|byte| *byte != 0) {
            return Ok(false);
        }
    }
    Ok(true)
}

pub fn check(run: &mut Run) -> Result<(), Failure> {
    if run.is_small() {
        return Ok(());
    }
    let stream = &run.stream.clone();
    for dtype in [DType::F32, DType::U8] {
        let is_zero = vast(stream, dtype)?;
        run.is(format_args!("2^32 elements of {dtype}"), is_zero);
    }
    let count = (1usize << 32) + 5;
    let mut bytes = stream.zeros::<u8>(count)?;
    stream.set_bytes(&mut bytes, 0xFF)?;
    fill(stream, &mut ViewMut::row_major(&mut bytes, &[count])?, 7)?;
    let tail = stream.download(&bytes.slice(count - 1000..)?)?;
    let head = stream.download(&bytes.slice(..1000)?)?;
    let ends = tail.iter().chain(&head).all(|b| *b == 7);
    run.is("2^32 + 5 bytes are filled to their ends", ends);
    // Every other byte of 2^32 of them: 2^31 indices, more than a launch takes.
    let every_other = strided(&[1 << 31, 1], &[2, 1]);
    fill(stream, &mut ViewMut::new(&mut bytes, every_other)?, 9)?;
    for start in [0, 1 << 31, (1usize << 32) - 1000] {
        let piece = stream.download(&bytes.slice(start..start + 1000)?)?;
        if (0..1000).any(|at| piece[at] != if at % 2 == 0 { 9 } else { 7 }) {
            return Err(format!("every other byte from {start} on").into());
        }
    }
    let start = stream.record()?;
    for _ in 0..8 {
        fill(stream, &mut ViewMut::row_major(&mut bytes, &[count])?, 3)?;
    }
    let end = stream.record()?;
    let is_queued = !end.is_complete()?;
    run.is("the calls return before 32 GiB are filled", is_queued);
    // Dropped in use: the memory comes back when the work is done, and new memory is not overwritten by it.
    drop(bytes);
    let fresh = stream.zeros::<u8>(1 << 20)?;
    end.synchronize()?;
    let took = start.milliseconds_to(&end)? > 0.0;
    let fresh = stream.download(&fresh)?.iter().all(|b| *b == 0);
    run.is("memory that is given back in use", took && fresh);
    // Two streams, two buffers, each with its own value; and one buffer handed from stream to stream.
    let (other, count) = (run.device.stream()?, 1 << 26);
    let (mut a, mut b) = (stream.zeros::<i32>(count)?, other.zeros::<i32>(count)?);
    fill(stream, &mut ViewMut::row_major(&mut a, &[count])?, 1)?;
    fill(&other, &mut ViewMut::row_major(&mut b, &[count])?, 2)?;
    let [a, b] = [&a, &b].map(|of| View::row_major(of, &[count]));
    let mut sum = other.zeros::<i32>(count)?;
    let out = &mut ViewMut::row_major(&mut sum, &[count])?;
    map(&other, Op::Add, &[&a?, &b?], out)?;
    let ordered = stream.download(&sum)?.iter().all(|s| *s == 3);
    run.is("work on two streams", ordered);
    Ok(())
}
