//! The certificate of one (thread, value) layout.

use azulejo_layout::check::rules::{Desc, Text};
use azulejo_layout::check::{self, Collision, CoverageError, Flat};

/// What is proved of a layout (thread, value) to element: every index is in range, every element is owned, all equally often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TvCertificate {
    /// Elements of the tile.
    pub elements: i64,
    /// Threads.
    pub threads: i64,
    /// Values of a thread.
    pub values: i64,
    /// How many (thread, value) own an element: 1 where no two write the same.
    pub owners: i64,
}

/// Proves that the layout `tv`, (thread, value) to element, owns each of `elements` equally often; `name` says whose it is.
///
/// # Panics
/// Where it does not, with the layout and the smallest counterexample: an index out of range, an element that nobody owns, or two owners of one.
///
/// ```
/// use azulejo_layout::{Layout, ints::*};
/// use azulejo_tensor::{TvCertificate, atom::StaticLayout, certify_tv};
/// type Accumulator = Layout<((_4, _8), (_2, _2)), ((_32, _1), (_16, _8))>;
/// const PROVED: TvCertificate = certify_tv("the accumulator", Accumulator::DESC, 128);
/// assert_eq!((PROVED.threads, PROVED.values, PROVED.owners), (32, 4, 1));
/// ```
/// ```compile_fail
/// use azulejo_layout::{Layout, ints::*};
/// use azulejo_tensor::{TvCertificate, atom::StaticLayout, certify_tv};
/// type Wrong = Layout<((_4, _8), (_2, _2)), ((_32, _1), (_16, _4))>; // rows 4 to 7 twice, 12 to 15 never
/// const PROVED: TvCertificate = certify_tv("the accumulator", Wrong::DESC, 128);
/// ```
#[must_use]
#[track_caller]
pub const fn certify_tv(name: &str, tv: &Desc, elements: i64) -> TvCertificate {
    let mut modes = Flat::new();
    if !tv.flat(&mut modes) {
        stop(head(name, tv, &modes, elements).text("it is not static, so nothing is proved of it"));
    }
    let threads = match tv {
        Desc::Cons(thread, _) => check::size(modes.as_slice().split_at(thread.count()).0),
        _ => check::size(modes.as_slice()),
    };
    let (Some(threads), Some(total)) = (threads, check::size(modes.as_slice())) else {
        stop(head(name, tv, &modes, elements).text("its size does not fit 64 bits"));
    };
    let line = head(name, tv, &modes, elements);
    let line = match check::coverage(modes.as_slice(), elements) {
        Ok(owners) => {
            return TvCertificate {
                elements,
                threads,
                values: if threads == 0 { 0 } else { total / threads },
                owners,
            };
        }
        Err(CoverageError::OutOfRange { at, element, .. }) => owner(line, at, threads)
            .text(" points to element ")
            .number(element)
            .text(", outside the tile: make the tile larger or the strides smaller"),
        Err(CoverageError::Missing { element }) => line
            .text("nobody owns element ")
            .number(element)
            .text(": its strides leave a hole; each must be at most what the smaller ones cover"),
        Err(CoverageError::Twice {
            first,
            second,
            element,
        }) => owner(owner(line, first, threads).text(" and "), second, threads)
            .text(" both own element ")
            .number(element)
            .text(": two would write it; give their modes different strides"),
        Err(CoverageError::Undecided) => line.text("its modes overlap in too many ways to decide"),
        Err(CoverageError::TooLarge) => line.text("its numbers do not fit 64 bits"),
    };
    stop(line)
}

/// [`certify_tv`] of a layout of which no two (thread, value) own the same element.
///
/// # Panics
/// As [`certify_tv`], and where they do, with the two.
#[track_caller]
pub(crate) const fn certify_once(name: &str, tv: &Desc, elements: i64) -> TvCertificate {
    let proved = certify_tv(name, tv, elements);
    if proved.owners != 1 {
        let mut modes = Flat::new();
        tv.flat(&mut modes);
        let line = head(name, tv, &modes, elements);
        stop(rivals(line, &modes, proved).text("; give their modes different strides"));
    }
    proved
}

/// Stops where several threads would write an element; `writers` is how many, `call` what would do so.
#[track_caller]
pub(crate) const fn one_writer(call: &str, tv: &Desc, proved: TvCertificate, writers: i64) {
    if writers > 1 {
        let mut modes = Flat::new();
        tv.flat(&mut modes);
        let line = head(call, tv, &modes, proved.elements);
        stop(rivals(line, &modes, proved).text(", so several would write it; copy to registers, or by a tiling with one owner an element"));
    }
}

/// Two owners of one element.
const fn rivals(line: Text, modes: &Flat, proved: TvCertificate) -> Text {
    match check::injective(modes.as_slice()) {
        Err(Collision::Between {
            first,
            second,
            offset,
        }) => owner(
            owner(line, first, proved.threads).text(" and "),
            second,
            proved.threads,
        )
        .text(" both own element ")
        .number(offset),
        _ => line.number(proved.owners).text(" own each element"),
    }
}

/// Proves that the first `vector` values of a thread are one step apart along one mode of a tile of `extents`.
///
/// # Panics
/// Where they are not, with the two values.
#[track_caller]
pub(crate) const fn certify_vector(name: &str, tv: &Desc, extents: [i64; 3], vector: i64) {
    let mut modes = Flat::new();
    let Desc::Cons(thread, _) = tv else { return };
    if !tv.flat(&mut modes) || vector < 2 {
        return;
    }
    let values = modes.as_slice().split_at(thread.count()).1;
    let (Some(first), Some(size)) = (check::offset(values, 1), check::size(values)) else {
        return;
    };
    let (m, mn) = (extents[0], extents[0] * extents[1]);
    let unit = match vector {
        // A mode of one element has no second one: the stride is that of a later mode.
        _ if first == 1 && m > 1 => vector <= m,
        _ if first == m && extents[1] > 1 => vector <= extents[1],
        _ => first == mn,
    };
    let mut k = 1;
    while k < vector {
        let at = check::offset(values, k);
        let follows = match at {
            Some(at) => k < size && at == k * first,
            None => false,
        };
        if !unit || !follows {
            let line = head(name, tv, &modes, extents[0] * extents[1] * extents[2]);
            let line = line
                .text("a thread moves ")
                .number(vector)
                .text(" elements at once, but from its value 0 to value ")
                .number(k)
                .text(" it goes ")
                .number(match at {
                    Some(at) => at,
                    None => 0,
                });
            stop(line.text(
                " elements on: give the values of one instruction to neighbours along one mode",
            ));
        }
        k += 1;
    }
}

/// `name: layout of n elements: `.
const fn head(name: &str, tv: &Desc, modes: &Flat, elements: i64) -> Text {
    Text::new()
        .text(name)
        .text(", ")
        .layout(tv, modes.as_slice())
        .text(" to ")
        .number(elements)
        .text(" elements: ")
}

/// `value v of thread t`.
const fn owner(line: Text, index: i64, threads: i64) -> Text {
    line.text("value ")
        .number(index / threads)
        .text(" of thread ")
        .number(index % threads)
}

/// Ends with the line.
#[track_caller]
const fn stop(line: Text) -> ! {
    panic!("{}", line.as_str())
}
