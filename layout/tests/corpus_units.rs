//! Data table: written by `cargo xtask corpus-types` from tests/corpus.
#![allow(non_upper_case_globals, unused_imports, unused_parens, clippy::all)]
// No lint looks at it, and its types take the compiler a minute.
#![cfg(not(clippy))]

#[macro_use]
mod common;

use azulejo_layout::*;
use common::*;

#[test]
fn upcast_0() {
    rows! {
        "upcast/p0000" upcast(layout!(1:0), tile!(_2)) => "1:0";
        "upcast/p0002" upcast(layout!(((_32)):((_1))), tile!(_2)) => "((_16)):((_1))";
        "upcast/p0004" upcast(layout!((_4):(_1)), tile!(_8)) => "(_1):(_1)";
        "upcast/p0009" upcast(layout!(((_8),_8,_2):((_0),_0,_1)), tile!(_2)) => "((_8),_8,_1):((_0),_0,_1)";
        "upcast/p0013" upcast(layout!((_32,_1):(_1,_0)), tile!(_2)) => "(_16,_1):(_1,_0)";
        "upcast/p0019" upcast(layout!(((_4),_2):((_2),_1)), tile!(_8)) => "((_1),_1):((_1),_1)";
        "upcast/p0023" upcast(layout!(_6:_1), tile!(_8)) => "_1:_1";
        "upcast/p0027" upcast(layout!((_1,_3,_4,_8):(_4,_0,_1,_4)), tile!(_2)) => "(_1,_3,_2,_8):(_2,_0,_1,_2)";
        "upcast/p0029" upcast(layout!((_4,_2):(_1,_0)), tile!(_4)) => "(_1,_2):(_1,_0)";
        "upcast/p0031" upcast(layout!((_16,_2,_4):(_8,_4,_1)), tile!(_4)) => "(_16,_2,_1):(_2,_1,_1)";
        "upcast/p0034" upcast(layout!(((_32)):((_12))), tile!(_2)) => "((_32)):((_6))";
        "upcast/p0036" upcast(layout!((_16,_8):(_1,_0)), tile!(_3)) => "(_6,_8):(_1,_0)";
        "upcast/p0039" upcast(layout!((4):(_1)), tile!(_2)) => "(2):(_1)";
        "upcast/p0041" upcast(layout!((_2,_32):(_32,_1)), tile!(_2)) => "(_2,_16):(_16,_1)";
        "upcast/p0045" upcast(layout!((_16,_8):(_8,_1)), tile!(_4)) => "(_16,_2):(_2,_1)";
        "upcast/p0047" upcast(layout!((_3,_16):(_1,_24)), tile!(_8)) => "(_1,_16):(_1,_3)";
        "upcast/p0049" upcast(layout!((_4,_8,_1):(_1,_4,_0)), tile!(_8)) => "(_1,_4,_1):(_1,_1,_0)";
        "upcast/p0052" upcast(layout!((_16):(_1)), tile!(_16)) => "(_1):(_1)";
        "upcast/p0055" upcast(layout!((_8):(_1)), tile!(_2)) => "(_4):(_1)";
        "upcast/p0063" upcast(layout!((_1,_3,_16):(_0,_16,_1)), tile!(_8)) => "(_1,_3,_2):(_0,_2,_1)";
        "upcast/p0066" upcast(layout!((_4,_8):(_192,_8)), tile!(_8)) => "(_4,_8):(_24,_1)";
        "upcast/p0069" upcast(layout!((_32):(_1)), tile!(_2)) => "(_16):(_1)";
        "upcast/p0071" upcast(layout!((_3,_2):(_2,_1)), tile!(_16)) => "(_1,_1):(_1,_1)";
        "upcast/p0073" upcast(layout!(((3,_6)):((6,_1))), tile!(_2)) => "((3,_3)):((3,_1))";
        "upcast/p0076" upcast(layout!((16,2):(_2,_1)), tile!(_4)) => "(8,1):(_1,_1)";
    }
}

