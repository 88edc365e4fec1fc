use azulejo_tensor::atom::{MmaAtom, UniversalFMA};

fn atom<A: MmaAtom>() {}

fn main() {
    atom::<UniversalFMA<f32, f64>>();
}
