//! Runs CuTe's tutorials on a GPU: checks each kernel on integer-valued inputs, then times it.
//!
//! ```text
//! tutorial [NAME] [M N K]      all kernels, or those whose name contains NAME; 256 × 256 × 128 where no size is given
//! ```
//!
//! Without a GPU it prints a message; on the PTX executor of this repository it runs without one.

mod copies;
mod products;

use azulejo_kernels::table::Kernel;
use azulejo_runtime::{Device, Error, Function, Module, Stream};

/// M, N and K.
type Size = (usize, usize, usize);

fn main() -> Result<(), Error> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<usize> = args.iter().filter_map(|arg| arg.parse().ok()).collect();
    let size = match numbers[..] {
        [m, n, k] => (m, n, k),
        _ => (256, 256, 128),
    };
    let name = args.iter().find(|arg| arg.parse::<usize>().is_err());
    let asked = |kernel: &str| name.is_none_or(|name| kernel.contains(name.as_str()));
    let device = match Device::new(0) {
        Ok(device) => device,
        Err(Error::NoDriver | Error::NoDevice { .. }) => {
            println!("no GPU: the kernels are not run");
            return Ok(());
        }
        Err(other) => return Err(other),
    };
    println!("{device:?}");
    let stream = device.stream()?;
    for kernel in copies::KERNELS.iter().filter(|kernel| asked(kernel)) {
        copies::run(&stream, kernel, size)?;
    }
    for kernel in products::KERNELS {
        if asked(kernel.name) && (!kernel.hopper || device.capability() == (9, 0)) {
            kernel.run(&stream, size)?;
        }
    }
    Ok(())
}

/// The entry point `name` of a device crate.
fn function(stream: &Stream, ptx: &str, table: &[Kernel], name: &str) -> Result<Function, Error> {
    let row = table
        .iter()
        .find(|row| row.name == name)
        .unwrap_or_else(|| unreachable!("{name} is a kernel of its crate"));
    Module::load(stream.device().context(), ptx)?.function(row.name, row.threads)
}

/// Integers from -4 to 4.
fn integers(len: usize, seed: u32) -> Vec<f32> {
    let mut state = seed;
    (0..len)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as f32 % 9.0 - 4.0
        })
        .map(f32::trunc)
        .collect()
}

/// Values from -1 to 1.
fn uniform(len: usize, seed: u32) -> Vec<f32> {
    let mut state = seed;
    (0..len)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 23) as f32 - 1.0
        })
        .collect()
}

/// The error of a size that is not whole tiles.
fn whole_tiles(size: Size, tile: Size) -> Result<(), Error> {
    let whole = |extent: usize, tile: usize| extent > 0 && extent.is_multiple_of(tile);
    if whole(size.0, tile.0) && whole(size.1, tile.1) && whole(size.2, tile.2) {
        return Ok(());
    }
    Err(Error::Argument {
        argument: "M N K",
        why: format!(
            "{size:?} is not a multiple of the tile {tile:?}; the tutorials compute whole tiles"
        ),
    })
}

#[cfg(test)]
mod tests {
    use crate::{copies, products};

    #[test]
    fn kernels_keep_their_values_in_registers() {
        for ptx in products::KERNELS
            .iter()
            .map(|kernel| kernel.ptx)
            .chain([copies::PTX])
        {
            assert!(ptx.contains(".maxntid") && !ptx.contains(".local") && !ptx.contains("call"));
        }
    }

    #[test]
    fn integers_are_small_and_not_all_the_same() {
        let values = super::integers(1000, 1);
        assert!(values.iter().all(|x| x.trunc() == *x && x.abs() <= 4.0));
        assert!(values.contains(&-4.0) && values.contains(&4.0));
    }
}