#[test]
fn upcast_1() {
    rows! {
        "upcast/p0078" upcast(layout!((_2,_2):(_2,_1)), tile!(_8)) => "(_1,_1):(_1,_1)";
        "upcast/p0081" upcast(layout!(((_8)):((_0))), tile!(_3)) => "((_8)):((_0))";
        "upcast/p0083" upcast(layout!((_6,(_16,_1)):(_1,(_6,_96))), tile!(_3)) => "(_2,(_16,_1)):(_1,(_2,_32))";
        "upcast/p0086" upcast(layout!((_4,_4):(_24,_1)), tile!(_4)) => "(_4,_1):(_6,_1)";
        "upcast/p0088" upcast(layout!((_1,(_8,_1),_8):(_1,(_1,_0),_8)), tile!(_8)) => "(_1,(_1,_1),_8):(_1,(_1,_0),_1)";
        "upcast/p0091" upcast(layout!(((_1,_2,_8),_1,(_6)):((_192,_192,_1),_192,(_16))), tile!(_2)) => "((_1,_2,_4),_1,(_6)):((_96,_96,_1),_96,(_8))";
        "upcast/p0094" upcast(layout!((_8,_2,_4):(_1,_8,_16)), tile!(_2)) => "(_4,_2,_4):(_1,_4,_8)";
        "upcast/p0096" upcast(layout!((_1,_2):(_2,_1)), tile!(_8)) => "(_1,_1):(_1,_1)";
        "upcast/p0101" upcast(layout!((_16,(_2,_2)):(_1,(_16,_32))), tile!(_2)) => "(_8,(_2,_2)):(_1,(_8,_16))";
        "upcast/p0103" upcast(layout!(((_16,_6),_1):((_1,_64),_0)), tile!(_8)) => "((_2,_6),_1):((_1,_8),_0)";
        "upcast/p0107" upcast(layout!(_16:_1), tile!(_2)) => "_8:_1";
        "upcast/p0110" upcast(layout!((_1,_8,_3):(_1,_1,_8)), tile!(_16)) => "(_1,_1,_2):(_1,_1,_1)";
        "upcast/p0112" upcast(layout!((_4,_6):(_2,_2)), tile!(_2)) => "(_4,_6):(_1,_1)";
        "upcast/p0117" upcast(layout!(_3:_1), tile!(_4)) => "_1:_1";
        "upcast/p0119" upcast(layout!((_16):(_1)), tile!(_2)) => "(_8):(_1)";
        "upcast/p0122" upcast(layout!((_8):(_1)), tile!(_16)) => "(_1):(_1)";
        "upcast/p0124" upcast(layout!((_16,_4,_2):(_16,_2,_64)), tile!(_4)) => "(_16,_2,_2):(_4,_1,_16)";
    }
}

#[test]
fn downcast_0() {
    rows! {
        "downcast/p0001" downcast(layout!((_3,_4):(_4,_1)), tile!(_8)) => "(_3,_32):(_32,_1)";
        "downcast/p0002" downcast(layout!((_1,_4,_5):(_59,_16,_1)), tile!(_2)) => "(_1,_4,_10):(_118,_32,_1)";
        "downcast/p0004" downcast(layout!((_8,_2):(_0,_1)), tile!(_3)) => "(_8,_6):(_0,_1)";
        "downcast/p0007" downcast(layout!(((_12,_3,_1)):((_3,_1,_3))), tile!(_16)) => "((_12,_48,_1)):((_48,_1,_48))";
        "downcast/p0009" downcast(layout!(_8:_1), tile!(_2)) => "_16:_1";
        "downcast/p0012" downcast(layout!((_5):(_1)), tile!(_2)) => "(_10):(_1)";
        "downcast/p0014" downcast(layout!((_6):(_1)), tile!(_2)) => "(_12):(_1)";
        "downcast/p0016" downcast(layout!((_5,(_2)):(_2,(_1))), tile!(_16)) => "(_5,(_32)):(_32,(_1))";
        "downcast/p0021" downcast(layout!((_8):(_1)), tile!(_8)) => "(_64):(_1)";
        "downcast/p0022" downcast(layout!((_7):(_1)), tile!(_4)) => "(_28):(_1)";
        "downcast/p0023" downcast(layout!((_4,_4,_3):(_0,_3,_1)), tile!(_4)) => "(_4,_4,_12):(_0,_12,_1)";
        "downcast/p0027" downcast(layout!(_16:_1), tile!(_8)) => "_128:_1";
        "downcast/p0029" downcast(layout!((_8,_3):(_3,_1)), tile!(_2)) => "(_8,_6):(_6,_1)";
        "downcast/p0030" downcast(layout!((_2,_8):(_8,_1)), tile!(_2)) => "(_2,_16):(_16,_1)";
        "downcast/p0033" downcast(layout!((_6,_8):(_24,_1)), tile!(_16)) => "(_6,_128):(_384,_1)";
        "downcast/p0034" downcast(layout!((_2):(_1)), tile!(_4)) => "(_8):(_1)";
        "downcast/p0039" downcast(layout!(_32:_1), tile!(_2)) => "_64:_1";
        "downcast/p0041" downcast(layout!((_1,_4,_1):(_0,_1,_0)), tile!(_4)) => "(_1,_16,_1):(_0,_1,_0)";
        "downcast/p0043" downcast(layout!(_16:_1), tile!(_3)) => "_48:_1";
        "downcast/p0045" downcast(layout!(_12:_1), tile!(_3)) => "_36:_1";
        "downcast/p0046" downcast(layout!((_4,_5):(_5,_1)), tile!(_8)) => "(_4,_40):(_40,_1)";
        "downcast/p0049" downcast(layout!((_2,_2,_6):(_24,_1,_4)), tile!(_16)) => "(_2,_32,_6):(_384,_1,_64)";
        "downcast/p0050" downcast(layout!(((_12,_1),_4):((_4,_4),_1)), tile!(_2)) => "((_12,_1),_8):((_8,_8),_1)";
        "downcast/p0051" downcast(layout!((_3,_3,(_3)):(_1,_3,(_9))), tile!(_2)) => "(_6,_3,(_3)):(_1,_6,(_18))";
        "downcast/p0054" downcast(layout!((_1,6,5):(_30,_5,_1)), tile!(_4)) => "(_1,6,20):(_120,_20,_1)";
    }
}

