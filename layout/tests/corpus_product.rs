//! Data table: written by `cargo xtask corpus-types` from tests/corpus.
#![allow(non_upper_case_globals, unused_imports, unused_parens, clippy::all)]
// No lint looks at it, and its types take the compiler a minute.
#![cfg(not(clippy))]

#[macro_use]
mod common;

use azulejo_layout::*;
use common::*;

#[test]
fn logical_product_0() {
    rows! {
        "logical_product/p0220" logical_product(layout!(_1:_0), layout!(_1:_0)) => "(_1,_1):(_0,_0)";
        "logical_product/p0221" logical_product(layout!(_1:_0), layout!(_1:_1)) => "(_1,_1):(_0,_0)";
        "logical_product/p0222" logical_product(layout!(_3:_1), layout!(_4:_0)) => "(_3,_4):(_1,_0)";
        "logical_product/p0223" logical_product(layout!(_3:_0), layout!(_4:_0)) => "(_3,_4):(_0,_0)";
        "logical_product/p0224" logical_product(layout!((_3):(_1)), layout!((_2,_4):(_1,_2))) => "((_3),(_2,_4)):((_1),(_3,_6))";
        "logical_product/p0225" logical_product(layout!((_8,(_2,_2)):(_1,(_8,_16))), layout!((_4):(_2))) => "((_8,(_2,_2)),(_4)):((_1,(_8,_16)),(_64))";
        "logical_product/p0226" logical_product(layout!((_3):(_32)), layout!((_32):(_1))) => "((_3),(_32)):((_32),(_1))";
        "logical_product/p0227" logical_product(layout!((_3):(_32)), layout!((_128):(_1))) => "((_3),((_32,_4))):((_32),((_1,_96)))";
        "logical_product/p0228" logical_product(layout!((_3):(_32)), layout!((_8,_8):(_8,_1))) => "((_3),((_4,_2),_8)):((_32),((_8,_96),_1))";
        "logical_product/p0229" logical_product(layout!(((_4,_2)):((_1,_16))), layout!((_4,_2):(_2,_1))) => "(((_4,_2)),((_2,_2),_2)):(((_1,_16)),((_8,_32),_4))";
        "logical_product/p0230" logical_product(layout!(((_2,_2),(_2,_2)):((_1,_4),(_8,_32))), layout!((_2,_2):(_2,_1))) => "(((_2,_2),(_2,_2)),(_2,_2)):(((_1,_4),(_8,_32)),(_16,_2))";
        "logical_product/p0000" logical_product(layout!((_2,_8):(_1,_2)), layout!((_4,_2,_3):(_1,_12,_4))) => "((_2,_8),(_4,_2,_3)):((_1,_2),(_16,_192,_64))";
        "logical_product/p0004" logical_product(layout!((_8):(_1)), layout!(_6:_1)) => "((_8),_6):((_1),_8)";
        "logical_product/p0010" logical_product(layout!((_5,(_1)):(_1,(_0))), layout!((_8):(_1))) => "((_5,(_1)),(_8)):((_1,(_0)),(_5))";
        "logical_product/p0016" logical_product(layout!(_2:_1), layout!((_3):(_0))) => "(_2,(_3)):(_1,(_0))";
        "logical_product/p0021" logical_product(layout!(_1:_0), layout!((_4,_4):(_1,_4))) => "(_1,(_4,_4)):(_0,(_1,_4))";
        "logical_product/p0026" logical_product(layout!((_4,_4):(_1,_4)), layout!(_8:_1)) => "((_4,_4),_8):((_1,_4),_16)";
        "logical_product/p0032" logical_product(layout!((4,_3):(_1,_4)), layout!((_5):(_1))) => "((4,_3),((1,5))):((_1,_4),((4,12)))";
        "logical_product/p0039" logical_product(layout!((_3,_4):(_1,_3)), layout!((6,1):(_1,0))) => "((_3,_4),(6,1)):((_1,_3),(_12,0))";
        "logical_product/p0044" logical_product(layout!((_7):(_24)), layout!((_6,_3):(_3,_1))) => "((_7),(_6,_3)):((_24),(_3,_1))";
        "logical_product/p0050" logical_product(layout!((_6):(_1)), layout!((_3):(_1))) => "((_6),(_3)):((_1),(_6))";
        "logical_product/p0057" logical_product(layout!(_2:_1), layout!((_2,_2):(_1,_2))) => "(_2,(_2,_2)):(_1,(_2,_4))";
        "logical_product/p0062" logical_product_unchecked(layout!(((_4),_4):((_1),_4)), tile!(((_3):(_1),(_4):(_1)))) => "(((_4),(_3)),(_4,(_4))):(((_1),(_4)),(_4,(_1)))";
        "logical_product/p0068" logical_product(layout!(((_6)):((_1))), layout!(_5:_1)) => "(((_6)),_5):(((_1)),_6)";
        "logical_product/p0073" logical_product(layout!((_2,_3):(_1,_2)), layout!((_8):(_1))) => "((_2,_3),(_8)):((_1,_2),(_6))";
    }
}

#[test]
fn logical_product_1() {
    rows! {
        "logical_product/p0078" logical_product(layout!((4,(_2,_3)):(_2,(_1,_8))), layout!((_2,_4,_3):(_12,_3,_1))) => "((4,(_2,_3)),((1,2),(1,4),(1,3))):((_2,(_1,_8)),((96,288),(24,72),(8,24)))";
        "logical_product/p0082" logical_product(layout!(5:1), layout!((_3,_2):(_1,_3))) => "(5,((1,3),(1,2))):(1,((_1,5),(_3,15)))";
        "logical_product/p0087" logical_product(layout!(_4:_1), layout!((_4,(_2,_1),_1):(_2,(_1,_0),_0))) => "(_4,(_4,(_2,_1),_1)):(_1,(_8,(_4,_0),_0))";
        "logical_product/p0092" logical_product(layout!((_4,_2):(_1,_4)), layout!(((_1,_2),_8):((_0,_8),_1))) => "((_4,_2),((_1,_2),_8)):((_1,_4),((_0,_64),_8))";
        "logical_product/p0096" logical_product(layout!((_2,_2):(_2,_1)), tile!(_16)) => "((_2,_2),_16):((_2,_1),_4)";
        "logical_product/p0103" logical_product(layout!((_4):(_1)), layout!((_1):(_1))) => "((_4),(_1)):((_1),(_0))";
        "logical_product/p0109" logical_product(layout!((_4,_4):(_1,_4)), layout!(_4:1)) => "((_4,_4),_4):((_1,_4),16)";
        "logical_product/p0114" logical_product(layout!(((_5,_2)):((_12,_2))), tile!(((_2):(_1)))) => "(((_5,_2),(_2))):(((_12,_2),(_1)))";
        "logical_product/p0118" logical_product(layout!((_3,_2,_3):(_6,_3,_1)), layout!((2,_2):(_0,1))) => "((_3,_2,_3),(2,_2)):((_6,_3,_1),(_0,18))";
        "logical_product/p0125" logical_product(layout!((_1,_2):(_0,_1)), layout!((_2):(_1))) => "((_1,_2),(_2)):((_0,_1),(_2))";
        "logical_product/p0131" logical_product(layout!(_8:_2), layout!((_1):(_0))) => "(_8,(_1)):(_2,(_0))";
        "logical_product/p0135" logical_product(layout!(_6:_1), layout!(_1:_0)) => "(_6,_1):(_1,_0)";
        "logical_product/p0140" logical_product(layout!((3):(_1)), layout!((_4,_2):(_4,_16))) => "((3),(_4,_2)):((_1),(12,48))";
        "logical_product/p0145" logical_product(layout!((_2):(_1)), layout!(_4:_1)) => "((_2),_4):((_1),_2)";
        "logical_product/p0150" logical_product(layout!((3,_1):(_1,_0)), layout!((1,(3,_4),_2):(32,(128,_8),1))) => "((3,_1),(1,(3,_4),_2)):((_1,_0),(96,(384,24),3))";
        "logical_product/p0154" logical_product(layout!((_2,_4):(_8,_1)), layout!(_6:_1)) => "((_2,_4),(_2,_3)):((_8,_1),(_4,_16))";
        "logical_product/p0159" logical_product(layout!((2):(_3)), tile!((_2))) => "((2,_2)):((_3,_1))";
        "logical_product/p0164" logical_product(layout!(((_3,_2)):((_1,_3))), layout!((_3):(_1))) => "(((_3,_2)),(_3)):(((_1,_3)),(_6))";
        "logical_product/p0168" logical_product(layout!((_3,_8):(_1,_3)), layout!(_4:_0)) => "((_3,_8),_4):((_1,_3),_0)";
        "logical_product/p0173" logical_product(layout!(_6:_1), layout!((_3,_5):(_1,_3))) => "(_6,(_3,_5)):(_1,(_6,_18))";
        "logical_product/p0179" logical_product(layout!((_2,_1,_3):(_1,_6,_2)), tile!(_8)) => "((_2,_1,_3),_8):((_1,_6,_2),_6)";
        "logical_product/p0184" logical_product(layout!(((_3),(_2)):((_1),(_3))), layout!((_4,_1):(_1,_0))) => "(((_3),(_2)),(_4,_1)):(((_1),(_3)),(_6,_0))";
        "logical_product/p0189" logical_product(layout!((12):(32)), layout!((_4,(_3)):(_3,(_1)))) => "((12),((4,1),((3,1)))):((32),((_3,384),((_1,384))))";
        "logical_product/p0196" logical_product(layout!((_2):(_8)), layout!((_1):(_0))) => "((_2),(_1)):((_8),(_0))";
        "logical_product/p0201" logical_product(layout!((_2,_5):(_5,_1)), layout!((_5,1):(_1,_0))) => "((_2,_5),(_5,1)):((_5,_1),(_10,_0))";
    }
}

