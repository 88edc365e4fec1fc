//! Data table: written by `cargo xtask corpus-types` from tests/corpus.
#![allow(non_upper_case_globals, unused_imports, unused_parens, clippy::all)]
// No lint looks at it, and its types take the compiler a minute.
#![cfg(not(clippy))]

#[macro_use]
mod common;

use azulejo_layout::*;
use common::*;

#[test]
fn make_layout_0() {
    rows! {
        "make_layout/p0000" make_layout(shape!(_3), LayoutRight) => "_3:_1";
        "make_layout/p0001" make_layout(shape!((_3)), LayoutRight) => "(_3):(_1)";
        "make_layout/p0002" make_layout(shape!(((_8,_2,_4))), LayoutRight) => "((_8,_2,_4)):((_8,_4,_1))";
        "make_layout/p0004" make_layout(shape!((5,_1)), LayoutRight) => "(5,_1):(_1,_0)";
        "make_layout/p0005" make_layout(shape!((_4,_3,_8)), LayoutLeft) => "(_4,_3,_8):(_1,_4,_12)";
        "make_layout/p0007" make_layout(shape!((_2,_2,_2)), LayoutRight) => "(_2,_2,_2):(_4,_2,_1)";
        "make_layout/p0008" make_layout(shape!((_2)), LayoutRight) => "(_2):(_1)";
        "make_layout/p0010" make_layout(shape!((_2,_3,_4)), LayoutLeft) => "(_2,_3,_4):(_1,_2,_6)";
        "make_layout/p0011" make_layout(shape!((((_7),_2),_6)), LayoutLeft) => "(((_7),_2),_6):(((_1),_7),_14)";
        "make_layout/p0012" make_layout(shape!((_7,_8,_2,3)), LayoutRight) => "(_7,_8,_2,3):(48,6,3,_1)";
        "make_layout/p0014" make_layout(shape!((8,8)), LayoutLeft) => "(8,8):(_1,8)";
        "make_layout/p0015" make_layout(shape!((_4,_4)), LayoutLeft) => "(_4,_4):(_1,_4)";
        "make_layout/p0017" make_layout(shape!((_2,_6)), LayoutRight) => "(_2,_6):(_6,_1)";
        "make_layout/p0018" make_layout(shape!(((4,_32))), LayoutRight) => "((4,_32)):((_32,_1))";
        "make_layout/p0020" make_layout(shape!((_7,(_2,_4))), LayoutRight) => "(_7,(_2,_4)):(_8,(_4,_1))";
        "make_layout/p0021" make_layout(shape!((6)), LayoutLeft) => "(6):(_1)";
        "make_layout/p0022" make_layout(shape!((_3)), LayoutLeft) => "(_3):(_1)";
        "make_layout/p0024" make_layout(shape!(_8), LayoutLeft) => "_8:_1";
        "make_layout/p0025" make_layout(shape!((_4)), LayoutRight) => "(_4):(_1)";
        "make_layout/p0027" make_layout(shape!((_32,_3)), LayoutLeft) => "(_32,_3):(_1,_32)";
        "make_layout/p0028" make_layout(shape!((5,(_5))), LayoutRight) => "(5,(_5)):(_5,(_1))";
        "make_layout/p0030" make_layout(shape!((_1,_12,_1)), LayoutLeft) => "(_1,_12,_1):(_0,_1,_0)";
        "make_layout/p0031" make_layout(shape!((_2,_8)), LayoutRight) => "(_2,_8):(_8,_1)";
        "make_layout/p0032" make_layout(shape!((_32,(_1,_2))), LayoutRight) => "(_32,(_1,_2)):(_2,(_0,_1))";
        "make_layout/p0034" make_layout(shape!(_2), LayoutLeft) => "_2:_1";
    }
}

#[test]
fn make_layout_1() {
    rows! {
        "make_layout/p0035" make_layout(shape!((8)), LayoutLeft) => "(8):(_1)";
        "make_layout/p0037" make_layout(shape!(_4), LayoutLeft) => "_4:_1";
        "make_layout/p0038" make_layout(shape!((_2,_32)), LayoutLeft) => "(_2,_32):(_1,_2)";
        "make_layout/p0040" make_layout(shape!((_6,(_4,(_3),_1),_6)), LayoutRight) => "(_6,(_4,(_3),_1),_6):(_72,(_18,(_6),_0),_1)";
        "make_layout/p0041" make_layout(shape!(4), LayoutLeft) => "4:_1";
        "make_layout/p0042" make_layout(shape!((_4,_4,_6)), LayoutLeft) => "(_4,_4,_6):(_1,_4,_16)";
        "make_layout/p0044" make_layout(shape!((_8,_2)), LayoutRight) => "(_8,_2):(_2,_1)";
        "make_layout/p0045" make_layout(shape!((_4,_4,_16)), LayoutLeft) => "(_4,_4,_16):(_1,_4,_16)";
        "make_layout/p0047" make_layout(shape!(((5))), LayoutRight) => "((5)):((_1))";
        "make_layout/p0048" make_layout(shape!((_16)), LayoutRight) => "(_16):(_1)";
        "make_layout/p0050" make_layout(shape!((_8,_7,_2)), LayoutRight) => "(_8,_7,_2):(_14,_2,_1)";
        "make_layout/p0051" make_layout(shape!((((_1)),_1)), LayoutLeft) => "(((_1)),_1):(((_0)),_0)";
        "make_layout/p0052" make_layout(shape!((2,5)), LayoutRight) => "(2,5):(5,_1)";
        "make_layout/p0054" make_layout(shape!((_32)), LayoutLeft) => "(_32):(_1)";
        "make_layout/p0055" make_layout(shape!(((7,_3,_3),4)), LayoutRight) => "((7,_3,_3),4):((36,12,4),_1)";
        "make_layout/p0057" make_layout(shape!((_4,((_1),_4))), LayoutLeft) => "(_4,((_1),_4)):(_1,((_0),_4))";
        "make_layout/p0058" make_layout(shape!((_4,_8,_8)), LayoutRight) => "(_4,_8,_8):(_64,_8,_1)";
    }
}

