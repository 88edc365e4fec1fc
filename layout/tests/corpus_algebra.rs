//! Data table: written by `cargo xtask corpus-types` from tests/corpus.
#![allow(non_upper_case_globals, unused_imports, unused_parens, clippy::all)]
// No lint looks at it, and its types take the compiler a minute.
#![cfg(not(clippy))]

#[macro_use]
mod common;

use azulejo_layout::*;
use common::*;

#[test]
fn coalesce_0() {
    rows! {
        "coalesce/p0160" coalesce(layout!(_1:_0)) => "_1:_0";
        "coalesce/p0161" coalesce(layout!((_2,_4):(_1,_2))) => "_8:_1";
        "coalesce/p0162" coalesce(layout!((_2,_1,_6):(_1,_6,_2))) => "_12:_1";
        "coalesce/p0163" coalesce(layout!((_2,_1,_6):(_4,7,_8))) => "_12:_4";
        "coalesce/p0164" coalesce(layout!((_2,4,_6):(_1,_2,8))) => "(_2,4,_6):(_1,_2,8)";
        "coalesce/p0165" coalesce(layout!((_2,_4):(_4,_1))) => "(_2,_4):(_4,_1)";
        "coalesce/p0166" coalesce(layout!((2,_4,_6):(_24,_6,_1))) => "(2,_4,_6):(_24,_6,_1)";
        "coalesce/p0167" coalesce(layout!((_2,_4,6):(24,6,_1))) => "(_2,_4,6):(24,6,_1)";
        "coalesce/p0168" coalesce(layout!((_2,1,_3):(3,_3,_1))) => "(_2,1,_3):(3,_3,_1)";
        "coalesce/p0169" coalesce(layout!((_2,1,_3):(_2,_0,_4))) => "(_2,1,_3):(_2,_0,_4)";
        "coalesce/p0000" coalesce(layout!(_6:_1)) => "_6:_1";
        "coalesce/p0003" coalesce(layout!(_6:_4)) => "_6:_4";
        "coalesce/p0007" coalesce(layout!(_5:_1)) => "_5:_1";
        "coalesce/p0011" coalesce(layout!((6,2):(64,10))) => "(6,2):(64,10)";
        "coalesce/p0015" coalesce(layout!(_3:_0)) => "_3:_0";
        "coalesce/p0019" coalesce(layout!(((_6,_4),_1,_2):((_1,_6),_0,_24))) => "_48:_1";
        "coalesce/p0022" coalesce(layout!((_4):(_1))) => "_4:_1";
        "coalesce/p0026" coalesce(layout!((_2,_5,_4):(_20,_4,_1))) => "(_2,_5,_4):(_20,_4,_1)";
        "coalesce/p0030" coalesce(layout!((_6,_4):(_24,_3))) => "(_6,_4):(_24,_3)";
        "coalesce/p0034" coalesce(layout!((_4,_1,(_1),_3):(_1,_0,(_4),_0))) => "(_4,_3):(_1,_0)";
        "coalesce/p0038" coalesce(layout!(((_4,_5),_4):((_1,_4),_20))) => "_80:_1";
        "coalesce/p0041" coalesce(layout!(((_8,_2,_3)):((_1,_24,_8)))) => "(_8,_2,_3):(_1,_24,_8)";
        "coalesce/p0045" coalesce(layout!((_4,_5,2,_2):(_1,16,_8,_4))) => "(_4,_5,2,_2):(_1,16,_8,_4)";
        "coalesce/p0049" coalesce(layout!((_8,_4,_1):(_4,_1,_0))) => "(_8,_4):(_4,_1)";
        "coalesce/p0053" coalesce(layout!(_3:_2)) => "_3:_2";
    }
}