#[test]
fn logical_product_2() {
    rows! {
        "logical_product/p0205" logical_product(layout!(_3:_1), layout!(((_2,_2)):((_2,_1)))) => "(_3,((_2,_2))):(_1,((_6,_3)))";
        "logical_product/p0210" logical_product(layout!(((_2),_2):((_1),_2)), layout!(1:0)) => "(((_2),_2),1):(((_1),_2),0)";
        "logical_product/p0215" logical_product(layout!((_4):(_1)), layout!((2,4):(1,_2))) => "((_4),(2,4)):((_1),(4,_8))";
    }
}

#[test]
fn zipped_product_0() {
    rows! {
        "zipped_product/p0000" zipped_product_unchecked(layout!((_3,_6):(_1,_3)), tile!((_2:_1,_2))) => "((_3,_6),(_2,_2)):((_1,_3),(_3,_1))";
        "zipped_product/p0001" zipped_product_unchecked(layout!((_4,_1,_4):(_1,_4,_4)), tile!(((2,2):(_1,2),(_6):(_1),_2:_1))) => "((_4,_1,_4),((2,2),(_6),_2)):((_1,_4,_4),((_4,8),(_1),_1))";
        "zipped_product/p0004" zipped_product(layout!((_1,_5):(_1,_1)), layout!(_4:_8)) => "((_1,_5),_4):((_1,_1),_40)";
        "zipped_product/p0006" zipped_product(layout!((_3,_1):(_1,_0)), tile!((_2))) => "((_3),(_2,_1)):((_1),(_3,_0))";
        "zipped_product/p0008" zipped_product(layout!((_2,_2,_2):(_4,_2,_1)), layout!(_2:_1)) => "((_2,_2,_2),_2):((_4,_2,_1),_8)";
        "zipped_product/p0010" zipped_product_unchecked(layout!((_2,_1,_8):(_1,_0,_2)), tile!((_1,(_4):(_1),_4:_1))) => "((_2,_1,_8),(_1,(_4),(_2,_2))):((_1,_0,_2),(_0,(_1),(_1,_16)))";
        "zipped_product/p0014" zipped_product_unchecked(layout!((_1,_6):(_1,_1)), tile!((_2,(_2):(_1)))) => "((_1,_6),(_2,(_2))):((_1,_1),(_1,(_6)))";
        "zipped_product/p0015" zipped_product_unchecked(layout!((3,_3):(_1,_3)), tile!(((_6):(_1)))) => "((3),((_6),_3)):((_1),((3),_3))";
        "zipped_product/p0020" zipped_product_unchecked(layout!((_1,_1,_5):(_0,_2,_8)), tile!((_2,6:_1,(_3):(_1)))) => "((_1,_1,_5),(_2,6,(_3))):((_0,_2,_8),(_1,_1,(_1)))";
        "zipped_product/p0023" zipped_product_unchecked(layout!((_2,_5,_1):(_1,_2,_0)), tile!((((_4)):((_1)),_4:_2,(_1,_3,_2):(_0,_2,_1)))) => "((_2,_5,_1),(((_4)),_4,(_1,_3,_2))):((_1,_2,_0),(((_2)),_10,(_0,_2,_1)))";
        "zipped_product/p0024" zipped_product(layout!((_1,(_2,_3)):(_0,(_1,_2))), tile!(((1):(1),_4:_1))) => "((_1,(_2,_3)),((1),_4)):((_0,(_1,_2)),((1),_6))";
        "zipped_product/p0026" zipped_product_unchecked(layout!((_1,(_3,_4,_1)):(_0,(_1,_3,_0))), tile!((_2:_1,(_2,_2):(_1,_2)))) => "((_1,(_3,_4,_1)),(_2,(_2,_2))):((_0,(_1,_3,_0)),(_1,(_12,_24)))";
        "zipped_product/p0028" zipped_product(layout!((_1,_1):(_1,_1)), tile!(((_1,2):(_0,_1),_1:_0))) => "((_1,_1),((_1,2),_1)):((_1,_1),((_0,_1),_0))";
        "zipped_product/p0032" zipped_product_unchecked(layout!((_2,4,2):(8,_2,_1)), tile!(((_1):(_0),_2:_1))) => "((_2,4),((_1),_2,2)):((8,_2),((_0),_1,_1))";
        "zipped_product/p0035" zipped_product_unchecked(layout!((_2,_8,1):(_1,_2,_0)), tile!((_3,_1,(_5):(_1)))) => "((_2,_8,1),(_3,_1,(_5))):((_1,_2,_0),(_2,_0,(_1)))";
        "zipped_product/p0037" zipped_product(layout!((_1,_5):(_1,_1)), layout!((_2):(_1))) => "((_1,_5),(_2)):((_1,_1),(_5))";
        "zipped_product/p0040" zipped_product_unchecked(layout!((_2,(_5)):(_1,(_2))), tile!((_2))) => "((_2),(_2,(_5))):((_1),(_2,(_2)))";
        "zipped_product/p0041" zipped_product(layout!((_3,_2):(_2,_1)), layout!((_3,_1):(_1,_0))) => "((_3,_2),(_3,_1)):((_2,_1),(_6,_0))";
        "zipped_product/p0043" zipped_product_unchecked(layout!((_6,_3):(_3,_1)), tile!((_2,(_1,2):(0,_1)))) => "((_6,_3),(_2,(_1,2))):((_3,_1),(_1,(0,_3)))";
        "zipped_product/p0045" zipped_product_unchecked(layout!((_1,_5):(0,_1)), tile!((_2,(_2):(_1)))) => "((_1,_5),(_2,(_2))):((0,_1),(_1,(_5)))";
        "zipped_product/p0046" zipped_product_unchecked(layout!((_3,_4):(_1,_3)), tile!(((_1,(_1,_2)):(_0,(_0,_1))))) => "((_3),((_1,(_1,_2)),_4)):((_1),((_0,(_0,_3)),_3))";
        "zipped_product/p0048" zipped_product_unchecked(layout!((_3,_5):(_5,_1)), tile!((_4:_1,_5:_1))) => "((_3,_5),(_4,_5)):((_5,_1),(_1,_5))";
        "zipped_product/p0050" zipped_product(layout!((_5,(_1,_3)):(_8,(_0,_40))), tile!((_1,(_3,_1):(_1,_0)))) => "((_5,(_1,_3)),(_1,(_3,_1))):((_8,(_0,_40)),(_0,(_1,_0)))";
        "zipped_product/p0051" zipped_product_unchecked(layout!((_2,_6):(_6,_1)), tile!(((4):(_1),_3))) => "((_2,_6),(((4,1)),_3)):((_6,_1),(((_1,_12)),_6))";
        "zipped_product/p0053" zipped_product(layout!((_3,_3):(_3,_1)), layout!((_4):(_1))) => "((_3,_3),(_4)):((_3,_1),(_9))";
    }
}

