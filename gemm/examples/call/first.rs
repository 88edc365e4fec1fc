//! What the first product of a process costs over later ones.

use std::time::Instant;

use azulejo_gemm::gpu::{GpuEpilogue, GpuMatMut, GpuMatRef, gemm};
use azulejo_kernels::host::Stream;
use azulejo_tensor::DType;

use crate::harness::Failure;

/// Rows, columns and depth of the product.
const SIDE: usize = 4096;

/// Types of A and B with that of D, by name.
const TYPES: [(&str, DType, DType); 5] = [
    ("bf16", DType::BF16, DType::BF16),
    ("f16", DType::F16, DType::F16),
    ("tf32", DType::TF32, DType::F32),
    ("f32", DType::F32, DType::F32),
    ("e4m3", DType::F8E4M3, DType::BF16),
];

/// Prints milliseconds of the first product of a process and of a later one, and what code the kernel was loaded from.
///
/// With `CUDA_CACHE_DISABLE=1` the driver compiles each kernel anew, as in the first process on a machine.
pub fn time<'a>(stream: &Stream, words: impl Iterator<Item = &'a str>) -> Result<(), Failure> {
    let (mut ptx, mut asked) = (false, TYPES[0]);
    for word in words {
        let found = TYPES.iter().find(|(name, ..)| *name == word);
        match (word, found) {
            ("ptx", _) => ptx = true,
            (_, Some(types)) => asked = *types,
            _ => {
                let names = TYPES.map(|(name, ..)| name).join(", ");
                return Err(format!("{word}: one of {names}, ptx").into());
            }
        }
    }
    if ptx {
        return of(&stream.device().without_cubins()?.stream()?, asked);
    }
    of(stream, asked)
}

/// Times products of one element type; the memory and the stream are there before.
fn of(stream: &Stream, (name, input, output): (&str, DType, DType)) -> Result<(), Failure> {
    let a = stream.zeros::<u8>(SIDE * SIDE * input.bytes())?;
    let mut d = stream.zeros::<u8>(SIDE * SIDE * output.bytes())?;
    let (shape, rows) = ((SIDE, SIDE), (SIDE as isize, 1));
    let view = GpuMatRef::of_bytes(&a, input, shape, rows)?;
    let plain = GpuEpilogue::default();
    let mut times = [0.0; 4];
    for time in &mut times {
        stream.synchronize()?;
        let start = Instant::now();
        let mut to = GpuMatMut::of_bytes(&mut d, output, shape, rows)?;
        gemm(stream, view, view.t(), &mut to, &plain)?;
        stream.synchronize()?;
        *time = start.elapsed().as_secs_f64() * 1e3;
    }
    let [first, .., later] = times;
    println!(
        "{name} {SIDE}^3: first product {first:.1} ms, later {later:.1} ms, first over later {:.1} ms",
        first - later
    );
    for function in stream.device().loaded() {
        println!("  {}: {:?}", function.name(), function.code());
    }
    Ok(())
}
