//! Counting the instructions that whole warps or blocks execute together.
//!
//! rustc does not mark inline assembly as convergent, so the optimiser may copy or sink such an instruction into a
//! branch; a kernel that went wrong so deadlocks or races on some sizes only. The counts of each kernel are therefore
//! committed and compared on every build.

/// The mnemonics counted, by prefix. A `.sync` or `.aligned` instruction is found under the longest prefix.
pub const COLLECTIVES: &[&str] = &[
    "bar.sync",
    "bar.arrive",
    "bar.warp",
    "barrier.sync",
    "barrier.cluster",
    "shfl.sync",
    "vote.sync",
    "redux.sync",
    "match.sync",
    "activemask",
    "elect.sync",
    "ldmatrix.sync",
    "stmatrix.sync",
    "mma.sync",
    "wgmma.fence",
    "wgmma.commit_group",
    "wgmma.wait_group",
    "wgmma.mma_async",
    "setmaxnreg",
    "mbarrier.init",
    "mbarrier.arrive",
    "mbarrier.try_wait",
    "mbarrier.test_wait",
    "cp.async.bulk.commit_group",
    "cp.async.bulk.wait_group",
    "cp.async.bulk",
    "cp.async.commit_group",
    "cp.async.wait_group",
    "cp.async.wait_all",
    "cp.async",
    "fence.proxy",
    "griddepcontrol",
];

/// How often each collective occurs in the text of an entry point, those that do not occur left out.
pub fn collectives(entry: &str) -> Vec<(&'static str, usize)> {
    let mut counts = vec![0usize; COLLECTIVES.len()];
    for statement in entry.split(['\n', ';', '{', '}']) {
        let statement = statement.trim();
        // A guard predicate comes first: `@%p1 bar.sync 0`.
        let op = statement
            .strip_prefix('@')
            .and_then(|s| s.split_once(char::is_whitespace))
            .map_or(statement, |(_, op)| op.trim());
        let best = COLLECTIVES
            .iter()
            .enumerate()
            .filter(|(_, c)| op.starts_with(**c))
            .max_by_key(|(_, c)| c.len());
        if let Some((i, _)) = best {
            counts[i] += 1;
        }
    }
    // `bar.sync` and `barrier.sync` are two spellings of one instruction.
    COLLECTIVES
        .iter()
        .zip(counts)
        .filter(|(_, n)| *n > 0)
        .map(|(c, n)| (*c, n))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::collectives;

    #[test]
    fn each_instruction_is_counted_once() {
        let text = "\tbar.sync \t0;\n\t@%p1 bar.sync 0;\n\tcp.async.cg.shared.global [%r1], [%rd1], 16;\n\tcp.async.commit_group;\n\
            {wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%f0}, %rd1, %rd2, 1, 1, 1, 0, 0;}\n\tmov.u32 %r1, 5;\n";
        assert_eq!(
            collectives(text),
            [
                ("bar.sync", 2),
                ("wgmma.mma_async", 1),
                ("cp.async.commit_group", 1),
                ("cp.async", 1)
            ]
        );
    }
}
