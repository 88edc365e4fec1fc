//! [`run`]: a problem through the plan of the host and the committed PTX.

use azulejo_kernels::device::attention::args::Args;
use azulejo_kernels::table::Variant;
use azulejo_runtime::attention::{ForwardPlan, ForwardProblem, Heads, Map, Varlen};
use azulejo_simt::Memory;
use azulejo_simt::hopper::{ElementType, Swizzle, TensorMap};
use azulejo_tensor::{DType, bf16, f16};

use crate::launch::launch;

/// A forward: extents, options, and the operands in the order (batch, position, head, column).
#[derive(Clone, Debug)]
pub struct Case {
    /// f16 or bf16.
    pub dtype: DType,
    /// Batches, heads of Q, heads of K and V.
    pub heads: [usize; 3],
    /// Queries and keys of each batch: one entry for all, or one for each, which are packed.
    pub seqs: Vec<[usize; 2]>,
    /// Columns of Q and K, and of V.
    pub dims: [usize; 2],
    /// Keys to the left and to the right.
    pub window: [Option<u32>; 2],
    /// Factor of the scores.
    pub scale: f32,
    /// Bound of the scores, or 0.
    pub softcap: f32,
    /// Slopes of the heads, or none.
    pub slopes: Vec<f32>,
    /// Q, K and V.
    pub operands: [Vec<f32>; 3],
}

/// What the kernel stored.
#[derive(Clone, Debug)]
pub struct Found {
    /// O, in the order of Q.
    pub o: Vec<f32>,
    /// LSE, (batch, head, query), packed (head, query).
    pub lse: Vec<f32>,
}

impl Case {
    /// Whether sequences are packed.
    pub fn is_packed(&self) -> bool {
        self.seqs.len() > 1
    }

    /// Positions of Q and K in all.
    pub fn totals(&self) -> [usize; 2] {
        let batches = if self.is_packed() { 1 } else { self.heads[0] };
        [0, 1].map(|which| batches * self.seqs.iter().map(|seq| seq[which]).sum::<usize>())
    }

    /// The values as the element type rounds them.
    pub fn round(&self, x: f32) -> f32 {
        match self.dtype {
            DType::F16 => f16::from_f32(x).to_f32(),
            _ => bf16::from_f32(x).to_f32(),
        }
    }

    fn bits(&self, x: f32) -> u16 {
        match self.dtype {
            DType::F16 => f16::from_f32(x).to_bits(),
            _ => bf16::from_f32(x).to_bits(),
        }
    }

    fn value(&self, bits: u16) -> f32 {
        match self.dtype {
            DType::F16 => f16::from_bits(bits).to_f32(),
            _ => bf16::from_bits(bits).to_f32(),
        }
    }
}

/// Elements of another tensor that lie between two rows, as in packed Q, K and V.
pub(crate) const GAP: usize = 8;

pub(crate) struct Device {
    pub memory: Memory,
}

impl Device {
    pub fn new() -> Self {
        Device {
            memory: Memory::new(),
        }
    }

    pub fn uninitialized(&mut self, bytes: usize) -> u64 {
        self.memory.allocate(bytes.max(16)).unwrap()
    }

    pub fn bytes(&mut self, bytes: &[u8]) -> u64 {
        let address = self.memory.allocate(bytes.len().max(16)).unwrap();
        self.memory.write(address, bytes).unwrap();
        address
    }

    pub fn read(&self, address: u64, len: usize) -> Vec<u8> {
        let mut bytes = vec![0; len];
        self.memory.read(address, &mut bytes).unwrap();
        bytes
    }

    fn map(&mut self, dtype: DType, map: &Map) -> u64 {
        let address = self.uninitialized(128);
        self.write_map(address, dtype, map);
        address
    }

    pub fn write_map(&mut self, address: u64, dtype: DType, map: &Map) {
        let swizzle = match map.swizzle {
            128 => Swizzle::Bytes128,
            64 => Swizzle::Bytes64,
            32 => Swizzle::Bytes32,
            _ => Swizzle::None,
        };
        // The driver's numbers of the types.
        let element = ElementType::of(if dtype == DType::F16 { 6 } else { 9 }).unwrap();
        let (sizes, strides, extent) = (&map.sizes, &map.strides, &map.extent);
        let map = TensorMap::new(
            element,
            map.address,
            sizes,
            strides,
            extent,
            &[1; 4],
            swizzle,
        );
        self.memory.write(address, &map.unwrap().encode()).unwrap();
    }
}

/// Rows of `columns` elements with NaN between them.
pub(crate) fn spread(case: &Case, values: &[f32], columns: usize) -> Vec<u8> {
    let gap = [f32::NAN; GAP].map(|x| case.bits(x));
    let rows = values.chunks_exact(columns.max(1));
    let row = |row: &[f32]| {
        row.iter()
            .map(|x| case.bits(*x))
            .chain(gap)
            .collect::<Vec<_>>()
    };
    rows.flat_map(row).flat_map(u16::to_le_bytes).collect()
}

