//! Data table: written by `cargo xtask corpus-types` from tests/corpus.
#![allow(non_upper_case_globals, unused_imports, unused_parens, clippy::all)]

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
