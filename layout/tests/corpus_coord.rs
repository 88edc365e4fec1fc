//! Data table: written by `cargo xtask corpus-types` from tests/corpus.
#![allow(non_upper_case_globals, unused_imports, unused_parens, clippy::all)]
// No lint looks at it, and its types take the compiler a minute.
#![cfg(not(clippy))]

#[macro_use]
mod common;

use azulejo_layout::*;
use common::*;

#[test]
fn slice_0() {
    rows! {
        "slice/p0000" Offset(slice_and_offset(layout!((_2,((_3,_8,_4))):(_24,((_1,_3,_48)))), coord!((_,37)))) => "61 + (_2):(_24)";
        "slice/p0003" Offset(slice_and_offset(layout!((_2,_5):(_4,_8)), coord!((1,_)))) => "4 + (_5):(_8)";
        "slice/p0007" Offset(slice_and_offset(layout!((_2,_32):(_1,_2)), coord!((_,_14)))) => "_28 + (_2):(_1)";
        "slice/p0012" Offset(slice_and_offset(layout!((16,5):(15,1)), coord!((6,_)))) => "90 + (5):(1)";
        "slice/p0015" Offset(slice_and_offset(layout!((_16,_2):(_2,_1)), coord!((_,_)))) => "_0 + (_16,_2):(_2,_1)";
        "slice/p0019" Offset(slice_and_offset(layout!(((_3,_4),_4,2,_2):((0,_0),2,_1,8)), coord!(((_,_2),_3,_0,_)))) => "6 + (_3,_2):(0,8)";
        "slice/p0023" Offset(slice_and_offset(layout!((_6,_12,_2):(_24,_2,_1)), coord!((_3,_,_0)))) => "_72 + (_12):(_2)";
        "slice/p0027" Offset(slice_and_offset(layout!((_2,_2):(_2,_1)), coord!((1,_)))) => "2 + (_2):(_1)";
        "slice/p0030" Offset(slice_and_offset(layout!((8,2):(1,6)), coord!((_,0)))) => "0 + (8):(1)";
        "slice/p0034" Offset(slice_and_offset(layout!((_7,_2):(_2,_1)), coord!((0,_)))) => "0 + (_2):(_1)";
        "slice/p0038" Offset(slice_and_offset(layout!((_16,(_5)):(_5,(_1))), coord!((_,(3))))) => "3 + (_16):(_5)";
        "slice/p0042" Offset(slice_and_offset(layout!((_6,_1):(_0,_0)), coord!((_2,_)))) => "_0 + (_1):(_0)";
        "slice/p0045" Offset(slice_and_offset(layout!((_7,_3,_8):(_1,_7,_21)), coord!((_3,_,_5)))) => "_108 + (_3):(_7)";
        "slice/p0049" Offset(slice_and_offset(layout!((_4,(_3,_8)):(_1,(_4,_12))), coord!((_0,(0,_))))) => "0 + (_8):(_12)";
        "slice/p0053" Offset(slice_and_offset(layout!((_5,_2):(1,_5)), coord!((_,1)))) => "5 + (_5):(1)";
        "slice/p0057" Offset(slice_and_offset(layout!((((_2,_2)),_8,(_1),(_2)):(((_16,_32)),_1,(_0),(_8))), coord!(((_),_,(_),(_))))) => "_0 + ((_2,_2),_8,_1,_2):((_16,_32),_1,_0,_8)";
        "slice/p0060" Offset(slice_and_offset(layout!((_2,_2,_4,(_8)):(_0,_1,_16,(_2))), coord!((_0,_0,_,(_0))))) => "_0 + (_4):(_16)";
        "slice/p0064" Offset(slice_and_offset(layout!((_4,8,3):(_1,_4,32)), coord!((_,7,_0)))) => "28 + (_4):(_1)";
        "slice/p0069" Offset(slice_and_offset(layout!((_4,_4):(_4,_1)), coord!((_0,_)))) => "_0 + (_4):(_1)";
        "slice/p0073" Offset(slice_and_offset(layout!(((_4),_2,_1,_2):((_1),_4,_0,_8)), coord!(((_1),0,_,_)))) => "1 + (_1,_2):(_0,_8)";
        "slice/p0076" Offset(slice_and_offset(layout!((_2,_8):(_16,_1)), coord!((_1,_)))) => "_16 + (_8):(_1)";
        "slice/p0080" Offset(slice_and_offset(layout!((2,4,8,2):(8,64,_1,16)), coord!((_0,_0,5,_)))) => "5 + (2):(16)";
        "slice/p0084" Offset(slice_and_offset(layout!((_2,_8,_5,_3):(_5,_0,_1,_10)), coord!((1,_3,_4,_)))) => "9 + (_3):(_10)";
        "slice/p0087" Offset(slice_and_offset(layout!((_1,_2):(_10,_24)), coord!((_0,_)))) => "_0 + (_2):(_24)";
        "slice/p0091" Offset(slice_and_offset(layout!((_2,_8,_3):(_24,_3,_1)), coord!((_,_1,_)))) => "_3 + (_2,_3):(_24,_1)";
    }
}

