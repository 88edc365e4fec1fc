//! [`Device`]: one GPU, its context and its kernels.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, atomic::AtomicBool},
};

use cudarc::driver::{
    CudaContext,
    sys::{CUdevice_attribute_enum as Attribute, CUfunction_attribute_enum as OfFunction},
};

use super::{
    Error, Function, HardwareInfo, Module, Stream, cubin,
    driver::{self, Named},
    ptx,
};
use azulejo_kernels::table::{Kernel, Packed, Variant};

/// One GPU. Cheap to clone; all clones are the same device.
///
/// It holds the GPU's primary context, which other libraries in the process share, and loads the embedded kernels
/// one by one when each is first asked for.
#[derive(Clone)]
pub struct Device {
    inner: Arc<Inner>,
}

struct Inner {
    context: Arc<CudaContext>,
    name: String,
    capability: (u32, u32),
    variant: Variant,
    sm_count: u32,
    /// What the driver has told, when it was first asked.
    hardware: OnceLock<HardwareInfo>,
    functions: Mutex<BTreeMap<Key, Function>>,
    /// `true` if its driver takes no machine code, or is to be given none.
    compiles: AtomicBool,
    running: Mutex<Vec<(u64, Arc<str>)>>,
}

/// Kernels that may be running, of which so many are remembered.
const REMEMBERED: usize = 16;

/// What tells one entry point from another: where its texts and machine code are, and what they are compressed after; its architecture,
/// its threads, its name, and its PTX file. All that a row says of its code: one that differs anywhere is another entry point.
type Key = ([[usize; 2]; 3], u8, u32, &'static str, &'static str);

/// The key of a kernel.
fn key(kernel: &Kernel) -> Key {
    let start = |bytes: &'static [u8]| bytes.as_ptr() as usize;
    let place = |packed: Option<&'static Packed>| {
        packed.map_or([0; 2], |packed| {
            [start(packed.bytes), packed.base.map_or(0, start)]
        })
    };
    let texts = kernel.texts;
    let places = [texts.sm_80, texts.sm_90a, texts.cubins].map(place);
    let arch = kernel.arch as u8;
    (places, arch, kernel.threads, kernel.name, kernel.file)
}

impl Device {
    /// The GPU with this ordinal.
    ///
    /// # Errors
    /// [`Error::NoDriver`], [`Error::NoDevice`], [`Error::TooOld`].
    ///
    /// ```
    /// use azulejo_runtime::{Device, Error};
    /// match Device::new(0) {
    ///     Ok(device) => println!("{device:?}"),
    ///     Err(Error::NoDriver | Error::NoDevice { .. }) => println!("no GPU here"),
    ///     Err(other) => println!("{other}"),
    /// }
    /// ```
    pub fn new(ordinal: usize) -> Result<Self, Error> {
        Self::from_context(primary(ordinal)?)
    }

    /// The GPU with this ordinal, with the kernels of a variant that it would not choose: those for older GPUs run on it
    /// too.
    ///
    /// # Errors
    /// As [`Device::new`]; [`Error::Argument`] where its compute capability cannot run the variant.
    pub fn with_variant(ordinal: usize, variant: Variant) -> Result<Self, Error> {
        let device = Self::from_context(primary(ordinal)?)?;
        let (major, minor) = device.capability();
        Error::ensure(variant.runs_on(major, minor), "variant", || {
            format!(
                "{} does not run on compute capability {major}.{minor}",
                variant.name()
            )
        })?;
        Self::with(device.inner.context.clone(), variant, false)
    }

    /// The same GPU and context, with kernels of its own that the driver compiles from PTX, also those whose machine code the program
    /// has: to compare the two.
    ///
    /// # Errors
    /// Any CUDA driver error.
    pub fn without_cubins(&self) -> Result<Self, Error> {
        Self::with(self.inner.context.clone(), self.inner.variant, true)
    }

    /// A device on a context that the caller has from cudarc.
    ///
    /// # Errors
    /// [`Error::TooOld`], or any CUDA driver error.
    pub fn from_context(context: Arc<CudaContext>) -> Result<Self, Error> {
        let name = context.name().named("cuDeviceGetName")?;
        let (major, minor) = context.compute_capability().named("cuDeviceGetAttribute")?;
        let variant = chosen(name, (major as u32, minor as u32))?;
        Self::with(context, variant, false)
    }

