azulejo_device::kernels! {
    file "example";
    "example", threads 0, min_ctas 1, Sm80 => fn() {}
}

fn main() {}