#[test]
fn slice_1() {
    rows! {
        "slice/p0095" Offset(slice_and_offset(layout!((8,_12,_2,_1):(_4,_59,_5,_0)), coord!((_,_,_0,_0)))) => "_0 + (8,_12):(_4,_59)";
        "slice/p0100" Offset(slice_and_offset(layout!((_2,_3):(_1,_2)), coord!((_,_2)))) => "_4 + (_2):(_1)";
        "slice/p0103" Offset(slice_and_offset(layout!((8,4,4):(0,10,4)), coord!((_5,_0,_)))) => "0 + (4):(4)";
        "slice/p0107" Offset(slice_and_offset(layout!((_5,(_12),_2):(_24,(_2),_1)), coord!((_2,_,_1)))) => "_49 + ((_12)):((_2))";
        "slice/p0111" Offset(slice_and_offset(layout!((_3,_5,_5):(_0,_1,_0)), coord!((_2,_,_)))) => "_0 + (_5,_5):(_1,_0)";
        "slice/p0115" Offset(slice_and_offset(layout!((_3,_12):(_1,_3)), coord!((0,_)))) => "0 + (_12):(_3)";
        "slice/p0118" Offset(slice_and_offset(layout!((_16,_8):(_1,_16)), coord!((_,_4)))) => "_64 + (_16):(_1)";
        "slice/p0122" Offset(slice_and_offset(layout!((7,_4,4,_1):(_1,_1,_24,_2)), coord!((_4,_3,_,0)))) => "7 + (4):(_24)";
        "slice/p0126" Offset(slice_and_offset(layout!((_6,_4,_2):(_1,_6,_24)), coord!((_,1,0)))) => "6 + (_6):(_1)";
        "slice/p0130" Offset(slice_and_offset(layout!((_4,(_8),_7):(1,(112),_8)), coord!((_,_0,_)))) => "_0 + (_4,_7):(1,_8)";
        "slice/p0133" Offset(slice_and_offset(layout!(((12),4):((1),12)), coord!(((_),_0)))) => "_0 + (12):(1)";
        "slice/p0137" Offset(slice_and_offset(layout!((_4,_3,_4,_2):(_6,_2,_0,_1)), coord!((_,_,_,_0)))) => "_0 + (_4,_3,_4):(_6,_2,_0)";
        "slice/p0141" Offset(slice_and_offset(layout!((_4,_2,_2):(_1,_4,_8)), coord!((_,_,_1)))) => "_8 + (_4,_2):(_1,_4)";
        "slice/p0145" Offset(slice_and_offset(layout!((_32,_3):(_3,_1)), coord!((_,_)))) => "_0 + (_32,_3):(_3,_1)";
        "slice/p0148" Offset(slice_and_offset(layout!((_1,_32,_6):(_0,_1,_32)), coord!((_0,_,_)))) => "_0 + (_32,_6):(_1,_32)";
        "slice/p0152" Offset(slice_and_offset(layout!((_1,(_5,_12,_2)):(_0,(_24,_1,_12))), coord!((_,(_,_,_))))) => "_0 + (_1,_5,_12,_2):(_0,_24,_1,_12)";
        "slice/p0156" Offset(slice_and_offset(layout!((_6,_2):(_2,_1)), coord!((_,_)))) => "_0 + (_6,_2):(_2,_1)";
    }
}

#[test]
fn dice_0() {
    rows! {
        "dice/p0000" dice(layout!((_2,_5,_4):(_1,_2,_10)), coord!((_0,_1,_1))) => "(_2,_5,_4):(_1,_2,_10)";
        "dice/p0002" dice(layout!((_3,_8):(_1,_12)), coord!((1,_3))) => "(_3,_8):(_1,_12)";
        "dice/p0004" dice(layout!((_3,_6,_2):(_12,_2,_1)), coord!((_1,_,0))) => "(_3,_2):(_12,_1)";
        "dice/p0006" dice(layout!((_2,_1):(_1,_0)), coord!((_,0))) => "(_1):(_0)";
        "dice/p0008" dice(layout!((_6,(_4)):(_2,(_12))), coord!((_0,(1)))) => "(_6,_4):(_2,_12)";
        "dice/p0010" dice(layout!((_8,_32):(_32,_1)), coord!((_4,_))) => "(_8):(_32)";
        "dice/p0012" dice(layout!(((_4),3):((_3),1)), coord!(((_1),_0))) => "(_4,3):(_3,1)";
        "dice/p0015" dice(layout!((_5,(_1,_2),_2):(_4,(_0,_2),_1)), coord!((_2,_,_))) => "(_5):(_4)";
        "dice/p0017" dice(layout!((_5,_8):(_1,_5)), coord!((3,_5))) => "(_5,_8):(_1,_5)";
        "dice/p0019" dice(layout!((_8,((_2,_5)),_1,_3):(_5,((_40,_1)),_0,_80)), coord!((_,(_),_0,_))) => "(_1):(_0)";
        "dice/p0021" dice(layout!((_8,_2):(_0,_1)), coord!((_2,0))) => "(_8,_2):(_0,_1)";
        "dice/p0023" dice(layout!((_3,_8,_7):(_168,_21,_1)), coord!((0,_,_))) => "(_3):(_168)";
        "dice/p0025" dice(layout!((_3,_4):(_1,_3)), coord!((_,0))) => "(_4):(_3)";
        "dice/p0027" dice(layout!((_2,_12):(_12,_1)), coord!((_1,_7))) => "(_2,_12):(_12,_1)";
        "dice/p0030" dice(layout!((_4,_2,_8):(_1,_3,_3)), coord!((_0,1,_))) => "(_4,_2):(_1,_3)";
        "dice/p0032" dice(layout!((_5,_1,_4,_4):(_8,_4,_16,_2)), coord!((_2,_0,_0,_0))) => "(_5,_1,_4,_4):(_8,_4,_16,_2)";
        "dice/p0034" dice(layout!(((4,2,_7),2,_2):((_2,_0,8),0,1)), coord!((_,_0,_))) => "(2):(0)";
        "dice/p0036" dice(layout!((_2,_2):(_59,_10)), coord!((_0,_))) => "(_2):(_59)";
        "dice/p0038" dice(layout!(((_7),_3):((_1),_21)), coord!((_0,_0))) => "((_7),_3):((_1),_21)";
        "dice/p0040" dice(layout!((_2,_4,_2):(_8,_2,_1)), coord!((_1,_,_0))) => "(_2,_2):(_8,_1)";
        "dice/p0042" dice(layout!((_8,(_3,_5)):(_15,(_5,_1))), coord!((_,(_2,_)))) => "(_3):(_5)";
        "dice/p0045" dice(layout!((_6,_3):(_1,_6)), coord!((_5,_))) => "(_6):(_1)";
        "dice/p0047" dice(layout!((_8,_2,_2):(_8,_1,_64)), coord!((6,_,_0))) => "(_8,_2):(_8,_64)";
        "dice/p0049" dice(layout!(((_6),_8):((_1),_6)), coord!(((_),7))) => "(_8):(_6)";
        "dice/p0051" dice(layout!((_3,_8,_5):(_1,_3,_24)), coord!((_,_3,_))) => "(_8):(_3)";
    }
}

