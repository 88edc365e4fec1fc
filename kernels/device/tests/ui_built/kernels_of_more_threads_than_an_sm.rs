azulejo_device::kernels! {
    file "example";
    "example", threads 1024, min_ctas 3, Sm80 => fn() {}
}

fn main() {}
