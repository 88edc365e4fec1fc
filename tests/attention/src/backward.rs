//! A backward on the executor, and the same by its definition in f64.

use azulejo_kernels::table::Variant::{self, Sm80, Sm90a};
use azulejo_runtime::attention::{BackwardPlan, BackwardProblem, Heads};
use azulejo_tensor::DType;

use crate::definition::{Row, rounded, rows};
use crate::launch::launch;
use crate::machine::{Device, GAP, Places, place, spread, unspread};
use crate::{Case, Expected, expected};

/// dQ, dK and dV, in the orders of Q, K and V.
pub type Gradients<T> = [Vec<T>; 3];

/// Whether the sums of dQ are added in a fixed order, and how many CTAs share the work.
#[derive(Clone, Copy, Debug)]
pub struct Mode {
    /// Whether the same inputs give the same bits.
    pub deterministic: bool,
    /// CTAs of the main kernel, at most.
    pub ctas: u32,
}

/// Runs the kernels by `wgmma` that the host chooses, twice, and gives what the second launch stored.
///
/// # Panics
/// With the executor's fault, or where an element beside a gradient was written.
pub fn run_backward(case: &Case, d_out: &[f32], mode: Mode) -> Gradients<f32> {
    run(case, d_out, mode, (Sm90a, 0))
}

/// As [`run_backward`], by `mma.sync`, where a CTA may have `shared` bytes of shared memory.
///
/// # Panics
/// As [`run_backward`].
pub fn run_sm80_backward(case: &Case, d_out: &[f32], mode: Mode, shared: u32) -> Gradients<f32> {
    run(case, d_out, mode, (Sm80, shared))
}

fn run(
    case: &Case,
    d_out: &[f32],
    mode: Mode,
    (variant, shared): (Variant, u32),
) -> Gradients<f32> {
    let mut device = Device::new();
    let problem = place_backward(case, d_out, mode, &mut device);
    let plan = match variant {
        Sm90a => BackwardPlan::hopper(&problem),
        Sm80 => BackwardPlan::sm80(&problem, shared),
    };
    let plan = plan.unwrap();
    // Nothing of the workspace but the maps and the counter is initialized.
    let workspace = device.uninitialized(plan.passes.workspace.bytes as usize);
    let args = plan.args(workspace);
    for (i, map) in plan.maps.iter().flatten().enumerate() {
        if map.address != 0 {
            device.write_map(workspace + 128 * i as u64, case.dtype, map);
        }
    }
    if args.next != 0 {
        device.memory.write(args.next, &[0; 8]).unwrap();
    }
    let (kernels, ctas) = (plan.kernels, plan.passes.query_ctas);
    let passes = [
        (kernels.parts.preprocess, ctas, 0),
        (kernels.kernel, plan.ctas(mode.ctas), kernels.shared),
        (kernels.parts.postprocess, ctas, 0),
        (kernels.parts.redo, plan.passes.redo_ctas, 0),
    ];
    for (kernel, ctas, shared) in [passes, passes].concat() {
        launch(&mut device, (variant, kernel), &args, ctas, shared);
    }
    stored(case, &device, &problem)
}

/// Places the tensors of a backward: O and LSE as the definition has them, gradients of all ones.
fn place_backward(case: &Case, d_out: &[f32], mode: Mode, device: &mut Device) -> BackwardProblem {
    let [_, heads, heads_kv] = case.heads;
    let ([total_q, total_k], [d, dv]) = (case.totals(), case.dims);
    let Expected { o, lse, .. } = expected(case);
    let Places { mut forward } = place(case, device);
    let o: Vec<f32> = o.iter().map(|x| *x as f32).collect();
    let (o, d_o) = (spread(case, &o, dv), spread(case, d_out, dv));
    forward.o.address = device.bytes(&o);
    let lse: Vec<u8> = lse.iter().flat_map(|x| (*x as f32).to_le_bytes()).collect();
    forward.lse = device.bytes(&lse);
    let mut gradient = |of: Heads, rows: usize, columns: usize| Heads {
        address: device.bytes(&vec![0xff; 2 * rows * (columns + GAP)]),
        ..of
    };
    let [dq, dk, dv_] = [
        gradient(forward.q, total_q * heads, d),
        gradient(forward.k, total_k * heads_kv, d),
        gradient(forward.v, total_k * heads_kv, dv),
    ];
    BackwardProblem {
        d_o: Heads {
            address: device.bytes(&d_o),
            ..forward.o
        },
        forward,
        dq,
        dk,
        dv: dv_,
        deterministic: mode.deterministic,
    }
}

