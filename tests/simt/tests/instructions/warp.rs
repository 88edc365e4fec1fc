//! Values between lanes.

use crate::snippet::{block, lanes, try_lanes};

fn counted() -> [u64; 32] {
    std::array::from_fn(|lane| lane as u64 + 100)
}

fn shuffled(line: &str) -> [u64; 32] {
    lanes(&format!("{line} cvt.u64.u32 %rd0, %r0;"), [counted()])
}

#[test]
fn shuffles_take_their_neighbours_values() {
    assert_eq!(shuffled("shfl.sync.bfly.b32 %r0, %r1, 16, 31, -1;")[3], 119);
    assert_eq!(
        shuffled("shfl.sync.idx.b32 %r0, %r1, 5, 31, -1;"),
        [105; 32]
    );
    let down = shuffled("shfl.sync.down.b32 %r0, %r1, 4, 31, -1;");
    assert_eq!((down[0], down[27], down[28]), (104, 131, 128));
    let up = shuffled("shfl.sync.up.b32 %r0, %r1, 4, 0, -1;");
    assert_eq!((up[3], up[4], up[31]), (103, 100, 127));
}

#[test]
fn shuffles_stay_in_their_segments() {
    // Segments of eight lanes.
    let down = shuffled("shfl.sync.down.b32 %r0, %r1, 4, 0x181f, -1;");
    assert_eq!((down[3], down[4], down[11]), (107, 104, 115));
    let idx = shuffled("shfl.sync.idx.b32 %r0, %r1, 2, 0x181f, -1;");
    assert_eq!((idx[0], idx[9], idx[31]), (102, 110, 126));
}

#[test]
fn shuffles_say_whether_they_stayed_inside() {
    let inside = lanes(
        "shfl.sync.down.b32 %r0|%p0, %r1, 4, 31, -1; selp.b64 %rd0, 1, 0, %p0;",
        [counted()],
    );
    assert_eq!((inside[27], inside[28]), (1, 0));
}

#[test]
fn votes_count_the_lanes() {
    let lines =
        "setp.gt.u32 %p0, %r1, 103; vote.sync.ballot.b32 %r0, %p0, -1; cvt.u64.u32 %rd0, %r0;";
    assert_eq!(lanes(lines, [counted()]), [0xFFFF_FFF0; 32]);
}

#[test]
fn one_lane_is_elected() {
    let lines = "elect.sync _|%p0, 0xffffffff; selp.b64 %rd0, 1, 0, %p0;";
    assert_eq!(lanes(lines, []).iter().sum::<u64>(), 1);
}

#[test]
fn a_shuffle_from_a_lane_that_takes_no_part_is_a_fault() {
    let lines = "mov.b64 %rd0, 0; mov.b32 %r0, 0; setp.lt.u32 %p0, %r31, 8; @%p0 shfl.sync.bfly.b32 %r0, %r1, 16, 31, 0xff;";
    let fault = try_lanes(lines, []).unwrap_err();
    assert!(fault.contains("takes no part"), "{fault}");
}

/// Lanes below 16 vote and shuffle with one mask, the others with theirs.
#[test]
fn each_mask_is_a_group_of_its_own() {
    let halves = "setp.lt.u32 %p1, %r31, 16; selp.b32 %r4, 0xffff, 0xffff0000, %p1;";
    let voted = |line: &str| {
        let lines = format!("{halves} setp.lt.u32 %p2, %r31, 20; {line}");
        let found = lanes(&lines, []);
        [found[0], found[31]]
    };
    let ballot = "vote.sync.ballot.b32 %r0, %p2, %r4; cvt.u64.u32 %rd0, %r0;";
    assert_eq!(voted(ballot), [0xffff, 0xf_0000]);
    let all = "vote.sync.all.pred %p0, %p2, %r4; selp.b64 %rd0, 1, 0, %p0;";
    assert_eq!(voted(all), [1, 0]);
    let elect = "elect.sync %r0|%p0, %r4; cvt.u64.u32 %rd0, %r0;";
    assert_eq!(voted(elect), [0, 16]);
    let elected = lanes(
        &format!("{halves} elect.sync _|%p0, %r4; selp.b64 %rd0, 1, 0, %p0;"),
        [],
    );
    assert_eq!(
        (elected[0], elected[16], elected.iter().sum()),
        (1, 1, 2u64)
    );
    let shuffled = lanes(
        &format!("{halves} shfl.sync.bfly.b32 %r0, %r1, 8, 31, %r4; cvt.u64.u32 %rd0, %r0;"),
        [counted()],
    );
    assert_eq!((shuffled[0], shuffled[31]), (108, 123));
}

#[test]
fn a_lane_that_its_mask_leaves_out_is_a_fault() {
    for line in [
        "vote.sync.ballot.b32 %r0, %p0, 0xff;",
        "elect.sync _|%p1, 0xff;",
        "shfl.sync.idx.b32 %r0, %r1, 0, 31, 0xff;",
        "bar.warp.sync 0xff;",
    ] {
        let lines = format!("mov.b64 %rd0, 0; setp.eq.u32 %p0, %r31, 0; {line}");
        let fault = try_lanes(&lines, []).unwrap_err();
        assert!(
            fault.contains("its mask 0xff leaves it out") && fault.contains("thread (8, 0, 0)"),
            "{line} {fault}"
        );
    }
}

#[test]
fn a_shuffle_across_masks_is_a_fault() {
    let lines = "
        mov.b64 %rd0, 0; setp.lt.u32 %p1, %r31, 16; selp.b32 %r4, 0xffff, 0xffff0000, %p1;
        shfl.sync.bfly.b32 %r0, %r1, 16, 31, %r4;";
    let fault = try_lanes(lines, []).unwrap_err();
    assert!(fault.contains("takes no part"), "{fault}");
}

#[test]
fn registers_that_a_thread_has_or_lacks_are_named() {
    // At the launch each of 384 threads has 168 registers, of 256 threads 255.
    for (line, threads, fault) in [
        ("setmaxnreg.dec.sync.aligned.u32 40;", 384, ""),
        (
            "setmaxnreg.dec.sync.aligned.u32 176;",
            384,
            "a thread has 168 registers, and keeps 176",
        ),
        (
            "setmaxnreg.inc.sync.aligned.u32 232;",
            256,
            "a thread has 255 registers, and asks for 232; raise to as many or more",
        ),
    ] {
        let lines = format!("{line}\nmov.u64 %rd0, 1;");
        match block(&lines, threads, &[]) {
            Ok(_) => assert_eq!(fault, "", "{line}"),
            Err(found) => assert!(
                !fault.is_empty() && found.contains(fault),
                "{line}: {found}"
            ),
        }
    }
}
