//! Functions that programs look up and this library does not have: each reports it.

use cudarc::driver::sys::CUresult;

use super::answer::reject;

/// Defines functions that reject. Arguments lie in registers or on the caller's stack, where they may be left unread.
macro_rules! absent {
    ($($name:ident)*) => {$(
        /// Not part of this library.
        ///
        /// # Safety
        /// None: no argument is read.
        // SAFETY: the name is the driver's; a program has one driver, which is what this library stands for.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name() -> CUresult {
            reject(CUresult::CUDA_ERROR_NOT_SUPPORTED, concat!(stringify!($name), " is not part of the executor's driver"))
        }
    )*};
}

absent! {
    cuCtxCreate_v3 cuCtxCreate_v4 cuCtxDestroy_v2 cuCtxGetCacheConfig cuCtxGetLimit cuCtxSetCacheConfig cuCtxSetLimit
    cuDestroyExternalMemory cuDeviceGetDefaultMemPool cuDeviceGetMemPool cuDeviceSetMemPool
    cuExternalMemoryGetMappedBuffer cuFuncSetCacheConfig cuImportExternalMemory cuLaunchCooperativeKernel
    cuLaunchHostFunc cuMemAdvise cuMemAdvise_v2 cuMemAllocFromPoolAsync cuMemAllocManaged cuMemPoolCreate
    cuMemPoolDestroy cuMemPoolGetAttribute cuMemPoolSetAttribute cuMemPoolTrimTo cuMemPrefetchAsync
    cuMemPrefetchAsync_v2 cuMemcpyPeerAsync cuModuleGetGlobal_v2 cuModuleLoad cuModuleLoadFatBinary
    cuOccupancyAvailableDynamicSMemPerBlock cuOccupancyMaxActiveBlocksPerMultiprocessor
    cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags cuOccupancyMaxActiveClusters
    cuOccupancyMaxPotentialBlockSize cuOccupancyMaxPotentialBlockSizeWithFlags
    cuStreamAttachMemAsync cuTensorMapEncodeIm2col
}