#[test]
fn coalesce_1() {
    rows! {
        "coalesce/p0057" coalesce(layout!((_7,_3,_1):(_1,_7,_0))) => "_21:_1";
        "coalesce/p0060" coalesce(layout!(((_6),_4,_2):((_1),_6,_24))) => "_48:_1";
        "coalesce/p0064" coalesce(layout!(((_4)):((_1)))) => "_4:_1";
        "coalesce/p0068" coalesce(layout!((_5):(_8))) => "_5:_8";
        "coalesce/p0072" coalesce(layout!(((_3),_16):((_1),_3))) => "_48:_1";
        "coalesce/p0076" coalesce(layout!(3:1)) => "3:1";
        "coalesce/p0080" coalesce(layout!((_3,_4):(_1,_3))) => "_12:_1";
        "coalesce/p0083" coalesce(layout!(((_8)):((_1)))) => "_8:_1";
        "coalesce/p0087" coalesce(layout!((_8,_2):(_1,_8))) => "_16:_1";
        "coalesce/p0091" coalesce(layout!((_6,_5):(_10,_1))) => "(_6,_5):(_10,_1)";
        "coalesce/p0095" coalesce(layout!((_2,_12):(_32,_3))) => "(_2,_12):(_32,_3)";
        "coalesce/p0099" coalesce(layout!((_6,_4):(_1,_6))) => "_24:_1";
        "coalesce/p0102" coalesce(layout!(((_5),_2):((_1),_5))) => "_10:_1";
        "coalesce/p0106" coalesce(layout!((_1,_8):(_8,_1))) => "_8:_1";
        "coalesce/p0110" coalesce(layout!((_3,_2,_4,_4):(_8,_4,_1,_24))) => "(_3,_2,_4,_4):(_8,_4,_1,_24)";
        "coalesce/p0114" coalesce(layout!((_7,_8):(_8,_1))) => "(_7,_8):(_8,_1)";
        "coalesce/p0118" coalesce(layout!((3,16,1,2):(64,2,384,1))) => "(3,16,1,2):(64,2,384,1)";
        "coalesce/p0121" coalesce(layout!(((_3,_3),_6):((_18,_6),_1))) => "(_3,_3,_6):(_18,_6,_1)";
        "coalesce/p0125" coalesce(layout!((8):(1))) => "8:1";
        "coalesce/p0129" coalesce(layout!((_8,_2,3):(_6,144,2))) => "(_8,_2,3):(_6,144,2)";
        "coalesce/p0133" coalesce(layout!((_12):(1))) => "_12:1";
        "coalesce/p0137" coalesce(layout!((_4,_5,_2,_2):(_20,_2,_10,_1))) => "(_4,_10,_2):(_20,_2,_1)";
        "coalesce/p0140" coalesce(layout!((_8,_8):(_1,_8))) => "_64:_1";
        "coalesce/p0144" coalesce(layout!((_12,_4):(_1,_12))) => "_48:_1";
        "coalesce/p0148" coalesce(layout!((_1,_4):(_0,_1))) => "_4:_1";
    }
}

#[test]
fn coalesce_2() {
    rows! {
        "coalesce/p0152" coalesce(layout!((_32,_1):(_1,_0))) => "_32:_1";
        "coalesce/p0156" coalesce(layout!(8:2)) => "8:2";
    }
}

#[test]
fn complement_0() {
    rows! {
        "complement/p0280" complement_default(layout!(_1:_0)) => "_1:_0";
        "complement/p0281" complement(layout!(_1:_0), shape!(_5)) => "_5:_1";
        "complement/p0282" complement_default(layout!(_1:_1)) => "_1:_0";
        "complement/p0283" complement(layout!(_1:_1), shape!(_5)) => "_5:_1";
        "complement/p0284" complement(layout!(_1:_2), shape!(_1)) => "_1:_0";
        "complement/p0285" complement(layout!(_1:_2), shape!(_8)) => "_8:_1";
        "complement/p0286" complement(layout!(_1:_2), shape!((_2,2))) => "(_2,2):(_1,_2)";
        "complement/p0287" complement(layout!(_4:_0), shape!(_2)) => "_2:_1";
        "complement/p0288" complement(layout!(_4:_1), shape!(_1)) => "_1:_0";
        "complement/p0289" complement(layout!(_4:_1), shape!(_8)) => "_2:_4";
        "complement/p0290" complement_default(layout!(_4:_2)) => "_2:_1";
        "complement/p0291" complement(layout!(_4:_2), shape!(_19)) => "(_2,_3):(_1,_8)";
        "complement/p0292" complement(layout!(_4:_4), shape!(_1)) => "_4:_1";
        "complement/p0293" complement(layout!(_4:_4), shape!(_17)) => "(_4,_2):(_1,_16)";
        "complement/p0294" complement_default(layout!((_2,_4):(_1,_2))) => "_1:_0";
        "complement/p0295" complement_default(layout!((_2,_4):(_1,_4))) => "_2:_2";
        "complement/p0296" complement_default(layout!((_2,_4,_8):(_8,_1,_64))) => "(_2,_4):(_4,_16)";
        "complement/p0297" complement(layout!((_2,_4,_8):(_8,_1,_0)), shape!(_460)) => "(_2,_29):(_4,_16)";
        "complement/p0298" complement_default(layout!(((_2,_2),(_2,_2)):((_1,_32),(_8,_4)))) => "(_2,_2):(_2,_16)";
        "complement/p0299" complement_default(layout!((_4,_2):(_1,_10))) => "_2:_4";
        "complement/p0300" complement(layout!(12:_1), shape!(1)) => "1:12";
        "complement/p0301" complement(layout!(12:_1), shape!(53)) => "5:12";
        "complement/p0302" complement(layout!(12:1), shape!(1)) => "(1,1):(_1,12)";
        "complement/p0303" complement(layout!(12:1), shape!(53)) => "(1,5):(_1,12)";
        "complement/p0304" complement(layout!(12:_2), shape!(1)) => "(_2,1):(_1,24)";
    }
}

