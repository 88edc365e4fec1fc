//! Data table: written by `cargo xtask corpus-types` from tests/corpus.
#![allow(non_upper_case_globals, unused_imports, unused_parens, clippy::all)]
// No lint looks at it, and its types take the compiler a minute.
#![cfg(not(clippy))]

#[macro_use]
mod common;

use azulejo_layout::*;
use common::*;

#[test]
fn right_inverse_0() {
    rows! {
        "right_inverse/p0200" right_inverse(layout!(_1:_0)) => "_1:_0";
        "right_inverse/p0201" right_inverse(layout!(((_1,_1)):((_0,_0)))) => "_1:_0";
        "right_inverse/p0202" right_inverse(layout!((_4):(_0))) => "_1:_0";
        "right_inverse/p0203" right_inverse(layout!((_4):(_2))) => "_1:_0";
        "right_inverse/p0204" right_inverse(layout!((_8,_4):(_1,_8))) => "_32:_1";
        "right_inverse/p0205" right_inverse(layout!((_2,_4,_6):(_1,_2,_8))) => "_48:_1";
        "right_inverse/p0206" right_inverse(layout!((_2,_4,_4,_6):(_4,_1,_0,_8))) => "(_4,_2,_6):(_2,_1,_32)";
        "right_inverse/p0207" right_inverse(layout!((_4,_2):(_1,_5))) => "_4:_1";
        "right_inverse/p0208" right_inverse(layout!((_128,_160):(_65536,_1))) => "_160:_128";
        "right_inverse/p0209" right_inverse(layout!((_128,_64):(_131072,_2))) => "_1:_0";
        "right_inverse/p0210" right_inverse(layout!((_2,_2,_2):(_4,_0,_1))) => "_2:_4";
        "right_inverse/p0211" right_inverse(layout!((_4,_2):(_1,4))) => "_4:_1";
        "right_inverse/p0212" right_inverse(layout!((4,2):(_1,4))) => "4:_1";
        "right_inverse/p0213" right_inverse(layout!((2,_4):(4,_1))) => "_4:2";
        "right_inverse/p0000" right_inverse(layout!((_12):(_32))) => "_1:_0";
        "right_inverse/p0004" right_inverse(layout!((_32):(_1))) => "_32:_1";
        "right_inverse/p0009" right_inverse(layout!((7,2,2,(4,1)):(3,6,64,(2,4)))) => "_1:_0";
        "right_inverse/p0014" right_inverse(layout!((_5):(_1))) => "_5:_1";
        "right_inverse/p0019" right_inverse(layout!((_8,(_7,_2)):(_7,(_1,_56)))) => "(_7,_8,_2):(_8,_1,_56)";
        "right_inverse/p0023" right_inverse(layout!(((_7,_5)):((_5,_1)))) => "(_5,_7):(_7,_1)";
        "right_inverse/p0028" right_inverse(layout!(((_3),(_2,_5),_3):((_1),(_3,_6),_30))) => "_90:_1";
        "right_inverse/p0033" right_inverse(layout!(((_2,_1,_6)):((_1,_0,_4)))) => "_2:_1";
        "right_inverse/p0038" right_inverse(layout!(2:1)) => "_1:_0";
        "right_inverse/p0042" right_inverse(layout!(((_5,_8),_2):((_0,_1),_8))) => "_16:_5";
        "right_inverse/p0047" right_inverse(layout!((_8):(_1))) => "_8:_1";
    }
}

