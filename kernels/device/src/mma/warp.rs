//! `mma_sync!`: binds atoms of one warp to their instruction `mma.sync`.

/// Implements [`ExecuteMma`](super::ExecuteMma) for atoms of a warp: name, mnemonic after `mma.sync.aligned.`, and for A, B and C
/// the type, the register class and the number of registers.
///
/// The statement is `asm!` without `pure`: the compiler neither sinks it into a branch nor removes it.
macro_rules! mma_sync {
    ($($atom:ident $text:literal: $a:ident $ka:ident $na:tt, $b:ident $kb:ident $nb:tt, $c:ident $kc:ident $nc:tt;)*) => {
        $(mma_sync!(@a $na; $atom $text; $a $ka, $b $kb $nb, $c $kc $nc);)*
    };
    (@a 1; $($rest:tt)*) => { mma_sync!(@b [1; 0 a0 "{a0}"]; $($rest)*); };
    (@a 2; $($rest:tt)*) => { mma_sync!(@b [2; 0 a0 "{a0}", 1 a1 "{a1}"]; $($rest)*); };
    (@a 4; $($rest:tt)*) => { mma_sync!(@b [4; 0 a0 "{a0}", 1 a1 "{a1}", 2 a2 "{a2}", 3 a3 "{a3}"]; $($rest)*); };
    (@a 8; $($rest:tt)*) => { mma_sync!(@b [8; 0 a0 "{a0}", 1 a1 "{a1}", 2 a2 "{a2}", 3 a3 "{a3}", 4 a4 "{a4}", 5 a5 "{a5}", 6 a6 "{a6}", 7 a7 "{a7}"]; $($rest)*); };
    (@b $la:tt; $atom:ident $text:literal; $a:ident $ka:ident, $b:ident $kb:ident 1, $($rest:tt)*) => { mma_sync!(@c $la [1; 0 b0 "{b0}"]; $atom $text; $a $ka, $b $kb, $($rest)*); };
    (@b $la:tt; $atom:ident $text:literal; $a:ident $ka:ident, $b:ident $kb:ident 2, $($rest:tt)*) => { mma_sync!(@c $la [2; 0 b0 "{b0}", 1 b1 "{b1}"]; $atom $text; $a $ka, $b $kb, $($rest)*); };
    (@b $la:tt; $atom:ident $text:literal; $a:ident $ka:ident, $b:ident $kb:ident 4, $($rest:tt)*) => { mma_sync!(@c $la [4; 0 b0 "{b0}", 1 b1 "{b1}", 2 b2 "{b2}", 3 b3 "{b3}"]; $atom $text; $a $ka, $b $kb, $($rest)*); };
    (@c $la:tt $lb:tt; $atom:ident $text:literal; $a:ident $ka:ident, $b:ident $kb:ident, $c:ident $kc:ident 2) => { mma_sync!(@done $atom $text; $a $ka $la, $b $kb $lb, $c $kc [2; 0 c0 "{c0}", 1 c1 "{c1}"]); };
    (@c $la:tt $lb:tt; $atom:ident $text:literal; $a:ident $ka:ident, $b:ident $kb:ident, $c:ident $kc:ident 4) => { mma_sync!(@done $atom $text; $a $ka $la, $b $kb $lb, $c $kc [4; 0 c0 "{c0}", 1 c1 "{c1}", 2 c2 "{c2}", 3 c3 "{c3}"]); };
    (@c $la:tt $lb:tt; $atom:ident $text:literal; $a:ident $ka:ident, $b:ident $kb:ident, $c:ident $kc:ident 8) => { mma_sync!(@done $atom $text; $a $ka $la, $b $kb $lb, $c $kc [8; 0 c0 "{c0}", 1 c1 "{c1}", 2 c2 "{c2}", 3 c3 "{c3}", 4 c4 "{c4}", 5 c5 "{c5}", 6 c6 "{c6}", 7 c7 "{c7}"]); };
    (@done $atom:ident $text:literal;
        $a:ident $ka:ident [$na:literal; $ia0:tt $ra0:ident $ta0:literal $(, $ia:tt $ra:ident $ta:literal)*],
        $b:ident $kb:ident [$nb:literal; $ib0:tt $rb0:ident $tb0:literal $(, $ib:tt $rb:ident $tb:literal)*],
        $c:ident $kc:ident [$nc:literal; $ic0:tt $rc0:ident $tc0:literal $(, $ic:tt $rc:ident $tc:literal)*]) => {
        // SAFETY: the mnemonic is that of the atom's layouts, with as many registers as the layouts have values.
        #[diagnostic::do_not_recommend]
        unsafe impl super::ExecuteMma for azulejo_tensor::atom::$atom {
            type RegA = [$a; $na];
            type RegB = [$b; $nb];
            type RegC = [$c; $nc];

            #[inline(always)]
            unsafe fn fma(c: &mut Self::RegC, a: Self::RegA, b: Self::RegB) {
                #[cfg(not(target_arch = "nvptx64"))]
                crate::host::warp::<Self>(c, a, b);
                // SAFETY: upheld by the caller: all lanes of the warp are here (PTX ISA, `mma.sync.aligned`).
                #[cfg(target_arch = "nvptx64")]
                unsafe {
                    core::arch::asm!(
                        concat!("mma.sync.aligned.", $text,
                            " {{", $tc0, $(", ", $tc,)* "}}, {{", $ta0, $(", ", $ta,)* "}}, {{", $tb0, $(", ", $tb,)* "}}, {{", $tc0, $(", ", $tc,)* "}};"),
                        $rc0 = inout($kc) c[$ic0], $($rc = inout($kc) c[$ic],)*
                        $ra0 = in($ka) a[$ia0], $($ra = in($ka) a[$ia],)*
                        $rb0 = in($kb) b[$ib0], $($rb = in($kb) b[$ib],)*
                        options(nomem, nostack)
                    );
                }
            }
        }
    };
}
