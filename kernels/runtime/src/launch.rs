//! [`Launch`]: a grid of one entry point on a stream.

use std::ffi::c_void;

use cudarc::driver::sys;

use super::{
    Error, Function, Stream, check,
    driver::{Named, bind},
};

/// Kernel parameters: a tuple of up to twelve values, each as its kernel declares it.
///
/// # Safety
/// `pointers` must return one pointer a kernel parameter, each to a value of the size that `sizes` has in that place.
pub unsafe trait Params {
    /// How many there are.
    const COUNT: usize;
    /// Bytes of each.
    fn sizes(&self) -> Vec<usize>;
    /// Where each of them lies; valid while `self` is borrowed.
    fn pointers(&self) -> [*mut c_void; 12];
}

macro_rules! params {
    ($($name:ident $index:tt),*) => {
        // SAFETY: one pointer for each element of the tuple, in order. That the elements are the kernel's parameters is
        // the contract of `Launch::run`.
        unsafe impl<$($name: Copy),*> Params for ($($name,)*) {
            const COUNT: usize = [$($index as usize),*].len();
            fn sizes(&self) -> Vec<usize> {
                vec![$(size_of::<$name>()),*]
            }
            fn pointers(&self) -> [*mut c_void; 12] {
                let mut all = [std::ptr::null_mut(); 12];
                $(all[$index] = (&raw const self.$index).cast_mut().cast();)*
                all
            }
        }
    };
}

params!(A 0);
params!(A 0, B 1);
params!(A 0, B 1, C 2);
params!(A 0, B 1, C 2, D 3);
params!(A 0, B 1, C 2, D 3, E 4);
params!(A 0, B 1, C 2, D 3, E 4, F 5);
params!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
params!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
params!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
params!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
params!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
params!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);

/// A launch to be: grid, cluster, shared memory. The block is the function's own.
#[derive(Clone, Debug)]
pub struct Launch<'a> {
    stream: &'a Stream,
    function: &'a Function,
    grid: [u32; 3],
    cluster: [u32; 3],
    smem: u32,
    pdl: bool,
}

impl<'a> Launch<'a> {
    /// One block of `function` on `stream`.
    pub fn new(stream: &'a Stream, function: &'a Function) -> Self {
        Self {
            stream,
            function,
            grid: [1, 1, 1],
            cluster: [1; 3],
            smem: 0,
            pdl: false,
        }
    }

    /// Blocks along x, y and z.
    pub fn grid(mut self, x: u32, y: u32, z: u32) -> Self {
        self.grid = [x, y, z];
        self
    }

    /// Blocks in a cluster, along x (compute capability 9.0); 1 is no cluster.
    pub fn cluster(self, blocks: u32) -> Self {
        self.cluster_dim(blocks.max(1), 1, 1)
    }

    /// Blocks in a cluster along x, y and z, of which the grid is a multiple (compute capability 9.0).
    ///
    /// Every device launches clusters of 8 blocks.
    pub fn cluster_dim(mut self, x: u32, y: u32, z: u32) -> Self {
        self.cluster = [x, y, z];
        self
    }

    /// Bytes of dynamic shared memory a block.
    pub fn shared(mut self, bytes: u32) -> Self {
        self.smem = bytes;
        self
    }

    /// Dynamic shared memory for a `shared_storage!` of so many `BYTES` at `smem::arena()`: the arena begins at a multiple of 1,024, and
    /// the block's memory may begin less than that before it.
    pub fn shared_storage(self, bytes: u32) -> Self {
        self.shared(bytes.saturating_add(1024))
    }

    /// Lets the grid start before the previous kernel of the stream has ended; it must call `wait_on_dependent_grids` of
    /// `azulejo_device::barrier` before it touches that kernel's results. Devices before compute capability 9.0 start it after.
    pub fn pdl(self) -> Self {
        self.pdl_if(true)
    }

    /// As [`Launch::pdl`], if it `is` to.
    pub(crate) fn pdl_if(mut self, is: bool) -> Self {
        self.pdl |= is;
        self
    }

    /// Starts it. Returns before it has run; what goes wrong on the device shows at the next synchronisation.
    ///
    /// # Errors
    /// [`Error::WrongDevice`] where function and stream are of two devices, [`Error::Argument`] for a grid that is empty, larger than a
    /// launch takes or no integral number of clusters, for more shared memory than a block has and for parameters of other sizes than the
    /// entry point declares, or any CUDA driver error.
    ///
    /// # Safety
    /// `params` must be the entry point's parameters, one for one, in size and meaning. Every pointer among them must
    /// be valid for what the kernel does with it until the kernel has ended, and no memory that it writes may be used
    /// meanwhile but on this stream.
    pub unsafe fn run<P: Params>(self, params: P) -> Result<(), Error> {
        // SAFETY: upheld by the caller; the pointers are those of the parameters, which live through the call.
        unsafe { self.start(&params.sizes(), params.pointers()) }
    }