#[test]
fn dice_1() {
    rows! {
        "dice/p0053" dice(layout!((((_1),_4),_8,_2):(((_2),_0),_0,_1)), coord!(((_0,_1),_7,_1))) => "((_1),_4,_8,_2):((_2),_0,_0,_1)";
        "dice/p0055" dice(layout!(((4),_1,4,5):((1),_1,_20,_4)), coord!(((_),0,_2,_0))) => "(_1,4,5):(_1,_20,_4)";
        "dice/p0057" dice(layout!((_16,_5):(_5,_1)), coord!((_6,_0))) => "(_16,_5):(_5,_1)";
        "dice/p0060" dice(layout!((_2,_3):(_4,16)), coord!((_,_1))) => "(_3):(16)";
        "dice/p0062" dice(layout!((12,6):(3,2)), coord!((_7,_))) => "(12):(3)";
        "dice/p0064" dice(layout!(((_3,_2,(_2,_6)),_2,_1):((_0,_0,(_6,_1)),_12,_0)), coord!((15,1,_))) => "((_3,_2,(_2,_6)),_2):((_0,_0,(_6,_1)),_12)";
        "dice/p0066" dice(layout!(((3,_5),_7):((_1,3),_15)), coord!((_1,_6))) => "((3,_5),_7):((_1,3),_15)";
        "dice/p0068" dice(layout!((_5,_2,_1):(_2,_1,_10)), coord!((_,_,_0))) => "(_1):(_10)";
        "dice/p0070" dice(layout!((_4,_5):(5,_1)), coord!((_0,_))) => "(_4):(5)";
        "dice/p0072" dice(layout!((_4,_5,_3):(_15,_3,_1)), coord!((0,_1,_))) => "(_4,_5):(_15,_3)";
        "dice/p0075" dice(layout!((_12,(_5),_1):(_12,(_6),_2)), coord!((_,(_),_0))) => "(_1):(_2)";
        "dice/p0077" dice(layout!((_16,_2):(_1,_0)), coord!((3,_))) => "(_16):(_1)";
        "dice/p0079" dice(layout!((_2,_3,_2):(_1,_2,_6)), coord!((_0,_2,_))) => "(_2,_3):(_1,_2)";
        "dice/p0081" dice(layout!((_8,_1,_3,_6):(_1,_8,_8,_24)), coord!((_,_0,_2,_2))) => "(_1,_3,_6):(_8,_8,_24)";
        "dice/p0083" dice(layout!((_1,_8,(_3,_3)):(0,_9,(_3,_1))), coord!((_,_,4))) => "((_3,_3)):((_3,_1))";
        "dice/p0085" dice(layout!((_8,_2,_8):(_1,_0,_0)), coord!((_1,_1,_))) => "(_8,_2):(_1,_0)";
        "dice/p0087" dice(layout!((_3,_16):(_16,_1)), coord!((1,_))) => "(_3):(_16)";
    }
}

#[test]
fn crd2idx_static_0() {
    rows! {
        "crd2idx_static/p0000" crd2idx(layout!((_4,_7,_2):(_14,_2,_1)), coord!((_0,_1,1))) => "3";
        "crd2idx_static/p0001" crd2idx(layout!(((_2),_5,(_2)):((_1),_4,(_2))), coord!(_19)) => "_19";
        "crd2idx_static/p0003" crd2idx(layout!((_2,_16):(_16,_1)), coord!((1,_3))) => "19";
        "crd2idx_static/p0005" crd2idx(layout!((_6,_12):(_12,_1)), coord!(_70)) => "_59";
        "crd2idx_static/p0007" crd2idx(layout!((_6,_3,(_3),_4):(_48,_288,(_4),_1)), coord!((_2,_2,(_1),_2))) => "_678";
        "crd2idx_static/p0009" crd2idx(layout!((_2,_6):(_1,_2)), coord!((_1,_0))) => "_1";
        "crd2idx_static/p0011" crd2idx(layout!(_4:_1), coord!(_0)) => "_0";
        "crd2idx_static/p0013" crd2idx(layout!((_2,_5,_2,_3):(_1,_2,_10,_20)), coord!((1,_2,1,_1))) => "35";
        "crd2idx_static/p0015" crd2idx(layout!((_2):(_1)), coord!(_0)) => "_0";
        "crd2idx_static/p0017" crd2idx(layout!((_16,_5):(_1,_16)), coord!((1,3))) => "49";
        "crd2idx_static/p0019" crd2idx(layout!((_12,_2,_2):(2,_4,_0)), coord!((_8,_1,_0))) => "20";
        "crd2idx_static/p0020" crd2idx(layout!((8,(2),5):(1,(8),16)), coord!((_1,(_1),_4))) => "73";
        "crd2idx_static/p0022" crd2idx(layout!((_2,_3,(_2)):(_6,_2,(_1))), coord!(6)) => "1";
        "crd2idx_static/p0024" crd2idx(layout!((_4,(_4,_2)):(_4,(_5,_64))), coord!((3,(1,_1)))) => "81";
        "crd2idx_static/p0026" crd2idx(layout!((_3,(_7)):(_1,(_3))), coord!((2,(1)))) => "5";
        "crd2idx_static/p0028" crd2idx(layout!(4:6), coord!(_3)) => "18";
        "crd2idx_static/p0030" crd2idx(layout!((_5):(_2)), coord!((2))) => "4";
        "crd2idx_static/p0032" crd2idx(layout!(2:_1), coord!(_0)) => "_0";
        "crd2idx_static/p0034" crd2idx(layout!((5,3,4):(1,5,15)), coord!((3,_0,3))) => "48";
        "crd2idx_static/p0036" crd2idx(layout!((_2,(_7),(_12,_1,_1)):(_12,(_24),(_1,_0,_0))), coord!((0,(_3),_11))) => "83";
        "crd2idx_static/p0038" crd2idx(layout!((_2):(8)), coord!((0))) => "0";
        "crd2idx_static/p0040" crd2idx(layout!((3,5):(1,6)), coord!((_2,_1))) => "8";
        "crd2idx_static/p0041" crd2idx(layout!((_8,(_4,_5)):(_1,(_8,_32))), coord!(_89)) => "_89";
        "crd2idx_static/p0043" crd2idx(layout!((_8):(_1)), coord!((_6))) => "_6";
        "crd2idx_static/p0045" crd2idx(layout!((3):(1)), coord!((0))) => "0";
    }
}

