//! [`Tile::print`] and [`Tile::assert_all`]: what a program says to a person.

use core::ffi::CStr;
use core::fmt;

use azulejo_tensor::{Bool, Category, Element};

use super::{Tile, convert};
use crate::{Block, TileShape};

/// An assertion that did not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assertion {
    /// The program's own words.
    pub message: &'static CStr,
}

impl fmt::Display for Assertion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("assertion failed: ")?;
        f.write_str(self.message.to_str().unwrap_or_default())
    }
}

/// A number in decimal, six digits behind the point, as both machines print it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decimal {
    Integer(i64),
    Unsigned(u64),
    NotANumber,
    Infinity(bool),
    /// `true` if it is negative, digits before the point, digits behind it, power of ten.
    Fixed(bool, i64, i64, i64),
}

impl Decimal {
    fn new<T: Element>(value: T) -> Self {
        if T::DTYPE as u8 == u64::DTYPE as u8 {
            return Self::Unsigned(convert::<T, u64>(value));
        }
        if !matches!(T::DTYPE.category(), Category::Float) {
            return Self::Integer(convert::<T, i64>(value));
        }
        let wide = if size_of::<T>() == 8 {
            convert::<T, f64>(value)
        } else {
            convert::<T, f32>(value) as f64
        };
        Self::float(wide)
    }

    fn float(value: f64) -> Self {
        let negative = value.to_bits() >> 63 == 1;
        let mut size = f64::from_bits(value.to_bits() & !(1 << 63));
        if value.is_nan() {
            return Self::NotANumber;
        }
        if size == f64::INFINITY {
            return Self::Infinity(negative);
        }
        let mut power = 0;
        if size != 0.0 && !(1e-4..1e9).contains(&size) {
            while size >= 10.0 {
                size /= 10.0;
                power += 1;
            }
            while size < 1.0 {
                size *= 10.0;
                power -= 1;
            }
        }
        let mut millionths = (size * 1e6 + 0.5) as i64;
        if power != 0 && millionths >= 10_000_000 {
            // Rounded up to the next power.
            millionths /= 10;
            power += 1;
        }
        Self::Fixed(
            negative,
            millionths / 1_000_000,
            millionths % 1_000_000,
            power,
        )
    }
}

#[cfg(not(target_arch = "nvptx64"))]
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Integer(value) => write!(f, "{value}"),
            Self::Unsigned(value) => write!(f, "{value}"),
            Self::NotANumber => f.write_str("nan"),
            Self::Infinity(negative) => f.write_str(if negative { "-inf" } else { "inf" }),
            Self::Fixed(negative, whole, part, power) => {
                write!(f, "{}{whole}.{part:06}", if negative { "-" } else { "" })?;
                if power != 0 {
                    write!(f, "e{power}")?;
                }
                Ok(())
            }
        }
    }
}

/// The brackets and commas in front of element `number`, and behind it.
#[inline(always)]
fn brackets<S: TileShape>(number: usize) -> (usize, usize) {
    let (mut before, mut behind) = (0, 0);
    let mut size = 1;
    let mut axis = S::RANK;
    while axis > 0 {
        axis -= 1;
        size *= S::EXTENTS[axis];
        before += number.is_multiple_of(size) as usize;
        behind += (number + 1).is_multiple_of(size) as usize;
    }
    (before, behind)
}

impl<T: Element, S: TileShape> Tile<T, S> {
    /// Prints a label and the elements as nested lists, floats with six digits behind the point; on a device one thread
    /// prints for its block, and the driver shows the text at the next synchronisation.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// Tile::<f32, _>::iota(blk, tile!(_2, _2)).print(c"t"); // t = [[0.000000, 1.000000], [2.000000, 3.000000]]
    /// ```
    pub fn print(self, label: &'static CStr) {
        #[cfg(target_arch = "nvptx64")]
        device::print(self, label);
        #[cfg(all(not(target_arch = "nvptx64"), feature = "std"))]
        println!("{} = {}", label.to_str().unwrap_or_default(), self.text());
        #[cfg(all(not(target_arch = "nvptx64"), not(feature = "std")))]
        let _ = label;
    }

    /// What [`Tile::print`] prints behind the label.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// assert_eq!((Tile::<f32, _>::iota(blk, tile!(_2)) * -0.1).text(), "[-0.000000, -0.100000]");
    /// assert_eq!(Tile::<f32, _>::full(blk, tile!(_1, _1), 6.02e23).text(), "[[6.020000e23]]");
    /// ```
    #[cfg(all(not(target_arch = "nvptx64"), feature = "std"))]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (number, value) in self.held.as_ref().iter().enumerate() {
            let (before, behind) = brackets::<S>(number);
            if number > 0 {
                text += ", ";
            }
            text += &"[".repeat(before);
            text += &Decimal::new(*value).to_string();
            text += &"]".repeat(behind);
        }
        text
    }
}

impl Block {
    /// Prints a line; on a device one thread prints for its block.
    ///
    /// ```
    /// # use azulejo_tile::Block;
    /// fn program(blk: &Block) {
    ///     blk.print(c"here");
    /// }
    /// ```
    pub fn print(&self, line: &'static CStr) {
        #[cfg(target_arch = "nvptx64")]
        device::say(line);
        #[cfg(all(not(target_arch = "nvptx64"), feature = "std"))]
        println!("{}", line.to_str().unwrap_or_default());
        #[cfg(all(not(target_arch = "nvptx64"), not(feature = "std")))]
        let _ = line;
    }
}

