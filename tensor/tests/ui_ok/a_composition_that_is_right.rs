use azulejo_layout::{composition, layout};

fn main() {
    let r = composition!(layout!((_6, _2):(_8, _2)), layout!((_4, _3):(_3, _1)));
    assert_eq!(r.to_string(), "((_2,_2),_3):((_24,_2),_8)");
}
