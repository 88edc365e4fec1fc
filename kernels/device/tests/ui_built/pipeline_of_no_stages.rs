use azulejo_device::pipeline::PipelineState;

fn main() {
    let _ = PipelineState::<0>::PRODUCER_START;
}