#[test]
fn complement_1() {
    rows! {
        "complement/p0305" complement(layout!(12:_2), shape!(53)) => "(_2,3):(_1,24)";
        "complement/p0306" complement(layout!(12:2), shape!(1)) => "(2,1):(_1,24)";
        "complement/p0307" complement(layout!(12:2), shape!(53)) => "(2,3):(_1,24)";
        "complement/p0308" complement_default(layout!((3,6):(_1,_3))) => "(1,1):(3,18)";
        "complement/p0309" complement_default(layout!((3,6):(_1,_10))) => "(3,1):(3,60)";
        "complement/p0310" complement(layout!(_64:_1), shape!((_32,_4,_4))) => "_8:_64";
        "complement/p0000" complement(layout!((_72):(_1)), shape!(_48)) => "_1:_0";
        "complement/p0006" complement_default(layout!(_3:_2)) => "_2:_1";
        "complement/p0012" complement_default(layout!((_24,_4):(_1,_192))) => "_8:_24";
        "complement/p0019" complement(layout!(((_2),(_4,_4)):((_16),(_4,_1))), shape!((_2,_6))) => "_1:_0";
        "complement/p0025" complement(layout!((_3,_4):(_16,_1)), shape!(_36)) => "_4:_4";
        "complement/p0031" complement(layout!(_2:_1), shape!((_3,4))) => "(_2,4):(_2,_4)";
        "complement/p0038" complement(layout!(2:_1), shape!(_162)) => "81:2";
        "complement/p0044" complement(layout!((_3,_2):(_0,_3)), shape!(_24)) => "(_3,_4):(_1,_6)";
        "complement/p0051" complement_default(layout!((_12):(_1))) => "_1:_0";
        "complement/p0057" complement(layout!(_4:_1), shape!(12)) => "3:_4";
        "complement/p0063" complement(layout!(_4:_1), shape!(_4)) => "_1:_0";
        "complement/p0070" complement(layout!((_1,_2):(_0,_1)), shape!(_48)) => "_24:_2";
        "complement/p0076" complement(layout!((_3,_8):(_1,_12)), shape!((_3,3))) => "(_4,1):(_3,_96)";
        "complement/p0082" complement(layout!(_48:_16), shape!(_754)) => "_16:_1";
        "complement/p0089" complement(layout!((_2,_4,_4):(_4,_64,_256)), shape!(_64)) => "(_4,_8):(_1,_8)";
        "complement/p0095" complement(layout!(_32:_2), shape!(_121)) => "(_2,_2):(_1,_64)";
        "complement/p0103" complement_default(layout!((4):(_0))) => "_1:_0";
        "complement/p0110" complement(layout!((_3,_4):(_0,_1)), shape!(_5)) => "_2:_4";
        "complement/p0116" complement_default(layout!((6,3,2):(_8,_48,_2))) => "(_2,2,1,1):(_1,4,48,144)";
    }
}

