//! Data table: written by `cargo xtask corpus-types` from tests/corpus.
#![allow(non_upper_case_globals, unused_imports, unused_parens, clippy::all)]
// No lint looks at it, and its types take the compiler a minute.
#![cfg(not(clippy))]

#[macro_use]
mod common;

use azulejo_layout::*;
use common::*;

#[test]
fn composition_exact_0() {
    rows! {
        "composition_exact/p0000" composition(layout!((_8,_3):(_2,_100)), layout!((_4,_3):(_1,_1))) => "(_4,_3):(_2,_2)";
        "composition_exact/p0001" Rule(check::rules::check_composition(layout!((_5,_6,_6):(_1,_107,_700)), layout!((_6,_6):(_1,_6)))) => "Invalid";
        "composition_exact/p0002" Rule(check::rules::check_composition(layout!((_4,_8):(_1,_8)), layout!((_3,_4,_3):(_9,_2,_1)))) => "Invalid";
        "composition_exact/p0003" Rule(check::rules::check_composition(layout!((_5,_6):(_3,_106)), layout!((_6,_5):(_3,_3)))) => "Invalid";
        "composition_exact/p0004" composition(layout!((_5,_6,_8):(_1,_5,_60)), layout!((_4,_2):(_6,_5))) => "(_4,_2):(_6,_5)";
        "composition_exact/p0005" composition(layout!((_5,_4):(_1,_5)), layout!((_4,_8):(_3,_1))) => "(_4,_8):(_3,_1)";
        "composition_exact/p0006" Rule(check::rules::check_composition(layout!((_8,_2,_4):(_3,_101,_706)), layout!((_3,_8):(_3,_5)))) => "Invalid";
        "composition_exact/p0007" Rule(check::rules::check_composition(layout!((_5,_3,_4):(_3,_108,_704)), layout!((_3,_3):(_8,_3)))) => "Invalid";
        "composition_exact/p0008" Rule(check::rules::check_composition(layout!((_3,_4,_2):(_1,_105,_708)), layout!((_2,_6):(_3,_3)))) => "Invalid";
        "composition_exact/p0009" Rule(check::rules::check_composition(layout!((_5,_4,_6):(_1,_107,_703)), layout!((_8,_3):(_10,_3)))) => "Invalid";
        "composition_exact/p0010" composition(layout!((_8,_4,_4):(_16,_4,_1)), layout!(_8:_2)) => "(_4,_2):(_32,_4)";
        "composition_exact/p0011" composition(layout!((_2,_4,_5):(_1,_2,_8)), layout!((_2,_2,_2):(_10,_3,_1))) => "(_2,_2,_2):(_10,_3,_1)";
        "composition_exact/p0012" composition(layout!((_6,_3,_6):(_1,_6,_36)), layout!((_2,_2,_3):(_4,_24,_2))) => "(_2,_2,_3):(_4,_42,_2)";
        "composition_exact/p0013" composition(layout!((_8,_5,_3):(_15,_3,_1)), layout!(_2:_5)) => "_2:_75";
        "composition_exact/p0014" Rule(check::rules::check_composition(layout!((_3,_5,_4):(_20,_4,_1)), layout!((_3,_3):(_8,_3)))) => "Invalid";
        "composition_exact/p0015" Rule(check::rules::check_composition(layout!((_5,_3):(_3,_101)), layout!((_3):(_4)))) => "Invalid";
        "composition_exact/p0016" Rule(check::rules::check_composition(layout!((_8,_4,_8):(_1,_105,_700)), layout!(_6:_9))) => "Invalid";
        "composition_exact/p0017" Rule(check::rules::check_composition(layout!((_6,_4,_6):(_24,_6,_1)), layout!((_4,_3,_4):(_3,_6,_12)))) => "Invalid";
        "composition_exact/p0018" Rule(check::rules::check_composition(layout!((_6,_4,_3):(_12,_3,_1)), layout!((_2,_5,_5):(_1,_3,_1)))) => "Invalid";
        "composition_exact/p0019" Rule(check::rules::check_composition(layout!((_8,_2,_3):(_6,_3,_1)), layout!((_4,_4):(_6,_9)))) => "Invalid";
        "composition_exact/p0020" composition(layout!((_5,_2,_8):(_1,_10,_20)), layout!((_2,_4):(_6,_10))) => "(_2,_4):(_11,_20)";
        "composition_exact/p0021" Rule(check::rules::check_composition(layout!((_5,_6):(_6,_1)), layout!((_3):(_8)))) => "Invalid";
        "composition_exact/p0022" composition(layout!((_4,_4):(_2,_107)), layout!(_2:_2)) => "_2:_4";
        "composition_exact/p0023" composition(layout!((_6,_3):(_1,_101)), layout!((_3):(_1))) => "(_3):(_1)";
        "composition_exact/p0024" composition(layout!((_2,_8,_4):(_2,_104,_700)), layout!(_2:_5)) => "_2:_210";
    }
}

#[test]
fn composition_exact_1() {
    rows! {
        "composition_exact/p0025" composition(layout!((_8,_6):(_1,_8)), layout!(_4:_10)) => "_4:_10";
        "composition_exact/p0026" composition(layout!((_8,_3):(_3,_1)), layout!(_2:_6)) => "_2:_18";
        "composition_exact/p0027" Rule(check::rules::check_composition(layout!((_6,_4):(_1,_108)), layout!(_4:_2))) => "Invalid";
        "composition_exact/p0028" Rule(check::rules::check_composition(layout!((_3,_3,_2):(_1,_105,_704)), layout!(_6:_2))) => "Invalid";
        "composition_exact/p0029" composition(layout!((_6,_5):(_1,_12)), layout!(_6:_3)) => "(_2,_3):(_3,_12)";
        "composition_exact/p0030" composition(layout!((_8,_4):(_1,_8)), layout!(_4:_8)) => "_4:_8";
        "composition_exact/p0031" composition(layout!((_2,_6):(_1,_2)), layout!(_3:_1)) => "_3:_1";
        "composition_exact/p0032" composition(layout!((_6,_6):(_2,_104)), layout!(_6:_1)) => "_6:_2";
        "composition_exact/p0033" Rule(check::rules::check_composition(layout!((_8,_8):(_8,_1)), layout!((_5,_2,_3):(_1,_10,_9)))) => "Invalid";
        "composition_exact/p0034" Rule(check::rules::check_composition(layout!((_6,_2,_3):(_6,_3,_1)), layout!((_4,_6):(_3,_4)))) => "Invalid";
        "composition_exact/p0035" Rule(check::rules::check_composition(layout!((_4,_6,_2):(_3,_101,_704)), layout!(_6:_9))) => "Invalid";
        "composition_exact/p0036" Rule(check::rules::check_composition(layout!((_5,_5,_5):(_1,_5,_50)), layout!((_2,_8,_3):(_12,_2,_10)))) => "Invalid";
        "composition_exact/p0037" composition(layout!((_5,_3):(_3,_1)), layout!((_3):(_1))) => "(_3):(_3)";
        "composition_exact/p0038" composition(layout!((_6,_6):(_1,_100)), layout!((_2,_2):(_2,_8))) => "(_2,_2):(_2,_102)";
        "composition_exact/p0039" Rule(check::rules::check_composition(layout!((_8,_6):(_3,_108)), layout!((_8):(_3)))) => "Invalid";
        "composition_exact/p0040" composition(layout!((_5,_8):(_1,_5)), layout!((_2,_6):(_5,_2))) => "(_2,_6):(_5,_2)";
        "composition_exact/p0041" Rule(check::rules::check_composition(layout!((_2,_6,_6):(_1,_106,_705)), layout!(_3:_9))) => "Invalid";
        "composition_exact/p0042" composition(layout!((_6,_6):(_6,_1)), layout!(_6:_1)) => "_6:_6";
        "composition_exact/p0043" Rule(check::rules::check_composition(layout!((_8,_6):(_2,_106)), layout!((_4,_2):(_10,_5)))) => "Invalid";
        "composition_exact/p0044" composition(layout!((_6,_5,_4):(_1,_107,_706)), layout!(_3:_2)) => "_3:_2";
        "composition_exact/p0045" Rule(check::rules::check_composition(layout!((_6,_4):(_1,_104)), layout!((_3,_3):(_3,_2)))) => "Invalid";
        "composition_exact/p0046" composition(layout!((_4,_5):(_3,_106)), layout!(_2:_10)) => "_2:_218";
        "composition_exact/p0047" composition(layout!((_4,_8):(_3,_105)), layout!(_2:_2)) => "_2:_6";
        "composition_exact/p0048" Rule(check::rules::check_composition(layout!((_6,_6):(_6,_1)), layout!(_3:_4))) => "Invalid";
        "composition_exact/p0049" Rule(check::rules::check_composition(layout!((_6,_6,_6):(_3,_103,_704)), layout!((_8,_5):(_8,_5)))) => "Invalid";
    }
}

#[test]
fn composition_exact_2() {
    rows! {
        "composition_exact/p0050" composition(layout!((_8,_6):(_6,_1)), layout!(_4:_12)) => "(_2,_2):(_25,_3)";
        "composition_exact/p0051" composition(layout!((_8,_3,_5):(_1,_8,_48)), layout!((_2,_2):(_3,_24))) => "(_2,_2):(_3,_48)";
        "composition_exact/p0052" composition(layout!((_5,_3,_6):(_1,_5,_15)), layout!(_6:_2)) => "_6:_2";
        "composition_exact/p0053" composition(layout!((_4,_8):(_8,_1)), layout!(_2:_3)) => "_2:_24";
        "composition_exact/p0054" composition(layout!((_4,_4):(_4,_1)), layout!(_2:_1)) => "_2:_4";
        "composition_exact/p0055" composition(layout!((_8,_4):(_3,_101)), layout!((_4,_2):(_1,_12))) => "(_4,_2):(_3,_113)";
        "composition_exact/p0056" Rule(check::rules::check_composition(layout!((_6,_8,_8):(_2,_100,_708)), layout!((_2,_3,_6):(_10,_9,_3)))) => "Invalid";
        "composition_exact/p0057" composition(layout!((_2,_6,_8):(_2,_104,_708)), layout!((_4,_5):(_3,_12))) => "((_2,_2),_5):((_106,_312),_708)";
        "composition_exact/p0058" composition(layout!((_4,_6):(_1,_4)), layout!(_2:_12)) => "_2:_12";
        "composition_exact/p0059" composition(layout!((_8,_6):(_1,_108)), layout!(_2:_3)) => "_2:_3";
        "composition_exact/p0060" Rule(check::rules::check_composition(layout!((_3,_6,_6):(_2,_106,_700)), layout!(_5:_24))) => "Invalid";
        "composition_exact/p0061" Rule(check::rules::check_composition(layout!((_4,_6):(_6,_1)), layout!(_5:_3))) => "Invalid";
        "composition_exact/p0062" Rule(check::rules::check_composition(layout!((_5,_6,_2):(_3,_108,_703)), layout!((_5,_4):(_5,_6)))) => "Invalid";
        "composition_exact/p0063" Rule(check::rules::check_composition(layout!((_4,_2):(_2,_100)), layout!((_6):(_1)))) => "Invalid";
        "composition_exact/p0064" Rule(check::rules::check_composition(layout!((_4,_6,_4):(_3,_107,_702)), layout!((_2,_3):(_2,_2)))) => "Invalid";
        "composition_exact/p0065" composition(layout!((_6,_2):(_1,_104)), layout!(_6:_2)) => "(_3,_2):(_2,_104)";
        "composition_exact/p0066" composition(layout!((_4,_6):(_2,_103)), layout!(_2:_1)) => "_2:_2";
        "composition_exact/p0067" Rule(check::rules::check_composition(layout!((_2,_6,_4):(_2,_102,_707)), layout!(_5:_5))) => "Invalid";
        "composition_exact/p0068" Rule(check::rules::check_composition(layout!((_8,_2,_8):(_16,_8,_1)), layout!(_6:_6))) => "Invalid";
        "composition_exact/p0069" composition(layout!((_6,_5,_4):(_1,_102,_700)), layout!(_3:_2)) => "_3:_2";
        "composition_exact/p0070" composition(layout!((_6,_5,_2):(_1,_6,_30)), layout!(_8:_2)) => "_8:_2";
        "composition_exact/p0071" composition(layout!((_3,_6):(_6,_1)), layout!((_3,_2):(_3,_10))) => "(_3,_2):(_1,_9)";
        "composition_exact/p0072" composition(layout!((_8,_4):(_2,_107)), layout!(_8:_1)) => "_8:_2";
        "composition_exact/p0073" Rule(check::rules::check_composition(layout!((_5,_6):(_2,_107)), layout!((_3,_3):(_9,_4)))) => "Invalid";
        "composition_exact/p0074" Rule(check::rules::check_composition(layout!((_4,_3):(_1,_105)), layout!((_5):(_2)))) => "Invalid";
    }
}

