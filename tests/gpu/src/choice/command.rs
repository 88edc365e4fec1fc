//! What is asked about the choice of kernels.
//!
//! ```text
//! gpu choice time FILE SECONDS [PRODUCT|KIND]...   time products on this GPU for at most so long, those of the record or these, into FILE
//! gpu choice regret FILE...                   ratios of the first choice to the fastest, of recorded times; no GPU is needed
//! gpu choice costs FILE                       the model's costs beside recorded times, a line per kernel
//! ```
//!
//! A product is written as `bf16,KM,M,N,K`: its operands' type, and which index of A and of B is contiguous. The record is
//! `benches/results/gpu-gemm/choice`.

use super::record::{Record, Summary};
use super::time;
use crate::harness::Failure;

/// Does what the words after `choice` ask for.
pub fn run(words: &[&str]) -> Result<(), Failure> {
    match words {
        ["time", file, seconds, products @ ..] => {
            let wrong = |_| format!("{seconds} is not a number of seconds");
            time::all(file, seconds.parse().map_err(wrong)?, products)
        }
        ["regret", files @ ..] if !files.is_empty() => files.iter().try_for_each(|file| {
            let record = Record::parse(&std::fs::read_to_string(file)?)?;
            println!("{file}: {}", record.device);
            for (name, ratios) in record.ratios() {
                println!("{name:>14}  {}", Summary::of(&ratios));
            }
            Ok(())
        }),
        ["costs", file] => {
            let record = Record::parse(&std::fs::read_to_string(file)?)?;
            for product in &record.products {
                println!("{}", product.title);
                for (choice, time) in product.timed(&record) {
                    println!("    {time:9.2} us  {choice}");
                }
            }
            Ok(())
        }
        _ => {
            let all = "time FILE SECONDS [PRODUCT|KIND]... | regret FILE... | costs FILE";
            Err(format!("usage: gpu choice {all}").into())
        }
    }
}