    /// Starts the kernel: one function for parameters of all types.
    ///
    /// # Safety
    /// As [`run`](Self::run), of parameters of these sizes at these places, which live through the call.
    unsafe fn start(self, sizes: &[usize], mut pointers: [*mut c_void; 12]) -> Result<(), Error> {
        let context = self.stream.device().context();
        check::same_device("function", context, self.function.context())?;
        check_grid(self.grid, self.cluster)?;
        self.function.check_parameters(sizes)?;
        let [x, y, z] = self.grid;
        self.function.allow_shared(self.smem)?;
        bind(context)?;
        let mut attributes: Vec<sys::CUlaunchAttribute> = Vec::new();
        let mut push = |id, set: &dyn Fn(&mut sys::CUlaunchAttributeValue)| {
            // SAFETY: the attribute is plain data, for which zero is a value.
            let mut attribute: sys::CUlaunchAttribute = unsafe { std::mem::zeroed() };
            attribute.id = id;
            set(&mut attribute.value);
            attributes.push(attribute);
        };
        if self.cluster != [1; 3] {
            let [x, y, z] = self.cluster;
            let dim = sys::CUlaunchAttributeValue_union__bindgen_ty_1 { x, y, z };
            push(
                sys::CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
                &|v| v.clusterDim = dim,
            );
        }
        if self.pdl && self.stream.device().capability() >= (9, 0) {
            push(
                sys::CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION,
                &|v| {
                    v.programmaticStreamSerializationAllowed = 1;
                },
            );
        }
        let config = sys::CUlaunchConfig {
            gridDimX: x,
            gridDimY: y,
            gridDimZ: z,
            blockDimX: self.function.threads(),
            blockDimY: 1,
            blockDimZ: 1,
            sharedMemBytes: self.smem,
            hStream: self.stream.raw().cu_stream(),
            attrs: attributes.as_mut_ptr(),
            numAttrs: attributes.len() as u32,
        };
        let (function, pointers) = (self.function.raw(), pointers.as_mut_ptr());
        // SAFETY: function and stream are live handles of the current context; the pointers lead to the parameters, which match the
        // kernel's by this function's contract; these and the attributes live through the call (driver API, cuLaunchKernelEx).
        let status =
            unsafe { sys::cuLaunchKernelEx(&config, function, pointers, std::ptr::null_mut()) };
        let device = self.stream.device();
        let end = status.result().named("cuLaunchKernel");
        if end.is_err() {
            // A kernel before this one may have failed.
            return device.ended(None, end);
        }
        device.started(self.stream.handle(), self.function.name());
        Ok(())
    }
}

/// Rejects a grid that no device launches.
fn check_grid(grid: [u32; 3], cluster: [u32; 3]) -> Result<(), Error> {
    Error::ensure(!grid.contains(&0), "grid", || {
        format!("{:?} has no blocks", grid)
    })?;
    let [x, y, z] = grid;
    if x > i32::MAX as u32 || y.max(z) > 65_535 {
        return Err(Error::argument(
            "grid",
            format!(
                "{:?} is more than a launch takes: 2147483647 blocks along x, 65535 along y and z",
                grid
            ),
        ));
    }
    let ctas = cluster
        .iter()
        .fold(1u32, |all, &along| all.saturating_mul(along));
    Error::ensure(ctas <= 16, "cluster", || {
        format!(
            "{cluster:?} has more than 16 CTAs, which no device launches; every one of compute capability 9.0 launches 8"
        )
    })?;
    for (axis, (blocks, cluster)) in ["x", "y", "z"].iter().zip(grid.iter().zip(cluster)) {
        if cluster == 0 || !blocks.is_multiple_of(cluster) {
            return Err(Error::argument(
                "cluster",
                format!(
                    "{blocks} blocks along {axis} are not an integral number of clusters of {cluster}; choose a grid that is a multiple"
                ),
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ct09_grids_that_no_device_launches_are_rejected_by_name() {
        for grid in [[64, 1, 1], [i32::MAX as u32, 65_535, 65_535]] {
            assert_eq!(check_grid(grid, [1; 3]), Ok(()));
        }
        assert_eq!(check_grid([64, 1, 1], [4, 1, 1]), Ok(()));
        assert_eq!(check_grid([4, 6, 8], [1, 2, 4]), Ok(()));
        let text = |grid, cluster, argument: &str| match check_grid(grid, cluster) {
            Err(Error::Argument {
                argument: found,
                why,
            }) if found == argument => why,
            other => panic!("{other:?}"),
        };
        for axis in 0..3 {
            let mut grid = [4, 4, 4];
            grid[axis] = 0;
            assert!(text(grid, [1; 3], "grid").contains("has no blocks"));
            grid[axis] = if axis == 0 { 1 << 31 } else { 65_536 };
            assert!(text(grid, [1; 3], "grid").contains("more than a launch takes"));
        }
        for cluster in [[17, 1, 1], [4, 4, 2], [1 << 16, 1 << 16, 1]] {
            assert!(text([4; 3], cluster, "cluster").contains("more than 16 CTAs"));
        }
        for axis in 0..3 {
            let (mut grid, mut cluster) = ([4; 3], [1; 3]);
            (grid[axis], cluster[axis]) = (6, 4);
            let along = format!("6 blocks along {}", ["x", "y", "z"][axis]);
            assert!(text(grid, cluster, "cluster").contains(&along));
            cluster[axis] = 0;
            assert!(text(grid, cluster, "cluster").contains(&along));
        }
    }

    #[test]
    fn parameters_are_found_where_they_lie() {
        let params = (7u64, 3u8, [1.0f32, 2.0]);
        let pointers = params.pointers();
        assert_eq!(<(u64, u8, [f32; 2]) as Params>::COUNT, 3);
        assert_eq!(params.sizes(), [8, 1, 8]);
        assert_eq!(pointers[0].cast_const().cast(), &raw const params.0);
        assert_eq!(pointers[2].cast_const().cast(), &raw const params.2);
        assert!(pointers[3].is_null());
    }
}
