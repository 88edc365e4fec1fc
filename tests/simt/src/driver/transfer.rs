//! Copies and fills.

use std::ffi::c_void;

use super::answer::{Answer, calls, invalid};
use super::memory::is_pinned;
use super::pointer::{In, Out};
use super::queue::Item;
use super::state;
use super::work::Work;

/// Copies to the device: of pageable memory what it holds now, of page-locked memory what it holds when the stream comes
/// to the copy.
fn to_device(to: u64, from: In<c_void>, bytes: usize, stream: usize) -> Answer {
    let mut device = state::device()?;
    device.uncaptured(stream, "a copy from the host")?;
    device.check_range("copy to the device", to, bytes)?;
    let address = from.address();
    let data = from.bytes(bytes)?;
    if bytes == 0 {
        return Ok(());
    }
    let item = match is_pinned(address, bytes) {
        true => Item::FromPinned {
            to,
            from: address,
            bytes,
        },
        false => Item::ToDevice {
            to,
            data: data.to_vec(),
        },
    };
    device.push(stream, item)
}

/// Copies to the host: to pageable memory now, after what is queued, to page-locked memory when the stream comes to the
/// copy.
fn to_host(to: Out<c_void>, from: u64, bytes: usize, stream: usize) -> Answer {
    let mut device = state::device()?;
    device.uncaptured(stream, "a copy to the host")?;
    device.check_range("copy to the host", from, bytes)?;
    if bytes == 0 {
        return Ok(());
    }
    let address = to.as_address();
    if is_pinned(address, bytes) {
        return device.push(
            stream,
            Item::ToPinned {
                to: address,
                from,
                bytes,
            },
        );
    }
    let queue = device.queue_of(stream)?;
    device.drain(queue)?;
    // Bytes that were never written are copied too: the gaps between lines, say.
    let mut copied = vec![0; bytes];
    device
        .memory
        .read_any(from, &mut copied)
        .map_err(|why| invalid(format_args!("copy to the host: {why}")))?;
    to.bytes(&copied)
}

/// The same before the call returns, on the default stream.
fn and_wait(end: Answer) -> Answer {
    end.and_then(|()| state::device()?.drain(0))
}

fn within(to: u64, from: u64, bytes: usize, stream: usize) -> Answer {
    state::device()?.queue(stream, Work::Copy { to, from, bytes })
}

fn set(to: u64, element: &[u8], count: usize, stream: usize) -> Answer {
    let element = element.to_vec();
    state::device()?.queue(stream, Work::Fill { to, element, count })
}

calls! {
    /// From the host to the device.
    fn cuMemcpyHtoD_v2(to: u64, from: In<c_void>, bytes: usize) {
        and_wait(to_device(to, from, bytes, 0))
    }

    /// The same, on a stream.
    fn cuMemcpyHtoDAsync_v2(to: u64, from: In<c_void>, bytes: usize, stream: usize) {
        to_device(to, from, bytes, stream)
    }

    /// From the device to the host.
    fn cuMemcpyDtoH_v2(to: Out<c_void>, from: u64, bytes: usize) {
        and_wait(to_host(to, from, bytes, 0))
    }

    /// The same, on a stream.
    fn cuMemcpyDtoHAsync_v2(to: Out<c_void>, from: u64, bytes: usize, stream: usize) {
        to_host(to, from, bytes, stream)
    }

    /// On the device.
    fn cuMemcpyDtoD_v2(to: u64, from: u64, bytes: usize) {
        within(to, from, bytes, 0)
    }

    /// The same, on a stream.
    fn cuMemcpyDtoDAsync_v2(to: u64, from: u64, bytes: usize, stream: usize) {
        within(to, from, bytes, stream)
    }

    /// Sets bytes.
    fn cuMemsetD8_v2(to: u64, value: u8, count: usize) {
        set(to, &[value], count, 0)
    }

    /// The same, on a stream.
    fn cuMemsetD8Async(to: u64, value: u8, count: usize, stream: usize) {
        set(to, &[value], count, stream)
    }

    /// Sets elements of two bytes.
    fn cuMemsetD16_v2(to: u64, value: u16, count: usize) {
        set(to, &value.to_le_bytes(), count, 0)
    }

    /// The same, on a stream.
    fn cuMemsetD16Async(to: u64, value: u16, count: usize, stream: usize) {
        set(to, &value.to_le_bytes(), count, stream)
    }

    /// Sets elements of four bytes.
    fn cuMemsetD32_v2(to: u64, value: u32, count: usize) {
        set(to, &value.to_le_bytes(), count, 0)
    }

    /// The same, on a stream.
    fn cuMemsetD32Async(to: u64, value: u32, count: usize, stream: usize) {
        set(to, &value.to_le_bytes(), count, stream)
    }
}