#[test]
fn complement_2() {
    rows! {
        "complement/p0124" complement(layout!((_3,_3):(_1,_3)), shape!((_3,2))) => "1:_9";
        "complement/p0130" complement(layout!((_2,_6):(_4,_16)), shape!((_3,2))) => "(_4,_2,1):(_1,_8,_96)";
        "complement/p0139" complement_default(layout!((_2,18):(_0,_1))) => "1:18";
        "complement/p0145" complement_default(layout!((_3,_8,_1,_2):(_0,_1,_0,_16))) => "_2:_8";
        "complement/p0151" complement_default(layout!((_3):(_0))) => "_1:_0";
        "complement/p0158" complement(layout!((_2,(_6,_2),_4):(_8,(_64,_384),_16)), shape!(_48)) => "_8:_1";
        "complement/p0164" complement(layout!((_2,_18):(_1,_2)), shape!((_4,3))) => "1:_36";
        "complement/p0171" complement(layout!((_2,_3,_6):(_18,_6,_1)), shape!(_96)) => "_3:_36";
        "complement/p0178" complement(layout!((_4,_2,_2):(_0,_16,_8)), shape!(_25)) => "_8:_1";
        "complement/p0184" complement(layout!((_2,_24):(_192,_8)), shape!(_24)) => "_8:_1";
        "complement/p0191" complement(layout!(_2:_1), shape!((_8,3))) => "(_4,3):(_2,_8)";
        "complement/p0198" complement(layout!((_2,_1):(_4,_1)), shape!(_118)) => "(_4,_15):(_1,_8)";
        "complement/p0205" complement(layout!((_3,_3):(_1,_3)), shape!((_4,3))) => "1:_9";
        "complement/p0212" complement(layout!((_1,_2):(_0,_3)), shape!(_114)) => "(_3,_19):(_1,_6)";
        "complement/p0218" complement_default(layout!((_2,_4):(_16,_32))) => "_16:_1";
        "complement/p0224" complement(layout!((_2,_2):(_4,_8)), shape!((_8,5))) => "(_4,3):(_1,_16)";
        "complement/p0231" complement(layout!((_1,_9):(_5,_1)), shape!(_96)) => "_11:_9";
        "complement/p0237" complement(layout!(((_2,_3),_4):((_4,_128),_1)), shape!(48)) => "(_16,1):(_8,_384)";
        "complement/p0245" complement(layout!(_1:_5), shape!(_2)) => "_2:_1";
        "complement/p0252" complement_default(layout!((_1,_4):(_5,_8))) => "_8:_1";
        "complement/p0259" complement_default(layout!((_8,3):(_32,_256))) => "(_32,1):(_1,768)";
        "complement/p0266" complement_default(layout!((_6,_3):(_1,_6))) => "_1:_0";
        "complement/p0273" complement(layout!((_2,_2):(_2,_0)), shape!((_2,_6))) => "(_2,_3):(_1,_4)";
    }
}