#[test]
fn make_ordered_layout_0() {
    rows! {
        "make_ordered_layout/p0001" make_ordered_layout(shape!((7,6)), shape!((_4,_3))) => "(7,6):(6,_1)";
        "make_ordered_layout/p0002" make_ordered_layout(shape!((_4,_16)), shape!((_1,1))) => "(_4,_16):(_1,_4)";
        "make_ordered_layout/p0003" make_ordered_layout(shape!((_5,_8,_2)), shape!((_0,_4,_2))) => "(_5,_8,_2):(_1,_10,_5)";
        "make_ordered_layout/p0005" make_ordered_layout(shape!(((_3,_7),_3)), shape!(((_5,0),_1))) => "((_3,_7),_3):((_3,_9),_1)";
        "make_ordered_layout/p0007" make_ordered_layout(shape!(((_6),_2)), shape!((_1,_5))) => "((_6),_2):((_1),_6)";
        "make_ordered_layout/p0008" make_ordered_layout(shape!((_8,_3)), shape!((_2,2))) => "(_8,_3):(_1,_8)";
        "make_ordered_layout/p0010" make_ordered_layout(shape!((_6,_1)), shape!((_4,_2))) => "(_6,_1):(_1,_0)";
        "make_ordered_layout/p0012" make_ordered_layout(shape!((_8,_2)), shape!((_0,_5))) => "(_8,_2):(_1,_8)";
        "make_ordered_layout/p0013" make_ordered_layout(shape!(((_3,_2,_6),_5)), shape!((_2,_4))) => "((_3,_2,_6),_5):((_1,_3,_6),_36)";
        "make_ordered_layout/p0015" make_ordered_layout(shape!((_4,_5)), shape!((_0,4))) => "(_4,_5):(_1,_4)";
        "make_ordered_layout/p0017" make_ordered_layout(shape!((_2,_4,_2)), shape!((_5,_4,_0))) => "(_2,_4,_2):(_8,_2,_1)";
        "make_ordered_layout/p0019" make_ordered_layout(shape!((_3,_3)), shape!((3,5))) => "(_3,_3):(_1,_3)";
        "make_ordered_layout/p0021" make_ordered_layout(shape!((_2,_4)), shape!((_2,_3))) => "(_2,_4):(_1,_2)";
        "make_ordered_layout/p0022" make_ordered_layout(shape!((_8,_1,_4,_2)), shape!((_2,_4,_5,_0))) => "(_8,_1,_4,_2):(_2,_0,_16,_1)";
        "make_ordered_layout/p0024" make_ordered_layout(shape!((_8,_3,_8)), shape!((_0,5,_2))) => "(_8,_3,_8):(_1,_64,_8)";
        "make_ordered_layout/p0026" make_ordered_layout(shape!((_8,_7)), shape!((_0,_2))) => "(_8,_7):(_1,_8)";
        "make_ordered_layout/p0028" make_ordered_layout(shape!((_5,_16,_3)), shape!((_5,_2,_4))) => "(_5,_16,_3):(_48,_1,_16)";
        "make_ordered_layout/p0032" make_ordered_layout(shape!(((_2,_12),(_7))), shape!((_2,(_1)))) => "((_2,_12),(_7)):((_7,_14),(_1))";
        "make_ordered_layout/p0035" make_ordered_layout(shape!((_7,_4)), shape!((_4,_3))) => "(_7,_4):(_4,_1)";
        "make_ordered_layout/p0036" make_ordered_layout(shape!((_3,_3)), shape!((3,_1))) => "(_3,_3):(_3,_1)";
        "make_ordered_layout/p0038" make_ordered_layout(shape!((_7,_2,_2)), shape!((_4,_1,_2))) => "(_7,_2,_2):(_4,_1,_2)";
        "make_ordered_layout/p0039" make_ordered_layout(shape!(((_5,_1,3),(_3,_2))), shape!(((_4,_1,_2),_3))) => "((_5,_1,3),(_3,_2)):((18,_0,_1),(3,9))";
        "make_ordered_layout/p0041" make_ordered_layout(shape!((_8,_8)), shape!((_2,_5))) => "(_8,_8):(_1,_8)";
        "make_ordered_layout/p0045" make_ordered_layout(shape!((8,3)), shape!((_4,_3))) => "(8,3):(3,_1)";
        "make_ordered_layout/p0046" make_ordered_layout(shape!(((_12,_2),_4)), shape!((_0,_5))) => "((_12,_2),_4):((_1,_12),_24)";
    }
}

#[test]
fn make_ordered_layout_1() {
    rows! {
        "make_ordered_layout/p0047" make_ordered_layout(shape!((_5,_6)), shape!((_1,_3))) => "(_5,_6):(_1,_5)";
        "make_ordered_layout/p0049" make_ordered_layout(shape!((_8,_2)), shape!((_3,_4))) => "(_8,_2):(_1,_8)";
        "make_ordered_layout/p0051" make_ordered_layout(shape!((_4,_6,2)), shape!((_5,_1,_2))) => "(_4,_6,2):(12,_1,_6)";
        "make_ordered_layout/p0053" make_ordered_layout(shape!((_8,_4,_2,_3)), shape!((_0,4,_2,4))) => "(_8,_4,_2,_3):(_1,_16,_8,_64)";
        "make_ordered_layout/p0054" make_ordered_layout(shape!(((_6),_6,_2)), shape!((_2,_0,_3))) => "((_6),_6,_2):((_6),_1,_36)";
        "make_ordered_layout/p0055" make_ordered_layout(shape!(((_3,_4,_3),_2,_1)), shape!((_3,_2,_1))) => "((_3,_4,_3),_2,_1):((_2,_6,_24),_1,_0)";
        "make_ordered_layout/p0057" make_ordered_layout(shape!((_1,(_5),_7)), shape!((_5,(_3),_0))) => "(_1,(_5),_7):(_0,(_7),_1)";
        "make_ordered_layout/p0059" make_ordered_layout(shape!(((_3,_16),_2)), shape!((_3,_4))) => "((_3,_16),_2):((_1,_3),_48)";
        "make_ordered_layout/p0060" make_ordered_layout(shape!((_32,_4)), shape!((_5,_3))) => "(_32,_4):(_4,_1)";
        "make_ordered_layout/p0065" make_ordered_layout(shape!((_1,_2)), shape!((_4,_5))) => "(_1,_2):(_0,_1)";
        "make_ordered_layout/p0067" make_ordered_layout(shape!((_8,_16)), shape!((_0,_3))) => "(_8,_16):(_1,_8)";
        "make_ordered_layout/p0069" make_ordered_layout(shape!(((_4),_5)), shape!(((_2),_5))) => "((_4),_5):((_1),_4)";
        "make_ordered_layout/p0071" make_ordered_layout(shape!((_4,_1)), shape!((_4,_2))) => "(_4,_1):(_1,_0)";
        "make_ordered_layout/p0072" make_ordered_layout(shape!((_3,(_7,_6))), shape!((_5,(_4,_3)))) => "(_3,(_7,_6)):(_42,(_6,_1))";
        "make_ordered_layout/p0073" make_ordered_layout(shape!((_1,_2)), shape!((_0,_3))) => "(_1,_2):(_0,_1)";
        "make_ordered_layout/p0076" make_ordered_layout(shape!((_4,_7)), shape!((_0,_1))) => "(_4,_7):(_1,_4)";
        "make_ordered_layout/p0077" make_ordered_layout(shape!(((_2),(_2,_2,_8))), shape!(((_1),(_0,_3,_4)))) => "((_2),(_2,_2,_8)):((_2),(_1,_4,_8))";
    }
}

