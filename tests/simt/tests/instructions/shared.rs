//! Where a block's shared memory begins and ends.

use azulejo_simt::{Launch, Memory, Module, run};

use crate::snippet::kernel;

/// Stores a word at the first multiple of 1024, and `bytes` further.
fn text(declared: usize, before: &str) -> String {
    format!(
        ".version 8.0
         .target sm_90
         .address_size 64
         {before}
         .extern .shared .align {declared} .b8 dynamic[];
         .visible .entry main(.param .u32 bytes)
         {{
             .reg .b32 %r<8>;
             ld.param.u32 %r1, [bytes];
             mov.u32 %r2, dynamic;
             add.s32 %r2, %r2, 1023;
             and.b32 %r2, %r2, -1024;
             add.s32 %r2, %r2, %r1;
             st.shared.u32 [%r2], %r1;
             ret;
         }}"
    )
}

/// A kernel with 2048 bytes of dynamic shared memory that uses up to 1024 of those behind a multiple of 1024.
fn stored(start: Option<usize>, declared: usize, before: &str, at: u64) -> Result<(), String> {
    let mut memory = Memory::new();
    memory.checks.shared_start = start;
    kernel(
        &text(declared, before),
        ("main", [1, 1, 1, 2048]),
        &[at],
        &mut memory,
    )
}

#[test]
fn what_a_kernel_rounds_up_for_hides_no_overrun_where_all_of_it_is_needed() {
    for declared in [16, 1024] {
        stored(None, declared, "", 1020).unwrap();
        stored(Some(16), declared, "", 1020).unwrap();
        // The slack of 1024 bytes is memory of the block all the same, and the store is found where it is used up.
        stored(None, declared, "", 2000).unwrap();
        stored(Some(16), declared, "", 1036).unwrap();
        let said = stored(Some(16), declared, "", 1040).unwrap_err();
        assert!(said.contains("writes 4 bytes of shared memory"), "{said}");
    }
}

#[test]
fn dynamic_shared_memory_is_aligned_as_it_is_declared() {
    let array = ".shared .align 4 .b8 array[4];";
    // 16 bytes behind the array with the alignment of 16, and 1024 with that of 1024.
    stored(None, 16, array, 1036).unwrap();
    assert!(stored(None, 16, array, 1040).is_err());
    stored(None, 1024, array, 2044).unwrap();
    assert!(stored(None, 1024, array, 2048).is_err());
}

#[test]
fn a_launch_is_held_to_what_a_device_takes() {
    let mut memory = Memory::new();
    let mut module = Module::parse(&text(16, "")).unwrap();
    module.place(&mut memory).unwrap();
    let mut rejected = |grid, block, cluster, dynamic_shared| {
        let (module, entry, parameters) = (&module, "main", &[0; 8][..]);
        let launch = Launch {
            module,
            entry,
            grid,
            block,
            cluster,
            dynamic_shared,
            parameters,
        };
        run(&launch, &mut memory).is_err()
    };
    let one = [1; 3];
    assert!(!rejected(one, one, one, 2048));
    assert!(rejected([u32::MAX; 3], one, one, 2048));
    assert!(rejected([1, 65_536, 1], one, one, 2048));
    assert!(rejected(one, [u32::MAX; 3], one, 2048));
    assert!(rejected(one, one, [u32::MAX; 3], 2048));
    assert!(rejected(one, one, one, usize::MAX));
    assert!(rejected(one, one, one, 1 << 30));
}