#[test]
fn crd2idx_static_1() {
    rows! {
        "crd2idx_static/p0047" crd2idx(layout!((_1,_5,_5):(_0,_1,5)), coord!(_11)) => "11";
        "crd2idx_static/p0049" crd2idx(layout!(_4:_1), coord!(1)) => "1";
        "crd2idx_static/p0051" crd2idx(layout!((32,_8):(_1,_32)), coord!(94)) => "94";
        "crd2idx_static/p0053" crd2idx(layout!((_2,_3,_6):(_6,_24,_1)), coord!((1,_1,_2))) => "32";
        "crd2idx_static/p0055" crd2idx(layout!(_8:_1), coord!(6)) => "6";
        "crd2idx_static/p0057" crd2idx(layout!((2,_2):(2,_1)), coord!((_0,_0))) => "_0";
        "crd2idx_static/p0059" crd2idx(layout!((_4,_2):(_2,_1)), coord!((_2,1))) => "5";
        "crd2idx_static/p0060" crd2idx(layout!(_2:_1), coord!(0)) => "0";
        "crd2idx_static/p0062" crd2idx(layout!((_5,(_2,_3)):(_6,(_3,_1))), coord!((_3,(_0,_0)))) => "_18";
        "crd2idx_static/p0064" crd2idx(layout!((_2,(_12)):(_12,(_1))), coord!((_0,_1))) => "_1";
        "crd2idx_static/p0066" crd2idx(layout!((_8):(_1)), coord!((3))) => "3";
        "crd2idx_static/p0068" crd2idx(layout!(((1,_2)):((_0,1))), coord!(1)) => "1";
        "crd2idx_static/p0070" crd2idx(layout!((_4):(_1)), coord!((_2))) => "_2";
        "crd2idx_static/p0072" crd2idx(layout!((_16):(_1)), coord!((_14))) => "_14";
        "crd2idx_static/p0074" crd2idx(layout!(((_2,_32)):((_0,_1))), coord!((2))) => "1";
        "crd2idx_static/p0076" crd2idx(layout!((16):(1)), coord!((_11))) => "11";
        "crd2idx_static/p0078" crd2idx(layout!((_3):(_1)), coord!((1))) => "1";
    }
}

#[test]
fn crd2idx_0() {
    rows! {
        "crd2idx/p0000" Value(crd2idx(layout!((_2):(_1)), coord!((1)))) => "1";
        "crd2idx/p0002" Value(crd2idx(layout!((2):(1)), coord!((1)))) => "1";
        "crd2idx/p0005" Value(crd2idx(layout!(_4:_1), coord!(0))) => "0";
        "crd2idx/p0007" Value(crd2idx(layout!((_16,_1):(_1,_0)), coord!((14,0)))) => "14";
        "crd2idx/p0010" Value(crd2idx(layout!(((_8,_1,_5)):((_20,_0,_1))), coord!((16)))) => "2";
        "crd2idx/p0013" Value(crd2idx(layout!((1,12,1):(3,3,0)), coord!(9))) => "27";
        "crd2idx/p0015" Value(crd2idx(layout!((_1,_32):(_0,_1)), coord!(14))) => "14";
        "crd2idx/p0018" Value(crd2idx(layout!((_3,(_3,_3),_2,_2):(_6,(_1,_36),_18,_3)), coord!(73))) => "81";
        "crd2idx/p0020" Value(crd2idx(layout!((_2,_6):(24,_1)), coord!((0,0)))) => "0";
        "crd2idx/p0023" Value(crd2idx(layout!(((_3),_8):((_1),_0)), coord!(11))) => "2";
        "crd2idx/p0026" Value(crd2idx(layout!((_3,_2):(_2,_1)), coord!(2))) => "4";
        "crd2idx/p0028" Value(crd2idx(layout!((_5):(_1)), coord!(4))) => "4";
        "crd2idx/p0031" Value(crd2idx(layout!((_16,_8):(_1,_16)), coord!((0,3)))) => "48";
        "crd2idx/p0034" Value(crd2idx(layout!((_8,_6,_5):(_30,_1,_6)), coord!((5,4,1)))) => "160";
        "crd2idx/p0036" Value(crd2idx(layout!(((1),(5)):((0),(1))), coord!(((0),(1))))) => "1";
        "crd2idx/p0039" Value(crd2idx(layout!(((_2),_7,_8):((_0),_0,_0)), coord!((0,0,0)))) => "0";
        "crd2idx/p0041" Value(crd2idx(layout!((_16):(_1)), coord!((1)))) => "1";
        "crd2idx/p0044" Value(crd2idx(layout!((_3,_3,_16):(_96,_16,_1)), coord!((2,2,15)))) => "239";
        "crd2idx/p0047" Value(crd2idx(layout!((_4,_16):(_8,_32)), coord!(47))) => "376";
        "crd2idx/p0049" Value(crd2idx(layout!((2,2,5,1):(1,2,4,20)), coord!(14))) => "14";
        "crd2idx/p0052" Value(crd2idx(layout!((_8,((_3,_6))):(_1,((_96,_8)))), coord!((5,4)))) => "109";
        "crd2idx/p0055" Value(crd2idx(layout!((_2):(_1)), coord!((1)))) => "1";
        "crd2idx/p0057" Value(crd2idx(layout!((_2):(_1)), coord!((1)))) => "1";
        "crd2idx/p0060" Value(crd2idx(layout!((_2,(_4,_4,_2)):(_1,(_4,_16,_2))), coord!(54))) => "46";
        "crd2idx/p0062" Value(crd2idx(layout!((_2,(_4,(_1))):(_1,(_2,(_0)))), coord!((0,(0,(0)))))) => "0";
    }
}

