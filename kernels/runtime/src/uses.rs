//! Why each kernel is there that computes no product: the first call of many that the host answers with it, printed by `--nocapture`.

use std::collections::BTreeMap;

use azulejo_tensor::{DType, RoundingMode};

use super::attention::*;
use super::operand::Raw;
use super::plan::Nest;
use super::{cast, copy, fill, gemm, map, reduce, rows};
use azulejo_cpu::{Kind, Op, Strided, check_mode};
use azulejo_kernels::device::gemm::{hopper, sm80};
use azulejo_kernels::table::Kernel;

/// Kernels' names, each with the first call that it answers.
type Uses = BTreeMap<&'static str, String>;

fn add(uses: &mut Uses, kernel: &Kernel, call: &dyn Fn() -> String) {
    uses.entry(kernel.name).or_insert_with(call);
}

/// Arrays of 64 by 96 elements of `size` bytes and their addresses: one run, rows with gaps after which bytes of every alignment
/// begin, and columns.
fn arrays(size: usize) -> Vec<(String, Strided, u64)> {
    let of = |strides: [usize; 2]| Strided::new(&[64, 96], &strides).unwrap();
    let mut all = vec![
        ("one run".to_owned(), of([96, 1]), 256),
        (
            "an unaligned run".to_owned(),
            of([96, 1]),
            256 + size as u64,
        ),
        ("columns".to_owned(), of([1, 64]), 256),
        ("columns, unaligned".to_owned(), of([1, 65]), 256),
    ];
    let gaps = [16, 8, 4, 2, 1].into_iter().filter(|gap| *gap >= size);
    all.extend(gaps.map(|gap| {
        let row = (96 * size + gap) / size;
        (format!("rows {gap} bytes apart"), of([row, 1]), 256)
    }));
    all
}

fn memory(uses: &mut Uses) {
    for dtype in DType::ALL {
        let size = dtype.bytes();
        for (to, layout, address) in arrays(size) {
            let (kernel, _) = fill::kernel(&Nest::new([&layout], [size]), size, address);
            add(uses, kernel, &|| format!("fill of {dtype}: {to}"));
            let to_raw = Raw::new(address, layout, dtype);
            for (from, layout, address) in arrays(size) {
                let plan = copy::plan(&to_raw, &Raw::new(address, layout, dtype)).unwrap();
                add(uses, plan.kernel, &|| {
                    format!("copy of {dtype}: {from} to {to}")
                });
            }
        }
    }
}

/// Every two types.
fn pairs() -> impl Iterator<Item = (DType, DType)> {
    let all = DType::ALL.into_iter();
    all.flat_map(|a| DType::ALL.map(|b| (a, b)))
}

fn casts(uses: &mut Uses) {
    for (a, b) in pairs() {
        for mode in RoundingMode::ALL {
            let (_, overflow) = cast::natural(b);
            if check_mode((a, b), mode, overflow).is_err() {
                continue;
            }
            match cast::way([a, b], mode, overflow) {
                cast::Way::Copy => {}
                cast::Way::Any => {
                    let kernel = &azulejo_kernels::device::cast::KERNELS[0];
                    add(uses, kernel, &|| format!("cast of {a} to {b} by {mode:?}"));
                }
                cast::Way::Pair(pair) => {
                    elementwise(uses, pair, [b, a], &|| format!("cast of {a} to {b}"))
                }
            }
        }
    }
}

/// The kernels of an elementwise operation on arrays of these types, the output's first.
fn elementwise<const M: usize>(
    uses: &mut Uses,
    one: super::elementwise::Elementwise,
    types: [DType; M],
    call: &dyn Fn() -> String,
) {
    for at in 0..2 {
        let all = types.map(|dtype| {
            let (_, layout, address) = arrays(dtype.bytes()).swap_remove(at);
            Raw::new(address, layout, dtype)
        });
        let words = ["aligned", "unaligned"][at];
        for kernel in one.launched(all.each_ref()) {
            add(uses, kernel, &|| format!("{}, {words}", call()));
        }
    }
}

fn maps(uses: &mut Uses) {
    for op in Op::ALL {
        for (a, b) in pairs() {
            let all = if op.kind() == Kind::Select {
                [DType::Bool, a, b]
            } else {
                [a, b, b]
            };
            let types = &all[..op.arity()];
            let Ok((dtype, result)) = map::types_of(*op, types) else {
                continue;
            };
            let Ok((one, promotes)) = map::kernels(*op, dtype, types) else {
                continue;
            };
            let call = || format!("{} of {types:?}", op.name());
            let of = |at: usize| {
                if promotes || all[at] == DType::Bool {
                    all[at]
                } else {
                    dtype
                }
            };
            match op.arity() {
                1 => elementwise(uses, one, [result, of(0)], &call),
                2 => elementwise(uses, one, [result, of(0), of(1)], &call),
                _ => elementwise(uses, one, [result, of(0), of(1), of(2)], &call),
            }
        }
    }
}

