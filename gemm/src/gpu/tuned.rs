//! [`Tuned`]: choices that were measured, kept in a file.

use std::io::{self, Read as _};
use std::{collections::BTreeMap, fmt::Write as _, fs, path::Path, sync::OnceLock};

use azulejo_runtime::HardwareInfo;

use super::select::first;
use super::{Choice, GpuProblem, select};

/// Which kernel was the fastest for problems that have been timed on this device.
///
/// The file has a line a problem, which a person can read and change; lines that name no kernel are left alone and not
/// used:
///
/// ```text
/// bf16 bf16 bf16 K K 1024 1024 1024 1 = gemm_bf16_kk_64x128x8_1x1x1 1
/// e4m3 e4m3 bf16 K K 4096 128 14336 1 = gemm_e4m3_e4m3_kk_128x128x6_4x1x1 1 transposed
/// ```
///
/// On the left types of A, B and D, the contiguous index of A and B, M, N, K and the batches, and what else is done to the
/// product, if anything; on the right the kernel, the
/// splits of K, and whether it computes the transpose.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tuned {
    lines: BTreeMap<String, String>,
}

/// Bytes of a file at most; a line has about 100.
const LONGEST: u64 = 1 << 24;

fn key(problem: &GpuProblem) -> String {
    let [a, b, d] = problem.types.map(|dtype| dtype.short_name());
    let promote = if problem.promote { " promote" } else { "" };
    let f16_accumulate = if problem.f16_accumulate {
        " f16_accumulate"
    } else {
        ""
    };
    let epilogue = problem.epilogue;
    format!(
        "{a} {b} {d} {:?} {:?} {} {} {} {}{promote}{f16_accumulate}{epilogue}",
        problem.a, problem.b, problem.m, problem.n, problem.k, problem.batches
    )
}

fn value(choice: &Choice) -> String {
    let transposed = if choice.schedule.swap_ab {
        " transposed"
    } else {
        ""
    };
    format!(
        "{} {}{transposed}",
        choice.row.kernel.name, choice.schedule.splits
    )
}

impl Tuned {
    /// Reads a file; where there is none, nothing has been tuned yet.
    ///
    /// # Errors
    /// Those of reading it; a file of more than 16 MiB.
    pub fn load(path: &Path) -> io::Result<Self> {
        let mut text = String::new();
        match fs::File::open(path) {
            Ok(file) => file.take(LONGEST + 1).read_to_string(&mut text)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
            Err(error) => return Err(error),
        };
        if text.len() as u64 > LONGEST {
            let why = format!("it has more than {LONGEST} bytes; name a file of choices");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, why));
        }
        let split = |line: &str| {
            let (key, value) = line.split_once('=')?;
            Some((key.trim().to_owned(), value.trim().to_owned()))
        };
        Ok(Self {
            lines: text.lines().filter_map(split).collect(),
        })
    }

    /// The choices of the file that `AZULEJO_TUNED` names, read once; one that cannot be read is as good as none.
    pub fn of_environment() -> &'static Self {
        static TUNED: OnceLock<Tuned> = OnceLock::new();
        TUNED.get_or_init(|| {
            std::env::var_os("AZULEJO_TUNED")
                .and_then(|path| Self::load(path.as_ref()).ok())
                .unwrap_or_default()
        })
    }

    /// Writes the file, by way of another beside it, so that a reader never sees half of it.
    ///
    /// # Errors
    /// Those of writing it.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let mut text = String::new();
        for (key, value) in &self.lines {
            let _ = writeln!(text, "{key} = {value}");
        }
        let part = path.with_extension("part");
        fs::write(&part, text)?;
        fs::rename(&part, path)
    }

    /// Keeps `choice` for `problem`.
    pub fn keep(&mut self, problem: &GpuProblem, choice: &Choice) {
        self.lines.insert(key(problem), value(choice));
    }

    /// What was kept for `problem`, if a kernel is called so.
    pub fn kept(&self, problem: &GpuProblem, hardware: &HardwareInfo) -> Option<Choice> {
        let kept = self.lines.get(&key(problem))?;
        first(problem, hardware, |choice| value(choice) == *kept)
    }

    /// What was kept for `problem`, or else the cost model's pick; `None` where no kernel takes the problem.
    pub fn select(&self, problem: &GpuProblem, hardware: &HardwareInfo) -> Option<Choice> {
        let kept = self.kept(problem, hardware);
        kept.or_else(|| select(problem, hardware))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::choices;
    use azulejo_tensor::DType;

    #[test]
    fn what_was_kept_is_selected_after_a_round_trip_and_nonsense_is_not() {
        let problem = GpuProblem::new([1024, 1000, 4096], [DType::BF16; 3]);
        let slow = choices(&problem, &HardwareInfo::H200).last().unwrap();
        let mut tuned = Tuned::default();
        assert_eq!(
            tuned.select(&problem, &HardwareInfo::H200),
            select(&problem, &HardwareInfo::H200)
        );
        tuned.keep(&problem, &slow);
        let path = std::env::temp_dir().join(format!("azulejo-tuned-{}", std::process::id()));
        tuned.save(&path).unwrap();
        let read = Tuned::load(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert_eq!(read, tuned);
        assert_eq!(read.select(&problem, &HardwareInfo::H200), Some(slow));
        assert_eq!(Tuned::load(&path).unwrap(), Tuned::default());
        #[cfg(unix)]
        assert!(Tuned::load(Path::new("/dev/zero")).is_err());

        let mut wrong = tuned.clone();
        for value in wrong.lines.values_mut() {
            *value = "no_such_kernel 1".into();
        }
        assert_eq!(
            wrong.select(&problem, &HardwareInfo::H200),
            select(&problem, &HardwareInfo::H200)
        );
    }
}
