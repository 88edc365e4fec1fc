//! Queries over a cache, against the CPU's in f32.

use azulejo_attention::{AttentionElement, KvCache, Mask, gpu, with_kv_cache};

use super::data::{bound, centred, count, normal};
use super::scores::{SCORES, Scores};
use super::tensor::{Check, Tensor};
use crate::prelude::*;

/// What the inputs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inputs {
    /// Normally distributed.
    Normal,
    /// Queries of 0 and values of integers: means of as many keys as a power of 2 are exact.
    Equal,
    /// Normally distributed, and NaN and infinity in places that no query, or not every query, sees.
    Hidden,
}

/// A call.
#[derive(Clone, Debug)]
struct Call {
    dtype: DType,
    queries: usize,
    heads: [usize; 2],
    dims: [usize; 2],
    lengths: Vec<i32>,
    appended: usize,
    page_size: Option<usize>,
    scores: Scores,
    inputs: Inputs,
}

/// Every case against the CPU's.
pub fn check(run: &mut Run) -> Result<(), Failure> {
    let small = run.is_small();
    let plain = Call {
        dtype: DType::BF16,
        queries: 1,
        heads: [8, 2],
        dims: [128, 128],
        lengths: vec![130, 0, 64],
        appended: 0,
        page_size: None,
        scores: SCORES[0],
        inputs: Inputs::Normal,
    };
    let mut cases = vec![plain.clone()];
    let mut add = |case: Call| cases.push(case);
    // Head dimensions and types; those below a kernel's, too.
    for dims in
        extents! { 64 x 64, 96 x 96, 128 x 128, 192 x 128, 192 x 192, 256 x 256, 72 x 40, 8 x 8 }
    {
        for dtype in [DType::BF16, DType::F16] {
            let case = with!(plain, dims: dims, dtype: dtype, lengths: vec![129, 1], appended: 1, queries: 2);
            let causal = with!(case, scores: SCORES[1]);
            add(with!(causal, page_size: Some(16)));
            if !small {
                add(with!(causal, queries: 40, heads: [4, 2]));
                add(with!(case, page_size: Some(48), queries: 70, heads: [2, 1]));
            }
        }
    }
    // Pages of any size, appended keys, groups of heads.
    for page_size in [16, 17, 48, 256] {
        for (queries, appended) in [(1, 0), (1, 1), (5, 5), (16, 3), (16, 16)] {
            let case = with!(plain, queries: queries, appended: appended, lengths: vec![100, 300, 0], scores: SCORES[appended % 2]);
            let case = with!(case, page_size: Some(page_size));
            add(case.clone());
            if !small {
                add(with!(case, heads: [6, 6], dims: [64, 64]));
                add(with!(case, heads: [16, 1], page_size: None));
                add(with!(case, queries: 150, heads: [1, 1]));
            }
        }
    }
    // Masks and scores at the edges of blocks and splits.
    let edges = run.few(&[65], &[1, 15, 16, 17, 63, 64, 65, 127, 129, 1000]);
    for (scores, length) in cross(&SCORES, &edges) {
        for queries in [1, 7, 33] {
            let case =
                with!(plain, scores: scores, lengths: vec![length, 2 * length], queries: queries);
            if !small || queries == 7 {
                add(with!(case, heads: [4, 2], dims: [64, 64]));
            }
            if !small {
                add(with!(case, heads: [2, 2], queries: 80));
                add(with!(case, appended: queries, page_size: Some(32)));
            }
        }
    }
    // Splits from one to as many as there are blocks; exact means.
    let long = run.few(&[256, 1024], &[64, 128, 256, 512, 1024, 4096, 16384]);
    for length in long {
        for (queries, heads) in [(1, [4, 1]), (1, [1, 1]), (4, [8, 2])] {
            let case = with!(plain, inputs: Inputs::Equal, lengths: vec![length], queries: queries, heads: heads);
            add(case.clone());
            add(with!(case, page_size: Some(48), dtype: DType::F16));
        }
    }
    // What a mask hides does not show.
    for (scores, queries) in [(1, 9), (2, 4), (0, 1), (5, 3), (1, 90)] {
        for lengths in [vec![70, 33], vec![300, 100]] {
            let case = with!(plain, scores: SCORES[scores], queries: queries, lengths: lengths);
            add(with!(case, inputs: Inputs::Hidden, heads: [4, 2]));
        }
    }
    run.cases(cases);
    Ok(())
}

impl Check for Call {
    fn dtype(&self) -> DType {
        self.dtype
    }

