//! From the crate to PTX, and from PTX to what a kernel stores.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use azulejo_atoms_copy::tma::Map;
use azulejo_build::{BuildError, DeviceCrate};
use azulejo_simt::hopper::{ElementType, Swizzle, TensorMap};
use azulejo_simt::{Launch, Memory, Module, run};

/// The PTX of this crate for `arch`; `None`, with a printed line, where the toolchain is missing.
///
/// # Panics
/// With the compiler's messages.
pub fn compile(arch: &str, hopper: bool) -> Option<String> {
    static TEXTS: Mutex<BTreeMap<String, Result<Option<String>, String>>> =
        Mutex::new(BTreeMap::new());
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    let text = texts.entry(arch.to_owned()).or_insert_with(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        // The folder of `azulejo-atoms`, which needs the same crates.
        let target = std::env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| root.join("target"), PathBuf::from)
            .join("atoms");
        let device = DeviceCrate::new(root.join("Cargo.toml"), "azulejo-atoms-copy", target);
        let mut device = device.next_solver().feature("entries");
        if hopper {
            device = device.feature("sm90a");
        }
        match device.compile(arch) {
            Ok(text) => Ok(Some(text)),
            Err(BuildError::Missing(what)) => {
                eprintln!("skipped, {arch}: {what}");
                Ok(None)
            }
            Err(error) => Err(error.to_string()),
        }
    });
    match text.clone() {
        Ok(text) => text,
        Err(error) => panic!("{error}"),
    }
}

/// Memory and a module on the executor.
pub struct Machine {
    memory: Memory,
    module: Module,
}

impl Machine {
    pub fn new(text: &str) -> Self {
        let mut memory = Memory::new();
        let mut module = Module::parse(text).unwrap();
        module.place(&mut memory).unwrap();
        Machine { memory, module }
    }

    /// Global memory with these bytes.
    pub fn bytes(&mut self, bytes: &[u8]) -> u64 {
        let address = self.memory.allocate(bytes.len()).unwrap();
        self.memory.write(address, bytes).unwrap();
        address
    }

    pub fn read(&self, address: u64, len: usize) -> Vec<u8> {
        let mut bytes = vec![0; len];
        self.memory.read(address, &mut bytes).unwrap();
        bytes
    }

    /// A tensor map of the tensor at `address`, whose elements have the driver's type `number`.
    pub fn map(&mut self, map: &Map, number: u32, address: u64) -> u64 {
        let swizzle = match map.swizzle {
            128 => Swizzle::Bytes128,
            64 => Swizzle::Bytes64,
            32 => Swizzle::Bytes32,
            _ => Swizzle::None,
        };
        let steps = vec![1; map.sizes.len()];
        let element = ElementType::of(number).unwrap();
        let tensor = TensorMap::new(
            element,
            address,
            &map.sizes,
            &map.strides,
            &map.extent,
            &steps,
            swizzle,
        );
        self.bytes(&tensor.unwrap().encode())
    }

    /// Runs a kernel on one block or several, each a cluster of its own; the fault's text where it has one.
    pub fn run(
        &mut self,
        entry: &str,
        grid: [u32; 3],
        threads: u32,
        parameters: &[u64],
    ) -> Result<(), String> {
        self.run_clusters(entry, grid, [1; 3], threads, parameters)
    }

    pub fn run_clusters(
        &mut self,
        entry: &str,
        grid: [u32; 3],
        cluster: [u32; 3],
        threads: u32,
        parameters: &[u64],
    ) -> Result<(), String> {
        let parameters: Vec<u8> = parameters.iter().flat_map(|p| p.to_le_bytes()).collect();
        self.launch(entry, grid, cluster, threads, &parameters)
    }

    /// Runs a kernel with these bytes of parameters.
    pub fn launch(
        &mut self,
        entry: &str,
        grid: [u32; 3],
        cluster: [u32; 3],
        threads: u32,
        parameters: &[u8],
    ) -> Result<(), String> {
        let launch = Launch {
            module: &self.module,
            entry,
            grid,
            block: [threads, 1, 1],
            cluster,
            dynamic_shared: 200 << 10,
            parameters,
        };
        run(&launch, &mut self.memory).map_err(|fault| fault.to_string())
    }
}

/// Bytes that depend on `seed` alone (a linear congruential generator).
pub fn random(len: usize, seed: &str) -> Vec<u8> {
    let mut state = seed.bytes().fold(0x9E37_79B9_7F4A_7C15u64, |state, byte| {
        (state ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
    });
    (0..len)
        .map(|_| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 56) as u8
        })
        .collect()
}
