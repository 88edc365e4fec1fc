//! The two kernel functions.
#![allow(non_snake_case)]

use azulejo_device::cute::*;

/// # Safety
/// S and D are compact column-major m × n matrices; m is a multiple of 128, n of 64.
#[inline(always)]
pub unsafe fn copy_kernel(S: *mut f32, D: *mut f32, (m, n): (u32, u32)) {
    // SAFETY: the caller has live m × n matrices, and nothing else uses D; every offset below is inside their whole tiles.
    let (S, D) = unsafe { (make_gmem_ptr(S), make_gmem_ptr(D)) };
    let mS = make_tensor(S, layout!((m as usize, n as usize))); // (M,N)
    let mut mD = make_tensor(D, layout!((m as usize, n as usize))); // (M,N)
    let cta = coord!({ thread::ctaid() as usize }, { thread::ctaid_y() as usize });
    let tile_S = mS.local_tile(tile!(_128, _64), cta); // (BLK_M,BLK_N)
    let mut tile_D = mD.local_tile_mut(tile!(_128, _64), cta); // (BLK_M,BLK_N)

    let thr_layout = layout!((_32, _8));
    let thr_tile_S = local_partition(&tile_S, thr_layout, thread::tid()); // (VAL_M,VAL_N)
    let mut thr_tile_D = tile_D.local_partition_mut(thr_layout, thread::tid()); // (VAL_M,VAL_N)

    let mut fragment = make_rmem::<f32, _>(layout!((_4, _8))); // (VAL_M,VAL_N)
    azulejo_tensor::copy(&thr_tile_S, &mut fragment);
    azulejo_tensor::copy(&fragment, &mut thr_tile_D);
}

/// # Safety
/// S and D are compact column-major m × n matrices that start at 16 bytes; m is a multiple of 128, n of 64.
#[inline(always)]
pub unsafe fn copy_kernel_vectorized(S: *mut f32, D: *mut f32, (m, n): (u32, u32)) {
    // SAFETY: the caller has live m × n matrices, and nothing else uses D; every offset below is inside their whole tiles.
    let (S, D) = unsafe { (make_gmem_ptr(S), make_gmem_ptr(D)) };
    let Ok(ld) = multiple_of(_4::NEW, m as usize) else {
        return;
    };
    let mS = make_tensor(S, layout!((m as usize, n as usize):(_1, ld))); // (M,N)
    let mut mD = make_tensor(D, layout!((m as usize, n as usize):(_1, ld))); // (M,N)
    let cta = coord!({ thread::ctaid() as usize }, { thread::ctaid_y() as usize });
    let tile_S = mS.local_tile(tile!(_128, _64), cta); // (BLK_M,BLK_N)
    let mut tile_D = mD.local_tile_mut(tile!(_128, _64), cta); // (BLK_M,BLK_N)

    let atom = CopyAtom::<UniversalCopy<_128>, f32>::new();
    let tiled_copy = make_tiled_copy(atom, layout!((_32, _8)), layout!((_4, _1)));
    let thr_copy = tiled_copy.get_slice(thread::tid());
    let thr_tile_S = thr_copy.partition_S(&tile_S); // (CPY,CPY_M,CPY_N)
    let mut thr_tile_D = thr_copy.partition_D_mut(&mut tile_D); // (CPY,CPY_M,CPY_N)

    let mut fragment = thr_tile_D.make_fragment_like::<f32>(); // (CPY,CPY_M,CPY_N)
    // SAFETY: both sides are the thread's parts of tiles inside the matrices, whose vectors start at 16 bytes.
    unsafe {
        copy(&tiled_copy, &thr_tile_S, &mut fragment);
        copy(&tiled_copy, &fragment, &mut thr_tile_D);
    }
}
