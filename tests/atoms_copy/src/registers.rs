//! Fragments: conversions of whole ones, and reductions of accumulators along M and N.

#[cfg(target_arch = "nvptx64")]
use azulejo_device::{cute::*, ptx::thread};
#[cfg(target_arch = "nvptx64")]
use azulejo_tensor::{engine::Subbyte, make_rmem_subbyte};

macro_rules! conversions {
    ($($name:literal $middle:ty;)*) => {
        /// The kernels: to a narrow type and back.
        pub const CONVERSIONS: &[&str] = &[$($name),*];

        $(azulejo_device::entry_point!(Sm90a, $name, fn(from: *mut f32, bits: *mut $middle, back: *mut f32) {
            // SAFETY: the launcher gives a warp, and eight values for each lane on all sides.
            unsafe {
                let lane = thread::tid() as usize;
                let g = make_tensor(make_gmem_ptr(from.add(8 * lane)), layout!((_2, _2, _2)));
                let mut values = make_rmem::<f32, _>(layout!((_2, _2, _2)));
                copy(&AutoVectorizingCopy, &g, &mut values);
                let narrow = convert_type::<$middle, _, _>(&values);
                copy(&AutoVectorizingCopy, &narrow, &mut make_tensor(make_gmem_ptr(bits.add(8 * lane)), layout!((_2, _2, _2))));
                let wide = convert_type::<f32, _, _>(&narrow);
                copy(&AutoVectorizingCopy, &wide, &mut make_tensor(make_gmem_ptr(back.add(8 * lane)), layout!((_2, _2, _2))));
            }
        });)*
    };
}

conversions! {
    "convert_f16" f16;
    "convert_bf16" bf16;
    "convert_e4m3" F8E4M3;
    "convert_e5m2" F8E5M2;
}

macro_rules! widenings {
    ($($name:literal $from:ty => $to:ty: $make:ident, |$at:ident| $engine:expr;)*) => {
        /// The kernels: from floats of 8 bits and integers of 8 and 4, eight values for each lane.
        pub const WIDENINGS: &[&str] = &[$($name),*];

        $(azulejo_device::entry_point!(Sm90a, $name, fn(from: *mut u8, to: *mut $to) {
            // SAFETY: the launcher gives a warp, and eight values for each lane on both sides.
            unsafe {
                let lane = thread::tid() as usize;
                let $at = from.add(lane * <$from as AtomValue>::BITS as usize);
                let mut values = $make::<$from, _>(layout!((_2, _2, _2)));
                azulejo_tensor::copy(&make_tensor($engine, layout!((_2, _2, _2))), &mut values);
                let wide = convert_type::<$to, _, _>(&values);
                copy(&AutoVectorizingCopy, &wide, &mut make_tensor(make_gmem_ptr(to.add(8 * lane)), layout!((_2, _2, _2))));
            }
        });)*
    };
}

widenings! {
    "widen_e4m3_bf16" F8E4M3 => bf16: make_rmem, |at| make_gmem_ptr(at.cast::<F8E4M3>());
    "widen_e5m2_bf16" F8E5M2 => bf16: make_rmem, |at| make_gmem_ptr(at.cast::<F8E5M2>());
    "widen_i8_f16" i8 => f16: make_rmem, |at| make_gmem_ptr(at.cast::<i8>());
    "widen_u8_f16" u8 => f16: make_rmem, |at| make_gmem_ptr(at);
    "widen_i8_bf16" i8 => bf16: make_rmem, |at| make_gmem_ptr(at.cast::<i8>());
    "widen_u8_bf16" u8 => bf16: make_rmem, |at| make_gmem_ptr(at);
    "widen_s4_f16" S4 => f16: make_rmem_subbyte, |at| Subbyte::<S4, _>::new(make_gmem_ptr(at));
    "widen_u4_f16" U4 => f16: make_rmem_subbyte, |at| Subbyte::<U4, _>::new(make_gmem_ptr(at));
    "widen_s4_bf16" S4 => bf16: make_rmem_subbyte, |at| Subbyte::<S4, _>::new(make_gmem_ptr(at));
    "widen_u4_bf16" U4 => bf16: make_rmem_subbyte, |at| Subbyte::<U4, _>::new(make_gmem_ptr(at));
}

azulejo_device::entry_point!(Sm90a, "convert_i32", fn(from: *mut i32, to: *mut f32) {
    // SAFETY: the launcher gives a warp, and four values for each lane on both sides.
    unsafe {
        let lane = thread::tid() as usize;
        let mut sums = make_rmem::<i32, _>(layout!((_2, _2)));
        copy(&AutoVectorizingCopy, &make_tensor(make_gmem_ptr(from.add(4 * lane)), layout!((_2, _2))), &mut sums);
        let floats = convert_type::<f32, _, _>(&sums);
        copy(&AutoVectorizingCopy, &floats, &mut make_tensor(make_gmem_ptr(to.add(4 * lane)), layout!((_2, _2))));
    }
});

azulejo_device::entry_point!(Sm90a, "reductions", fn(from: *mut f32, rows: *mut f32, columns: *mut f32) {
    type Atom = SM80_16x8x16_F32F16F16F32_TN;
    // SAFETY: the launcher gives a warp, a matrix of 32 x 16 with N contiguous, 32 sums of rows and 16 largest of columns.
    unsafe {
        let mma = TiledMma::<Atom, Layout<(_1, _1, _1), (_0, _0, _0)>>::new();
        let thr_mma = mma.get_slice(thread::tid());
        let g = make_tensor(make_gmem_ptr(from), layout!((_32, _16):(_16, _1)));
        let tCgC = thr_mma.partition_C(&g);
        let mut tCrC = thr_mma.make_fragment_C(&tCgC);
        copy(&AutoVectorizingCopy, &tCgC, &mut tCrC);
        // The coordinates of this lane's values.
        let cC = make_identity_tensor(shape!(_32, _16));
        let tCcC = thr_mma.partition_C(&cC);
        let at = tCcC.with_layout(convert_layout_acc_rowcol(tCcC.layout()));
        let s = tCrC.rowcol();
        unroll!(r in _4 => {
            let mut sum = 0.0;
            unroll!(c in _4 => { sum += s.at((r, c)); });
            let sum = accumulator_all_reduce::<Atom, 1, f32>(sum, |a, b| a + b);
            rows.add(at.coord((r, 0usize)).0 as usize).write(sum);
        });
        unroll!(c in _4 => {
            let mut largest = s.at((0usize, c));
            unroll!(r in _4 => { largest = largest.max(s.at((r, c))); });
            let largest = all_reduce::<{ accumulator_lanes::<Atom, 0>() }, f32>(largest, |a, b| if a > b { a } else { b });
            columns.add(at.coord((0usize, c)).1 as usize).write(largest);
        });
    }
});
