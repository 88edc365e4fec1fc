use azulejo_tensor::atom::{MmaAtom, UniversalFMA};
use azulejo_tensor::{bf16, f16};

fn atom<A: MmaAtom>() {}

fn main() {
    atom::<UniversalFMA<f32, f16, bf16>>();
}
