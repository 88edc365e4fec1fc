//! The device that this library claims: an H200, or another by `AZULEJO_SIMT_CC`.

use std::env;
use std::sync::LazyLock;

use cudarc::driver::sys::CUdevice_attribute_enum as Attribute;

/// What the device is.
pub struct Claims {
    /// The compute capability.
    pub capability: (i32, i32),
    /// What it calls itself.
    pub name: String,
    /// The SMs.
    pub sm_count: i32,
    /// Bytes of shared memory that a block may ask for.
    pub shared: i32,
    /// Bytes of memory.
    pub memory: usize,
}

/// The device of this process.
pub static CLAIMS: LazyLock<Claims> = LazyLock::new(|| {
    let asked = env::var("AZULEJO_SIMT_CC").ok();
    let capability = asked.as_deref().map_or(Some((9, 0)), capability);
    let capability = capability.unwrap_or_else(|| {
        eprintln!("simt: AZULEJO_SIMT_CC is no compute capability such as 8.0; taking 9.0");
        (9, 0)
    });
    let sm_count = match capability {
        (9, _) => 132,
        (8, 0) => 108,
        (8, _) => 84,
        _ => 148,
    };
    Claims {
        capability,
        name: format!("azulejo simt {}.{}", capability.0, capability.1),
        sm_count: number("AZULEJO_SIMT_SMS", sm_count),
        shared: match capability {
            (8, 0 | 7) => 163 << 10,
            (8, _) | (12, _) => 99 << 10,
            (7, 5) => 64 << 10,
            (7, _) => 96 << 10,
            _ => 227 << 10,
        },
        memory: (number("AZULEJO_SIMT_GIB", 1) as usize) << 30,
    }
});

/// A number from the environment, at least 1.
fn number(name: &str, usual: i32) -> i32 {
    let given = env::var(name).ok().and_then(|text| text.parse().ok());
    given.filter(|number| *number > 0).unwrap_or(usual)
}

/// The two numbers of a text such as `8.0`.
fn capability(text: &str) -> Option<(i32, i32)> {
    let (major, minor) = text.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// A limit or feature of the device; `None` for what is not asked for yet.
pub fn attribute(number: u32) -> Option<i32> {
    use Attribute::*;
    macro_rules! table {
        ($($attribute:ident = $value:expr;)*) => { [$(($attribute, $value)),*] };
    }
    let hopper = (CLAIMS.capability.0 >= 9) as i32;
    let all = table! {
        CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1024;
        CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 1024;
        CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = 1024;
        CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = 64;
        CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = i32::MAX;
        CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = 65_535;
        CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = 65_535;
        CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 48 << 10;
        CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = 64 << 10;
        CU_DEVICE_ATTRIBUTE_WARP_SIZE = 32;
        CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 65_536;
        CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 1_000_000;
        CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = CLAIMS.sm_count;
        CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = 0;
        CU_DEVICE_ATTRIBUTE_COMPUTE_MODE = 0;
        CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = 1;
        CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 1_000_000;
        CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 64;
        CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 50 << 20;
        CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 2048;
        CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = 1;
        CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = CLAIMS.capability.0;
        CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = CLAIMS.capability.1;
        CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = CLAIMS.shared + 1024;
        CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = 65_536;
        CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY = 0;
        CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS = 0;
        CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 0;
        CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = CLAIMS.shared;
        CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR = 32;
        CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK = 1024;
        CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 1;
        CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH = hopper;
        CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED = hopper;
    };
    let found = all
        .iter()
        .find(|(attribute, _)| *attribute as u32 == number);
    found.map(|(_, value)| *value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capability_is_two_numbers() {
        assert_eq!(capability("8.0"), Some((8, 0)));
        assert_eq!(capability("sm_80"), None);
    }

    #[test]
    fn the_usual_device_is_hoppers() {
        assert_eq!(
            attribute(Attribute::CU_DEVICE_ATTRIBUTE_WARP_SIZE as u32),
            Some(32)
        );
        assert_eq!(attribute(9999), None);
    }
}