#[test]
fn downcast_1() {
    rows! {
        "downcast/p0055" downcast(layout!(_4:_1), tile!(_16)) => "_64:_1";
        "downcast/p0056" downcast(layout!(((_7),_2):((_1),_7)), tile!(_8)) => "((_56),_2):((_1),_56)";
        "downcast/p0058" downcast(layout!((_2,(_1,_4),_4):(_0,(_16,_1),_4)), tile!(_3)) => "(_2,(_1,_12),_4):(_0,(_48,_1),_12)";
        "downcast/p0061" downcast(layout!(_2:_1), tile!(_2)) => "_4:_1";
        "downcast/p0067" downcast(layout!((_6,(_2,4)):(_1,(_6,_12))), tile!(_16)) => "(_96,(_2,4)):(_1,(_96,_192))";
        "downcast/p0068" downcast(layout!(_32:_1), tile!(_16)) => "_512:_1";
        "downcast/p0070" downcast(layout!((_32):(_1)), tile!(_16)) => "(_512):(_1)";
        "downcast/p0074" downcast(layout!(((_3),_4,_3):((_3),_9,_1)), tile!(_2)) => "((_3),_4,_6):((_6),_18,_1)";
        "downcast/p0075" downcast(layout!((_16):(_1)), tile!(_2)) => "(_32):(_1)";
        "downcast/p0076" downcast(layout!((_6):(_1)), tile!(_3)) => "(_18):(_1)";
        "downcast/p0078" downcast(layout!((_2,_3):(_1,_2)), tile!(_16)) => "(_32,_3):(_1,_32)";
        "downcast/p0080" downcast(layout!((_3):(_1)), tile!(_8)) => "(_24):(_1)";
        "downcast/p0082" downcast(layout!((_12,_5):(_5,_1)), tile!(_4)) => "(_12,_20):(_20,_1)";
        "downcast/p0084" downcast(layout!((_3,_2,_5):(_10,_5,_1)), tile!(_3)) => "(_3,_2,_15):(_30,_15,_1)";
        "downcast/p0085" downcast(layout!(((_7,_3),_3):((_1,_21),_7)), tile!(_3)) => "((_21,_3),_3):((_1,_63),_21)";
        "downcast/p0087" downcast(layout!((_3,_8,_2):(_1,_18,_9)), tile!(_2)) => "(_6,_8,_2):(_1,_36,_18)";
        "downcast/p0088" downcast(layout!((_1,_2,(_7)):(_0,_7,(_1))), tile!(_3)) => "(_1,_2,(_21)):(_0,_21,(_1))";
    }
}

#[test]
fn recast_layout_0() {
    rows! {
        "recast_layout/p0000" recast(layout!((4):(_1)), tile!(_64), tile!(_4)) => "(64):(_1)";
        "recast_layout/p0002" recast(layout!(_4:_1), tile!(_16), tile!(_8)) => "_8:_1";
        "recast_layout/p0004" recast(layout!(_8:_1), tile!(_1), tile!(_4)) => "_2:_1";
        "recast_layout/p0006" recast(layout!((_16):(_1)), tile!(_1), tile!(_16)) => "(_1):(_1)";
        "recast_layout/p0008" recast(layout!((_16):(_1)), tile!(_64), tile!(_16)) => "(_64):(_1)";
        "recast_layout/p0010" recast(layout!(((_4,_16),(_1)):((_1,_4),(_0))), tile!(_16), tile!(_1)) => "((_64,_16),(_1)):((_1,_64),(_0))";
        "recast_layout/p0013" recast(layout!(_32:_1), tile!(_16), tile!(_64)) => "_8:_1";
        "recast_layout/p0016" recast(layout!((_16,_8):(_1,_16)), tile!(_8), tile!(_1)) => "(_128,_8):(_1,_128)";
        "recast_layout/p0018" recast(layout!(_32:_1), tile!(_4), tile!(_32)) => "_4:_1";
        "recast_layout/p0024" recast(layout!((_16):(_1)), tile!(_4), tile!(_32)) => "(_2):(_1)";
        "recast_layout/p0026" recast(layout!((4,2,16):(_1,4,8)), tile!(_16), tile!(_4)) => "(16,2,16):(_1,16,32)";
        "recast_layout/p0028" recast(layout!((_2,_8):(_1,_2)), tile!(_32), tile!(_128)) => "(_1,_4):(_1,_1)";
        "recast_layout/p0030" recast(layout!((_8,_1,_16):(_1,_0,_8)), tile!(_4), tile!(_32)) => "(_1,_1,_16):(_1,_0,_1)";
        "recast_layout/p0032" recast(layout!((16):(_1)), tile!(_8), tile!(_128)) => "(1):(_1)";
        "recast_layout/p0034" recast(layout!((_32,_2):(_2,_1)), tile!(_16), tile!(_4)) => "(_32,_8):(_8,_1)";
        "recast_layout/p0036" recast(layout!(((_8,_4),_2):((_1,_8),_32)), tile!(_4), tile!(_16)) => "((_2,_4),_2):((_1,_2),_8)";
        "recast_layout/p0038" recast(layout!((_16,(_8)):(_1,(_16))), tile!(_32), tile!(_8)) => "(_64,(_8)):(_1,(_64))";
        "recast_layout/p0041" recast(layout!((_4,_2):(_2,_1)), tile!(_8), tile!(_64)) => "(_1,_1):(_1,_1)";
        "recast_layout/p0043" recast(layout!((_4):(_1)), tile!(_1), tile!(_32)) => "(_1):(_1)";
        "recast_layout/p0045" recast(layout!((_8):(_1)), tile!(_8), tile!(_16)) => "(_4):(_1)";
        "recast_layout/p0048" recast(layout!((_4,_4):(_4,_1)), tile!(_16), tile!(_32)) => "(_4,_2):(_2,_1)";
        "recast_layout/p0050" recast(layout!((_32,_4):(_1,_32)), tile!(_4), tile!(_8)) => "(_16,_4):(_1,_16)";
        "recast_layout/p0052" recast(layout!((_64):(_1)), tile!(_8), tile!(_128)) => "(_4):(_1)";
        "recast_layout/p0054" recast(layout!((_16,_4,_2):(_1,_16,_64)), tile!(_128), tile!(_64)) => "(_32,_4,_2):(_1,_32,_128)";
        "recast_layout/p0056" recast(layout!((_8,_16,_1):(_1,_8,_0)), tile!(_4), tile!(_64)) => "(_1,_8,_1):(_1,_1,_0)";
    }
}

