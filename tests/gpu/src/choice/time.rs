//! Times every kernel that can compute a product, interleaved, as launches of graphs.

use std::{fmt::Write as _, fs, time::Instant};

use azulejo_gemm::gpu::{Choice, choices};
use cudarc::driver::sys::CUdevice_attribute_enum as Attribute;

use super::problems::problems;
use crate::prelude::*;

/// Rounds of all kernels, of those within a half of the fastest, and of those within an eighth, each after one that does not count.
const ROUNDS: [(usize, f64); 3] = [(1, 3.0), (2, 1.5), (7, 1.125)];

/// These products, or those of the record, all or of these kinds, into `file`, for at most so many seconds.
pub fn all(file: &str, seconds: u64, products: &[&str]) -> Result<(), Failure> {
    let (device, started) = (Device::new(0)?, Instant::now());
    let stream = device.stream()?;
    let of = |attribute| device.attribute(attribute);
    let mut text = format!(
        "device {}, SMs {}, SM clock {} kHz, memory clock {} kHz, memory bus {} bits, L2 {} bytes\n",
        device.name(),
        device.sm_count(),
        of(Attribute::CU_DEVICE_ATTRIBUTE_CLOCK_RATE)?,
        of(Attribute::CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE)?,
        of(Attribute::CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH)?,
        of(Attribute::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)?,
    );
    print!("{text}");
    let (given, kinds): (Vec<&str>, Vec<&str>) = products.iter().partition(|p| p.contains(','));
    let mut lists: [Vec<(&str, String, Asked)>; 5] = Default::default();
    let known = TYPES.map(problems).into_iter().flatten();
    let known = known.filter(|(kind, _)| products.is_empty() || kinds.contains(kind));
    let given = given.iter().map(|words| ("suite", words.replace(',', " ")));
    for (kind, title) in known.chain(given) {
        let parts: Vec<&str> = title.split(' ').collect();
        let asked = <[&str; 5]>::try_from(parts).ok().and_then(Asked::of_words);
        let asked = asked.ok_or_else(|| format!("{title} is not written as bf16,KK,M,N,K"))?;
        let first = match asked.problem.types[0] {
            DType::F8E5M2 => DType::F8E4M3,
            first => first,
        };
        let list = TYPES.iter().position(|one| *one == first);
        lists[list.unwrap_or(0)].push((kind, title, asked));
    }
    let hardware = device.hardware();
    let asked = lists.iter().flatten().map(|(.., asked)| asked.problem);
    let all = asked.flat_map(|problem| choices(&problem, &hardware));
    let mut kernels: Vec<_> = all.map(|choice| choice.row.kernel).collect();
    kernels.sort_by_key(|kernel| kernel.name);
    kernels.dedup_by_key(|kernel| kernel.name);
    for kernel in &kernels {
        let _ = writeln!(text, "kernel {}", kernel.name);
    }
    let names: Vec<&str> = kernels.iter().map(|kernel| kernel.name).collect();
    std::thread::scope(|scope| {
        for part in kernels.chunks(kernels.len().div_ceil(12).max(1)) {
            let device = &device;
            scope.spawn(move || part.iter().for_each(|kernel| drop(device.function(kernel))));
        }
    });
    let seconds_since = || started.elapsed().as_secs_f64();
    println!("{} kernels, {:.1} s", kernels.len(), seconds_since());
    let mut memory = Memory::new(&stream)?;
    for (dtype, list) in TYPES.into_iter().zip(&lists) {
        if list.is_empty() {
            continue;
        }
        memory.fill(&stream, dtype)?;
        println!("{}: {:.1} s", dtype.short_name(), seconds_since());
        for (kind, title, asked) in list {
            if started.elapsed().as_secs() > seconds {
                break;
            }
            match one(&stream, &mut memory, asked) {
                Ok(times) => line(&mut text, kind, title, &times, &names),
                Err(error) => println!("{title}: {error}"),
            }
        }
        fs::write(file, &text)?;
    }
    println!("{:.1} s", seconds_since());
    Ok(())
}