#[test]
fn composition_exact_3() {
    rows! {
        "composition_exact/p0075" composition(layout!((_6,_2,_3):(_1,_6,_12)), layout!((_2):(_6))) => "(_2):(_6)";
        "composition_exact/p0076" composition(layout!((_6,_6):(_3,_107)), layout!(_2:_12)) => "_2:_214";
        "composition_exact/p0077" composition(layout!((_5,_4):(_2,_103)), layout!(_2:_16)) => "_2:_311";
        "composition_exact/p0078" Rule(check::rules::check_composition(layout!((_4,_2,_8):(_16,_8,_1)), layout!((_3,_2):(_12,_9)))) => "Invalid";
        "composition_exact/p0079" composition(layout!((_6,_5):(_1,_6)), layout!(_6:_3)) => "_6:_3";
        "composition_exact/p0080" composition(layout!((_5,_8,_6):(_1,_103,_703)), layout!((_6,_2):(_5,_1))) => "(_6,_2):(_103,_1)";
        "composition_exact/p0081" composition(layout!((_6,_4):(_1,_102)), layout!((_2,_3):(_6,_8))) => "(_2,_3):(_102,_104)";
        "composition_exact/p0082" Rule(check::rules::check_composition(layout!((_8,_8,_3):(_24,_3,_1)), layout!(_4:_24))) => "Invalid";
        "composition_exact/p0083" composition(layout!((_5,_4):(_4,_1)), layout!(_2:_8)) => "_2:_13";
        "composition_exact/p0084" Rule(check::rules::check_composition(layout!((_4,_5,_2):(_1,_4,_40)), layout!((_4,_6):(_2,_4)))) => "Invalid";
        "composition_exact/p0085" composition(layout!((_4,_3):(_2,_100)), layout!(_2:_2)) => "_2:_4";
        "composition_exact/p0086" composition(layout!((_4,_3):(_1,_101)), layout!(_2:_1)) => "_2:_1";
        "composition_exact/p0087" Rule(check::rules::check_composition(layout!((_6,_6):(_6,_1)), layout!(_3:_3))) => "Invalid";
        "composition_exact/p0088" Rule(check::rules::check_composition(layout!((_8,_8,_6):(_3,_102,_700)), layout!((_3,_3):(_10,_3)))) => "Invalid";
        "composition_exact/p0089" Rule(check::rules::check_composition(layout!((_8,_5,_3):(_15,_3,_1)), layout!((_3,_6,_2):(_8,_12,_6)))) => "Invalid";
        "composition_exact/p0090" composition(layout!((_6,_8):(_1,_12)), layout!(_3:_2)) => "_3:_2";
        "composition_exact/p0091" Rule(check::rules::check_composition(layout!((_6,_6):(_6,_1)), layout!(_3:_16))) => "Invalid";
        "composition_exact/p0092" composition(layout!((_2,_2,_6):(_12,_6,_1)), layout!(_2:_10)) => "_2:_8";
        "composition_exact/p0093" composition(layout!((_5,_8):(_1,_5)), layout!(_5:_8)) => "_5:_8";
        "composition_exact/p0094" Rule(check::rules::check_composition(layout!((_6,_6,_6):(_3,_106,_708)), layout!(_3:_3))) => "Invalid";
        "composition_exact/p0095" composition(layout!((_5,_4,_2):(_3,_101,_708)), layout!(_8:_5)) => "(_4,_2):(_101,_708)";
        "composition_exact/p0096" Rule(check::rules::check_composition(layout!((_5,_4):(_1,_105)), layout!((_2,_2):(_2,_3)))) => "Invalid";
        "composition_exact/p0097" composition(layout!((_5,_4):(_1,_5)), layout!(_2:_3)) => "_2:_3";
        "composition_exact/p0098" composition(layout!((_2,_5,_6):(_30,_6,_1)), layout!(_4:_1)) => "(_2,_2):(_30,_6)";
        "composition_exact/p0099" Rule(check::rules::check_composition(layout!((_8,_6):(_6,_1)), layout!((_5):(_6)))) => "Invalid";
    }
}

#[test]
fn composition_exact_4() {
    rows! {
        "composition_exact/p0100" composition(layout!((_5,_4):(_1,_100)), layout!((_2,_4):(_3,_5))) => "(_2,_4):(_3,_100)";
        "composition_exact/p0101" composition(layout!((_6,_8):(_2,_104)), layout!((_3,_4):(_8,_6))) => "(_3,_4):(_108,_104)";
        "composition_exact/p0102" Rule(check::rules::check_composition(layout!((_6,_3,_8):(_1,_108,_704)), layout!(_3:_4))) => "Invalid";
        "composition_exact/p0103" composition(layout!((_5,_8):(_1,_107)), layout!(_3:_2)) => "_3:_2";
        "composition_exact/p0104" Rule(check::rules::check_composition(layout!((_2,_6):(_6,_1)), layout!((_2,_5):(_3,_1)))) => "Invalid";
        "composition_exact/p0105" Rule(check::rules::check_composition(layout!((_4,_8):(_1,_100)), layout!((_3,_5,_3):(_3,_3,_1)))) => "Invalid";
        "composition_exact/p0106" Rule(check::rules::check_composition(layout!((_6,_6,_4):(_24,_4,_1)), layout!((_6,_5):(_1,_10)))) => "Invalid";
        "composition_exact/p0107" composition(layout!((_3,_8):(_8,_1)), layout!((_3,_3,_2):(_3,_3,_4))) => "(_3,_3,_2):(_1,_1,_9)";
        "composition_exact/p0108" Rule(check::rules::check_composition(layout!((_6,_4,_8):(_2,_100,_701)), layout!((_6,_5):(_1,_2)))) => "Invalid";
        "composition_exact/p0109" composition(layout!((_8,_4):(_4,_1)), layout!(_2:_1)) => "_2:_4";
        "composition_exact/p0110" Rule(check::rules::check_composition(layout!((_3,_4,_2):(_1,_6,_24)), layout!(_5:_2))) => "Invalid";
        "composition_exact/p0111" composition(layout!((_4,_5,_4):(_1,_4,_20)), layout!(_6:_1)) => "_6:_1";
        "composition_exact/p0112" composition(layout!((_6,_3,_8):(_1,_6,_18)), layout!(_4:_4)) => "_4:_4";
        "composition_exact/p0113" composition(layout!((_4,_6,_4):(_1,_4,_24)), layout!((_2,_3):(_5,_6))) => "(_2,_3):(_5,_6)";
        "composition_exact/p0114" Rule(check::rules::check_composition(layout!((_8,_5,_6):(_30,_6,_1)), layout!(_6:_2))) => "Invalid";
        "composition_exact/p0115" composition(layout!((_6,_2):(_1,_6)), layout!(_3:_1)) => "_3:_1";
        "composition_exact/p0116" composition(layout!((_8,_8):(_2,_108)), layout!((_3,_2,_4):(_16,_9,_2))) => "(_3,_2,_4):(_216,_110,_4)";
        "composition_exact/p0117" composition(layout!((_5,_6):(_1,_5)), layout!((_2,_5,_3):(_10,_3,_3))) => "(_2,_5,_3):(_10,_3,_3)";
        "composition_exact/p0118" Rule(check::rules::check_composition(layout!((_6,_8):(_1,_101)), layout!((_8,_3):(_3,_10)))) => "Invalid";
        "composition_exact/p0119" Rule(check::rules::check_composition(layout!((_4,_3):(_1,_108)), layout!((_3,_5):(_3,_1)))) => "Invalid";
        "composition_exact/p0120" composition(layout!((_8,_6):(_1,_8)), layout!((_2,_3,_3):(_24,_1,_8))) => "(_2,_3,_3):(_24,_1,_8)";
        "composition_exact/p0121" composition(layout!((_5,_5):(_1,_5)), layout!(_3:_2)) => "_3:_2";
        "composition_exact/p0122" Rule(check::rules::check_composition(layout!((_6,_6):(_1,_105)), layout!((_3,_2):(_2,_2)))) => "Invalid";
        "composition_exact/p0123" composition(layout!((_8,_5):(_1,_16)), layout!((_2,_3):(_2,_1))) => "(_2,_3):(_2,_1)";
        "composition_exact/p0124" Rule(check::rules::check_composition(layout!((_6,_4):(_4,_1)), layout!((_5):(_3)))) => "Invalid";
    }
}

#[test]
fn composition_exact_5() {
    rows! {
        "composition_exact/p0125" Rule(check::rules::check_composition(layout!((_6,_6):(_6,_1)), layout!(_3:_5))) => "Invalid";
        "composition_exact/p0126" Rule(check::rules::check_composition(layout!((_3,_6):(_1,_108)), layout!(_8:_1))) => "Invalid";
        "composition_exact/p0127" composition(layout!((_3,_2,_4):(_1,_3,_6)), layout!(_3:_2)) => "_3:_2";
        "composition_exact/p0128" composition(layout!((_6,_6,_6):(_1,_6,_36)), layout!((_3,_2):(_6,_5))) => "(_3,_2):(_6,_5)";
        "composition_exact/p0129" Rule(check::rules::check_composition(layout!((_3,_5,_5):(_3,_101,_702)), layout!((_5,_2,_3):(_8,_4,_5)))) => "Invalid";
        "composition_exact/p0130" composition(layout!((_4,_6,_4):(_3,_106,_702)), layout!(_8:_2)) => "(_2,_4):(_6,_106)";
        "composition_exact/p0131" Rule(check::rules::check_composition(layout!((_5,_6,_6):(_2,_103,_705)), layout!((_4,_4):(_6,_4)))) => "Invalid";
        "composition_exact/p0132" Rule(check::rules::check_composition(layout!((_3,_6):(_3,_107)), layout!((_2,_2):(_5,_1)))) => "Invalid";
        "composition_exact/p0133" composition(layout!((_2,_4,_3):(_2,_106,_702)), layout!(_4:_1)) => "(_2,_2):(_2,_106)";
        "composition_exact/p0134" composition(layout!((_4,_6,_6):(_36,_6,_1)), layout!((_4,_2):(_2,_16))) => "((_2,_2),_2):((_72,_6),_24)";
        "composition_exact/p0135" composition(layout!((_4,_8,_3):(_1,_103,_701)), layout!(_5:_4)) => "_5:_103";
        "composition_exact/p0136" Rule(check::rules::check_composition(layout!((_8,_6,_8):(_48,_8,_1)), layout!((_2,_3,_4):(_1,_10,_5)))) => "Invalid";
        "composition_exact/p0137" composition(layout!((_8,_4):(_1,_102)), layout!((_2,_2):(_3,_24))) => "(_2,_2):(_3,_306)";
        "composition_exact/p0138" Rule(check::rules::check_composition(layout!((_6,_8):(_8,_1)), layout!(_8:_2))) => "Invalid";
        "composition_exact/p0139" Rule(check::rules::check_composition(layout!((_2,_2):(_2,_1)), layout!(_3:_1))) => "Invalid";
        "composition_exact/p0140" composition(layout!((_2,_6):(_3,_105)), layout!(_8:_1)) => "(_2,_4):(_3,_105)";
        "composition_exact/p0141" composition(layout!((_4,_3):(_1,_4)), layout!(_2:_5)) => "_2:_5";
        "composition_exact/p0142" Rule(check::rules::check_composition(layout!((_4,_5):(_5,_1)), layout!(_5:_3))) => "Invalid";
        "composition_exact/p0143" composition(layout!((_6,_8):(_1,_105)), layout!(_3:_1)) => "_3:_1";
        "composition_exact/p0144" Rule(check::rules::check_composition(layout!((_4,_2,_6):(_1,_100,_705)), layout!((_5,_5):(_2,_6)))) => "Invalid";
        "composition_exact/p0145" composition(layout!((_4,_8):(_2,_101)), layout!(_4:_2)) => "(_2,_2):(_4,_101)";
        "composition_exact/p0146" composition(layout!((_6,_8,_5):(_40,_5,_1)), layout!(_6:_1)) => "_6:_40";
        "composition_exact/p0147" composition(layout!((_8,_4):(_4,_1)), layout!(_4:_2)) => "_4:_8";
        "composition_exact/p0148" Rule(check::rules::check_composition(layout!((_8,_6):(_1,_102)), layout!(_5:_10))) => "Invalid";
        "composition_exact/p0149" composition(layout!((_3,_5):(_1,_6)), layout!(_2:_2)) => "_2:_2";
    }
}

#[test]
fn composition_exact_6() {
    rows! {
        "composition_exact/p0150" composition(layout!((_4,_6):(_6,_1)), layout!(_2:_1)) => "_2:_6";
        "composition_exact/p0151" composition(layout!((_8,_6):(_1,_107)), layout!((_3,_2):(_16,_2))) => "(_3,_2):(_214,_2)";
        "composition_exact/p0152" composition(layout!((_2,_3):(_3,_1)), layout!((_2):(_4))) => "(_2):(_2)";
        "composition_exact/p0153" Rule(check::rules::check_composition(layout!((_8,_4,_6):(_1,_100,_702)), layout!(_5:_3))) => "Invalid";
        "composition_exact/p0154" Rule(check::rules::check_composition(layout!((_5,_4):(_2,_101)), layout!((_6,_6):(_1,_2)))) => "Invalid";
        "composition_exact/p0155" composition(layout!((_4,_4):(_2,_102)), layout!(_3:_4)) => "_3:_102";
        "composition_exact/p0156" Rule(check::rules::check_composition(layout!((_6,_5,_2):(_10,_2,_1)), layout!((_3,_8):(_2,_5)))) => "Invalid";
        "composition_exact/p0157" composition(layout!((_4,_3,_5):(_1,_4,_12)), layout!(_5:_10)) => "_5:_10";
        "composition_exact/p0158" composition(layout!((_5,_6):(_1,_108)), layout!(_2:_10)) => "_2:_216";
        "composition_exact/p0159" Rule(check::rules::check_composition(layout!((_6,_3,_5):(_15,_5,_1)), layout!((_3,_2,_2):(_4,_1,_6)))) => "Invalid";
        "composition_exact/p0160" Rule(check::rules::check_composition(layout!((_4,_8,_5):(_3,_103,_702)), layout!((_3,_3):(_1,_2)))) => "Invalid";
        "composition_exact/p0161" composition(layout!((_3,_6):(_1,_104)), layout!((_2,_2):(_1,_3))) => "(_2,_2):(_1,_104)";
        "composition_exact/p0162" composition(layout!((_6,_3):(_3,_1)), layout!((_2,_6):(_2,_3))) => "(_2,(_2,_3)):(_6,(_9,_1))";
        "composition_exact/p0163" Rule(check::rules::check_composition(layout!((_6,_4):(_2,_100)), layout!(_4:_2))) => "Invalid";
        "composition_exact/p0164" composition(layout!((_8,_6):(_1,_107)), layout!(_2:_2)) => "_2:_2";
        "composition_exact/p0165" composition(layout!((_8,_4):(_1,_101)), layout!(_5:_1)) => "_5:_1";
        "composition_exact/p0166" composition(layout!((_8,_6):(_3,_107)), layout!((_5):(_8))) => "(_5):(_107)";
        "composition_exact/p0167" composition(layout!((_4,_3,_6):(_1,_100,_706)), layout!(_3:_5)) => "_3:_101";
        "composition_exact/p0168" composition(layout!((_8,_6):(_1,_16)), layout!(_3:_10)) => "_3:_18";
        "composition_exact/p0169" Rule(check::rules::check_composition(layout!((_6,_5):(_5,_1)), layout!((_3,_3):(_1,_9)))) => "Invalid";
        "composition_exact/p0170" Rule(check::rules::check_composition(layout!((_3,_4,_4):(_16,_4,_1)), layout!((_4,_3,_3):(_3,_9,_8)))) => "Invalid";
        "composition_exact/p0171" Rule(check::rules::check_composition(layout!((_6,_6):(_3,_102)), layout!(_8:_4))) => "Invalid";
        "composition_exact/p0172" Rule(check::rules::check_composition(layout!((_5,_3,_8):(_2,_101,_705)), layout!(_6:_3))) => "Invalid";
        "composition_exact/p0173" composition(layout!((_6,_3):(_1,_6)), layout!(_2:_2)) => "_2:_2";
        "composition_exact/p0174" Rule(check::rules::check_composition(layout!((_4,_4):(_3,_104)), layout!((_3,_3):(_1,_2)))) => "Invalid";
    }
}

