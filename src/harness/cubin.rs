//! [`Ways`]: the same work by machine code, and by PTX, which the driver compiles.

use std::time::Instant;

use azulejo_kernels::host::{Buffer, Code, DeviceCopy, Error, Stream};

use super::Failure;

/// A stream of a device that takes machine code, and one of the same that does not.
pub struct Ways([Stream; 2]);

impl Ways {
    /// # Errors
    /// Any CUDA driver error.
    pub fn new(stream: &Stream) -> Result<Self, Error> {
        let compiled = stream.device().without_cubins()?.stream()?;
        Ok(Self([stream.clone(), compiled]))
    }

    /// Prints microseconds of the last of `calls` calls by each way, into `count` elements, which must have the same bits.
    ///
    /// # Errors
    /// Those of `call`, and other bits.
    pub fn compare<T: DeviceCopy>(
        &self,
        name: &str,
        (count, calls): (usize, usize),
        mut call: impl FnMut(&Stream, &mut Buffer<T>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (mut times, mut bits) = ([0.0; 2], Vec::new());
        for (stream, time) in self.0.iter().zip(&mut times) {
            let mut out = stream.zeros::<T>(count)?;
            for _ in 0..calls {
                stream.synchronize()?;
                let start = Instant::now();
                call(stream, &mut out)?;
                stream.synchronize()?;
                *time = start.elapsed().as_secs_f64() * 1e6;
            }
            bits.push(stream.download(&out.into_bytes())?);
        }
        let [cubin, ptx] = times;
        println!("{name}: {cubin:.1} us by machine code, {ptx:.1} by PTX");
        match bits[0] == bits[1] {
            true => Ok(()),
            false => Err("machine code and PTX give other bits".into()),
        }
    }

    /// Prints the kernels that were loaded from machine code and from PTX.
    ///
    /// # Errors
    /// If machine code was loaded where PTX was asked for, or none where there is some.
    pub fn end(&self) -> Result<(), Failure> {
        let loaded = |stream: &Stream, code: Code| {
            let loaded = stream.device().loaded();
            let of = loaded.iter().filter(|function| function.code() == code);
            let mut names: Vec<_> = of.map(|function| function.name().to_string()).collect();
            names.sort_unstable();
            names
        };
        let [stream, compiled] = &self.0;
        if !loaded(compiled, Code::Cubin).is_empty() {
            return Err("machine code was loaded where PTX was asked for".into());
        }
        let (cubins, texts) = (loaded(stream, Code::Cubin), loaded(stream, Code::Ptx));
        println!("from PTX: {}", texts.join(" "));
        println!("the same bits by machine code of {}", cubins.join(" "));
        match (cubins.is_empty(), stream.device().capability()) {
            (true, (9, 0)) => Err("the driver took no machine code".into()),
            _ => Ok(()),
        }
    }
}
