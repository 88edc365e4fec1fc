//! Branches, loops, calls and barriers.

use azulejo_simt::Memory;

use crate::snippet::{block, kernel, lanes};

#[test]
fn lanes_that_part_meet_again() {
    let lines = "
        and.b32 %r4, %r31, 1; setp.eq.b32 %p0, %r4, 0; @%p0 bra EVEN;
        mov.b64 %rd4, 1; bra.uni MEET;
        EVEN: mov.b64 %rd4, 2;
        MEET: activemask.b32 %r5; cvt.u64.u32 %rd5, %r5; shl.b64 %rd4, %rd4, 32; or.b64 %rd0, %rd4, %rd5;";
    let found = lanes(lines, []);
    assert_eq!((found[0], found[1]), (0x2_FFFF_FFFF, 0x1_FFFF_FFFF));
}

#[test]
fn each_lane_loops_as_often_as_it_needs() {
    let lines = "
        mov.b64 %rd0, 0; mov.b32 %r4, 0;
        LOOP: setp.ge.u32 %p0, %r4, %r31; @%p0 bra DONE;
        add.s64 %rd0, %rd0, 3; add.s32 %r4, %r4, 1; bra.uni LOOP;
        DONE: ";
    assert_eq!(
        lanes(lines, []),
        std::array::from_fn(|lane| 3 * lane as u64)
    );
}

#[test]
fn an_index_chooses_the_target() {
    let lines = "
        and.b32 %r4, %r31, 1;
        { TABLE: .branchtargets A, B; brx.idx %r4, TABLE; }
        A: mov.b64 %rd0, 10; bra.uni END;
        B: mov.b64 %rd0, 20;
        END: ";
    assert_eq!(lanes(lines, [])[..3], [10, 20, 10]);
}

#[test]
fn lanes_behind_a_barrier_wait_for_those_that_come_back_to_it() {
    // The cold path stands after the barrier and branches back before it.
    let lines = "
        mov.b64 %rd0, 1; setp.eq.b32 %p0, %r31, 3; @%p0 bra COLD;
        BACK: bar.sync 0; bra.uni END;
        COLD: mov.b64 %rd0, 2; bra.uni BACK;
        END: ";
    let found = lanes(lines, []);
    assert_eq!((found[2], found[3]), (1, 2));
}

#[test]
fn warps_exchange_values_through_a_barrier() {
    let lines = "
        mov.u32 %r4, dynamic; shl.b32 %r5, %r31, 2; add.s32 %r6, %r4, %r5; st.shared.u32 [%r6], %r31;
        bar.sync 1, 64;
        xor.b32 %r5, %r5, 128; add.s32 %r6, %r4, %r5; ld.shared.u32 %r7, [%r6]; cvt.u64.u32 %rd0, %r7;";
    let found = block(lines, 64, &[]).unwrap();
    assert_eq!((found[0], found[40]), (32, 8));
}

#[test]
fn a_barrier_that_nobody_else_comes_to_is_a_deadlock() {
    let lines = "mov.b64 %rd0, 0; setp.ge.u32 %p0, %r31, 32; @%p0 bra END; bar.sync 2, 64; END: ";
    let fault = block(lines, 64, &[]).unwrap_err();
    assert!(
        fault.contains("no warp can go on") && fault.contains("barrier 0x2"),
        "{fault}"
    );
}

#[test]
fn functions_are_called_with_their_arguments() {
    let text = "
        .version 8.0
        .target sm_80
        .address_size 64
        .func (.param .b32 result) twice(.param .b32 number)
        {
            .reg .b32 %r<3>;
            .reg .pred %p<2>;
            ld.param.b32 %r1, [number];
            setp.eq.s32 %p1, %r1, 5;
            @%p1 ret;
            add.s32 %r2, %r1, %r1;
            st.param.b32 [result], %r2;
            ret;
        }
        .visible .entry main(.param .u64 to)
        {
            .reg .b32 %r<8>;
            .reg .b64 %rd<4>;
            ld.param.u64 %rd1, [to];
            mov.u32 %r1, %tid.x;
            {
            .param .b32 a;
            .param .b32 r;
            st.param.b32 [a], %r1;
            st.param.b32 [r], 77;
            call.uni (r), twice, (a);
            ld.param.b32 %r2, [r];
            }
            mul.wide.u32 %rd2, %r1, 4;
            add.s64 %rd1, %rd1, %rd2;
            st.global.u32 [%rd1], %r2;
            ret;
        }";
    let mut memory = Memory::new();
    let to = memory.allocate(128).unwrap();
    kernel(text, ("main", [1, 1, 32, 0]), &[to], &mut memory).unwrap();
    let mut found = [0; 128];
    memory.read(to, &mut found).unwrap();
    assert_eq!((found[4 * 4], found[4 * 5], found[4 * 6]), (8, 77, 12));
}

