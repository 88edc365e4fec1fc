//! What a kernel will cost: waves, and per K block the slower of tensor cores and L2.
//!
//! The constants are fitted to the times of every kernel on the suite of `benches/record/`, in five types; afterwards
//! some were changed or set by hand: the bytes of an epilogue, the start of clusters of two, a strip, stores that
//! nothing hides, pairs, turns. How near the kernel ranked first comes to the fastest of eight is in
//! `benches/record/gpu-gemm/steps.md`. The unit is a clock, up to a factor that all kernels share: costs order kernels,
//! they do not predict times. Nor is each constant a measurement of what it names: where another hides it, the fit left it
//! anywhere.

use azulejo_kernels::device::gemm::hopper::{
    config::Description, fixed::Fixed, operand::Major, table::Row,
};
use azulejo_kernels::host::HardwareInfo;
use azulejo_kernels::host::gemm::{pitch, tiles};

use super::GpuProblem;
use super::select::blocks;

/// Bytes an SM takes from L2 in a clock when all of them do.
const L2_BYTES: f64 = 33.95;
/// Bytes an SM takes from L2 in a clock when few do.
const L2_BYTES_ALONE: f64 = 54.86;
/// What multicast leaves of the fewer bytes it reads: clusters of two, of four.
const CLUSTER_BYTES: [f64; 2] = [1.09, 1.105];
/// How much more it takes to read lines that are not a multiple of 128 bytes apart.
const UNEVEN: f64 = 2.325;
/// How many more clocks L2's bytes take behind copies of the operands, where the product alone would be at the power limit: the GPU
/// draws little meanwhile and multiplies at a higher clock after them, for which L2 gives no more bytes. What is long enough for
/// that, in clocks of the tensor cores.
const COPIED: f64 = 1.8;
const LIMITED: f64 = 45_000.0;
/// The tensor cores at less than their nominal rate; with one warpgroup to feed them, of more than 128 columns too, with
/// two in ping-pong, in blocks that wait for another with which they share operands, and for instructions of at most 64 columns.
const TENSOR: f64 = 1.744;
const SINGLE: f64 = 0.6186;
const SINGLE_WIDE: f64 = 1.25;
const PINGPONG: f64 = 1.08;
const PAIRED: f64 = 1.054;
const NARROW: f64 = 1.167;
/// What a shallow pipeline adds to the tensor cores' time, by thousands of lines of 128 bytes.
const SHALLOW: f64 = 0.339;
/// How much more L2's bytes cost in long launches, for each 1,024 K blocks: at the power limit they cost clock. Up to how many thousands
/// of them, by the times at 16384³.
const LONG: f64 = 0.03092;
const LONGEST: f64 = 8.0;
/// Likewise, what pairs lose where M or N of an operand of 16 bits is contiguous, whose panels are two or four copies for one.
const PAIRED_LONG: f64 = 0.02;
/// How sharply the slower of tensor cores and L2 decides, for cooperative and ping-pong consumers, and of kernel and device
/// memory: the exponents of means.
const BLOCK_MEAN: f64 = 3.392;
const TURNS_MEAN: f64 = 7.87;
const MEMORY_MEAN: f64 = 1.308;
/// How much of a last round that is not full is lost: clocks rise where less is switched.
const ROUND: f64 = 0.8577;
/// The share of the device memory's rate that all multiprocessors together come to, with this many bytes on their way.
const MEMORY: f64 = 0.5548;
const IN_FLIGHT: f64 = 1_075_000.0;
/// An epilogue: its fixed part, each panel, and bytes a clock; how much longer it is for a transpose; and what consumers in
/// turns leave of it.
const PANEL: f64 = 51.35;
const EPILOGUE: f64 = 131.3;
const EPILOGUE_BYTES: f64 = 27.92;
const TRANSPOSED: f64 = 1.1;
const HIDDEN: f64 = 0.08167;
/// A turn of a consumer.
const TURN: f64 = 360.0;
/// What each round takes longer where blocks of 64 rows are batches of their own, but for the last two, which nothing hides.
const HALVES: f64 = 700.0;
/// What each of the first rounds takes longer where consumers share tiles: until they have drifted apart, all blocks store at the
/// same time.
const TOGETHER: f64 = 2000.0;
const DRIFT: u64 = 8;
/// How much longer a byte of output takes where an element has four.
const FOUR_BYTES: f64 = 1.598;
/// How much longer it is where threads store words of D.
const BY_WORD: f64 = 4.536;
/// A whole epilogue: a strip of 64 rows and 16 columns, one at a time where accumulators leave few registers, else several;
/// how much longer it takes beside another consumer's products; and more of it for curves and for C.
const STRIP_ALONE: f64 = 1200.0;
const STRIP: f64 = 570.0;
const STRIP_PINGPONG: f64 = 2.3;
const STRIP_CURVE: f64 = 520.0;
const STRIP_C: f64 = 520.0;
/// A strip of an epilogue that is a kernel's only one; more of it for curves and for C.
const FIXED: f64 = 60.0;
const FIXED_CURVE: f64 = 150.0;
const FIXED_C: f64 = 60.0;
/// A strip where threads store words of D.
const WORDS: f64 = 250.0;
/// First copies and last stores of a launch; more in clusters, in the order of [`CLUSTER_BYTES`].
const LATENCY: f64 = 7306.0;
const CLUSTER: [f64; 2] = [151.2, 541.7];
/// A launch.
const START: f64 = 1219.0;
/// What a copy that turns an operand reaches of that.
const TURNING: f64 = 0.8;
/// A copy of lines, of both operands in one launch: fixed, and its share of the memory's rate, of which writes to L2 take little.
const COPY: f64 = 5000.0;
const COPY_MEMORY: f64 = 1.4;
/// A kernel that turns bytes of A on their way to registers. How much longer its products take: where each block is waited for,
/// no others hide the next one's loads; else, as [`LONG`], for each 1,024 K blocks and 128 columns that a byte is loaded for. And
/// what storing a tile of bytes adds, by rows and by columns, which threads store anyway.
const LOADED: f64 = 1.25;
const LONG_LOADS: f64 = 0.07;
const PAIRED_BYTES: [f64; 2] = [6000.0, 2500.0];
/// Writing and adding partial sums: fixed, per slice, and bytes a clock and SM.
const SPLIT: f64 = 18_920.0;
const PER_SLICE: f64 = 6.566;
const SPLIT_BYTES: f64 = 7.032;
/// Adding the slices of a cluster: fixed, and bytes a clock.
const COMBINE: f64 = 78.01;
const COMBINE_BYTES: f64 = 3.649;