#[test]
fn zipped_product_1() {
    rows! {
        "zipped_product/p0055" zipped_product_unchecked(layout!((3,3,_1):(_1,3,_0)), tile!(((_3):(_1)))) => "((3),((_3),3,_1)):((_1),((3),3,_0))";
        "zipped_product/p0056" zipped_product(layout!(((_3),_2):((_1),_3)), layout!((_1,_2):(_0,_1))) => "(((_3),_2),(_1,_2)):(((_1),_3),(_0,_6))";
        "zipped_product/p0058" zipped_product_unchecked(layout!((8,_2):(2,1)), tile!((_6:_1,_3))) => "((8,_2),((2,3),(1,3))):((2,1),((_1,16),(_1,2)))";
        "zipped_product/p0060" zipped_product_unchecked(layout!((_8,_2):(_2,_1)), tile!(((_1,_5,_1):(_160,_8,_0),_2))) => "((_8,_2),((_1,_5,_1),_2)):((_2,_1),((_1280,_64,_0),_2))";
        "zipped_product/p0062" zipped_product_unchecked(layout!((5,_4):(1,5)), tile!((_3:_1,_1))) => "((5,_4),((1,3),_1)):((1,5),((_1,5),_0))";
        "zipped_product/p0064" zipped_product_unchecked(layout!((_1,(_2,_3)):(_0,(_2,_4))), tile!((_3,_1))) => "((_1,(_2,_3)),(_3,_1)):((_0,(_2,_4)),(_1,_0))";
        "zipped_product/p0067" zipped_product(layout!((_2,_1):(_1,_1)), tile!((_1,_1))) => "((_2,_1),(_1,_1)):((_1,_1),(_0,_0))";
        "zipped_product/p0069" zipped_product_unchecked(layout!((_1,_4):(_0,_1)), tile!((_4:_1,_2:_1))) => "((_1,_4),(_4,_2)):((_0,_1),(_1,_4))";
        "zipped_product/p0070" zipped_product_unchecked(layout!((_3,_6):(_1,_3)), tile!(((_6):(_1),_4:_3))) => "((_3,_6),((_6),_4)):((_1,_3),((_3),_18))";
        "zipped_product/p0072" zipped_product_unchecked(layout!((_5,_3):(_1,_5)), tile!(((_3,_2):(_2,_1),(_5):(_1)))) => "((_5,_3),((_3,_2),(_5))):((_1,_5),((_10,_5),(_1)))";
        "zipped_product/p0075" zipped_product_unchecked(layout!((_3,_5):(_1,_3)), tile!((_2))) => "((_3),(_2,_5)):((_1),(_3,_3))";
        "zipped_product/p0076" zipped_product_unchecked(layout!((_4,6):(_4,64)), tile!((_2,_3))) => "((_4,6),(_2,(3,1))):((_4,64),(_1,(_1,384)))";
        "zipped_product/p0078" zipped_product(layout!((_5,_2):(_2,_1)), tile!((_1))) => "((_5),(_1,_2)):((_2),(_0,_1))";
        "zipped_product/p0080" zipped_product(layout!((_1,_1,_5):(_0,_0,_1)), layout!((_3):(_1))) => "((_1,_1,_5),(_3)):((_0,_0,_1),(_5))";
        "zipped_product/p0081" zipped_product_unchecked(layout!((3,1):(_1,_0)), tile!((_6:_1,(_5):(_1)))) => "((3,1),(_6,(_5))):((_1,_0),(3,(_1)))";
        "zipped_product/p0086" zipped_product_unchecked(layout!((_3,_1):(_1,_3)), tile!((_3,(_4):(_1)))) => "((_3,_1),(_3,(_4))):((_1,_3),(_3,(_1)))";
        "zipped_product/p0088" zipped_product_unchecked(layout!((_1,(_2,_3)):(_0,(_1,_2))), tile!((_2,(_3):(_1)))) => "((_1,(_2,_3)),(_2,(_3))):((_0,(_1,_2)),(_1,(_6)))";
    }
}

#[test]
fn tiled_product_0() {
    rows! {
        "tiled_product/p0000" tiled_product_unchecked(layout!((_5,_2):(_1,_5)), tile!((_1,(_4,_1):(_1,_0)))) => "((_5,_2),_1,(_4,_1)):((_1,_5),_0,(_1,_0))";
        "tiled_product/p0001" tiled_product_unchecked(layout!((3,3):(_1,3)), tile!((_2,_2:_1))) => "((3,3),_2,(2,1)):((_1,3),3,(_1,9))";
        "tiled_product/p0003" tiled_product_unchecked(layout!((_4,_5):(_1,_4)), tile!((_3,(_4):(_1)))) => "((_4,_5),_3,(_4)):((_1,_4),_4,(_1))";
        "tiled_product/p0006" tiled_product_unchecked(layout!((_4,_6):(_6,_1)), tile!(((_2):(_1)))) => "((_4),(_2),_6):((_6),(_1),_1)";
        "tiled_product/p0008" tiled_product_unchecked(layout!(((_1,_2),_2):((_1,_1),_2)), tile!(((_2):(_1),(_4):(_1)))) => "(((_1,_2),_2),(_2),((_2,_2))):(((_1,_1),_2),(_2),((_1,_4)))";
        "tiled_product/p0009" tiled_product_unchecked(layout!((_1,(_3,_6)):(_0,(_1,_3))), tile!(((_2,_2):(_2,_1),_3:_1))) => "((_1,(_3,_6)),(_2,_2),_3):((_0,(_1,_3)),(_2,_1),_18)";
        "tiled_product/p0013" tiled_product_unchecked(layout!((_4,_3,_2):(_1,_4,_12)), tile!(((_6):(_1),((_2)):((_1)),(_5):(_1)))) => "((_4,_3,_2),(_6),((_2)),(_5)):((_1,_4,_12),(_4),((_1)),(_1))";
        "tiled_product/p0014" tiled_product_unchecked(layout!((_5,_2):(8,120)), tile!((_6:_1,_3))) => "((_5,_2),(6,1),(3,1)):((8,120),(_1,40),(_1,240))";
        "tiled_product/p0017" tiled_product_unchecked(layout!((_6,_4):(_1,_6)), tile!(((_1,_3):(_1,_1),_3:_1))) => "((_6,_4),(_1,_3),_3):((_1,_6),(_6,_6),_1)";
        "tiled_product/p0018" tiled_product_unchecked(layout!((_3,_3):(_3,_18)), tile!((_1,((_6)):((_1))))) => "((_3,_3),_1,((_6))):((_3,_18),_0,((_1)))";
        "tiled_product/p0019" tiled_product_unchecked(layout!((_6,_4,_1):(_4,_1,_0)), tile!((_2:_1,(_5):(_1),_1:_1))) => "((_6,_4,_1),_2,(_5),_1):((_4,_1,_0),_1,(_4),_0)";
        "tiled_product/p0021" tiled_product(layout!((_3,_2):(_1,_6)), tile!((_2))) => "((_3),_2,_2):((_1),_3,_6)";
        "tiled_product/p0023" tiled_product_unchecked(layout!(((_2),_3):((_3),_6)), tile!(((_3):(_1),(_6):(_1)))) => "(((_2),_3),(_3),(_6)):(((_3),_6),(_1),(_1))";
        "tiled_product/p0024" tiled_product_unchecked(layout!((_1,_3):(_0,_1)), tile!(((_4):(_1),(_6):(_1)))) => "((_1,_3),(_4),(_6)):((_0,_1),(_1),(_3))";
        "tiled_product/p0025" tiled_product_unchecked(layout!(((_2,_6,_1),(_1,_1)):((_1,_2,_0),(_0,_12))), tile!(((_2):(_1),_3))) => "(((_2,_6,_1),(_1,_1)),(_2),_3):(((_1,_2,_0),(_0,_12)),(_12),_1)";
        "tiled_product/p0026" tiled_product_unchecked(layout!((_1,_5):(_1,_1)), tile!((_3))) => "((_1),_3,_5):((_1),_1,_1)";
        "tiled_product/p0028" tiled_product(layout!((_3,_6):(_1,_3)), layout!((_8):(_1))) => "((_3,_6),(_8)):((_1,_3),(_18))";
        "tiled_product/p0030" tiled_product_unchecked(layout!((2,_3,3):(9,_3,1)), tile!((_2,(_3,_2):(_1,_3),_2))) => "((2,_3,3),(2,1),(_3,_2),(1,2)):((9,_3,1),(_1,18),(_1,_9),(_1,3))";
        "tiled_product/p0032" tiled_product_unchecked(layout!((_4,_1,_3):(_1,_0,_4)), tile!((_2,_3:_1,_3))) => "((_4,_1,_3),_2,_3,_3):((_1,_0,_4),_4,_1,_1)";
        "tiled_product/p0033" tiled_product_unchecked(layout!((_1,_2):(_1,_1)), tile!((_6:_1,_2:_1))) => "((_1,_2),_6,_2):((_1,_1),_1,_2)";
        "tiled_product/p0034" tiled_product(layout!((_8,_2):(_1,_8)), layout!((_4,_2,_1):(_1,_4,_8))) => "((_8,_2),_4,_2,_1):((_1,_8),_16,_64,_128)";
        "tiled_product/p0036" tiled_product_unchecked(layout!((3,6):(6,_1)), tile!(((_6):(_1),(_1,_6):(_1,_1)))) => "((3,6),((6,1)),(_1,_6)):((6,_1),((_1,18)),(6,6))";
        "tiled_product/p0038" tiled_product_unchecked(layout!((_5,_4):(_1,_5)), tile!((_1,(_4):(_1)))) => "((_5,_4),_1,(_4)):((_1,_5),_0,(_1))";
        "tiled_product/p0039" tiled_product(layout!((6,2,1):(_2,_1,0)), tile!((_1))) => "((6),_1,2,1):((_2),_0,_1,0)";
        "tiled_product/p0042" tiled_product_unchecked(layout!(((_4),_1,_2):((_1),_0,_4)), tile!((_1,_2:_1,_1:_0))) => "(((_4),_1,_2),_1,_2,_1):(((_1),_0,_4),_0,_1,_0)";
    }
}

