use azulejo_device::register::ConvertPacked;
use azulejo_tensor::f16;

#[derive(Clone, Copy)]
struct Mine;

impl ConvertPacked<f16> for Mine {
    const VALUES: usize = 1;
    type In = [u64; 100]; // 800 bytes are read for each value
    type Out = u16;
    fn convert(_: [u64; 100]) -> u16 {
        0
    }
}

fn main() {}