#[test]
fn right_inverse_1() {
    rows! {
        "right_inverse/p0052" right_inverse(layout!(((_2),(_2,_2)):((_4),(_1,_2)))) => "(_4,_2):(_2,_1)";
        "right_inverse/p0057" right_inverse(layout!(((3)):((64)))) => "_1:_0";
        "right_inverse/p0061" right_inverse(layout!((_4,_7):(_4,_8))) => "_1:_0";
        "right_inverse/p0066" right_inverse(layout!((_4,_16):(_1,_4))) => "_64:_1";
        "right_inverse/p0071" right_inverse(layout!(_6:1)) => "_1:_0";
        "right_inverse/p0076" right_inverse(layout!((_12,_1,_1):(_1,_0,_1))) => "_12:_1";
        "right_inverse/p0080" right_inverse(layout!((4,(2,8,1)):(16,(8,1,8)))) => "_1:_0";
        "right_inverse/p0085" right_inverse(layout!((_7,_8):(_1,_7))) => "_56:_1";
        "right_inverse/p0090" right_inverse(layout!((_8,_3):(_1,_8))) => "_24:_1";
        "right_inverse/p0095" right_inverse(layout!((_2,_3,_6,_2):(_3,_1,_6,_36))) => "(_3,_2,_12):(_2,_1,_6)";
        "right_inverse/p0100" right_inverse(layout!((_2,_5):(_1,_2))) => "_10:_1";
        "right_inverse/p0104" right_inverse(layout!((4):(1))) => "_1:_0";
        "right_inverse/p0109" right_inverse(layout!((_4,_4):(_8,_8))) => "_1:_0";
        "right_inverse/p0114" right_inverse(layout!((2):(_1))) => "2:_1";
        "right_inverse/p0119" right_inverse(layout!((_2,_2):(_8,_1))) => "_2:_2";
        "right_inverse/p0123" right_inverse(layout!(_32:_1)) => "_32:_1";
        "right_inverse/p0128" right_inverse(layout!((_2,_6):(_1,_2))) => "_12:_1";
        "right_inverse/p0133" right_inverse(layout!((_2,_16,_2):(_1,_0,_2))) => "(_2,_2):(_1,_32)";
        "right_inverse/p0138" right_inverse(layout!(((_5,_8)):((_2,_0)))) => "_1:_0";
        "right_inverse/p0142" right_inverse(layout!((_8,2):(2,_1))) => "2:_8";
        "right_inverse/p0147" right_inverse(layout!((7,7):(_1,7))) => "7:_1";
        "right_inverse/p0152" right_inverse(layout!((_2):(1))) => "_1:_0";
        "right_inverse/p0157" right_inverse(layout!((3,_6):(6,_1))) => "_6:3";
        "right_inverse/p0161" right_inverse(layout!((6,16):(16,1))) => "_1:_0";
        "right_inverse/p0166" right_inverse(layout!((_2,(_4,_8)):(_24,(_48,_3)))) => "_1:_0";
    }
}

#[test]
fn right_inverse_2() {
    rows! {
        "right_inverse/p0171" right_inverse(layout!((_7,(_7),_1):(_7,(_1),_0))) => "(_7,_7):(_7,_1)";
        "right_inverse/p0176" right_inverse(layout!(_7:_1)) => "_7:_1";
        "right_inverse/p0180" right_inverse(layout!((_1,(_16),_8):(_0,(_0),_1))) => "_8:_16";
        "right_inverse/p0185" right_inverse(layout!((_1,_2,_1,_1):(_0,_1,_0,_0))) => "_2:_1";
        "right_inverse/p0190" right_inverse(layout!((2,3,16):(3,1,6))) => "_1:_0";
        "right_inverse/p0195" right_inverse(layout!(((_2),(_5,_3)):((_1),(_2,_10)))) => "_30:_1";
    }
}

#[test]
fn left_inverse_0() {
    rows! {
        "left_inverse/p0200" left_inverse(layout!(_1:_0)) => "_1:_0";
        "left_inverse/p0201" left_inverse(layout!(((_1,_1)):((_0,_0)))) => "_1:_0";
        "left_inverse/p0202" left_inverse(layout!((_4):(_0))) => "_4:_0";
        "left_inverse/p0203" left_inverse(layout!((_4):(_2))) => "(_2,_4):(_0,_1)";
        "left_inverse/p0204" left_inverse(layout!((_8,_4):(_1,_8))) => "_32:_1";
        "left_inverse/p0205" left_inverse(layout!((_2,_4,_6):(_1,_2,_8))) => "_48:_1";
        "left_inverse/p0206" left_inverse(layout!((_2,_4,_4,_6):(_4,_1,_0,_8))) => "(_4,_2,_6):(_2,_1,_32)";
        "left_inverse/p0207" left_inverse(layout!((_4,_2):(_1,_5))) => "(_5,_2):(_1,_4)";
        "left_inverse/p0208" left_inverse(layout!((_128,_160):(_65536,_1))) => "(_65536,_128):(_128,_1)";
        "left_inverse/p0209" left_inverse(layout!((_128,_64):(_131072,_2))) => "(_2,_65536,_128):(_0,_128,_1)";
        "left_inverse/p0210" left_inverse(layout!((_2,_2,_2):(_4,_0,_1))) => "(_4,_2):(_4,_1)";
        "left_inverse/p0001" left_inverse(layout!((_5):(_1))) => "_5:_1";
        "left_inverse/p0005" left_inverse(layout!((_32):(_1))) => "_32:_1";
        "left_inverse/p0010" left_inverse(layout!((_2):(_1))) => "_2:_1";
        "left_inverse/p0014" left_inverse(layout!((_1):(_1))) => "_1:_0";
        "left_inverse/p0018" left_inverse(layout!((_12):(_1))) => "_12:_1";
        "left_inverse/p0024" left_inverse(layout!((_12):(_32))) => "(_32,_12):(_0,_1)";
        "left_inverse/p0028" left_inverse(layout!((_1,_3,_2):(_0,_2,_1))) => "(_2,_3):(_3,_1)";
        "left_inverse/p0033" left_inverse(layout!((_3,_2):(_1,_3))) => "_6:_1";
        "left_inverse/p0037" left_inverse(layout!((_6,_2):(_16,_8))) => "(_8,_2,_6):(_0,_6,_1)";
        "left_inverse/p0041" left_inverse(layout!(_7:_1)) => "_7:_1";
        "left_inverse/p0048" left_inverse(layout!((_4,_2,_5):(_10,_5,_1))) => "(_5,_2,_4):(_8,_4,_1)";
        "left_inverse/p0052" left_inverse(layout!(((_2),_6,_2):((_2),_0,_1))) => "(_2,_2):(_12,_1)";
        "left_inverse/p0056" left_inverse(layout!((_6,_12):(_1,_6))) => "_72:_1";
        "left_inverse/p0060" left_inverse(layout!((_8,_4):(_1,_8))) => "_32:_1";
    }
}