#[test]
fn crd2idx_1() {
    rows! {
        "crd2idx/p0065" Value(crd2idx(layout!((_6,_32):(_5,_24)), coord!((1,5)))) => "125";
        "crd2idx/p0068" Value(crd2idx(layout!((_5):(1)), coord!(2))) => "2";
        "crd2idx/p0070" Value(crd2idx(layout!((_3):(_1)), coord!((2)))) => "2";
        "crd2idx/p0073" Value(crd2idx(layout!((((_8),(6))):(((_1),(8)))), coord!((((7),(2)))))) => "23";
        "crd2idx/p0075" Value(crd2idx(layout!((_2,_16,_5):(_1,_2,_32)), coord!((1,3,0)))) => "7";
        "crd2idx/p0078" Value(crd2idx(layout!((_3,_8):(_8,_1)), coord!(1))) => "8";
        "crd2idx/p0081" Value(crd2idx(layout!((16,5):(_3,1)), coord!((5,0)))) => "15";
        "crd2idx/p0083" Value(crd2idx(layout!((_2):(_3)), coord!(0))) => "0";
        "crd2idx/p0086" Value(crd2idx(layout!(_2:_1), coord!(1))) => "1";
        "crd2idx/p0089" Value(crd2idx(layout!((_32,_8):(_8,_1)), coord!((20,1)))) => "161";
        "crd2idx/p0091" Value(crd2idx(layout!((_2,_2,_1):(_3,_6,_0)), coord!((1,0,0)))) => "3";
        "crd2idx/p0094" Value(crd2idx(layout!((_32,_3):(_1,_32)), coord!((11,2)))) => "75";
        "crd2idx/p0096" Value(crd2idx(layout!(((_4),_3,_2):((_1),_8,_4)), coord!(((1),2,0)))) => "17";
        "crd2idx/p0099" Value(crd2idx(layout!((_6,_6):(_1,_6)), coord!((4,1)))) => "10";
        "crd2idx/p0102" Value(crd2idx(layout!((_3,_2,_4,_2):(_16,_8,_2,_1)), coord!((2,0,1,0)))) => "34";
        "crd2idx/p0104" Value(crd2idx(layout!((_2,_8):(_8,_1)), coord!((1,3)))) => "11";
        "crd2idx/p0107" Value(crd2idx(layout!(((_3,_12),_3):((_3,_18),_216)), coord!(((0,10),1)))) => "396";
    }
}

#[test]
fn idx2crd_0() {
    rows! {
        "idx2crd/p0000" Values(&Notation(idx2crd(shape!((_2,_8)), 10i32))) => "(0,5)";
        "idx2crd/p0001" Values(&Notation(idx2crd(shape!((_4)), 2i32))) => "(2)";
        "idx2crd/p0003" Values(&Notation(idx2crd(shape!(_4), 2i32))) => "2";
        "idx2crd/p0005" Values(&Notation(idx2crd(shape!(((_8,_12))), 64i32))) => "((0,8))";
        "idx2crd/p0006" Values(&Notation(idx2crd(shape!((_2,_5)), 6i32))) => "(0,3)";
        "idx2crd/p0008" Values(&Notation(idx2crd(shape!((8)), 5i32))) => "(5)";
        "idx2crd/p0010" Values(&Notation(idx2crd(shape!(_2), 1i32))) => "1";
        "idx2crd/p0011" Values(&Notation(idx2crd(shape!((_12,_2)), 16i32))) => "(4,1)";
        "idx2crd/p0013" Values(&Notation(idx2crd(shape!(((_1),_1)), 0i32))) => "((0),0)";
        "idx2crd/p0015" Values(&Notation(idx2crd(shape!((_8)), 5i32))) => "(5)";
        "idx2crd/p0016" Values(&Notation(idx2crd(shape!((_3,_6)), 12i32))) => "(0,4)";
        "idx2crd/p0018" Values(&Notation(idx2crd(shape!(_5), 3i32))) => "3";
        "idx2crd/p0020" Values(&Notation(idx2crd(shape!((_7,_16)), 74i32))) => "(4,10)";
        "idx2crd/p0021" Values(&Notation(idx2crd(shape!((_16,_4)), 42i32))) => "(10,2)";
        "idx2crd/p0023" Values(&Notation(idx2crd(shape!(((_2,_1),_4)), 5i32))) => "((1,0),2)";
        "idx2crd/p0025" Values(&Notation(idx2crd(shape!((_1,(_6),_4)), 16i32))) => "(0,(4),2)";
        "idx2crd/p0026" Values(&Notation(idx2crd(shape!((_6,_2,_4)), 32i32))) => "(2,1,2)";
        "idx2crd/p0028" Values(&Notation(idx2crd(shape!((_5,_3)), 10i32))) => "(0,2)";
        "idx2crd/p0030" Values(&Notation(idx2crd(shape!((_1)), 0i32))) => "(0)";
        "idx2crd/p0031" Values(&Notation(idx2crd(shape!((_2,_4)), 5i32))) => "(1,2)";
        "idx2crd/p0033" Values(&Notation(idx2crd(shape!(((_1,_2,_7))), 9i32))) => "((0,1,4))";
        "idx2crd/p0035" Values(&Notation(idx2crd(shape!(32), 21i32))) => "21";
        "idx2crd/p0036" Values(&Notation(idx2crd(shape!((_2,_6)), 8i32))) => "(0,4)";
        "idx2crd/p0038" Values(&Notation(idx2crd(shape!((_2)), 1i32))) => "(1)";
        "idx2crd/p0040" Values(&Notation(idx2crd(shape!((_16,_2,_2)), 42i32))) => "(10,0,1)";
    }
}

#[test]
fn idx2crd_1() {
    rows! {
        "idx2crd/p0041" Values(&Notation(idx2crd(shape!((1,(3))), 2i32))) => "(0,(2))";
        "idx2crd/p0043" Values(&Notation(idx2crd(shape!((8,_2,8)), 85i32))) => "(5,0,5)";
        "idx2crd/p0045" Values(&Notation(idx2crd(shape!((_1,_8)), 5i32))) => "(0,5)";
        "idx2crd/p0046" Values(&Notation(idx2crd(shape!((_6,_3)), 12i32))) => "(0,2)";
        "idx2crd/p0048" Values(&Notation(idx2crd(shape!(_6), 4i32))) => "4";
        "idx2crd/p0050" Values(&Notation(idx2crd(shape!((_4,(_1),_5)), 13i32))) => "(1,(0),3)";
        "idx2crd/p0051" Values(&Notation(idx2crd(shape!((_6,_8,(_2))), 64i32))) => "(4,2,(1))";
        "idx2crd/p0053" Values(&Notation(idx2crd(shape!((_16,_3)), 32i32))) => "(0,2)";
        "idx2crd/p0055" Values(&Notation(idx2crd(shape!((32)), 21i32))) => "(21)";
        "idx2crd/p0056" Values(&Notation(idx2crd(shape!(((_1,_6),(_6))), 24i32))) => "((0,0),(4))";
        "idx2crd/p0058" Values(&Notation(idx2crd(shape!(_8), 5i32))) => "5";
        "idx2crd/p0060" Values(&Notation(idx2crd(shape!((_7,_3)), 14i32))) => "(0,2)";
        "idx2crd/p0061" Values(&Notation(idx2crd(shape!((4)), 2i32))) => "(2)";
        "idx2crd/p0063" Values(&Notation(idx2crd(shape!((_7,_8)), 37i32))) => "(2,5)";
        "idx2crd/p0065" Values(&Notation(idx2crd(shape!(_32), 21i32))) => "21";
        "idx2crd/p0066" Values(&Notation(idx2crd(shape!((2,(8))), 10i32))) => "(0,(5))";
        "idx2crd/p0068" Values(&Notation(idx2crd(shape!((_3,_3,_2,_7)), 84i32))) => "(0,1,1,4)";
    }
}