impl<S: TileShape> Tile<Bool, S> {
    /// Ends the program unless all elements are true: on a device the launch fails, and each thread that holds a false
    /// element prints the message, a line of its own; on the CPU `run` gives [`TileError::Assertion`](crate::TileError::Assertion).
    ///
    /// ```
    /// use azulejo_cpu::{View, ViewMut};
    /// use azulejo_tile::{Array, ArrayMut, Block, In, Out, tile_program};
    /// use azulejo_layout::{ints::_4, tile};
    /// fn root(blk: &Block, x: Array<f32, (usize,)>, mut y: ArrayMut<f32, (usize,)>) {
    ///     let t = x.load(tile!(_4), blk.id());
    ///     t.ge_value(0.0).assert_all(c"no root of a negative number");
    ///     y.store((0,), t.sqrt());
    /// }
    /// tile_program! {
    ///     /// Square roots.
    ///     pub Root = root "example_root" (x: In<f32, (usize,)>, y: Out<f32, (usize,), (_4,)>);
    /// }
    /// let mut y = [0.0; 2];
    /// let failed = Root::run(View::from_slice(&[4.0, -1.0]), ViewMut::from_slice(&mut y)).unwrap_err();
    /// assert_eq!(failed.to_string(), "assertion failed: no root of a negative number");
    /// ```
    #[track_caller]
    pub fn assert_all(self, message: &'static CStr) {
        if self.held.as_ref().iter().all(|holds| holds.get()) {
            return;
        }
        #[cfg(target_arch = "nvptx64")]
        device::stop(message);
        #[cfg(all(not(target_arch = "nvptx64"), feature = "std"))]
        std::panic::panic_any(Assertion { message });
        #[cfg(all(not(target_arch = "nvptx64"), not(feature = "std")))]
        panic!("{}", Assertion { message });
    }
}

#[cfg(target_arch = "nvptx64")]
pub(super) use device::piece;

#[cfg(target_arch = "nvptx64")]
mod device {
    use super::*;
    use crate::block;

    unsafe extern "C" {
        /// CUDA's printer: a format and the packed values it names (CUDA C++ Programming Guide, formatted output).
        fn vprintf(format: *const u8, values: *const u8) -> i32;
    }

    /// Values for a format, each eight bytes.
    #[repr(C, align(8))]
    struct Values([u64; 4]);

    fn write(format: &CStr, values: [u64; 4]) {
        let values = Values(values);
        // SAFETY: each format below names as many values of eight bytes as are given, strings ending in 0.
        unsafe { vprintf(format.as_ptr().cast(), (&raw const values).cast()) };
    }

    fn text(text: &CStr) {
        write(c"%s", [text.as_ptr() as u64, 0, 0, 0]);
    }

    /// Prints a piece of a layout's text.
    pub fn piece(piece: crate::Piece) {
        match piece {
            crate::Piece::Text(of) => text(of),
            crate::Piece::Static(value) => write(c"_%lld", [value as u64, 0, 0, 0]),
            crate::Piece::Dynamic(value) => write(c"%lld", [value as u64, 0, 0, 0]),
        }
    }

    fn number(value: Decimal) {
        match value {
            Decimal::Integer(value) => write(c"%lld", [value as u64, 0, 0, 0]),
            Decimal::Unsigned(value) => write(c"%llu", [value, 0, 0, 0]),
            Decimal::NotANumber => text(c"nan"),
            Decimal::Infinity(negative) => text(if negative { c"-inf" } else { c"inf" }),
            Decimal::Fixed(negative, whole, part, power) => {
                let sign = if negative { c"-" } else { c"" };
                let all = [
                    sign.as_ptr() as u64,
                    whole as u64,
                    part as u64,
                    power as u64,
                ];
                if power == 0 {
                    write(c"%s%lld.%06lld", all)
                } else {
                    write(c"%s%lld.%06llde%lld", all)
                }
            }
        }
    }

    #[inline(never)]
    fn element(before: usize, value: Decimal, behind: usize, first: bool) {
        if !first {
            text(c", ");
        }
        for _ in 0..before {
            text(c"[");
        }
        number(value);
        for _ in 0..behind {
            text(c"]");
        }
    }

    pub fn print<T: Element, S: TileShape>(tile: Tile<T, S>, label: &CStr) {
        block::in_order::<T, S::Count>(&tile.held, |n, value| {
            if n == 0 {
                text(label);
                text(c" = ");
            }
            let (before, behind) = brackets::<S>(n);
            element(before, Decimal::new(value), behind, n == 0);
            if n + 1 == S::SIZE {
                text(c"\n");
            }
        });
    }

    pub fn say(line: &CStr) {
        if azulejo_kernels::device::ptx::thread::tid() == 0 {
            write(c"%s\n", [line.as_ptr() as u64, 0, 0, 0]);
        }
    }

    pub fn stop(message: &CStr) -> ! {
        // In one call: what other threads print does not come between.
        write(
            c"assertion failed: %s\n",
            [message.as_ptr() as u64, 0, 0, 0],
        );
        // SAFETY: `trap` takes nothing and does not return (PTX ISA, `trap`).
        unsafe { core::arch::nvptx::trap() }
    }
}