#[test]
fn left_inverse_1() {
    rows! {
        "left_inverse/p0065" left_inverse(layout!((_3,_6):(_1,_3))) => "_18:_1";
        "left_inverse/p0069" left_inverse(layout!((_1,_2):(_16,_4))) => "(_4,_2):(_0,_1)";
        "left_inverse/p0075" left_inverse(layout!(((_1,_2),_3):((_6,_3),_1))) => "(_3,_2):(_2,_1)";
        "left_inverse/p0079" left_inverse(layout!((_1):(_0))) => "_1:_0";
        "left_inverse/p0083" left_inverse(layout!((_1,_1):(_0,1))) => "_1:_0";
        "left_inverse/p0088" left_inverse(layout!(((_2,_12)):((_36,_1)))) => "(_36,_2):(_2,_1)";
        "left_inverse/p0093" left_inverse(layout!(((_12,_3,_1),_1):((_12,_144,_0),_0))) => "(_12,_36):(_0,_1)";
        "left_inverse/p0097" left_inverse(layout!((_2,_5,_3,_1):(_1,_2,_10,_0))) => "_30:_1";
        "left_inverse/p0102" left_inverse(layout!((_8,_7):(_1,_8))) => "_56:_1";
        "left_inverse/p0106" left_inverse(layout!((_2,_4):(_12,_1))) => "(_12,_2):(_2,_1)";
        "left_inverse/p0114" left_inverse(layout!((_4,_5):(_5,_1))) => "(_5,_4):(_4,_1)";
        "left_inverse/p0119" left_inverse(layout!(_6:_0)) => "_6:_0";
        "left_inverse/p0124" left_inverse(layout!((_3):(_0))) => "_3:_0";
        "left_inverse/p0129" left_inverse(layout!(((_4),_6,_4):((_24),_4,_1))) => "(_4,_6,_4):(_24,_4,_1)";
        "left_inverse/p0134" left_inverse(layout!(((_4)):((_16)))) => "(_16,_4):(_0,_1)";
        "left_inverse/p0138" left_inverse(layout!((_12):(_3))) => "(_3,_12):(_0,_1)";
        "left_inverse/p0142" left_inverse(layout!((_8,_4):(_4,_1))) => "(_4,_8):(_8,_1)";
        "left_inverse/p0147" left_inverse(layout!((_2,_16,_2):(_32,_2,_1))) => "(_2,_16,_2):(_32,_2,_1)";
        "left_inverse/p0151" left_inverse(layout!((_32):(_3))) => "(_3,_32):(_0,_1)";
        "left_inverse/p0158" left_inverse(layout!((_2,_2,_2):(_2,_1,_4))) => "(_2,_2,_2):(_2,_1,_4)";
        "left_inverse/p0162" left_inverse(layout!((_8,_16,(_1)):(_1,_8,(_128)))) => "_128:_1";
        "left_inverse/p0167" left_inverse(layout!((1):(_0))) => "1:_0";
        "left_inverse/p0171" left_inverse(layout!((_2,(_2,_2)):(_2,(_1,_4)))) => "(_2,_2,_2):(_2,_1,_4)";
        "left_inverse/p0176" left_inverse(layout!((_5,_3):(_1,_5))) => "_15:_1";
        "left_inverse/p0181" left_inverse(layout!(((_8,_1),_2):((_16,_0),_4))) => "(_4,_4,_8):(_0,_8,_1)";
    }
}

#[test]
fn left_inverse_2() {
    rows! {
        "left_inverse/p0185" left_inverse(layout!((_1,_16):(_0,_4))) => "(_4,_16):(_0,_1)";
        "left_inverse/p0189" left_inverse(layout!((_4,(_2),(_2,_8),_1):(_2,(_1),(_8,_16),_0))) => "(_2,_4,_16):(_4,_1,_8)";
        "left_inverse/p0195" left_inverse(layout!((_3,_8,_1):(_1,_3,_24))) => "_24:_1";
    }
}

