azulejo_device::kernels! {
    file "example";
    "example", threads 128, min_ctas 0, Sm80 => fn() {}
}

fn main() {}
