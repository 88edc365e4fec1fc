//! Arguments of attention that no kernel takes: an LSE between two floats, and page tables of impossible widths.

use azulejo_kernels::cpu::Strided;
use azulejo_kernels::host::attention::{
    AttentionBackward, AttentionCache, AttentionForward, BackwardTensors, CacheOptions,
    CacheTensors, ForwardOptions, GpuTensorMut, GpuTensorRef,
};
use azulejo_kernels::host::{AnyView, AnyViewMut, Buffer, Error, View, ViewMut};
use azulejo_tensor::{DType, bf16};

use crate::harness::{Failure, Run, rejects};

/// Two queries and keys of one head.
const SHAPE: [usize; 4] = [1, 2, 1, 64];
const COUNT: usize = 128;

fn of(data: &Buffer<bf16>) -> Result<GpuTensorRef<'_>, Error> {
    Ok(View::row_major(data, &SHAPE)?.into())
}

fn out(data: &mut Buffer<bf16>) -> Result<GpuTensorMut<'_>, Error> {
    Ok(ViewMut::row_major(data, &SHAPE)?.into())
}

pub fn arguments(run: &mut Run) -> Result<(), Failure> {
    let stream = &run.stream.clone();
    let q = stream.zeros::<bf16>(COUNT)?;
    let [mut to, mut dk, mut dv] = [
        stream.zeros::<bf16>(COUNT)?,
        stream.zeros::<bf16>(COUNT)?,
        stream.zeros::<bf16>(COUNT)?,
    ];
    let mut bytes = stream.zeros::<u8>(16)?;
    let of_lse = Strided::row_major(&[1, 1, 2])?;
    let options = ForwardOptions {
        scale: 1.0,
        softcap: 0.0,
        window: [None; 2],
        slopes: None,
        cu_seqlens: None,
        family: None,
    };
    let crooked = bytes.slice(2..10)?;
    let lse = || AnyView::new(&crooked, DType::F32, of_lse);
    let tensors = BackwardTensors {
        inputs: [of(&q)?, of(&q)?, of(&q)?, of(&q)?, of(&q)?],
        lse: lse()?.into(),
        gradients: [out(&mut to)?, out(&mut dk)?, out(&mut dv)?],
    };
    rejects! { run;
        "an LSE to read between two floats", AttentionBackward::prepare(stream, tensors, &options, false)
            => Error::Misaligned { argument: "lse", align: 4, .. },
    }
    let mut crooked = bytes.slice_mut(2..10)?;
    let lse = AnyViewMut::new(&mut crooked, DType::F32, of_lse)?;
    let qkv = [of(&q)?, of(&q)?, of(&q)?];
    let end = AttentionForward::prepare(stream, qkv, out(&mut to)?, Some(lse.into()), &options);
    rejects! { run; "an LSE between two floats", end => Error::Misaligned { argument: "lse", align: 4, .. }, }
    let lse = AnyViewMut::new(&mut crooked, DType::F32, of_lse)?;
    let mut cache = |lse, page_table, lengths| {
        let tensors = CacheTensors {
            q: of(&q)?,
            k: out(&mut dk)?,
            v: out(&mut dv)?,
            new: None,
            out: out(&mut to)?,
            lse,
        };
        let options = CacheOptions {
            scale: 1.0,
            softcap: 0.0,
            window: [None; 2],
            slopes: None,
            lengths,
            page_table,
        };
        AttentionCache::prepare(stream, tensors, &options).map(drop)
    };
    rejects! { run;
        "an LSE of a cache between two floats", cache(Some(lse.into()), None, &[2])
            => Error::Misaligned { argument: "lse", align: 4, .. },
        "a page table of another width", cache(None, Some((&[0], 1 << 63)), &[2])
            => Error::Argument { argument: "page_table", .. },
    }
    // An LSE of no queries has no address that matters.
    let none = stream.zeros::<bf16>(0)?;
    let mut end = stream.zeros::<bf16>(0)?;
    let q = View::row_major(&none, &[1, 0, 1, 64])?;
    let to = ViewMut::row_major(&mut end, &[1, 0, 1, 64])?;
    let lse = AnyViewMut::new(&mut crooked, DType::F32, Strided::row_major(&[1, 1, 0])?)?;
    let qkv = [q.into(), of(&dk)?, of(&dk)?];
    let end = AttentionForward::prepare(stream, qkv, to.into(), Some(lse.into()), &options);
    run.is("an LSE of no queries at any address", end.is_ok());
    Ok(())
}
