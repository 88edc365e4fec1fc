//! Shared memory by its address: as other elements, and copied in one run of bytes.
#![cfg(feature = "std")]

use azulejo_device::copy::{
    BulkLoad, BulkStore, Reduction, TmaReduce, copy, tma_store_arrive, tma_store_fence,
    tma_store_wait,
};
use azulejo_device::engine::SharedPtr;
use azulejo_device::host::{TensorMap, run_block};
use azulejo_device::ptx::{fence, mbarrier, thread};
use azulejo_device::shared_storage;
use azulejo_layout::{Layout, LayoutLeft, TileToShape, coord, ints::*, layout, shape, tile};
use azulejo_tensor::atom::*;
use azulejo_tensor::engine::{make_gmem_ptr, make_subbyte};
use azulejo_tensor::{TensorError, make_identity_tensor, make_tensor};

#[test]
fn shared_memory_is_seen_as_other_elements() {
    type Tile = TileToShape<Layout_K_SW64_Atom<u8>, (_16, _64), LayoutLeft>;
    let value = |row: usize, column: usize| (row * 7 + column * 3) as u8;
    run_block(32, 2048, |tid| {
        // SAFETY: the tile lies inside the block's shared memory; a barrier is between the writes and the reads.
        let shared = unsafe { SharedPtr::<u8>::new(0) };
        let mut bytes = make_tensor(shared, Tile::default());
        let row = tid as usize % 16;
        for column in (tid as usize / 16..64).step_by(2) {
            bytes.put((row, column), value(row, column));
        }
        // SAFETY: all threads of the block are here.
        unsafe { thread::sync() };
        let words = bytes.recast::<u32>().unwrap();
        for column in 0..16usize {
            let wanted = [0, 1, 2, 3].map(|i| value(row, 4 * column + i));
            assert_eq!(words.at((row, column)), u32::from_le_bytes(wanted));
        }
        let halves = bytes.recast::<U4>().unwrap();
        for column in 0..128usize {
            let wanted = value(row, column / 2) >> (4 * (column % 2)) & 15;
            assert_eq!(halves.at((row, column)), U4::new(i64::from(wanted)));
        }
        // SAFETY: all threads of the block are here.
        unsafe { thread::sync() };
        // A thread writes whole bytes.
        for column in (0..128usize)
            .step_by(2)
            .filter(|c| c / 2 % 2 == tid as usize / 16)
        {
            let mut halves = bytes.recast_mut::<U4>().unwrap();
            halves.put((row, column), U4::new(9));
            halves.put((row, column + 1), U4::new(column as i64 / 2 % 16));
        }
        // SAFETY: all threads of the block are here.
        unsafe { thread::sync() };
        for column in 0..64usize {
            assert_eq!(bytes.at((row, column)), 9 + 16 * (column as u8 % 16));
        }
        // The same from bytes that hold narrower elements.
        let packed = make_tensor(make_subbyte::<U4, _>(shared), layout!(_8));
        assert_eq!(packed.at(2), U4::new(9));
        // SAFETY: the bytes lie inside the block's shared memory, and nothing writes them.
        let odd = make_tensor(unsafe { SharedPtr::<u8>::new(2) }, layout!(_8));
        let error = odd.recast::<u32>().err();
        assert!(
            matches!(error, Some(TensorError::Misaligned { bytes: 4, .. })),
            "{error:?}"
        );
    });
}

/// What thread 0 does alone, with memory that the test has made.
macro_rules! alone {
    ($call:expr) => {
        // SAFETY: one thread makes all calls, on vectors that outlive the block, and on the tile and the barrier behind it, which lie
        // inside the block's shared memory; all addresses are multiples of 16.
        unsafe { $call }
    };
}