#[test]
fn tiled_product_1() {
    rows! {
        "tiled_product/p0044" tiled_product_unchecked(layout!((_4,_2):(1,_4)), tile!((_2,_1))) => "((_4,_2),(1,2),_1):((1,_4),(_1,4),_0)";
        "tiled_product/p0045" tiled_product_unchecked(layout!((_2,_4,_3):(_12,_1,_4)), tile!((_6:_1,_4:_1))) => "((_2,_4),_6,_4,_3):((_12,_1),_1,_4,_4)";
        "tiled_product/p0047" tiled_product_unchecked(layout!((_2,(_3,_3)):(_1,(_2,_6))), tile!(((_4):(_1),_))) => "((_2,_3),(_4),_3):((_1,_2),(_2),_6)";
        "tiled_product/p0048" tiled_product_unchecked(layout!((_1,_1):(_0,_0)), tile!((_3,_3:_1))) => "((_1,_1),_3,_3):((_0,_0),_1,_1)";
        "tiled_product/p0050" tiled_product_unchecked(layout!((_1,(_8),_3):(_24,(_3),_1)), tile!(((_6,_1):(1,_0),_2,(_2,_2):(_32,_8)))) => "((_1,(_8),_3),(_6,_1),_2,(_2,_2)):((_24,(_3),_1),(1,_0),_1,(_96,_24))";
        "tiled_product/p0052" tiled_product(layout!(((_2,_2,_1),_1,_3):((_2,_1,_1),_0,_4)), layout!(((_3,_2)):((_2,_1)))) => "(((_2,_2,_1),_1,_3),((_3,_2))):(((_2,_1,_1),_0,_4),((_24,_12)))";
        "tiled_product/p0053" tiled_product_unchecked(layout!((_4,_1):(_1,_0)), tile!((_2,_3))) => "((_4,_1),_2,_3):((_1,_0),_4,_1)";
        "tiled_product/p0054" tiled_product_unchecked(layout!((_4,_1,_2):(_4,_2,_2)), tile!(((_2):(_1),(_3,_1):(_1,_1),(_2):(_1)))) => "((_4,_1,_2),(_2),(_3,_1),(_2)):((_4,_2,_2),(_1),(_1,_1),(_1))";
        "tiled_product/p0055" tiled_product_unchecked(layout!((_4,_5):(_1,_4)), tile!((((_4)):((_1)),_1))) => "((_4,_5),((_4)),_1):((_1,_4),((_4)),_0)";
        "tiled_product/p0056" tiled_product_unchecked(layout!(((_2),_8):((_1),_2)), tile!((_4:_1,(_2,2):(2,_1)))) => "(((_2),_8),_4,((1,2),(2,1))):(((_1),_2),_2,((2,16),(_1,_16)))";
        "tiled_product/p0057" tiled_product_unchecked(layout!((_3,_5):(_5,_1)), tile!((_3,_1))) => "((_3,_5),_3,_1):((_5,_1),_1,_0)";
        "tiled_product/p0059" tiled_product(layout!((_2,(_8)):(_8,(_1))), layout!(_3:_1)) => "((_2,(_8)),_3):((_8,(_1)),_16)";
        "tiled_product/p0060" tiled_product_unchecked(layout!((_2,_5):(_5,_1)), tile!((_3,(_3):(_1)))) => "((_2,_5),_3,(_3)):((_5,_1),_1,(_5))";
        "tiled_product/p0063" tiled_product(layout!((_8,_1):(_1,_1)), layout!((_4):(_1))) => "((_8,_1),(_4)):((_1,_1),(_8))";
        "tiled_product/p0065" tiled_product_unchecked(layout!((_3,(_1,_3)):(_1,(_3,_3))), tile!(((_2,_1):(_1,_0),_1))) => "((_3,(_1,_3)),(_2,_1),_1):((_1,(_3,_3)),(_3,_0),_0)";
        "tiled_product/p0066" tiled_product_unchecked(layout!(((_2,_4),(_1,_1,_3)):((_4,_1),(_0,_0,_8))), tile!(((_1,_5):(_1,_1)))) => "(((_2,_4)),(_1,_5),(_1,_1,_3)):(((_4,_1)),(_8,_8),(_0,_0,_8))";
        "tiled_product/p0067" tiled_product_unchecked(layout!((_3,_2):(_1,_3)), tile!(((_1,_4):(_0,_1),(_3):(_1)))) => "((_3,_2),(_1,_4),(_3)):((_1,_3),(_0,_3),(_1))";
    }
}

#[test]
fn flat_product_0() {
    rows! {
        "flat_product/p0005" flat_product_unchecked(layout!((_4,_3):(_3,_1)), tile!(((_3):(_1),(_3,_2):(_1,_3)))) => "(_4,_3,(_3),(_3,_2)):(_3,_1,(_1),(_3,_9))";
        "flat_product/p0008" flat_product_unchecked(layout!((_1,5,_2):(1,1,5)), tile!((_2,_1,(_3):(_1)))) => "(_1,5,_2,_2,_1,((3,1))):(1,1,5,_1,_0,((_1,10)))";
        "flat_product/p0009" flat_product_unchecked(layout!((_1,(_3)):(_1,(_1))), tile!((_2,_5:_2))) => "(_1,(_3),_2,_5):(_1,(_1),_1,_6)";
        "flat_product/p0011" flat_product(layout!((_1,(_8,_2)):(_0,(_8,_4))), tile!((_3,_1))) => "(_1,(_8,_2),_3,_1):(_0,(_8,_4),_1,_0)";
        "flat_product/p0013" flat_product_unchecked(layout!((_8,_3):(_24,_8)), tile!(((_3,_1):(_1,_0),_3))) => "(_8,_3,(_3,_1),_3):(_24,_8,(_1,_0),_1)";
        "flat_product/p0014" flat_product_unchecked(layout!((_3,_3):(_3,_1)), tile!(((_6):(_1)))) => "((_3),((_3,_2)),_3):((_3),((_1,_9)),_1)";
        "flat_product/p0016" flat_product(layout!((_4,(_4),_1):(_1,(_4),_0)), layout!((_3):(_1))) => "(_4,(_4),_1,(_3)):(_1,(_4),_0,(_16))";
        "flat_product/p0017" flat_product_unchecked(layout!((_2,(_1),_6):(_1,(_0),_2)), tile!((_3,_3))) => "(_2,(_1),_3,_3,_6):(_1,(_0),_2,_1,_2)";
        "flat_product/p0020" flat_product(layout!(((_2,_3),_4):((_48,_4),_12)), layout!((_3):(_1))) => "((_2,_3),_4,(_3)):((_48,_4),_12,(_1))";
        "flat_product/p0021" flat_product_unchecked(layout!((_4,_2):(_1,_4)), tile!(((_4):(_1),_2:_1))) => "(_4,_2,(_4),_2):(_1,_4,(_4),_1)";
        "flat_product/p0022" flat_product_unchecked(layout!((_2,_2,_5):(_16,_8,_64)), tile!((_4:_1,_3,_3:_1))) => "(_2,_2,_5,_4,_3,_3):(_16,_8,_64,_1,_1,_1)";
        "flat_product/p0024" flat_product_unchecked(layout!((_2,_6):(_1,_2)), tile!((_2,_2))) => "(_2,_6,_2,_2):(_1,_2,_2,_1)";
        "flat_product/p0025" flat_product(layout!((_3,_8):(_1,_3)), layout!(_3:_1)) => "(_3,_8,_3):(_1,_3,_24)";
        "flat_product/p0026" flat_product_unchecked(layout!((_3,_3,_1):(_1,_3,_9)), tile!((_2))) => "((_3),_2,_3,_1):((_1),_3,_3,_9)";
        "flat_product/p0027" flat_product_unchecked(layout!(((_4),(_1,_2)):((_1),(_0,_8))), tile!((_3,(_1,(_5)):(_0,(_1))))) => "((_4),(_1,_2),_3,(_1,(_5))):((_1),(_0,_8),_4,(_0,(_1)))";
        "flat_product/p0030" flat_product(layout!((_5,_2):(_4,_1)), layout!((_1,_2):(_1,_1))) => "(_5,_2,_1,_2):(_4,_1,_2,_2)";
        "flat_product/p0031" flat_product_unchecked(layout!((_1,3):(_3,_1)), tile!((((_1,_6)):((_0,_1)),(_2,_3):(_1,_2)))) => "(_1,3,((_1,_6)),(_2,_3)):(_3,_1,((_0,_1)),(3,6))";
        "flat_product/p0032" flat_product_unchecked(layout!((_2,_8):(_1,_2)), tile!((_1,_2))) => "(_2,_8,_1,_2):(_1,_2,_0,_1)";
        "flat_product/p0033" flat_product(layout!((_4,_2):(_8,_1)), tile!((_1,_1))) => "(_4,_2,_1,_1):(_8,_1,_0,_0)";
        "flat_product/p0034" flat_product(layout!(((_2,_1,_2),(_2)):((_1,_0,_2),(_4))), layout!(_8:_1)) => "((_2,_1,_2),(_2),_8):((_1,_0,_2),(_4),_8)";
        "flat_product/p0035" flat_product(layout!((_4,_3):(_1,_4)), layout!(_2:_1)) => "(_4,_3,_2):(_1,_4,_12)";
        "flat_product/p0040" flat_product_unchecked(layout!((_1,_2,_4):(_0,_1,_2)), tile!((_3,_3))) => "(_1,_2,_3,_3,_4):(_0,_1,_1,_2,_2)";
        "flat_product/p0041" flat_product(layout!((_3,_3):(_3,_1)), layout!((_6):(_1))) => "(_3,_3,(_6)):(_3,_1,(_9))";
        "flat_product/p0042" flat_product_unchecked(layout!((_2,(_2,_3)):(_1,(_2,_4))), tile!((_1,(_6):(_1)))) => "(_2,(_2,_3),_1,((_2,_3))):(_1,(_2,_4),_0,((_1,_12)))";
        "flat_product/p0044" flat_product_unchecked(layout!((_1,(_5)):(_0,(_1))), tile!((_3,(_3,_2):(_1,_3)))) => "(_1,(_5),_3,(_3,_2)):(_0,(_1),_1,(_5,_15))";
    }
}