#[test]
fn composition_exact_7() {
    rows! {
        "composition_exact/p0175" composition(layout!((_6,_6):(_1,_6)), layout!(_5:_3)) => "_5:_3";
        "composition_exact/p0176" composition(layout!((_6,_4):(_1,_6)), layout!((_2):(_4))) => "(_2):(_4)";
        "composition_exact/p0177" composition(layout!((_2,_2,_3):(_2,_106,_708)), layout!((_6,_2):(_2,_1))) => "((_2,_3),_2):((_106,_708),_2)";
        "composition_exact/p0178" composition(layout!((_2,_5,_6):(_2,_100,_703)), layout!(_2:_24)) => "_2:_1606";
        "composition_exact/p0179" composition(layout!((_2,_3):(_3,_1)), layout!((_6):(_1))) => "((_2,_3)):((_3,_1))";
        "composition_exact/p0180" Rule(check::rules::check_composition(layout!((_6,_2,_5):(_1,_12,_24)), layout!((_6,_5):(_1,_9)))) => "Invalid";
        "composition_exact/p0181" composition(layout!((_8,_5):(_1,_8)), layout!((_2,_6):(_12,_3))) => "(_2,_6):(_12,_3)";
        "composition_exact/p0182" composition(layout!((_2,_6):(_1,_2)), layout!((_3):(_3))) => "(_3):(_3)";
        "composition_exact/p0183" Rule(check::rules::check_composition(layout!((_4,_5):(_3,_106)), layout!((_3,_4):(_1,_1)))) => "Invalid";
        "composition_exact/p0184" composition(layout!((_6,_2,_4):(_1,_6,_12)), layout!(_4:_10)) => "_4:_10";
        "composition_exact/p0185" Rule(check::rules::check_composition(layout!((_4,_8,_5):(_2,_108,_704)), layout!((_5,_8):(_5,_6)))) => "Invalid";
        "composition_exact/p0186" composition(layout!((_3,_5):(_1,_105)), layout!(_2:_10)) => "_2:_316";
        "composition_exact/p0187" Rule(check::rules::check_composition(layout!((_4,_8):(_3,_101)), layout!((_3,_2):(_6,_9)))) => "Invalid";
        "composition_exact/p0188" composition(layout!((_5,_5):(_3,_101)), layout!((_2,_2):(_5,_1))) => "(_2,_2):(_101,_3)";
        "composition_exact/p0189" composition(layout!((_4,_6):(_1,_8)), layout!(_2:_10)) => "_2:_18";
        "composition_exact/p0190" Rule(check::rules::check_composition(layout!((_4,_6,_8):(_1,_105,_707)), layout!((_4):(_9)))) => "Invalid";
        "composition_exact/p0191" Rule(check::rules::check_composition(layout!((_6,_3):(_1,_104)), layout!((_5):(_2)))) => "Invalid";
        "composition_exact/p0192" Rule(check::rules::check_composition(layout!((_6,_6,_3):(_2,_105,_700)), layout!((_2,_2,_2):(_12,_2,_10)))) => "Invalid";
        "composition_exact/p0193" composition(layout!((_3,_6,_3):(_3,_105,_701)), layout!((_4,_3):(_3,_1))) => "(_4,_3):(_105,_3)";
        "composition_exact/p0194" Rule(check::rules::check_composition(layout!((_2,_4,_6):(_1,_102,_701)), layout!(_6:_5))) => "Invalid";
        "composition_exact/p0195" composition(layout!((_5,_2,_8):(_1,_5,_10)), layout!(_2:_3)) => "_2:_3";
        "composition_exact/p0196" Rule(check::rules::check_composition(layout!((_6,_6):(_1,_106)), layout!((_2,_2,_2):(_2,_16,_4)))) => "Invalid";
        "composition_exact/p0197" composition(layout!((_2,_5):(_1,_2)), layout!(_2:_1)) => "_2:_1";
        "composition_exact/p0198" composition(layout!((_6,_4):(_2,_108)), layout!(_2:_8)) => "_2:_112";
        "composition_exact/p0199" composition(layout!((_3,_8):(_2,_104)), layout!((_2):(_1))) => "(_2):(_2)";
    }
}

#[test]
fn composition_exact_8() {
    rows! {
        "composition_exact/p0200" Rule(check::rules::check_composition(layout!((_6,_6):(_6,_1)), layout!((_4,_6):(_1,_3)))) => "Invalid";
        "composition_exact/p0201" composition(layout!((_5,_5):(_5,_1)), layout!((_2):(_2))) => "(_2):(_10)";
        "composition_exact/p0202" composition(layout!((_2,_8,_2):(_1,_2,_16)), layout!(_4:_3)) => "_4:_3";
        "composition_exact/p0203" Rule(check::rules::check_composition(layout!((_6,_6,_3):(_2,_100,_706)), layout!((_6,_4):(_12,_6)))) => "Invalid";
        "composition_exact/p0204" composition(layout!((_3,_5,_6):(_30,_6,_1)), layout!(_6:_1)) => "(_3,_2):(_30,_6)";
        "composition_exact/p0205" Rule(check::rules::check_composition(layout!((_4,_4):(_4,_1)), layout!((_2,_3):(_1,_2)))) => "Invalid";
        "composition_exact/p0206" Rule(check::rules::check_composition(layout!((_5,_8):(_8,_1)), layout!((_5,_8):(_3,_3)))) => "Invalid";
        "composition_exact/p0207" Rule(check::rules::check_composition(layout!((_5,_6):(_2,_104)), layout!(_8:_4))) => "Invalid";
        "composition_exact/p0208" Rule(check::rules::check_composition(layout!((_8,_5,_6):(_1,_104,_707)), layout!(_6:_16))) => "Invalid";
        "composition_exact/p0209" composition(layout!((_3,_6):(_1,_3)), layout!(_6:_1)) => "_6:_1";
        "composition_exact/p0210" composition(layout!((_6,_6):(_1,_6)), layout!((_5):(_5))) => "(_5):(_5)";
        "composition_exact/p0211" Rule(check::rules::check_composition(layout!((_5,_5,_6):(_30,_6,_1)), layout!((_2,_5):(_10,_2)))) => "Invalid";
        "composition_exact/p0212" Rule(check::rules::check_composition(layout!((_8,_5):(_3,_106)), layout!((_5,_2):(_5,_1)))) => "Invalid";
        "composition_exact/p0213" Rule(check::rules::check_composition(layout!((_8,_6,_3):(_18,_3,_1)), layout!((_4,_3,_2):(_9,_24,_9)))) => "Invalid";
        "composition_exact/p0214" Rule(check::rules::check_composition(layout!((_8,_8):(_3,_103)), layout!((_3,_4,_3):(_5,_1,_6)))) => "Invalid";
        "composition_exact/p0215" Rule(check::rules::check_composition(layout!((_4,_2):(_1,_8)), layout!(_3:_2))) => "Invalid";
        "composition_exact/p0216" composition(layout!((_6,_8):(_1,_6)), layout!((_3,_4):(_3,_6))) => "(_3,_4):(_3,_6)";
        "composition_exact/p0217" Rule(check::rules::check_composition(layout!((_6,_5,_4):(_20,_4,_1)), layout!((_8,_8):(_1,_2)))) => "Invalid";
        "composition_exact/p0218" composition(layout!((_4,_6):(_3,_100)), layout!((_2,_2):(_5,_2))) => "(_2,_2):(_103,_6)";
        "composition_exact/p0219" composition(layout!((_4,_4):(_1,_4)), layout!((_2,_2):(_2,_8))) => "(_2,_2):(_2,_8)";
        "composition_exact/p0220" composition(layout!((_4,_4):(_1,_4)), layout!((_2,_3):(_9,_1))) => "(_2,_3):(_9,_1)";
        "composition_exact/p0221" composition(layout!((_2,_5):(_3,_103)), layout!(_2:_5)) => "_2:_209";
        "composition_exact/p0222" composition(layout!((_6,_2):(_1,_107)), layout!(_4:_3)) => "(_2,_2):(_3,_107)";
        "composition_exact/p0223" composition(layout!((_6,_4):(_2,_104)), layout!(_8:_3)) => "(_2,_4):(_6,_104)";
        "composition_exact/p0224" Rule(check::rules::check_composition(layout!((_6,_6):(_1,_12)), layout!((_5):(_3)))) => "Invalid";
    }
}

#[test]
fn composition_exact_9() {
    rows! {
        "composition_exact/p0225" composition(layout!((_8,_6):(_6,_1)), layout!(_2:_10)) => "_2:_13";
        "composition_exact/p0226" composition(layout!((_2,_4):(_4,_1)), layout!(_3:_2)) => "_3:_1";
        "composition_exact/p0227" composition(layout!((_4,_8):(_8,_1)), layout!(_3:_1)) => "_3:_8";
        "composition_exact/p0228" Rule(check::rules::check_composition(layout!((_5,_6,_6):(_1,_10,_60)), layout!((_5,_8):(_9,_2)))) => "Invalid";
        "composition_exact/p0229" composition(layout!((_6,_4,_6):(_1,_101,_706)), layout!(_3:_24)) => "_3:_706";
        "composition_exact/p0230" Rule(check::rules::check_composition(layout!((_5,_2,_5):(_3,_105,_700)), layout!((_2,_2):(_2,_24)))) => "Invalid";
        "composition_exact/p0231" Rule(check::rules::check_composition(layout!((_3,_3,_4):(_1,_104,_706)), layout!(_4:_5))) => "Invalid";
        "composition_exact/p0232" composition(layout!((_6,_5):(_2,_103)), layout!(_4:_1)) => "_4:_2";
        "composition_exact/p0233" Rule(check::rules::check_composition(layout!((_4,_3):(_1,_108)), layout!(_5:_2))) => "Invalid";
        "composition_exact/p0234" composition(layout!((_2,_2,_8):(_1,_105,_700)), layout!((_2,_3):(_12,_8))) => "(_2,_3):(_2100,_1400)";
        "composition_exact/p0235" composition(layout!((_8,_8,_6):(_1,_100,_704)), layout!(_2:_12)) => "_2:_104";
        "composition_exact/p0236" composition(layout!((_3,_6,_3):(_1,_104,_708)), layout!(_2:_6)) => "_2:_208";
        "composition_exact/p0237" Rule(check::rules::check_composition(layout!((_8,_3,_6):(_18,_6,_1)), layout!((_8,_6):(_10,_2)))) => "Invalid";
        "composition_exact/p0238" composition(layout!((_2,_8):(_2,_100)), layout!(_3:_2)) => "_3:_100";
        "composition_exact/p0239" composition(layout!((_2,_4):(_2,_104)), layout!(_2:_4)) => "_2:_208";
        "composition_exact/p0240" Rule(check::rules::check_composition(layout!((_4,_4,_4):(_1,_102,_700)), layout!(_5:_10))) => "Invalid";
        "composition_exact/p0241" composition(layout!((_8,_6):(_3,_102)), layout!(_3:_10)) => "_3:_108";
        "composition_exact/p0242" Rule(check::rules::check_composition(layout!((_8,_4,_5):(_1,_103,_706)), layout!((_6):(_6)))) => "Invalid";
        "composition_exact/p0243" composition(layout!((_5,_2):(_3,_102)), layout!(_3:_2)) => "_3:_6";
        "composition_exact/p0244" composition(layout!((_4,_3,_5):(_1,_106,_700)), layout!((_3):(_1))) => "(_3):(_1)";
        "composition_exact/p0245" Rule(check::rules::check_composition(layout!((_6,_6,_3):(_3,_101,_708)), layout!((_4):(_24)))) => "Invalid";
        "composition_exact/p0246" Rule(check::rules::check_composition(layout!((_8,_8,_6):(_48,_6,_1)), layout!((_2,_3,_5):(_6,_5,_16)))) => "Invalid";
        "composition_exact/p0247" composition(layout!((_3,_6):(_6,_1)), layout!(_2:_4)) => "_2:_7";
        "composition_exact/p0248" composition(layout!((_4,_4):(_4,_1)), layout!(_6:_2)) => "(_2,_3):(_8,_1)";
        "composition_exact/p0249" Rule(check::rules::check_composition(layout!((_5,_6,_4):(_2,_104,_701)), layout!((_2,_3):(_1,_16)))) => "Invalid";
    }
}

#[test]
fn composition_exact_10() {
    rows! {
        "composition_exact/p0250" composition(layout!((_6,_2,_5):(_1,_6,_12)), layout!((_8,_5):(_1,_9))) => "(_8,_5):(_1,_9)";
        "composition_exact/p0251" composition(layout!((_5,_5):(_3,_108)), layout!(_5:_1)) => "_5:_3";
        "composition_exact/p0252" composition(layout!((_4,_6):(_1,_101)), layout!(_2:_9)) => "_2:_203";
        "composition_exact/p0253" Rule(check::rules::check_composition(layout!((_6,_8,_2):(_16,_2,_1)), layout!((_6,_8):(_9,_4)))) => "Invalid";
        "composition_exact/p0254" composition(layout!((_4,_6):(_1,_105)), layout!(_2:_6)) => "_2:_107";
        "composition_exact/p0255" Rule(check::rules::check_composition(layout!((_4,_8,_3):(_3,_102,_703)), layout!((_3):(_3)))) => "Invalid";
        "composition_exact/p0256" Rule(check::rules::check_composition(layout!((_3,_8,_8):(_2,_107,_708)), layout!((_3,_8):(_2,_10)))) => "Invalid";
        "composition_exact/p0257" composition(layout!((_4,_8,_2):(_1,_107,_707)), layout!(_3:_8)) => "_3:_214";
        "composition_exact/p0258" composition(layout!((_6,_8):(_2,_100)), layout!(_4:_9)) => "(_2,_2):(_106,_300)";
        "composition_exact/p0259" composition(layout!((_4,_6):(_1,_101)), layout!(_4:_2)) => "(_2,_2):(_2,_101)";
        "composition_exact/p0260" Rule(check::rules::check_composition(layout!((_5,_6,_4):(_1,_108,_701)), layout!((_4,_4,_2):(_6,_1,_1)))) => "Invalid";
        "composition_exact/p0261" composition(layout!((_2,_6):(_3,_107)), layout!(_2:_2)) => "_2:_107";
        "composition_exact/p0262" Rule(check::rules::check_composition(layout!((_5,_4):(_1,_10)), layout!(_8:_1))) => "Invalid";
        "composition_exact/p0263" Rule(check::rules::check_composition(layout!((_5,_5):(_5,_1)), layout!(_8:_1))) => "Invalid";
        "composition_exact/p0264" Rule(check::rules::check_composition(layout!((_4,_8,_6):(_2,_108,_701)), layout!((_3,_4):(_24,_5)))) => "Invalid";
        "composition_exact/p0265" Rule(check::rules::check_composition(layout!((_6,_4,_3):(_2,_102,_704)), layout!((_3,_3):(_8,_16)))) => "Invalid";
        "composition_exact/p0266" Rule(check::rules::check_composition(layout!((_2,_3,_8):(_1,_106,_706)), layout!((_2,_8):(_5,_4)))) => "Invalid";
        "composition_exact/p0267" composition(layout!((_8,_6):(_1,_108)), layout!((_6):(_1))) => "(_6):(_1)";
        "composition_exact/p0268" Rule(check::rules::check_composition(layout!((_6,_5):(_2,_108)), layout!((_3,_3):(_3,_1)))) => "Invalid";
        "composition_exact/p0269" composition(layout!((_6,_3):(_1,_102)), layout!(_2:_12)) => "_2:_204";
        "composition_exact/p0270" Rule(check::rules::check_composition(layout!((_4,_8):(_8,_1)), layout!(_5:_3))) => "Invalid";
        "composition_exact/p0271" composition(layout!((_6,_2):(_1,_101)), layout!((_2):(_10))) => "(_2):(_105)";
        "composition_exact/p0272" composition(layout!((_3,_4,_3):(_2,_101,_703)), layout!(_4:_3)) => "_4:_101";
        "composition_exact/p0273" composition(layout!((_6,_2,_5):(_1,_6,_12)), layout!((_5,_2):(_1,_9))) => "(_5,_2):(_1,_9)";
        "composition_exact/p0274" Rule(check::rules::check_composition(layout!((_6,_6):(_6,_1)), layout!((_3,_8):(_10,_1)))) => "Invalid";
    }
}

