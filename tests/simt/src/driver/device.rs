//! Devices: there is one.

use std::ffi::c_char;

use cudarc::driver::sys::{CUresult, CUuuid};

use super::answer::{Answer, calls, reject};
use super::attributes::{CLAIMS, attribute};
use super::pointer::Out;

/// The CUDA version whose driver this one does as: the first that knows what these kernels ask of it.
const VERSION: i32 = 12_080;

/// Rejects every device but the first.
pub fn only(device: i32) -> Answer {
    match device {
        0 => Ok(()),
        _ => Err(reject(
            CUresult::CUDA_ERROR_INVALID_DEVICE,
            format_args!("there is no device {device}"),
        )),
    }
}

calls! {
    /// Does nothing: the device is made when it is first used.
    fn cuInit(_flags: u32) {
        Ok(())
    }

    /// The version of CUDA.
    fn cuDriverGetVersion(version: Out<i32>) {
        version.put(VERSION)
    }

    /// Returns the number of devices: one.
    fn cuDeviceGetCount(count: Out<i32>) {
        count.put(1)
    }

    /// The handle of a device: its number.
    fn cuDeviceGet(device: Out<i32>, ordinal: i32) {
        only(ordinal)?;
        device.put(ordinal)
    }

    /// What the device calls itself.
    fn cuDeviceGetName(name: Out<c_char>, room: i32, device: i32) {
        only(device)?;
        name.text(&CLAIMS.name, room)
    }

    /// A number that tells devices apart.
    fn cuDeviceGetUuid(uuid: Out<CUuuid>, device: i32) {
        only(device)?;
        uuid.put(CUuuid { bytes: [0x51; 16] })
    }

    /// The same, under its newer name.
    fn cuDeviceGetUuid_v2(uuid: Out<CUuuid>, device: i32) {
        only(device)?;
        uuid.put(CUuuid { bytes: [0x51; 16] })
    }

    /// Bytes of memory.
    fn cuDeviceTotalMem_v2(bytes: Out<usize>, device: i32) {
        only(device)?;
        bytes.put(CLAIMS.memory)
    }

    /// A limit or feature.
    fn cuDeviceGetAttribute(value: Out<i32>, number: u32, device: i32) {
        only(device)?;
        let found = attribute(number).ok_or_else(|| {
            reject(
                CUresult::CUDA_ERROR_NOT_SUPPORTED,
                format_args!("device attribute {number} has no value here"),
            )
        })?;
        value.put(found)
    }
}
