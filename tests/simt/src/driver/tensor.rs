//! Tensor maps.

use super::answer::{calls, invalid};
use super::pointer::{In, Out};
use crate::hopper::{ElementType, Swizzle, TensorMap, tensor_map::BYTES};

calls! {
    /// Writes the map of a tensor in device memory, for copies of boxes of it.
    fn cuTensorMapEncodeTiled(
        map: Out<[u8; BYTES]>, element: u32, rank: u32, address: u64, sizes: In<u64>, strides: In<u64>,
        extent: In<u32>, steps: In<u32>, interleave: u32, swizzle: u32, promotion: u32, fill: u32
    ) {
        let _ = promotion;
        let modes = rank.min(5) as usize;
        let (Some(element), Some(swizzle)) = (ElementType::of(element), Swizzle::of_map(swizzle)) else {
            return Err(invalid("a tensor map of an unknown type or swizzle"));
        };
        if rank > 5 || modes == 0 || interleave != 0 || fill != 0 {
            return Err(invalid("a tensor map of no or more than 5 modes, interleaved, or filled with NaN"));
        }
        let tensor = TensorMap::new(
            element,
            address,
            sizes.slice(modes)?,
            strides.slice(modes - 1)?,
            extent.slice(modes)?,
            steps.slice(modes)?,
            swizzle,
        );
        map.put(tensor.map_err(|what| invalid(format!("a tensor map asks for {what}")))?.encode())
    }
}