#[test]
fn flat_product_1() {
    rows! {
        "flat_product/p0045" flat_product_unchecked(layout!(((6),_3):((_3),_1)), tile!(((_3):(_1),((_2)):((3))))) => "((6),_3,(_3),((_2))):((_3),_1,(_1),((9)))";
        "flat_product/p0046" flat_product(layout!(((_3),_4):((_4),_1)), layout!((_1,_3,_4):(_0,_4,_1))) => "((_3),_4,_1,_3,_4):((_4),_1,_0,_48,_12)";
        "flat_product/p0047" flat_product_unchecked(layout!((_4,_6):(_1,_4)), tile!((_3,(_4):(_1)))) => "(_4,_6,_3,(_4)):(_1,_4,_4,(_1))";
        "flat_product/p0049" flat_product_unchecked(layout!((1,_2,4):(_1,1,2)), tile!(((_2,_3,_1):(_1,_2,_0),(_6):(_1)))) => "(1,_2,(_2,_3,_1),((1,6)),4):(_1,1,(1,2,_0),((_1,2)),2)";
        "flat_product/p0050" flat_product(layout!((_1,_8,_2):(_0,_2,_1)), layout!((_5):(_1))) => "(_1,_8,_2,(_5)):(_0,_2,_1,(_16))";
        "flat_product/p0052" flat_product_unchecked(layout!(((_2),(_3,_4),_1):((_12),(_1,_3),_1)), tile!(((_2):(_1),_2,(_3):(_1)))) => "((_2),(_3,_4),_1,(_2),_2,(_3)):((_12),(_1,_3),_1,(_1),_12,(_1))";
        "flat_product/p0054" flat_product_unchecked(layout!((_2,_4,_3):(_12,_3,_1)), tile!(((_2,_3):(_3,_1)))) => "((_2),(_2,_3),_4,_3):((_12),(_3,_1),_3,_1)";
        "flat_product/p0055" flat_product_unchecked(layout!((_2,_4):(_8,_2)), tile!((_3,_5:_4))) => "(_2,_4,_3,_5):(_8,_2,_1,_16)";
        "flat_product/p0058" flat_product_unchecked(layout!((_4,_4):(_4,_1)), tile!(((_1,_3):(_0,_1),(_4):(_1)))) => "(_4,_4,(_1,_3),(_4)):(_4,_1,(_0,_1),(_4))";
        "flat_product/p0059" flat_product_unchecked(layout!((3,_3,2):(_4,72,36)), tile!(((_1,(_3)):(_1,(_1)),_3))) => "(3,_3,(_1,(_3)),(3,1),2):(_4,72,(12,(_1)),(_1,216),36)";
        "flat_product/p0060" flat_product_unchecked(layout!(((_2),4):((4),1)), tile!(((_2):(_1),_5:_1))) => "((_2),4,((2,1)),(1,5)):((4),1,((_1,8)),(_1,4))";
        "flat_product/p0061" flat_product_unchecked(layout!(((_3),_1):((_1),_0)), tile!(((_1):(_0),_4:_1))) => "((_3),_1,(_1),_4):((_1),_0,(_0),_1)";
        "flat_product/p0062" flat_product_unchecked(layout!((_3,_1):(_1,_0)), tile!(((_2):(_1),((_3),_2):((_1),_3)))) => "(_3,_1,(_2),((_3),_2)):(_1,_0,(_3),((_1),_3))";
        "flat_product/p0063" flat_product_unchecked(layout!((_1,_2):(_1,_1)), tile!(((_4):(_1),(_3):(_1)))) => "(_1,_2,(_4),(_3)):(_1,_1,(_1),(_2))";
        "flat_product/p0064" flat_product(layout!(((_3),_3):((_1),_3)), layout!(_6:_1)) => "((_3),_3,_6):((_1),_3,_9)";
        "flat_product/p0065" flat_product_unchecked(layout!(((_6),_2):((_1),_6)), tile!((_3))) => "(((_6)),_3,_2):(((_1)),_6,_6)";
        "flat_product/p0066" flat_product(layout!((4,_1):(1,_1)), layout!(5:_1)) => "(4,_1,1,5):(1,_1,_1,4)";
    }
}

