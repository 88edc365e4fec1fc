use azulejo_tile::{Formula, Operand};

fn program() {
    let half = Operand::<f32>::kept(0.5);
    half.tile();
}

fn main() {}
