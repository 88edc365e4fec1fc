//! An array on both machines, and what they made of it.

use azulejo_kernels::cpu::Strided;
use azulejo_kernels::host::{Buffer, DeviceElement, Stream};

use crate::Failure;

/// Elements behind an output that nothing may touch.
const GUARD: usize = 64;

/// The same array in host and in device memory.
pub struct Both<T> {
    pub host: Vec<T>,
    pub device: Buffer<T>,
    pub layout: Strided,
}

impl<T: DeviceElement> Both<T> {
    /// An input.
    pub fn new(stream: &Stream, host: Vec<T>, layout: Strided) -> Result<Self, Failure> {
        let device = stream.upload(&host)?;
        Ok(Self {
            host,
            device,
            layout,
        })
    }

    /// An input in rows.
    pub fn rows(stream: &Stream, host: Vec<T>, extents: &[usize]) -> Result<Self, Failure> {
        Self::new(stream, host, Strided::row_major(extents)?)
    }

    /// An output in rows, everywhere 7.
    pub fn blank(stream: &Stream, extents: &[usize]) -> Result<Self, Failure> {
        let layout = Strided::row_major(extents)?;
        Self::new(
            stream,
            vec![T::from_f64(7.0); layout.cosize() + GUARD],
            layout,
        )
    }

    /// The largest relative difference of the two; 0 where all bits are equal, NaN included.
    pub fn difference(&self, stream: &Stream) -> Result<f64, Failure> {
        let device = stream.download(&self.device)?;
        let mut worst = 0.0f64;
        for (at, (a, b)) in self.host.iter().zip(&device).enumerate() {
            if a.to_raw() == b.to_raw() {
                continue;
            }
            if at >= self.layout.cosize() {
                return Err(format!("guard element {at} was changed").into());
            }
            let (a, b) = (a.to_f64(), b.to_f64());
            if a.is_nan() && b.is_nan() {
                continue;
            }
            let apart = (a - b).abs() / a.abs().max(b.abs()).max(1e-30);
            worst = worst.max(if apart.is_nan() {
                f64::INFINITY
            } else {
                apart.max(1e-300)
            });
        }
        Ok(worst)
    }
}

/// Runs a program on both machines and compares its outputs: `both!(stream, failures, tolerance, Program(input x, output y, number n))`.
#[macro_export]
macro_rules! both {
    ($stream:ident, $failures:ident, $tolerance:expr, $program:ident ($($kind:ident $arg:ident),*)) => {{
        $program::run($(both!(@host $kind $arg)),*)?;
        $program::launch($stream, $(both!(@device $kind $arg $stream)),*)?;
        let mut worst = 0.0f64;
        $(both!(@compare $stream worst $kind $arg);)*
        let good = worst <= $tolerance;
        println!("{:<18} {}", stringify!($program), match (good, worst) {
            (true, 0.0) => "equal bits".to_string(),
            (true, worst) => format!("differs by {worst:.1e}"),
            (false, worst) => format!("WRONG: differs by {worst:.3e}, allowed {:.1e}", $tolerance),
        });
        if !good {
            $failures += 1;
        }
    }};
    (@host input $a:ident) => { azulejo_kernels::cpu::View::new(&$a.host, $a.layout)? };
    (@host staged $a:ident) => { azulejo_kernels::cpu::View::new(&$a.host, $a.layout)? };
    (@host output $a:ident) => { azulejo_kernels::cpu::ViewMut::new(&mut $a.host, $a.layout)? };
    (@host number $a:ident) => { $a };
    (@device staged $a:ident $stream:ident) => {
        azulejo_kernels::tile::StagedView::new($stream, azulejo_kernels::host::View::new(&$a.device, $a.layout)?)?
    };
    (@device input $a:ident $stream:ident) => { azulejo_kernels::host::View::new(&$a.device, $a.layout)? };
    (@device output $a:ident $stream:ident) => { azulejo_kernels::host::ViewMut::new(&mut $a.device, $a.layout)? };
    (@device number $a:ident $stream:ident) => { $a };
    (@compare $stream:ident $worst:ident output $a:ident) => { $worst = $worst.max($a.difference($stream)?); };
    (@compare $stream:ident $worst:ident $other:ident $a:ident) => {};
}