#[test]
fn blocked_product_0() {
    rows! {
        "blocked_product/p0000" blocked_product(layout!(_4:1), layout!((_4):(_1))) => "((_4,((1,4)))):((1,((_1,4))))";
        "blocked_product/p0003" blocked_product(layout!(_4:_1), layout!(((_4),4):((4),_1))) => "((_4,(_4)),(_1,4)):((_1,(16)),(_0,_4))";
        "blocked_product/p0006" blocked_product(layout!((_6,_3):(_3,_1)), layout!((_4,_4):(_8,_1))) => "((_6,_4),(_3,_4)):((_3,_144),(_1,_18))";
        "blocked_product/p0009" blocked_product(layout!((_1,_3):(_0,_1)), layout!((_2,_1,_2):(_1,_0,_2))) => "((_1,_2),(_3,_1),(_1,_2)):((_0,_3),(_1,_0),(_0,_6))";
        "blocked_product/p0012" blocked_product(layout!((_2,_8):(_1,_2)), layout!(_3:_1)) => "((_2,_3),(_8,_1)):((_1,_16),(_2,_0))";
        "blocked_product/p0016" blocked_product(layout!(_3:_1), layout!((_1,2,4):(_1,1,_2))) => "((_3,_1),(_1,2),(_1,4)):((_1,_3),(_0,3),(_0,_6))";
        "blocked_product/p0019" blocked_product(layout!(_5:_1), layout!(_4:_1)) => "((_5,_4)):((_1,_5))";
        "blocked_product/p0022" blocked_product(layout!(_4:1), layout!(((_2)):((_1)))) => "((_4,(((1,2))))):((1,(((_1,4)))))";
        "blocked_product/p0026" blocked_product(layout!((_6):(_1)), layout!((_2):(_1))) => "((_6,_2)):((_1,_6))";
        "blocked_product/p0030" blocked_product(layout!((_5,_3):(_3,_1)), layout!(((_2,_5)):((_5,_1)))) => "((_5,(_2,_5)),(_3,_1)):((_3,(_75,_15)),(_1,_0))";
        "blocked_product/p0033" blocked_product(layout!((_2):(1)), layout!((_8):(_1))) => "((_2,(1,8))):((1,(_1,2)))";
        "blocked_product/p0036" blocked_product(layout!((_3):(_1)), layout!((_2,_2,_1):(_1,_2,_2))) => "((_3,_2),(_1,_2),(_1,_1)):((_1,_3),(_0,_6),(_0,_6))";
        "blocked_product/p0039" blocked_product(layout!((8):(_1)), layout!((_3,_4):(_1,_3))) => "((8,_3),(_1,_4)):((_1,8),(_0,24))";
        "blocked_product/p0043" blocked_product(layout!((_6):(_1)), layout!((_2,_4):(_16,_4))) => "((_6,_2),(_1,_4)):((_1,_96),(_0,_24))";
        "blocked_product/p0046" blocked_product(layout!((_4):(_1)), layout!(((_3,_1),_3):((_1,_0),_3))) => "((_4,(_3,_1)),(_1,_3)):((_1,(_4,_0)),(_0,_12))";
        "blocked_product/p0050" blocked_product(layout!((4):(_1)), layout!((_4):(_2))) => "((4,_4)):((_1,8))";
        "blocked_product/p0054" blocked_product(layout!(((_1,_1,_2),_3,_1):((_1,_0,_1),_2,_0)), layout!(((_1,_3),_2):((_8,_32),_16))) => "(((_1,_1,_2),(_1,_3)),(_3,_2),(_1,_1)):(((_1,_0,_1),(_48,_192)),(_2,_96),(_0,_0))";
        "blocked_product/p0058" blocked_product(layout!(((_1)):((_0))), layout!((_4):(_1))) => "(((_1),_4)):(((_0),_1))";
        "blocked_product/p0066" blocked_product(layout!((_4,6):(_1,_4)), layout!(_5:_1)) => "((_4,_5),(6,_1)):((_1,24),(_4,_0))";
        "blocked_product/p0070" blocked_product(layout!((_2,_3,_2):(_6,_2,_1)), layout!((_4,_3):(_1,_4))) => "((_2,_4),(_3,_3),(_2,_1)):((_6,_12),(_2,_48),(_1,_0))";
        "blocked_product/p0073" blocked_product(layout!((_4,(_6)):(_1,(_4))), layout!(_3:_1)) => "((_4,_3),((_6),_1)):((_1,_24),((_4),_0))";
        "blocked_product/p0076" blocked_product(layout!((_2,_4):(_4,_1)), layout!((_3,_1,_5):(_1,_3,_3))) => "((_2,_3),(_4,_1),(_1,_5)):((_4,_8),(_1,_24),(_0,_24))";
        "blocked_product/p0079" blocked_product(layout!((4,_1):(1,_0)), layout!(_2:_1)) => "((4,(1,2)),(_1,_1)):((1,(_1,4)),(_0,_0))";
        "blocked_product/p0082" blocked_product(layout!(((_4,_2)):((_1,_4))), layout!((_1,_4):(_4,_1))) => "(((_4,_2),_1),(_1,_4)):(((_1,_4),_32),(_0,_8))";
        "blocked_product/p0086" blocked_product(layout!((_6,_1,_1):(_1,_1,_0)), layout!((_2,_4):(_1,_2))) => "((_6,_2),(_1,_4),(_1,_1)):((_1,_6),(_1,_12),(_0,_0))";
    }
}

#[test]
fn blocked_product_1() {
    rows! {
        "blocked_product/p0090" blocked_product(layout!(((_2),_1,(_2,_1,_2)):((_2),_0,(_1,_1,_4))), layout!((_3,_1):(_1,_0))) => "(((_2),_3),(_1,_1),((_2,_1,_2),_1)):(((_2),_8),(_0,_0),((_1,_1,_4),_0))";
        "blocked_product/p0093" blocked_product(layout!((_8):(_1)), layout!((_2,_4):(_1,_2))) => "((_8,_2),(_1,_4)):((_1,_8),(_0,_16))";
        "blocked_product/p0096" blocked_product(layout!((_8):(_1)), layout!((_3):(_1))) => "((_8,_3)):((_1,_8))";
        "blocked_product/p0102" blocked_product(layout!(((_3),_4):((_1),_3)), layout!((_5,(_3),_1):(_1,(_5),_15))) => "(((_3),_5),(_4,(_3)),(_1,_1)):(((_1),_12),(_3,(_60)),(_0,_180))";
        "blocked_product/p0105" blocked_product(layout!(_2:_1), layout!((_5,2):(_2,_1))) => "((_2,_5),(_1,2)):((_1,_4),(_0,_2))";
        "blocked_product/p0109" blocked_product(layout!((_4,_3):(_1,_4)), layout!((_2,_5):(_5,_1))) => "((_4,_2),(_3,_5)):((_1,_60),(_4,_12))";
        "blocked_product/p0113" blocked_product(layout!((_5,_3):(_3,_1)), layout!((_2):(_1))) => "((_5,_2),(_3,_1)):((_3,_15),(_1,_0))";
        "blocked_product/p0117" blocked_product(layout!(((_6),_2,_2):((_2),_1,_48)), layout!(_4:_1)) => "(((_6),_4),(_2,_1),(_2,_1)):(((_2),_12),(_1,_0),(_48,_0))";
        "blocked_product/p0120" blocked_product(layout!((_6):(_1)), layout!((_5,(_1)):(_1,(_0)))) => "((_6,_5),(_1,(_1))):((_1,_6),(_0,(_0)))";
        "blocked_product/p0123" blocked_product(layout!((_3,(_8)):(_1,(_3))), layout!(_8:_1)) => "((_3,_8),((_8),_1)):((_1,_24),((_3),_0))";
        "blocked_product/p0126" blocked_product(layout!((_3,_1,_3):(_1,_0,_3)), layout!(((_2),(_1)):((_1),(_0)))) => "((_3,(_2)),(_1,(_1)),(_3,_1)):((_1,(_9)),(_0,(_0)),(_3,_0))";
        "blocked_product/p0130" blocked_product(layout!((_3):(_1)), layout!(((_8),(_1)):((_1),(_0)))) => "((_3,(_8)),(_1,(_1))):((_1,(_3)),(_0,(_0)))";
        "blocked_product/p0133" blocked_product(layout!((_4,_4):(_1,_4)), layout!((_3,_1):(_1,_3))) => "((_4,_3),(_4,_1)):((_1,_16),(_4,_48))";
        "blocked_product/p0136" blocked_product(layout!(_6:_1), layout!(_5:_1)) => "((_6,_5)):((_1,_6))";
        "blocked_product/p0139" blocked_product(layout!((_1):(_0)), layout!((_3):(_2))) => "((_1,_3)):((_0,_2))";
        "blocked_product/p0143" blocked_product(layout!(_3:_1), layout!((_2):(_4))) => "((_3,(_2))):((_1,(_12)))";
        "blocked_product/p0146" blocked_product(layout!((_3,_2):(_2,_1)), layout!((_3,_2):(_2,_1))) => "((_3,_3),(_2,_2)):((_2,_12),(_1,_6))";
    }
}