#[test]
fn make_layout_like_0() {
    rows! {
        "make_layout_like/p0000" make_layout_like(layout!(7:_0)) => "7:_0";
        "make_layout_like/p0001" make_layout_like(layout!((_2,_4,_7):(_28,_7,_1))) => "(_2,_4,_7):(_28,_7,_1)";
        "make_layout_like/p0002" make_layout_like(layout!((5,(_2)):(_2,(_1)))) => "(5,(_2)):(_2,(_1))";
        "make_layout_like/p0003" make_layout_like(layout!((_2,_2,_4,_8):(_64,_1,_16,_2))) => "(_2,_2,_4,_8):(_64,_1,_16,_2)";
        "make_layout_like/p0004" make_layout_like(layout!((2,3,(_12)):(1,0,(0)))) => "(2,3,(_12)):(_1,2,(6))";
        "make_layout_like/p0005" make_layout_like(layout!((_2,_7):(_7,_1))) => "(_2,_7):(_7,_1)";
        "make_layout_like/p0006" make_layout_like(layout!((_4,_2,_32,(_1)):(_12,_3,_192,(_0)))) => "(_4,_2,_32,(_1)):(_2,_1,_8,(_0))";
        "make_layout_like/p0007" make_layout_like(layout!(((_12),_2):((_2),_1))) => "((_12),_2):((_2),_1)";
        "make_layout_like/p0008" make_layout_like(layout!((_3,_1,_2):(_2,_18,_1))) => "(_3,_1,_2):(_2,_0,_1)";
        "make_layout_like/p0009" make_layout_like(layout!((_4,_8):(_8,_1))) => "(_4,_8):(_8,_1)";
        "make_layout_like/p0010" make_layout_like(layout!(((_4),_2):((_1),_0))) => "((_4),_2):((_1),_0)";
        "make_layout_like/p0011" make_layout_like(layout!((_32,_4,_2):(_2,_64,_1))) => "(_32,_4,_2):(_2,_64,_1)";
        "make_layout_like/p0012" make_layout_like(layout!(_5:1)) => "_5:_1";
        "make_layout_like/p0013" make_layout_like(layout!((_16,_1,_1,_2):(_1,_0,_0,_16))) => "(_16,_1,_1,_2):(_1,_0,_0,_16)";
        "make_layout_like/p0014" make_layout_like(layout!(((_4,_1),_1,_4,_2):((_0,_0),_0,_2,_1))) => "((_4,_1),_1,_4,_2):((_0,_0),_0,_2,_1)";
        "make_layout_like/p0015" make_layout_like(layout!((_12,_1,_3,_3):(_9,_9,_3,_1))) => "(_12,_1,_3,_3):(_9,_0,_3,_1)";
        "make_layout_like/p0016" make_layout_like(layout!((_1):(_0))) => "(_1):(_0)";
        "make_layout_like/p0017" make_layout_like(layout!((_5,6):(_0,_1))) => "(_5,6):(_0,_1)";
        "make_layout_like/p0018" make_layout_like(layout!((_2,_8):(_8,_1))) => "(_2,_8):(_8,_1)";
        "make_layout_like/p0019" make_layout_like(layout!((_2,(_1,_3,_8)):(_24,(_0,_8,_1)))) => "(_2,(_1,_3,_8)):(_24,(_0,_8,_1))";
        "make_layout_like/p0020" make_layout_like(layout!(((_6),_2):((_1),_6))) => "((_6),_2):((_1),_6)";
        "make_layout_like/p0021" make_layout_like(layout!(((_1),(_8,_4)):((_32),(_4,_1)))) => "((_1),(_8,_4)):((_0),(_4,_1))";
        "make_layout_like/p0022" make_layout_like(layout!((_8,_6):(_1,_8))) => "(_8,_6):(_1,_8)";
        "make_layout_like/p0023" make_layout_like(layout!((_4,_4,_4):(_16,_4,_1))) => "(_4,_4,_4):(_16,_4,_1)";
        "make_layout_like/p0024" make_layout_like(layout!((_3,_3):(_3,_1))) => "(_3,_3):(_3,_1)";
    }
}

#[test]
fn make_layout_like_1() {
    rows! {
        "make_layout_like/p0025" make_layout_like(layout!((_5,_4,(_3)):(_0,_0,(_1)))) => "(_5,_4,(_3)):(_0,_0,(_1))";
        "make_layout_like/p0026" make_layout_like(layout!((_3,_6):(_1,_9))) => "(_3,_6):(_1,_3)";
        "make_layout_like/p0027" make_layout_like(layout!((_8,_3):(_3,_1))) => "(_8,_3):(_3,_1)";
        "make_layout_like/p0028" make_layout_like(layout!((_2,_32,_3):(_32,_1,_128))) => "(_2,_32,_3):(_32,_1,_64)";
        "make_layout_like/p0029" make_layout_like(layout!((_12,_2,_6):(_2,_1,_0))) => "(_12,_2,_6):(_2,_1,_0)";
        "make_layout_like/p0030" make_layout_like(layout!((_3,(_32)):(_1,(_3)))) => "(_3,(_32)):(_1,(_3))";
        "make_layout_like/p0031" make_layout_like(layout!((_2,_3,(_1),_2):(_8,_48,(_576),_144))) => "(_2,_3,(_1),_2):(_1,_2,(_0),_6)";
        "make_layout_like/p0032" make_layout_like(layout!((_8,(_5,_3)):(_1,(_24,_8)))) => "(_8,(_5,_3)):(_1,(_24,_8))";
        "make_layout_like/p0033" make_layout_like(layout!((_1,(_7,_7,_2)):(_0,(_14,_2,_1)))) => "(_1,(_7,_7,_2)):(_0,(_14,_2,_1))";
        "make_layout_like/p0034" make_layout_like(layout!(((_6,_16,_1),_2):((_32,_2,_0),_1))) => "((_6,_16,_1),_2):((_32,_2,_0),_1)";
        "make_layout_like/p0035" make_layout_like(layout!((_12,_3):(_1,_12))) => "(_12,_3):(_1,_12)";
        "make_layout_like/p0036" make_layout_like(layout!((_2,_7,(_2),_5):(_70,_10,(_5),_1))) => "(_2,_7,(_2),_5):(_70,_10,(_5),_1)";
        "make_layout_like/p0037" make_layout_like(layout!((_3,_2,_2):(_2,_1,_0))) => "(_3,_2,_2):(_2,_1,_0)";
    }
}