#[test]
fn a_block_may_wait_for_one_that_starts_after_it() {
    let text = "
        .version 8.0
        .target sm_80
        .address_size 64
        .visible .entry main(.param .u64 flag)
        {
            .reg .pred %p<2>;
            .reg .b32 %r<4>;
            .reg .b64 %rd<4>;
            ld.param.u64 %rd1, [flag];
            mov.u32 %r1, %ctaid.x;
            setp.ne.u32 %p1, %r1, 0;
            @%p1 bra SET;
            WAIT: ld.acquire.gpu.global.u32 %r2, [%rd1];
            setp.ne.u32 %p1, %r2, 150;
            @%p1 bra WAIT;
            ret;
            SET: atom.global.add.u32 %r3, [%rd1], 1;
            ret;
        }";
    let mut memory = Memory::new();
    memory.checks.instructions = 100_000;
    let flag = memory.allocate(4).unwrap();
    memory.write(flag, &[0; 4]).unwrap();
    kernel(text, ("main", [151, 1, 1, 0]), &[flag], &mut memory).unwrap();
}

#[test]
fn a_label_is_its_blocks_own() {
    // As assembly that is written out twice: the second loop's label is another one.
    let once = "{ .reg .pred p; LAB_WAIT: add.s32 %r4, %r4, 1; setp.ge.u32 p, %r4, %r5; @p bra DONE; bra LAB_WAIT; DONE: }";
    let lines = format!(
        "mov.b32 %r4, 0; mov.b32 %r5, 3; {once} mov.b32 %r6, %r4; mov.b32 %r5, 5; {once}
         mul.lo.s32 %r6, %r6, 10; add.s32 %r6, %r6, %r4; cvt.u64.u32 %rd0, %r6;"
    );
    assert_eq!(lanes(&lines, [])[0], 35);
}

#[test]
fn a_block_branches_to_labels_around_it() {
    let lines = "
        mov.b64 %rd0, 0;
        BACK: add.s64 %rd0, %rd0, 1;
        { .reg .pred p; setp.lt.u64 p, %rd0, 4; { @p bra BACK; } bra.uni FORTH; }
        mov.b64 %rd0, 77;
        FORTH: ";
    assert_eq!(lanes(lines, [])[0], 4);
}

#[test]
fn a_call_obeys_its_predicate() {
    let text = "
        .version 8.0
        .target sm_80
        .address_size 64
        .func add(.param .b64 to)
        {
            .reg .b32 %r<3>;
            .reg .b64 %rd<2>;
            ld.param.b64 %rd1, [to];
            ld.global.b32 %r1, [%rd1];
            add.s32 %r1, %r1, 1;
            st.global.b32 [%rd1], %r1;
            ret;
        }
        .visible .entry main(.param .u64 to)
        {
            .reg .b32 %r<8>;
            .reg .b64 %rd<4>;
            .reg .pred %p<2>;
            .param .b64 a;
            ld.param.u64 %rd1, [to];
            mov.u32 %r1, %tid.x;
            setp.lt.u32 %p1, %r1, 2;
            mul.wide.u32 %rd2, %r1, 4;
            add.s64 %rd1, %rd1, %rd2;
            st.global.u32 [%rd1], %r1;
            st.param.b64 [a], %rd1;
            @%p1 call add, (a);
            @!%p1 call.uni add, (a);
            @!%p1 call.uni add, (a);
            ret;
        }";
    let mut memory = Memory::new();
    let to = memory.allocate(16).unwrap();
    kernel(text, ("main", [1, 1, 4, 0]), &[to], &mut memory).unwrap();
    let mut found = [0; 16];
    memory.read(to, &mut found).unwrap();
    assert_eq!([found[0], found[4], found[8], found[12]], [1, 2, 4, 5]);
}

/// Threads of one warp that take a lock each make way for the one that has it.
#[test]
fn lanes_that_spin_let_the_others_of_their_warp_go_on() {
    let text = "
        .version 8.0
        .target sm_80
        .address_size 64
        .visible .entry main(.param .u64 lock)
        {
            .reg .pred %p<2>;
            .reg .b32 %r<8>;
            .reg .b64 %rd<4>;
            ld.param.u64 %rd1, [lock];
            AGAIN: atom.global.cas.b32 %r1, [%rd1], 0, 1;
            setp.ne.u32 %p1, %r1, 0;
            @%p1 bra AGAIN;
            ld.global.u32 %r2, [%rd1+4];
            add.s32 %r2, %r2, 1;
            st.global.u32 [%rd1+4], %r2;
            atom.global.exch.b32 %r1, [%rd1], 0;
            ret;
        }";
    let mut memory = Memory::new();
    memory.checks.instructions = 2_000_000;
    let lock = memory.allocate(8).unwrap();
    memory.write(lock, &[0; 8]).unwrap();
    kernel(text, ("main", [1, 1, 32, 0]), &[lock], &mut memory).unwrap();
    let mut found = [0; 8];
    memory.read(lock, &mut found).unwrap();
    assert_eq!(found, [0, 0, 0, 0, 32, 0, 0, 0]);
}