#[test]
fn recast_layout_1() {
    rows! {
        "recast_layout/p0058" recast(layout!((_2):(_1)), tile!(_4), tile!(_8)) => "(_1):(_1)";
        "recast_layout/p0061" recast(layout!((_4,_32):(_1,_4)), tile!(_8), tile!(_1)) => "(_32,_32):(_1,_32)";
        "recast_layout/p0063" recast(layout!((_8,(_2,_1,_1)):(_2,(_1,_0,_0))), tile!(_4), tile!(_8)) => "(_8,(_1,_1,_1)):(_1,(_1,_0,_0))";
        "recast_layout/p0066" recast(layout!((_32):(_1)), tile!(_16), tile!(_128)) => "(_4):(_1)";
        "recast_layout/p0069" recast(layout!((_8,16):(16,_1)), tile!(_4), tile!(_1)) => "(_8,64):(64,_1)";
        "recast_layout/p0071" recast(layout!((_2,_2):(_1,2)), tile!(_128), tile!(_8)) => "(_32,_2):(_1,32)";
        "recast_layout/p0073" recast(layout!((_64,_1,_2,_1):(_1,_64,_64,_0)), tile!(_128), tile!(_32)) => "(_256,_1,_2,_1):(_1,_256,_256,_0)";
        "recast_layout/p0075" recast(layout!((_2,_2,_8):(_16,_8,_1)), tile!(_1), tile!(_32)) => "(_1,_1,_1):(_1,_1,_1)";
        "recast_layout/p0077" recast(layout!(4:_1), tile!(_8), tile!(_64)) => "1:_1";
        "recast_layout/p0080" recast(layout!((_32,4):(_1,_32)), tile!(_16), tile!(_64)) => "(_8,4):(_1,_8)";
        "recast_layout/p0082" recast(layout!((_16,_4):(_1,_16)), tile!(_1), tile!(_64)) => "(_1,_1):(_1,_1)";
        "recast_layout/p0084" recast(layout!((4,8,1):(_1,4,32)), tile!(_32), tile!(_4)) => "(32,8,1):(_1,32,256)";
        "recast_layout/p0086" recast(layout!(((_64,_1)):((_1,_1))), tile!(_32), tile!(_128)) => "((_16,_1)):((_1,_1))";
        "recast_layout/p0088" recast(layout!(_8:_1), tile!(_64), tile!(_16)) => "_32:_1";
        "recast_layout/p0091" recast(layout!(1:_1), tile!(_8), tile!(_128)) => "1:_1";
        "recast_layout/p0093" recast(layout!((_16,_4):(_1,_16)), tile!(_128), tile!(_32)) => "(_64,_4):(_1,_64)";
        "recast_layout/p0095" recast(layout!((_4,_1):(_1,_0)), tile!(_8), tile!(_1)) => "(_32,_1):(_1,_0)";
    }
}

