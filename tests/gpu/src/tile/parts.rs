//! The parts of the model beyond arithmetic on both machines: locks, atomics, batches, records, products of every type.

use azulejo_runtime::interop;
use azulejo_tile::{Aligned, Float32x3, programs::*};

use crate::both::{arange, whole};
use crate::prelude::*;

pub fn run(t: &mut Run) -> Result<(), Failure> {
    let x: Vec<f32> = (0..1000).map(|i| (i % 100) as f32 - 3.0).collect();
    let mut totals = t.rows(vec![0.0f32, f32::NEG_INFINITY, f32::NAN], &[3])?;
    agree!(t, 0.0, FloatTotals: input(x, [1000]), output(totals));
    let same: Vec<i32> = (0..256).map(|i| [42, 1, 43, 7][i % 4]).collect();
    let mut words = t.rows(vec![0; 8], &[8])?;
    agree!(t, 0.0, Orders: input(same, [256]), output(words));
    agree!(t, 0.0, Batches: input(arange::<f32>(64), [2, 4, 8]), input(arange::<f32>(32), [8, 4]), output(f32, [2, 4, 4]), output(f32, [8, 4]));
    let plane = Plane {
        normal: Float32x3::new(1.0, 2.0, 3.0),
        weight: Aligned::new(0.5),
        offset: -4,
    };
    agree!(t, 0.0, Beside: number(plane), input(arange::<f32>(100), [100]), output(f32, [100]));
    agree!(t, 0.0, OddRegions: input(arange::<f32>(7 * 13), [7, 13]), output(f32, [7, 13]));
    agree!(t, 0.0, Outside: input(arange::<f32>(100), [100]), output(f32, [112]), output(f32, [112]), output(f32, [112]), output(f32, [112]), output(f32, [112]));
    macro_rules! small {
        ($($program:ident $T:ty => $C:ty;)*) => {$(
            agree!(t, 0.0, $program: input(whole::<$T>(2048, 1, 4, 0.0), [32, 64]), input(whole::<$T>(2048, 2, 4, 0.0), [64, 32]), output($C, [32, 32]));
        )*};
    }
    small! {
        SmallF16 f16 => f32; SmallF16F16 f16 => f16; SmallBf16 bf16 => f32; SmallTf32 Tf32 => f32; SmallE4m3 F8E4M3 => f32;
        SmallE5m2 F8E5M2 => f32; SmallI8 i8 => i32; SmallU8 u8 => i32;
    }
    macro_rules! staged {
        ([$($all:expr),*], $tiny:expr; $($program:ident $T:ty => $C:ty;)*) => {
            for (m, n, k) in t.of(&[$($all),*], &[$tiny]) {$(
                agree!(t, 0.0, $program: staged(whole::<$T>(m * k, 1, 5, -2.0), [m, k]), staged(whole::<$T>(k * n, 2, 5, -2.0), [k, n]), output($C, [m, n]));
            )*}
        };
    }
    staged! { [(128, 128, 64), (130, 136, 200), (384, 512, 1000), (8, 8, 8)], (130, 136, 72);
        StagedBf16 bf16 => bf16; StagedF16 f16 => f16;
    }
    staged! { [(128, 256, 64), (130, 264, 200), (384, 512, 1000), (8, 8, 16)], (66, 136, 80);
        StagedWide bf16 => f32; StagedSmall f16 => f32; StagedTall bf16 => f32; StagedTf32 Tf32 => f32; StagedI8 i8 => i32; StagedF64 f64 => f64;
    }
    lock(t)?;
    imported(t)
}

/// J30: 256 blocks under one lock, which is free or was left as it is.
fn lock(t: &mut Run) -> Result<(), Failure> {
    for (left, step) in [([0, 0], 1), ([7, -3], 1), ([7, 5], 3)] {
        let mut words = vec![0i32; 8 * step];
        (words[0], words[4 * step]) = (left[0], left[1]);
        counted(t, words, step)?;
    }
    Ok(())
}

/// The blocks under a lock of words that are `step` apart.
fn counted(t: &mut Run, words: Vec<i32>, step: usize) -> Result<(), Failure> {
    let mut lock = t.laid(words, Strided::new(&[8], &[step])?)?;
    let none = t.rows(vec![0i32], &[1])?;
    let (mut tickets, mut counter) = (t.rows(vec![-1i32; 256], &[256])?, t.rows(vec![0i32], &[1])?);
    let under = (counter.on_device_mut()?, lock.on_device_mut()?);
    Counted::launch(
        &t.stream,
        none.on_device()?,
        tickets.on_device_mut()?,
        under,
    )?;
    let mut found = tickets.found(&t.stream)?;
    found.sort();
    let (counter, lock) = (counter.found(&t.stream)?, lock.found(&t.stream)?);
    let each = found.into_iter().eq(0..256);
    let held = counter == [256] && (lock[0], lock[4 * step]) == (256, 256);
    t.is("Counted (J30)", each && held);
    Ok(())
}

/// J02 and J32: arrays of another library as arguments, by DLPack and the CUDA Array Interface.
fn imported(t: &mut Run) -> Result<(), Failure> {
    let stream = &t.stream.clone();
    let x: Vec<f32> = arange(256);
    let expected: Vec<f32> = x.iter().map(|x| x + 1.0).collect();
    let array =
        || -> Result<_, Failure> { Ok(AnyBuffer::from_buffer(stream.upload(&x)?, &[256])?) };
    let managed = array()?.into_dlpack::<interop::dlpack::ffi::DLManagedTensorVersioned>(stream)?;
    let dlpack = interop::dlpack::Import::new(managed)?.on(stream)?;
    let owner = array()?;
    let text = owner.cuda_array(stream)?.to_json();
    // SAFETY: the array lives as long as `owner`, which becomes its owner.
    let cai = unsafe { interop::CudaArray::from_json(&text)?.import(stream, owner)? };
    for (name, x) in [("AddOne (DLPack)", dlpack), ("AddOne (CAI)", cai)] {
        let mut y = stream.zeros::<f32>(256)?;
        AddOne::launch(
            stream,
            x.typed::<f32>()?,
            ViewMut::row_major(&mut y, &[256])?,
        )?;
        t.is(name, stream.download(&y)? == expected);
    }
    Ok(())
}