#[test]
fn make_fragment_like_0() {
    rows! {
        "make_fragment_like/p0000" make_fragment_like(layout!(((_7,_2),_3,_1):((_6,_1),_2,_0))) => "((_7,_2),_3,_1):((_1,_7),_14,_0)";
        "make_fragment_like/p0001" make_fragment_like(layout!((_2,_2,(_2,_4)):(_1,_8,(_16,_2)))) => "(_2,_2,(_2,_4)):(_1,_8,(_16,_2))";
        "make_fragment_like/p0002" make_fragment_like(layout!((_7,_2):(_2,_1))) => "(_7,(_2)):(_1,(_7))";
        "make_fragment_like/p0003" make_fragment_like(layout!((3,_4,_2):(8,_2,_1))) => "(3,_4,_2):(_1,3,12)";
        "make_fragment_like/p0004" make_fragment_like(layout!(((_2,_1,_1),_4,(_6)):((_1,_2,_0),_12,(_2)))) => "((_2,_1,_1),_4,(_6)):((_1,_0,_0),_12,(_2))";
        "make_fragment_like/p0005" make_fragment_like(layout!(((_32,_7),_1):((_0,_0),_0))) => "((_32,_7),(_1)):((_0,_0),(_0))";
        "make_fragment_like/p0006" make_fragment_like(layout!((_7,_5):(1,_7))) => "(_7,(_5)):(_1,(_7))";
        "make_fragment_like/p0007" make_fragment_like(layout!((_8):(1))) => "(_8):(_1)";
        "make_fragment_like/p0008" make_fragment_like(layout!((_4,(_2,_6)):(_0,(_1,_2)))) => "(_4,((_2,_6))):(_0,((_1,_2)))";
        "make_fragment_like/p0009" make_fragment_like(layout!(((_2,_7),(_2,_7)):((_98,_14),(_1,_2)))) => "((_2,_7),((_2,_7))):((_1,_2),((_14,_28)))";
        "make_fragment_like/p0010" make_fragment_like(layout!((_1,_12,_2,_2):(_48,_2,_24,_1))) => "(_1,_12,_2,_2):(_0,_2,_24,_1)";
        "make_fragment_like/p0011" make_fragment_like(layout!((_7,_6):(_6,_1))) => "(_7,(_6)):(_1,(_7))";
        "make_fragment_like/p0012" make_fragment_like(layout!(((_2,_1,_3),_12):((_1,_0,_2),_6))) => "((_2,_1,_3),(_12)):((_1,_0,_2),(_6))";
        "make_fragment_like/p0013" make_fragment_like(layout!((_6,_2):(_2,_1))) => "(_6,(_2)):(_1,(_6))";
        "make_fragment_like/p0014" make_fragment_like(layout!((2,_8,(_1,3,1),_2):(_8,_1,(_0,_16,_0),_48))) => "(2,_8,(_1,3,1),_2):(_1,2,(_0,16,48),48)";
        "make_fragment_like/p0015" make_fragment_like(layout!((_8,_3):(3,_1))) => "(_8,(_3)):(_1,(_8))";
        "make_fragment_like/p0016" make_fragment_like(layout!((7,2,2):(0,1,_2))) => "(7,2,2):(_1,7,14)";
        "make_fragment_like/p0017" make_fragment_like(layout!((_8,_3,_5):(_5,_0,_1))) => "(_8,_3,_5):(_1,_8,_24)";
        "make_fragment_like/p0018" make_fragment_like(layout!((_7,_1):(_1,_1))) => "(_7,(_1)):(_1,(_0))";
        "make_fragment_like/p0019" make_fragment_like(layout!((_7,(8)):(_1,(7)))) => "(_7,(8)):(_1,(_7))";
        "make_fragment_like/p0020" make_fragment_like(layout!((_3,_6,_3,3):(54,_9,_3,_1))) => "(_3,_6,_3,3):(_1,_3,_18,_54)";
        "make_fragment_like/p0021" make_fragment_like(layout!((_7,_6,_5):(_12,_1,_84))) => "(_7,_6,_5):(_1,_7,_42)";
        "make_fragment_like/p0022" make_fragment_like(layout!((_3,_2,(_2,3)):(12,6,(_3,_1)))) => "(_3,_2,(_2,3)):(_1,_3,(_6,_12))";
        "make_fragment_like/p0023" make_fragment_like(layout!((_3,_6,_7,_2):(288,_3,864,_36))) => "(_3,_6,_7,_2):(_1,_3,_36,_18)";
        "make_fragment_like/p0024" make_fragment_like(layout!((_3,_4,4):(_4,_12,1))) => "(_3,_4,4):(_1,_3,_12)";
    }
}

#[test]
fn make_fragment_like_1() {
    rows! {
        "make_fragment_like/p0025" make_fragment_like(layout!(((_6),_4):((_4),_1))) => "((_6),(_4)):((_1),(_6))";
        "make_fragment_like/p0026" make_fragment_like(layout!((_2,_4):(_4,_1))) => "(_2,(_4)):(_1,(_2))";
        "make_fragment_like/p0027" make_fragment_like(layout!(((_5,_2),_3,_5):((_30,15),_5,_1))) => "((_5,_2),_3,_5):((_1,_5),_50,_10)";
        "make_fragment_like/p0028" make_fragment_like(layout!((_2,_5,_4):(_5,_1,_10))) => "(_2,_5,_4):(_1,_2,_10)";
        "make_fragment_like/p0029" make_fragment_like(layout!((_4,_5,_12):(_1,_48,_4))) => "(_4,_5,_12):(_1,_48,_4)";
        "make_fragment_like/p0030" make_fragment_like(layout!((_2,_6):(_1,_2))) => "(_2,(_6)):(_1,(_2))";
        "make_fragment_like/p0031" make_fragment_like(layout!((_4,_1):(_0,_0))) => "(_4,(_1)):(_0,(_0))";
        "make_fragment_like/p0032" make_fragment_like(layout!((_2,_12):(_12,_1))) => "(_2,(_12)):(_1,(_2))";
        "make_fragment_like/p0033" make_fragment_like(layout!(((_3,_1),_3,(_1,_2,_1)):((_3,_0),_1,(_0,_9,_0)))) => "((_3,_1),_3,(_1,_2,_1)):((_1,_0),_3,(_0,_9,_0))";
        "make_fragment_like/p0034" make_fragment_like(layout!((_1,_8):(_0,_0))) => "(_1,(_8)):(_0,(_1))";
        "make_fragment_like/p0035" make_fragment_like(layout!((_4,_5,_1):(_5,1,1))) => "(_4,_5,_1):(_1,_4,_0)";
        "make_fragment_like/p0036" make_fragment_like(layout!((_1,_3,_3,_3):(_0,_216,_8,_24))) => "(_1,_3,_3,_3):(_0,_9,_1,_3)";
        "make_fragment_like/p0037" make_fragment_like(layout!((_3,(_4,_1)):(_4,(_1,_12)))) => "(_3,((_4,_1))):(_1,((_3,_0)))";
        "make_fragment_like/p0038" make_fragment_like(layout!((_3,_5,_12,_1):(_60,_12,_1,_1))) => "(_3,_5,_12,_1):(_1,_36,_3,_0)";
        "make_fragment_like/p0039" make_fragment_like(layout!((_2,_8):(_8,_1))) => "(_2,(_8)):(_1,(_2))";
        "make_fragment_like/p0040" make_fragment_like(layout!((2,_2,_2):(_24,_4,_1))) => "(2,_2,_2):(_1,2,4)";
        "make_fragment_like/p0041" make_fragment_like(layout!((_2,_1,_6):(_6,_6,_1))) => "(_2,_1,_6):(_1,_0,_2)";
    }
}

