//! [`separate`]: what products of one launch write is apart from all else that they use.

use super::Arguments;
use crate::device::gemm::hopper::table::Row;
use crate::host::Error;

/// Bytes that a member touches.
#[derive(Clone, Copy)]
struct Touched {
    start: u64,
    end: u64,
    member: usize,
    writes: bool,
}

/// Rejects members one of which writes what another reads or writes: nothing orders them. A magnitude is raised in one
/// step, so that members may share it, but it is apart from all else.
pub(super) fn separate(members: &[Arguments<'_>], row: &Row) -> Result<(), Error> {
    let bytes = [row.config.a.element as u64, row.config.out as u64];
    let mut all = Vec::new();
    for (number, of) in members.iter().enumerate() {
        let mut add = |member: usize, (start, end): (u64, u64), writes| {
            if start < end {
                all.push(Touched {
                    start,
                    end,
                    member,
                    writes,
                });
            }
        };
        add(number, of.d.touched("d", of.extents(), bytes[1])?, true);
        for (argument, matrix, extents, element) in of.reads(bytes)? {
            let raised = argument == "amax";
            let member = if raised { members.len() } else { number };
            add(member, matrix.touched(argument, extents, element)?, raised);
        }
    }
    if all_apart(&mut all) {
        return Ok(());
    }
    Err(Error::overlap(
        "an output",
        "memory that another product of the launch, or amax, uses",
    ))
}

/// Whether nothing that one member writes is touched by another.
fn all_apart(all: &mut [Touched]) -> bool {
    all.sort_by_key(|one| one.start);
    // Of what begins before: the furthest end of a member, and that of another, for what is written and for everything.
    let mut furthest = [[(0u64, usize::MAX); 2]; 2];
    for one in all {
        let before = &furthest[if one.writes { 0 } else { 1 }];
        if before
            .iter()
            .any(|(end, member)| *end > one.start && *member != one.member)
        {
            return false;
        }
        for [first, second] in &mut furthest[..if one.writes { 2 } else { 1 }] {
            if first.1 == one.member {
                first.0 = first.0.max(one.end);
            } else if one.end > first.0 {
                (*first, *second) = ((one.end, one.member), *first);
            } else if one.end > second.0 {
                *second = (one.end, one.member);
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_apart_from_all_else() {
        let all = |list: &[(u64, u64, usize, bool)]| {
            let mut list: Vec<Touched> = list
                .iter()
                .map(|(start, end, member, writes)| Touched {
                    start: *start,
                    end: *end,
                    member: *member,
                    writes: *writes,
                })
                .collect();
            all_apart(&mut list)
        };
        // Every pair of short ranges of two and three members, against each pair by itself.
        let mut seed = 7u64;
        let mut next = |below: u64| {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 33) % below
        };
        let mut found = [0; 2];
        for _ in 0..20_000 {
            let list: Vec<_> = (0..2 + next(4))
                .map(|_| {
                    let start = next(12);
                    (start, start + 1 + next(4), next(3) as usize, next(3) == 0)
                })
                .collect();
            let apart = list.iter().enumerate().all(|(i, x)| {
                list[..i]
                    .iter()
                    .all(|y| x.2 == y.2 || !(x.3 || y.3) || x.1 <= y.0 || y.1 <= x.0)
            });
            assert_eq!(all(&list), apart, "{list:?}");
            found[apart as usize] += 1;
        }
        assert!(found.iter().all(|count| *count > 1000), "{found:?}");
    }
}