#[test]
fn raked_product_0() {
    rows! {
        "raked_product/p0000" raked_product(layout!((_3,_2,_3):(_1,_3,_6)), layout!((_3,_5):(_1,_3))) => "((_3,_3),(_5,_2),(_1,_3)):((_18,_1),(_54,_3),(_0,_6))";
        "raked_product/p0003" raked_product(layout!(((_4,_2,_2)):((_1,_4,_8))), layout!((3):(1))) => "((3,(_4,_2,_2))):((16,(_1,_4,_8)))";
        "raked_product/p0006" raked_product(layout!((_2):(_1)), layout!((_2,(_1,_3,_2)):(_3,(_3,_1,_6)))) => "((_2,_2),((_1,_3,_2),_1)):((_6,_1),((_6,_2,_12),_0))";
        "raked_product/p0009" raked_product(layout!((_2,_4,_2):(_1,_2,_8)), layout!((_4):(_1))) => "((_4,_2),(_1,_4),(_1,_2)):((_16,_1),(_0,_2),(_0,_8))";
        "raked_product/p0012" raked_product(layout!((_1,_8):(_0,_1)), layout!((1,_2,_1):(_1,1,_0))) => "((1,_1),(_2,_8),(_1,_1)):((_8,_0),(8,_1),(_0,_0))";
        "raked_product/p0016" raked_product(layout!((_4):(_1)), layout!(_1:_1)) => "((_1,(_4))):((_0,(_1)))";
        "raked_product/p0020" raked_product(layout!(((_1,_3,_2),_2):((_0,_2,_12),_6)), layout!((_4,_1,_2):(_2,_8,_1))) => "((_4,(_1,_3,_2)),(_1,_2),(_2,_1)):((_24,(_0,_2,_12)),(_96,_6),(_1,_0))";
        "raked_product/p0024" raked_product(layout!((_3,_4):(_1,_3)), layout!(_4:_1)) => "((_4,_3),(_1,_4)):((_12,_1),(_0,_3))";
        "raked_product/p0027" raked_product(layout!((_1):(_1)), layout!((_4,(_2)):(_1,(_4)))) => "((_4,_1),((_2),_1)):((_1,_1),((_4),_0))";
        "raked_product/p0030" raked_product(layout!((_3,_2):(_2,_1)), layout!(((_2),_3):((_3),_1))) => "(((_2),_3),(_3,_2)):(((_18),_2),(_6,_1))";
        "raked_product/p0033" raked_product(layout!((_5):(_8)), layout!(_2:_1)) => "((_2,(_5))):((_1,(_8)))";
        "raked_product/p0036" raked_product(layout!((_3,_8):(_8,_1)), layout!((_4,(_4,_1)):(_4,(_32,_128)))) => "((_4,_3),((_4,_1),_8)):((_96,_8),((_768,_3072),_1))";
        "raked_product/p0040" raked_product(layout!(((_4,_4)):((_1,_4))), layout!(_2:_1)) => "((_2,((_4,_4)))):((_16,((_1,_4))))";
        "raked_product/p0044" raked_product(layout!((_4,_5):(_1,_4)), layout!(((_4),_3):((3),1))) => "(((_4),_4),(_3,_5)):(((60),_1),(20,_4))";
        "raked_product/p0048" raked_product(layout!(((_4)):((_1))), layout!((_2,_1):(_1,_1))) => "((_2,(_4)),(_1,_1)):((_4,(_1)),(_4,_0))";
        "raked_product/p0053" raked_product(layout!((_4):(_1)), layout!((_4,_4):(_1,_4))) => "((_4,_4),(_4,_1)):((_4,_1),(_16,_0))";
        "raked_product/p0056" raked_product(layout!((_2,_4):(_1,_2)), layout!((_3,_3):(_0,_0))) => "((_3,_2),(_3,_4)):((_0,_1),(_0,_2))";
        "raked_product/p0059" raked_product(layout!((_1,(_8)):(_0,(_1))), layout!((_4):(_1))) => "((_4,_1),(_1,(_8))):((_8,_0),(_0,(_1)))";
        "raked_product/p0062" raked_product(layout!((_2):(_1)), layout!(6:_1)) => "((6,(_2))):((_2,(_1)))";
        "raked_product/p0067" raked_product(layout!((_3,_2,_2):(_1,_3,_6)), layout!((_4):(_1))) => "((_4,_3),(_1,_2),(_1,_2)):((_12,_1),(_0,_3),(_0,_6))";
        "raked_product/p0070" raked_product(layout!(4:1), layout!((_2,(_2)):(_2,(_1)))) => "(((1,2),4),(((1,2)),_1)):(((_2,8),1),(((_1,4)),_0))";
        "raked_product/p0074" raked_product(layout!((3,8):(_16,_1)), layout!((_4,_3,_1):(_1,_4,_12))) => "(((2,2),3),((1,3),8),(_1,_1)):(((8,48),_16),((32,96),_1),(288,_0))";
        "raked_product/p0077" raked_product(layout!((_4,_1):(_1,_0)), layout!((_3):(_1))) => "((_3,_4),(_1,_1)):((_4,_1),(_0,_0))";
        "raked_product/p0081" raked_product(layout!((_4,_1):(_3,_0)), layout!((_6):(_1))) => "(((_3,_2),_4),(_1,_1)):(((_1,_12),_3),(_0,_0))";
        "raked_product/p0084" raked_product(layout!((8,_1):(_1,_0)), layout!((_1):(_0))) => "((_1,8),(_1,_1)):((_0,_1),(_0,_0))";
    }
}

#[test]
fn raked_product_1() {
    rows! {
        "raked_product/p0088" raked_product(layout!((_2,_5,_2):(_10,_2,_1)), layout!((_3):(_1))) => "((_3,_2),(_1,_5),(_1,_2)):((_20,_10),(_0,_2),(_0,_1))";
        "raked_product/p0092" raked_product(layout!((_6,_1):(_1,_0)), layout!(_2:_8)) => "((_2,_6),(_1,_1)):((_48,_1),(_0,_0))";
        "raked_product/p0095" raked_product(layout!(_3:_1), layout!((_2,_5):(_1,_2))) => "((_2,_3),(_5,_1)):((_3,_1),(_6,_0))";
        "raked_product/p0100" raked_product(layout!(_8:_1), layout!(_4:_1)) => "((_4,_8)):((_8,_1))";
        "raked_product/p0103" raked_product(layout!((_6,_2):(_1,_6)), layout!((_3,_3):(_1,_3))) => "((_3,_6),(_3,_2)):((_12,_1),(_36,_6))";
        "raked_product/p0106" raked_product(layout!((_3):(_1)), layout!((_4):(_1))) => "((_4,_3)):((_3,_1))";
        "raked_product/p0109" raked_product(layout!(_1:_0), layout!(_5:_1)) => "((_5,_1)):((_1,_0))";
        "raked_product/p0112" raked_product(layout!((_1):(_1)), layout!((_4,_3):(12,2))) => "((_4,_1),(_3,_1)):((12,_1),(2,_0))";
        "raked_product/p0116" raked_product(layout!(_3:_1), layout!(_3:_1)) => "((_3,_3)):((_3,_1))";
        "raked_product/p0119" raked_product(layout!((_4,_6):(_1,_4)), layout!((_4):(_1))) => "((_4,_4),(_1,_6)):((_24,_1),(_0,_4))";
        "raked_product/p0124" raked_product(layout!((_1,(_6,_2)):(_48,(_8,_48))), layout!((_2,(_2)):(_1,(_2)))) => "((_2,_1),((_2),(_6,_2))):((_1,_48),((_2),(_8,_48)))";
        "raked_product/p0127" raked_product(layout!(_2:_1), layout!((_2,_4):(_4,_1))) => "((_2,_2),(_4,_1)):((_8,_1),(_2,_0))";
        "raked_product/p0131" raked_product(layout!((_6):(_1)), layout!((_3):(_1))) => "((_3,_6)):((_6,_1))";
        "raked_product/p0134" raked_product(layout!((_6):(_1)), layout!(((_4,_3)):((_1,_4)))) => "(((_4,_3),_6)):(((_6,_24),_1))";
        "raked_product/p0138" raked_product(layout!(((_3)):((_1))), layout!((_8):(_1))) => "((_8,(_3))):((_3,(_1)))";
        "raked_product/p0142" raked_product(layout!((_6,_3):(_1,_6)), layout!((2,_3):(_1,_2))) => "((2,_6),(_3,_3)):((_18,_1),(_36,_6))";
        "raked_product/p0145" raked_product(layout!((_6):(_1)), layout!(2:_1)) => "((2,(_6))):((_6,(_1)))";
    }
}