#[test]
fn crd2crd_0() {
    rows! {
        "crd2crd/p0001" Values(&Notation(crd2crd(shape!((_6,_2)), shape!(_12), coord!((1,1))))) => "7";
        "crd2crd/p0004" Values(&Notation(crd2crd(shape!((_4,_7)), shape!(_28), coord!((3,1))))) => "7";
        "crd2crd/p0007" Values(&Notation(crd2crd(shape!((_7,_2,_2)), shape!(_28), coord!((3,0,0))))) => "3";
        "crd2crd/p0008" Values(&Notation(crd2crd(shape!((_7,_3)), shape!(_21), coord!((4,2))))) => "18";
        "crd2crd/p0009" Values(&Notation(crd2crd(shape!((_2,(_7,_2))), shape!(_28), coord!((1,(1,0)))))) => "3";
        "crd2crd/p0010" Values(&Notation(crd2crd(shape!((_3,(_2,_3))), shape!(_18), coord!((2,(1,1)))))) => "11";
        "crd2crd/p0011" Values(&Notation(crd2crd(shape!((_6,_8)), shape!(_48), coord!((5,7))))) => "47";
        "crd2crd/p0016" Values(&Notation(crd2crd(shape!((_3,(_2))), shape!(_6), coord!((1,(0)))))) => "1";
        "crd2crd/p0017" Values(&Notation(crd2crd(shape!(((_7),_5)), shape!(_35), coord!(((5),0))))) => "5";
        "crd2crd/p0019" Values(&Notation(crd2crd(shape!((_1,_7)), shape!(_7), coord!((0,1))))) => "1";
        "crd2crd/p0024" Values(&Notation(crd2crd(shape!((_2,_16)), shape!(_32), coord!((0,6))))) => "12";
        "crd2crd/p0025" Values(&Notation(crd2crd(shape!((_2,_4,_2,_1)), shape!(_16), coord!((1,1,1,0))))) => "11";
        "crd2crd/p0026" Values(&Notation(crd2crd(shape!((_1,_2)), shape!(_2), coord!((0,0))))) => "0";
        "crd2crd/p0027" Values(&Notation(crd2crd(shape!((_5,_2)), shape!(_10), coord!((4,1))))) => "9";
        "crd2crd/p0028" Values(&Notation(crd2crd(shape!((_4,_2)), shape!(_8), coord!((1,0))))) => "1";
        "crd2crd/p0029" Values(&Notation(crd2crd(shape!((_2,_8)), shape!(_16), coord!((0,0))))) => "0";
        "crd2crd/p0030" Values(&Notation(crd2crd(shape!((_2,_12)), shape!(_24), coord!((0,9))))) => "18";
        "crd2crd/p0032" Values(&Notation(crd2crd(shape!((_5,_4)), shape!(_20), coord!((0,1))))) => "5";
        "crd2crd/p0034" Values(&Notation(crd2crd(shape!((_4,_2)), shape!(_8), coord!((2,1))))) => "6";
        "crd2crd/p0035" Values(&Notation(crd2crd(shape!((_4,_2)), shape!(_8), coord!((2,0))))) => "2";
        "crd2crd/p0036" Values(&Notation(crd2crd(shape!(((_3,_2),_1,_3)), shape!(_18), coord!((2,0,2))))) => "14";
        "crd2crd/p0037" Values(&Notation(crd2crd(shape!((_4,_3)), shape!(_12), coord!((2,2))))) => "10";
        "crd2crd/p0038" Values(&Notation(crd2crd(shape!(((_3),_1,_7)), shape!(_21), coord!((1,0,1))))) => "4";
        "crd2crd/p0039" Values(&Notation(crd2crd(shape!((_4,_7)), shape!(_28), coord!((0,3))))) => "12";
        "crd2crd/p0040" Values(&Notation(crd2crd(shape!((_1,_1,_16)), shape!(_16), coord!((0,0,8))))) => "8";
    }
}

#[test]
fn crd2crd_1() {
    rows! {
        "crd2crd/p0041" Values(&Notation(crd2crd(shape!((_4,_2)), shape!(_8), coord!((1,0))))) => "1";
        "crd2crd/p0042" Values(&Notation(crd2crd(shape!((_3,_2)), shape!(_6), coord!((0,1))))) => "3";
        "crd2crd/p0045" Values(&Notation(crd2crd(shape!((_2,_3)), shape!(_6), coord!((1,2))))) => "5";
        "crd2crd/p0048" Values(&Notation(crd2crd(shape!((_7,_8)), shape!(_56), coord!((0,5))))) => "35";
        "crd2crd/p0052" Values(&Notation(crd2crd(shape!((_2,(_1,_3))), shape!(_6), coord!((0,2))))) => "4";
        "crd2crd/p0053" Values(&Notation(crd2crd(shape!(((_1),(_16))), shape!(_16), coord!(((0),(0)))))) => "0";
        "crd2crd/p0054" Values(&Notation(crd2crd(shape!((_1,_4)), shape!(_4), coord!((0,0))))) => "0";
        "crd2crd/p0056" Values(&Notation(crd2crd(shape!((_6,_6)), shape!(_36), coord!((3,1))))) => "9";
        "crd2crd/p0057" Values(&Notation(crd2crd(shape!(((_7),_7)), shape!(_49), coord!(((1),0))))) => "1";
        "crd2crd/p0058" Values(&Notation(crd2crd(shape!((_3,_2)), shape!(_6), coord!((1,1))))) => "4";
        "crd2crd/p0059" Values(&Notation(crd2crd(shape!(((_5),_7)), shape!(_35), coord!((0,3))))) => "15";
    }
}

