//! The one bound of a layout: the sum of `(s - 1) |d|` over its modes, against the integers that make its offsets.

use crate::check::rules::{Desc, Text};
use crate::int::Known;

/// Stops where the offsets of a layout do not fit what its dynamic leaves hold, `most`, or 64 bits, for its static leaves alone.
///
/// # Panics
/// With the layout, the sum and the bound.
#[track_caller]
pub(super) const fn hold(desc: &Desc, most: i64) {
    let sum = reach(desc);
    // 64 bits hold one past the greatest offset, the number of places.
    let most = if most < i64::MAX - 1 {
        most
    } else {
        i64::MAX - 1
    };
    if sum > most as i128 {
        let line = Text::new().text("layout!(").layout(desc, &[]);
        let line = sum_of(line.text("): its offsets reach "), sum)
            .text(", the sum of (s - 1) |d|, and its index type holds ")
            .number(most);
        let line = match most < i64::MAX - 1 {
            true => line.text("; take wider integers for its dynamic leaves"),
            false => line.text("; take smaller sizes or strides"),
        };
        panic!("{}", line.as_str())
    }
}

/// The sum of `(s - 1) |d|` over the modes whose leaves are static; of basis strides nothing.
const fn reach(desc: &Desc) -> i128 {
    match desc {
        Desc::Cons(head, tail) => reach(head).saturating_add(reach(tail)),
        Desc::Mode(Known::Static(size), Known::Static(stride), 0) => steps(*size, *stride),
        Desc::Mode(..) | Desc::Nil => 0,
    }
}

/// `(s - 1) |d|`.
const fn steps(size: i64, stride: i64) -> i128 {
    let stride = stride as i128;
    let stride = if stride < 0 { -stride } else { stride };
    if size < 1 {
        return 0;
    }
    (size as i128 - 1) * stride
}

/// Appends a sum that may exceed 64 bits.
const fn sum_of(line: Text, sum: i128) -> Text {
    if sum <= i64::MAX as i128 {
        return line.number(sum as i64);
    }
    let (high, low) = (
        sum / 1_000_000_000_000_000_000,
        sum % 1_000_000_000_000_000_000,
    );
    if high > i64::MAX as i128 {
        return line.text("beyond 10^36");
    }
    let mut line = line.number(high as i64);
    let mut unit = 100_000_000_000_000_000_i128;
    while unit > 0 {
        line = line.number((low / unit % 10) as i64);
        unit /= 10;
    }
    line
}
