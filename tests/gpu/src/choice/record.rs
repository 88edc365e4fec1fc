//! Recorded times of all kernels, and how near the model's first choice comes to the fastest.
//!
//! ```text
//! device NVIDIA H200, SMs 132, SM clock 1980000 kHz, memory clock 3201000 kHz, memory bus 6016 bits, L2 62914560 bytes
//! kernel gemm_bf16_kk_128x256x4_1x1x1
//! …
//! suite bf16 KK 4096 4096 4096 195.31 0:0 7t:12 3/4:310
//! ```
//!
//! A product has its kind, types, orders, M, N, K, the microseconds of its fastest kernel, and for each kernel its number in
//! the list, `t` on the transpose, `/` splits of K, and how many thousandths longer than the fastest it took, at most 2,000. Kernels
//! that took longer are left out. A record in which no product has splits says nothing of them: only whole sums are ordered then.
//!
//! What the words of a product mean is with [`Asked`].

use std::{collections::BTreeMap, fmt};

use azulejo_gemm::gpu::{Choice, GpuProblem, HardwareInfo, choices};

use super::asked::Asked;

/// Times of one device.
pub struct Record {
    pub device: String,
    pub hardware: HardwareInfo,
    pub kernels: Vec<String>,
    pub products: Vec<Product>,
}

/// A product's times.
pub struct Product {
    pub title: String,
    pub kind: String,
    pub problem: GpuProblem,
    pub fastest: f64,
    /// By kernel, transpose and slices: the time over that of the fastest.
    pub times: BTreeMap<(usize, bool, u32), f64>,
}

/// What a kernel that is left out took at least.
pub const LEFT_OUT: f64 = 3.0;

impl Record {
    /// Reads the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut record = Self {
            device: String::new(),
            hardware: HardwareInfo::H200,
            kernels: Vec::new(),
            products: Vec::new(),
        };
        for line in text.lines() {
            let bad = || format!("`{line}`: this line of the record cannot be read");
            match line.split_once(' ').ok_or_else(bad)? {
                ("device", rest) => {
                    let number = |name| {
                        let value = rest.split_once(name)?.1;
                        let digits = value.split(|c: char| !c.is_ascii_digit()).next()?;
                        digits.parse().ok()
                    };
                    let clocks = ["SM clock ", "memory clock ", "bus ", "L2 "].map(number);
                    let [Some(clock), Some(memory), Some(bus), Some(l2)] = clocks else {
                        return Err(bad());
                    };
                    let sms = number("SMs ").ok_or_else(bad)?;
                    record.hardware = HardwareInfo::new(sms, [clock, memory, bus, l2]);
                    record.device = rest.to_owned();
                }
                ("kernel", name) => record.kernels.push(name.to_owned()),
                (kind, rest) => {
                    let product = product(kind, rest).ok_or_else(bad)?;
                    record.products.push(product);
                }
            }
        }
        Ok(record)
    }

    /// `true` if any product has a time of splits of K.
    fn has_splits(&self) -> bool {
        let mut keys = self
            .products
            .iter()
            .flat_map(|product| product.times.keys());
        keys.any(|(.., splits)| *splits > 1)
    }

    /// By kind and type, the ratio of the fastest kernel's time to that of the first choice, with the product.
    pub fn ratios(&self) -> BTreeMap<String, Vec<(f64, &str)>> {
        let mut all = BTreeMap::<_, Vec<_>>::new();
        for product in &self.products {
            let Some((_, time)) = product.timed(self).into_iter().next() else {
                continue;
            };
            let kind = &product.kind;
            let dtype = product.problem.types[0].short_name();
            let one = (product.fastest / time, &product.title[..]);
            all.entry(format!("{kind} {dtype}")).or_default().push(one);
            all.entry(format!("{kind} all")).or_default().push(one);
        }
        all
    }
}

impl Product {
    /// The kernels that were timed, in the order of the model, with their times.
    pub fn timed(&self, record: &Record) -> Vec<(Choice, f64)> {
        let time = |choice: &Choice| {
            let name = choice.row.kernel.name;
            let kernel = record.kernels.iter().position(|kernel| kernel == name)?;
            let key = (kernel, choice.schedule.swap_ab, choice.schedule.splits);
            let ratio = self.times.get(&key).copied().unwrap_or(LEFT_OUT);
            Some(self.fastest * ratio)
        };
        let all = choices(&self.problem, &record.hardware);
        let has_splits = record.has_splits();
        all.filter(|choice| has_splits || choice.schedule.splits == 1)
            .filter_map(|choice| Some((choice, time(&choice)?)))
            .collect()
    }
}

fn product(kind: &str, line: &str) -> Option<Product> {
    let all: Vec<&str> = line.split(' ').collect();
    let (&head, rest) = all.split_first_chunk()?;
    let (fastest, times) = rest.split_first()?;
    let time = |text: &&str| {
        let (key, thousandths) = text.split_once(':')?;
        let (key, splits) = key.split_once('/').unwrap_or((key, "1"));
        let swap = key.ends_with('t');
        let kernel = key.trim_end_matches('t').parse().ok()?;
        let time = 1.0 + thousandths.parse::<f64>().ok()? / 1e3;
        Some(((kernel, swap, splits.parse().ok()?), time))
    };
    Some(Product {
        title: head.join(" "),
        kind: kind.to_owned(),
        problem: Asked::of_words(head)?.problem,
        fastest: fastest.parse().ok()?,
        times: times.iter().map(time).collect::<Option<_>>()?,
    })
}

/// Ratios of many products.
pub struct Summary<'a> {
    pub number: usize,
    pub mean: f64,
    /// Shares of 0.97 and more.
    pub near: f64,
    /// The least, ascending.
    pub least: Vec<(f64, &'a str)>,
}

impl<'a> Summary<'a> {
    pub fn of(ratios: &[(f64, &'a str)]) -> Self {
        let mut least = ratios.to_vec();
        least.sort_by(|x, y| x.0.total_cmp(&y.0));
        let number = ratios.len();
        let logs: f64 = ratios.iter().map(|(ratio, _)| ratio.ln()).sum();
        let near = ratios.iter().filter(|(ratio, _)| *ratio >= 0.97).count();
        Self {
            number,
            mean: (logs / number.max(1) as f64).exp(),
            near: near as f64 / number.max(1) as f64,
            least,
        }
    }
}

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, mean, near) = (self.number, self.mean, self.near);
        write!(
            f,
            "{number:4} products, mean {mean:.4}, {near:.3} at 0.97 or more; least"
        )?;
        for (ratio, title) in self.least.iter().take(3) {
            write!(f, " {ratio:.3} ({title})")?;
        }
        Ok(())
    }
}