#[test]
fn composition_exact_11() {
    rows! {
        "composition_exact/p0275" Rule(check::rules::check_composition(layout!((_4,_6):(_2,_107)), layout!((_2,_2):(_2,_3)))) => "Invalid";
        "composition_exact/p0276" Rule(check::rules::check_composition(layout!((_6,_4):(_4,_1)), layout!((_8,_2):(_2,_2)))) => "Invalid";
        "composition_exact/p0277" Rule(check::rules::check_composition(layout!((_2,_8):(_1,_104)), layout!((_2,_4):(_1,_3)))) => "Invalid";
        "composition_exact/p0278" composition(layout!((_6,_6):(_1,_102)), layout!(_3:_6)) => "_3:_102";
        "composition_exact/p0279" Rule(check::rules::check_composition(layout!((_8,_2,_4):(_2,_101,_702)), layout!(_5:_2))) => "Invalid";
        "composition_exact/p0280" Rule(check::rules::check_composition(layout!((_4,_3):(_1,_106)), layout!(_4:_3))) => "Invalid";
        "composition_exact/p0281" Rule(check::rules::check_composition(layout!((_4,_6,_4):(_2,_103,_708)), layout!((_3,_3):(_12,_6)))) => "Invalid";
        "composition_exact/p0282" Rule(check::rules::check_composition(layout!((_6,_4):(_1,_106)), layout!((_2,_5):(_12,_2)))) => "Invalid";
        "composition_exact/p0283" composition(layout!((_2,_5):(_5,_1)), layout!((_3):(_4))) => "(_3):(_2)";
        "composition_exact/p0284" Rule(check::rules::check_composition(layout!((_4,_4,_3):(_12,_3,_1)), layout!((_4,_2):(_12,_1)))) => "Invalid";
        "composition_exact/p0285" composition(layout!((_5,_3):(_1,_5)), layout!(_4:_3)) => "_4:_3";
        "composition_exact/p0286" Rule(check::rules::check_composition(layout!((_5,_6,_6):(_1,_10,_60)), layout!((_2,_2):(_16,_4)))) => "Invalid";
        "composition_exact/p0287" Rule(check::rules::check_composition(layout!((_6,_6,_4):(_1,_105,_706)), layout!(_3:_3))) => "Invalid";
        "composition_exact/p0288" Rule(check::rules::check_composition(layout!((_6,_4):(_1,_12)), layout!(_3:_4))) => "Invalid";
        "composition_exact/p0289" composition(layout!((_5,_6,_2):(_1,_5,_30)), layout!((_4):(_16))) => "(_4):(_16)";
        "composition_exact/p0290" Rule(check::rules::check_composition(layout!((_4,_6,_6):(_36,_6,_1)), layout!((_3,_2):(_2,_3)))) => "Invalid";
        "composition_exact/p0291" composition(layout!((_5,_3,_4):(_1,_10,_30)), layout!((_4):(_3))) => "((_2,_2)):((_3,_11))";
        "composition_exact/p0292" composition(layout!((_8,_4):(_4,_1)), layout!(_2:_10)) => "_2:_9";
        "composition_exact/p0293" composition(layout!((_4,_8,_8):(_1,_8,_64)), layout!(_8:_10)) => "(_2,_4):(_18,_40)";
        "composition_exact/p0294" composition(layout!((_6,_4):(_1,_105)), layout!((_5,_2):(_1,_1))) => "(_5,_2):(_1,_1)";
        "composition_exact/p0295" composition(layout!((_4,_3):(_1,_103)), layout!(_8:_1)) => "(_4,_2):(_1,_103)";
        "composition_exact/p0296" composition(layout!((_6,_8,_4):(_32,_4,_1)), layout!((_5,_2):(_1,_12))) => "(_5,_2):(_32,_8)";
        "composition_exact/p0297" Rule(check::rules::check_composition(layout!((_6,_3):(_3,_1)), layout!((_3,_2):(_3,_5)))) => "Invalid";
        "composition_exact/p0298" Rule(check::rules::check_composition(layout!((_5,_5,_6):(_1,_105,_708)), layout!((_5):(_2)))) => "Invalid";
        "composition_exact/p0299" Rule(check::rules::check_composition(layout!((_6,_8,_2):(_16,_2,_1)), layout!((_2,_2):(_1,_5)))) => "Invalid";
    }
}

#[test]
fn composition_exact_12() {
    rows! {
        "composition_exact/p0300" composition(layout!((_4,_6):(_6,_1)), layout!((_3):(_9))) => "(_3):(_8)";
        "composition_exact/p0301" composition(layout!((_5,_8):(_8,_1)), layout!(_4:_1)) => "_4:_8";
        "composition_exact/p0302" composition(layout!((_5,_3):(_2,_106)), layout!(_2:_3)) => "_2:_6";
        "composition_exact/p0303" Rule(check::rules::check_composition(layout!((_6,_6):(_3,_106)), layout!(_3:_9))) => "Invalid";
        "composition_exact/p0304" Rule(check::rules::check_composition(layout!((_6,_6):(_1,_107)), layout!((_6,_2):(_1,_10)))) => "Invalid";
        "composition_exact/p0305" Rule(check::rules::check_composition(layout!((_4,_4,_5):(_1,_106,_707)), layout!((_4,_2):(_3,_2)))) => "Invalid";
        "composition_exact/p0306" composition(layout!((_6,_3):(_1,_107)), layout!(_2:_1)) => "_2:_1";
        "composition_exact/p0307" Rule(check::rules::check_composition(layout!((_2,_6,_4):(_2,_105,_701)), layout!((_8,_4):(_4,_2)))) => "Invalid";
        "composition_exact/p0308" Rule(check::rules::check_composition(layout!((_4,_8):(_1,_8)), layout!((_5):(_2)))) => "Invalid";
        "composition_exact/p0309" composition(layout!((_5,_8,_4):(_1,_103,_703)), layout!(_5:_1)) => "_5:_1";
        "composition_exact/p0310" Rule(check::rules::check_composition(layout!((_3,_5,_3):(_1,_104,_708)), layout!(_4:_2))) => "Invalid";
        "composition_exact/p0311" composition(layout!((_8,_2):(_1,_102)), layout!(_8:_2)) => "(_4,_2):(_2,_102)";
        "composition_exact/p0312" composition(layout!((_2,_2):(_1,_2)), layout!(_4:_1)) => "_4:_1";
        "composition_exact/p0313" Rule(check::rules::check_composition(layout!((_2,_6,_4):(_24,_4,_1)), layout!((_5,_5):(_1,_4)))) => "Invalid";
        "composition_exact/p0314" composition(layout!((_4,_6):(_3,_107)), layout!(_2:_2)) => "_2:_6";
        "composition_exact/p0315" Rule(check::rules::check_composition(layout!((_6,_4):(_2,_104)), layout!((_8,_3):(_1,_8)))) => "Invalid";
        "composition_exact/p0316" Rule(check::rules::check_composition(layout!((_6,_4):(_1,_108)), layout!((_3,_5):(_2,_2)))) => "Invalid";
        "composition_exact/p0317" Rule(check::rules::check_composition(layout!((_8,_6,_6):(_1,_105,_708)), layout!((_3,_4):(_24,_1)))) => "Invalid";
        "composition_exact/p0318" Rule(check::rules::check_composition(layout!((_6,_8):(_2,_108)), layout!((_5,_3):(_8,_6)))) => "Invalid";
        "composition_exact/p0319" Rule(check::rules::check_composition(layout!((_6,_4):(_3,_101)), layout!((_2,_3,_2):(_2,_3,_4)))) => "Invalid";
        "composition_exact/p0320" composition(layout!((_4,_4):(_4,_1)), layout!((_3,_2):(_1,_1))) => "(_3,_2):(_4,_4)";
        "composition_exact/p0321" Rule(check::rules::check_composition(layout!((_6,_6):(_2,_101)), layout!((_2,_2,_6):(_2,_2,_1)))) => "Invalid";
        "composition_exact/p0322" Rule(check::rules::check_composition(layout!((_5,_3,_6):(_1,_102,_708)), layout!((_4,_4,_2):(_2,_1,_16)))) => "Invalid";
        "composition_exact/p0323" composition(layout!((_5,_5):(_1,_107)), layout!((_2,_3):(_2,_6))) => "(_2,_3):(_2,_108)";
        "composition_exact/p0324" composition(layout!((_8,_4):(_3,_106)), layout!(_3:_1)) => "_3:_3";
    }
}

#[test]
fn composition_exact_13() {
    rows! {
        "composition_exact/p0325" Rule(check::rules::check_composition(layout!((_5,_8):(_2,_102)), layout!((_3,_6,_3):(_2,_1,_6)))) => "Invalid";
        "composition_exact/p0326" composition(layout!((_6,_4,_5):(_20,_5,_1)), layout!(_5:_1)) => "_5:_20";
        "composition_exact/p0327" composition(layout!((_5,_4):(_3,_105)), layout!(_2:_1)) => "_2:_3";
        "composition_exact/p0328" Rule(check::rules::check_composition(layout!((_5,_6):(_1,_100)), layout!(_6:_3))) => "Invalid";
        "composition_exact/p0329" Rule(check::rules::check_composition(layout!((_5,_5):(_2,_105)), layout!((_3,_2,_3):(_4,_4,_4)))) => "Invalid";
        "composition_exact/p0330" composition(layout!((_5,_4,_8):(_32,_8,_1)), layout!((_4,_2):(_5,_3))) => "(_4,_2):(_8,_96)";
        "composition_exact/p0331" composition(layout!((_6,_3,_6):(_18,_6,_1)), layout!(_3:_6)) => "_3:_6";
        "composition_exact/p0332" composition(layout!((_6,_6):(_2,_107)), layout!((_2,_2):(_9,_1))) => "(_2,_2):(_113,_2)";
        "composition_exact/p0333" composition(layout!((_6,_6):(_2,_106)), layout!(_2:_1)) => "_2:_2";
        "composition_exact/p0334" Rule(check::rules::check_composition(layout!((_8,_2):(_1,_104)), layout!((_8,_4):(_1,_2)))) => "Invalid";
        "composition_exact/p0335" Rule(check::rules::check_composition(layout!((_4,_6,_5):(_1,_108,_707)), layout!((_6,_8):(_4,_5)))) => "Invalid";
        "composition_exact/p0336" Rule(check::rules::check_composition(layout!((_4,_3,_5):(_1,_8,_48)), layout!((_3):(_3)))) => "Invalid";
        "composition_exact/p0337" composition(layout!((_3,_4):(_1,_106)), layout!(_2:_8)) => "_2:_214";
        "composition_exact/p0338" Rule(check::rules::check_composition(layout!((_8,_6):(_2,_106)), layout!((_3,_3,_4):(_4,_1,_10)))) => "Invalid";
        "composition_exact/p0339" composition(layout!((_3,_6):(_1,_6)), layout!((_5):(_3))) => "(_5):(_6)";
        "composition_exact/p0340" Rule(check::rules::check_composition(layout!((_4,_6):(_6,_1)), layout!((_3,_2):(_3,_2)))) => "Invalid";
        "composition_exact/p0341" Rule(check::rules::check_composition(layout!((_6,_6):(_1,_12)), layout!(_6:_4))) => "Invalid";
        "composition_exact/p0342" Rule(check::rules::check_composition(layout!((_4,_8):(_1,_105)), layout!((_8,_3):(_1,_2)))) => "Invalid";
        "composition_exact/p0343" composition(layout!((_3,_4):(_1,_3)), layout!(_4:_1)) => "_4:_1";
        "composition_exact/p0344" composition(layout!((_6,_8):(_8,_1)), layout!((_3,_2):(_8,_24))) => "(_3,_2):(_17,_4)";
        "composition_exact/p0345" composition(layout!((_8,_5):(_3,_108)), layout!(_2:_3)) => "_2:_9";
        "composition_exact/p0346" Rule(check::rules::check_composition(layout!((_6,_6,_4):(_1,_6,_72)), layout!((_4,_8):(_5,_6)))) => "Invalid";
        "composition_exact/p0347" composition(layout!((_4,_6,_6):(_1,_8,_48)), layout!((_2,_4):(_5,_4))) => "(_2,_4):(_9,_8)";
        "composition_exact/p0348" Rule(check::rules::check_composition(layout!((_3,_8):(_8,_1)), layout!((_3,_2,_3):(_2,_3,_3)))) => "Invalid";
        "composition_exact/p0349" composition(layout!((_6,_3):(_1,_105)), layout!((_2,_4):(_1,_3))) => "(_2,(_2,_2)):(_1,(_3,_105))";
    }
}