/// The elements of such rows.
///
/// # Panics
/// Where an element between two rows was written.
pub(crate) fn unspread(
    case: &Case,
    device: &Device,
    at: u64,
    rows: usize,
    columns: usize,
) -> Vec<f32> {
    let pitch = columns + GAP;
    let words: Vec<u16> = device
        .read(at, 2 * rows * pitch)
        .chunks_exact(2)
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
        .collect();
    for row in words.chunks_exact(pitch) {
        assert_eq!(
            row[columns..],
            [0xffff; GAP],
            "elements beside a result were written"
        );
    }
    words
        .chunks_exact(pitch)
        .flat_map(|row| &row[..columns])
        .map(|bits| case.value(*bits))
        .collect()
}

/// A case in the memory of a device.
pub(crate) struct Places {
    pub forward: ForwardProblem,
}

/// Places the operands, O and LSE.
pub(crate) fn place(case: &Case, device: &mut Device) -> Places {
    let [batch, heads, heads_kv] = case.heads;
    let ([total_q, total_k], [d, dv]) = (case.totals(), case.dims);
    let strided = |address: u64, heads: usize, columns: usize, seq: usize| Heads {
        address,
        batch: (seq * heads * (columns + GAP)) as i64,
        sequence: (heads * (columns + GAP)) as i64,
        head: (columns + GAP) as i64,
    };
    let [q, k, v] = [(0, d), (1, d), (2, dv)]
        .map(|(which, columns)| spread(case, &case.operands[which], columns));
    let [q, k, v] = [q, k, v].map(|bytes| device.bytes(&bytes));
    let o = device.bytes(&vec![0xff; 2 * total_q * heads * (dv + GAP)]);
    let lse = device.bytes(&vec![0xff; 4 * total_q * heads]);
    let [longest_q, longest_k] =
        [0, 1].map(|which| case.seqs.iter().map(|seq| seq[which]).max().unwrap_or(0));
    let varlen = case.is_packed().then(|| {
        let mut starts = |which: usize| {
            let mut at = 0i32;
            let mut bytes = at.to_le_bytes().to_vec();
            for seq in &case.seqs {
                at += seq[which] as i32;
                bytes.extend(at.to_le_bytes());
            }
            device.bytes(&bytes)
        };
        Varlen {
            cu_seqlens_q: starts(0),
            cu_seqlens_k: starts(1),
            total_q: total_q as u32,
            total_k: total_k as u32,
        }
    });
    let slopes: Vec<u8> = case.slopes.iter().flat_map(|x| x.to_le_bytes()).collect();
    let problem = ForwardProblem {
        dtype: case.dtype,
        batch: batch as u32,
        heads: heads as u32,
        heads_kv: heads_kv as u32,
        seq_q: longest_q as u32,
        seq_k: longest_k as u32,
        head_dim: d as u32,
        head_dim_v: dv as u32,
        q: strided(q, heads, d, longest_q),
        k: strided(k, heads_kv, d, longest_k),
        v: strided(v, heads_kv, dv, longest_k),
        o: strided(o, heads, dv, longest_q),
        lse,
        scale: case.scale,
        softcap: case.softcap,
        window_left: case.window[0],
        window_right: case.window[1],
        alibi_slopes: if slopes.is_empty() {
            0
        } else {
            device.bytes(&slopes)
        },
        alibi_batch: 0,
        varlen,
    };
    Places { forward: problem }
}

/// Runs the kernel that the host chooses on `ctas` CTAs, twice, and gives what the second launch stored.
///
/// # Panics
/// With the executor's fault, or where an element beside O was written.
pub fn run(case: &Case, ctas: u32) -> Found {
    let mut device = Device::new();
    let ([total_q, _], heads) = (case.totals(), case.heads[1]);
    let Places { forward: problem } = place(case, &mut device);
    let plan = ForwardPlan::new(&problem).unwrap();
    let args = Args {
        maps: plan.maps.map(|map| device.map(case.dtype, &map)),
        operands: {
            let words = plan
                .operands
                .iter()
                .flat_map(|at| [at.address, at.batch, at.sequence, at.head]);
            device.bytes(&words.flat_map(u64::to_le_bytes).collect::<Vec<_>>())
        },
        next: device.bytes(&[0; 8]),
        ..plan.args
    };
    for _ in 0..2 {
        let kernel = (Variant::Sm90a, plan.row.kernel);
        let ctas = ctas.min(plan.tiles);
        launch(&mut device, kernel, &args, ctas, plan.row.shared);
    }
    let lse = device.read(problem.lse, 4 * total_q * heads);
    Found {
        o: unspread(
            case,
            &device,
            problem.o.address,
            total_q * heads,
            case.dims[1],
        ),
        lse: lse
            .chunks_exact(4)
            .map(|word| f32::from_le_bytes([word[0], word[1], word[2], word[3]]))
            .collect(),
    }
}
