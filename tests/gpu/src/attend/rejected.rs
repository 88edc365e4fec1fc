//! Arguments of attention that no kernel takes: an LSE between two floats, and page tables of impossible widths.

use azulejo_runtime::attention::{
    AttentionBackward, AttentionCache, AttentionForward, BackwardTensors, CacheOptions,
    CacheTensors, ForwardOptions, GpuTensorMut, GpuTensorRef,
};

use crate::prelude::*;

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
    let zeros = || stream.zeros::<bf16>(COUNT);
    let (q, mut to, mut dk, mut dv) = (zeros()?, zeros()?, zeros()?, zeros()?);
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
    let tensors = BackwardTensors {
        inputs: [of(&q)?, of(&q)?, of(&q)?, of(&q)?, of(&q)?],
        lse: AnyView::new(&crooked, DType::F32, of_lse)?.into(),
        gradients: [out(&mut to)?, out(&mut dk)?, out(&mut dv)?],
    };
    rejects! { run;
        "an LSE to read between two floats", AttentionBackward::prepare(stream, tensors, &options, false)
            => Error::Misaligned { argument: "lse", align: 4, .. },
    }
    let mut crooked = bytes.slice_mut(2..10)?;
    let lse = AnyViewMut::new(&mut crooked, DType::F32, of_lse)?;
    let qkv = [of(&q)?, of(&q)?, of(&q)?];
    rejects! { run;
        "an LSE between two floats", AttentionForward::prepare(stream, qkv, out(&mut to)?, Some(lse.into()), &options)
            => Error::Misaligned { argument: "lse", align: 4, .. },
    }
    let lse = AnyViewMut::new(&mut crooked, DType::F32, of_lse)?;
    let mut cache = |lse, page_table| {
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
            lengths: &[2],
            page_table,
        };
        AttentionCache::prepare(stream, tensors, &options).map(drop)
    };
    rejects! { run;
        "an LSE of a cache between two floats", cache(Some(lse.into()), None)
            => Error::Misaligned { argument: "lse", align: 4, .. },
        "a page table of another width", cache(None, Some((&[0], 1 << 63)))
            => Error::Argument { argument: "page_table", .. },
    }
    // An LSE of no queries has no address that matters.
    let (none, mut end) = (stream.zeros::<bf16>(0)?, stream.zeros::<bf16>(0)?);
    let q = View::row_major(&none, &[1, 0, 1, 64])?;
    let to = ViewMut::row_major(&mut end, &[1, 0, 1, 64])?;
    let lse = AnyViewMut::new(&mut crooked, DType::F32, Strided::row_major(&[1, 1, 0])?)?;
    let qkv = [q.into(), of(&dk)?, of(&dk)?];
    let end = AttentionForward::prepare(stream, qkv, to.into(), Some(lse.into()), &options);
    run.is("an LSE of no queries at any address", end.is_ok());
    Ok(())
}
