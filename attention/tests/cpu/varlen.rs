//! Packed sequences are the same as each alone.

use azulejo_attention::{CuSeqlens, Gradients, Saved, backward_varlen, forward_varlen};
use azulejo_cpu::Array;

use crate::edges::{masks, scored};
use crate::oracle::{Case, Tensor, difference, filled, wide};

/// Rows `from..to` of a tensor of one sequence.
fn part(tensor: &Tensor, from: usize, to: usize) -> Tensor {
    let [_, _, heads, dim] = tensor.shape;
    let size = heads * dim;
    Tensor {
        shape: [1, to - from, heads, dim],
        data: tensor.data[from * size..to * size].to_vec(),
    }
}

fn packed(tensor: &Tensor) -> Array<f32> {
    let array = tensor.array::<f32>();
    Array::from_vec(array.into_vec(), &tensor.shape[1..]).unwrap()
}

#[test]
fn packed_sequences_are_those_alone() {
    // Empty ones on either side, on both, and tokens after the last.
    let (cu_q, cu_k) = ([0, 3, 3, 70, 70, 300], [0, 5, 40, 40, 40, 350]);
    let (total_q, total_k) = (310, 360);
    let whole = Case::random::<f32>([1, total_q, total_k], [4, 2], [16, 8]);
    let cu_seqlens = CuSeqlens { q: &cu_q, k: &cu_k };
    for mask in masks() {
        let options = scored(mask, Some(4.0), None);
        let [q, k, v, d_out] = [&whole.q, &whole.k, &whole.v, &whole.d_out].map(packed);
        let (mut out, mut lse) = (filled(&[total_q, 4, 8]), filled(&[4, total_q]));
        forward_varlen(
            q.view(),
            k.view(),
            v.view(),
            cu_seqlens,
            out.view_mut(),
            Some(lse.view_mut()),
            &options,
        )
        .unwrap();
        let [mut dq, mut dk, mut dv] = [&q, &k, &v].map(|array| filled(array.extents()));
        backward_varlen(
            Saved {
                q: q.view(),
                k: k.view(),
                v: v.view(),
                out: out.view(),
                lse: lse.view(),
            },
            d_out.view(),
            cu_seqlens,
            Gradients {
                dq: dq.view_mut(),
                dk: dk.view_mut(),
                dv: dv.view_mut(),
            },
            &options,
        )
        .unwrap();
        for b in 0..5 {
            let [q0, q1] = [cu_q[b] as usize, cu_q[b + 1] as usize];
            let [k0, k1] = [cu_k[b] as usize, cu_k[b + 1] as usize];
            let alone = Case {
                q: part(&whole.q, q0, q1),
                k: part(&whole.k, k0, k1),
                v: part(&whole.v, k0, k1),
                d_out: part(&whole.d_out, q0, q1),
            };
            let (exact, exact_lse) = alone.oracle(&options, &|x| x);
            let close = |found: &[f64], exact: &[f64], what: &str| {
                let error = difference(found, exact);
                assert!(error < 2e-5, "{what} of sequence {b}, {mask:?}: {error:e}");
            };
            let rows = |array: &Array<f32>, from: usize, to: usize| {
                let size: usize = array.extents()[1..].iter().product();
                wide(array)[from * size..to * size].to_vec()
            };
            close(&rows(&out, q0, q1), &exact, "O");
            for h in 0..4 {
                let found = &wide(&lse)[h * total_q..][q0..q1];
                close(found, &exact_lse[h * (q1 - q0)..][..q1 - q0], "LSE");
            }
            let [eq, ek, ev] = alone.gradients(&options, &|x| x);
            close(&rows(&dq, q0, q1), &eq, "dQ");
            close(&rows(&dk, k0, k1), &ek, "dK");
            close(&rows(&dv, k0, k1), &ev, "dV");
        }
        // Rows of no sequence are left unchanged.
        assert!(out.data()[300 * 32..].iter().all(|x| x.is_nan()));
        assert!(dk.data()[350 * 32..].iter().all(|x| x.is_nan()));
        assert!(lse.data()[300..310].iter().all(|x| x.is_nan()));
    }
}