    fn run<T: AttentionElement + Stored + DeviceElement>(
        &self,
        stream: &Stream,
    ) -> Result<(), Failure> {
        let ([heads, kv_heads], [d, dv]) = (self.heads, self.dims);
        let (queries, appended) = (self.queries, self.appended);
        let batch = self.lengths.len();
        let longest = self.lengths.iter().max();
        let longest = longest.map_or(0, |length| *length as usize) + appended;
        let (slots, size) = match self.page_size {
            Some(size) => (batch * longest.div_ceil(size) + 1, size),
            None => (batch, longest + 3),
        };
        let pages = longest.div_ceil(size).max(1);
        // Pages in an order that mixes the sequences; page 0 is no one's.
        let table = (0..batch * pages).map(|at| (1 + (at % pages) * batch + at / pages) as i32);
        let table = Array::from_vec(table.collect(), &[batch, pages])?;
        let page_table = || self.page_size.map(|_| table.view());
        let (q_shape, o_shape) = ([batch, queries, heads, d], [batch, queries, heads, dv]);
        let (k_shape, v_shape) = ([slots, size, kv_heads, d], [slots, size, kv_heads, dv]);
        let of_new = |dim| [batch, appended, kv_heads, dim];
        let (new_k_shape, new_v_shape) = (of_new(d), of_new(dv));
        let uniform = &mut centred(queries as u64 + 1000 * longest as u64);
        let mut values = |shape: &[usize; 4], is_value: bool| -> Vec<T> {
            match (self.inputs, is_value) {
                (Inputs::Equal, true) => {
                    let mut integer = || T::from_f64((uniform() * 16.0).round());
                    (0..count(shape)).map(|_| integer()).collect()
                }
                _ => normal(uniform, count(shape)),
            }
        };
        let mut q = values(&q_shape, false);
        let (mut k, mut v) = (values(&k_shape, false), values(&v_shape, true));
        let (new_k, new_v) = (values(&new_k_shape, false), values(&new_v_shape, true));
        if self.inputs == Inputs::Equal {
            q.fill(T::from_f64(0.0));
        }
        if self.inputs == Inputs::Hidden {
            self.spoil(&mut k, &mut v, size, queries);
        }
        let slopes = self.scores.slopes(heads);
        let options = self.scores.options(slopes.as_deref());

        let q = Tensor::input(stream, q, &q_shape)?;
        let mut k = Tensor::input(stream, k, &k_shape)?;
        let mut v = Tensor::input(stream, v, &v_shape)?;
        let new_k = Tensor::input(stream, new_k, &new_k_shape)?;
        let new_v = Tensor::input(stream, new_v, &new_v_shape)?;
        let mut out = Tensor::<T>::output(stream, &o_shape)?;
        let mut lse = Tensor::<f32>::output(stream, &[batch, heads, queries])?;
        let is_new = appended > 0;
        let cache = KvCache {
            k: k.on_host_mut()?,
            v: v.on_host_mut()?,
            lengths: &self.lengths,
            page_table: page_table(),
            new_k: is_new.then_some(new_k.on_host()?),
            new_v: is_new.then_some(new_v.on_host()?),
        };
        let (to, logs) = (out.on_host_mut()?, Some(lse.on_host_mut()?));
        with_kv_cache(q.on_host()?, cache, to, logs, &options)?;

        let cache = gpu::GpuKvCache {
            k: k.on_device_mut()?.into(),
            v: v.on_device_mut()?.into(),
            lengths: &self.lengths,
            page_table: page_table(),
            new_k: is_new.then_some(new_k.on_device()?.into()),
            new_v: is_new.then_some(new_v.on_device()?.into()),
        };
        let (q, to) = (q.on_device()?.into(), out.on_device_mut()?.into());
        let logs = Some(lse.on_device_mut()?.into());
        let prepared = gpu::prepare_with_kv_cache(stream, q, cache, to, logs, &options)?;
        // Twice: the counters of the splits are 0 after a launch, and the cache is the same.
        prepared.launch()?;
        prepared.launch()?;
        drop(prepared);
        k.compare(stream, "K of the cache", 0.0)?;
        v.compare(stream, "V of the cache", 0.0)?;
        lse.compare(stream, "LSE", 2e-5)?;
        let bound = match self.inputs {
            // An exact result is rounded once.
            Inputs::Equal => {
                let rounded = |x: &mut f32| *x = T::from_f64(f64::from(*x)).to_f64() as f32;
                out.host.iter_mut().for_each(rounded);
                0.0
            }
            _ => bound::<T>(),
        };
        out.compare(stream, "O", bound)
    }
}

impl Call {
    /// Writes NaN to keys and values beyond the lengths; and to the last key, NaN in the first sequence, an infinite value in the others,
    /// which the last query alone sees where the mask is causal.
    fn spoil<T: AttentionElement>(&self, k: &mut [T], v: &mut [T], size: usize, queries: usize) {
        let [_, kv_heads] = self.heads;
        for (tensor, dim, is_value) in [(k, self.dims[0], false), (v, self.dims[1], true)] {
            for (b, length) in self.lengths.iter().enumerate() {
                let length = *length as usize;
                let row = |key: usize| (b * size + key) * kv_heads * dim;
                for key in length..size {
                    tensor[row(key)..row(key + 1)].fill(T::from_f64(f64::NAN));
                }
                if self.scores.mask == Mask::Full || queries == 1 {
                    continue;
                }
                match (b, is_value) {
                    (0, _) => tensor[row(length - 1)] = T::from_f64(f64::NAN),
                    (_, true) => tensor[row(length - 1)] = T::from_f64(f64::INFINITY),
                    _ => {}
                }
            }
        }
    }
}
