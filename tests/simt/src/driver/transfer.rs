//! Copies and fills.

use std::ffi::c_void;

use cudarc::driver::sys::CUresult;

use super::answer::{Answer, calls, invalid, refuse};
use super::pointer::{In, Out};
use super::state::{self, Held};
use super::work::Work;

/// Copies between host and device are done now: refuses them in a capture.
fn now(device: &mut Held, stream: usize) -> Answer {
    match device.captured(stream)? {
        None => Ok(()),
        Some(_) => Err(refuse(
            CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
            "a copy from or to the host cannot be captured here",
        )),
    }
}

fn to_device(to: u64, from: In<c_void>, bytes: usize, stream: usize) -> Answer {
    let mut device = state::device()?;
    now(&mut device, stream)?;
    let from = from.bytes(bytes)?;
    device
        .memory
        .write(to, from)
        .map_err(|why| invalid(format_args!("copy to the device: {why}")))
}

fn to_host(to: Out<c_void>, from: u64, bytes: usize, stream: usize) -> Answer {
    let mut device = state::device()?;
    now(&mut device, stream)?;
    if bytes == 0 {
        return Ok(());
    }
    // Bytes that nobody wrote are copied too: the gaps between lines, say.
    let mut copied = vec![0; bytes];
    device
        .memory
        .read_any(from, &mut copied)
        .map_err(|why| invalid(format_args!("copy to the host: {why}")))?;
    to.bytes(&copied)
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
        to_device(to, from, bytes, 0)
    }

    /// The same, on a stream.
    fn cuMemcpyHtoDAsync_v2(to: u64, from: In<c_void>, bytes: usize, stream: usize) {
        to_device(to, from, bytes, stream)
    }

    /// From the device to the host.
    fn cuMemcpyDtoH_v2(to: Out<c_void>, from: u64, bytes: usize) {
        to_host(to, from, bytes, 0)
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