#[test]
fn max_common_0() {
    rows! {
        "max_common/p0001" Offset((max_common_layout(layout!((_2):(_1)), layout!((_2):(_1))), max_common_vector(layout!((_2):(_1)), layout!((_2):(_1))))) => "_2 + _2:_1";
        "max_common/p0004" Offset((max_common_layout(layout!((32,4):(1,32)), layout!((32,4):(_4,_512))), max_common_vector(layout!((32,4):(1,32)), layout!((32,4):(_4,_512))))) => "_1 + _1:_0";
        "max_common/p0006" Offset((max_common_layout(layout!((_3,_2):(_1,_3)), layout!((_3,_2):(_1,_3))), max_common_vector(layout!((_3,_2):(_1,_3)), layout!((_3,_2):(_1,_3))))) => "_6 + _6:_1";
        "max_common/p0009" Offset((max_common_layout(layout!(((_2),_4,4):((_16),_4,_1)), layout!(((_2),_4,4):((_1),_2,_8))), max_common_vector(layout!(((_2),_4,4):((_16),_4,_1)), layout!(((_2),_4,4):((_1),_2,_8))))) => "_1 + _1:_0";
        "max_common/p0011" Offset((max_common_layout(layout!((_4,_7):(_1,_4)), layout!((_4,_7):(_1,_4))), max_common_vector(layout!((_4,_7):(_1,_4)), layout!((_4,_7):(_1,_4))))) => "_28 + _28:_1";
        "max_common/p0014" Offset((max_common_layout(layout!((_4,_32):(_32,1)), layout!((_4,_32):(_32,_1))), max_common_vector(layout!((_4,_32):(_32,1)), layout!((_4,_32):(_32,_1))))) => "_1 + _1:_0";
        "max_common/p0018" Offset((max_common_layout(layout!((_4,_8):(_8,_1)), layout!((_4,_8):(_1,_4))), max_common_vector(layout!((_4,_8):(_8,_1)), layout!((_4,_8):(_1,_4))))) => "_1 + _1:_0";
        "max_common/p0020" Offset((max_common_layout(layout!((5):(_1)), layout!((_5):(_1))), max_common_vector(layout!((5):(_1)), layout!((_5):(_1))))) => "_5 + _5:_1";
        "max_common/p0024" Offset((max_common_layout(layout!((_1,_2,_2):(_0,_2,1)), layout!((_1,_2,_2):(_0,_2,_1))), max_common_vector(layout!((_1,_2,_2):(_0,_2,1)), layout!((_1,_2,_2):(_0,_2,_1))))) => "_1 + _1:_0";
        "max_common/p0026" Offset((max_common_layout(layout!((6,3,1):(1,6,0)), layout!((6,3,1):(_3,_1,_0))), max_common_vector(layout!((6,3,1):(1,6,0)), layout!((6,3,1):(_3,_1,_0))))) => "_1 + _1:_0";
        "max_common/p0029" Offset((max_common_layout(layout!((2):(_1)), layout!((2):(_1))), max_common_vector(layout!((2):(_1)), layout!((2):(_1))))) => "_1 + _1:_0";
        "max_common/p0032" Offset((max_common_layout(layout!(((_2,_4,_5),(_2)):((_1,_20,_2),(_10))), layout!(((_2,_4,_5),(_2)):((_20,_1,_4),(_40)))), max_common_vector(layout!(((_2,_4,_5),(_2)):((_1,_20,_2),(_10))), layout!(((_2,_4,_5),(_2)):((_20,_1,_4),(_40)))))) => "_1 + _1:_0";
        "max_common/p0036" Offset((max_common_layout(layout!(_12:_1), layout!(_12:_1)), max_common_vector(layout!(_12:_1), layout!(_12:_1)))) => "_12 + _12:_1";
        "max_common/p0041" Offset((max_common_layout(layout!(((_4,_5)):((_5,_1))), layout!(((_4,_5)):((_5,_1)))), max_common_vector(layout!(((_4,_5)):((_5,_1))), layout!(((_4,_5)):((_5,_1)))))) => "_20 + (_5,_4):(_4,_1)";
        "max_common/p0044" Offset((max_common_layout(layout!(5:_1), layout!(5:_1)), max_common_vector(layout!(5:_1), layout!(5:_1)))) => "_1 + _1:_0";
        "max_common/p0047" Offset((max_common_layout(layout!((5,12):(_1,5)), layout!((5,12):(_1,_5))), max_common_vector(layout!((5,12):(_1,5)), layout!((5,12):(_1,_5))))) => "_1 + _1:_0";
        "max_common/p0049" Offset((max_common_layout(layout!((_7,_4,_3):(_12,_3,_1)), layout!((_7,_4,_3):(_1,_84,_14))), max_common_vector(layout!((_7,_4,_3):(_12,_3,_1)), layout!((_7,_4,_3):(_1,_84,_14))))) => "_1 + _1:_0";
        "max_common/p0052" Offset((max_common_layout(layout!((_1):(_0)), layout!((_1):(_1))), max_common_vector(layout!((_1):(_0)), layout!((_1):(_1))))) => "_1 + _1:_0";
        "max_common/p0055" Offset((max_common_layout(layout!((_3,_2,_12):(_12,_36,_1)), layout!((_3,_2,_12):(_24,_12,_1))), max_common_vector(layout!((_3,_2,_12):(_12,_36,_1)), layout!((_3,_2,_12):(_24,_12,_1))))) => "_12 + _12:_6";
        "max_common/p0057" Offset((max_common_layout(layout!((_2,2):(_2,1)), layout!((_2,2):(_1,_2))), max_common_vector(layout!((_2,2):(_2,1)), layout!((_2,2):(_1,_2))))) => "_1 + _1:_0";
        "max_common/p0063" Offset((max_common_layout(layout!(_7:_1), layout!(_7:_1)), max_common_vector(layout!(_7:_1), layout!(_7:_1)))) => "_7 + _7:_1";
        "max_common/p0065" Offset((max_common_layout(layout!((_6,_3):(_1,_6)), layout!((_6,_3):(_3,_1))), max_common_vector(layout!((_6,_3):(_1,_6)), layout!((_6,_3):(_3,_1))))) => "_1 + _1:_0";
        "max_common/p0067" Offset((max_common_layout(layout!((_8):(_1)), layout!((_8):(_1))), max_common_vector(layout!((_8):(_1)), layout!((_8):(_1))))) => "_8 + _8:_1";
        "max_common/p0070" Offset((max_common_layout(layout!(((_8,_2)):((_2,_1))), layout!(((_8,_2)):((_6,_1)))), max_common_vector(layout!(((_8,_2)):((_2,_1))), layout!(((_8,_2)):((_6,_1)))))) => "_2 + _2:_8";
        "max_common/p0073" Offset((max_common_layout(layout!(((_2,_6,_8)):((_1,_2,_12))), layout!(((_2,_6,_8)):((_1,_2,_12)))), max_common_vector(layout!(((_2,_6,_8)):((_1,_2,_12))), layout!(((_2,_6,_8)):((_1,_2,_12)))))) => "_96 + _96:_1";
    }
}