#[test]
fn domain_distribute_0() {
    rows! {
        "domain_distribute/p0060" domain_distribute(shape!(((_64,_3),(_8,_8))), C::<typenum::U128>::NEW) => "(_64,_2):(_1,_192)";
        "domain_distribute/p0061" domain_distribute(shape!(((_64,_3),(_8,_8))), C::<typenum::U1024>::NEW) => "(_64,_16):(_1,_192)";
        "domain_distribute/p0062" domain_distribute(shape!(((_64,_3))), C::<typenum::U128>::NEW) => "_64:_1";
        "domain_distribute/p0000" domain_distribute(shape!((_8,(_12),_4)), C::<typenum::U64>::NEW) => "(_32,_2):(_1,_96)";
        "domain_distribute/p0001" domain_distribute(shape!((_2,(_1))), C::<typenum::U4>::NEW) => "_2:_1";
        "domain_distribute/p0002" domain_distribute(shape!((_7)), C::<typenum::U8>::NEW) => "_1:_0";
        "domain_distribute/p0004" domain_distribute(shape!(_2), C::<typenum::U24>::NEW) => "_2:_1";
        "domain_distribute/p0005" domain_distribute(shape!(((_3,_1,_4),(_12))), C::<typenum::U12>::NEW) => "_12:_1";
        "domain_distribute/p0007" domain_distribute(shape!((_12)), C::<typenum::U12>::NEW) => "_12:_1";
        "domain_distribute/p0008" domain_distribute(shape!((_5,_6)), C::<typenum::U16>::NEW) => "_2:_5";
        "domain_distribute/p0010" domain_distribute(shape!((_8,_4)), C::<typenum::U24>::NEW) => "_8:_1";
        "domain_distribute/p0011" domain_distribute(shape!((_2,_16,(_2,_2,_4))), C::<typenum::U3>::NEW) => "_1:_0";
        "domain_distribute/p0012" domain_distribute(shape!(_5), C::<typenum::U12>::NEW) => "_1:_0";
        "domain_distribute/p0014" domain_distribute(shape!((_1)), C::<typenum::U8>::NEW) => "_1:_0";
        "domain_distribute/p0015" domain_distribute(shape!(((_8,_3,_2),_2)), C::<typenum::U32>::NEW) => "(_8,_4):(_1,_24)";
        "domain_distribute/p0017" domain_distribute(shape!((_8,_5)), C::<typenum::U64>::NEW) => "_8:_1";
        "domain_distribute/p0018" domain_distribute(shape!((_6,_1,_4,_12)), C::<typenum::U4>::NEW) => "(_2,_2):(_1,_6)";
        "domain_distribute/p0020" domain_distribute(shape!(((_4,_3),(_1,_5),_3)), C::<typenum::U6>::NEW) => "(_2,_3):(_1,_4)";
        "domain_distribute/p0021" domain_distribute(shape!(_7), C::<typenum::U3>::NEW) => "_1:_0";
        "domain_distribute/p0022" domain_distribute(shape!((_4,_4)), C::<typenum::U2>::NEW) => "_2:_1";
        "domain_distribute/p0024" domain_distribute(shape!(((_1,_32))), C::<typenum::U24>::NEW) => "_8:_1";
        "domain_distribute/p0025" domain_distribute(shape!((_3,_3,_16)), C::<typenum::U24>::NEW) => "(_3,_8):(_1,_9)";
        "domain_distribute/p0027" domain_distribute(shape!(_8), C::<typenum::U6>::NEW) => "_2:_1";
        "domain_distribute/p0028" domain_distribute(shape!(_3), C::<typenum::U6>::NEW) => "_3:_1";
        "domain_distribute/p0030" domain_distribute(shape!((_2,_6)), C::<typenum::U2>::NEW) => "_2:_1";
    }
}

#[test]
fn domain_distribute_1() {
    rows! {
        "domain_distribute/p0031" domain_distribute(shape!(((_8),_3,_4,_2)), C::<typenum::U16>::NEW) => "(_8,_2):(_1,_24)";
        "domain_distribute/p0032" domain_distribute(shape!((_5)), C::<typenum::U128>::NEW) => "_1:_0";
        "domain_distribute/p0034" domain_distribute(shape!((_4)), C::<typenum::U8>::NEW) => "_4:_1";
        "domain_distribute/p0035" domain_distribute(shape!((_8)), C::<typenum::U4>::NEW) => "_4:_1";
        "domain_distribute/p0037" domain_distribute(shape!(((_2),_2,_4)), C::<typenum::U2>::NEW) => "_2:_1";
        "domain_distribute/p0038" domain_distribute(shape!((_7)), C::<typenum::U128>::NEW) => "_1:_0";
        "domain_distribute/p0040" domain_distribute(shape!((_6)), C::<typenum::U64>::NEW) => "_2:_1";
        "domain_distribute/p0041" domain_distribute(shape!((_16)), C::<typenum::U24>::NEW) => "_8:_1";
        "domain_distribute/p0042" domain_distribute(shape!((_7)), C::<typenum::U3>::NEW) => "_1:_0";
        "domain_distribute/p0044" domain_distribute(shape!(_2), C::<typenum::U8>::NEW) => "_2:_1";
        "domain_distribute/p0045" domain_distribute(shape!(_2), C::<typenum::U32>::NEW) => "_2:_1";
        "domain_distribute/p0047" domain_distribute(shape!((_8,(_7,_2,_3))), C::<typenum::U3>::NEW) => "_3:_112";
        "domain_distribute/p0048" domain_distribute(shape!(((_6),(_2,_8,_2))), C::<typenum::U128>::NEW) => "(_2,_32):(_1,_6)";
        "domain_distribute/p0050" domain_distribute(shape!(((_4),(_4,_1))), C::<typenum::U12>::NEW) => "_4:_1";
        "domain_distribute/p0051" domain_distribute(shape!((_3,_3,_32,_1)), C::<typenum::U3>::NEW) => "_3:_1";
        "domain_distribute/p0052" domain_distribute(shape!((_4,_1)), C::<typenum::U2>::NEW) => "_2:_1";
        "domain_distribute/p0054" domain_distribute(shape!((_2)), C::<typenum::U16>::NEW) => "_2:_1";
        "domain_distribute/p0055" domain_distribute(shape!(((_16,_8,_2))), C::<typenum::U4>::NEW) => "_4:_1";
        "domain_distribute/p0057" domain_distribute(shape!(((_4,_2,_7))), C::<typenum::U12>::NEW) => "_4:_1";
        "domain_distribute/p0058" domain_distribute(shape!((_6)), C::<typenum::U8>::NEW) => "_2:_1";
    }
}