#[test]
fn composition_0() {
    rows! {
        "composition/p0420" composition(layout!(_1:_0), layout!(_1:_0)) => "_1:_0";
        "composition/p0421" composition(layout!(_1:_1), layout!(_1:_0)) => "_1:_0";
        "composition/p0422" composition(layout!((_4):(_1)), layout!((_4):(_1))) => "(_4):(_1)";
        "composition/p0423" composition(layout!((_4):(_0)), layout!((_4):(_1))) => "(_4):(_0)";
        "composition/p0424" composition(layout!((_4):(_1)), layout!((_1):(_0))) => "(_1):(_0)";
        "composition/p0425" composition(layout!((_4):(_2)), layout!((_2):(_1))) => "(_2):(_2)";
        "composition/p0426" composition(layout!((_4):(_2)), layout!((_2):(_2))) => "(_2):(_4)";
        "composition/p0427" composition(layout!((_12):(_1)), layout!((_4,_3):(_1,_4))) => "(_4,_3):(_1,_4)";
        "composition/p0428" composition(layout!((_12):(_1)), layout!((_4,_3):(_3,_1))) => "(_4,_3):(_3,_1)";
        "composition/p0429" composition(layout!((_12):(_1)), layout!((_2,_3):(_2,_4))) => "(_2,_3):(_2,_4)";
        "composition/p0430" composition(layout!((_4,_3):(_1,_4)), layout!((_6):(_1))) => "(_6):(_1)";
        "composition/p0431" composition(layout!((_4,_3):(_1,_4)), layout!((_6,_2):(_2,_1))) => "(_6,_2):(_2,_1)";
        "composition/p0432" composition(layout!((_4,_3):(_3,_1)), layout!((_4,_3):(_1,_4))) => "(_4,_3):(_3,_1)";
        "composition/p0433" composition(layout!((_4,_3):(_3,_1)), layout!((_6):(_2))) => "((_2,_3)):((_6,_1))";
        "composition/p0434" composition(layout!((_8,_8):(_1,_8)), layout!(((_2,_2,_2),(_2,_2,_2)):((_1,_16,_4),(_8,_2,_32)))) => "((_2,_2,_2),(_2,_2,_2)):((_1,_16,_4),(_8,_2,_32))";
        "composition/p0435" composition(layout!(((_4,_2)):((_1,_16))), layout!((_4,_2):(_2,_1))) => "((_2,_2),_2):((_2,_16),_1)";
        "composition/p0436" composition(layout!((_4,_8,_2):(_1,_4,_32)), layout!((_2,_2,_2):(_2,_8,_1))) => "(_2,_2,_2):(_2,_8,_1)";
        "composition/p0437" composition(layout!((_4,_8,_2):(_2,_8,_1)), layout!((_4,_2,_2):(_2,_8,_1))) => "(_4,_2,_2):(_4,_16,_2)";
        "composition/p0438" composition(layout!(12:1), layout!(_4:1)) => "_4:1";
        "composition/p0439" composition(layout!(12:_1), layout!(_4:_1)) => "_4:_1";
        "composition/p0440" composition(layout!(16:2), layout!(4:2)) => "4:4";
        "composition/p0441" composition(layout!((128,24,5):(1,128,3072)), layout!(480:_32)) => "(4,24,5):(32,128,3072)";
        "composition/p0442" composition(layout!((_1):(_1)), layout!((_4):(_1))) => "(_4):(_1)";
        "composition/p0443" composition(layout!((_4,_3):(_3,_1)), layout!((_24):(_1))) => "((_4,_6)):((_3,_1))";
        "composition/p0444" composition(layout!((_4,_3,_1):(_3,_1,_0)), layout!((_24):(_1))) => "((_4,_3,_2)):((_3,_1,_0))";
    }
}

#[test]
fn composition_1() {
    rows! {
        "composition/p0445" composition(layout!((_4,_6,_8):(_1,_4,_7)), layout!(_6:_1)) => "_6:_1";
        "composition/p0446" composition(layout!((_8,_8):(_8,_1)), layout!(_2:_3)) => "_2:_24";
        "composition/p0447" composition(layout!(3:_1), layout!(_4:_1)) => "_4:_1";
        "composition/p0449" composition(layout!((_4):(-_1)), layout!((_4):(_1))) => "(_4):(_-1)";
        "composition/p0450" composition(layout!((_4):(-_1)), layout!((_4):(-_1))) => "(_4):(_1)";
        "composition/p0451" composition(layout!((_4,_4):(-_1,_1)), layout!((_2,_4,_2):(_1,_2,_8))) => "(_2,(_2,_2),_2):(_-1,(_-2,_1),_2)";
        "composition/p0452" composition(layout!((_1,(_2,_4)):(_0,(-_1,_512))), layout!(_2:-_1)) => "_2:_1";
        "composition/p0000" composition(layout!(((_8,_2)):((_1,_8))), layout!(_2:_8)) => "_2:_8";
        "composition/p0009" composition(layout!(((_12,_1)):((_1,_2))), layout!((_2):(_6))) => "(_2):(_6)";
        "composition/p0019" composition(layout!((_7):(_1)), layout!(_7:_1)) => "_7:_1";
        "composition/p0030" composition(layout!((_4):(_1)), layout!(_4:_0)) => "_4:_0";
        "composition/p0040" composition(layout!((_8,_3):(_1,_8)), layout!((_2):(_1))) => "(_2):(_1)";
        "composition/p0049" composition(layout!((_4,_3):(_1,_4)), layout!((_4,_4,_6):(_0,_1,_4))) => "(_4,_4,_6):(_0,_1,_4)";
        "composition/p0059" composition(layout!((_2,_3):(_1,_2)), layout!((_8):(_6))) => "(_8):(_6)";
        "composition/p0068" composition(layout!((_16):(_1)), layout!((_3,_64):(_0,_1))) => "(_3,_64):(_0,_1)";
        "composition/p0078" composition(layout!((_1):(_0)), layout!((_16):(_6))) => "(_16):(_0)";
        "composition/p0087" composition(layout!((_2,(_3)):(_0,(_1))), layout!((_2,_6):(_1,_2))) => "(_2,_6):(_0,_1)";
        "composition/p0096" composition(layout!((_4,_4,_3):(_1,_4,_16)), layout!((_4,_4):(_4,_1))) => "(_4,_4):(_4,_1)";
        "composition/p0106" composition(layout!((_2,(_5,_2)):(_1,(_2,_10))), layout!((_4,_2,_5):(_0,_1,_2))) => "(_4,_2,_5):(_0,_1,_2)";
        "composition/p0117" composition(layout!((_4,_12):(_24,_6)), layout!(((_2,_1,_2)):((_0,_1,_1)))) => "((_2,_1,_2)):((_0,_6,_24))";
        "composition/p0126" composition(layout!((_32,_3):(_2,_64)), layout!(_3:_34)) => "_3:_68";
        "composition/p0135" composition(layout!((_1):(_0)), layout!((_2):(_0))) => "(_2):(_0)";
        "composition/p0146" composition(layout!(((_2,_6,_3)):((_6,_0,_2))), layout!((_2,_3):(_1,_12))) => "(_2,_3):(_6,_2)";
        "composition/p0156" composition(layout!((2,(3,3),2,3):(1,(2,6),18,36)), layout!(((3,3,_2),_2):((_6,_36,_1),_18))) => "(((1,1,3,1,1),(1,1,1,1,3),(2,1,1,1,1)),(1,1,1,2,1)):(((6,6,6,18,36),(36,36,36,36,36),(1,2,6,18,36)),(18,18,18,18,36))";
        "composition/p0165" composition(layout!((_2,_2):(_0,_1)), layout!(_2:_1)) => "_2:_0";
    }
}