#[test]
fn max_common_1() {
    rows! {
        "max_common/p0076" Offset((max_common_layout(layout!(((_1,_4),_1):((_0,_1),_0)), layout!(((_1,_4),_1):((_0,_1),_0))), max_common_vector(layout!(((_1,_4),_1):((_0,_1),_0)), layout!(((_1,_4),_1):((_0,_1),_0))))) => "_4 + _4:_1";
        "max_common/p0081" Offset((max_common_layout(layout!(((1,5,1)):((_1,1,5))), layout!(((1,5,1)):((_0,_1,_0)))), max_common_vector(layout!(((1,5,1)):((_1,1,5))), layout!(((1,5,1)):((_0,_1,_0)))))) => "_1 + _1:_0";
        "max_common/p0084" Offset((max_common_layout(layout!((3,6):(24,4)), layout!((3,6):(_6,_1))), max_common_vector(layout!((3,6):(24,4)), layout!((3,6):(_6,_1))))) => "_1 + _1:_0";
        "max_common/p0087" Offset((max_common_layout(layout!((_2,(_4)):(_1,(_2))), layout!((_2,(_4)):(_1,(_8)))), max_common_vector(layout!((_2,(_4)):(_1,(_2))), layout!((_2,(_4)):(_1,(_8)))))) => "_2 + _2:_1";
        "max_common/p0089" Offset((max_common_layout(layout!((_2):(_1)), layout!(_2:_1)), max_common_vector(layout!((_2):(_1)), layout!(_2:_1)))) => "_2 + _2:_1";
        "max_common/p0094" Offset((max_common_layout(layout!(_16:_1), layout!(_16:_1)), max_common_vector(layout!(_16:_1), layout!(_16:_1)))) => "_16 + _16:_1";
        "max_common/p0097" Offset((max_common_layout(layout!((4,8):(1,4)), layout!((4,8):(_1,_4))), max_common_vector(layout!((4,8):(1,4)), layout!((4,8):(_1,_4))))) => "_1 + _1:_0";
        "max_common/p0099" Offset((max_common_layout(layout!(((4)):((1))), layout!(((4)):((_1)))), max_common_vector(layout!(((4)):((1))), layout!(((4)):((_1)))))) => "_1 + _1:_0";
        "max_common/p0103" Offset((max_common_layout(layout!((_3,_2,(_3,_5)):(_30,_3,(_1,_6))), layout!((_3,_2,(_3,_5)):(_10,_5,(_30,_1)))), max_common_vector(layout!((_3,_2,(_3,_5)):(_30,_3,(_1,_6))), layout!((_3,_2,(_3,_5)):(_10,_5,(_30,_1)))))) => "_1 + _1:_0";
        "max_common/p0106" Offset((max_common_layout(layout!((_3):(_1)), layout!((_3):(_1))), max_common_vector(layout!((_3):(_1)), layout!((_3):(_1))))) => "_3 + _3:_1";
        "max_common/p0111" Offset((max_common_layout(layout!((_5):(_1)), layout!((_5):(_1))), max_common_vector(layout!((_5):(_1)), layout!((_5):(_1))))) => "_5 + _5:_1";
        "max_common/p0113" Offset((max_common_layout(layout!((_8,_2):(_1,8)), layout!((_8,_2):(_1,_8))), max_common_vector(layout!((_8,_2):(_1,8)), layout!((_8,_2):(_1,_8))))) => "_8 + _8:_1";
        "max_common/p0115" Offset((max_common_layout(layout!((_7,_2):(_1,_7)), layout!((_7,_2):(_2,_1))), max_common_vector(layout!((_7,_2):(_1,_7)), layout!((_7,_2):(_2,_1))))) => "_1 + _1:_0";
        "max_common/p0119" Offset((max_common_layout(layout!((_3,_6):(_1,_3)), layout!((_3,_6):(_1,_3))), max_common_vector(layout!((_3,_6):(_1,_3)), layout!((_3,_6):(_1,_3))))) => "_18 + _18:_1";
        "max_common/p0121" Offset((max_common_layout(layout!(((_8,_2)):((_2,_1))), layout!(((_8,_2)):((_1,_8)))), max_common_vector(layout!(((_8,_2)):((_2,_1))), layout!(((_8,_2)):((_1,_8)))))) => "_1 + _1:_0";
        "max_common/p0124" Offset((max_common_layout(layout!((_1,_1,_5):(_0,_1,_1)), layout!((_1,_1,_5):(_0,_0,_1))), max_common_vector(layout!((_1,_1,_5):(_0,_1,_1)), layout!((_1,_1,_5):(_0,_0,_1))))) => "_5 + _5:_1";
        "max_common/p0127" Offset((max_common_layout(layout!((_8,_2):(_2,_1)), layout!((_8,_2):(_1,_8))), max_common_vector(layout!((_8,_2):(_2,_1)), layout!((_8,_2):(_1,_8))))) => "_1 + _1:_0";
    }
}