    fn with(context: Arc<CudaContext>, variant: Variant, compiles: bool) -> Result<Self, Error> {
        let name = context.name().named("cuDeviceGetName")?;
        let (major, minor) = context.compute_capability().named("cuDeviceGetAttribute")?;
        let capability = (major as u32, minor as u32);
        let sm_count = context
            .attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)
            .named("cuDeviceGetAttribute")? as u32;
        Ok(Self {
            inner: Arc::new(Inner {
                context,
                name,
                capability,
                variant,
                sm_count,
                hardware: OnceLock::new(),
                functions: Mutex::default(),
                compiles: AtomicBool::new(compiles),
                running: Mutex::default(),
            }),
        })
    }

    /// Returns the number of GPUs; 0 with a driver and none.
    ///
    /// # Errors
    /// [`Error::NoDriver`].
    pub fn count() -> Result<usize, Error> {
        driver::count()
    }

    /// Returns the number, as in `cuda:0`.
    pub fn ordinal(&self) -> usize {
        self.inner.context.ordinal()
    }

    /// What the driver calls it.
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// Returns the compute capability, (major, minor).
    pub fn capability(&self) -> (u32, u32) {
        self.inner.capability
    }

    /// The variant of the kernels that it runs.
    pub fn variant(&self) -> Variant {
        self.inner.variant
    }

    /// Returns the number of SMs.
    pub fn sm_count(&self) -> u32 {
        self.inner.sm_count
    }

    /// Where [`Device::hardware`] keeps what it was told.
    pub(super) fn known_hardware(&self) -> &OnceLock<HardwareInfo> {
        &self.inner.hardware
    }

    /// Free and all bytes of its memory.
    ///
    /// # Errors
    /// Any CUDA driver error.
    pub fn memory(&self) -> Result<(u64, u64), Error> {
        let (free, total) = self.inner.context.mem_get_info().named("cuMemGetInfo")?;
        Ok((free as u64, total as u64))
    }

    /// A limit or feature of the hardware, by the driver's number.
    ///
    /// # Errors
    /// Any CUDA driver error.
    pub fn attribute(&self, attribute: Attribute) -> Result<i32, Error> {
        self.inner
            .context
            .attribute(attribute)
            .named("cuDeviceGetAttribute")
    }

    /// cudarc's context.
    pub fn context(&self) -> &Arc<CudaContext> {
        &self.inner.context
    }

    /// The default stream, which orders itself with every blocking stream of the context.
    pub fn default_stream(&self) -> Stream {
        Stream::wrap(self.clone(), self.inner.context.default_stream())
    }

    /// A new stream, independent of all others.
    ///
    /// # Errors
    /// Any CUDA driver error.
    pub fn stream(&self) -> Result<Stream, Error> {
        Ok(Stream::wrap(
            self.clone(),
            self.inner.context.new_stream().named("cuStreamCreate")?,
        ))
    }

    /// Waits until all work on the device is done, and reports what failed since the last time.
    ///
    /// # Errors
    /// [`Error::Kernel`] for one launched earlier that failed, or any CUDA driver error.
    pub fn synchronize(&self) -> Result<(), Error> {
        let context = &self.inner.context;
        let earlier = driver::check_earlier(context);
        let waited = context.synchronize().named("cuCtxSynchronize");
        self.ended(None, waited).and(earlier)
    }

    /// An entry point of the kernel table, loaded on first use: from machine code, where the program has it for this device and the
    /// driver takes it, and else from PTX, which the driver compiles.
    ///
    /// # Errors
    /// [`Error::NoKernel`] where this device's variant does not have it, or any CUDA driver error where it rejects the PTX.
    pub fn function(&self, kernel: &'static Kernel) -> Result<Function, Error> {
        let key = key(kernel);
        let loaded = self.functions().get(&key).cloned();
        if let Some(function) = loaded {
            return Ok(function);
        }
        let function = self.load(kernel)?;
        self.functions().insert(key, function.clone());
        Ok(function)
    }

    fn load(&self, kernel: &'static Kernel) -> Result<Function, Error> {
        let Inner {
            context, variant, ..
        } = &*self.inner;
        let by_text = |text: String| {
            let module = Module::load(context, &text)?;
            module.function(kernel.name, kernel.threads)
        };
        if let Some(text) = ptx::replacement(*variant, kernel) {
            return by_text(text);
        }
        cubin::load(
            &self.inner.compiles,
            || cubin::cubin(*variant, kernel),
            |cubin| {
                let module = Module::load_cubin(context, kernel.name, cubin)?;
                let function = module.function(kernel.name, kernel.threads)?;
                // A driver that loads late finds here what is wrong, and not at a launch.
                function.attribute(OfFunction::CU_FUNC_ATTRIBUTE_NUM_REGS)?;
                Ok(function)
            },
            || {
                let text = ptx::module(*variant, kernel).ok_or(Error::NoKernel {
                    kernel: kernel.name,
                    variant: variant.name(),
                })?;
                by_text(text)
            },
        )
    }

    /// The entry points that it has loaded, in no order.
    pub fn loaded(&self) -> Vec<Function> {
        self.functions().values().cloned().collect()
    }

    fn functions(&self) -> MutexGuard<'_, BTreeMap<Key, Function>> {
        let lock = self.inner.functions.lock();
        lock.unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a kernel was started on the stream with this handle.
    pub(crate) fn started(&self, stream: u64, kernel: &Arc<str>) {
        let mut running = self.running();
        if let Some(at) = running
            .iter()
            .position(|one| one.0 == stream && one.1 == *kernel)
        {
            running.remove(at);
        } else if running.len() == REMEMBERED {
            running.remove(0);
        }
        running.push((stream, kernel.clone()));
    }

    /// Notes that what was started on a stream, or on all, has ended, or names what was running where that failed.
    pub(crate) fn ended(&self, stream: Option<u64>, end: Result<(), Error>) -> Result<(), Error> {
        let mut running = self.running();
        match end {
            Ok(()) => {
                running.retain(|one| stream.is_some_and(|stream| one.0 != stream));
                Ok(())
            }
            Err(error) => {
                let names = || running.iter().map(|one| one.1.to_string()).collect();
                Err(error.of_kernels(names))
            }
        }
    }

    fn running(&self) -> MutexGuard<'_, Vec<(u64, Arc<str>)>> {
        let lock = self.inner.running.lock();
        lock.unwrap_or_else(PoisonError::into_inner)
    }
}