fn row_kernels(uses: &mut Uses) {
    for dtype in DType::ALL {
        let size = dtype.bytes();
        for length in [96, 95] {
            let layout = Strided::row_major(&[64, length]).unwrap();
            let outer = Strided::new(&[64], &[length]).unwrap();
            let nest = Nest::new([&outer; 2], [size; 2]);
            for (at, name) in [(0, "softmax"), (2, "layer_norm")] {
                if let Some(family) = rows::family(dtype) {
                    let (kernel, _) =
                        rows::kernel(family + at, [length, size], &nest, [256; 2].into_iter());
                    add(uses, kernel, &|| {
                        format!("{name} of rows of {length} {dtype}")
                    });
                }
            }
            let Some(row) = reduce::row(dtype) else {
                continue;
            };
            for axis in 0..2 {
                let mode = |k: usize| {
                    Strided::new(&layout.extents()[k..=k], &layout.strides()[k..=k]).unwrap()
                };
                let to = Strided::row_major(mode(1 - axis).extents()).unwrap();
                let outputs = Nest::new([&to, &mode(1 - axis)], [size; 2]);
                let plan = reduce::plan(
                    row,
                    [size; 2],
                    &outputs,
                    &reduce::nest(&mode(axis), size),
                    256,
                );
                add(uses, plan.kernel, &|| {
                    format!("sum over axis {axis} of 64 x {length} {dtype}")
                });
            }
        }
    }
}

/// Attention of every type, head dimension and mask, over short and long sequences, on an A100 and an H200.
fn attention(uses: &mut Uses) {
    let heads = Heads {
        address: 1 << 20,
        batch: 1 << 24,
        sequence: 1 << 12,
        head: 1 << 8,
    };
    for dtype in [DType::BF16, DType::F16] {
        for (head_dim, head_dim_v) in [
            (64, 64),
            (96, 96),
            (128, 128),
            (192, 128),
            (192, 192),
            (256, 256),
        ] {
            for seq in [1, 512, 1024, 2048, 8192] {
                for (right, softcap) in [(None, 0.0), (Some(0), 0.0), (None, 30.0), (Some(0), 30.0)]
                {
                    let (seqs, dims) = ([seq, seq.max(1024)], [head_dim, head_dim_v]);
                    let forward = ForwardProblem {
                        batch: 2,
                        softcap,
                        window_right: right,
                        ..ForwardProblem::test(dtype, seqs, dims, heads)
                    };
                    let mask = if right.is_some() { "causal" } else { "full" };
                    let call = |what: &str| {
                        format!(
                            "{what} of {seq} {dtype}, {head_dim} and {head_dim_v} columns, {mask}, softcap {softcap}"
                        )
                    };
                    if let Ok(plan) = ForwardPlan::new(&forward) {
                        add(uses, plan.row.kernel, &|| call("forward on 9.0"));
                    }
                    if let Ok(plan) = Sm80Plan::new(
                        &Sm80Problem {
                            forward,
                            cache: None,
                        },
                        108,
                    ) {
                        add(uses, plan.row.kernel, &|| call("forward on 8.0"));
                    }
                    let problem = BackwardProblem {
                        forward,
                        d_o: heads,
                        dq: heads,
                        dk: heads,
                        dv: heads,
                        deterministic: false,
                    };
                    for (plan, gpu) in [
                        (BackwardPlan::hopper(&problem), "9.0"),
                        (BackwardPlan::sm80(&problem, 166_912), "8.0"),
                        (BackwardPlan::sm80(&problem, 232_448), "10.0"),
                    ] {
                        let Ok(BackwardPlan { kernels: of, .. }) = plan else {
                            continue;
                        };
                        for kernel in [
                            of.parts.preprocess,
                            of.kernel,
                            of.parts.postprocess,
                            of.parts.redo,
                        ] {
                            add(uses, kernel, &|| call(&format!("backward on {gpu}")));
                        }
                    }
                }
            }
        }
    }
}

/// The kernels before and after a product.
fn passes(uses: &mut Uses) {
    let odd = gemm::Matrix::new(256, hopper::operand::Major::K, [64, 65, 65]);
    if !odd.is_aligned(2) {
        add(uses, &hopper::repack::KERNELS[0], &|| {
            "a product whose A has rows of 65 bf16".into()
        });
    }
    for row in hopper::table::FAMILIES.iter().copied().flatten() {
        if row.config.can_split
            && let Some(kernel) = gemm::reduce_kernel(&row.config)
        {
            add(uses, kernel, &|| {
                format!("{} in splits of K", row.kernel.name)
            });
        }
    }
    for row in sm80::table::FAMILIES.iter().copied().flatten() {
        if row.can_split_k()
            && let Some(kernel) = gemm::sm80::reduce_kernel(row)
        {
            add(uses, kernel, &|| {
                format!("{} in splits of K", row.kernel.name)
            });
        }
    }
}

#[test]
fn each_kernel_answers_a_call() {
    let mut uses = Uses::new();
    memory(&mut uses);
    casts(&mut uses);
    maps(&mut uses);
    row_kernels(&mut uses);
    attention(&mut uses);
    passes(&mut uses);
    // Products are listed where their kernels are chosen: `gemm/tests/uses.rs`, `gemm::sm80::choose`.
    let hopper = [hopper::table::FAMILIES, hopper::table::GROUPED].into_iter();
    let hopper = hopper.flatten().copied().flatten().map(|row| row.kernel);
    let sm80 = [sm80::table::FAMILIES, sm80::table::VECTORS].into_iter();
    let sm80 = sm80.flatten().copied().flatten().map(|row| row.kernel);
    let products: Vec<&str> = hopper.chain(sm80).map(|kernel| kernel.name).collect();
    // What tests show of the agreement between host and device, a caller names.
    let is_named = |kernel: &&Kernel| kernel.file == "probe";
    let without: Vec<&str> = azulejo_kernels::registry::kernels()
        .filter(|kernel| !is_named(kernel))
        .map(|kernel| kernel.name)
        .filter(|name| !products.contains(name) && !uses.contains_key(name))
        .collect();
    for (kernel, call) in &uses {
        println!("{kernel}: {call}");
    }
    assert!(without.is_empty(), "no call is answered with {without:?}");
}
