//! Pipelines, orders and schedulers of a block on the CPU, on their fields of a storage.
#![cfg(feature = "std")]

use std::sync::Mutex;

use azulejo_device::cute::*;
use azulejo_device::host::{run_block, run_grid};
use azulejo_device::ptx::warpgroup;

shared_storage! {
    struct Storage {
        tensor words: [u32; Layout<(_32, _2), (_1, _32)>];
        plain pipeline: PipelineStorage<2>, of words;
        plain order: OrderedSequenceStorage<1, 2>;
        plain tiles: DynamicTileStorage;
    }
}

/// What all threads do, on a storage at address 0 that each has for itself.
macro_rules! by_all {
    ($call:expr) => {
        // SAFETY: the block's memory is as large as the storage; all threads make the calls that ask for it, stages are waited for
        // before they are used and released after, and the vectors outlive the block.
        unsafe { $call }
    };
}

#[test]
fn tma_fills_the_stages_of_a_pipeline() {
    let from: Vec<u32> = (0..7 * 32).collect();
    let (address, total) = (from.as_ptr() as usize, Mutex::new(0));
    run_block(64, Storage::BYTES as usize, |tid| {
        let storage = by_all!(Storage::at(0));
        let params = PipelineTmaParams {
            transaction_bytes: 128,
            consumers: 1,
        };
        let pipeline = by_all!(PipelineTmaAsync::<2>::new(storage.pipeline(), params));
        by_all!(thread::sync());
        if tid < 32 {
            let mut state = PipelineState::PRODUCER_START;
            for tile in 0..7 {
                if by_all!(pipeline.producer_acquire_elect(state)) {
                    let at = by_all!((address as *mut u32).add(32 * tile));
                    let load = BulkLoad.with(pipeline.producer_get_barrier(state));
                    let gmem = make_tensor(by_all!(make_gmem_ptr(at)), layout!(_32));
                    let mut words = storage.words();
                    let mut smem = words.slice_mut(coord!(_, { state.index() }));
                    by_all!(copy(&load, &gmem, &mut smem));
                }
                state.advance();
            }
        } else {
            let mut state = PipelineState::CONSUMER_START;
            let mut sum = 0;
            for _ in 0..7 {
                let full = by_all!(pipeline.consumer_try_wait(state));
                by_all!(pipeline.consumer_wait_unless(full, state));
                sum += storage.words().at((tid as usize - 32, state.index()));
                by_all!(warpgroup::elect_one_sync()); // All lanes have read.
                by_all!(pipeline.consumer_release_warp(state));
                state.advance();
            }
            *total.lock().unwrap() += sum;
        }
    });
    assert_eq!(*total.lock().unwrap(), from.iter().sum::<u32>());
}

#[test]
fn groups_pass_in_order() {
    let passed = Mutex::new(Vec::new());
    run_block(64, Storage::BYTES as usize, |tid| {
        let storage = by_all!(Storage::at(0));
        let group = tid / 32;
        let mut order = by_all!(OrderedSequenceBarrier::new(storage.order(), group, 32));
        by_all!(thread::sync());
        for _ in 0..3 {
            by_all!(order.wait());
            passed.lock().unwrap().push(group);
            by_all!(order.arrive());
        }
    });
    let passed = passed.into_inner().unwrap();
    let turns: Vec<u32> = passed.chunks(32).map(|turn| turn.iter().sum()).collect();
    assert_eq!(turns, [0, 32, 0, 32, 0, 32]);
}

#[test]
fn blocks_take_tiles_from_one_counter() {
    let params = TileSchedulerParams {
        tiles_m: 3,
        tiles_n: 2,
        batches: 2,
        group_m: 2,
    };
    let (mut counter, taken) = (0u32, Mutex::new(Vec::new()));
    let next = &raw mut counter as usize;
    run_grid([2, 1, 1], 2, Storage::BYTES as usize, |tid| {
        let storage = by_all!(Storage::at(0));
        let tiles = by_all!(DynamicPersistentTileScheduler::<1>::new(
            params,
            storage.tiles(),
            1
        ));
        by_all!(thread::sync());
        if tid == 0 {
            let mut state = TileState::PRODUCER_START;
            while by_all!(tiles.fetch(&mut state, next as *mut u32)).is_some() {}
        } else {
            let mut state = TileState::CONSUMER_START;
            while let Some(tile) = by_all!(tiles.wait(&mut state)) {
                taken.lock().unwrap().push(tile);
            }
        }
    });
    let all: Vec<WorkTile> = (0..params.tiles()).map(|i| params.work_tile(i)).collect();
    assert_eq!(taken.into_inner().unwrap(), all);
    assert_eq!(counter, 0);
}
