//! Any order of memory: BHSD and packed QKV, for inputs, results and gradients.

use azulejo_attention::{Gradients, Mask, Options, Saved, backward, forward};
use azulejo_cpu::{Strided, ViewMut};

use crate::edges::masked;
use crate::oracle::{Case, strided};

#[test]
fn packed_qkv_and_bhsd_are_the_same_as_bshd() {
    let [batch, tokens, heads, dim] = [2, 150, 3, 16];
    let case = Case::random::<f32>([batch, tokens, tokens], [heads, heads], [dim, dim]);
    let options = masked(Mask::Causal);
    let (out, lse) = case.forward::<f32>(&options).unwrap();
    let expected = case.backward::<f32>(&options).unwrap();
    // (batch, tokens, 3, heads, dim) in memory.
    let shape = [batch, tokens, heads, dim];
    let row = 3 * heads * dim;
    let packed_strides = [tokens * row, row, dim, 1];
    let mut qkv = vec![0.0f32; batch * tokens * row];
    for (which, tensor) in [&case.q, &case.k, &case.v].into_iter().enumerate() {
        for (token, values) in tensor.data.chunks(heads * dim).enumerate() {
            let to = &mut qkv[token * row + which * heads * dim..][..heads * dim];
            to.iter_mut()
                .zip(values)
                .for_each(|(to, x)| *to = *x as f32);
        }
    }
    let part = |which: usize| strided(&qkv[which * heads * dim..], &shape, &packed_strides);
    // (batch, heads, tokens, dim) in memory, and the LSE as (tokens, heads, batch).
    let bhsd = [heads * tokens * dim, dim, tokens * dim, 1];
    let mut found = vec![0.0f32; batch * tokens * heads * dim];
    let mut found_lse = vec![0.0f32; batch * tokens * heads];
    let lse_layout = Strided::new(&[batch, heads, tokens], &[1, batch, heads * batch]).unwrap();
    forward(
        part(0),
        part(1),
        part(2),
        ViewMut::new(&mut found, Strided::new(&shape, &bhsd).unwrap()).unwrap(),
        Some(ViewMut::new(&mut found_lse, lse_layout).unwrap()),
        &options,
    )
    .unwrap();
    let found_out = strided(&found, &shape, &bhsd);
    for (index, (b, i, h)) in crate::oracle::index(batch, tokens, heads).enumerate() {
        for x in 0..dim {
            assert_eq!(
                found_out.get(&[b, i, h, x]),
                Some(out.data()[index * dim + x])
            );
        }
        let found = found_lse[b + h * batch + i * heads * batch];
        assert_eq!(found, lse.data()[(b * heads + h) * tokens + i]);
    }
    let (d_out, mut memory) = (
        case.d_out.array::<f32>(),
        vec![7.0f32; 3 * batch * tokens * row],
    );
    let lse_view = strided(
        &found_lse,
        &[batch, heads, tokens],
        &[1, batch, heads * batch],
    );
    // Gradients with gaps between the rows.
    let wide = [tokens * heads * 2 * dim, heads * 2 * dim, 2 * dim, 1];
    let layout = Strided::new(&shape, &wide).unwrap();
    let mut parts = memory.chunks_mut(batch * tokens * row);
    let mut next = || ViewMut::new(parts.next().unwrap(), layout).unwrap();
    backward(
        Saved {
            q: part(0),
            k: part(1),
            v: part(2),
            out: found_out,
            lse: lse_view,
        },
        d_out.view(),
        Gradients {
            dq: next(),
            dk: next(),
            dv: next(),
        },
        &options,
    )
    .unwrap();
    for (which, expected) in expected.iter().enumerate() {
        let found = &memory[which * batch * tokens * row..];
        for (index, row) in expected.data().chunks(dim).enumerate() {
            assert_eq!(&found[index * 2 * dim..][..dim], row);
            assert_eq!(found[index * 2 * dim + dim], 7.0);
        }
    }
}

#[test]
fn broadcast_inputs_are_read() {
    // One key and value for all tokens of all sequences: stride 0.
    let q = Case::random::<f32>([2, 5, 5], [1, 1], [4, 4])
        .q
        .array::<f32>();
    let (k, v) = ([0.5f32, 1.0, -1.0, 2.0], [1.0f32, 2.0, 3.0, 4.0]);
    let mut out = vec![0.0; 40];
    forward(
        q.view(),
        strided(&k, &[2, 9, 1, 4], &[0, 0, 0, 1]),
        strided(&v, &[2, 9, 1, 4], &[0, 0, 0, 1]),
        ViewMut::new(&mut out, *q.view().layout()).unwrap(),
        None,
        &Options::default(),
    )
    .unwrap();
    assert!(out.chunks(4).all(|row| row == v));
}