#[test]
fn composition_exact_14() {
    rows! {
        "composition_exact/p0350" composition(layout!((_6,_6):(_1,_6)), layout!((_3,_3):(_6,_10))) => "(_3,_3):(_6,_10)";
        "composition_exact/p0351" Rule(check::rules::check_composition(layout!((_6,_6):(_2,_104)), layout!(_6:_5))) => "Invalid";
        "composition_exact/p0352" Rule(check::rules::check_composition(layout!((_4,_6,_6):(_1,_101,_700)), layout!((_3):(_3)))) => "Invalid";
        "composition_exact/p0353" composition(layout!((_8,_5):(_5,_1)), layout!(_2:_2)) => "_2:_10";
        "composition_exact/p0354" Rule(check::rules::check_composition(layout!((_4,_5):(_2,_104)), layout!(_6:_3))) => "Invalid";
        "composition_exact/p0355" Rule(check::rules::check_composition(layout!((_8,_4,_4):(_16,_4,_1)), layout!((_2,_3,_5):(_4,_3,_3)))) => "Invalid";
        "composition_exact/p0356" composition(layout!((_6,_3):(_1,_6)), layout!(_6:_2)) => "_6:_2";
        "composition_exact/p0357" composition(layout!((_4,_4,_6):(_1,_4,_16)), layout!(_3:_3)) => "_3:_3";
        "composition_exact/p0358" composition(layout!((_4,_4):(_1,_4)), layout!((_4,_2):(_1,_9))) => "(_4,_2):(_1,_9)";
        "composition_exact/p0359" composition(layout!((_6,_4,_3):(_1,_6,_24)), layout!((_4,_6):(_8,_3))) => "(_4,_6):(_8,_3)";
        "composition_exact/p0360" Rule(check::rules::check_composition(layout!((_6,_5):(_3,_100)), layout!((_8):(_1)))) => "Invalid";
        "composition_exact/p0361" composition(layout!((_4,_4):(_1,_4)), layout!(_2:_2)) => "_2:_2";
        "composition_exact/p0362" Rule(check::rules::check_composition(layout!((_4,_6,_6):(_1,_8,_48)), layout!((_2,_2):(_10,_6)))) => "Invalid";
        "composition_exact/p0363" composition(layout!((_6,_6):(_2,_103)), layout!(_2:_1)) => "_2:_2";
        "composition_exact/p0364" composition(layout!((_6,_3):(_1,_12)), layout!(_6:_2)) => "(_3,_2):(_2,_12)";
        "composition_exact/p0365" composition(layout!((_8,_3):(_2,_107)), layout!((_2,_2):(_8,_10))) => "(_2,_2):(_107,_111)";
        "composition_exact/p0366" composition(layout!((_4,_3):(_1,_107)), layout!(_2:_3)) => "_2:_3";
        "composition_exact/p0367" Rule(check::rules::check_composition(layout!((_3,_2):(_3,_106)), layout!((_3):(_2)))) => "Invalid";
        "composition_exact/p0368" composition(layout!((_6,_4,_6):(_1,_105,_703)), layout!((_4,_2):(_3,_2))) => "((_2,_2),_2):((_3,_105),_2)";
        "composition_exact/p0369" composition(layout!((_4,_5):(_2,_103)), layout!(_4:_6)) => "(_2,_2):(_107,_309)";
        "composition_exact/p0370" Rule(check::rules::check_composition(layout!((_6,_6,_6):(_1,_105,_705)), layout!((_3,_3):(_24,_3)))) => "Invalid";
        "composition_exact/p0371" composition(layout!((_2,_6,_3):(_1,_2,_12)), layout!(_5:_6)) => "_5:_6";
        "composition_exact/p0372" composition(layout!((_3,_6):(_1,_100)), layout!(_2:_10)) => "_2:_301";
        "composition_exact/p0373" composition(layout!((_4,_5,_5):(_1,_4,_20)), layout!(_3:_8)) => "_3:_8";
        "composition_exact/p0374" composition(layout!((_6,_4,_6):(_3,_105,_703)), layout!((_4):(_3))) => "((_2,_2)):((_9,_105))";
    }
}

#[test]
fn composition_exact_15() {
    rows! {
        "composition_exact/p0375" composition(layout!((_6,_4):(_1,_12)), layout!(_2:_12)) => "_2:_24";
        "composition_exact/p0376" composition(layout!((_6,_4,_6):(_2,_100,_708)), layout!(_6:_1)) => "_6:_2";
        "composition_exact/p0377" composition(layout!((_8,_5):(_5,_1)), layout!(_2:_12)) => "_2:_21";
        "composition_exact/p0378" composition(layout!((_6,_6):(_3,_103)), layout!(_2:_2)) => "_2:_6";
        "composition_exact/p0379" Rule(check::rules::check_composition(layout!((_4,_4,_2):(_1,_4,_32)), layout!((_2,_3,_5):(_9,_1,_3)))) => "Invalid";
        "composition_exact/p0380" composition(layout!((_4,_6):(_6,_1)), layout!(_2:_5)) => "_2:_7";
        "composition_exact/p0381" Rule(check::rules::check_composition(layout!((_6,_3):(_1,_107)), layout!(_3:_5))) => "Invalid";
        "composition_exact/p0382" Rule(check::rules::check_composition(layout!((_8,_6,_8):(_48,_8,_1)), layout!((_2,_8):(_24,_4)))) => "Invalid";
        "composition_exact/p0383" composition(layout!((_4,_4,_6):(_1,_8,_64)), layout!(_2:_24)) => "_2:_80";
        "composition_exact/p0384" Rule(check::rules::check_composition(layout!((_6,_4,_3):(_1,_12,_96)), layout!((_5):(_9)))) => "Invalid";
        "composition_exact/p0385" Rule(check::rules::check_composition(layout!((_6,_4):(_4,_1)), layout!((_2,_3,_2):(_3,_1,_4)))) => "Invalid";
        "composition_exact/p0386" Rule(check::rules::check_composition(layout!((_8,_6):(_3,_103)), layout!((_6,_2):(_6,_3)))) => "Invalid";
        "composition_exact/p0387" Rule(check::rules::check_composition(layout!((_3,_3):(_2,_107)), layout!(_5:_2))) => "Invalid";
        "composition_exact/p0388" Rule(check::rules::check_composition(layout!((_8,_6):(_1,_102)), layout!(_5:_6))) => "Invalid";
        "composition_exact/p0389" composition(layout!((_2,_8):(_1,_4)), layout!(_2:_4)) => "_2:_8";
        "composition_exact/p0390" composition(layout!((_8,_6):(_6,_1)), layout!(_2:_3)) => "_2:_18";
        "composition_exact/p0391" composition(layout!((_4,_4,_2):(_2,_104,_707)), layout!((_2,_8):(_8,_1))) => "(_2,(_4,_2)):(_208,(_2,_104))";
        "composition_exact/p0392" composition(layout!((_5,_4):(_1,_106)), layout!(_3:_1)) => "_3:_1";
        "composition_exact/p0393" Rule(check::rules::check_composition(layout!((_4,_4,_6):(_24,_6,_1)), layout!((_2,_6):(_9,_2)))) => "Invalid";
        "composition_exact/p0394" Rule(check::rules::check_composition(layout!((_8,_5):(_5,_1)), layout!(_5:_2))) => "Invalid";
        "composition_exact/p0395" composition(layout!((_6,_8):(_2,_107)), layout!((_3,_3):(_8,_12))) => "(_3,_3):(_111,_214)";
        "composition_exact/p0396" Rule(check::rules::check_composition(layout!((_3,_8):(_1,_105)), layout!((_2,_2):(_8,_2)))) => "Invalid";
        "composition_exact/p0397" Rule(check::rules::check_composition(layout!((_4,_5):(_5,_1)), layout!((_2,_4):(_10,_3)))) => "Invalid";
        "composition_exact/p0398" Rule(check::rules::check_composition(layout!((_6,_6):(_2,_106)), layout!((_3,_3):(_2,_1)))) => "Invalid";
        "composition_exact/p0399" composition(layout!((_5,_2):(_1,_5)), layout!((_4):(_2))) => "(_4):(_2)";
    }
}

#[test]
fn composition_exact_16() {
    rows! {
        "composition_exact/p0400" composition(layout!((_6,_2):(_1,_6)), layout!(_4:_2)) => "_4:_2";
        "composition_exact/p0401" composition(layout!((_3,_4):(_1,_108)), layout!(_6:_1)) => "(_3,_2):(_1,_108)";
        "composition_exact/p0402" Rule(check::rules::check_composition(layout!((_4,_8):(_2,_108)), layout!(_3:_2))) => "Invalid";
        "composition_exact/p0403" Rule(check::rules::check_composition(layout!((_4,_2,_8):(_2,_108,_703)), layout!((_5,_2):(_1,_12)))) => "Invalid";
        "composition_exact/p0404" composition(layout!((_5,_2,_4):(_1,_105,_701)), layout!(_3:_12)) => "_3:_703";
        "composition_exact/p0405" Rule(check::rules::check_composition(layout!((_4,_8,_8):(_1,_106,_708)), layout!((_2,_2,_5):(_5,_16,_5)))) => "Invalid";
        "composition_exact/p0406" composition(layout!((_2,_5):(_1,_106)), layout!((_2):(_2))) => "(_2):(_106)";
        "composition_exact/p0407" Rule(check::rules::check_composition(layout!((_6,_8):(_8,_1)), layout!((_3,_6,_3):(_3,_5,_1)))) => "Invalid";
        "composition_exact/p0408" composition(layout!((_6,_4):(_4,_1)), layout!(_4:_3)) => "(_2,_2):(_12,_1)";
        "composition_exact/p0409" Rule(check::rules::check_composition(layout!((_8,_8):(_3,_107)), layout!((_5,_3):(_5,_3)))) => "Invalid";
        "composition_exact/p0410" Rule(check::rules::check_composition(layout!((_8,_2,_4):(_1,_16,_32)), layout!((_2,_3,_6):(_6,_1,_3)))) => "Invalid";
        "composition_exact/p0411" Rule(check::rules::check_composition(layout!((_6,_5,_3):(_3,_108,_703)), layout!(_8:_1))) => "Invalid";
        "composition_exact/p0412" Rule(check::rules::check_composition(layout!((_4,_6,_6):(_1,_4,_48)), layout!((_8,_5):(_1,_8)))) => "Invalid";
        "composition_exact/p0413" composition(layout!((_5,_8):(_8,_1)), layout!(_4:_3)) => "(_2,_2):(_24,_9)";
        "composition_exact/p0414" composition(layout!((_2,_8):(_8,_1)), layout!((_2):(_1))) => "(_2):(_8)";
        "composition_exact/p0415" composition(layout!((_4,_3,_3):(_1,_4,_12)), layout!((_2,_2):(_2,_1))) => "(_2,_2):(_2,_1)";
        "composition_exact/p0416" Rule(check::rules::check_composition(layout!((_8,_6):(_1,_103)), layout!(_4:_6))) => "Invalid";
        "composition_exact/p0417" Rule(check::rules::check_composition(layout!((_8,_6):(_6,_1)), layout!(_3:_12))) => "Invalid";
        "composition_exact/p0418" Rule(check::rules::check_composition(layout!((_8,_6):(_6,_1)), layout!(_8:_3))) => "Invalid";
        "composition_exact/p0419" composition(layout!((_8,_3):(_1,_102)), layout!((_3):(_1))) => "(_3):(_1)";
        "composition_exact/p0420" composition(layout!((_3,_3):(_1,_3)), layout!(_2:_1)) => "_2:_1";
        "composition_exact/p0421" Rule(check::rules::check_composition(layout!((_6,_5):(_1,_100)), layout!((_4):(_2)))) => "Invalid";
        "composition_exact/p0422" composition(layout!((_5,_3):(_3,_100)), layout!(_3:_6)) => "_3:_103";
        "composition_exact/p0423" Rule(check::rules::check_composition(layout!((_3,_6):(_2,_104)), layout!(_3:_5))) => "Invalid";
        "composition_exact/p0424" Rule(check::rules::check_composition(layout!((_4,_6):(_6,_1)), layout!((_4,_2):(_2,_3)))) => "Invalid";
    }
}

#[test]
fn composition_exact_17() {
    rows! {
        "composition_exact/p0425" Rule(check::rules::check_composition(layout!((_6,_4,_8):(_1,_102,_708)), layout!((_3,_2):(_5,_8)))) => "Invalid";
        "composition_exact/p0426" composition(layout!((_8,_5):(_3,_107)), layout!((_3,_2):(_8,_10))) => "(_3,_2):(_107,_113)";
        "composition_exact/p0427" composition(layout!((_6,_6):(_3,_108)), layout!(_8:_3)) => "(_2,_4):(_9,_108)";
        "composition_exact/p0428" Rule(check::rules::check_composition(layout!((_8,_2,_5):(_1,_101,_707)), layout!(_4:_3))) => "Invalid";
        "composition_exact/p0429" Rule(check::rules::check_composition(layout!((_6,_6,_6):(_1,_107,_708)), layout!(_8:_12))) => "Invalid";
        "composition_exact/p0430" Rule(check::rules::check_composition(layout!((_4,_8):(_3,_103)), layout!(_8:_3))) => "Invalid";
        "composition_exact/p0431" composition(layout!((_2,_4):(_3,_108)), layout!(_3:_2)) => "_3:_108";
        "composition_exact/p0432" composition(layout!((_3,_6):(_1,_3)), layout!(_2:_3)) => "_2:_3";
        "composition_exact/p0433" Rule(check::rules::check_composition(layout!((_8,_6):(_2,_108)), layout!(_4:_6))) => "Invalid";
        "composition_exact/p0434" composition(layout!((_5,_6):(_2,_108)), layout!((_3,_3,_3):(_1,_1,_5))) => "(_3,_3,_3):(_2,_2,_108)";
        "composition_exact/p0435" composition(layout!((_4,_8):(_1,_4)), layout!(_4:_1)) => "_4:_1";
        "composition_exact/p0436" Rule(check::rules::check_composition(layout!((_6,_4,_4):(_1,_100,_708)), layout!(_3:_4))) => "Invalid";
        "composition_exact/p0437" Rule(check::rules::check_composition(layout!((_4,_4):(_2,_100)), layout!((_2,_2):(_2,_3)))) => "Invalid";
        "composition_exact/p0438" Rule(check::rules::check_composition(layout!((_6,_4):(_1,_12)), layout!(_8:_1))) => "Invalid";
        "composition_exact/p0439" Rule(check::rules::check_composition(layout!((_5,_5):(_5,_1)), layout!((_3,_2,_2):(_2,_3,_12)))) => "Invalid";
        "composition_exact/p0440" Rule(check::rules::check_composition(layout!((_5,_6,_5):(_2,_100,_700)), layout!((_2,_6):(_2,_16)))) => "Invalid";
        "composition_exact/p0441" Rule(check::rules::check_composition(layout!((_8,_8):(_1,_100)), layout!((_5,_5,_2):(_2,_1,_16)))) => "Invalid";
        "composition_exact/p0442" composition(layout!((_2,_6,_5):(_1,_2,_12)), layout!((_2,_3):(_6,_2))) => "(_2,_3):(_6,_2)";
        "composition_exact/p0443" composition(layout!((_2,_5):(_1,_106)), layout!((_2):(_5))) => "(_2):(_213)";
        "composition_exact/p0444" composition(layout!((_8,_8,_4):(_3,_105,_704)), layout!(_4:_5)) => "(_2,_2):(_15,_111)";
        "composition_exact/p0445" composition(layout!((_3,_6):(_6,_1)), layout!((_3):(_1))) => "(_3):(_6)";
        "composition_exact/p0446" Rule(check::rules::check_composition(layout!((_8,_4,_4):(_3,_103,_708)), layout!((_2,_5):(_10,_12)))) => "Invalid";
        "composition_exact/p0447" composition(layout!((_6,_4):(_2,_103)), layout!(_2:_3)) => "_2:_6";
        "composition_exact/p0448" composition(layout!((_8,_2):(_1,_8)), layout!(_2:_4)) => "_2:_4";
        "composition_exact/p0449" composition(layout!((_3,_2,_6):(_2,_106,_706)), layout!(_2:_16)) => "_2:_1520";
    }
}

