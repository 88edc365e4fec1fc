//! The parts of the model beyond arithmetic on both machines: locks, atomics, batches, records, products of every type.

use azulejo_kernels::host::{AnyBuffer, Stream, View, ViewMut, interop};
use azulejo_kernels::tile::{Aligned, Float32x3, TICKET_LOCK, programs::*};
use azulejo_tensor::{Element, F8E4M3, F8E5M2, Tf32, bf16, f16};

use crate::{Failure, Size, both, both::Both};

fn arange<T: Element>(n: usize) -> Vec<T> {
    (0..n).map(|i| T::from_f64(i as f64)).collect()
}

pub fn run(stream: &Stream, size: Size, failed: &mut usize) -> Result<(), Failure> {
    let mut failures = 0;
    let x = Both::rows(
        stream,
        (0..1000).map(|i| (i % 100) as f32 - 3.0).collect(),
        &[1000],
    )?;
    let mut totals = Both::rows(stream, vec![0.0f32, f32::NEG_INFINITY, f32::NAN], &[3])?;
    both!(stream, failures, 0.0, FloatTotals(input x, output totals));
    let same = (0..256).map(|i| [42, 1, 43, 7][i % 4]).collect();
    let x = Both::rows(stream, same, &[256])?;
    let mut words = Both::rows(stream, vec![0; 8], &[8])?;
    both!(stream, failures, 0.0, Orders(input x, output words));
    let a = Both::rows(stream, arange::<f32>(64), &[2, 4, 8])?;
    let b = Both::rows(stream, arange::<f32>(32), &[8, 4])?;
    let (mut c, mut d) = (
        Both::<f32>::blank(stream, &[2, 4, 4])?,
        Both::<f32>::blank(stream, &[8, 4])?,
    );
    both!(stream, failures, 0.0, Batches(input a, input b, output c, output d));
    let plane = Plane {
        normal: Float32x3::new(1.0, 2.0, 3.0),
        weight: Aligned::new(0.5),
        offset: -4,
    };
    let x = Both::rows(stream, arange::<f32>(100), &[100])?;
    let mut y = Both::<f32>::blank(stream, &[100])?;
    both!(stream, failures, 0.0, Beside(number plane, input x, output y));
    let x = Both::rows(stream, arange::<f32>(7 * 13), &[7, 13])?;
    let mut y = Both::<f32>::blank(stream, &[7, 13])?;
    both!(stream, failures, 0.0, OddRegions(input x, output y));
    let x = Both::rows(stream, arange::<f32>(100), &[100])?;
    let mut out = [(); 5].map(|()| Both::<f32>::blank(stream, &[112]));
    let [Ok(a), Ok(b), Ok(c), Ok(d), Ok(e)] = &mut out else {
        return Err("no memory".into());
    };
    both!(stream, failures, 0.0, Outside(input x, output a, output b, output c, output d, output e));
    macro_rules! small {
        ($($program:ident $t:ty, $acc:ty;)*) => {$({
            let of = |seed: usize| (0..2048).map(|i| <$t>::from_f64(((i * 7919 + seed) % 4) as f64)).collect();
            let a = Both::<$t>::rows(stream, of(1), &[32, 64])?;
            let b = Both::<$t>::rows(stream, of(2), &[64, 32])?;
            let mut c = Both::<$acc>::blank(stream, &[32, 32])?;
            both!(stream, failures, 0.0, $program(input a, input b, output c));
        })*};
    }
    small! {
        SmallF16 f16, f32; SmallF16F16 f16, f16; SmallBf16 bf16, f32; SmallTf32 Tf32, f32; SmallE4m3 F8E4M3, f32;
        SmallE5m2 F8E5M2, f32; SmallI8 i8, i32; SmallU8 u8, i32;
    }
    let sizes = &[(128, 128, 64), (130, 136, 200), (384, 512, 1000), (8, 8, 8)];
    for (m, n, k) in size.of(sizes, &[(130, 136, 72)]).iter().copied() {
        let of =
            |seed: usize| move |i: usize| bf16::from_f64((((i + seed) * 7919) % 5) as f64 - 2.0);
        let a = Both::rows(stream, (0..m * k).map(of(1)).collect(), &[m, k])?;
        let b = Both::rows(stream, (0..k * n).map(of(2)).collect(), &[k, n])?;
        let mut c = Both::<bf16>::blank(stream, &[m, n])?;
        both!(stream, failures, 0.0, StagedBf16(staged a, staged b, output c));
        let of =
            |seed: usize| move |i: usize| f16::from_f64((((i + seed) * 7919) % 5) as f64 - 2.0);
        let a = Both::rows(stream, (0..m * k).map(of(1)).collect(), &[m, k])?;
        let b = Both::rows(stream, (0..k * n).map(of(2)).collect(), &[k, n])?;
        let mut c = Both::<f16>::blank(stream, &[m, n])?;
        both!(stream, failures, 0.0, StagedF16(staged a, staged b, output c));
    }
    lock(stream, &mut failures)?;
    imported(stream, &mut failures)?;
    *failed += failures;
    Ok(())
}