/// The primary context of a GPU.
fn primary(ordinal: usize) -> Result<Arc<CudaContext>, Error> {
    let found = Device::count()?;
    if ordinal >= found {
        return Err(Error::NoDevice { ordinal, found });
    }
    CudaContext::new(ordinal).named("cuDevicePrimaryCtxRetain")
}

/// The variant for a GPU of this name and compute capability.
fn chosen(name: String, capability: (u32, u32)) -> Result<Variant, Error> {
    Variant::for_capability(capability.0, capability.1).ok_or(Error::TooOld { name, capability })
}

impl PartialEq for Device {
    fn eq(&self, other: &Self) -> bool {
        self.inner.context == other.inner.context
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (major, minor) = self.capability();
        write!(
            f,
            "cuda:{} ({}, compute capability {major}.{minor}, {})",
            self.ordinal(),
            self.name(),
            self.variant().name()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use azulejo_kernels::table::Arch;

    #[test]
    fn an_old_gpu_is_rejected_by_name() {
        let old = chosen("NVIDIA T4".into(), (7, 5)).unwrap_err();
        assert!(matches!(
            old,
            Error::TooOld {
                capability: (7, 5),
                ..
            }
        ));
        assert!(
            old.to_string()
                .contains("NVIDIA T4 has compute capability 7.5")
        );
        assert_eq!(chosen(String::new(), (9, 0)), Ok(Variant::Sm90a));
    }

    #[test]
    fn rows_of_other_code_are_other_entry_points() {
        static OTHER: Packed = Packed {
            bytes: b"other",
            base: None,
        };
        static BASED: OnceLock<Packed> = OnceLock::new();
        let own = &azulejo_kernels::device::cast::KERNELS[0];
        let keys = |change: &dyn Fn(&mut Kernel)| {
            let mut row = *own;
            change(&mut row);
            key(&row)
        };
        assert_eq!(keys(&|_| ()), key(own));
        assert_eq!(keys(&|row| row.min_ctas += 1), key(own));
        let changes: [&dyn Fn(&mut Kernel); 6] = [
            &|row| row.texts.sm_80 = Some(&OTHER),
            &|row| row.texts.sm_90a = None,
            &|row| row.texts.cubins = Some(&OTHER),
            &|row| row.arch = Arch::Common,
            &|row| row.threads += 1,
            &|row| {
                row.texts.sm_80 = row.texts.sm_80.map(|packed| {
                    let (bytes, base) = (packed.bytes, Some(OTHER.bytes));
                    BASED.get_or_init(|| Packed { bytes, base })
                })
            },
        ];
        for (at, change) in changes.iter().enumerate() {
            assert_ne!(keys(change), key(own), "change {at}");
        }
    }

    #[test]
    fn a_gpu_that_is_not_there_is_an_error() {
        let absent = Device::new(4096).unwrap_err();
        assert!(
            matches!(
                absent,
                Error::NoDriver | Error::NoDevice { ordinal: 4096, .. }
            ),
            "{absent}"
        );
        assert!(Device::with_variant(4096, Variant::Sm80).is_err());
    }
}