#[test]
fn tile_to_shape_0() {
    rows! {
        "tile_to_shape/p0000" tile_to_shape(layout!(((_4)):((_1))), shape!((_12)), LayoutRight) => "(((_4),_3)):(((_1),_4))";
        "tile_to_shape/p0002" tile_to_shape(layout!((_4,(_4)):(_4,(_1))), shape!((_16,_8,_2)), shape!((_1,_2,_3))) => "((_4,_4),((_4),_2),(_1,_2)):((_4,_16),((_1),_64),(_0,_128))";
        "tile_to_shape/p0006" tile_to_shape(layout!((_3,(_1,_3)):(_3,(_0,_1))), shape!((_6,_12)), LayoutRight) => "((_3,_2),((_1,_3),_4)):((_3,_36),((_0,_1),_9))";
        "tile_to_shape/p0009" tile_to_shape(layout!((_5):(_1)), shape!(_20), shape!(_1)) => "((_5,_4)):((_1,_5))";
        "tile_to_shape/p0013" tile_to_shape(layout!((_4,_2):(_1,_4)), shape!((_16,_6)), LayoutRight) => "((_4,_4),(_2,_3)):((_1,_24),(_4,_8))";
        "tile_to_shape/p0015" tile_to_shape(layout!((_4):(_1)), shape!((_8,_4)), shape!((_1,_2))) => "((_4,_2),(_1,_4)):((_1,_4),(_0,_8))";
        "tile_to_shape/p0018" tile_to_shape(layout!((_3):(_1)), shape!((_9,_1,_1)), LayoutRight) => "((_3,_3),(_1,_1),(_1,_1)):((_1,_3),(_0,_0),(_0,_0))";
        "tile_to_shape/p0020" tile_to_shape(layout!((_2,(_1,_1,_8),_2):(_1,(_32,_0,_4),_2)), shape!((_4,_16,_6)), shape!((_3,_1,_2))) => "((_2,_2),((_1,_1,_8),_2),(_2,_3)):((_1,_192),((_32,_0,_4),_32),(_2,_64))";
        "tile_to_shape/p0023" tile_to_shape(layout!((_3,_4):(_1,_3)), shape!((_12,_16,_3)), shape!((_3,_1,_2))) => "((_3,_4),(_4,_4),(_1,_3)):((_1,_144),(_3,_12),(_0,_48))";
        "tile_to_shape/p0025" tile_to_shape(layout!((_4):(_1)), shape!((_8,3,2)), LayoutRight) => "((_4,_2),(_1,3),(_1,2)):((_1,24),(_0,8),(_0,_4))";
        "tile_to_shape/p0028" tile_to_shape(layout!((_3,_2):(_1,_3)), shape!((_3,_4)), shape!((_2,_1))) => "((_3,_1),(_2,_2)):((_1,_0),(_3,_6))";
        "tile_to_shape/p0031" tile_to_shape(layout!(_3:_1), shape!((_3,_1)), shape!((_2,_1))) => "((_3,_1),(_1,_1)):((_1,_0),(_0,_0))";
        "tile_to_shape/p0033" tile_to_shape(layout!(((_3,_3)):((_1,_3))), shape!(_18), LayoutRight) => "(((_3,_3),_2)):(((_1,_3),_9))";
        "tile_to_shape/p0036" tile_to_shape(layout!((_6):(_8)), shape!(_12), LayoutRight) => "((_6,_2)):((_8,_1))";
        "tile_to_shape/p0038" tile_to_shape(layout!((_5,_6):(_6,_1)), shape!((_15,_12)), shape!((_2,_1))) => "((_5,_3),(_6,_2)):((_6,_60),(_1,_30))";
        "tile_to_shape/p0041" tile_to_shape(layout!(((_2,_2),_1,_3):((_1,_2),_0,_4)), shape!((_8,_2,_12)), LayoutLeft) => "(((_2,_2),_2),(_1,_2),(_3,_4)):(((_1,_2),_12),(_0,_24),(_4,_48))";
        "tile_to_shape/p0044" tile_to_shape(layout!((_4):(_3)), shape!((_12)), LayoutRight) => "((_4,_3)):((_3,_1))";
        "tile_to_shape/p0047" tile_to_shape(layout!((_8):(_1)), shape!((_24)), LayoutRight) => "((_8,_3)):((_1,_8))";
        "tile_to_shape/p0049" tile_to_shape(layout!((_3,_2):(_1,_3)), shape!((_6,8)), shape!((_1,_2))) => "((_3,_2),(_2,4)):((_1,_6),(_3,_12))";
        "tile_to_shape/p0052" tile_to_shape(layout!(((_4),_2,_4):((_1),_4,_8)), shape!((_4,_4,_8)), shape!((_1,_2,_3))) => "(((_4),_1),(_2,_2),(_4,_2)):(((_1),_0),(_4,_32),(_8,_64))";
        "tile_to_shape/p0054" tile_to_shape(layout!((_3,(_3),_2):(_3,(_1),_9)), shape!((_6,_12,_6)), LayoutLeft) => "((_3,_2),((_3),_4),(_2,_3)):((_3,_18),((_1),_36),(_9,_144))";
        "tile_to_shape/p0057" tile_to_shape(layout!((_4):(_1)), shape!((_8)), shape!((_1))) => "((_4,_2)):((_1,_4))";
        "tile_to_shape/p0060" tile_to_shape(layout!((_1,_2,(_3)):(_24,_12,(_4))), shape!((_1,_8,_3)), shape!((_1,_3,_2))) => "((_1,_1),(_2,_4),((_3),_1)):((_24,_0),(_12,_1),((_4),_0))";
        "tile_to_shape/p0063" tile_to_shape(layout!((_3):(_1)), shape!((_12)), LayoutRight) => "((_3,_4)):((_1,_3))";
        "tile_to_shape/p0067" tile_to_shape(layout!((_3,_1):(_1,_0)), shape!((_3,_1)), LayoutRight) => "((_3,_1),(_1,_1)):((_1,_0),(_0,_0))";
    }
}

#[test]
fn tile_to_shape_1() {
    rows! {
        "tile_to_shape/p0070" tile_to_shape(layout!((_5,_2,_3):(_1,_15,_5)), shape!((_5,_6,_12)), LayoutLeft) => "((_5,_1),(_2,_3),(_3,_4)):((_1,_0),(_15,_30),(_5,_90))";
        "tile_to_shape/p0073" tile_to_shape(layout!((_4):(_1)), shape!((_8,_2,_1)), shape!((_2,_1,_3))) => "((_4,_2),(_1,_2),(_1,_1)):((_1,_8),(_0,_4),(_0,_0))";
        "tile_to_shape/p0076" tile_to_shape(layout!((_8):(_4)), shape!((_16,_4)), LayoutLeft) => "((_8,_2),(_1,(_2,_2))):((_4,_1),(_0,(_2,_32)))";
        "tile_to_shape/p0079" tile_to_shape(layout!(((_3),_8):((_1),_3)), shape!((_6,_16,_4)), shape!((_1,_3,_2))) => "(((_3),_2),(_8,_2),(_1,_4)):(((_1),_24),(_3,_192),(_0,_48))";
        "tile_to_shape/p0081" tile_to_shape(layout!(_5:_1), shape!((_5)), shape!((_1))) => "((_5,(_1))):((_1,(_0)))";
        "tile_to_shape/p0084" tile_to_shape(layout!((_4,_3):(_3,_1)), shape!((_4,_9,_2)), LayoutLeft) => "((_4,_1),(_3,_3),(_1,_2)):((_3,_0),(_1,_12),(_0,_36))";
        "tile_to_shape/p0086" tile_to_shape(layout!(_3:_1), shape!(_3), LayoutLeft) => "((_3,(_1))):((_1,(_0)))";
        "tile_to_shape/p0089" tile_to_shape(layout!(_3:_1), shape!((_3,_4,_2)), shape!((_2,_3,_1))) => "((_3,_1),(_1,_4),(_1,_2)):((_1,_0),(_0,_6),(_0,_3))";
        "tile_to_shape/p0093" tile_to_shape(layout!((_6,_3):(_3,_1)), shape!((_12,_3)), shape!((_1,_2))) => "((_6,_2),(_3,_1)):((_3,_18),(_1,_0))";
        "tile_to_shape/p0095" tile_to_shape(layout!((_4):(_1)), shape!((_8,_4)), LayoutLeft) => "((_4,_2),(_1,_4)):((_1,_4),(_0,_8))";
        "tile_to_shape/p0098" tile_to_shape(layout!(((_4)):((_1))), shape!((_16,_2)), LayoutLeft) => "(((_4),_4),(_1,_2)):(((_1),_4),(_0,_16))";
        "tile_to_shape/p0100" tile_to_shape(layout!((_6,_1,_1):(_1,_0,_1)), shape!((_12,_3,_3)), LayoutRight) => "((_6,_2),(_1,_3),(_1,_3)):((_1,_54),(_0,_18),(_1,_6))";
        "tile_to_shape/p0103" tile_to_shape(layout!((_4,(_3)):(_1,(_4))), shape!((_8,_6,_2)), shape!((_1,_3,_2))) => "((_4,_2),((_3),_2),(_1,_2)):((_1,_12),((_4),_48),(_0,_24))";
        "tile_to_shape/p0106" tile_to_shape(layout!(_4:_1), shape!(_8), LayoutLeft) => "((_4,(_2))):((_1,(_4)))";
        "tile_to_shape/p0109" tile_to_shape(layout!(_6:_1), shape!((_12,_1)), shape!((_2,_1))) => "((_6,_2),(_1,_1)):((_1,_6),(_0,_0))";
        "tile_to_shape/p0111" tile_to_shape(layout!((_5,_4):(_1,_5)), shape!((_5,_12,_2)), LayoutRight) => "((_5,_1),(_4,_3),(_1,_2)):((_1,_0),(_5,_40),(_0,_20))";
        "tile_to_shape/p0117" tile_to_shape(layout!(((_3),_8,_1):((_8),_1,_0)), shape!((_3,_24,_3)), LayoutLeft) => "(((_3),_1),(_8,_3),(_1,_3)):(((_8),_0),(_1,_24),(_0,_72))";
    }
}