#[test]
fn nullspace_0() {
    rows! {
        "nullspace/p0060" nullspace(layout!((_2,_2,_2):(_0,_0,_0))) => "(_2,_2,_2):(_1,_2,_4)";
        "nullspace/p0061" nullspace(layout!((_2,_2,_2):(_1,_0,_2))) => "_2:_2";
        "nullspace/p0000" nullspace(layout!(((2),32,2):((1),2,0))) => "_1:_0";
        "nullspace/p0001" nullspace(layout!((_8,_16):(_0,_0))) => "(_8,_16):(_1,_8)";
        "nullspace/p0002" nullspace(layout!((_3,_6):(_6,_1))) => "_1:_0";
        "nullspace/p0004" nullspace(layout!(_8:_0)) => "_8:_1";
        "nullspace/p0005" nullspace(layout!(_7:_1)) => "_1:_0";
        "nullspace/p0007" nullspace(layout!((_3,_6):(_1,_0))) => "_6:_3";
        "nullspace/p0008" nullspace(layout!((_2):(_0))) => "_2:_1";
        "nullspace/p0010" nullspace(layout!((_5,_2):(_1,_0))) => "_2:_5";
        "nullspace/p0011" nullspace(layout!((_2,_2,_8):(_8,_0,_1))) => "_2:_2";
        "nullspace/p0012" nullspace(layout!((_5,_3,_12):(_1,_0,_0))) => "(_3,_12):(_5,_15)";
        "nullspace/p0014" nullspace(layout!((_16,_4,_4):(_1,_16,_64))) => "_1:_0";
        "nullspace/p0015" nullspace(layout!((_7,_4,_8):(_1,_7,_28))) => "_1:_0";
        "nullspace/p0017" nullspace(layout!((8):(_1))) => "_1:_0";
        "nullspace/p0018" nullspace(layout!((_32,_2):(_2,_1))) => "_1:_0";
        "nullspace/p0020" nullspace(layout!((_6,_4,_5):(_1,_6,_24))) => "_1:_0";
        "nullspace/p0021" nullspace(layout!((_6,_12,_1):(_1,_0,_0))) => "(_12,_1):(_6,_0)";
        "nullspace/p0022" nullspace(layout!((_7,_6):(_0,_1))) => "_7:_1";
        "nullspace/p0024" nullspace(layout!(((_3,_2)):((_2,_1)))) => "_1:_0";
        "nullspace/p0025" nullspace(layout!(((_2,_5,_1),_7,_3):((_1,_0,_0),_2,_0))) => "(_5,_1,_3):(_2,_0,_70)";
        "nullspace/p0027" nullspace(layout!((_8,_7):(_1,_0))) => "_7:_8";
        "nullspace/p0028" nullspace(layout!((_4,_1,(_1,_3)):(_1,_4,(_4,_4)))) => "_1:_0";
        "nullspace/p0030" nullspace(layout!((2):(0))) => "_1:_0";
        "nullspace/p0031" nullspace(layout!((_7,_3):(_1,_0))) => "_3:_7";
    }
}

#[test]
fn nullspace_1() {
    rows! {
        "nullspace/p0032" nullspace(layout!(6:1)) => "_1:_0";
        "nullspace/p0034" nullspace(layout!((_5,_2):(_1,_5))) => "_1:_0";
        "nullspace/p0035" nullspace(layout!((_4,3,1,1):(1,_4,0,_0))) => "1:12";
        "nullspace/p0037" nullspace(layout!((_2,_8,_7):(_1,_2,_16))) => "_1:_0";
        "nullspace/p0038" nullspace(layout!((_12,_5,_2):(_1,_12,_60))) => "_1:_0";
        "nullspace/p0040" nullspace(layout!((_1,_2,_3,_3):(_0,_1,_2,_0))) => "(_1,_3):(_0,_6)";
        "nullspace/p0041" nullspace(layout!(((_8),_8):((_1),_8))) => "_1:_0";
        "nullspace/p0042" nullspace(layout!((_8,_16):(_1,_8))) => "_1:_0";
        "nullspace/p0044" nullspace(layout!((3,1):(_1,3))) => "_1:_0";
        "nullspace/p0045" nullspace(layout!((_2):(_1))) => "_1:_0";
        "nullspace/p0047" nullspace(layout!(((_3,6),_5):((_1,_0),0))) => "6:_3";
        "nullspace/p0048" nullspace(layout!((_4):(1))) => "_1:_0";
        "nullspace/p0050" nullspace(layout!(((2,2,1),7,2):((4,2,8),0,1))) => "_1:_0";
        "nullspace/p0051" nullspace(layout!((_2,_8,_8):(_8,_0,_1))) => "_8:_2";
        "nullspace/p0052" nullspace(layout!((_8):(_1))) => "_1:_0";
        "nullspace/p0054" nullspace(layout!((_3,_4):(_1,_0))) => "_4:_3";
        "nullspace/p0055" nullspace(layout!(_8:_1)) => "_1:_0";
        "nullspace/p0057" nullspace(layout!((_3,_4):(_1,_3))) => "_1:_0";
        "nullspace/p0058" nullspace(layout!((_3,_2,_4,_7):(_8,_1,_2,_0))) => "_7:_24";
    }
}