#[test]
fn ceil_div_0() {
    rows! {
        "ceil_div/p0000" Notation(ceil_div(shape!((_2)), shape!((_1)))) => "(_2)";
        "ceil_div/p0001" Notation(ceil_div(shape!(_4), shape!(_1))) => "_4";
        "ceil_div/p0002" Notation(ceil_div(shape!(_3), shape!(_2))) => "_2";
        "ceil_div/p0004" Notation(ceil_div(shape!((_2,(_4,_2),_2)), shape!((_2,_4,_2)))) => "(_1,(_1,_2),_1)";
        "ceil_div/p0005" Notation(ceil_div(shape!((_2,_3)), shape!(_6))) => "(_1,_1)";
        "ceil_div/p0006" Notation(ceil_div(shape!((_3,_16,_1)), shape!(_39))) => "(_1,_2,_1)";
        "ceil_div/p0008" Notation(ceil_div(shape!(_2), shape!(_1))) => "_2";
        "ceil_div/p0009" Notation(ceil_div(shape!((_7,_1)), shape!((_1,_3)))) => "(_7,_1)";
        "ceil_div/p0010" Notation(ceil_div(shape!((_4)), shape!((_2)))) => "(_2)";
        "ceil_div/p0012" Notation(ceil_div(shape!((_3,_6)), shape!(_2))) => "(_2,_6)";
        "ceil_div/p0013" Notation(ceil_div(shape!(((_3,_2))), shape!(_1))) => "((_3,_2))";
        "ceil_div/p0014" Notation(ceil_div(shape!((_4,_12)), shape!((_1,_2)))) => "(_4,_6)";
        "ceil_div/p0016" Notation(ceil_div(shape!(_1), shape!(_1))) => "_1";
        "ceil_div/p0017" Notation(ceil_div(shape!((_3,(_2,_4,_1))), shape!((_3,(_2,_1,_1))))) => "(_1,(_1,_4,_1))";
        "ceil_div/p0018" Notation(ceil_div(shape!(_32), shape!(_8))) => "_4";
        "ceil_div/p0020" Notation(ceil_div(shape!(_7), shape!(_7))) => "_1";
        "ceil_div/p0021" Notation(ceil_div(shape!((_8,_8)), shape!(_16))) => "(_1,_4)";
        "ceil_div/p0022" Notation(ceil_div(shape!((_12,_1)), shape!((_4,_1)))) => "(_3,_1)";
        "ceil_div/p0024" Notation(ceil_div(shape!((_2,(_4,_2))), shape!(_4))) => "(_1,(_2,_2))";
        "ceil_div/p0025" Notation(ceil_div(shape!((_2,_8,_7)), shape!((_3,_1,_7)))) => "(_1,_8,_1)";
        "ceil_div/p0026" Notation(ceil_div(shape!((_2,_2,_3)), shape!(_6))) => "(_1,_1,_2)";
        "ceil_div/p0028" Notation(ceil_div(shape!(_5), shape!(_1))) => "_5";
        "ceil_div/p0029" Notation(ceil_div(shape!(_32), shape!(_32))) => "_1";
        "ceil_div/p0030" Notation(ceil_div(shape!((_3,_8)), shape!(_3))) => "(_1,_8)";
        "ceil_div/p0032" Notation(ceil_div(shape!((_12,_8)), shape!(_4))) => "(_3,_8)";
    }
}

#[test]
fn ceil_div_1() {
    rows! {
        "ceil_div/p0033" Notation(ceil_div(shape!((_4,_4,_4)), shape!((_1,_2,_2)))) => "(_4,_2,_2)";
        "ceil_div/p0034" Notation(ceil_div(shape!((_2,_2)), shape!(_2))) => "(_1,_2)";
        "ceil_div/p0036" Notation(ceil_div(shape!((_2,_1)), shape!(_1))) => "(_2,_1)";
        "ceil_div/p0037" Notation(ceil_div(shape!((_16,_1,_16)), shape!(_64))) => "(_1,_1,_4)";
        "ceil_div/p0038" Notation(ceil_div(shape!((_4,_6,_6)), shape!(_1))) => "(_4,_6,_6)";
        "ceil_div/p0040" Notation(ceil_div(shape!((_3,_5)), shape!((_3,_1)))) => "(_1,_5)";
        "ceil_div/p0041" Notation(ceil_div(shape!((_8,(_6,_2))), shape!(_4))) => "(_2,(_6,_2))";
        "ceil_div/p0042" Notation(ceil_div(shape!((8,_2)), shape!(_14))) => "(1,1)";
        "ceil_div/p0044" Notation(ceil_div(shape!((5,_2,_2)), shape!((_5,_2,_3)))) => "(1,_1,_1)";
        "ceil_div/p0045" Notation(ceil_div(shape!((_3,_2,_12)), shape!(_18))) => "(_1,_1,_4)";
        "ceil_div/p0046" Notation(ceil_div(shape!(((_8),_2,_3,_4)), shape!(_32))) => "((_1),_1,_2,_4)";
        "ceil_div/p0048" Notation(ceil_div(shape!(((_16,_7,_2))), shape!(_14))) => "((_2,_7,_2))";
        "ceil_div/p0049" Notation(ceil_div(shape!((_2)), shape!((_2)))) => "(_1)";
        "ceil_div/p0050" Notation(ceil_div(shape!((_5,_2)), shape!((_5,_2)))) => "(_1,_1)";
        "ceil_div/p0052" Notation(ceil_div(shape!((_6,(_6,_7))), shape!(_6))) => "(_1,(_6,_7))";
        "ceil_div/p0053" Notation(ceil_div(shape!((_12,_7)), shape!(_16))) => "(_1,_4)";
        "ceil_div/p0054" Notation(ceil_div(shape!((_5)), shape!((_3)))) => "(_2)";
    }
}

#[test]
fn shape_div_0() {
    rows! {
        "shape_div/p0000" Notation(shape_div(shape!(_32), shape!(_2))) => "_16";
        "shape_div/p0002" Notation(shape_div(shape!(_12), shape!(_3))) => "_4";
        "shape_div/p0005" Notation(shape_div(shape!((_3,(_8,_2),_3)), shape!(_1))) => "(_3,(_8,_2),_3)";
        "shape_div/p0006" Notation(shape_div(shape!((_3,_4,_2)), shape!((_3,_2,_1)))) => "(_1,_2,_2)";
        "shape_div/p0007" Notation(shape_div(shape!((_2,2)), shape!(_2))) => "(_1,2)";
        "shape_div/p0008" Notation(shape_div(shape!(((_6,_2))), shape!((_2)))) => "((_3,_2))";
        "shape_div/p0009" Notation(shape_div(shape!((2,_1,_12)), shape!(_1))) => "(2,1,12)";
        "shape_div/p0012" Notation(shape_div(shape!((_3,_3)), shape!((_1,_3)))) => "(_3,_1)";
        "shape_div/p0014" Notation(shape_div(shape!((_8,_12,2)), shape!(_96))) => "(_1,_1,2)";
        "shape_div/p0015" Notation(shape_div(shape!((_4,_2)), shape!(_8))) => "(_1,_1)";
        "shape_div/p0017" Notation(shape_div(shape!((_12,_3,(_4,_1))), shape!((_1,_1,(_1,_3))))) => "(_12,_3,(_4,_1))";
        "shape_div/p0018" Notation(shape_div(shape!((1)), shape!(_1))) => "(1)";
        "shape_div/p0020" Notation(shape_div(shape!((_6,8)), shape!(_2))) => "(_3,8)";
        "shape_div/p0022" Notation(shape_div(shape!((_2)), shape!(_2))) => "(_1)";
        "shape_div/p0023" Notation(shape_div(shape!((2,(_4,_1,_2),_1,5)), shape!(_80))) => "(1,(1,1,1),1,1)";
        "shape_div/p0024" Notation(shape_div(shape!((2)), shape!(_1))) => "(2)";
        "shape_div/p0025" Notation(shape_div(shape!(((_12,_6))), shape!(_3))) => "((_4,_6))";
        "shape_div/p0026" Notation(shape_div(shape!(_32), shape!(_32))) => "_1";
        "shape_div/p0027" Notation(shape_div(shape!((2,5)), shape!(_10))) => "(1,1)";
        "shape_div/p0028" Notation(shape_div(shape!(((_32))), shape!(((_4))))) => "((_8))";
        "shape_div/p0029" Notation(shape_div(shape!((_8)), shape!((_4)))) => "(_2)";
        "shape_div/p0032" Notation(shape_div(shape!((_16)), shape!(_16))) => "(_1)";
        "shape_div/p0033" Notation(shape_div(shape!((_8,_5)), shape!(_4))) => "(_2,_5)";
        "shape_div/p0035" Notation(shape_div(shape!((12)), shape!(_11))) => "(2)";
        "shape_div/p0036" Notation(shape_div(shape!((4)), shape!(_4))) => "(1)";
    }
}