#[test]
fn a_bulk_copy_takes_one_compact_layout_of_both_sides() {
    // Rows that follow each other, and a swizzled tile that stays as it is.
    let rows = layout!((_32, _16):(_16, _1));
    let swizzled = TileToShape::<Layout_K_SW128_Atom<u32>, (_16, _32), LayoutLeft>::default();
    let from: Vec<u32> = (0..1024).collect();
    let mut to = vec![0u32; 1024];
    let (src, dst) = (from.as_ptr() as usize, to.as_mut_ptr() as usize);
    run_block(32, 2048 + 16, |tid| {
        if tid > 0 {
            return;
        }
        let global = |at: usize, i: usize| alone!(make_gmem_ptr((at + 2048 * i) as *mut u32));
        let bar = 2048;
        alone!(mbarrier::init(bar, 1));
        fence::mbarrier_init();
        macro_rules! there_and_back {
            ($i:literal $layout:ident) => {{
                let g = make_tensor(global(src, $i), $layout);
                let mut h = make_tensor(global(dst, $i), $layout);
                let mut s = make_tensor(alone!(SharedPtr::<u32>::new(0)), $layout);
                alone!(mbarrier::arrive_and_expect_tx(bar, 2048));
                alone!(copy(&BulkLoad.with(SharedPtr::new(bar)), &g, &mut s));
                alone!(mbarrier::wait(bar, $i));
                assert_eq!(s.at((3, 5)), g.at((3, 5)));
                tma_store_fence();
                alone!(copy(&BulkStore, &s, &mut h));
                tma_store_arrive();
                tma_store_wait::<0>();
            }};
        }
        there_and_back!(0 rows);
        there_and_back!(1 swizzled);
    });
    assert_eq!(from, to);
}

#[test]
fn sums_of_integers_wrap() {
    type Words = Layout<(_8,), (_1,)>;
    let mut sums = vec![u32::MAX; 8];
    let map = alone!(TensorMap::<u32, Words>::new(
        sums.as_mut_ptr(),
        layout!((8usize))
    ))
    .unwrap();
    run_block(32, 128, |tid| {
        if tid > 0 {
            return;
        }
        let mut s = make_tensor(alone!(SharedPtr::<u32>::new(0)), Words::default());
        for i in 0..8usize {
            s.put(i, 2);
        }
        tma_store_fence();
        let tma = alone!(TmaReduce::<u32, Words>::new(map.address(), Reduction::Add));
        let mut all = make_identity_tensor(shape!((8i32))).local_tile(tile!(_8), coord!(0i32));
        alone!(copy(&tma, &s, &mut all));
        tma_store_arrive();
        tma_store_wait::<0>();
    });
    assert_eq!(sums, [1; 8]);
}

shared_storage! {
    /// Tiles of elements of any type.
    struct TilesOf<T> {
        tensor a: [T; Layout<(_8, _8, _2), (_8, _1, _64)>];
        tensor sums: [f32; Layout<(_8,), (_1,)>];
        plain words: [u32; 4];
    }
}

#[test]
fn a_storage_of_a_type_parameter_has_the_bytes_of_its_elements() {
    assert_eq!((TilesOf::<u8>::BYTES, TilesOf::<u64>::BYTES), (3072, 3072));
    run_block(32, TilesOf::<u64>::BYTES as usize, |tid| {
        // SAFETY: the storage is the block's; a thread reads what it wrote.
        let narrow = unsafe { TilesOf::<u8>::at(0) };
        // SAFETY: as above; bytes of both are read in the order in which they are written.
        let wide = unsafe { TilesOf::<u64>::at(0) };
        assert_eq!(narrow.sums().engine().shared_address(), 1024);
        assert_eq!(wide.words().shared_address(), 2048);
        if tid == 0 {
            narrow.a().put((7usize, 7usize, 1usize), 3);
            wide.a().put((7usize, 7usize, 1usize), u64::MAX);
            assert_eq!(narrow.a().at((7usize, 7usize, 1usize)), 3);
            assert_eq!(wide.a().at((7usize, 7usize, 1usize)), u64::MAX);
        }
    });
}