#[test]
fn filter_0() {
    rows! {
        "filter/p0000" filter(layout!(_4:_1)) => "_4:_1";
        "filter/p0002" filter(layout!((_8,_4,_2):(_64,_3,_2))) => "(_8,_4,_2):(_64,_3,_2)";
        "filter/p0004" filter(layout!(_32:_1)) => "_32:_1";
        "filter/p0007" filter(layout!(((_1),_5):((_4),_12))) => "_5:_12";
        "filter/p0009" filter(layout!((_7,_7,_1):(_1,_7,_0))) => "_49:_1";
        "filter/p0011" filter(layout!((_4,_3):(_1,_4))) => "_12:_1";
        "filter/p0014" filter(layout!((_4):(_1))) => "_4:_1";
        "filter/p0016" filter(layout!((_7,_2):(_2,_1))) => "(_7,_2):(_2,_1)";
        "filter/p0019" filter(layout!(((_1,_2),_2):((_3,_2),_2))) => "(_2,_2):(_2,_2)";
        "filter/p0021" filter(layout!((6,3):(0,0))) => "(6,3):(0,0)";
        "filter/p0023" filter(layout!((_3,(_8,_2),_1):(_16,(_2,_1),_0))) => "(_3,_8,_2):(_16,_2,_1)";
        "filter/p0026" filter(layout!((_5):(1))) => "_5:1";
        "filter/p0028" filter(layout!(((8,3,4)):((_1,8,24)))) => "(8,3,4):(_1,8,24)";
        "filter/p0030" filter(layout!((_2,_4):(_1,_2))) => "_8:_1";
        "filter/p0033" filter(layout!((_2,_2,_4,_4):(_2,_1,_4,_16))) => "(_2,_2,_16):(_2,_1,_4)";
        "filter/p0035" filter(layout!(_3:_4)) => "_3:_4";
        "filter/p0038" filter(layout!(((_2,_3)):((_5,_0)))) => "_2:_5";
        "filter/p0040" filter(layout!((_2,_2,_2,_4):(_0,_8,_4,_1))) => "(_2,_2,_4):(_8,_4,_1)";
        "filter/p0042" filter(layout!(_6:_5)) => "_6:_5";
        "filter/p0045" filter(layout!((_6,_2):(_16,_0))) => "_6:_16";
        "filter/p0047" filter(layout!((_3,_1,_7):(_1,_0,_3))) => "_21:_1";
        "filter/p0050" filter(layout!((_1,_1):(_1,_1))) => "_1:_0";
        "filter/p0052" filter(layout!(1:_0)) => "_1:_0";
        "filter/p0054" filter(layout!((_5,_12):(_48,_4))) => "(_5,_12):(_48,_4)";
        "filter/p0057" filter(layout!((_4,_1,_8):(_8,_2,_12))) => "(_4,_8):(_8,_12)";
    }
}

#[test]
fn filter_1() {
    rows! {
        "filter/p0059" filter(layout!((_3):(_0))) => "_1:_0";
        "filter/p0061" filter(layout!(((_4),(_3,_8)):((_24),(_8,_1)))) => "(_4,_3,_8):(_24,_8,_1)";
        "filter/p0064" filter(layout!(2:_1)) => "2:_1";
        "filter/p0066" filter(layout!((_7,_3):(_1,_7))) => "_21:_1";
        "filter/p0069" filter(layout!((_2,_8):(_4,_2))) => "(_2,_8):(_4,_2)";
        "filter/p0071" filter(layout!((2,3):(2,16))) => "(2,3):(2,16)";
        "filter/p0073" filter(layout!(5:_1)) => "5:_1";
        "filter/p0076" filter(layout!(_3:_12)) => "_3:_12";
        "filter/p0078" filter(layout!((_5):(_1))) => "_5:_1";
        "filter/p0080" filter(layout!(((2,5),4):((5,1),0))) => "(2,5,4):(5,1,0)";
        "filter/p0083" filter(layout!((_12,_2,(_2)):(_4,_1,(_2)))) => "(_12,_4):(_4,_1)";
        "filter/p0085" filter(layout!((_8):(_2))) => "_8:_2";
        "filter/p0088" filter(layout!((_6,_2,(_4)):(_1,_24,(_6)))) => "(_6,_2,_4):(_1,_24,_6)";
        "filter/p0090" filter(layout!((_16):(_0))) => "_1:_0";
        "filter/p0092" filter(layout!((_4,_2):(_1,_4))) => "_8:_1";
        "filter/p0095" filter(layout!(((_2),_7):((_0),_0))) => "_1:_0";
        "filter/p0097" filter(layout!((_2,(_6)):(_0,(_0)))) => "_1:_0";
    }
}