#[test]
fn composition_2() {
    rows! {
        "composition/p0177" composition(layout!((_2,_2,(_6),_5):(_1,_2,(_4),_24)), layout!(((_5,_6),_4):((_24,_5),_1))) => "((_5,_6),_4):((_24,_5),_1)";
        "composition/p0187" composition(layout!((_2,_3,_16):(_4,_128,_8)), layout!((_2,_3):(_1,_2))) => "(_2,_3):(_4,_128)";
        "composition/p0197" composition(layout!((3):(_0)), layout!((_6,_4):(_1,_0))) => "(_6,_4):(_0,_0)";
        "composition/p0208" composition(layout!((6,4):(1,24)), layout!((6,4):(1,6))) => "((6,1),(1,4)):((1,24),(6,24))";
        "composition/p0217" composition(layout!(((_2,_16)):((_1,_2))), layout!((_2,(_4,_4)):(_1,(_8,_2)))) => "(_2,(_4,_4)):(_1,(_8,_2))";
        "composition/p0226" composition(layout!((_2,_2):(_6,_1)), layout!(_4:_1)) => "(_2,_2):(_6,_1)";
        "composition/p0236" composition(layout!(_12:_1), layout!(_1:_0)) => "_1:_0";
        "composition/p0246" composition(layout!((_12):(_1)), layout!((_12):(_8))) => "(_12):(_8)";
        "composition/p0256" composition(layout!((_16):(_1)), layout!(_16:_1)) => "_16:_1";
        "composition/p0266" composition(layout!((_5,(_16)):(_1,(_15))), layout!((_5,(_2,_1)):(_1,(_40,_5)))) => "(_5,(_2,_1)):(_1,(_120,_15))";
        "composition/p0276" composition(layout!((_3):(_1)), layout!((_3,_3):(_3,_1))) => "(_3,_3):(_3,_1)";
        "composition/p0288" composition(layout!((_8,_4):(_1,_8)), layout!((_4,_8):(_8,_1))) => "(_4,_8):(_8,_1)";
        "composition/p0298" composition(layout!((1):(0)), layout!(_1:_0)) => "_1:_0";
        "composition/p0308" composition(layout!(_16:_1), layout!(_16:_1)) => "_16:_1";
        "composition/p0317" composition(layout!((2):(1)), layout!(_1:_0)) => "_1:_0";
        "composition/p0328" composition(layout!((_1):(_8)), layout!((_2,_3):(_1,_0))) => "(_2,_3):(_8,_0)";
        "composition/p0337" composition(layout!(((_7),_1,_8):((_1),_7,_7)), layout!((_3,(_4,_1),_2):(_0,(_14,_0),_7))) => "(_3,(_4,_1),_2):(_0,(_14,_0),_7)";
        "composition/p0347" composition(layout!((_16):(_1)), layout!((_4,_2,_4):(_8,_1,_2))) => "(_4,_2,_4):(_8,_1,_2)";
        "composition/p0357" composition(layout!(((_3),_2,_1):((_1),_3,_6)), layout!(((_2,_2),_3):((_5,_2),_2))) => "((_2,_2),_3):((_5,_2),_2)";
        "composition/p0368" composition(layout!((_6,_3):(_3,_1)), layout!((_6):(_1))) => "(_6):(_3)";
        "composition/p0378" composition(layout!(((_6),(_7)):((_8),(_192))), layout!((_6,_7):(_1,_6))) => "(_6,_7):(_8,_192)";
        "composition/p0388" composition(layout!((_4,_4):(_1,_4)), layout!((_4,_1,_4):(_0,_5,_4))) => "(_4,_1,_4):(_0,_5,_4)";
        "composition/p0398" composition(layout!(_5:_1), layout!((_10):(_1))) => "(_10):(_1)";
        "composition/p0409" composition(layout!((_3,_12):(_24,_1)), layout!(_36:_1)) => "(_3,_12):(_24,_1)";
    }
}