/// An expected cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// Rounds of tiles over the multiprocessors.
    pub waves: u32,
    /// Clocks in all, up to a common factor.
    pub clocks: f64,
}

/// The cost of `problem` on `row`'s kernel with K cut into `splits` slices; `swap` where the
/// problem is the transpose of another.
pub fn estimate(
    problem: &GpuProblem,
    row: &Row,
    splits: u32,
    hardware: &HardwareInfo,
    swap: bool,
) -> Estimate {
    let (config, sms) = (&row.config, hardware.multiprocessors);
    let (bm, bn) = (config.tile.0 as f64, config.tile.1 as f64);
    let cluster = config.blocks();
    let (tiles_m, tiles_n) = tiles(config, problem.m, problem.n);
    let clusters = tiles_m as u64 * tiles_n as u64;
    let units = clusters
        .saturating_mul(problem.batches as u64)
        .saturating_mul(splits as u64);
    let slots = (blocks(row, sms) / config.resident / cluster).max(1) as u64;
    let waves = units.div_ceil(slots);
    let busy = units.min(slots) as f64 * cluster as f64;
    let of_cluster = |costs: [f64; 2], alone: f64| match cluster {
        1 => alone,
        2 => costs[0],
        _ => costs[1],
    };

    let slices = splits.saturating_mul(config.slices).max(1);
    let k_blocks = problem.k.div_ceil(config.block_k).max(1).div_ceil(slices) as f64;
    let consumers = config.threads / 128 - 1;
    let feed = match consumers {
        _ if config.ping_pong => PINGPONG,
        1 if config.tile.1 > 128 => SINGLE_WIDE,
        1 => SINGLE,
        _ => 1.0,
    };
    let launched = (k_blocks * waves as f64 / 1024.0).min(LONGEST);
    // What a pair shares is there for neither before the slower one has room for it.
    let pair = cluster == 2 && config.slices == 1 && config.tile.1 > 64;
    let by_panels = config.a.element == 2 && [config.a.major, config.b.major].contains(&Major::Mn);
    let feed = match pair && !config.ping_pong {
        true if by_panels => PAIRED * (1.0 + PAIRED_LONG * launched),
        true => PAIRED,
        false => feed,
    };
    let narrow = if config.tile.1 <= 64 { NARROW } else { 1.0 };
    let depth = config.stages as f64 * (bm + bn) / 1024.0;
    let tensor = TENSOR * feed * narrow * multiply(bm, bn) * (1.0 + SHALLOW / depth);
    let fill = bm * 128.0 / config.cluster.1 as f64 + bn * 128.0 / config.cluster.0 as f64;
    let transposes_bytes = config.a.major == Major::Mn && config.a.element == 1;
    let loaded = match transposes_bytes {
        true if config.promotes => LOADED,
        true => 1.0 + LONG_LOADS * 128.0 / bn * launched,
        false => 1.0,
    };
    let tensor = tensor * loaded;
    let l2 = L2_BYTES_ALONE.min(L2_BYTES * sms as f64 / busy);
    let lines = match lines(problem, config, sms) {
        Lines::Whole => 1.0,
        Lines::Uneven => UNEVEN,
        Lines::Copied => COPIED,
    };
    let shared = if config.cluster == (1, 1) {
        1.0
    } else {
        of_cluster(CLUSTER_BYTES, 1.0)
    };
    let long = 1.0 + LONG * launched;
    let exponent = if config.ping_pong {
        TURNS_MEAN
    } else {
        BLOCK_MEAN
    };
    let block = mean(tensor, fill * lines * shared / l2 * long, exponent);
    let row_blocks = bm
        / 64.0
        / if config.ping_pong {
            1.0
        } else {
            consumers as f64
        };
    let across = config.tile.1.div_ceil(config.panel) as f64;
    let transposed = if swap { TRANSPOSED } else { 1.0 };
    let lines_of_d = if uneven_output(problem, config, swap) {
        BY_WORD
    } else {
        1.0
    };
    let four_bytes = if config.out == 4 { FOUR_BYTES } else { 1.0 };
    let flag = |is: bool, cost: f64| if is { cost } else { 0.0 };
    let finish = problem.finish;
    // A fixed epilogue is straight-line code, hidden as stores are.
    let by_strips = finish.whole && config.fixed.is_none();
    let alone = row_blocks * bn / 2.0 > 160.0 || consumers == 3;
    let strip = if alone { STRIP_ALONE } else { STRIP };
    let strip = strip
        * if config.ping_pong {
            STRIP_PINGPONG
        } else {
            1.0
        };
    let strip = match config.fixed {
        None => strip + flag(finish.curve, STRIP_CURVE) + flag(finish.reads_c, STRIP_C),
        Some(_) => FIXED + flag(finish.curve, FIXED_CURVE) + flag(finish.reads_c, FIXED_C),
    };
    // C that comes through stages keeps the next tile's operands out of these.
    let stage = config.block_k * config.a.element * (config.tile.0 + config.tile.1);
    let blocks_of_c = stage / (64 * config.tile.1 * config.out);
    let kept = match config.fixed {
        Some(Fixed { c: true, .. }) if !config.ping_pong => {
            (config.tile.0 / 64).div_ceil(blocks_of_c) as f64 * fill / l2
        }
        _ => 0.0,
    };
    let strips = flag(
        finish.whole && splits == 1,
        row_blocks * (bn / 16.0) * strip,
    ) + flag(
        !finish.whole && uneven_output(problem, config, swap) && splits == 1,
        row_blocks * (bn / 16.0) * if alone { STRIP_ALONE } else { WORDS },
    );
    let plain = transposed
        * lines_of_d
        * (EPILOGUE
            + PANEL * row_blocks * across * consumers as f64 / 2.0
            + bm * bn * config.out as f64 * four_bytes / EPILOGUE_BYTES);
    let paired = flag(
        transposes_bytes && config.out == 1,
        PAIRED_BYTES[usize::from(swap)],
    );
    let store = plain + strips + kept + paired;
    let partial = bm * bn * 4.0 * units as f64 * (config.cluster.0 * config.cluster.1) as f64;
    let sum = SPLIT + PER_SLICE * splits as f64 + partial / (SPLIT_BYTES * sms as f64);
    // Ping-pong consumers store after each other's products, all but the last tile; what takes longer than these holds up
    // every other tile.
    let tile = if config.ping_pong {
        let longer = if by_strips {
            (k_blocks * block + store) / 2.0
        } else {
            store
        };
        let hidden = if by_strips { plain } else { store };
        (k_blocks * block).max(longer) + HIDDEN * hidden + TURN
    } else {
        k_blocks * block + store
    };
    let combine = if config.slices > 1 {
        let left = (config.slices - 1) as f64 * 64.0 * row_blocks * bn * 4.0;
        COMBINE + left / COMBINE_BYTES
    } else {
        0.0
    };
    let exact = units as f64 / slots as f64;
    let rounds = if waves > 1 {
        ROUND * waves as f64 + (1.0 - ROUND) * exact
    } else {
        1.0
    };
    // Half of plain sums is stored behind the last products.
    let exposed = match config.fixed {
        _ if !config.ping_pong => TOGETHER * waves.min(DRIFT) as f64,
        Some(Fixed::STORE_ONLY) => store / 2.0 + HALVES * waves.saturating_sub(2) as f64,
        _ => store,
    };
    let kernel = rounds * (tile + combine)
        + exposed
        + LATENCY
        + of_cluster(CLUSTER, 0.0)
        + if splits > 1 { sum } else { 0.0 };

    let element = config.a.element as f64;
    let (m, n, k) = (problem.m as f64, problem.n as f64, problem.k as f64);
    let outputs = if finish.reads_c { 2.0 } else { 1.0 } * config.out as f64 * m * n;
    let bytes = problem.batches as f64 * (element * k * (m + n) + outputs);
    let flight = busy * config.stages as f64 * (bm + bn) * 128.0;
    let rate = MEMORY * hardware.memory_bytes;
    let memory = bytes / (rate * (flight / IN_FLIGHT).min(1.0));
    // Operands that are transposed before the launch: in once, out once.
    let copied = |operand: Major, major: Major, lines: f64| {
        if operand == major {
            0.0
        } else {
            LATENCY + 2.0 * problem.batches as f64 * element * k * lines / (TURNING * rate)
        }
    };
    // Those whose lines TMA cannot take.
    let lines = |operand: Major, major: Major, lines: u32| {
        let (run, count) = if major == Major::K {
            (problem.k, lines)
        } else {
            (lines, problem.k)
        };
        let aligned = (run as u64 * config.a.element as u64).is_multiple_of(16) || count <= 1;
        let bytes = problem.batches as f64 * element * k * lines as f64;
        flag(operand == major && !aligned, bytes)
    };
    let moved =
        lines(config.a.major, problem.a, problem.m) + lines(config.b.major, problem.b, problem.n);
    let copies = copied(config.a.major, problem.a, m)
        + copied(config.b.major, problem.b, n)
        + flag(
            moved > 0.0,
            COPY + 2.0 * moved / (COPY_MEMORY * hardware.memory_bytes),
        );
    Estimate {
        waves: waves as u32,
        clocks: START + copies + mean(kernel, memory, MEMORY_MEAN),
    }
}

