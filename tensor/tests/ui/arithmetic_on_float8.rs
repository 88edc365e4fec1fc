use azulejo_tensor::{Arithmetic, F8E4M3};

fn double<T: Arithmetic>(x: T) -> T {
    T::add(x, x)
}

fn main() {
    double(F8E4M3::ONE);
}