#[test]
fn composition_tiler_0() {
    rows! {
        "composition_tiler/p0000" composition(layout!((_4,_2):(_1,_0)), tile!((_4:_1,_))) => "(_4,_2):(_1,_0)";
        "composition_tiler/p0004" composition(layout!((_16,(_3),_4):(_1,(_16),_48)), tile!((_8))) => "(_8):(_1)";
        "composition_tiler/p0010" composition(layout!((_8,(_12)):(_1,(_0))), tile!((_2,_))) => "(_2,(_12)):(_1,(_0))";
        "composition_tiler/p0015" composition(layout!((_2,_7):(_1,_2)), tile!(_6)) => "_6:_1";
        "composition_tiler/p0019" composition(layout!((_6,_2):(_2,_1)), tile!((_1:_0,_1:_0))) => "(_1,_1):(_0,_0)";
        "composition_tiler/p0025" composition(layout!((_2,(_2,_3,_12)):(_24,(_1,_8,_48))), tile!((_2,(_2,(_3,_12)):(_1,(_2,_6))))) => "(_2,(_2,(_3,_12))):(_24,(_1,(_8,_48)))";
        "composition_tiler/p0030" composition(layout!((_3,_8):(_1,_3)), tile!((_3:_1))) => "(_3):(_1)";
        "composition_tiler/p0035" composition(layout!(((_32,_2),_1,(_2)):((_0,_1),_0,(_0))), tile!(((_16):(_2),(_3,_1):(_0,_0),_2:_1))) => "((_16),(_3,_1),_2):((_0),(_0,_0),_0)";
        "composition_tiler/p0040" composition(layout!((_8,_2):(_1,_8)), tile!((_,_2:_1))) => "(_8,_2):(_1,_8)";
        "composition_tiler/p0046" composition(layout!((_4,_2,_8):(_1,_4,_8)), tile!((_,_1,_8:_1))) => "(_4,_1,_8):(_1,_4,_8)";
        "composition_tiler/p0050" composition(layout!((_4,_3,_8):(_2,_4,32)), tile!(_8)) => "(_4,_2):(_2,_4)";
        "composition_tiler/p0054" composition(layout!((3,2):(2,1)), tile!((_1))) => "(_1):(2)";
        "composition_tiler/p0059" composition(layout!(((_3),_4,(_4,_2,_2)):((_8),_48,(_1,_4,_24))), tile!(_2)) => "_2:_8";
        "composition_tiler/p0063" composition(layout!((_3,(_7,_5,_1)):(_1,(_9,_63,_0))), tile!((_))) => "(_3):(_1)";
        "composition_tiler/p0069" composition(layout!((7,_12):(_8,_1)), tile!((_,_9))) => "(7,_9):(_8,_1)";
        "composition_tiler/p0073" composition(layout!((2,7,12):(84,1,7)), tile!((_))) => "(2):(84)";
        "composition_tiler/p0078" composition(layout!((_2,_2):(_1,_2)), tile!((_1:_0,_))) => "(_1,_2):(_0,_2)";
        "composition_tiler/p0083" composition(layout!(((_6,_3),_8):((_0,_1),_3)), tile!(((_6):(_1)))) => "((_6)):((_0))";
        "composition_tiler/p0088" composition(layout!((_2,_2):(_2,_1)), tile!((_2,_1))) => "(_2,_1):(_2,_1)";
        "composition_tiler/p0092" composition(layout!((5,4):(2,30)), tile!((_1,(_4,_4):(0,1)))) => "(_1,(_4,_4)):(2,(0,30))";
        "composition_tiler/p0098" composition(layout!(((6),4):((2),4)), tile!((_6:1,_4:_1))) => "(_6,_4):(2,4)";
        "composition_tiler/p0102" composition(layout!((_3,_16):(_16,_1)), tile!((_3:_1,(_16,_1):(_1,_0)))) => "(_3,(_16,_1)):(_16,(_1,_0))";
        "composition_tiler/p0106" composition(layout!((_8,_4,_4):(_192,_2,_24)), tile!((_8,_,(_2,_2):(_1,_2)))) => "(_8,_4,(_2,_2)):(_192,_2,(_24,_48))";
        "composition_tiler/p0111" composition(layout!((_16,_5):(_1,_16)), tile!(((_16):(_1),_1:_0))) => "((_16),_1):((_1),_0)";
        "composition_tiler/p0115" composition(layout!(((_12),_2):((_2),_16)), tile!((_4,(_2,_3):(_1,_0)))) => "(_4,(_2,_3)):(_2,(_16,_0))";
    }
}

