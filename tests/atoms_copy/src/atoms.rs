//! One kernel for each copy atom, element type and pair of memories.

use azulejo_device::cute::*;
use azulejo_layout::Int;
#[cfg(target_arch = "nvptx64")]
use azulejo_tensor::{Extent, Repeat};
#[cfg(not(target_arch = "nvptx64"))]
use {
    crate::{Case, Route, expected},
    alloc::vec::Vec,
};

/// The (thread, value) layout in which an instruction of a warp is tiled.
pub type Ref<Op, T> = <CopyAtom<Op, T> as ValueTv>::Ref;
/// The tile of a warp in which each thread has `N` contiguous values of `S`.
pub type Each<N, S> = Layout<(_32, N), (N, S)>;

macro_rules! atoms {
    ($($name:literal $arch:ident $op:ty, $t:ty: $from:ident -> $to:ident, $tv:ty, $size:ident;)*) => {
        /// The kernels.
        #[cfg(not(target_arch = "nvptx64"))]
        pub const CASES: &[Case] = &[$(Case {
            name: $name,
            bytes: <$size as Int>::STATIC.unwrap() as usize * size_of::<$t>(),
            hopper: atoms!(@hopper $arch),
            expected: |input: &[u8]| -> Vec<u8> {
                let values: Vec<$t> = input.chunks_exact(size_of::<$t>()).map(|bytes| <$t>::from_le_bytes(bytes.try_into().unwrap_or_default())).collect();
                let output = expected::<$op, $t>(atoms!(@route $from $to), &values);
                output.iter().flat_map(|value| value.to_le_bytes()).collect()
            },
        }),*];

        $(azulejo_device::entry_point!($arch, $name, fn(input: *mut $t, output: *mut $t) {
            azulejo_device::shared_storage! { struct Storage { tensor from: [$t; Layout<$size, _1>]; tensor to: [$t; Layout<$size, _1>]; } }
            // SAFETY: the launcher gives a warp, its shared memory, and as many elements as the tile has on both sides.
            unsafe {
                let tid = thread::tid() as usize;
                let tiled = TiledCopy::<$op, $t, $tv, ($size,)>::new();
                let thr = tiled.get_slice(tid);
                let storage = Storage::at(smem::arena());
                let (g_in, mut g_out) = (make_tensor(make_gmem_ptr(input), Layout::<$size, _1>::default()), make_tensor(make_gmem_ptr(output), Layout::<$size, _1>::default()));
                let (mut s_in, mut s_out) = (storage.from(), storage.to());
                let _ = (&g_in, &mut g_out, &mut s_in, &mut s_out, &thr, &storage);
                atoms!(@source $from src thr tid g_in s_in $t);
                atoms!(@target $to dst thr g_out s_out $t);
                copy(&tiled, &src, &mut dst);
                atoms!(@store $to dst tid g_out s_out);
            }
        });)*
    };
    (@hopper Sm80) => { false };
    (@hopper Sm90a) => { true };
    (@route rmem rmem) => { Route::Registers };
    (@route rmem $to:ident) => { Route::FromRegisters };
    (@route $from:ident rmem) => { Route::ToRegisters };
    (@route $from:ident $to:ident) => { Route::Memory };
    (@source gmem $src:ident $thr:ident $tid:ident $g_in:ident $s_in:ident $t:ty) => {
        let $src = $thr.partition_S(&$g_in);
    };
    (@source smem $src:ident $thr:ident $tid:ident $g_in:ident $s_in:ident $t:ty) => {
        for i in 0..$s_in.layout().size().value() as usize / 32 {
            $s_in.put($tid + 32 * i, $g_in.at($tid + 32 * i));
        }
        thread::sync();
        let $src = $thr.partition_S(&$s_in);
    };
    (@source rmem $src:ident $thr:ident $tid:ident $g_in:ident $s_in:ident $t:ty) => {
        let mut $src = $thr.partition_S(&$g_in).make_fragment_like::<$t>();
        $src.layout().extent().repeat(#[inline(always)] |v: usize| $src.put(v, $g_in.at($tid + 32 * v)));
    };
    (@target gmem $dst:ident $thr:ident $g_out:ident $s_out:ident $t:ty) => {
        let mut $dst = $thr.partition_D_mut(&mut $g_out);
    };
    (@target smem $dst:ident $thr:ident $g_out:ident $s_out:ident $t:ty) => {
        let mut $dst = $thr.partition_D_mut(&mut $s_out);
    };
    (@target rmem $dst:ident $thr:ident $g_out:ident $s_out:ident $t:ty) => {
        let mut $dst = $thr.partition_D(&$g_out).make_fragment_like::<$t>();
    };
    (@store gmem $dst:ident $tid:ident $g_out:ident $s_out:ident) => {
        let _ = &$dst;
    };
    (@store smem $dst:ident $tid:ident $g_out:ident $s_out:ident) => {
        let _ = &$dst;
        cp_async_fence();
        cp_async_wait::<0>();
        thread::sync();
        for i in 0..$s_out.layout().size().value() as usize / 32 {
            $g_out.put($tid + 32 * i, $s_out.at($tid + 32 * i));
        }
    };
    (@store rmem $dst:ident $tid:ident $g_out:ident $s_out:ident) => {
        $dst.layout().extent().repeat(#[inline(always)] |v: usize| $g_out.put($tid + 32 * v, $dst.at(v)));
    };
}

atoms! {
    "universal_8_u8_gmem_rmem" Sm80 UniversalCopy<_8>, u8: gmem -> rmem, Each<_1, _1>, _32;
    "universal_8_u8_rmem_gmem" Sm80 UniversalCopy<_8>, u8: rmem -> gmem, Each<_1, _1>, _32;
    "universal_8_u8_gmem_smem" Sm80 UniversalCopy<_8>, u8: gmem -> smem, Each<_1, _1>, _32;
    "universal_8_u8_smem_rmem" Sm80 UniversalCopy<_8>, u8: smem -> rmem, Each<_1, _1>, _32;
    "universal_8_u8_rmem_smem" Sm80 UniversalCopy<_8>, u8: rmem -> smem, Each<_1, _1>, _32;
    "universal_16_u16_gmem_rmem" Sm80 UniversalCopy<_16>, u16: gmem -> rmem, Each<_1, _1>, _32;
    "universal_16_u16_rmem_gmem" Sm80 UniversalCopy<_16>, u16: rmem -> gmem, Each<_1, _1>, _32;
    "universal_16_u16_gmem_smem" Sm80 UniversalCopy<_16>, u16: gmem -> smem, Each<_1, _1>, _32;
    "universal_16_u16_smem_rmem" Sm80 UniversalCopy<_16>, u16: smem -> rmem, Each<_1, _1>, _32;
    "universal_32_u16_gmem_rmem" Sm80 UniversalCopy<_32>, u16: gmem -> rmem, Each<_2, _1>, _64;
    "universal_32_u16_rmem_gmem" Sm80 UniversalCopy<_32>, u16: rmem -> gmem, Each<_2, _1>, _64;
    "universal_32_u16_gmem_smem" Sm80 UniversalCopy<_32>, u16: gmem -> smem, Each<_2, _1>, _64;
    "universal_32_u16_smem_rmem" Sm80 UniversalCopy<_32>, u16: smem -> rmem, Each<_2, _1>, _64;
    "universal_64_u16_gmem_rmem" Sm80 UniversalCopy<_64>, u16: gmem -> rmem, Each<_4, _1>, _128;
    "universal_64_u16_rmem_gmem" Sm80 UniversalCopy<_64>, u16: rmem -> gmem, Each<_4, _1>, _128;
    "universal_64_u16_gmem_smem" Sm80 UniversalCopy<_64>, u16: gmem -> smem, Each<_4, _1>, _128;
    "universal_64_u16_smem_rmem" Sm80 UniversalCopy<_64>, u16: smem -> rmem, Each<_4, _1>, _128;
    "universal_64_u16_rmem_smem" Sm80 UniversalCopy<_64>, u16: rmem -> smem, Each<_4, _1>, _128;
    "universal_128_u16_gmem_rmem" Sm80 UniversalCopy<_128>, u16: gmem -> rmem, Each<_8, _1>, _256;
    "universal_128_u16_rmem_gmem" Sm80 UniversalCopy<_128>, u16: rmem -> gmem, Each<_8, _1>, _256;
    "universal_128_u16_gmem_smem" Sm80 UniversalCopy<_128>, u16: gmem -> smem, Each<_8, _1>, _256;
    "universal_128_u16_smem_gmem" Sm80 UniversalCopy<_128>, u16: smem -> gmem, Each<_8, _1>, _256;
    "universal_128_u16_smem_rmem" Sm80 UniversalCopy<_128>, u16: smem -> rmem, Each<_8, _1>, _256;
    "universal_128_u16_rmem_smem" Sm80 UniversalCopy<_128>, u16: rmem -> smem, Each<_8, _1>, _256;
    "universal_128_u16_gmem_gmem" Sm80 UniversalCopy<_128>, u16: gmem -> gmem, Each<_8, _1>, _256;
    "universal_128_u16_smem_smem" Sm80 UniversalCopy<_128>, u16: smem -> smem, Each<_8, _1>, _256;
    "universal_128_u16_rmem_rmem" Sm80 UniversalCopy<_128>, u16: rmem -> rmem, Each<_8, _1>, _256;
    "universal_128_u8_gmem_smem" Sm80 UniversalCopy<_128>, u8: gmem -> smem, Each<_16, _1>, _512;
    "universal_128_u8_rmem_gmem" Sm80 UniversalCopy<_128>, u8: rmem -> gmem, Each<_16, _1>, _512;
    "universal_64_u32_gmem_rmem" Sm80 UniversalCopy<_64>, u32: gmem -> rmem, Each<_2, _1>, _64;
    "universal_64_u32_rmem_smem" Sm80 UniversalCopy<_64>, u32: rmem -> smem, Each<_2, _1>, _64;
    "universal_128_u32_gmem_rmem" Sm80 UniversalCopy<_128>, u32: gmem -> rmem, Each<_4, _1>, _128;
    "universal_128_u32_rmem_smem" Sm80 UniversalCopy<_128>, u32: rmem -> smem, Each<_4, _1>, _128;
    "universal_64_u64_gmem_rmem" Sm80 UniversalCopy<_64>, u64: gmem -> rmem, Each<_1, _1>, _32;
    "universal_64_u64_rmem_smem" Sm80 UniversalCopy<_64>, u64: rmem -> smem, Each<_1, _1>, _32;
    "universal_128_u64_gmem_rmem" Sm80 UniversalCopy<_128>, u64: gmem -> rmem, Each<_2, _1>, _64;
    "universal_128_u64_rmem_smem" Sm80 UniversalCopy<_128>, u64: rmem -> smem, Each<_2, _1>, _64;
    "universal_128_u64_smem_rmem" Sm80 UniversalCopy<_128>, u64: smem -> rmem, Each<_2, _1>, _64;
    "cp_async_cachealways_32_u16" Sm80 SM80_CP_ASYNC_CACHEALWAYS<_32>, u16: gmem -> smem, Each<_2, _1>, _64;
    "cp_async_cachealways_64_u16" Sm80 SM80_CP_ASYNC_CACHEALWAYS<_64>, u16: gmem -> smem, Each<_4, _1>, _128;
    "cp_async_cachealways_128_u16" Sm80 SM80_CP_ASYNC_CACHEALWAYS<_128>, u16: gmem -> smem, Each<_8, _1>, _256;
    "cp_async_cacheglobal_128_u16" Sm80 SM80_CP_ASYNC_CACHEGLOBAL<_128>, u16: gmem -> smem, Each<_8, _1>, _256;
    "cp_async_cachealways_zfill_32_u32" Sm80 SM80_CP_ASYNC_CACHEALWAYS_ZFILL<_32>, u32: gmem -> smem, Each<_1, _1>, _32;
    "cp_async_cachealways_zfill_64_u32" Sm80 SM80_CP_ASYNC_CACHEALWAYS_ZFILL<_64>, u32: gmem -> smem, Each<_2, _1>, _64;
    "cp_async_cachealways_zfill_128_u32" Sm80 SM80_CP_ASYNC_CACHEALWAYS_ZFILL<_128>, u32: gmem -> smem, Each<_4, _1>, _128;
    "cp_async_cacheglobal_zfill_128_u32" Sm80 SM80_CP_ASYNC_CACHEGLOBAL_ZFILL<_128>, u32: gmem -> smem, Each<_4, _1>, _128;
    "cp_async_cacheglobal_128_u8" Sm80 SM80_CP_ASYNC_CACHEGLOBAL<_128>, u8: gmem -> smem, Each<_16, _1>, _512;
    "cp_async_cachealways_64_u64" Sm80 SM80_CP_ASYNC_CACHEALWAYS<_64>, u64: gmem -> smem, Each<_1, _1>, _32;
    "ldmatrix_x1_u16" Sm80 SM75_U32x1_LDSM_N, u16: smem -> rmem, Ref<SM75_U32x1_LDSM_N, u16>, _64;
    "stmatrix_x1_u16" Sm90a SM90_U32x1_STSM_N, u16: rmem -> smem, Ref<SM90_U32x1_STSM_N, u16>, _64;
    "ldmatrix_x1_trans_u16" Sm80 SM75_U16x2_LDSM_T, u16: smem -> rmem, Ref<SM75_U16x2_LDSM_T, u16>, _64;
    "stmatrix_x1_trans_u16" Sm90a SM90_U16x2_STSM_T, u16: rmem -> smem, Ref<SM90_U16x2_STSM_T, u16>, _64;
    "ldmatrix_x2_u16" Sm80 SM75_U32x2_LDSM_N, u16: smem -> rmem, Ref<SM75_U32x2_LDSM_N, u16>, _128;
    "stmatrix_x2_u16" Sm90a SM90_U32x2_STSM_N, u16: rmem -> smem, Ref<SM90_U32x2_STSM_N, u16>, _128;
    "ldmatrix_x2_trans_u16" Sm80 SM75_U16x4_LDSM_T, u16: smem -> rmem, Ref<SM75_U16x4_LDSM_T, u16>, _128;
    "stmatrix_x2_trans_u16" Sm90a SM90_U16x4_STSM_T, u16: rmem -> smem, Ref<SM90_U16x4_STSM_T, u16>, _128;
    "ldmatrix_x4_u8" Sm80 SM75_U32x4_LDSM_N, u8: smem -> rmem, Ref<SM75_U32x4_LDSM_N, u8>, _512;
    "stmatrix_x4_u8" Sm90a SM90_U32x4_STSM_N, u8: rmem -> smem, Ref<SM90_U32x4_STSM_N, u8>, _512;
    "ldmatrix_x4_u16" Sm80 SM75_U32x4_LDSM_N, u16: smem -> rmem, Ref<SM75_U32x4_LDSM_N, u16>, _256;
    "stmatrix_x4_u16" Sm90a SM90_U32x4_STSM_N, u16: rmem -> smem, Ref<SM90_U32x4_STSM_N, u16>, _256;
    "ldmatrix_x4_u32" Sm80 SM75_U32x4_LDSM_N, u32: smem -> rmem, Ref<SM75_U32x4_LDSM_N, u32>, _128;
    "stmatrix_x4_u32" Sm90a SM90_U32x4_STSM_N, u32: rmem -> smem, Ref<SM90_U32x4_STSM_N, u32>, _128;
    "ldmatrix_x4_trans_u16" Sm80 SM75_U16x8_LDSM_T, u16: smem -> rmem, Ref<SM75_U16x8_LDSM_T, u16>, _256;
    "stmatrix_x4_trans_u16" Sm90a SM90_U16x8_STSM_T, u16: rmem -> smem, Ref<SM90_U16x8_STSM_T, u16>, _256;
    "shuffle_2x2_u16" Sm80 SM50_Shuffle_U32_2x2Trans_XOR4, u16: rmem -> rmem, Ref<SM50_Shuffle_U32_2x2Trans_XOR4, u16>, _128;
    "shuffle_2x2_u32" Sm80 SM50_Shuffle_U32_2x2Trans_XOR4, u32: rmem -> rmem, Ref<SM50_Shuffle_U32_2x2Trans_XOR4, u32>, _64;
}