#[test]
fn composition_exact_18() {
    rows! {
        "composition_exact/p0450" Rule(check::rules::check_composition(layout!((_8,_6):(_3,_103)), layout!((_4,_2,_3):(_3,_2,_4)))) => "Invalid";
        "composition_exact/p0451" Rule(check::rules::check_composition(layout!((_3,_6):(_6,_1)), layout!(_8:_1))) => "Invalid";
        "composition_exact/p0452" Rule(check::rules::check_composition(layout!((_4,_6,_8):(_1,_8,_96)), layout!((_5,_4):(_8,_3)))) => "Invalid";
        "composition_exact/p0453" Rule(check::rules::check_composition(layout!((_8,_5,_6):(_3,_100,_705)), layout!((_4,_2,_5):(_1,_3,_3)))) => "Invalid";
        "composition_exact/p0454" composition(layout!((_4,_4,_6):(_1,_8,_32)), layout!(_3:_4)) => "_3:_8";
        "composition_exact/p0455" Rule(check::rules::check_composition(layout!((_4,_3,_4):(_3,_108,_701)), layout!(_4:_5))) => "Invalid";
        "composition_exact/p0456" Rule(check::rules::check_composition(layout!((_4,_5):(_3,_101)), layout!((_5,_6):(_2,_2)))) => "Invalid";
        "composition_exact/p0457" composition(layout!((_3,_8):(_1,_106)), layout!(_2:_8)) => "_2:_214";
        "composition_exact/p0458" Rule(check::rules::check_composition(layout!((_5,_6,_5):(_1,_106,_704)), layout!((_4,_2):(_16,_9)))) => "Invalid";
        "composition_exact/p0459" Rule(check::rules::check_composition(layout!((_4,_3,_6):(_18,_6,_1)), layout!(_8:_2))) => "Invalid";
        "composition_exact/p0460" Rule(check::rules::check_composition(layout!((_4,_8):(_1,_104)), layout!((_2,_6):(_1,_3)))) => "Invalid";
        "composition_exact/p0461" Rule(check::rules::check_composition(layout!((_8,_4):(_2,_108)), layout!((_6,_3):(_2,_2)))) => "Invalid";
        "composition_exact/p0462" composition(layout!((_6,_6):(_1,_6)), layout!((_5,_6,_2):(_1,_3,_8))) => "(_5,_6,_2):(_1,_3,_8)";
        "composition_exact/p0463" Rule(check::rules::check_composition(layout!((_4,_6,_4):(_24,_4,_1)), layout!(_5:_16))) => "Invalid";
        "composition_exact/p0464" Rule(check::rules::check_composition(layout!((_6,_2,_6):(_1,_6,_24)), layout!((_4,_3):(_4,_2)))) => "Invalid";
        "composition_exact/p0465" composition(layout!((_8,_5):(_1,_100)), layout!(_3:_3)) => "_3:_3";
        "composition_exact/p0466" Rule(check::rules::check_composition(layout!((_2,_6,_5):(_1,_4,_48)), layout!((_2,_2,_2):(_3,_1,_8)))) => "Invalid";
        "composition_exact/p0467" Rule(check::rules::check_composition(layout!((_5,_8):(_1,_10)), layout!((_6,_2):(_3,_4)))) => "Invalid";
        "composition_exact/p0468" composition(layout!((_5,_4,_4):(_3,_104,_703)), layout!(_2:_24)) => "_2:_715";
        "composition_exact/p0469" Rule(check::rules::check_composition(layout!((_4,_6,_3):(_2,_103,_700)), layout!((_3,_8):(_12,_1)))) => "Invalid";
        "composition_exact/p0470" composition(layout!((_2,_4):(_1,_107)), layout!(_2:_2)) => "_2:_107";
        "composition_exact/p0471" Rule(check::rules::check_composition(layout!((_6,_6):(_1,_106)), layout!((_3,_3):(_3,_1)))) => "Invalid";
        "composition_exact/p0472" Rule(check::rules::check_composition(layout!((_4,_4):(_1,_8)), layout!(_3:_3))) => "Invalid";
        "composition_exact/p0473" composition(layout!((_4,_6,_6):(_3,_107,_703)), layout!(_3:_24)) => "_3:_703";
        "composition_exact/p0474" Rule(check::rules::check_composition(layout!((_3,_8,_6):(_48,_6,_1)), layout!((_2,_2,_8):(_4,_10,_1)))) => "Invalid";
    }
}

#[test]
fn composition_exact_19() {
    rows! {
        "composition_exact/p0475" composition(layout!((_6,_3,_6):(_1,_6,_18)), layout!(_2:_5)) => "_2:_5";
        "composition_exact/p0476" Rule(check::rules::check_composition(layout!((_5,_2,_5):(_3,_107,_700)), layout!((_8,_3):(_3,_1)))) => "Invalid";
        "composition_exact/p0477" Rule(check::rules::check_composition(layout!((_8,_8,_6):(_2,_105,_701)), layout!((_2,_3):(_6,_4)))) => "Invalid";
        "composition_exact/p0478" Rule(check::rules::check_composition(layout!((_4,_2):(_3,_101)), layout!((_3,_5):(_1,_1)))) => "Invalid";
        "composition_exact/p0479" composition(layout!((_4,_6):(_1,_104)), layout!(_8:_1)) => "(_4,_2):(_1,_104)";
        "composition_exact/p0480" composition(layout!((_5,_4):(_1,_102)), layout!((_2,_2):(_2,_1))) => "(_2,_2):(_2,_1)";
        "composition_exact/p0481" composition(layout!((_4,_6):(_1,_4)), layout!((_4):(_2))) => "(_4):(_2)";
        "composition_exact/p0482" Rule(check::rules::check_composition(layout!((_4,_8,_5):(_1,_101,_702)), layout!(_5:_2))) => "Invalid";
        "composition_exact/p0483" Rule(check::rules::check_composition(layout!((_5,_4,_8):(_1,_10,_40)), layout!((_5,_4):(_1,_6)))) => "Invalid";
        "composition_exact/p0484" Rule(check::rules::check_composition(layout!((_6,_8,_4):(_2,_107,_701)), layout!((_3,_3):(_3,_1)))) => "Invalid";
        "composition_exact/p0485" composition(layout!((_4,_2):(_1,_4)), layout!((_2):(_6))) => "(_2):(_6)";
        "composition_exact/p0486" composition(layout!((_3,_8):(_8,_1)), layout!(_2:_3)) => "_2:_1";
        "composition_exact/p0487" Rule(check::rules::check_composition(layout!((_6,_6):(_3,_100)), layout!(_4:_2))) => "Invalid";
        "composition_exact/p0488" composition(layout!((_5,_6):(_2,_101)), layout!(_2:_16)) => "_2:_305";
        "composition_exact/p0489" Rule(check::rules::check_composition(layout!((_6,_2):(_3,_100)), layout!((_3,_3):(_2,_1)))) => "Invalid";
        "composition_exact/p0490" composition(layout!((_8,_6):(_3,_101)), layout!(_2:_1)) => "_2:_3";
        "composition_exact/p0491" composition(layout!((_3,_6):(_1,_100)), layout!(_2:_12)) => "_2:_400";
        "composition_exact/p0492" Rule(check::rules::check_composition(layout!((_5,_3):(_2,_107)), layout!(_8:_1))) => "Invalid";
        "composition_exact/p0493" composition(layout!((_2,_8):(_8,_1)), layout!(_5:_2)) => "_5:_1";
        "composition_exact/p0494" Rule(check::rules::check_composition(layout!((_3,_6):(_3,_100)), layout!(_5:_1))) => "Invalid";
        "composition_exact/p0495" composition(layout!((_3,_4):(_1,_3)), layout!(_2:_8)) => "_2:_8";
        "composition_exact/p0496" Rule(check::rules::check_composition(layout!((_4,_5,_4):(_3,_103,_703)), layout!((_8):(_3)))) => "Invalid";
        "composition_exact/p0497" Rule(check::rules::check_composition(layout!((_6,_6):(_6,_1)), layout!((_2,_3):(_8,_9)))) => "Invalid";
        "composition_exact/p0498" composition(layout!((_5,_6):(_1,_5)), layout!((_4,_2,_3):(_4,_1,_8))) => "(_4,_2,_3):(_4,_1,_8)";
        "composition_exact/p0499" composition(layout!((_4,_8,_4):(_1,_105,_708)), layout!(_2:_4)) => "_2:_105";
    }
}

#[test]
fn composition_exact_20() {
    rows! {
        "composition_exact/p0500" Rule(check::rules::check_composition(layout!((_3,_6,_2):(_3,_102,_702)), layout!((_3,_3,_4):(_2,_4,_1)))) => "Invalid";
        "composition_exact/p0501" Rule(check::rules::check_composition(layout!((_6,_6,_6):(_1,_12,_72)), layout!((_5,_6):(_3,_9)))) => "Invalid";
        "composition_exact/p0502" Rule(check::rules::check_composition(layout!((_5,_5):(_3,_102)), layout!((_5,_4):(_3,_2)))) => "Invalid";
        "composition_exact/p0503" Rule(check::rules::check_composition(layout!((_6,_6,_6):(_2,_103,_701)), layout!((_8,_5):(_16,_3)))) => "Invalid";
        "composition_exact/p0504" Rule(check::rules::check_composition(layout!((_3,_3,_4):(_1,_100,_703)), layout!(_8:_4))) => "Invalid";
        "composition_exact/p0505" Rule(check::rules::check_composition(layout!((_5,_2):(_3,_100)), layout!(_5:_2))) => "Invalid";
        "composition_exact/p0506" Rule(check::rules::check_composition(layout!((_5,_8,_6):(_2,_108,_701)), layout!((_5,_4,_2):(_10,_2,_16)))) => "Invalid";
        "composition_exact/p0507" composition(layout!((_6,_6,_4):(_1,_108,_705)), layout!(_6:_1)) => "_6:_1";
        "composition_exact/p0508" Rule(check::rules::check_composition(layout!((_4,_3):(_1,_104)), layout!(_3:_2))) => "Invalid";
        "composition_exact/p0509" Rule(check::rules::check_composition(layout!((_8,_6,_5):(_3,_108,_702)), layout!((_2,_4,_3):(_24,_16,_12)))) => "Invalid";
        "composition_exact/p0510" composition(layout!((_5,_6,_8):(_1,_10,_60)), layout!(_3:_6)) => "_3:_11";
        "composition_exact/p0511" composition(layout!((_5,_4,_3):(_1,_5,_20)), layout!((_3,_2):(_1,_10))) => "(_3,_2):(_1,_10)";
        "composition_exact/p0512" Rule(check::rules::check_composition(layout!((_4,_5,_4):(_20,_4,_1)), layout!((_6,_2):(_6,_24)))) => "Invalid";
        "composition_exact/p0513" Rule(check::rules::check_composition(layout!((_8,_4):(_3,_105)), layout!((_3,_3):(_5,_6)))) => "Invalid";
        "composition_exact/p0514" composition(layout!((_6,_4):(_3,_107)), layout!(_3:_2)) => "_3:_6";
        "composition_exact/p0515" composition(layout!((_4,_6):(_1,_8)), layout!(_6:_2)) => "(_2,_3):(_2,_8)";
        "composition_exact/p0516" Rule(check::rules::check_composition(layout!((_4,_8,_8):(_64,_8,_1)), layout!((_6,_3,_2):(_1,_3,_1)))) => "Invalid";
        "composition_exact/p0517" Rule(check::rules::check_composition(layout!((_2,_8):(_8,_1)), layout!(_3:_5))) => "Invalid";
        "composition_exact/p0518" Rule(check::rules::check_composition(layout!((_4,_6):(_1,_102)), layout!((_6,_2):(_1,_10)))) => "Invalid";
        "composition_exact/p0519" Rule(check::rules::check_composition(layout!((_5,_4,_6):(_3,_108,_707)), layout!((_4,_6):(_6,_1)))) => "Invalid";
        "composition_exact/p0520" Rule(check::rules::check_composition(layout!((_8,_6):(_3,_103)), layout!(_3:_4))) => "Invalid";
        "composition_exact/p0521" Rule(check::rules::check_composition(layout!((_4,_3):(_1,_100)), layout!((_3):(_3)))) => "Invalid";
        "composition_exact/p0522" Rule(check::rules::check_composition(layout!((_2,_6,_2):(_1,_104,_703)), layout!((_2,_3,_8):(_2,_3,_2)))) => "Invalid";
        "composition_exact/p0523" composition(layout!((_4,_8):(_1,_4)), layout!((_5,_3):(_1,_10))) => "(_5,_3):(_1,_10)";
        "composition_exact/p0524" Rule(check::rules::check_composition(layout!((_6,_6):(_3,_105)), layout!((_2,_4):(_1,_2)))) => "Invalid";
    }
}