/// The mean of two costs that is near the larger one.
fn mean(a: f64, b: f64, exponent: f64) -> f64 {
    let large = a.max(b);
    large * ((a / large).powf(exponent) + (b / large).powf(exponent)).powf(exponent.recip())
}

/// Clocks the tensor cores take for a K block: N / 2 an instruction, or what shared memory takes to feed it.
fn multiply(bm: f64, bn: f64) -> f64 {
    4.0 * bm / 64.0 * (bn / 2.0).max((64.0 + bn) * 32.0 / 128.0)
}

/// Whether TMA cannot take D, its lines being packed.
fn uneven_output(problem: &GpuProblem, config: &Description, swap: bool) -> bool {
    let run = if swap { problem.m } else { problem.n };
    // Columns of bytes do not go by TMA.
    !(run as u64 * config.out as u64).is_multiple_of(16) || (swap && config.out == 1)
}

/// How the lines of operands lie in memory.
enum Lines {
    /// Nothing to pay for.
    Whole,
    /// At all places of L2's lines.
    Uneven,
    /// Copied to whole lines before a long product.
    Copied,
}

/// Those of `problem`, as the kernel reads them.
fn lines(problem: &GpuProblem, config: &Description, sms: u32) -> Lines {
    let bytes = problem.k as u64 * config.a.element as u64;
    if problem.a != Major::K || problem.b != Major::K || bytes.is_multiple_of(128) {
        return Lines::Whole;
    }
    // Lines that TMA cannot take are copied to others, whole lines of L2 where these are not much longer.
    let copied = !bytes.is_multiple_of(16) && pitch(bytes).is_multiple_of(128);
    let tiles = (problem.m as f64 / 128.0) * (problem.n as f64 / 128.0) * problem.batches as f64;
    let clocks = tiles * bytes as f64 / 128.0 * multiply(128.0, 128.0) / sms as f64;
    match copied {
        false => Lines::Uneven,
        true if clocks < LIMITED => Lines::Whole,
        true => Lines::Copied,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::{Finish, select};
    use azulejo_tensor::DType;

    /// How many operands of 8-bit floats the first choice copies to be transposed.
    fn copies(asked: GpuProblem) -> u32 {
        let choice = select(&asked, &HardwareInfo::H200).unwrap();
        let [a, b] = match choice.schedule.swap {
            true => [asked.transposed().a, asked.transposed().b],
            false => [asked.a, asked.b],
        };
        let config = &choice.row.config;
        assert_eq!(config.promotes, asked.promoted, "{choice}");
        (config.a.major != a) as u32 + (config.b.major != b) as u32
    }

    #[test]
    fn strided_8_bit_floats_are_turned_by_the_product_where_that_was_faster_than_a_copy() {
        let eight = [DType::F8E4M3, DType::F8E5M2];
        let outputs = [DType::BF16, DType::F16, DType::F32, eight[0], eight[1]];
        let pairs = eight.iter().flat_map(|a| eight.map(|b| [*a, b]));
        for ([of_a, of_b], out) in pairs.flat_map(|pair| outputs.map(|out| (pair, out))) {
            let bytes = eight.contains(&out);
            if bytes && [of_a, of_b] == [eight[1], eight[0]] {
                continue; // Copied, it is there as a transpose only, whose bytes threads store: not timed.
            }
            for promoted in [false, true] {
                let asked = |a, b, m, n, k| GpuProblem {
                    m,
                    n,
                    k,
                    batches: 1,
                    types: [of_a, of_b, out],
                    a,
                    b,
                    promoted,
                    halves: false,
                    finish: Finish::default(),
                };
                let dear = promoted || bytes;
                for (a, b) in [(Major::Mn, Major::K), (Major::K, Major::Mn)] {
                    // Nothing hides the loads of full sums, and bytes of D take long to store.
                    assert_eq!(copies(asked(a, b, 4096, 4096, 4096)), dear as u32);
                    // A copy is long beside a short product. Bytes out of full sums were not timed.
                    if !(promoted && bytes) {
                        assert_eq!(copies(asked(a, b, 2048, 2048, 2048)), 0);
                    }
                    // Loads cost power in long products; one kind has wider tiles that turn.
                    let wide = !dear && [of_a, of_b, out] == [eight[0], eight[0], DType::BF16];
                    assert_eq!(copies(asked(a, b, 8192, 8192, 8192)), !wide as u32);
                    // The copy of the large operand is long, that of the small one short.
                    let short = dear && a == Major::K;
                    assert_eq!(copies(asked(a, b, 8192, 1024, 4096)), short as u32);
                }
                // Where both are strided no kernel turns both.
                assert!(copies(asked(Major::Mn, Major::Mn, 2048, 2048, 2048)) > 0);
            }
        }
    }
}