#[test]
fn composition_tiler_1() {
    rows! {
        "composition_tiler/p0120" composition(layout!((_2,_3):(_1,_2)), tile!(((_3,_2):(_2,_0)))) => "((_3,_2)):((_2,_0))";
        "composition_tiler/p0124" composition(layout!((_8,_6):(_1,_8)), tile!((2,_2))) => "(2,_2):(_1,_8)";
        "composition_tiler/p0131" composition(layout!((_8,_5,_3):(3,_48,_1)), tile!((_2,_1,_))) => "(_2,_1,_3):(3,_48,_1)";
        "composition_tiler/p0135" composition(layout!((_8,_16):(_96,_3)), tile!((_4,(_16):(_1)))) => "(_4,(_16)):(_96,(_3))";
        "composition_tiler/p0140" composition(layout!((6,8):(_1,6)), tile!((_3))) => "(_3):(_1)";
        "composition_tiler/p0144" composition(layout!((_2,_5,_12):(_1,_2,_10)), tile!((_2:_1,_5:_1,_6))) => "(_2,_5,_6):(_1,_2,_10)";
        "composition_tiler/p0149" composition(layout!(((_6),(3)):((_2),(_36))), tile!((_6:_1,_3))) => "(_6,_3):(_2,_36)";
        "composition_tiler/p0153" composition(layout!((4,8):(1,0)), tile!((_4:_1,(8):(1)))) => "(_4,(8)):(1,(0))";
        "composition_tiler/p0157" composition(layout!((_4,(_2,_2)):(_1,(_4,_24))), tile!(_2)) => "_2:_1";
        "composition_tiler/p0162" composition(layout!(((3),3):((3),1)), tile!((_3:_1,_1))) => "(_3,_1):(3,1)";
        "composition_tiler/p0166" composition(layout!((_2,_2):(_1,_2)), tile!((_,_2:_1))) => "(_2,_2):(_1,_2)";
        "composition_tiler/p0171" composition(layout!((_3,_3):(_1,_3)), tile!((_1:_0,_3:_1))) => "(_1,_3):(_0,_3)";
        "composition_tiler/p0175" composition(layout!(((_4,_3),_2):((_2,_8),_1)), tile!((_6,(_2):(_1)))) => "(_6,(_2)):(_2,(_1))";
        "composition_tiler/p0180" composition(layout!((2,3):(1,2)), tile!((_,_3))) => "(2,_3):(1,2)";
        "composition_tiler/p0185" composition(layout!(((_2,8),1,_4):((_1,2),0,_16)), tile!((4:_2,1:0,_))) => "(4,1,_4):(2,0,_16)";
        "composition_tiler/p0191" composition(layout!((_4,_3,_12):(_1,4,_12)), tile!(((_4):(_1),_1,(_12):(_1)))) => "((_4),_1,(_12)):((_1),4,(_12))";
        "composition_tiler/p0195" composition(layout!((_1,(_16)):(_1,(_1))), tile!((_1,_4))) => "(_1,_4):(_1,_1)";
    }
}