#[test]
fn composition_exact_21() {
    rows! {
        "composition_exact/p0525" composition(layout!((_8,_3,_4):(_1,_8,_48)), layout!((_2,_2):(_24,_8))) => "(_2,_2):(_48,_8)";
        "composition_exact/p0526" Rule(check::rules::check_composition(layout!((_6,_2,_6):(_3,_107,_706)), layout!((_2,_6):(_8,_10)))) => "Invalid";
        "composition_exact/p0527" composition(layout!((_8,_4,_6):(_24,_6,_1)), layout!(_3:_3)) => "_3:_72";
        "composition_exact/p0528" Rule(check::rules::check_composition(layout!((_4,_4):(_3,_100)), layout!((_6,_3):(_1,_4)))) => "Invalid";
        "composition_exact/p0529" composition(layout!((_8,_4,_4):(_1,_103,_700)), layout!(_8:_8)) => "(_4,_2):(_103,_700)";
        "composition_exact/p0530" composition(layout!((_6,_3):(_1,_106)), layout!(_2:_10)) => "_2:_110";
        "composition_exact/p0531" Rule(check::rules::check_composition(layout!((_8,_8):(_1,_104)), layout!((_4,_2,_2):(_6,_2,_8)))) => "Invalid";
        "composition_exact/p0532" Rule(check::rules::check_composition(layout!((_8,_5,_5):(_25,_5,_1)), layout!((_8,_5):(_4,_5)))) => "Invalid";
        "composition_exact/p0533" Rule(check::rules::check_composition(layout!((_5,_6):(_6,_1)), layout!((_4,_6):(_1,_3)))) => "Invalid";
        "composition_exact/p0534" composition(layout!((_8,_6):(_1,_103)), layout!(_4:_8)) => "_4:_103";
        "composition_exact/p0535" composition(layout!((_4,_4):(_1,_8)), layout!((_6):(_2))) => "((_2,_3)):((_2,_8))";
        "composition_exact/p0536" composition(layout!((_6,_5,_4):(_1,_6,_30)), layout!((_2,_3,_4):(_12,_1,_10))) => "(_2,_3,_4):(_12,_1,_10)";
        "composition_exact/p0537" Rule(check::rules::check_composition(layout!((_8,_3):(_3,_104)), layout!((_3,_2):(_6,_5)))) => "Invalid";
        "composition_exact/p0538" composition(layout!((_8,_6):(_2,_103)), layout!((_3):(_3))) => "(_3):(_6)";
        "composition_exact/p0539" composition(layout!((_4,_4,_3):(_1,_103,_705)), layout!((_6,_2):(_2,_16))) => "((_2,_3),_2):((_2,_103),_705)";
        "composition_exact/p0540" Rule(check::rules::check_composition(layout!((_5,_3):(_2,_107)), layout!(_6:_2))) => "Invalid";
        "composition_exact/p0541" Rule(check::rules::check_composition(layout!((_6,_2):(_2,_101)), layout!(_3:_3))) => "Invalid";
        "composition_exact/p0542" composition(layout!((_5,_3):(_1,_5)), layout!((_3,_3):(_1,_2))) => "(_3,_3):(_1,_2)";
        "composition_exact/p0543" Rule(check::rules::check_composition(layout!((_6,_6):(_6,_1)), layout!((_2,_4):(_16,_4)))) => "Invalid";
        "composition_exact/p0544" Rule(check::rules::check_composition(layout!((_8,_4):(_4,_1)), layout!(_4:_3))) => "Invalid";
        "composition_exact/p0545" Rule(check::rules::check_composition(layout!((_6,_8):(_8,_1)), layout!((_3,_8):(_2,_1)))) => "Invalid";
        "composition_exact/p0546" composition(layout!((_2,_8,_5):(_1,_108,_703)), layout!(_2:_2)) => "_2:_108";
        "composition_exact/p0547" Rule(check::rules::check_composition(layout!((_8,_3):(_3,_106)), layout!((_2,_8):(_1,_3)))) => "Invalid";
        "composition_exact/p0548" composition(layout!((_6,_4,_4):(_1,_6,_24)), layout!((_2,_3):(_24,_1))) => "(_2,_3):(_24,_1)";
        "composition_exact/p0549" Rule(check::rules::check_composition(layout!((_5,_4,_4):(_1,_107,_707)), layout!((_5,_4):(_9,_8)))) => "Invalid";
    }
}

#[test]
fn composition_exact_22() {
    rows! {
        "composition_exact/p0550" Rule(check::rules::check_composition(layout!((_8,_8):(_1,_16)), layout!((_3,_2,_4):(_12,_9,_4)))) => "Invalid";
        "composition_exact/p0551" composition(layout!((_8,_4,_4):(_1,_8,_32)), layout!((_3):(_24))) => "(_3):(_24)";
        "composition_exact/p0552" Rule(check::rules::check_composition(layout!((_8,_4):(_1,_103)), layout!((_8,_3):(_1,_4)))) => "Invalid";
        "composition_exact/p0553" composition(layout!((_8,_4):(_1,_16)), layout!(_6:_3)) => "(_3,_2):(_3,_17)";
        "composition_exact/p0554" Rule(check::rules::check_composition(layout!((_6,_5):(_5,_1)), layout!(_3:_4))) => "Invalid";
        "composition_exact/p0555" composition(layout!((_4,_3,_8):(_1,_103,_705)), layout!(_2:_2)) => "_2:_2";
        "composition_exact/p0556" composition(layout!((_8,_5):(_1,_101)), layout!((_2,_3,_4):(_2,_1,_1))) => "(_2,_3,_4):(_2,_1,_1)";
        "composition_exact/p0557" composition(layout!((_5,_3,_8):(_3,_102,_708)), layout!(_2:_24)) => "_2:_822";
        "composition_exact/p0558" Rule(check::rules::check_composition(layout!((_4,_6):(_3,_106)), layout!(_3:_3))) => "Invalid";
        "composition_exact/p0559" Rule(check::rules::check_composition(layout!((_4,_6):(_6,_1)), layout!(_3:_2))) => "Invalid";
        "composition_exact/p0560" Rule(check::rules::check_composition(layout!((_4,_6):(_1,_102)), layout!((_3):(_3)))) => "Invalid";
        "composition_exact/p0561" composition(layout!((_2,_3,_4):(_3,_106,_705)), layout!((_2):(_12))) => "(_2):(_1410)";
        "composition_exact/p0562" Rule(check::rules::check_composition(layout!((_6,_5,_6):(_2,_106,_702)), layout!((_6,_8):(_10,_10)))) => "Invalid";
        "composition_exact/p0563" Rule(check::rules::check_composition(layout!((_4,_6):(_6,_1)), layout!((_2,_2):(_1,_3)))) => "Invalid";
        "composition_exact/p0564" Rule(check::rules::check_composition(layout!((_5,_4):(_3,_104)), layout!(_6:_1))) => "Invalid";
        "composition_exact/p0565" composition(layout!((_8,_5):(_1,_106)), layout!(_2:_24)) => "_2:_318";
        "composition_exact/p0566" composition(layout!((_5,_6):(_3,_100)), layout!((_2):(_6))) => "(_2):(_103)";
        "composition_exact/p0567" composition(layout!((_8,_2):(_2,_106)), layout!((_2,_5):(_8,_1))) => "(_2,_5):(_106,_2)";
        "composition_exact/p0568" Rule(check::rules::check_composition(layout!((_4,_5,_3):(_2,_102,_706)), layout!((_3,_4):(_3,_4)))) => "Invalid";
        "composition_exact/p0569" composition(layout!((_5,_6):(_1,_101)), layout!(_3:_5)) => "_3:_101";
        "composition_exact/p0570" composition(layout!((_4,_6,_6):(_1,_4,_24)), layout!((_3,_3):(_6,_9))) => "(_3,_3):(_6,_9)";
        "composition_exact/p0571" Rule(check::rules::check_composition(layout!((_5,_6,_2):(_1,_104,_702)), layout!((_3,_8):(_3,_3)))) => "Invalid";
        "composition_exact/p0572" Rule(check::rules::check_composition(layout!((_3,_2):(_2,_1)), layout!(_3:_2))) => "Invalid";
        "composition_exact/p0573" Rule(check::rules::check_composition(layout!((_6,_6):(_2,_103)), layout!(_5:_5))) => "Invalid";
        "composition_exact/p0574" Rule(check::rules::check_composition(layout!((_5,_6):(_1,_10)), layout!(_8:_4))) => "Invalid";
    }
}

#[test]
fn composition_exact_23() {
    rows! {
        "composition_exact/p0575" composition(layout!((_4,_6,_8):(_3,_101,_705)), layout!((_2,_3):(_6,_8))) => "(_2,_3):(_107,_202)";
        "composition_exact/p0576" composition(layout!((_5,_5,_5):(_1,_10,_100)), layout!((_2):(_3))) => "(_2):(_3)";
        "composition_exact/p0577" Rule(check::rules::check_composition(layout!((_6,_8):(_1,_102)), layout!((_3,_8):(_1,_2)))) => "Invalid";
        "composition_exact/p0578" Rule(check::rules::check_composition(layout!((_5,_8,_6):(_1,_105,_701)), layout!(_5:_12))) => "Invalid";
        "composition_exact/p0579" composition(layout!((_2,_6):(_1,_4)), layout!(_2:_5)) => "_2:_9";
        "composition_exact/p0580" Rule(check::rules::check_composition(layout!((_5,_4):(_1,_103)), layout!((_2,_3):(_6,_2)))) => "Invalid";
        "composition_exact/p0581" Rule(check::rules::check_composition(layout!((_4,_4):(_1,_108)), layout!(_5:_3))) => "Invalid";
        "composition_exact/p0582" Rule(check::rules::check_composition(layout!((_8,_2,_6):(_1,_103,_705)), layout!((_5):(_2)))) => "Invalid";
        "composition_exact/p0583" Rule(check::rules::check_composition(layout!((_8,_4,_4):(_16,_4,_1)), layout!((_2,_3):(_10,_6)))) => "Invalid";
        "composition_exact/p0584" composition(layout!((_3,_6,_5):(_1,_107,_706)), layout!(_3:_6)) => "_3:_214";
        "composition_exact/p0585" composition(layout!((_4,_8):(_2,_107)), layout!((_2,_2):(_16,_8))) => "(_2,_2):(_428,_214)";
        "composition_exact/p0586" composition(layout!((_4,_6):(_6,_1)), layout!((_2,_2):(_8,_5))) => "(_2,_2):(_2,_7)";
        "composition_exact/p0587" Rule(check::rules::check_composition(layout!((_6,_4):(_4,_1)), layout!(_4:_5))) => "Invalid";
        "composition_exact/p0588" Rule(check::rules::check_composition(layout!((_5,_6):(_3,_104)), layout!((_3,_3):(_1,_9)))) => "Invalid";
        "composition_exact/p0589" composition(layout!((_2,_6):(_6,_1)), layout!(_2:_3)) => "_2:_7";
        "composition_exact/p0590" composition(layout!((_4,_3):(_3,_1)), layout!(_8:_1)) => "(_4,_2):(_3,_1)";
        "composition_exact/p0591" Rule(check::rules::check_composition(layout!((_8,_6,_8):(_1,_16,_96)), layout!((_5,_3):(_5,_3)))) => "Invalid";
        "composition_exact/p0592" Rule(check::rules::check_composition(layout!((_6,_6):(_6,_1)), layout!((_5,_3,_3):(_1,_9,_4)))) => "Invalid";
        "composition_exact/p0593" composition(layout!((_6,_3):(_3,_106)), layout!(_2:_3)) => "_2:_9";
        "composition_exact/p0594" Rule(check::rules::check_composition(layout!((_6,_4):(_2,_108)), layout!((_2,_2,_2):(_3,_8,_1)))) => "Invalid";
        "composition_exact/p0595" Rule(check::rules::check_composition(layout!((_4,_6):(_1,_8)), layout!(_6:_1))) => "Invalid";
        "composition_exact/p0596" Rule(check::rules::check_composition(layout!((_6,_5):(_5,_1)), layout!(_4:_2))) => "Invalid";
        "composition_exact/p0597" Rule(check::rules::check_composition(layout!((_6,_4,_3):(_12,_3,_1)), layout!(_8:_10))) => "Invalid";
        "composition_exact/p0598" Rule(check::rules::check_composition(layout!((_5,_2,_5):(_1,_105,_708)), layout!((_3):(_16)))) => "Invalid";
        "composition_exact/p0599" Rule(check::rules::check_composition(layout!((_5,_5,_4):(_20,_4,_1)), layout!((_2,_2,_4):(_5,_6,_3)))) => "Invalid";
    }
}