pub fn result(name: &str, good: bool, failures: &mut usize) {
    println!(
        "{name:<18} {}",
        if good { "as it must be" } else { "WRONG" }
    );
    *failures += !good as usize;
}

/// J30: 256 blocks under one lock.
fn lock(stream: &Stream, failures: &mut usize) -> Result<(), Failure> {
    let none = stream.upload(&[0i32])?;
    let mut tickets = stream.upload(&vec![-1i32; 256])?;
    let (mut counter, mut lock) = (stream.upload(&[0i32])?, stream.upload(&TICKET_LOCK)?);
    Counted::launch(
        stream,
        View::row_major(&none, &[1])?,
        ViewMut::row_major(&mut tickets, &[256])?,
        (
            ViewMut::row_major(&mut counter, &[1])?,
            ViewMut::row_major(&mut lock, &[8])?,
        ),
    )?;
    let (mut found, counter) = (stream.download(&tickets)?, stream.download(&counter)?);
    let lock = stream.download(&lock)?;
    found.sort();
    let each = found.iter().enumerate().all(|(i, t)| *t == i as i32);
    result(
        "Counted (J30)",
        each && counter == [256] && (lock[0], lock[4]) == (256, 256),
        failures,
    );
    Ok(())
}

/// J02 and J32: arrays of another library as arguments, by DLPack and the CUDA Array Interface.
fn imported(stream: &Stream, failures: &mut usize) -> Result<(), Failure> {
    let x: Vec<f32> = arange(256);
    let expected: Vec<f32> = x.iter().map(|x| x + 1.0).collect();
    let whole =
        || -> Result<_, Failure> { Ok(AnyBuffer::from_buffer(stream.upload(&x)?, &[256])?) };
    let managed = whole()?.into_dlpack::<interop::dlpack::ffi::DLManagedTensorVersioned>(stream)?;
    let array = interop::dlpack::Import::new(managed)?.on(stream)?;
    let mut y = stream.zeros::<f32>(256)?;
    AddOne::launch(
        stream,
        array.typed::<f32>()?,
        ViewMut::row_major(&mut y, &[256])?,
    )?;
    result(
        "AddOne (DLPack)",
        stream.download(&y)? == expected,
        failures,
    );
    let owner = whole()?;
    let text = owner.cuda_array(stream)?.to_json();
    // SAFETY: the array lives as long as `owner`, which becomes its owner.
    let array = unsafe { interop::CudaArray::from_json(&text)?.import(stream, owner)? };
    let mut y = stream.zeros::<f32>(256)?;
    AddOne::launch(
        stream,
        array.typed::<f32>()?,
        ViewMut::row_major(&mut y, &[256])?,
    )?;
    result("AddOne (CAI)", stream.download(&y)? == expected, failures);
    Ok(())
}