#[test]
fn max_alignment_0() {
    rows! {
        "max_alignment/p0000" max_alignment(layout!((_2):(_2))) => "_1";
        "max_alignment/p0001" max_alignment(layout!((_6,_5,_4):(_2,_96,_12))) => "_1";
        "max_alignment/p0002" max_alignment(layout!((_3):(_1))) => "_3";
        "max_alignment/p0004" max_alignment(layout!((32,2):(_1,32))) => "_1";
        "max_alignment/p0005" max_alignment(layout!(_5:_1)) => "_5";
        "max_alignment/p0007" max_alignment(layout!(_2:_1)) => "_2";
        "max_alignment/p0008" max_alignment(layout!((_16,_8):(_8,_1))) => "_128";
        "max_alignment/p0010" max_alignment(layout!((_4,_8,_2,_1):(_1,_4,_32,_0))) => "_64";
        "max_alignment/p0011" max_alignment(layout!((_8,_8):(_1,_8))) => "_64";
        "max_alignment/p0012" max_alignment(layout!((_6,_2):(_2,_1))) => "_12";
        "max_alignment/p0014" max_alignment(layout!(((_3,_3),_2):((_6,_2),_1))) => "_18";
        "max_alignment/p0015" max_alignment(layout!((_2,_6):(_1,_2))) => "_12";
        "max_alignment/p0017" max_alignment(layout!((_4,_12,_4):(_5,_5,_0))) => "_1";
        "max_alignment/p0018" max_alignment(layout!((_5,_5):(_1,_5))) => "_25";
        "max_alignment/p0020" max_alignment(layout!((_1):(_0))) => "_1";
        "max_alignment/p0021" max_alignment(layout!((_8,_8,_3):(_3,_24,_1))) => "_192";
        "max_alignment/p0022" max_alignment(layout!((_3,_7):(_1,_3))) => "_21";
        "max_alignment/p0024" max_alignment(layout!(_4:_1)) => "_4";
        "max_alignment/p0025" max_alignment(layout!((_4,(_3,_2),_6):(_72,(_1,_3),_6))) => "_36";
        "max_alignment/p0027" max_alignment(layout!((_2,_32):(_32,_1))) => "_64";
        "max_alignment/p0028" max_alignment(layout!(((_16),_1):((_1),_1))) => "_16";
        "max_alignment/p0030" max_alignment(layout!((2,5):(5,1))) => "_1";
        "max_alignment/p0031" max_alignment(layout!(_8:_1)) => "_8";
        "max_alignment/p0032" max_alignment(layout!((_3):(_24))) => "_1";
        "max_alignment/p0034" max_alignment(layout!(((_4,_5)):((_5,_1)))) => "_20";
    }
}

#[test]
fn max_alignment_1() {
    rows! {
        "max_alignment/p0035" max_alignment(layout!(((_8),_16,(_2)):((_59),_12,(_10)))) => "_1";
        "max_alignment/p0037" max_alignment(layout!((2,_6):(1,8))) => "_1";
        "max_alignment/p0038" max_alignment(layout!((_6,_2,_12):(_24,_1,_2))) => "_144";
        "max_alignment/p0040" max_alignment(layout!((_3,_8):(_2,_6))) => "_1";
        "max_alignment/p0041" max_alignment(layout!((_4,_4):(_2,_12))) => "_1";
        "max_alignment/p0042" max_alignment(layout!((_4,_5):(_1,_4))) => "_20";
        "max_alignment/p0044" max_alignment(layout!(_32:_1)) => "_32";
        "max_alignment/p0045" max_alignment(layout!(_4:_8)) => "_1";
        "max_alignment/p0047" max_alignment(layout!((_6,_8,_2):(16,_2,_1))) => "_16";
        "max_alignment/p0048" max_alignment(layout!((_4,(_8)):(_32,(_10)))) => "_1";
        "max_alignment/p0050" max_alignment(layout!((_2,_2):(_2,_4))) => "_1";
        "max_alignment/p0051" max_alignment(layout!(((3),4,16):((64),16,1))) => "_1";
        "max_alignment/p0052" max_alignment(layout!(((16,1,7),2):((6,1,2),59))) => "_1";
        "max_alignment/p0054" max_alignment(layout!((2,3,2):(1,2,6))) => "_1";
        "max_alignment/p0055" max_alignment(layout!((_5,_2):(_59,_10))) => "_1";
        "max_alignment/p0057" max_alignment(layout!(((_8,_1),(_8)):((_64,_8),(_2)))) => "_1";
        "max_alignment/p0058" max_alignment(layout!((_1,_8):(_0,_1))) => "_8";
    }
}
