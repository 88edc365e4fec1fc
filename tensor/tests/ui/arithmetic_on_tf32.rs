use azulejo_tensor::{Arithmetic, Element, Tf32};

fn double<T: Arithmetic>(x: T) -> T {
    T::add(x, x)
}

fn main() {
    double(Tf32::ONE);
}
