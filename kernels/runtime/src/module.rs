//! [`Module`] and [`Function`]: PTX that the driver has compiled, or machine code, and its entry points.

use std::{
    ffi::CString,
    fmt,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
};

use cudarc::driver::{CudaContext, result, sys};

use super::{
    Error,
    cubin::{Cubin, is_whole},
    driver::{Named, bind},
    ptx::for_sm_90,
    signature::{Signatures, is_ptx, missing, parameters, signatures},
};

/// What a loaded module was for the driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// A text, which the driver compiles for its device.
    Ptx,
    /// Machine code, which it takes as it is.
    Cubin,
}

/// A loaded module. Cheap to clone; unloaded when the last clone and the last of its functions is gone.
#[derive(Clone)]
pub struct Module(Arc<Loaded>);

struct Loaded {
    raw: sys::CUmodule,
    code: Code,
    signatures: Signatures,
    context: Arc<CudaContext>,
    /// Held while the shared memory of a function is raised.
    raising: Mutex<()>,
}

// SAFETY: a CUmodule is a handle that any thread may use once its context is current there (driver API, module
// management), which every use below sees to.
unsafe impl Send for Loaded {}
// SAFETY: the driver may be called with the handle from any thread whose context is current; the handle is never changed.
unsafe impl Sync for Loaded {}

/// Threads in a block at most, on every architecture (CUDA C++ Programming Guide, technical specifications).
const MOST_THREADS: u32 = 1024;

impl Module {
    /// Compiles PTX for the context's device and loads it. On compute capability 9.0 and later, a text for 8.0 has its places of
    /// programmatic dependent launch filled ([`for_sm_90`]).
    ///
    /// # Errors
    /// [`Error::Argument`] for a text that is not PTX or has a zero byte, or any CUDA driver error where it rejects the PTX.
    ///
    /// ```no_run
    /// use azulejo_runtime::{Device, Module};
    /// let device = Device::new(0)?;
    /// let text = std::fs::read_to_string("kernels.ptx").unwrap_or_default();
    /// let function = Module::load(device.context(), &text)?.function("scale", 256)?;
    /// assert_eq!(function.threads(), 256);
    /// # Ok::<(), azulejo_runtime::Error>(())
    /// ```
    pub fn load(context: &Arc<CudaContext>, text: &str) -> Result<Self, Error> {
        Error::ensure(is_ptx(text), "ptx", || {
            "the text does not begin with `.version`, as PTX does".into()
        })?;
        let signatures = signatures(text);
        let major = context
            .attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)
            .named("cuDeviceGetAttribute")?;
        let text = match major >= 9 {
            true => for_sm_90(text),
            false => text.into(),
        };
        let text = CString::new(&*text)
            .map_err(|_| Error::argument("ptx", "a zero byte is in the text"))?;
        bind(context)?;
        // SAFETY: the image is a zero-terminated text that lives through the call (driver API, cuModuleLoadData), and
        // the context is current.
        let raw =
            unsafe { result::module::load_data(text.as_ptr().cast()) }.named("cuModuleLoadData")?;
        Ok(Self(Arc::new(Loaded {
            raw,
            code: Code::Ptx,
            signatures,
            context: context.clone(),
            raising: Mutex::new(()),
        })))
    }

    /// Loads the machine code of this kernel, which is for the context's device.
    pub(crate) fn load_cubin(
        context: &Arc<CudaContext>,
        kernel: &str,
        cubin: Cubin,
    ) -> Result<Self, Error> {
        Error::ensure(is_whole(&cubin.image), "kernel", || {
            format!(
                "the machine code of {kernel} is not a whole ELF file: embed what `cargo xtask cubin` wrote"
            )
        })?;
        bind(context)?;
        // SAFETY: the image is an ELF file that says itself how long it is and lives through the call (driver API, cuModuleLoadData);
        // it ends where it says, as checked above. The context is current.
        let raw = unsafe { result::module::load_data(cubin.image.as_ptr().cast()) }
            .named("cuModuleLoadData")?;
        Ok(Self(Arc::new(Loaded {
            raw,
            code: Code::Cubin,
            signatures: vec![(kernel.to_owned(), Some(cubin.parameters))],
            context: context.clone(),
            raising: Mutex::new(()),
        })))
    }

    /// An entry point of the module, launched with blocks of `threads` threads.
    ///
    /// # Errors
    /// [`Error::Argument`], or the driver's, where there is no such entry point; [`Error::Argument`] for more threads than a block has.
    pub fn function(&self, name: &str, threads: u32) -> Result<Function, Error> {
        Error::ensure((1..=MOST_THREADS).contains(&threads), "threads", || {
            format!(
                "a block has 1 to {MOST_THREADS}, not {threads}: give those that the kernel is made for"
            )
        })?;
        let parameters = parameters(&self.0.signatures, name);
        let label: Arc<str> = Arc::from(name);
        let name =
            CString::new(name).map_err(|_| Error::argument("name", "a zero byte is in it"))?;
        bind(&self.0.context)?;
        // SAFETY: the module is loaded as long as `self.0` lives, and the context is current.
        let found = unsafe { result::module::get_function(self.0.raw, name) };
        let raw = found
            .named("cuModuleGetFunction")
            .map_err(|error| missing(&self.0.signatures, &label).unwrap_or(error))?;
        Ok(Function {
            raw,
            name: label,
            threads,
            parameters: parameters.map(Arc::from),
            smem: Arc::new(AtomicU32::new(48 << 10)),
            module: self.clone(),
        })
    }
}