#[test]
fn composition_exact_24() {
    rows! {
        "composition_exact/p0600" Rule(check::rules::check_composition(layout!((_4,_4,_2):(_1,_101,_701)), layout!(_5:_3))) => "Invalid";
        "composition_exact/p0601" composition(layout!((_6,_3):(_3,_107)), layout!(_2:_3)) => "_2:_9";
        "composition_exact/p0602" Rule(check::rules::check_composition(layout!((_2,_4):(_2,_107)), layout!((_3,_2):(_1,_1)))) => "Invalid";
        "composition_exact/p0603" Rule(check::rules::check_composition(layout!((_4,_8,_6):(_1,_101,_706)), layout!(_5:_2))) => "Invalid";
        "composition_exact/p0604" Rule(check::rules::check_composition(layout!((_6,_6,_3):(_18,_3,_1)), layout!(_8:_6))) => "Invalid";
        "composition_exact/p0605" Rule(check::rules::check_composition(layout!((_6,_4,_5):(_20,_5,_1)), layout!((_5,_2):(_8,_3)))) => "Invalid";
        "composition_exact/p0606" Rule(check::rules::check_composition(layout!((_6,_6):(_6,_1)), layout!((_6,_5):(_2,_1)))) => "Invalid";
        "composition_exact/p0607" Rule(check::rules::check_composition(layout!((_8,_6):(_3,_105)), layout!((_2,_6):(_3,_3)))) => "Invalid";
        "composition_exact/p0608" Rule(check::rules::check_composition(layout!((_5,_2,_8):(_1,_10,_20)), layout!((_8,_8):(_4,_3)))) => "Invalid";
        "composition_exact/p0609" Rule(check::rules::check_composition(layout!((_6,_3):(_1,_107)), layout!((_2,_3):(_4,_3)))) => "Invalid";
        "composition_exact/p0610" Rule(check::rules::check_composition(layout!((_5,_5,_6):(_30,_6,_1)), layout!(_5:_24))) => "Invalid";
        "composition_exact/p0611" Rule(check::rules::check_composition(layout!((_4,_8,_4):(_1,_107,_706)), layout!((_3,_6,_3):(_3,_16,_16)))) => "Invalid";
        "composition_exact/p0612" Rule(check::rules::check_composition(layout!((_5,_4):(_2,_106)), layout!((_3,_6):(_2,_1)))) => "Invalid";
        "composition_exact/p0613" composition(layout!((_3,_3):(_1,_103)), layout!((_2,_2):(_6,_2))) => "(_2,_2):(_206,_2)";
        "composition_exact/p0614" Rule(check::rules::check_composition(layout!((_4,_5):(_3,_107)), layout!(_3:_2))) => "Invalid";
        "composition_exact/p0615" composition(layout!((_8,_4):(_1,_105)), layout!((_3):(_3))) => "(_3):(_3)";
        "composition_exact/p0616" Rule(check::rules::check_composition(layout!((_4,_8):(_2,_107)), layout!(_5:_1))) => "Invalid";
        "composition_exact/p0617" composition(layout!((_5,_6):(_3,_106)), layout!(_2:_3)) => "_2:_9";
        "composition_exact/p0618" composition(layout!((_5,_8):(_8,_1)), layout!(_2:_5)) => "_2:_1";
        "composition_exact/p0619" composition(layout!((_8,_8):(_1,_100)), layout!((_2):(_5))) => "(_2):(_5)";
        "composition_exact/p0620" composition(layout!((_3,_8):(_8,_1)), layout!(_3:_4)) => "_3:_9";
        "composition_exact/p0621" composition(layout!((_8,_4,_6):(_24,_6,_1)), layout!((_2):(_24))) => "(_2):(_18)";
        "composition_exact/p0622" composition(layout!((_3,_8,_5):(_1,_107,_707)), layout!(_6:_12)) => "(_2,_3):(_428,_707)";
        "composition_exact/p0623" Rule(check::rules::check_composition(layout!((_6,_8):(_2,_108)), layout!((_4,_8):(_1,_1)))) => "Invalid";
        "composition_exact/p0624" composition(layout!((_5,_5):(_1,_5)), layout!((_8,_2):(_3,_2))) => "(_8,_2):(_3,_2)";
    }
}

#[test]
fn composition_exact_25() {
    rows! {
        "composition_exact/p0625" composition(layout!((_2,_6,_4):(_24,_4,_1)), layout!((_4,_3):(_1,_16))) => "((_2,_2),_3):((_24,_4),_9)";
        "composition_exact/p0626" Rule(check::rules::check_composition(layout!((_3,_5,_6):(_2,_105,_705)), layout!((_2,_6):(_2,_3)))) => "Invalid";
        "composition_exact/p0627" composition(layout!((_5,_2,_5):(_1,_103,_706)), layout!((_2):(_3))) => "(_2):(_3)";
        "composition_exact/p0628" Rule(check::rules::check_composition(layout!((_6,_3,_4):(_3,_102,_705)), layout!((_6,_4):(_3,_8)))) => "Invalid";
        "composition_exact/p0629" composition(layout!((_4,_2,_6):(_3,_100,_705)), layout!(_2:_16)) => "_2:_1410";
        "composition_exact/p0630" composition(layout!((_4,_6):(_1,_8)), layout!(_2:_3)) => "_2:_3";
        "composition_exact/p0631" Rule(check::rules::check_composition(layout!((_6,_4):(_2,_100)), layout!(_8:_1))) => "Invalid";
        "composition_exact/p0632" Rule(check::rules::check_composition(layout!((_5,_6,_4):(_3,_100,_701)), layout!((_3):(_24)))) => "Invalid";
        "composition_exact/p0633" composition(layout!((_4,_4):(_3,_101)), layout!((_8):(_2))) => "((_2,_4)):((_6,_101))";
        "composition_exact/p0634" composition(layout!((_4,_6):(_1,_100)), layout!((_3,_3):(_1,_8))) => "(_3,_3):(_1,_200)";
        "composition_exact/p0635" Rule(check::rules::check_composition(layout!((_8,_4):(_4,_1)), layout!((_2,_5):(_2,_3)))) => "Invalid";
        "composition_exact/p0636" composition(layout!((_2,_5):(_1,_107)), layout!(_3:_2)) => "_3:_107";
        "composition_exact/p0637" Rule(check::rules::check_composition(layout!((_8,_4):(_2,_106)), layout!((_2,_5):(_2,_4)))) => "Invalid";
        "composition_exact/p0638" Rule(check::rules::check_composition(layout!((_5,_6):(_2,_105)), layout!((_3,_5):(_1,_4)))) => "Invalid";
        "composition_exact/p0639" composition(layout!((_6,_4):(_1,_107)), layout!(_2:_10)) => "_2:_111";
        "composition_exact/p0640" Rule(check::rules::check_composition(layout!((_4,_8,_3):(_1,_106,_707)), layout!((_3,_5):(_4,_3)))) => "Invalid";
        "composition_exact/p0641" Rule(check::rules::check_composition(layout!((_4,_6):(_3,_108)), layout!((_3,_5):(_1,_2)))) => "Invalid";
        "composition_exact/p0642" Rule(check::rules::check_composition(layout!((_2,_8):(_1,_107)), layout!(_3:_1))) => "Invalid";
        "composition_exact/p0643" composition(layout!((_6,_8):(_1,_6)), layout!((_4,_4):(_2,_4))) => "(_4,_4):(_2,_4)";
        "composition_exact/p0644" Rule(check::rules::check_composition(layout!((_4,_3):(_3,_105)), layout!(_3:_2))) => "Invalid";
        "composition_exact/p0645" Rule(check::rules::check_composition(layout!((_6,_6,_3):(_3,_108,_700)), layout!(_6:_5))) => "Invalid";
        "composition_exact/p0646" Rule(check::rules::check_composition(layout!((_8,_8,_4):(_2,_107,_702)), layout!((_3,_3):(_5,_16)))) => "Invalid";
        "composition_exact/p0647" Rule(check::rules::check_composition(layout!((_4,_4,_6):(_3,_102,_705)), layout!(_3:_2))) => "Invalid";
        "composition_exact/p0648" Rule(check::rules::check_composition(layout!((_6,_6,_3):(_2,_102,_708)), layout!((_2,_4):(_4,_1)))) => "Invalid";
        "composition_exact/p0649" composition(layout!((_4,_5):(_2,_107)), layout!(_2:_3)) => "_2:_6";
    }
}

#[test]
fn composition_exact_26() {
    rows! {
        "composition_exact/p0650" Rule(check::rules::check_composition(layout!((_6,_4,_6):(_1,_100,_703)), layout!((_8,_3):(_1,_24)))) => "Invalid";
        "composition_exact/p0651" Rule(check::rules::check_composition(layout!((_3,_5,_6):(_2,_108,_708)), layout!((_4,_8):(_4,_8)))) => "Invalid";
        "composition_exact/p0652" Rule(check::rules::check_composition(layout!((_4,_8):(_2,_100)), layout!((_2,_3):(_8,_2)))) => "Invalid";
        "composition_exact/p0653" Rule(check::rules::check_composition(layout!((_4,_3,_8):(_3,_107,_708)), layout!(_8:_2))) => "Invalid";
        "composition_exact/p0654" composition(layout!((_8,_4):(_3,_108)), layout!((_3,_2):(_2,_3))) => "(_3,_2):(_6,_9)";
        "composition_exact/p0655" composition(layout!((_2,_5):(_2,_104)), layout!(_4:_2)) => "_4:_104";
        "composition_exact/p0656" composition(layout!((_6,_5,_2):(_1,_6,_30)), layout!((_2,_2):(_5,_2))) => "(_2,_2):(_5,_2)";
        "composition_exact/p0657" Rule(check::rules::check_composition(layout!((_3,_2,_3):(_2,_102,_701)), layout!((_5,_2):(_1,_10)))) => "Invalid";
        "composition_exact/p0658" composition(layout!((_2,_3):(_1,_2)), layout!(_2:_5)) => "_2:_5";
        "composition_exact/p0659" composition(layout!((_4,_4):(_1,_4)), layout!((_4,_2):(_2,_1))) => "(_4,_2):(_2,_1)";
        "composition_exact/p0660" Rule(check::rules::check_composition(layout!((_5,_6,_3):(_1,_103,_708)), layout!((_3,_2):(_12,_8)))) => "Invalid";
        "composition_exact/p0661" composition(layout!((_2,_3):(_3,_100)), layout!(_3:_2)) => "_3:_100";
        "composition_exact/p0662" Rule(check::rules::check_composition(layout!((_6,_8):(_8,_1)), layout!((_2,_4):(_4,_3)))) => "Invalid";
        "composition_exact/p0663" Rule(check::rules::check_composition(layout!((_6,_4):(_4,_1)), layout!((_3,_5):(_2,_3)))) => "Invalid";
        "composition_exact/p0664" composition(layout!((_4,_3,_6):(_18,_6,_1)), layout!(_2:_5)) => "_2:_24";
        "composition_exact/p0665" Rule(check::rules::check_composition(layout!((_6,_5,_6):(_1,_105,_703)), layout!((_4,_2,_3):(_24,_24,_1)))) => "Invalid";
        "composition_exact/p0666" Rule(check::rules::check_composition(layout!((_4,_6):(_1,_100)), layout!(_3:_2))) => "Invalid";
        "composition_exact/p0667" composition(layout!((_8,_6):(_1,_106)), layout!((_3,_2):(_1,_5))) => "(_3,_2):(_1,_5)";
        "composition_exact/p0668" Rule(check::rules::check_composition(layout!((_3,_6,_4):(_24,_4,_1)), layout!(_6:_2))) => "Invalid";
        "composition_exact/p0669" Rule(check::rules::check_composition(layout!((_6,_3):(_1,_101)), layout!((_4,_2):(_2,_9)))) => "Invalid";
        "composition_exact/p0670" composition(layout!((_8,_6):(_1,_8)), layout!((_3,_3,_6):(_10,_1,_1))) => "(_3,_3,_6):(_10,_1,_1)";
        "composition_exact/p0671" composition(layout!((_4,_2):(_1,_4)), layout!(_4:_1)) => "_4:_1";
        "composition_exact/p0672" composition(layout!((_4,_3,_4):(_2,_108,_704)), layout!((_2,_2):(_3,_24))) => "(_2,_2):(_6,_1408)";
        "composition_exact/p0673" composition(layout!((_4,_3):(_3,_106)), layout!(_2:_10)) => "_2:_218";
        "composition_exact/p0674" Rule(check::rules::check_composition(layout!((_6,_4):(_4,_1)), layout!((_2,_3):(_3,_4)))) => "Invalid";
    }
}

#[test]
fn composition_exact_27() {
    rows! {
        "composition_exact/p0675" composition(layout!((_6,_6,_6):(_36,_6,_1)), layout!(_4:_9)) => "(_2,_2):(_114,_18)";
        "composition_exact/p0676" composition(layout!((_6,_6):(_2,_107)), layout!((_3):(_2))) => "(_3):(_4)";
        "composition_exact/p0677" composition(layout!((_5,_8):(_2,_105)), layout!((_2,_2):(_3,_5))) => "(_2,_2):(_6,_105)";
        "composition_exact/p0678" composition(layout!((_5,_3):(_1,_5)), layout!((_3,_6):(_1,_2))) => "(_3,_6):(_1,_2)";
        "composition_exact/p0679" composition(layout!((_6,_3):(_3,_108)), layout!(_4:_3)) => "(_2,_2):(_9,_108)";
        "composition_exact/p0680" composition(layout!((_8,_4):(_1,_16)), layout!(_2:_24)) => "_2:_48";
        "composition_exact/p0681" Rule(check::rules::check_composition(layout!((_6,_8,_5):(_40,_5,_1)), layout!(_8:_2))) => "Invalid";
        "composition_exact/p0682" Rule(check::rules::check_composition(layout!((_8,_8,_5):(_40,_5,_1)), layout!((_3,_5):(_6,_2)))) => "Invalid";
        "composition_exact/p0683" composition(layout!((_8,_5):(_5,_1)), layout!((_2,_2):(_12,_16))) => "(_2,_2):(_21,_2)";
        "composition_exact/p0684" Rule(check::rules::check_composition(layout!((_8,_4):(_3,_105)), layout!(_5:_4))) => "Invalid";
        "composition_exact/p0685" composition(layout!((_4,_4,_5):(_1,_101,_708)), layout!(_2:_6)) => "_2:_103";
        "composition_exact/p0686" composition(layout!((_4,_6):(_1,_106)), layout!(_2:_1)) => "_2:_1";
        "composition_exact/p0687" composition(layout!((_5,_6):(_2,_100)), layout!((_2):(_2))) => "(_2):(_4)";
        "composition_exact/p0688" composition(layout!((_4,_5,_6):(_3,_102,_703)), layout!((_2,_2):(_24,_6))) => "(_2,_2):(_805,_108)";
        "composition_exact/p0689" composition(layout!((_2,_4,_6):(_24,_6,_1)), layout!(_2:_10)) => "_2:_7";
        "composition_exact/p0690" composition(layout!((_6,_4,_5):(_1,_6,_24)), layout!((_5):(_24))) => "(_5):(_24)";
        "composition_exact/p0691" composition(layout!((_3,_4):(_4,_1)), layout!(_2:_4)) => "_2:_5";
        "composition_exact/p0692" composition(layout!((_3,_3):(_1,_6)), layout!(_2:_1)) => "_2:_1";
        "composition_exact/p0693" composition(layout!((_8,_3):(_1,_8)), layout!((_3,_3):(_3,_1))) => "(_3,_3):(_3,_1)";
        "composition_exact/p0694" Rule(check::rules::check_composition(layout!((_6,_4,_5):(_20,_5,_1)), layout!(_4:_9))) => "Invalid";
        "composition_exact/p0695" composition(layout!((_4,_6,_6):(_3,_100,_705)), layout!((_2,_3):(_4,_1))) => "(_2,_3):(_100,_3)";
        "composition_exact/p0696" composition(layout!((_3,_4,_6):(_2,_108,_702)), layout!((_2,_4):(_16,_12))) => "(_2,_4):(_812,_702)";
        "composition_exact/p0697" Rule(check::rules::check_composition(layout!((_4,_3,_4):(_2,_107,_700)), layout!((_5):(_10)))) => "Invalid";
        "composition_exact/p0698" composition(layout!((_6,_6):(_1,_12)), layout!((_3,_3):(_1,_12))) => "(_3,_3):(_1,_24)";
        "composition_exact/p0699" composition(layout!((_2,_4):(_1,_104)), layout!(_2:_4)) => "_2:_208";
    }
}