#[test]
fn filter_zeros_0() {
    rows! {
        "filter_zeros/p0000" filter_zeros(layout!((_2,_8,_3):(_1,_2,_16))) => "(_2,_8,_3):(_1,_2,_16)";
        "filter_zeros/p0001" filter_zeros(layout!((_6,(_2,_7)):(_0,(_1,_2)))) => "(_1,(_2,_7)):(_0,(_1,_2))";
        "filter_zeros/p0002" filter_zeros(layout!((_5,_1):(_0,_0))) => "(_1,_1):(_0,_0)";
        "filter_zeros/p0004" filter_zeros(layout!((_12,_3):(_0,_0))) => "(_1,_1):(_0,_0)";
        "filter_zeros/p0005" filter_zeros(layout!(((_8),_12):((_1),_8))) => "((_8),_12):((_1),_8)";
        "filter_zeros/p0007" filter_zeros(layout!((_2,_1,(_5,_2)):(_1,_0,(_2,_10)))) => "(_2,_1,(_5,_2)):(_1,_0,(_2,_10))";
        "filter_zeros/p0008" filter_zeros(layout!((_4,_2,_3):(_1,_4,_0))) => "(_4,_2,_1):(_1,_4,_0)";
        "filter_zeros/p0010" filter_zeros(layout!((8,8):(1,8))) => "(8,8):(1,8)";
        "filter_zeros/p0011" filter_zeros(layout!((_2,_5,_1,_5):(_10,_10,_5,_16))) => "(_2,_5,_1,_5):(_10,_10,_5,_16)";
        "filter_zeros/p0012" filter_zeros(layout!((_7):(_0))) => "(_1):(_0)";
        "filter_zeros/p0014" filter_zeros(layout!((_2,_12,_3):(_32,_0,_3))) => "(_2,_1,_3):(_32,_0,_3)";
        "filter_zeros/p0015" filter_zeros(layout!((5,4):(0,0))) => "(5,4):(0,0)";
        "filter_zeros/p0017" filter_zeros(layout!((_12):(_1))) => "(_12):(_1)";
        "filter_zeros/p0018" filter_zeros(layout!(((_5,_2,_4)):((_8,_1,_2)))) => "((_5,_2,_4)):((_8,_1,_2))";
        "filter_zeros/p0020" filter_zeros(layout!((_6):(1))) => "(_6):(1)";
        "filter_zeros/p0021" filter_zeros(layout!((_4):(_0))) => "(_1):(_0)";
        "filter_zeros/p0022" filter_zeros(layout!(_8:_1)) => "_8:_1";
        "filter_zeros/p0024" filter_zeros(layout!((_1):(_0))) => "(_1):(_0)";
        "filter_zeros/p0025" filter_zeros(layout!((_1,(_3,_2,_16)):(_0,(_32,_1,_2)))) => "(_1,(_3,_2,_16)):(_0,(_32,_1,_2))";
        "filter_zeros/p0027" filter_zeros(layout!((_3,_2,_2):(_1,_3,_6))) => "(_3,_2,_2):(_1,_3,_6)";
        "filter_zeros/p0028" filter_zeros(layout!((_12,_8):(_1,_12))) => "(_12,_8):(_1,_12)";
        "filter_zeros/p0030" filter_zeros(layout!(((_1,_4),(_4)):((_0,_1),(_4)))) => "((_1,_4),(_4)):((_0,_1),(_4))";
        "filter_zeros/p0031" filter_zeros(layout!(((_4,_8)):((_8,_1)))) => "((_4,_8)):((_8,_1))";
        "filter_zeros/p0032" filter_zeros(layout!((_16,_4):(_1,_16))) => "(_16,_4):(_1,_16)";
        "filter_zeros/p0034" filter_zeros(layout!(_1:_0)) => "_1:_0";
    }
}

#[test]
fn filter_zeros_1() {
    rows! {
        "filter_zeros/p0035" filter_zeros(layout!((_2,_2,(_1,_4)):(_4,_12,(_4,_10)))) => "(_2,_2,(_1,_4)):(_4,_12,(_4,_10))";
        "filter_zeros/p0037" filter_zeros(layout!((_4):(_2))) => "(_4):(_2)";
        "filter_zeros/p0038" filter_zeros(layout!((_2,_2):(_2,_32))) => "(_2,_2):(_2,_32)";
        "filter_zeros/p0040" filter_zeros(layout!(((_2)):((_1)))) => "((_2)):((_1))";
        "filter_zeros/p0041" filter_zeros(layout!((_4,(_4,_4)):(_1,(_0,_0)))) => "(_4,(_1,_1)):(_1,(_0,_0))";
        "filter_zeros/p0042" filter_zeros(layout!(((3),4):((0),1))) => "((3),4):((0),1)";
        "filter_zeros/p0044" filter_zeros(layout!((_2,_16):(_2,_6))) => "(_2,_16):(_2,_6)";
        "filter_zeros/p0045" filter_zeros(layout!((_7,_4):(_1,_7))) => "(_7,_4):(_1,_7)";
        "filter_zeros/p0047" filter_zeros(layout!(((8,2)):((1,32)))) => "((8,2)):((1,32))";
        "filter_zeros/p0048" filter_zeros(layout!((_2):(_1))) => "(_2):(_1)";
        "filter_zeros/p0050" filter_zeros(layout!((_7,_1,(_2,_2)):(_1,_0,(_7,_14)))) => "(_7,_1,(_2,_2)):(_1,_0,(_7,_14))";
        "filter_zeros/p0051" filter_zeros(layout!((_12,_8,_1):(_1,_12,_96))) => "(_12,_8,_1):(_1,_12,_96)";
        "filter_zeros/p0052" filter_zeros(layout!((1):(0))) => "(1):(0)";
        "filter_zeros/p0054" filter_zeros(layout!(((_4,_1,_16)):((_0,_0,_1)))) => "((_1,_1,_16)):((_0,_0,_1))";
        "filter_zeros/p0055" filter_zeros(layout!((3,(5,1)):(6,(5,3)))) => "(3,(5,1)):(6,(5,3))";
        "filter_zeros/p0057" filter_zeros(layout!((_6,_2,(_8)):(_1,_6,(_12)))) => "(_6,_2,(_8)):(_1,_6,(_12))";
        "filter_zeros/p0058" filter_zeros(layout!((_2,_2):(_1,_0))) => "(_2,_1):(_1,_0)";
    }
}

