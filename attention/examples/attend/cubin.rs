//! Attention by machine code beside the same by PTX, which the driver compiles: the same bits.

use azulejo_attention::gpu::{self, Family};
use azulejo_attention::{AttentionElement, Mask, Options};
use azulejo_kernels::host::{DeviceElement, View, ViewMut};
use azulejo_tensor::{bf16, f16};

use crate::data::{Random, count};
use crate::harness::{Failure, Run, Ways};

/// Compares forwards of all head dimensions by both ways.
pub fn compare(run: &mut Run) -> Result<(), Failure> {
    let (ways, keys) = (
        Ways::new(&run.stream)?,
        if run.is_small() { 300 } else { 4096 },
    );
    for (dim, mask) in [64, 96, 128, 256]
        .iter()
        .flat_map(|dim| [(*dim, Mask::Full), (*dim, Mask::Causal)])
    {
        both::<bf16>(run, &ways, [2, keys, 4, dim], mask)?;
        both::<f16>(run, &ways, [2, keys, 4, dim], mask)?;
    }
    ways.end()
}

fn both<T: AttentionElement + DeviceElement>(
    run: &mut Run,
    ways: &Ways,
    shape: [usize; 4],
    mask: Mask,
) -> Result<(), Failure> {
    let [_, keys, _, dim] = shape;
    let mut random = Random::new(dim as u64);
    let options = Options {
        mask,
        ..Options::default()
    };
    let [q, k, v] = [(); 3].map(|()| run.stream.upload(&random.normal::<T>(count(&shape))));
    let (q, k, v) = (q?, k?, v?);
    let name = format!("{} d{dim} S{keys} {mask:?}", T::DTYPE.short_name());
    let end = ways.compare::<T>(&name, (count(&shape), 2), |stream, out| {
        let tensors = [
            View::row_major(&q, &shape)?.into(),
            View::row_major(&k, &shape)?.into(),
            View::row_major(&v, &shape)?.into(),
        ];
        let to = ViewMut::row_major(out, &shape)?.into();
        let prepared = gpu::prepare_by(Family::Hopper, stream, tensors, to, None, &options)?;
        Ok(prepared.launch()?)
    });
    run.add(name, end);
    Ok(())
}
