//! Queries over a cache are those over the same keys in one tensor.

use azulejo_attention::{AttentionElement, KvCache, Mask, Options, with_kv_cache};
use azulejo_cpu::{Array, Stored};
use azulejo_tensor::{bf16, f16};

use crate::edges::{masked, scored};
use crate::oracle::{Case, Tensor, difference, filled, wide};

/// Where key `j` of sequence `b` is: the slot and the key in it.
type Place<'a> = &'a dyn Fn(usize, usize) -> [usize; 2];

/// A cache of `slots` with the first keys of each sequence, NaN elsewhere.
fn pool<T: AttentionElement + Stored>(
    of: &Tensor,
    lengths: &[i32],
    [slots, size]: [usize; 2],
    place: Place<'_>,
) -> Array<T> {
    let [_, _, heads, dim] = of.shape;
    let mut pool = filled::<T>(&[slots, size, heads, dim]);
    for (b, length) in lengths.iter().enumerate() {
        for j in 0..*length as usize {
            let ([slot, key], from) = (place(b, j), of.at([b, j, 0, 0]));
            let to = (slot * size + key) * heads * dim;
            for x in 0..heads * dim {
                pool.data_mut()[to + x] = T::from_f64(of.data[from + x]);
            }
        }
    }
    pool
}

/// Rows `from[b]..from[b] + count` of each sequence.
fn rows(of: &Tensor, from: &[i32], count: usize) -> Tensor {
    let [batch, _, heads, dim] = of.shape;
    let mut part = Tensor::zeros([batch, count, heads, dim]);
    for (b, i) in (0..batch).flat_map(|b| (0..count).map(move |i| (b, i))) {
        let (to, from) = (
            part.at([b, i, 0, 0]),
            of.at([b, from[b] as usize + i, 0, 0]),
        );
        part.data[to..to + heads * dim].copy_from_slice(&of.data[from..from + heads * dim]);
    }
    part
}

#[allow(clippy::too_many_arguments)]
fn check<T: AttentionElement + Stored>(
    queries: usize,
    appended: usize,
    lengths: &[i32],
    page_size: Option<usize>,
    heads: [usize; 2],
    options: &Options<'_>,
    tolerance: f64,
) {
    let batch = lengths.len();
    let longest = *lengths.iter().max().unwrap() as usize + appended;
    let case = Case::random::<T>([batch, queries, longest], heads, [32, 16]);
    let pages = longest.div_ceil(page_size.unwrap_or(1));
    // Pages in an order that mixes the sequences.
    let count = pages * batch;
    let page = |b: usize, index: usize| count - 1 - (index * batch + b);
    let place = |b: usize, j: usize| match page_size {
        Some(size) => [page(b, j / size), j % size],
        None => [b, j],
    };
    let slots = match page_size {
        Some(size) => [count, size],
        None => [batch, longest],
    };
    let (mut k, mut v) = (
        pool::<T>(&case.k, lengths, slots, &place),
        pool::<T>(&case.v, lengths, slots, &place),
    );
    let table: Vec<i32> = (0..batch)
        .flat_map(|b| (0..pages).map(move |p| (b, p)))
        .map(|(b, p)| page(b, p) as i32)
        .collect();
    let table = Array::from_vec(table, &[batch, pages]).unwrap();
    let [new_k, new_v] = [&case.k, &case.v].map(|t| rows(t, lengths, appended).array::<T>());
    let q = case.q.array::<T>();
    let mut out = filled::<T>(&[batch, queries, heads[0], 16]);
    let mut lse = filled::<f32>(&[batch, heads[0], queries]);
    with_kv_cache(
        q.view(),
        KvCache {
            k: k.view_mut(),
            v: v.view_mut(),
            lengths,
            page_table: page_size.map(|_| table.view()),
            new_k: (appended > 0).then(|| new_k.view()),
            new_v: (appended > 0).then(|| new_v.view()),
        },
        out.view_mut(),
        Some(lse.view_mut()),
        options,
    )
    .unwrap();
    let after: Vec<i32> = lengths.iter().map(|n| n + appended as i32).collect();
    let expected = [
        pool::<T>(&case.k, &after, slots, &place),
        pool::<T>(&case.v, &after, slots, &place),
    ];
    for (found, expected) in [&k, &v].into_iter().zip(&expected) {
        assert_eq!(difference(&wide(found), &wide(expected)), 0.0);
    }
    for (b, keys) in after.iter().enumerate() {
        let one = |t: &Tensor, count| {
            let mut alone = t.clone();
            let size: usize = t.shape[1..].iter().product();
            alone.data = t.data[b * size..(b + 1) * size].to_vec();
            alone.shape[0] = 1;
            rows(&alone, &[0], count)
        };
        let alone = Case {
            q: one(&case.q, queries),
            k: one(&case.k, *keys as usize),
            v: one(&case.v, *keys as usize),
            d_out: one(&case.d_out, queries),
        };
        let (exact, exact_lse) = alone.oracle(options, &|x| x);
        let (out, lse) = (wide(&out), wide(&lse));
        let error = difference(&out[b * exact.len()..][..exact.len()], &exact);
        let what = (queries, appended, lengths, page_size, heads, options);
        assert!(error <= tolerance, "O of {b} in {what:?}: {error:e}");
        let error = difference(&lse[b * exact_lse.len()..][..exact_lse.len()], &exact_lse);
        assert!(error <= 1e-5, "LSE of {b} in {what:?}: {error:e}");
    }
}

#[test]
fn every_number_of_queries_over_pages_of_any_size() {
    for queries in 1..=16 {
        for page_size in [None, Some(16), Some(17), Some(64), Some(300)] {
            for appended in [0, queries] {
                for mask in [Mask::Full, Mask::Causal] {
                    let options = masked(mask);
                    let lengths = [40, 0, 70];
                    check::<f32>(
                        queries,
                        appended,
                        &lengths,
                        page_size,
                        [4, 2],
                        &options,
                        5e-6,
                    );
                }
            }
        }
    }
}

#[test]
fn types_heads_and_options() {
    let slopes = [0.5, 0.25, 0.125, 1.0, 2.0, 0.0, 0.3, 0.7];
    for heads in [[8, 8], [8, 2], [8, 1]] {
        let options = scored(
            Mask::Window {
                left: Some(33),
                right: Some(0),
            },
            Some(3.0),
            Some(&slopes),
        );
        check::<f16>(3, 3, &[100, 7], Some(32), heads, &options, 1e-3);
        check::<bf16>(3, 3, &[100, 7], None, heads, &options, 1e-2);
    }
}

#[test]
fn many_keys_are_split_and_combined() {
    let options = masked(Mask::Causal);
    check::<f32>(2, 2, &[9001, 20], Some(128), [8, 1], &options, 5e-6);
}
