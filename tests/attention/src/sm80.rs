//! The kernels by `mma.sync` on the executor.

use azulejo_kernels::device::attention::sm80::args::Sm80Args;
use azulejo_kernels::table::Variant::Sm80;
use azulejo_runtime::attention::{Sm80Plan, Sm80Problem};

use crate::launch::launch;
use crate::machine::{Device, Places, place, unspread};
use crate::{Case, Found};

/// Runs the forward that the host chooses for a device of `sm_count`, twice, and gives what the second launch stored.
///
/// # Panics
/// With the executor's fault, or where an element beside O was written.
pub fn run_sm80(case: &Case, sm_count: u32) -> Found {
    let mut device = Device::new();
    let ([total_q, _], heads) = (case.totals(), case.heads[1]);
    let Places { forward } = place(case, &mut device);
    let problem = Sm80Problem {
        forward,
        cache: None,
    };
    let plan = Sm80Plan::new(&problem, sm_count).unwrap();
    let [partials, stats, done] = plan.bytes.map(|bytes| device.uninitialized(bytes));
    device.memory.write(done, &vec![0; plan.bytes[2]]).unwrap();
    let args = Sm80Args {
        partials,
        stats,
        done,
        ..plan.args
    };
    for _ in 0..2 {
        launch(
            &mut device,
            (Sm80, plan.row.kernel),
            &args,
            plan.ctas,
            plan.row.shared,
        );
    }
    let lse = device.read(forward.lse, 4 * total_q * heads);
    let rows = total_q * heads;
    Found {
        o: unspread(case, &device, forward.o.address, rows, case.dims[1]),
        lse: lse
            .chunks_exact(4)
            .map(|word| f32::from_le_bytes([word[0], word[1], word[2], word[3]]))
            .collect(),
    }
}