impl Drop for Loaded {
    fn drop(&mut self) {
        if self.context.bind_to_thread().is_ok() {
            // SAFETY: the handle came from cuModuleLoadData, this is its only owner, and the driver defers unloading
            // past launches in flight. A failure leaves nothing to do: the context is going away.
            let _ = unsafe { result::module::unload(self.raw) };
        }
    }
}

/// An entry point, with the block size that its launch bounds state.
#[derive(Clone)]
pub struct Function {
    raw: sys::CUfunction,
    name: Arc<str>,
    threads: u32,
    /// Bytes of each parameter, where the text was understood.
    parameters: Option<Arc<[usize]>>,
    /// Dynamic shared memory that the function has been allowed so far.
    smem: Arc<AtomicU32>,
    module: Module,
}

// SAFETY: a CUfunction is a handle that any thread may use once its context is current there.
unsafe impl Send for Function {}
// SAFETY: the driver may be called with the handle from any thread whose context is current; the handle is never changed.
unsafe impl Sync for Function {}

impl Function {
    /// Threads in a block.
    pub fn threads(&self) -> u32 {
        self.threads
    }

    /// Rejects parameters of other sizes than the entry point declares.
    pub(crate) fn check_parameters(&self, given: &[usize]) -> Result<(), Error> {
        match &self.parameters {
            Some(declared) if **declared != *given => Err(Error::argument(
                "params",
                format!("they have {given:?} bytes; the entry point takes {declared:?}"),
            )),
            _ => Ok(()),
        }
    }

    /// What the driver took its module as.
    pub fn code(&self) -> Code {
        self.module.0.code
    }

    /// The driver's handle; it lives as long as this function or a clone.
    pub fn raw(&self) -> sys::CUfunction {
        self.raw
    }

    /// An attribute of the compiled code: registers, local memory, ….
    ///
    /// # Errors
    /// Any CUDA driver error.
    pub fn attribute(&self, attribute: sys::CUfunction_attribute_enum) -> Result<i32, Error> {
        bind(self.context())?;
        // SAFETY: the handle is valid while `self.module` lives.
        unsafe { result::function::get_function_attribute(self.raw, attribute) }
            .named("cuFuncGetAttribute")
    }

    /// Returns the name in the module.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// The context it is loaded in.
    pub(crate) fn context(&self) -> &Arc<CudaContext> {
        &self.module.0.context
    }

    /// Lets the function have `bytes` of dynamic shared memory; up to 48 KiB it has without asking.
    ///
    /// What it may have only grows, also where several threads or handles of one function raise it.
    pub(crate) fn allow_shared(&self, bytes: u32) -> Result<(), Error> {
        if bytes <= self.smem.load(Ordering::Acquire) {
            return Ok(());
        }
        let lock = self.module.0.raising.lock();
        let _raising = lock.unwrap_or_else(PoisonError::into_inner);
        let attribute =
            sys::CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        let found = self.attribute(attribute)?.max(0) as u32;
        if found < bytes {
            let most =
                sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN;
            let most = self.context().attribute(most);
            let most = most.named("cuDeviceGetAttribute")?.max(0) as u32;
            Error::ensure(bytes <= most, "shared", || {
                format!(
                    "{bytes} bytes are more than the {most} of a block on this device: ask for fewer"
                )
            })?;
            // SAFETY: the handle is valid while `self.module` lives; the driver checks the value.
            unsafe { result::function::set_function_attribute(self.raw, attribute, bytes as i32) }
                .named("cuFuncSetAttribute")?;
        }
        self.smem.store(bytes.max(found), Ordering::Release);
        Ok(())
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "function of {} threads on cuda:{}",
            self.threads,
            self.context().ordinal()
        )
    }
}