#[test]
fn get_coord_0() {
    rows! {
        "get_coord/p0000" Coords::of(layout!((_6,_8):(_1,_6)).get_hier_coord(24), layout!((_6,_8):(_1,_6)).get_flat_coord(24), layout!((_6,_8):(_1,_6)).get_1d_coord(24)) => "(0,4) (0,4) 24";
        "get_coord/p0001" Coords::of(layout!((_2):(_1)).get_hier_coord(1), layout!((_2):(_1)).get_flat_coord(1), layout!((_2):(_1)).get_1d_coord(1)) => "(1) 1 1";
        "get_coord/p0002" Coords::of(layout!((_2,_3,_2):(_1,_2,_6)).get_hier_coord(6), layout!((_2,_3,_2):(_1,_2,_6)).get_flat_coord(6), layout!((_2,_3,_2):(_1,_2,_6)).get_1d_coord(6)) => "(0,0,1) (0,0,1) 6";
        "get_coord/p0004" Coords::of(layout!(((_1,_12),_5):((_0,_5),_1)).get_hier_coord(30), layout!(((_1,_12),_5):((_0,_5),_1)).get_flat_coord(30), layout!(((_1,_12),_5):((_0,_5),_1)).get_1d_coord(30)) => "((0,6),0) (6,0) 6";
        "get_coord/p0005" Coords::of(layout!((_8,_2):(_1,_8)).get_hier_coord(8), layout!((_8,_2):(_1,_8)).get_flat_coord(8), layout!((_8,_2):(_1,_8)).get_1d_coord(8)) => "(0,1) (0,1) 8";
        "get_coord/p0006" Coords::of(layout!((_4,(2)):(_1,(_4))).get_hier_coord(4), layout!((_4,(2)):(_1,(_4))).get_flat_coord(4), layout!((_4,(2)):(_1,(_4))).get_1d_coord(4)) => "(0,(1)) (0,1) 4";
        "get_coord/p0008" Coords::of(layout!((_4):(_1)).get_hier_coord(2), layout!((_4):(_1)).get_flat_coord(2), layout!((_4):(_1)).get_1d_coord(2)) => "(2) 2 2";
        "get_coord/p0010" Coords::of(layout!((_1,_3):(_0,_1)).get_hier_coord(1), layout!((_1,_3):(_0,_1)).get_flat_coord(1), layout!((_1,_3):(_0,_1)).get_1d_coord(1)) => "(0,1) (0,1) 1";
        "get_coord/p0012" Coords::of(layout!((_8,_16):(_1,_8)).get_hier_coord(64), layout!((_8,_16):(_1,_8)).get_flat_coord(64), layout!((_8,_16):(_1,_8)).get_1d_coord(64)) => "(0,8) (0,8) 64";
        "get_coord/p0013" Coords::of(layout!((32,2):(_1,32)).get_hier_coord(32), layout!((32,2):(_1,32)).get_flat_coord(32), layout!((32,2):(_1,32)).get_1d_coord(32)) => "(0,1) (0,1) 32";
        "get_coord/p0014" Coords::of(layout!((_1):(_0)).get_hier_coord(0), layout!((_1):(_0)).get_flat_coord(0), layout!((_1):(_0)).get_1d_coord(0)) => "(0) 0 0";
        "get_coord/p0017" Coords::of(layout!((_5):(_1)).get_hier_coord(2), layout!((_5):(_1)).get_flat_coord(2), layout!((_5):(_1)).get_1d_coord(2)) => "(2) 2 2";
        "get_coord/p0018" Coords::of(layout!((_5,_2):(_2,_1)).get_hier_coord(5), layout!((_5,_2):(_2,_1)).get_flat_coord(5), layout!((_5,_2):(_2,_1)).get_1d_coord(5)) => "(2,1) (2,1) 7";
        "get_coord/p0019" Coords::of(layout!((_4,_2):(_2,_1)).get_hier_coord(4), layout!((_4,_2):(_2,_1)).get_flat_coord(4), layout!((_4,_2):(_2,_1)).get_1d_coord(4)) => "(2,0) (2,0) 2";
        "get_coord/p0021" Coords::of(layout!((_8,_7):(_1,_8)).get_hier_coord(28), layout!((_8,_7):(_1,_8)).get_flat_coord(28), layout!((_8,_7):(_1,_8)).get_1d_coord(28)) => "(4,3) (4,3) 28";
        "get_coord/p0022" Coords::of(layout!((_16,_8):(_1,_16)).get_hier_coord(64), layout!((_16,_8):(_1,_16)).get_flat_coord(64), layout!((_16,_8):(_1,_16)).get_1d_coord(64)) => "(0,4) (0,4) 64";
        "get_coord/p0024" Coords::of(layout!((_2,_6):(_1,_2)).get_hier_coord(6), layout!((_2,_6):(_1,_2)).get_flat_coord(6), layout!((_2,_6):(_1,_2)).get_1d_coord(6)) => "(0,3) (0,3) 6";
        "get_coord/p0025" Coords::of(layout!((_12):(_1)).get_hier_coord(6), layout!((_12):(_1)).get_flat_coord(6), layout!((_12):(_1)).get_1d_coord(6)) => "(6) 6 6";
        "get_coord/p0026" Coords::of(layout!((_5):(1)).get_hier_coord(2), layout!((_5):(1)).get_flat_coord(2), layout!((_5):(1)).get_1d_coord(2)) => "(2) 2 2";
        "get_coord/p0028" Coords::of(layout!((_1,_4):(_0,_1)).get_hier_coord(2), layout!((_1,_4):(_0,_1)).get_flat_coord(2), layout!((_1,_4):(_0,_1)).get_1d_coord(2)) => "(0,2) (0,2) 2";
        "get_coord/p0029" Coords::of(layout!(((_2,_6)):((_6,_1))).get_hier_coord(6), layout!(((_2,_6)):((_6,_1))).get_flat_coord(6), layout!(((_2,_6)):((_6,_1))).get_1d_coord(6)) => "((1,0)) 1 1";
        "get_coord/p0031" Coords::of(layout!((_1,(_2,_16)):(_0,(_16,_1))).get_hier_coord(16), layout!((_1,(_2,_16)):(_0,(_16,_1))).get_flat_coord(16), layout!((_1,(_2,_16)):(_0,(_16,_1))).get_1d_coord(16)) => "(0,(1,0)) (0,1) 1";
        "get_coord/p0032" Coords::of(layout!(((_1,_3),_2,_6):((_0,_12),_6,_1)).get_hier_coord(18), layout!(((_1,_3),_2,_6):((_0,_12),_6,_1)).get_flat_coord(18), layout!(((_1,_3),_2,_6):((_0,_12),_6,_1)).get_1d_coord(18)) => "((0,1),1,0) (1,1,0) 4";
        "get_coord/p0033" Coords::of(layout!(_2:_1).get_hier_coord(1), layout!(_2:_1).get_flat_coord(1), layout!(_2:_1).get_1d_coord(1)) => "1 1 1";
        "get_coord/p0035" Coords::of(layout!((_3,_2,_8):(_16,_8,_1)).get_hier_coord(24), layout!((_3,_2,_8):(_16,_8,_1)).get_flat_coord(24), layout!((_3,_2,_8):(_16,_8,_1)).get_1d_coord(24)) => "(1,1,0) (1,1,0) 4";
    }
}

