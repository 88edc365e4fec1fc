//! [`Check`]: a call that is compared with the CPU's.

use std::fmt::Debug;

use azulejo_attention::AttentionElement;
use azulejo_attention::gpu::Family;
use azulejo_kernels::cpu::Stored;
use azulejo_kernels::host::ptx::Variant;
use azulejo_kernels::host::{DeviceElement, Stream};
use azulejo_tensor::{DType, bf16, f16};

use crate::harness::{Failure, Run};

/// A call that is checked.
pub trait Check: Debug {
    /// The type of the operands.
    fn dtype(&self) -> DType;

    /// Compares the call on the GPU with that on the CPU in f32.
    fn run<T: AttentionElement + Stored + DeviceElement>(
        &self,
        stream: &Stream,
    ) -> Result<(), Failure>;
}

/// The families of kernels that the GPU has.
pub fn families(stream: &Stream) -> &'static [Family] {
    match stream.device().variant() {
        Variant::Sm80 => &[Family::Sm80],
        Variant::Sm90a => &[Family::Sm80, Family::Hopper],
    }
}

/// Checks the cases that `--only` names.
pub fn check(cases: &[impl Check], run: &mut Run) -> Result<(), Failure> {
    for case in cases {
        let name = format!("{case:?}");
        if run.args.wants(&name) {
            let end = match case.dtype() {
                DType::BF16 => case.run::<bf16>(&run.stream),
                _ => case.run::<f16>(&run.stream),
            };
            run.add(name, end);
        }
    }
    Ok(())
}

/// A case that differs from another in these fields.
macro_rules! with {
    ($case:expr $(, $field:ident: $value:expr)*) => {
        Case { $($field: $value,)* ..$case.clone() }
    };
}
pub(crate) use with;