#[test]
fn flatten_0() {
    rows! {
        "flatten/p0000" flatten(layout!((((_2,_3))):(((_1,_2))))) => "(_2,_3):(_1,_2)";
        "flatten/p0001" flatten(layout!((_8,_4):(_32,_8))) => "(_8,_4):(_32,_8)";
        "flatten/p0002" flatten(layout!((_3,_8):(_1,_3))) => "(_3,_8):(_1,_3)";
        "flatten/p0004" flatten(layout!((_7,_2,_6):(_12,_6,_1))) => "(_7,_2,_6):(_12,_6,_1)";
        "flatten/p0005" flatten(layout!((_2,_1):(_4,_32))) => "(_2,_1):(_4,_32)";
        "flatten/p0007" flatten(layout!((_8,_8):(_64,_32))) => "(_8,_8):(_64,_32)";
        "flatten/p0008" flatten(layout!((_5):(_1))) => "(_5):(_1)";
        "flatten/p0010" flatten(layout!(((_1,(_2)),(_6,_5,_1)):((_0,(_5)),(_0,1,_0)))) => "(_1,_2,_6,_5,_1):(_0,_5,_0,1,_0)";
        "flatten/p0011" flatten(layout!((_7):(_1))) => "(_7):(_1)";
        "flatten/p0012" flatten(layout!((_2,_4,_8):(_1,_2,_8))) => "(_2,_4,_8):(_1,_2,_8)";
        "flatten/p0014" flatten(layout!((_32):(_1))) => "(_32):(_1)";
        "flatten/p0015" flatten(layout!(((_2,_2,_6)):((_1,_2,_4)))) => "(_2,_2,_6):(_1,_2,_4)";
        "flatten/p0017" flatten(layout!((_32):(_0))) => "(_32):(_0)";
        "flatten/p0018" flatten(layout!((_3,_6):(_6,_1))) => "(_3,_6):(_6,_1)";
        "flatten/p0020" flatten(layout!((_2,_8):(_8,_1))) => "(_2,_8):(_8,_1)";
        "flatten/p0021" flatten(layout!((_12,_7):(_1,_12))) => "(_12,_7):(_1,_12)";
        "flatten/p0022" flatten(layout!((_1):(_4))) => "(_1):(_4)";
        "flatten/p0024" flatten(layout!(_8:_2)) => "_8:_2";
        "flatten/p0025" flatten(layout!((_2,_7,_3):(_1,_2,_14))) => "(_2,_7,_3):(_1,_2,_14)";
        "flatten/p0027" flatten(layout!((4,4,4):(1,4,16))) => "(4,4,4):(1,4,16)";
        "flatten/p0028" flatten(layout!((_2,_3):(_1,_0))) => "(_2,_3):(_1,_0)";
        "flatten/p0030" flatten(layout!((((_2,_2),_1)):(((_1,_2),_0)))) => "(_2,_2,_1):(_1,_2,_0)";
        "flatten/p0031" flatten(layout!(((2,2,_2)):((0,_0,1)))) => "(2,2,_2):(0,_0,1)";
        "flatten/p0032" flatten(layout!((_6,_3,_1):(_1,_6,_0))) => "(_6,_3,_1):(_1,_6,_0)";
        "flatten/p0034" flatten(layout!(_7:_1)) => "_7:_1";
    }
}