/// A product's line of the record.
fn line(text: &mut String, kind: &str, title: &str, times: &[(Choice, f64)], kernels: &[&str]) {
    let mut sorted = times.to_vec();
    sorted.sort_by(|x, y| x.1.total_cmp(&y.1));
    let Some(&(_, fastest)) = sorted.first() else {
        return println!("{title}: no kernel");
    };
    let _ = write!(text, "{kind} {title} {fastest:.2}");
    for (choice, time) in sorted.iter().filter(|(_, time)| *time <= 3.0 * fastest) {
        let name = choice.row.kernel.name;
        let kernel = kernels.iter().position(|kernel| *kernel == name);
        let _ = write!(text, " {}", kernel.unwrap_or_default());
        if choice.schedule.swap_ab {
            text.push('t');
        }
        if choice.schedule.splits > 1 {
            let _ = write!(text, "/{}", choice.schedule.splits);
        }
        let _ = write!(text, ":{:.0}", (time / fastest - 1.0) * 1e3);
    }
    text.push('\n');
}

/// Operands and results of all products.
struct Memory([Buffer<u8>; 3]);

impl Memory {
    /// Of the largest product's bytes, each.
    const BYTES: usize = 1 << 30;

    fn new(stream: &Stream) -> Result<Self, Error> {
        let part = || stream.zeros::<u8>(Self::BYTES + (1 << 20));
        Ok(Self([part()?, part()?, part()?]))
    }

    /// Fills both operands with normally distributed elements.
    fn fill(&mut self, stream: &Stream, dtype: DType) -> Result<(), Error> {
        let pool = Pool::new(dtype);
        for (buffer, start) in self.0[..2].iter_mut().zip(RotatingOperands::STARTS) {
            *buffer = pool.upload(stream, start, Self::BYTES / dtype.bytes())?;
        }
        Ok(())
    }
}

/// The memory of the operand of this many bytes that is number `set` in one of `parts` of a buffer.
fn place(buffer: Region<'_>, set: u64, bytes: u64, parts: usize) -> Region<'_> {
    let bytes = bytes.next_multiple_of(256);
    let places = ((Memory::BYTES / parts) as u64 / bytes).max(1);
    buffer.skip(set % places * bytes)
}

/// Microseconds of each kernel.
fn one(stream: &Stream, memory: &mut Memory, asked: &Asked) -> Result<Vec<(Choice, f64)>, Error> {
    let (elements, types) = (asked.elements(), asked.problem.types);
    let bytes = [0, 1, 2].map(|of| (elements[of] * types[of].bytes()) as u64);
    let one: u64 = bytes.iter().sum();
    // Microseconds that no kernel beats.
    let floor = (asked.flops() / 8e8).max(one as f64 / 4e6).max(4.0);
    let count = ((160.0 / floor) as usize).clamp(1, 40);
    let sets = (ROTATED.div_ceil(one) as usize).clamp(1, count);
    let count = count.next_multiple_of(sets);
    let [a, b, d] = &mut memory.0;
    let whole = [Region::read(a), Region::read(b), Region::write(d)];
    let of = |set| [0, 1, 2].map(|of| place(whole[of], set, bytes[of], 1));
    // C, and what else an epilogue reads, is in A's second half.
    let half = whole[0].skip(Memory::BYTES as u64 / 2);
    let sets = 0..sets as u64;
    let more: Vec<_> = sets
        .clone()
        .map(|set| place(half, set, bytes[2], 2))
        .collect();
    let sets: Vec<_> = sets.map(of).collect();
    let all: Vec<_> = choices(&asked.problem, &stream.device().hardware()).collect();
    let on = Timed::new(stream, asked, (&sets, &more), count);
    let times = on.tried(&all, &ROUNDS)?;
    let micros = times.into_iter().map(|time| 1e6 * time);
    Ok(all.into_iter().zip(micros).collect())
}