#[test]
fn get_coord_1() {
    rows! {
        "get_coord/p0036" Coords::of(layout!((_3):(_1)).get_hier_coord(1), layout!((_3):(_1)).get_flat_coord(1), layout!((_3):(_1)).get_1d_coord(1)) => "(1) 1 1";
        "get_coord/p0037" Coords::of(layout!((_2,_2,(_4),_4):(_1,_2,(_4),_16)).get_hier_coord(32), layout!((_2,_2,(_4),_4):(_1,_2,(_4),_16)).get_flat_coord(32), layout!((_2,_2,(_4),_4):(_1,_2,(_4),_16)).get_1d_coord(32)) => "(0,0,(0),2) (0,0,0,2) 32";
        "get_coord/p0039" Coords::of(layout!((12,_2,_2):(4,_1,2)).get_hier_coord(24), layout!((12,_2,_2):(4,_1,2)).get_flat_coord(24), layout!((12,_2,_2):(4,_1,2)).get_1d_coord(24)) => "(6,0,0) (6,0,0) 6";
        "get_coord/p0040" Coords::of(layout!(_3:_1).get_hier_coord(1), layout!(_3:_1).get_flat_coord(1), layout!(_3:_1).get_1d_coord(1)) => "1 1 1";
        "get_coord/p0042" Coords::of(layout!((_7):(_1)).get_hier_coord(3), layout!((_7):(_1)).get_flat_coord(3), layout!((_7):(_1)).get_1d_coord(3)) => "(3) 3 3";
        "get_coord/p0043" Coords::of(layout!((_12,_6):(1,12)).get_hier_coord(36), layout!((_12,_6):(1,12)).get_flat_coord(36), layout!((_12,_6):(1,12)).get_1d_coord(36)) => "(0,3) (0,3) 36";
        "get_coord/p0044" Coords::of(layout!(_12:_1).get_hier_coord(6), layout!(_12:_1).get_flat_coord(6), layout!(_12:_1).get_1d_coord(6)) => "6 6 6";
        "get_coord/p0046" Coords::of(layout!((_2,_1,4):(_1,8,_2)).get_hier_coord(4), layout!((_2,_1,4):(_1,8,_2)).get_flat_coord(4), layout!((_2,_1,4):(_1,8,_2)).get_1d_coord(4)) => "(0,0,2) (0,0,2) 4";
        "get_coord/p0047" Coords::of(layout!(_8:_1).get_hier_coord(4), layout!(_8:_1).get_flat_coord(4), layout!(_8:_1).get_1d_coord(4)) => "4 4 4";
        "get_coord/p0048" Coords::of(layout!(_1:_1).get_hier_coord(0), layout!(_1:_1).get_flat_coord(0), layout!(_1:_1).get_1d_coord(0)) => "0 0 0";
        "get_coord/p0050" Coords::of(layout!((_6,_3):(_1,_6)).get_hier_coord(9), layout!((_6,_3):(_1,_6)).get_flat_coord(9), layout!((_6,_3):(_1,_6)).get_1d_coord(9)) => "(3,1) (3,1) 9";
        "get_coord/p0051" Coords::of(layout!((_2,_32):(_32,_1)).get_hier_coord(32), layout!((_2,_32):(_32,_1)).get_flat_coord(32), layout!((_2,_32):(_32,_1)).get_1d_coord(32)) => "(1,0) (1,0) 1";
        "get_coord/p0053" Coords::of(layout!(((_2),_12,_4):((_48),_4,_1)).get_hier_coord(48), layout!(((_2),_12,_4):((_48),_4,_1)).get_flat_coord(48), layout!(((_2),_12,_4):((_48),_4,_1)).get_1d_coord(48)) => "((1),0,0) (1,0,0) 1";
        "get_coord/p0054" Coords::of(layout!(_4:_1).get_hier_coord(2), layout!(_4:_1).get_flat_coord(2), layout!(_4:_1).get_1d_coord(2)) => "2 2 2";
        "get_coord/p0055" Coords::of(layout!((_2,_4):(_1,_2)).get_hier_coord(4), layout!((_2,_4):(_1,_2)).get_flat_coord(4), layout!((_2,_4):(_1,_2)).get_1d_coord(4)) => "(0,2) (0,2) 4";
        "get_coord/p0057" Coords::of(layout!(2:_1).get_hier_coord(1), layout!(2:_1).get_flat_coord(1), layout!(2:_1).get_1d_coord(1)) => "1 1 1";
        "get_coord/p0058" Coords::of(layout!((_8,_3):(_1,_8)).get_hier_coord(12), layout!((_8,_3):(_1,_8)).get_flat_coord(12), layout!((_8,_3):(_1,_8)).get_1d_coord(12)) => "(4,1) (4,1) 12";
    }
}
