//! [`HardwareInfo`]: what a cost model must know of a GPU.

use cudarc::driver::sys::CUdevice_attribute_enum as Attribute;

use super::Device;

/// Sizes and rates of a GPU, as its driver reports them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HardwareInfo {
    /// SMs.
    pub sm_count: u32,
    /// Bytes of device memory that move in a clock of the SMs, at most.
    pub memory_bytes: f64,
    /// Bytes of L2.
    pub l2_bytes: f64,
}

impl HardwareInfo {
    /// An NVIDIA H200.
    pub const H200: Self = Self {
        sm_count: 132,
        memory_bytes: 2431.47,
        l2_bytes: 62_914_560.0,
    };

    /// From clocks in kHz and the width of the memory's bus in bits, two of which move in a memory clock.
    pub fn new(sm_count: u32, [clock, memory_clock, bus_bits, l2_bytes]: [u32; 4]) -> Self {
        Self {
            sm_count,
            memory_bytes: memory_clock as f64 * 2.0 * bus_bits as f64 / 8.0 / clock as f64,
            l2_bytes: l2_bytes as f64,
        }
    }
}

impl Device {
    /// What a cost model must know of it; rates that the driver does not tell are an H200's.
    ///
    /// The driver is asked once: to tell the clocks takes it nearly a millisecond.
    pub fn hardware(&self) -> HardwareInfo {
        *self.known_hardware().get_or_init(|| self.ask_hardware())
    }

    fn ask_hardware(&self) -> HardwareInfo {
        let of = |attribute| {
            let value = u32::try_from(self.attribute(attribute).ok()?).ok()?;
            (value > 0).then_some(value)
        };
        let rates = || {
            Some([
                of(Attribute::CU_DEVICE_ATTRIBUTE_CLOCK_RATE)?,
                of(Attribute::CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE)?,
                of(Attribute::CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH)?,
                of(Attribute::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)?,
            ])
        };
        let sm_count = self.sm_count();
        match rates() {
            Some(rates) => HardwareInfo::new(sm_count, rates),
            None => HardwareInfo {
                sm_count,
                ..HardwareInfo::H200
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::HardwareInfo;

    #[test]
    fn rates_come_from_clocks_and_the_bus() {
        let found = HardwareInfo::new(132, [1_980_000, 3_201_000, 6016, 62_914_560]);
        assert!((found.memory_bytes - HardwareInfo::H200.memory_bytes).abs() < 0.1);
        assert_eq!(found.l2_bytes, HardwareInfo::H200.l2_bytes);
    }
}