#[test]
fn flatten_1() {
    rows! {
        "flatten/p0035" flatten(layout!((((_16),_1),_2,_1):(((_2),_0),_1,_0))) => "(_16,_1,_2,_1):(_2,_0,_1,_0)";
        "flatten/p0037" flatten(layout!(_6:_3)) => "_6:_3";
        "flatten/p0038" flatten(layout!(2:_1)) => "2:_1";
        "flatten/p0040" flatten(layout!((_1,_3):(_6,_59))) => "(_1,_3):(_6,_59)";
        "flatten/p0041" flatten(layout!((_2,_8):(_24,_1))) => "(_2,_8):(_24,_1)";
        "flatten/p0042" flatten(layout!((_3,_4,_2):(_4,_1,_24))) => "(_3,_4,_2):(_4,_1,_24)";
        "flatten/p0044" flatten(layout!(_32:_1)) => "_32:_1";
        "flatten/p0045" flatten(layout!((_8,_4,_3):(_0,_1,_0))) => "(_8,_4,_3):(_0,_1,_0)";
        "flatten/p0047" flatten(layout!((_5,_12):(_1,_5))) => "(_5,_12):(_1,_5)";
        "flatten/p0048" flatten(layout!((_4):(_1))) => "(_4):(_1)";
        "flatten/p0050" flatten(layout!((_3):(_1))) => "(_3):(_1)";
        "flatten/p0051" flatten(layout!((_2):(_3))) => "(_2):(_3)";
        "flatten/p0052" flatten(layout!((_2,_3,_2):(_1,_4,_2))) => "(_2,_3,_2):(_1,_4,_2)";
        "flatten/p0054" flatten(layout!(_1:_0)) => "_1:_0";
        "flatten/p0055" flatten(layout!((2,(4,(2,1))):(2,(4,(1,0))))) => "(2,4,2,1):(2,4,1,0)";
        "flatten/p0057" flatten(layout!((_16,_1):(_4,_0))) => "(_16,_1):(_4,_0)";
        "flatten/p0058" flatten(layout!((2):(1))) => "(2):(1)";
    }
}

#[test]
fn coalesce_by_0() {
    rows! {
        "coalesce_by/p0000" coalesce_by(layout!((_8,_2,_4):(_4,_64,_59)), shape!((_1,_1,_1))) => "(_8,_2,_4):(_4,_64,_59)";
        "coalesce_by/p0003" coalesce_by(layout!((_2,_3):(_3,_1)), shape!((_1,_1))) => "(_2,_3):(_3,_1)";
        "coalesce_by/p0007" coalesce_by(layout!((32,2):(2,1)), shape!((_1))) => "(32,2):(2,1)";
        "coalesce_by/p0011" coalesce_by(layout!((2,8,4):(32,4,_1)), shape!((_1))) => "(2,8,4):(32,4,_1)";
        "coalesce_by/p0014" coalesce_by(layout!((_2,(_6)):(_1,(_4))), shape!((_1,_1))) => "(_2,_6):(_1,_4)";
        "coalesce_by/p0017" coalesce_by(layout!((_7,_4):(_4,_1)), shape!((_1,_1))) => "(_7,_4):(_4,_1)";
        "coalesce_by/p0020" coalesce_by(layout!((_1,_2,_8):(_0,_8,_1)), shape!((_1))) => "(_1,_2,_8):(_0,_8,_1)";
        "coalesce_by/p0022" coalesce_by(layout!((_2,_1):(_1,_1)), shape!((_1,_1))) => "(_2,_1):(_1,_0)";
        "coalesce_by/p0025" coalesce_by(layout!((_4,_6):(_18,_1)), shape!((_1,_1))) => "(_4,_6):(_18,_1)";
        "coalesce_by/p0028" coalesce_by(layout!((((_2),(_2)),_8):(((_16),(_8)),_1)), shape!((((_1),(_1)),_1))) => "(((_2),(_2)),_8):(((_16),(_8)),_1)";
        "coalesce_by/p0030" coalesce_by(layout!((_7,_4):(_8,_112)), shape!((_1,_1))) => "(_7,_4):(_8,_112)";
        "coalesce_by/p0034" coalesce_by(layout!((_2,_3):(6,1)), shape!((_1,_1))) => "(_2,_3):(6,1)";
        "coalesce_by/p0037" coalesce_by(layout!((_2,(_1),_2):(_8,(_0),_16)), shape!((_1,(_1),_1))) => "(_2,(_1),_2):(_8,(_0),_16)";
        "coalesce_by/p0039" coalesce_by(layout!((_3,_2,_16):(_32,_16,_1)), shape!((_1,_1,_1))) => "(_3,_2,_16):(_32,_16,_1)";
        "coalesce_by/p0042" coalesce_by(layout!((_3,_32):(_1,_3)), shape!((_1,_1))) => "(_3,_32):(_1,_3)";
        "coalesce_by/p0045" coalesce_by(layout!((_3,_2,6):(_12,6,1)), shape!((_1,_1))) => "(_3,_2,6):(_12,6,1)";
        "coalesce_by/p0047" coalesce_by(layout!((((_4,_3)),_1,_1,_8):(((_8,_32)),_0,_8,_1)), shape!((_1,_1,_1,_1))) => "(_12,_1,_1,_8):(_8,_0,_0,_1)";
        "coalesce_by/p0050" coalesce_by(layout!((_1,(_2,_2,(_6,_3))):(_0,(_1,_2,(_4,_24)))), shape!((_1,_1))) => "(_1,_72):(_0,_1)";
        "coalesce_by/p0053" coalesce_by(layout!((_1,_1):(_0,_0)), shape!((_1,_1))) => "(_1,_1):(_0,_0)";
        "coalesce_by/p0055" coalesce_by(layout!((_16,((_2,_2),_1)):(_4,((_128,_1024),_0))), shape!((_1,_1))) => "(_16,(_2,_2)):(_4,(_128,_1024))";
        "coalesce_by/p0058" coalesce_by(layout!(((_5),_5):((_5),_1)), shape!((_1,_1))) => "(_5,_5):(_5,_1)";
        "coalesce_by/p0061" coalesce_by(layout!((_2,_2,(_3,_5)):(_30,_15,(_5,_1))), shape!((_1,_1,_1))) => "(_2,_2,(_3,_5)):(_30,_15,(_5,_1))";
        "coalesce_by/p0063" coalesce_by(layout!((_4,_2):(_1,_4)), shape!((_1,_1))) => "(_4,_2):(_1,_4)";
        "coalesce_by/p0066" coalesce_by(layout!(((_7),_4):((_4),_1)), shape!(_1)) => "(_7,_4):(_4,_1)";
        "coalesce_by/p0070" coalesce_by(layout!((_1,_1,_3,_7):(_3,_0,_1,_3)), shape!((_1,_1,_1,_1))) => "(_1,_1,_3,_7):(_0,_0,_1,_3)";
    }
}

