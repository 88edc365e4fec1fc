//! Launches of kernels, held to the limits of the device.

use std::ffi::c_void;
use std::fmt;
use std::sync::Arc;

use cudarc::driver::sys::{CUlaunchAttributeID_enum as Attribute, CUresult};

use super::answer::{Answer, calls, invalid, reject};
use super::attributes::CLAIMS;
use super::pointer::In;
use super::state;
use super::work::Work;
use crate::machine::MOST_BLOCKS;
use crate::{Launch, Module};

/// The most blocks of a cluster that every device of compute capability 9.0 takes.
const PORTABLE_CLUSTER: u32 = 8;

/// `CUlaunchConfig`, its attributes as numbers.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Config {
    grid: [u32; 3],
    block: [u32; 3],
    shared: u32,
    stream: usize,
    attributes: In<Given>,
    count: u32,
}

/// `CUlaunchAttribute`: a number and a union.
#[repr(C)]
#[derive(Clone, Copy)]
struct Given {
    number: u32,
    pad: u32,
    value: [[u32; 2]; 8],
}

/// A launch that passed.
#[derive(Clone)]
pub struct Start {
    module: Arc<Module>,
    entry: String,
    grid: [u32; 3],
    block: [u32; 3],
    cluster: [u32; 3],
    shared: usize,
    parameters: Vec<u8>,
}

impl Start {
    /// What the executor runs.
    pub fn launch(&self) -> Launch<'_> {
        Launch {
            module: &self.module,
            entry: &self.entry,
            grid: self.grid,
            block: self.block,
            cluster: self.cluster,
            dynamic_shared: self.shared,
            parameters: &self.parameters,
        }
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            entry,
            grid,
            block,
            cluster,
            shared,
            ..
        } = self;
        write!(
            f,
            "{entry}, grid {grid:?}, block {block:?}, cluster {cluster:?}, {shared} bytes shared"
        )
    }
}

/// Rejects extents that are nothing or more than `most`.
fn within(what: &str, extents: [u32; 3], most: [u32; 3]) -> Answer {
    let fits = extents
        .iter()
        .zip(most)
        .all(|(extent, most)| (1..=most).contains(extent));
    if fits {
        Ok(())
    } else {
        Err(invalid(format_args!("a {what} of {extents:?}")))
    }
}

/// The cluster's extents among the attributes.
fn cluster(given: &[Given]) -> Result<[u32; 3], CUresult> {
    let mut cluster = [1; 3];
    for Given { number, value, .. } in given {
        let is = |known: Attribute| *number == known as u32;
        if is(Attribute::CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
            cluster = [value[0][0], value[0][1], value[1][0]];
        } else if !is(Attribute::CU_LAUNCH_ATTRIBUTE_IGNORE)
            // A grid never overlaps the one before it here, which is one of the orders that it has to bear.
            && !is(Attribute::CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION)
        {
            return Err(reject(
                CUresult::CUDA_ERROR_NOT_SUPPORTED,
                format_args!("launch attribute {number}"),
            ));
        }
    }
    Ok(cluster)
}

fn launch(
    function: usize,
    config: Config,
    parameters: In<In<c_void>>,
    extra: In<c_void>,
) -> Answer {
    let mut device = state::device()?;
    let function = device.functions.get(function)?;
    let (grid, block, shared) = (config.grid, config.block, config.shared as usize);
    within("grid", grid, MOST_BLOCKS)?;
    within("block", block, [1024, 1024, 64])?;
    let threads: u32 = block.iter().product();
    if threads > function.threads() {
        let bound = function.threads();
        return Err(invalid(format_args!(
            "{threads} threads; {} takes {bound}",
            function.name
        )));
    }
    if shared > function.shared {
        return Err(invalid(format_args!(
            "{shared} bytes of shared memory; {} may have {}",
            function.name, function.shared
        )));
    }
    let cluster = cluster(config.attributes.slice(config.count as usize)?)?;
    let blocks = cluster
        .iter()
        .fold(1u32, |all, &along| all.saturating_mul(along));
    let whole = (0..3).all(|mode| cluster[mode] > 0 && grid[mode].is_multiple_of(cluster[mode]));
    if !whole || blocks > PORTABLE_CLUSTER || blocks > 1 && CLAIMS.capability.0 < 9 {
        return Err(reject(
            CUresult::CUDA_ERROR_INVALID_CLUSTER_SIZE,
            format_args!("clusters of {cluster:?} in a grid of {grid:?}"),
        ));
    }
    if !extra.is_null() {
        return Err(reject(
            CUresult::CUDA_ERROR_NOT_SUPPORTED,
            "parameters in one buffer",
        ));
    }
    let module = function.module.clone();
    let entry = module
        .entry(&function.name)
        .ok_or(CUresult::CUDA_ERROR_NOT_FOUND)?;
    let places = parameters.slice(entry.parameters.len())?;
    let mut flat = Vec::new();
    for (parameter, place) in entry.parameters.iter().zip(places) {
        flat.resize(parameter.offset, 0);
        flat.extend_from_slice(place.bytes(parameter.bytes)?);
    }
    let start = Start {
        entry: function.name.clone(),
        module: module.clone(),
        grid,
        block,
        cluster,
        shared,
        parameters: flat,
    };
    device.queue(config.stream, Work::Kernel(start))
}

calls! {
    /// Runs a kernel.
    fn cuLaunchKernel(
        function: usize,
        grid_x: u32,
        grid_y: u32,
        grid_z: u32,
        block_x: u32,
        block_y: u32,
        block_z: u32,
        shared: u32,
        stream: usize,
        parameters: In<In<c_void>>,
        extra: In<c_void>,
    ) {
        let config = Config {
            grid: [grid_x, grid_y, grid_z],
            block: [block_x, block_y, block_z],
            shared,
            stream,
            attributes: In::none(),
            count: 0,
        };
        launch(function, config, parameters, extra)
    }

    /// Runs a kernel with attributes.
    fn cuLaunchKernelEx(config: In<Config>, function: usize, parameters: In<In<c_void>>, extra: In<c_void>) {
        launch(function, config.slice(1)?[0], parameters, extra)
    }
}