/// The gradients that a launch stored.
fn stored(case: &Case, device: &Device, problem: &BackwardProblem) -> Gradients<f32> {
    let [_, heads, heads_kv] = case.heads;
    let ([total_q, total_k], [d, dv]) = (case.totals(), case.dims);
    [
        (problem.dq, total_q * heads, d),
        (problem.dk, total_k * heads_kv, d),
        (problem.dv, total_k * heads_kv, dv),
    ]
    .map(|(to, rows, columns)| unspread(case, device, to.address, rows, columns))
}

/// The gradients by their definition, and how far each element may be off: P and dS are rounded to the element type, as the results
/// are. O is what the forward stored, rounded.
pub fn expected_backward(case: &Case, d_out: &[f32]) -> (Gradients<f64>, Gradients<f64>) {
    let [_, heads, heads_kv] = case.heads;
    let ([total_q, total_k], [d, dv]) = (case.totals(), case.dims);
    let [q, k, v] = [0, 1, 2].map(|which| rounded(case, which));
    let round = |x: f64| f64::from(case.round(x as f32));
    let o: Vec<f64> = expected(case).o.into_iter().map(round).collect();
    let d_o: Vec<f64> = d_out.iter().map(|x| round(f64::from(*x))).collect();
    let half_unit = f64::powi(2.0, if case.dtype == DType::F16 { -11 } else { -8 });
    let sizes = [
        total_q * heads * d,
        total_k * heads_kv * d,
        total_k * heads_kv * dv,
    ];
    let mut found = sizes.map(|size| vec![0.0; size]);
    let mut bound = sizes.map(|size| vec![0.0; size]);
    let scale = f64::from(case.scale);
    for Row {
        query,
        head,
        head_kv,
        keys,
        scores,
        max,
        sum,
        ..
    } in rows(case)
    {
        let at_q = (query * heads + head) * d;
        let at_o = (query * heads + head) * dv;
        let d_o = &d_o[at_o..][..dv];
        let delta: f64 = d_o.iter().zip(&o[at_o..]).map(|(a, b)| a * b).sum();
        let size: f64 = d_o.iter().zip(&o[at_o..]).map(|(a, b)| (a * b).abs()).sum();
        for (j, (s, slope)) in keys.zip(scores) {
            let p = (s - max).exp() / sum;
            let at_k = (j * heads_kv + head_kv) * d;
            let at_v = (j * heads_kv + head_kv) * dv;
            let dp: f64 = d_o.iter().zip(&v[at_v..]).map(|(a, b)| a * b).sum();
            let dp_size: f64 = d_o.iter().zip(&v[at_v..]).map(|(a, b)| (a * b).abs()).sum();
            let ds = p * (dp - delta) * slope;
            // Exponents and products are in f32: a score of 10^4 has an error of 10^-3.
            let off = 4e-6 + 3e-7 * (s.abs() + max.abs());
            let ds_off =
                half_unit * ds.abs() + off * p * (dp_size + size) + p * (dp - delta).abs() * 1e-5;
            for c in 0..d {
                found[0][at_q + c] += scale * ds * k[at_k + c];
                bound[0][at_q + c] += (scale * ds_off * k[at_k + c]).abs();
                found[1][at_k + c] += scale * ds * q[at_q + c];
                bound[1][at_k + c] += (scale * ds_off * q[at_q + c]).abs();
            }
            for c in 0..dv {
                found[2][at_v + c] += p * d_o[c];
                bound[2][at_v + c] += (half_unit + off) * p * d_o[c].abs();
            }
        }
    }
    for (found, bound) in found.iter().zip(&mut bound) {
        for (x, bound) in found.iter().zip(bound) {
            // Numbers that f16 and the flushed exponentials do not have.
            *bound = 1.05 * (*bound + half_unit * x.abs()) + 1e-6;
        }
    }
    (found, bound)
}
