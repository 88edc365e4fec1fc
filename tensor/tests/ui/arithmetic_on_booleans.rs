use azulejo_tensor::{Arithmetic, Bool};

fn double<T: Arithmetic>(x: T) -> T {
    T::add(x, x)
}

fn main() {
    double(Bool::TRUE);
}