#[test]
fn shape_div_1() {
    rows! {
        "shape_div/p0037" Notation(shape_div(shape!((_12)), shape!(_4))) => "(_3)";
        "shape_div/p0039" Notation(shape_div(shape!((_3)), shape!((_1)))) => "(_3)";
        "shape_div/p0040" Notation(shape_div(shape!(((_2),_4,_4)), shape!((_1,_1,_1)))) => "((_2),_4,_4)";
        "shape_div/p0041" Notation(shape_div(shape!((_4,_4,_2)), shape!(_2))) => "(_2,_4,_2)";
        "shape_div/p0042" Notation(shape_div(shape!((3,2)), shape!(_1))) => "(3,2)";
        "shape_div/p0043" Notation(shape_div(shape!((_1,(_4,_12),_2)), shape!((_3,(_4,_12),_1)))) => "(_1,(_1,_1),_2)";
        "shape_div/p0044" Notation(shape_div(shape!((_3,_4)), shape!((_1,_1)))) => "(_3,_4)";
        "shape_div/p0045" Notation(shape_div(shape!((_8)), shape!((_8)))) => "(_1)";
        "shape_div/p0046" Notation(shape_div(shape!((_2,(_4),_1,(_8))), shape!((_2,_1,_1,_2)))) => "(_1,(_4),_1,(_4))";
        "shape_div/p0047" Notation(shape_div(shape!((_7,_8)), shape!((_1,_8)))) => "(_7,_1)";
        "shape_div/p0048" Notation(shape_div(shape!((_8,_32)), shape!((_2,_16)))) => "(_4,_2)";
        "shape_div/p0050" Notation(shape_div(shape!(((_4,_2))), shape!(_2))) => "((_2,_2))";
        "shape_div/p0051" Notation(shape_div(shape!((_8)), shape!(_2))) => "(_4)";
        "shape_div/p0052" Notation(shape_div(shape!((8,_2)), shape!((_2,_1)))) => "(4,_2)";
        "shape_div/p0053" Notation(shape_div(shape!((_8,_8)), shape!((_1,_4)))) => "(_8,_2)";
    }
}

#[test]
fn int_tuple_0() {
    rows! {
        "int_tuple/p0000" Flags([congruent(shape!((_32)), shape!((_32))), weakly_congruent(shape!((_32)), shape!((_32))), compatible(shape!((_32)), shape!((_32)))]) => "1 1 1";
        "int_tuple/p0002" Flags([congruent(shape!((_4,_8)), shape!((_3,(_3,_3),_3))), weakly_congruent(shape!((_4,_8)), shape!((_3,(_3,_3),_3))), compatible(shape!((_4,_8)), shape!((_3,(_3,_3),_3)))]) => "0 0 0";
        "int_tuple/p0005" Flags([congruent(shape!(_8), shape!(_8)), weakly_congruent(shape!(_8), shape!(_8)), compatible(shape!(_8), shape!(_8))]) => "1 1 1";
        "int_tuple/p0007" Flags([congruent(shape!((_6,_4)), shape!((_6,_4))), weakly_congruent(shape!((_6,_4)), shape!((_6,_4))), compatible(shape!((_6,_4)), shape!((_6,_4)))]) => "1 1 1";
        "int_tuple/p0010" Flags([congruent(shape!(((_6),6)), shape!(((_6),_6))), weakly_congruent(shape!(((_6),6)), shape!(((_6),_6))), compatible(shape!(((_6),6)), shape!(((_6),_6)))]) => "1 1 1";
        "int_tuple/p0013" Flags([congruent(shape!((2,2)), shape!((_8))), weakly_congruent(shape!((2,2)), shape!((_8))), compatible(shape!((2,2)), shape!((_8)))]) => "0 0 0";
        "int_tuple/p0015" Flags([congruent(shape!(((_1,_16,_1))), shape!(((_1,_16,_1)))), weakly_congruent(shape!(((_1,_16,_1))), shape!(((_1,_16,_1)))), compatible(shape!(((_1,_16,_1))), shape!(((_1,_16,_1))))]) => "1 1 1";
        "int_tuple/p0018" Flags([congruent(shape!(_5), shape!((_2,_2,_8))), weakly_congruent(shape!(_5), shape!((_2,_2,_8))), compatible(shape!(_5), shape!((_2,_2,_8)))]) => "0 1 0";
        "int_tuple/p0020" Flags([congruent(shape!((_16,_5)), shape!((_16,_5))), weakly_congruent(shape!((_16,_5)), shape!((_16,_5))), compatible(shape!((_16,_5)), shape!((_16,_5)))]) => "1 1 1";
        "int_tuple/p0023" Flags([congruent(shape!((_2,_3)), shape!((_3,_2,_8,_1))), weakly_congruent(shape!((_2,_3)), shape!((_3,_2,_8,_1))), compatible(shape!((_2,_3)), shape!((_3,_2,_8,_1)))]) => "0 0 0";
        "int_tuple/p0026" Flags([congruent(shape!((_8)), shape!((_8))), weakly_congruent(shape!((_8)), shape!((_8))), compatible(shape!((_8)), shape!((_8)))]) => "1 1 1";
        "int_tuple/p0028" Flags([congruent(shape!((_16)), shape!((_16))), weakly_congruent(shape!((_16)), shape!((_16))), compatible(shape!((_16)), shape!((_16)))]) => "1 1 1";
        "int_tuple/p0031" Flags([congruent(shape!(_1), shape!(_1)), weakly_congruent(shape!(_1), shape!(_1)), compatible(shape!(_1), shape!(_1))]) => "1 1 1";
        "int_tuple/p0034" Flags([congruent(shape!((_3,_2,_2)), shape!((_3,_2,_2))), weakly_congruent(shape!((_3,_2,_2)), shape!((_3,_2,_2))), compatible(shape!((_3,_2,_2)), shape!((_3,_2,_2)))]) => "1 1 1";
        "int_tuple/p0036" Flags([congruent(shape!(2), shape!(_2)), weakly_congruent(shape!(2), shape!(_2)), compatible(shape!(2), shape!(_2))]) => "1 1 1";
        "int_tuple/p0039" Flags([congruent(shape!(((_2,_12),_2,_2)), shape!(((_2,_12),_2,_2))), weakly_congruent(shape!(((_2,_12),_2,_2)), shape!(((_2,_12),_2,_2))), compatible(shape!(((_2,_12),_2,_2)), shape!(((_2,_12),_2,_2)))]) => "1 1 1";
        "int_tuple/p0041" Flags([congruent(shape!((_4)), shape!((_4))), weakly_congruent(shape!((_4)), shape!((_4))), compatible(shape!((_4)), shape!((_4)))]) => "1 1 1";
        "int_tuple/p0044" Flags([congruent(shape!((_8)), shape!((_16,_2))), weakly_congruent(shape!((_8)), shape!((_16,_2))), compatible(shape!((_8)), shape!((_16,_2)))]) => "0 0 0";
        "int_tuple/p0047" Flags([congruent(shape!((_4,(_4,_3,_2))), shape!((_7))), weakly_congruent(shape!((_4,(_4,_3,_2))), shape!((_7))), compatible(shape!((_4,(_4,_3,_2))), shape!((_7)))]) => "0 0 0";
        "int_tuple/p0049" Flags([congruent(shape!((_1,_3,(_6))), shape!((_1,_3,(_6)))), weakly_congruent(shape!((_1,_3,(_6))), shape!((_1,_3,(_6)))), compatible(shape!((_1,_3,(_6))), shape!((_1,_3,(_6))))]) => "1 1 1";
        "int_tuple/p0052" Flags([congruent(shape!((_2,_8,_5)), shape!((_4,(_2,_4),_2))), weakly_congruent(shape!((_2,_8,_5)), shape!((_4,(_2,_4),_2))), compatible(shape!((_2,_8,_5)), shape!((_4,(_2,_4),_2)))]) => "0 1 0";
        "int_tuple/p0055" Flags([congruent(shape!((_3,((_1,_7)))), shape!(_5)), weakly_congruent(shape!((_3,((_1,_7)))), shape!(_5)), compatible(shape!((_3,((_1,_7)))), shape!(_5))]) => "0 0 0";
        "int_tuple/p0057" Flags([congruent(shape!(((_2),_16,_2)), shape!(((_2),_16,_2))), weakly_congruent(shape!(((_2),_16,_2)), shape!(((_2),_16,_2))), compatible(shape!(((_2),_16,_2)), shape!(((_2),_16,_2)))]) => "1 1 1";
        "int_tuple/p0060" Flags([congruent(shape!(_3), shape!(_3)), weakly_congruent(shape!(_3), shape!(_3)), compatible(shape!(_3), shape!(_3))]) => "1 1 1";
        "int_tuple/p0062" Flags([congruent(shape!((_1,_16)), shape!(_4)), weakly_congruent(shape!((_1,_16)), shape!(_4)), compatible(shape!((_1,_16)), shape!(_4))]) => "0 0 0";
    }
}

