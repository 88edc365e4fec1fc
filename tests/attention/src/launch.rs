//! [`launch`]: a committed kernel on the executor.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use azulejo_kernels::table::{Kernel, Variant};
use azulejo_runtime::ptx;
use azulejo_simt::{Launch, Module};

use crate::machine::Device;

/// Runs `kernel` of `variant` on `ctas` CTAs; the file `AZULEJO_ATTENTION_PTX` replaces its text.
///
/// # Panics
/// With the executor's fault.
pub(crate) fn launch<A>(
    device: &mut Device,
    (variant, kernel): (Variant, &'static Kernel),
    args: &A,
    ctas: u32,
    shared: u32,
) {
    if ctas == 0 {
        return;
    }
    let text = match std::env::var("AZULEJO_ATTENTION_PTX") {
        Ok(path) => std::fs::read_to_string(path).unwrap(),
        Err(_) => text(variant, kernel),
    };
    let mut module = Module::parse(&text).unwrap();
    module.place(&mut device.memory).unwrap();
    // SAFETY: `A` is one of the kernels' arguments, which are `repr(C)`, and the bytes of its padding are copied, not looked at.
    let parameters =
        unsafe { std::slice::from_raw_parts((&raw const *args).cast::<u8>(), size_of::<A>()) };
    let launch = Launch {
        module: &module,
        entry: kernel.name,
        grid: [ctas, 1, 1],
        block: [kernel.threads, 1, 1],
        cluster: [1; 3],
        dynamic_shared: shared as usize,
        parameters,
    };
    azulejo_simt::run(&launch, &mut device.memory)
        .unwrap_or_else(|fault| panic!("{}: {fault}", kernel.name));
}

/// A kernel's text: an area is unpacked once for each of its kernels, however often they run.
fn text(variant: Variant, kernel: &'static Kernel) -> String {
    static TEXTS: LazyLock<Mutex<HashMap<(&str, &str), String>>> = LazyLock::new(Mutex::default);
    let mut texts = TEXTS.lock().unwrap();
    let text = texts
        .entry((variant.name(), kernel.name))
        .or_insert_with(|| ptx::module(variant, kernel).unwrap());
    text.clone()
}
