//! What replaces the calls of the crate candle-flash-attn, without nvcc; each is checked against attention on the CPU.
//!
//! candle 0.9.2 and later have the same cudarc: a tensor's `Storage::Cuda` has the slice, its `Layout` the extents and strides
//! of the view. Without a GPU it prints a message and exits with 3.

mod calls;
#[allow(dead_code, reason = "a part of it")]
#[path = "../../../tests/gpu/src/attend/data.rs"]
mod data;

use std::process::ExitCode;

use azulejo_attention::{AttentionElement, Mask, Options, forward_varlen};
use azulejo_cpu::Array;
use azulejo_runtime::{Device, DeviceElement, Error, Stream, View};
use azulejo_tensor::{bf16, f16};
use cudarc::driver::{CudaContext, CudaSlice};

use calls::*;
use data::{Failure, bound, centred, compare, normal, wide};

fn main() -> ExitCode {
    if let Err(error @ (Error::NoDriver | Error::NoDevice { .. })) = Device::new(0) {
        eprintln!("{error}");
        return ExitCode::from(3);
    }
    match calls() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("FAILED: {error}");
            ExitCode::FAILURE
        }
    }
}

fn calls() -> Result<(), Failure> {
    // What a program on cudarc has, candle's too. Keep the device: it has the kernels that are loaded.
    let context = CudaContext::new(0)?;
    let device = Device::from_context(context.clone())?;
    let stream = Stream::from_cudarc(&device, context.new_stream()?)?;
    check::<bf16>(&stream)?;
    check::<f16>(&stream)?;
    println!("every call gives what the CPU does");
    Ok(())
}

/// Every call, on 140 queries of four heads and 192 keys of two.
fn check<T: AttentionElement + DeviceElement>(on: &Stream) -> Result<(), Failure> {
    let tensor = |seed, shape: &[usize]| -> Result<(CudaSlice<T>, Array<f32>), Failure> {
        let data = normal::<T>(&mut centred(seed), shape.iter().product());
        let mut slice = zeros(on, data.len())?;
        on.write(&data, &mut slice)?;
        Ok((slice, Array::from_vec(wide(&data), shape)?))
    };
    let (of_q, of_k) = ([140, 4, 64], [192, 2, 64]);
    let ((q, q32), (mut k, k32), (mut v, v32)) =
        (tensor(1, &of_q)?, tensor(2, &of_k)?, tensor(3, &of_k)?);
    let keys = [k32, v32];
    let compared = |name, found: &CudaSlice<T>, [k, v]: &[Array<f32>; 2], cut, options| {
        let mut expected = Array::zeros(&of_q)?;
        let (q, out) = (q32.view(), expected.view_mut());
        forward_varlen(q, k.view(), v.view(), cut, out, None, &options)?;
        let found: Vec<f64> = on.download(found)?.iter().map(|x| x.to_f64()).collect();
        compare(name, &found, expected.data(), bound::<T>())
    };
    let (scale, left, right) = (Some(0.1), Some(9), Some(3));
    let (mut causal, slopes) = (Options::default(), [0.5, 0.25, 0.125, 0.0625]);
    (causal.scale, causal.mask) = (scale, Mask::Causal);
    let (mut window, mut alibi) = (causal, causal);
    (window.mask, alibi.alibi) = (Mask::Window { left, right }, Some(&slopes[..]));
    let views = |q_shape: &[usize], k_shape: &[usize]| -> Result<_, Failure> {
        let [k, v] = [View::row_major(&k, k_shape)?, View::row_major(&v, k_shape)?];
        Ok([View::row_major(&q, q_shape)?, k, v])
    };

    // Two sequences of one length.
    let qkv = views(&[2, 70, 4, 64], &[2, 96, 2, 64])?;
    let cut = starts(&[0, 70, 140], &[0, 96, 192]);
    let out = flash_attn(on, qkv, 0.1, true)?;
    compared("flash_attn", &out, &keys, cut, causal)?;
    let out = flash_attn_windowed(on, qkv, 0.1, left, right)?;
    compared("flash_attn_windowed", &out, &keys, cut, window)?;
    let out = flash_attn_alibi(on, qkv, &on.raw().clone_htod(&slopes)?, 0.1, true)?;
    compared("flash_attn_alibi", &out, &keys, cut, alibi)?;

    // Packed sequences, one of them empty.
    let (starts_q, starts_k) = ([0, 60, 60, 61, 62, 140], [0, 70, 70, 75, 95, 192]);
    let list = |list: &[i32]| -> Result<CudaSlice<u32>, Failure> {
        let list: Vec<u32> = list.iter().map(|entry| *entry as u32).collect();
        Ok(on.raw().clone_htod(&list)?)
    };
    let (on_q, on_k) = (list(&starts_q)?, list(&starts_k)?);
    let qkv = views(&of_q, &of_k)?;
    let cut = starts(&starts_q, &starts_k);
    let out = flash_attn_varlen(on, qkv, &on_q, &on_k, 0.1, true)?;
    compared("flash_attn_varlen", &out, &keys, cut, causal)?;
    let out = flash_attn_varlen_windowed(on, qkv, &on_q, &on_k, 0.1, left, right)?;
    compared("flash_attn_varlen_windowed", &out, &keys, cut, window)?;

    // The same memory as blocks of 16 keys, in another order; -1 has no key.
    let starts_k = [0, 70, 70, 75, 95, 170];
    let blocks = [
        [7, 2, 11, 0, 5],
        [-1; 5],
        [3, -1, 0, 0, 0],
        [9, 1, -1, -1, -1],
        [4, 8, 6, 10, 0],
    ];
    let short = [
        &on_q,
        &list(&starts_k)?,
        &list(&blocks.as_flattened()[1..])?,
    ];
    let cache = ([&mut k, &mut v], [12, 16, 2, 64]);
    let wrong = flash_attn_varlen_paged(on, (&q, of_q), cache, short, 0.1, true).err();
    let named = wrong.map_or(String::new(), |error| error.to_string());
    if !named.starts_with("`block_table` has 24 entries for 5 sequences") {
        return Err(format!("24 blocks of 5 sequences: {named}").into());
    }
    let lists = [&on_q, &list(&starts_k)?, &list(blocks.as_flattened())?];
    let cache = ([&mut k, &mut v], [12, 16, 2, 64]);
    let out = flash_attn_varlen_paged(on, (&q, of_q), cache, lists, 0.1, true)?;
    let gathered = |pool: &Array<f32>| {
        let block = |at: &i32| pool.data().chunks(16 * 128).nth(*at as usize);
        let sequences = blocks.iter().zip(starts_k.windows(2));
        let rows = sequences.flat_map(|(blocks, ends)| {
            let rows = blocks.iter().filter_map(block).flatten();
            rows.take((ends[1] - ends[0]) as usize * 128)
        });
        Array::from_vec(rows.copied().collect(), &[170, 2, 64])
    };
    let keys = [gathered(&keys[0])?, gathered(&keys[1])?];
    let cut = starts(&starts_q, &starts_k);
    compared("flash_attn_varlen_paged", &out, &keys, cut, causal)
}
