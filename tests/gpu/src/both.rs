//! [`Both`]: the same array in host and in device memory; `agree!`: a program on both machines, and what it made of them.

use crate::prelude::*;

/// Elements after an array in device memory that nothing may touch: NaN, where there is one.
const GUARD: usize = 64;

/// The same array in host memory, in another type where the CPU computes in it, and in device memory.
pub struct Both<T, H = T> {
    pub host: Vec<H>,
    pub layout: Strided,
    device: Buffer<T>,
}

impl<T: DeviceElement, H: Element> Both<T, H> {
    pub fn new(
        stream: &Stream,
        mut data: Vec<T>,
        host: Vec<H>,
        layout: Strided,
    ) -> Result<Self, Failure> {
        data.resize(data.len() + GUARD, T::from_f64(f64::NAN));
        let device = stream.upload(&data)?;
        Ok(Self {
            host,
            layout,
            device,
        })
    }

    pub fn on_host(&self) -> Result<azulejo_cpu::View<'_, H>, Failure> {
        Ok(azulejo_cpu::View::new(&self.host, self.layout)?)
    }

    pub fn on_host_mut(&mut self) -> Result<azulejo_cpu::ViewMut<'_, H>, Failure> {
        Ok(azulejo_cpu::ViewMut::new(&mut self.host, self.layout)?)
    }

    pub fn on_device(&self) -> Result<View<'_, T>, Failure> {
        Ok(View::new(&self.device, self.layout)?)
    }

    pub fn on_device_mut(&mut self) -> Result<ViewMut<'_, T>, Failure> {
        Ok(ViewMut::new(&mut self.device, self.layout)?)
    }

    /// The elements on the device; what follows them is as it was.
    pub fn found(&self, stream: &Stream) -> Result<Vec<T>, Failure> {
        let mut found = stream.download(&self.device)?;
        let guard = T::from_f64(f64::NAN).to_raw();
        let after = found.split_off(self.host.len());
        match after.iter().all(|x| x.to_raw() == guard) {
            true => Ok(found),
            false => Err("elements after an array were written".into()),
        }
    }
}

impl<T: DeviceElement> Both<T> {
    /// The largest relative difference of the two; 0 where all bits are equal, NaN included.
    pub fn difference(&self, stream: &Stream) -> Result<f64, Failure> {
        let mut worst = 0.0f64;
        for (a, b) in self.host.iter().zip(self.found(stream)?) {
            let is_same = a.to_raw() == b.to_raw();
            let (a, b) = (a.to_f64(), b.to_f64());
            if is_same || (a.is_nan() && b.is_nan()) {
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

impl Run {
    /// An input.
    pub fn laid<T: DeviceElement>(
        &self,
        data: Vec<T>,
        layout: Strided,
    ) -> Result<Both<T>, Failure> {
        Both::new(&self.stream, data.clone(), data, layout)
    }

    /// An input in rows.
    pub fn rows<T: DeviceElement>(
        &self,
        data: Vec<T>,
        extents: &[usize],
    ) -> Result<Both<T>, Failure> {
        self.laid(data, Strided::row_major(extents)?)
    }

    /// An output in rows, everywhere 7.
    pub fn blank<T: DeviceElement>(&self, extents: &[usize]) -> Result<Both<T>, Failure> {
        let layout = Strided::row_major(extents)?;
        self.laid(vec![T::from_f64(7.0); layout.cosize()], layout)
    }
}

/// Runs a program on both machines and compares its outputs: `agree!(t, tolerance, Program: input(x), output(f32, [n]), number(2.5))`.
///
/// `input(x)` and `staged(x)` take a [`Both`] or a vector with its extents, `output` a [`Both`] or a type with its extents.
macro_rules! agree {
    ($t:ident, $tolerance:expr, $program:ident: $($arguments:tt)*) => {
        agree!(@make $t $tolerance, $program [] $($arguments)*)
    };
    // An argument: the name in each round of the macro is another one.
    (@make $t:ident $tolerance:expr, $program:ident [$($made:tt)*] $kind:ident $of:tt $(, $($rest:tt)*)?) => {{
        #[allow(unused_mut)]
        let mut arg = agree!(@new $t $kind $of);
        agree!(@make $t $tolerance, $program [$($made)* ($kind arg)] $($($rest)*)?)
    }};
    (@make $t:ident $tolerance:expr, $program:ident [$(($kind:ident $arg:ident))*]) => {{
        $program::run($(agree!(@host $kind $arg)),*)?;
        $program::launch(&$t.stream, $(agree!(@device $kind $arg $t)),*)?;
        #[allow(unused_mut)]
        let mut worst = 0.0f64;
        $(agree!(@compare $t worst $kind $arg);)*
        let end = match worst > $tolerance {
            true => Err(format!("differs by {worst:.3e}, allowed {:.1e}", $tolerance).into()),
            false => Ok(()),
        };
        $t.add(stringify!($program), end);
    }};
    (@new $t:ident number ($value:expr)) => { $value };
    (@new $t:ident output ($y:ident)) => { &mut $y };
    (@new $t:ident output ($T:ty, $extents:expr)) => { $t.blank::<$T>(&$extents)? };
    (@new $t:ident $input:ident ($x:ident)) => { &$x };
    (@new $t:ident $input:ident ($values:expr, $extents:expr)) => { $t.rows($values, &$extents)? };
    (@host number $a:ident) => { $a };
    (@host output $a:ident) => { $a.on_host_mut()? };
    (@host $input:ident $a:ident) => { $a.on_host()? };
    (@device number $a:ident $t:ident) => { $a };
    (@device output $a:ident $t:ident) => { $a.on_device_mut()? };
    (@device input $a:ident $t:ident) => { $a.on_device()? };
    (@device staged $a:ident $t:ident) => { azulejo_tile::StagedView::new(&$t.stream, $a.on_device()?)? };
    (@compare $t:ident $worst:ident output $a:ident) => { $worst = $worst.max($a.difference(&$t.stream)?); };
    (@compare $t:ident $worst:ident $other:ident $a:ident) => {};
}

/// Whole numbers from 0 on.
pub fn arange<T: Element>(n: usize) -> Vec<T> {
    (0..n).map(|i| T::from_f64(i as f64)).collect()
}

/// Numbers between -2 and 2 with three digits.
pub fn values<T: Element>(n: usize, seed: usize) -> Vec<T> {
    let value = |i: usize| (((i + seed) * 7919) % 4001) as f64 / 1000.0 - 2.0;
    (0..n).map(|i| T::from_f64(value(i))).collect()
}

/// Whole numbers from `least` on, `count` different ones, so that every sum is exact.
pub fn whole<T: Element>(n: usize, seed: usize, count: usize, least: f64) -> Vec<T> {
    let value = |i: usize| (((i + seed) * 7919) % count) as f64 + least;
    (0..n).map(|i| T::from_f64(value(i))).collect()
}
