azulejo_device::kernels! {
    file "example";
    "example", threads 1025, min_ctas 1, Sm80 => fn() {}
}

fn main() {}