#[test]
fn int_tuple_1() {
    rows! {
        "int_tuple/p0065" Flags([congruent(shape!(_4), shape!((_2,_2,_2))), weakly_congruent(shape!(_4), shape!((_2,_2,_2))), compatible(shape!(_4), shape!((_2,_2,_2)))]) => "0 1 0";
        "int_tuple/p0068" Flags([congruent(shape!((_16,_2)), shape!((_4))), weakly_congruent(shape!((_16,_2)), shape!((_4))), compatible(shape!((_16,_2)), shape!((_4)))]) => "0 0 0";
        "int_tuple/p0070" Flags([congruent(shape!((_2,_4)), shape!((_32))), weakly_congruent(shape!((_2,_4)), shape!((_32))), compatible(shape!((_2,_4)), shape!((_32)))]) => "0 0 0";
        "int_tuple/p0073" Flags([congruent(shape!((_2,_2,_2,_4)), shape!((_5,_6))), weakly_congruent(shape!((_2,_2,_2,_4)), shape!((_5,_6))), compatible(shape!((_2,_2,_2,_4)), shape!((_5,_6)))]) => "0 0 0";
        "int_tuple/p0075" Flags([congruent(shape!((6,_1,_8)), shape!(((_4),(_32)))), weakly_congruent(shape!((6,_1,_8)), shape!(((_4),(_32)))), compatible(shape!((6,_1,_8)), shape!(((_4),(_32))))]) => "0 0 0";
        "int_tuple/p0078" Flags([congruent(shape!((_7,_3,_3)), shape!((_7,_3,_3))), weakly_congruent(shape!((_7,_3,_3)), shape!((_7,_3,_3))), compatible(shape!((_7,_3,_3)), shape!((_7,_3,_3)))]) => "1 1 1";
        "int_tuple/p0081" Flags([congruent(shape!((_3,_3)), shape!((_3,_3))), weakly_congruent(shape!((_3,_3)), shape!((_3,_3))), compatible(shape!((_3,_3)), shape!((_3,_3)))]) => "1 1 1";
        "int_tuple/p0083" Flags([congruent(shape!((_3,_2,_12)), shape!((_3,_2,_12))), weakly_congruent(shape!((_3,_2,_12)), shape!((_3,_2,_12))), compatible(shape!((_3,_2,_12)), shape!((_3,_2,_12)))]) => "1 1 1";
        "int_tuple/p0086" Flags([congruent(shape!((8)), shape!((_8))), weakly_congruent(shape!((8)), shape!((_8))), compatible(shape!((8)), shape!((_8)))]) => "1 1 1";
        "int_tuple/p0089" Flags([congruent(shape!((_2,_4)), shape!((_2))), weakly_congruent(shape!((_2,_4)), shape!((_2))), compatible(shape!((_2,_4)), shape!((_2)))]) => "0 0 0";
        "int_tuple/p0091" Flags([congruent(shape!((12,_1,_6)), shape!((_3))), weakly_congruent(shape!((12,_1,_6)), shape!((_3))), compatible(shape!((12,_1,_6)), shape!((_3)))]) => "0 0 0";
        "int_tuple/p0094" Flags([congruent(shape!(((_1,_2),_7)), shape!(((_1,_2),_7))), weakly_congruent(shape!(((_1,_2),_7)), shape!(((_1,_2),_7))), compatible(shape!(((_1,_2),_7)), shape!(((_1,_2),_7)))]) => "1 1 1";
        "int_tuple/p0096" Flags([congruent(shape!((_2,_1)), shape!((_2,_1))), weakly_congruent(shape!((_2,_1)), shape!((_2,_1))), compatible(shape!((_2,_1)), shape!((_2,_1)))]) => "1 1 1";
        "int_tuple/p0099" Flags([congruent(shape!((_32)), shape!((_4,_8))), weakly_congruent(shape!((_32)), shape!((_4,_8))), compatible(shape!((_32)), shape!((_4,_8)))]) => "0 0 0";
        "int_tuple/p0102" Flags([congruent(shape!(_12), shape!(_12)), weakly_congruent(shape!(_12), shape!(_12)), compatible(shape!(_12), shape!(_12))]) => "1 1 1";
        "int_tuple/p0104" Flags([congruent(shape!((16)), shape!((_16))), weakly_congruent(shape!((16)), shape!((_16))), compatible(shape!((16)), shape!((_16)))]) => "1 1 1";
        "int_tuple/p0107" Flags([congruent(shape!((_3)), shape!((_2,_32))), weakly_congruent(shape!((_3)), shape!((_2,_32))), compatible(shape!((_3)), shape!((_2,_32)))]) => "0 0 0";
    }
}
