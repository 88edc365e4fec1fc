//! Attention by machine code beside the same by PTX, which the driver compiles: the same bits.

use std::time::Instant;

use azulejo_attention::gpu::{self, Family};
use azulejo_attention::{AttentionElement, Mask, Options};
use azulejo_kernels::host::{Code, DeviceElement, Stream, View, ViewMut};
use azulejo_tensor::{bf16, f16};

use crate::data::Random;
use crate::harness::Failure;

/// Compares forwards of all head dimensions by both ways.
pub fn compare(stream: &Stream, small: bool) -> Result<(), Failure> {
    let compiled = stream.device().without_cubins()?.stream()?;
    let streams = [stream, &compiled];
    let keys = if small { 300 } else { 4096 };
    for dim in [64, 96, 128, 256] {
        for mask in [Mask::Full, Mask::Causal] {
            both::<bf16>(streams, dim, keys, mask)?;
            both::<f16>(streams, dim, keys, mask)?;
        }
    }
    let loaded = stream.device().loaded();
    let cubins = loaded
        .iter()
        .filter(|function| function.code() == Code::Cubin);
    let names: Vec<_> = cubins.map(|function| function.name().to_string()).collect();
    println!("the same bits by machine code of {}", names.join(" "));
    match (names.is_empty(), stream.device().capability()) {
        (true, (9, 0)) => Err("the driver took no machine code".into()),
        _ => Ok(()),
    }
}

fn both<T: AttentionElement + DeviceElement>(
    streams: [&Stream; 2],
    dim: usize,
    keys: usize,
    mask: Mask,
) -> Result<(), Failure> {
    let shape = [2, keys, 4, dim];
    let count = shape.iter().product();
    let mut random = Random::new(dim as u64);
    let options = Options {
        mask,
        ..Options::default()
    };
    let [q, k, v] = [(); 3].map(|()| streams[0].upload(&random.normal::<T>(count)));
    let (q, k, v) = (q?, k?, v?);
    let (mut bytes, mut times) = (Vec::new(), [0.0; 2]);
    for (at, stream) in streams.into_iter().enumerate() {
        let mut out = stream.zeros::<T>(count)?;
        for _ in 0..2 {
            let tensors = [
                View::row_major(&q, &shape)?.into(),
                View::row_major(&k, &shape)?.into(),
                View::row_major(&v, &shape)?.into(),
            ];
            let to = ViewMut::row_major(&mut out, &shape)?.into();
            stream.synchronize()?;
            let start = Instant::now();
            gpu::prepare_by(Family::Hopper, stream, tensors, to, None, &options)?.launch()?;
            stream.synchronize()?;
            times[at] = start.elapsed().as_secs_f64() * 1e6;
        }
        bytes.push(stream.download(&out.into_bytes())?);
    }
    let [cubin, ptx] = times;
    let name = format!("{} d{dim} S{keys} {mask:?}", T::DTYPE.short_name());
    println!("{name}: {cubin:.1} us by machine code, {ptx:.1} by PTX");
    if bytes[0] != bytes[1] {
        return Err(format!("{name}: machine code and PTX give other bits").into());
    }
    Ok(())
}
