use azulejo_device::cute::*;

fn main() {
    // SAFETY: the program is not run.
    unsafe {
        let params = PipelineAsyncParams { producers: 1, consumers: 1 };
        PipelineAsync::<4>::new(smem::arena(), params);
    }
}
