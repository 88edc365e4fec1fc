//! Batches: axes broadcast to those of D, and cut into launches in which every operand has one step.

/// Leading axes of a batch at most.
pub const MAX_BATCH_RANK: usize = 6;

/// Steps of an operand along D's batch axes.
pub(super) type Steps = [isize; MAX_BATCH_RANK];

/// Matrices of one launch: where those of each operand begin, in elements from the first, and how far apart they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run<const N: usize> {
    pub count: usize,
    pub starts: [i64; N],
    pub steps: [i64; N],
}

/// The steps of a batch along axes of `extents`, by NumPy's rule: trailing axes are aligned, and an extent of 1 or a missing axis repeats. `None`
/// where the rule gives others.
pub(super) fn broadcast((own, steps): (&[usize], &[isize]), extents: &[usize]) -> Option<Steps> {
    let missing = extents.len().checked_sub(own.len())?;
    let mut result = [0; MAX_BATCH_RANK];
    for axis in missing..extents.len() {
        result[axis] = match own[axis - missing] {
            extent if extent == extents[axis] => steps[axis - missing],
            1 => 0,
            _ => return None,
        };
    }
    Some(result)
}

/// The launches for a batch of `extents`: as few as there are without a copy of an operand that is broadcast in part.
pub(super) fn runs<const N: usize>(extents: &[usize], steps: [&[isize]; N]) -> Vec<Run<N>> {
    // Axes that continue each other in every operand, the outermost first.
    let mut axes: Vec<(usize, [i64; N])> = Vec::new();
    for (axis, extent) in extents
        .iter()
        .enumerate()
        .filter(|(_, extent)| **extent != 1)
    {
        let own = steps.map(|steps| steps[axis] as i64);
        match axes.last_mut() {
            Some((count, outer))
                if outer
                    .iter()
                    .zip(own)
                    .all(|(outer, own)| Some(*outer) == own.checked_mul(*extent as i64)) =>
            {
                (*count, *outer) = (*count * extent, own);
            }
            _ => axes.push((*extent, own)),
        }
    }
    if extents.contains(&0) {
        axes = vec![(0, [0; N])];
    }
    let longest = (0..axes.len()).max_by_key(|axis| axes[*axis].0);
    let (count, steps) = longest.map_or((1, [0; N]), |axis| axes.remove(axis));
    let mut all = vec![Run {
        count,
        starts: [0; N],
        steps,
    }];
    for (extent, steps) in axes {
        let more = |run: Run<N>| {
            (0..extent as i64).map(move |i| Run {
                starts: std::array::from_fn(|n| run.starts[n] + i * steps[n]),
                ..run
            })
        };
        all = all.into_iter().flat_map(more).collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Extents, the steps of two operands, and the launches they take.
    type Batch = (&'static [usize], [&'static [isize]; 2], usize);

    fn steps(of: &[isize]) -> Steps {
        let mut steps = [0; MAX_BATCH_RANK];
        steps[..of.len()].copy_from_slice(of);
        steps
    }

    #[test]
    fn trailing_axes_are_aligned_and_ones_repeat() {
        let to = |own: &[usize], of: &[isize]| broadcast((own, of), &[2, 3]);
        assert_eq!(to(&[], &[]), Some(steps(&[])));
        assert_eq!(to(&[3], &[12]), Some(steps(&[0, 12])));
        assert_eq!(to(&[2, 1], &[12, 99]), Some(steps(&[12, 0])));
        for own in [&[2][..], &[2, 2], &[1, 2, 3]] {
            assert_eq!(to(own, &[0; 3]), None);
        }
    }

    #[test]
    fn every_matrix_is_in_one_launch_and_steps_are_few() {
        let cases: [Batch; 8] = [
            (&[], [&[], &[]], 1),
            (&[5], [&[12], &[0]], 1),
            (&[2, 5], [&[60, 12], &[5, 1]], 1),
            (&[2, 5], [&[0, 0], &[60, 12]], 1),
            (&[2, 1, 5], [&[60, 7, 12], &[5, 9, 1]], 1),
            (&[2, 5], [&[0, 12], &[5, 1]], 2),
            (&[2, 5], [&[12, 0], &[5, 1]], 2),
            (&[2, 3, 4], [&[4, 0, 1], &[12, 4, 1]], 6),
        ];
        for (extents, of, launches) in cases {
            let [a, d] = of.map(steps);
            let found = runs(extents, [&a, &d]);
            assert_eq!(found.len(), launches, "{extents:?} {of:?}");
            let mut offsets: Vec<[i64; 2]> = found
                .iter()
                .flat_map(|run| {
                    (0..run.count as i64).map(|i| [0, 1].map(|n| run.starts[n] + i * run.steps[n]))
                })
                .collect();
            let mut expected = vec![[0, 0]];
            for (axis, extent) in extents.iter().enumerate() {
                expected = expected
                    .iter()
                    .flat_map(|at: &[i64; 2]| {
                        (0..*extent as i64)
                            .map(move |i| [at[0] + i * a[axis] as i64, at[1] + i * d[axis] as i64])
                    })
                    .collect();
            }
            offsets.sort_unstable();
            expected.sort_unstable();
            assert_eq!(offsets, expected, "{extents:?} {of:?}");
        }
        assert_eq!(runs(&[3, 0], [&steps(&[4, 4])])[0].count, 0);
    }
}