#[test]
fn coalesce_by_1() {
    rows! {
        "coalesce_by/p0072" coalesce_by(layout!((_2,_8,_2):(_48,6,_3)), shape!((_1,_1,_1))) => "(_2,_8,_2):(_48,6,_3)";
        "coalesce_by/p0075" coalesce_by(layout!((_3,6):(_1,3)), shape!((_1,_1))) => "(_3,6):(_1,3)";
        "coalesce_by/p0078" coalesce_by(layout!((_4,_3,_2):(_2,_0,_1)), shape!((_1,_1,_1))) => "(_4,_3,_2):(_2,_0,_1)";
        "coalesce_by/p0080" coalesce_by(layout!((_3,_3,_3):(_1,_3,_9)), shape!((_1,_1,_1))) => "(_3,_3,_3):(_1,_3,_9)";
        "coalesce_by/p0083" coalesce_by(layout!((_5,_2):(_2,_1)), shape!((_1,_1))) => "(_5,_2):(_2,_1)";
        "coalesce_by/p0086" coalesce_by(layout!((8,3,2):(6,192,1)), shape!((_1))) => "(8,3,2):(6,192,1)";
        "coalesce_by/p0088" coalesce_by(layout!((_3,_6):(_6,_1)), shape!((_1,_1))) => "(_3,_6):(_6,_1)";
        "coalesce_by/p0091" coalesce_by(layout!(((_2),_16):((_64),_1)), shape!((_1,_1))) => "(_2,_16):(_64,_1)";
        "coalesce_by/p0094" coalesce_by(layout!((_12,_3):(_1,_12)), shape!((_1,_1))) => "(_12,_3):(_1,_12)";
        "coalesce_by/p0096" coalesce_by(layout!((1,8,1):(1,1,0)), shape!((_1,_1,_1))) => "(1,8,1):(1,1,0)";
        "coalesce_by/p0099" coalesce_by(layout!((_12,_5):(1,_0)), shape!((_1,_1))) => "(_12,_5):(1,_0)";
        "coalesce_by/p0102" coalesce_by(layout!((_2,_2,_16):(_32,_16,_1)), shape!((_1))) => "(_2,_2,_16):(_32,_16,_1)";
        "coalesce_by/p0104" coalesce_by(layout!((3,4,7):(28,1,4)), shape!((_1,_1,_1))) => "(3,4,7):(28,1,4)";
        "coalesce_by/p0108" coalesce_by(layout!((_12,_4):(_1,_0)), shape!((_1))) => "(_12,_4):(_1,_0)";
        "coalesce_by/p0111" coalesce_by(layout!((2,(2,_8)):(16,(8,1))), shape!((_1,_1))) => "(2,(2,_8)):(16,(8,1))";
        "coalesce_by/p0113" coalesce_by(layout!((_7,_4):(_1,_7)), shape!(_1)) => "_28:_1";
        "coalesce_by/p0116" coalesce_by(layout!((3,16):(16,1)), shape!((_1,_1))) => "(3,16):(16,1)";
    }
}
