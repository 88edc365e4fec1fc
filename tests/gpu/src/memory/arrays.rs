//! Zeros and fill, copy and transpose, and conversions of all types.

use azulejo_runtime::fill_bits_capped;

use crate::prelude::*;

/// Eight axes, nothing contiguous.
fn eight() -> Strided {
    strided(
        &[2, 2, 2, 2, 2, 2, 2, 3],
        &[999, 450, 220, 100, 48, 20, 8, 2],
    )
}

pub fn fills(run: &mut Run) -> Result<(), Failure> {
    let mut layouts = layouts! {
        [] [], [0, 5] [5, 1], [13, 4] [4, 1], [13, 4] [10, 1], [13, 4, 4] [20, 4, 1], [3, 4, 5] [1, 3, 12], [5, 7] [64, 2]
    };
    layouts.push(eight());
    let lengths = [1, 2, 3, 15, 16, 17, 255, 257, 1000, 4097, 70001];
    layouts.extend(lengths.map(|len| strided(&[len], &[1])));
    if !run.is_small() {
        layouts.extend(layouts! { [16, 5632] [13312, 1], [4, 4, 5632] [45056, 5632, 1] });
    }
    for (dtype, (layout, shift)) in cross(&DType::ALL, &cross(&layouts, &[0, 1, 3])) {
        let work = match shift {
            1 => Work::Zeros,
            _ => Work::Fill(run.random.elements(dtype, 1, true)[0]),
        };
        run.cases([work.on(&[], Laid::new(dtype, layout).at(shift, false), Same::Bits)]);
    }
    capped(run)
}

/// J22 in the small: fills whose blocks go over the output several times, with a ragged end.
fn capped(run: &mut Run) -> Result<(), Failure> {
    let count = 200_003;
    for blocks in [1, 3, 4, 7, 65_535] {
        let mut buffer = run.stream.upload(&vec![0xFFu8; count + 2])?;
        let mut piece = buffer.slice_mut(1..count + 1)?;
        let mut out = AnyViewMut::new(&mut piece, DType::U8, strided(&[count], &[1]))?;
        fill_bits_capped(&run.stream, &mut out, 7, blocks)?;
        let expected = [vec![0xFF], vec![7; count], vec![0xFF]].concat();
        let name = format!("{count} bytes by at most {blocks} blocks");
        run.is(name, run.stream.download(&buffer)? == expected);
    }
    Ok(())
}

/// Destination and source layouts of one shape.
fn pairs(small: bool) -> Vec<(Strided, Strided)> {
    let compact = |extents: &[usize], order: &[usize]| {
        let mut strides = vec![0; extents.len()];
        order.iter().fold(1, |next, axis| {
            strides[*axis] = next;
            next * extents[*axis]
        });
        strided(extents, &strides)
    };
    let transposed = |m, k| (compact(&[m, k], &[1, 0]), compact(&[m, k], &[0, 1]));
    let mut pairs = Vec::new();
    for [m, k] in
        extents! { 64 x 64, 128 x 192, 65 x 33, 37 x 1000, 8 x 8, 7 x 300, 256 x 16, 130 x 258 }
    {
        let side = |strides: [usize; 2]| strided(&[m, k], &strides);
        let padded = |to, from| (side([k + to, 1]), side([1, m + from]));
        pairs.extend([transposed(m, k), padded(16, 16), padded(3, 5)]);
    }
    let (all, three) = (
        ["210", "120", "021", "201", "102", "012"],
        ["210", "012", "120"],
    );
    for extents in [[5, 16, 24], [3, 64, 32], [2, 33, 17]] {
        let of = |order: &str| {
            let order = order.bytes().map(|axis| usize::from(axis - b'0'));
            compact(&extents, &order.collect::<Vec<_>>())
        };
        pairs.extend(
            cross(&three, &all)
                .iter()
                .map(|(to, from)| (of(to), of(from))),
        );
    }
    let to = layouts! { [13, 4] [10, 1], [100, 40] [40, 1], [100, 40] [40, 1], [33, 20] [40, 2], [] [], [4, 0] [1, 1] };
    let from = layouts! { [13, 4] [4, 1], [100, 40] [0, 1], [100, 40] [1, 0], [33, 20] [20, 1], [] [], [4, 0] [1, 1] };
    pairs.extend(to.into_iter().zip(from));
    let other = compact(eight().extents(), &[0, 2, 4, 6, 7, 5, 3, 1]);
    pairs.push((eight(), other));
    let line = |len| strided(&[len], &[1]);
    pairs.extend([1, 15, 16, 17, 1000, 70001].map(|len| (line(len), line(len))));
    if !small {
        pairs.extend([transposed(1024, 2048), transposed(1023, 2047)]);
    }
    pairs
}

pub fn copies(run: &mut Run) -> Result<(), Failure> {
    let (pairs, types) = (
        pairs(run.is_small()),
        [DType::U8, DType::F16, DType::F32, DType::F64],
    );
    for (dtype, (to, from)) in cross(&types, &pairs) {
        run.cases([(0, 0), (1, 0), (1, 1)].map(|(ahead, behind)| {
            let input = Laid::new(dtype, from).at(behind, true);
            Work::Copy.on(&[input], Laid::new(dtype, to).at(ahead, false), Same::Bits)
        }));
    }
    Ok(())
}

pub fn casts(run: &mut Run) -> Result<(), Failure> {
    let count = if run.is_small() { 300 } else { 5003 };
    let to = layouts! { [count] [1], [19, 24] [40, 1] };
    let from = layouts! { [count] [1], [19, 24] [1, 19] };
    let layouts: Vec<_> = to.into_iter().zip(from).collect();
    let rules = [
        (None, None),
        (None, Some(Overflow::Saturate)),
        (Some(RoundingMode::Zero), None),
        (Some(RoundingMode::PositiveInf), Some(Overflow::Ieee)),
        (Some(RoundingMode::NegativeInf), None),
    ];
    let rules = cross(&layouts, &rules[..if run.is_small() { 2 } else { 5 }]);
    for (from, to) in cross(&DType::ALL, &DType::ALL) {
        run.cases(rules.iter().map(|((target, source), (mode, overflow))| {
            let input = Laid::new(from, *source).at(0, true);
            let work = Work::Cast(*mode, *overflow);
            work.on(&[input], Laid::new(to, *target), Same::Value)
        }));
    }
    Ok(())
}
