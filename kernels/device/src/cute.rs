//! The names that a kernel uses, in one import: `use azulejo_device::cute::*`.
//!
//! Layouts, tensors and atoms come from `azulejo_layout` and `azulejo_tensor`. `copy` and `gemm` are the ones that take a tiled copy
//! and a tiled MMA; those of plain tensors are `azulejo_tensor::copy` and `azulejo_tensor::gemm`.

pub use azulejo_layout::ints::*;
pub use azulejo_layout::{
    ComposedLayout, Layout, LayoutLeft, LayoutRight, Swizzle, TileToShape, composition, coord,
    layout, multiple_of, shape, stride, tile, tile_to_shape,
};
pub use azulejo_tensor::atom::*;
pub use azulejo_tensor::{
    Bool, F8E4M3, F8E5M2, PartitionFragmentA, PartitionFragmentB, PartitionFragmentC, Tensor, Tf32,
    TiledCopy, TiledMma, accumulator_lanes, axpby, bf16, clear, convert_layout_acc_Aregs,
    convert_layout_acc_rowcol, f16, fill, lanes_along, local_partition, local_tile,
    local_tile_proj, make_gmem_ptr, make_identity_tensor, make_rmem, make_tensor, make_tiled_copy,
    make_tiled_copy_A, make_tiled_copy_B, make_tiled_copy_C, transform, transform2, within,
};

pub use crate::pipeline::{PipelineState, PipelineStorage};
pub use crate::scheduler::{
    DynamicTileStorage, StaticPersistentTileScheduler, TileSchedulerParams, WorkTile,
};
pub use crate::{kernels, shared_storage, smem_array, unroll};

#[cfg(target_arch = "nvptx64")]
pub use crate::{
    barrier::{
        NamedBarrier, launch_dependent_grids, wait_on_dependent_grids, warpgroup_reg_alloc,
        warpgroup_reg_dealloc,
    },
    ptx::{cp_async, warpgroup},
    register::convert_type,
};

#[cfg(any(feature = "std", target_arch = "nvptx64"))]
pub use crate::{
    cluster::{
        ClusterShape, block_id_in_cluster, block_rank_in_cluster, cluster_arrive_relaxed,
        cluster_sync, cluster_wait, store_shared_remote,
    },
    copy::{
        BulkLoad, BulkReduceAdd, BulkRemote, BulkStore, CacheHint, ReduceAdd, Reduction, TmaLoad,
        TmaReduce, TmaStore, WithCache, copy, copy_if, cp_async_fence, cp_async_wait,
        create_tma_multicast_mask, prefetch_tma_descriptor, tma_partition, tma_store_arrive,
        tma_store_fence, tma_store_wait, tma_store_wait_written,
    },
    engine::SharedPtr,
    mma::{
        ScaleOut, Scales, gemm, warpgroup_arrive, warpgroup_commit_batch,
        warpgroup_discard_operand, warpgroup_fence_operand, warpgroup_wait,
    },
    pipeline::{
        OrderedSequenceBarrier, OrderedSequenceStorage, PipelineAsync, PipelineAsyncParams,
        PipelineTmaAsync, PipelineTmaParams,
    },
    ptx::{fence, mbarrier, smem, thread},
    register::{accumulator_all_reduce, all_reduce, row_all_reduce},
    scheduler::{DynamicPersistentTileScheduler, TileState},
};
