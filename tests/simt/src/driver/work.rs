//! What a stream can be asked for, queued or captured for later.

use std::io::Write;
use std::sync::LazyLock;
use std::time::Instant;

use cudarc::driver::sys::CUresult;

use super::answer::{Answer, invalid, reject};
use super::launch::Start;
use super::queue::Item;
use super::state::Held;
use crate::run;

/// `true` if every kernel is named on standard error with the time it took: `AZULEJO_SIMT_TRACE`.
static TRACE: LazyLock<bool> = LazyLock::new(|| std::env::var_os("AZULEJO_SIMT_TRACE").is_some());

/// One piece of work.
#[derive(Clone)]
pub enum Work {
    /// A kernel.
    Kernel(Start),
    /// Elements set to one value.
    Fill {
        to: u64,
        element: Vec<u8>,
        count: usize,
    },
    /// A copy on the device.
    Copy { to: u64, from: u64, bytes: usize },
}

/// The code of work that finds its memory given back.
fn illegal(why: impl std::fmt::Display) -> CUresult {
    reject(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS, why)
}

impl Work {
    /// Rejects memory that is not allocated, before the work is queued.
    fn check(&self, device: &Held) -> Answer {
        match self {
            Work::Kernel(_) => Ok(()),
            Work::Fill { to, element, count } => {
                if !to.is_multiple_of(element.len() as u64) {
                    let bytes = element.len();
                    return Err(invalid(format_args!("memset of {bytes} bytes at {to:#x}")));
                }
                device.check_range("memset", *to, element.len().saturating_mul(*count))
            }
            Work::Copy { to, from, bytes } => {
                device.check_range("copy on the device", *from, *bytes)?;
                device.check_range("copy on the device", *to, *bytes)
            }
        }
    }
}

impl Held {
    /// Queues the work, or keeps it where the stream is captured.
    pub fn queue(&mut self, stream: usize, work: Work) -> Answer {
        self.check_stream(stream)?;
        work.check(self)?;
        if let Some(captured) = self.captured(stream)? {
            captured.push(work);
            return Ok(());
        }
        self.push(stream, Item::Work(work))
    }

    /// Does the work.
    pub fn perform(&mut self, work: &Work) -> Answer {
        match work {
            Work::Kernel(start) => self.start(start),
            Work::Fill { to, element, count } => self
                .memory
                .write(*to, &element.repeat(*count))
                .map_err(|why| illegal(format_args!("memset: {why}"))),
            Work::Copy { to, from, bytes } => {
                let mut copied = vec![0; *bytes];
                let read = self.memory.read_any(*from, &mut copied);
                read.and_then(|()| self.memory.write(*to, &copied))
                    .map_err(|why| illegal(format_args!("copy on the device: {why}")))
            }
        }
    }

    fn start(&mut self, start: &Start) -> Answer {
        let begin = Instant::now();
        let ended = run(&start.launch(), &mut self.memory);
        if *TRACE {
            let milliseconds = begin.elapsed().as_secs_f64() * 1e3;
            eprintln!("simt: {start} in {milliseconds:.1} ms");
        }
        ended.map_err(|fault| {
            // Other tests may print meanwhile: one write.
            let report = format!("simt: {start}\n{fault}\n");
            let _ = std::io::stderr().write_all(report.as_bytes());
            self.lose(CUresult::CUDA_ERROR_LAUNCH_FAILED)
        })
    }
}
