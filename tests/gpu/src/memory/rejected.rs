//! What calls and launches reject, by its error.

use azulejo_cpu::ArrayError;
use azulejo_kernels::device::zeros::KERNELS;
use azulejo_kernels::table::{Kernel, Texts};
use azulejo_layout::{
    LayoutLeft, TileToShape,
    ints::{_32, _128},
    layout,
};
use azulejo_runtime::interop::{CudaArray, dlpack::ffi::DLManagedTensorVersioned};
use azulejo_runtime::{Module, Pinned, fill, fill_bits, layer_norm};
use azulejo_tensor::atom::Layout_K_SW128_Atom;
use cudarc::driver::sys::{CUgraphInstantiate_flags, CUstreamCaptureMode};

use crate::prelude::*;

pub fn check(run: &mut Run) -> Result<(), Failure> {
    let stream = &run.stream.clone();
    let mut buffer = stream.zeros::<f32>(100)?;
    rejects! { run;
        "a view past the end", View::row_major(&buffer, &[101]) => Error::OutOfBounds { needed: 101, len: 100, .. },
        "an output that overlaps itself", ViewMut::new(&mut buffer, strided(&[4, 4], &[1, 1])) => Error::Array(ArrayError::Overlap { .. }),
    }
    let other = stream.zeros::<f16>(100)?;
    let view = View::row_major(&other, &[100])?;
    let mut out = ViewMut::row_major(&mut buffer, &[100])?;
    rejects! { run;
        "an output of another type", map(stream, Op::Neg, &[&view], &mut out) => Error::Dtype { .. },
    }
    // More bytes as f64 than 64 bits count, of which an output without elements needs none.
    let byte = stream.zeros::<u8>(1)?;
    let huge = View::new(&byte, Strided::new(&[1, 1 << 61], &[0, 0])?)?;
    let mut nothing = stream.zeros::<f64>(0)?;
    let mut nothing = ViewMut::row_major(&mut nothing, &[0, 1 << 61])?;
    for (op, inputs) in [(Op::Pow, 2), (Op::Fma, 3)] {
        let none = stream.zeros::<f64>(0)?;
        let none = View::row_major(&none, &[0, 1])?;
        let operands: [&dyn Operand; 3] = [&huge, &none, &huge];
        let end = map(stream, op, &operands[..inputs], &mut nothing);
        run.is(
            format_args!("an operand of any size for no element: {end:?}"),
            end.is_ok(),
        );
    }
    let bytes = stream.zeros::<u8>(20)?;
    let crooked = bytes.slice(2..)?;
    let row = AnyView::new(&crooked, DType::F32, Strided::row_major(&[4])?)?;
    let x = stream.zeros::<f32>(4)?;
    let x = View::row_major(&x, &[4])?;
    let mut y = stream.zeros::<f32>(4)?;
    let mut y = ViewMut::row_major(&mut y, &[4])?;
    rejects! { run;
        "a scale between elements", layer_norm(stream, &x, Some(&row), None, 1e-5, &mut y) => Error::Misaligned { argument: "scale", .. },
        "a shift between elements", layer_norm(stream, &x, None, Some(&row), 1e-5, &mut y) => Error::Misaligned { argument: "shift", .. },
    }
    launches(run)?;
    shared_memory(run)?;
    // One handle, and another queue in each thread.
    let per_thread = stream.device().context().per_thread_stream();
    let slice = per_thread.clone_htod(&[1.0f32, 2.0])?;
    rejects! { run;
        "the per-thread default stream", Stream::from_cudarc(stream.device(), per_thread) => Error::Argument { argument: "stream", .. },
    }
    let is_right = stream.download(&Buffer::from(slice))? == [1.0, 2.0];
    run.is("memory from the per-thread default stream", is_right);
    captured(run)?;
    captured_elsewhere(run)?;
    let empty = stream.upload_bytes(&[[0.0f32; 0]; 3])?;
    rejects! { run;
        "elements without bytes", stream.download_as::<[f32; 0]>(&empty) => Error::Argument { argument: "T", .. },
    }
    let nothing = stream.upload(&[[0.0f32; 0]; 3])?;
    let is_right = stream.download(&nothing)?.len() == 3;
    run.is("three elements without bytes", is_right);
    if !run.is_small() {
        // The driver's own rejection is an error to a checking tool.
        let large = stream.zeros::<F8E4M3>(1 << 45);
        rejects! { run; "32 tebibytes", large => Error::OutOfMemory { .. }, }
        stream.synchronize()?;
    }
    Ok(())
}

/// Work on a stream from which another library captures a graph, which would touch the memory whenever it is launched.
fn captured(run: &mut Run) -> Result<(), Failure> {
    let stream = &run.device.stream()?;
    let mut x = stream.upload(&[1.0f32; 16])?;
    let mut y = stream.zeros::<f32>(16)?;
    let mut pinned = Pinned::<f32>::zeros(stream, 16)?;
    // SAFETY: the buffer outlives what is given up, and nothing is queued on it.
    let borrowed = unsafe { Memory::from_raw(stream, y.address(), 64) };
    let given_up = (
        stream.zeros::<f32>(16)?,
        Pinned::<f32>::zeros(stream, 16)?,
        borrowed.owned_by(()),
    );
    stream.synchronize()?;
    let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
    stream.raw().begin_capture(mode)?;
    let ends = [
        ("memory", stream.zeros::<f32>(16).map(drop)),
        ("a copy from the host", stream.write(&[2.0; 16], &mut x)),
        ("a copy to the host", stream.download(&x).map(drop)),
        ("a copy", stream.copy(&x, &mut y)),
        ("bytes", stream.set_bytes(&mut y, 7)),
        ("a copy from pinned memory", pinned.upload(&mut y)),
        ("a copy to pinned memory", pinned.download(&x)),
        (
            "a fill",
            fill(stream, &mut ViewMut::row_major(&mut y, &[16])?, 3.0),
        ),
    ];
    // Neither the graph nor a later call is told.
    drop(given_up);
    let graph = stream
        .raw()
        .end_capture(CUgraphInstantiate_flags::CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH)?;
    for (what, end) in ends {
        rejects! { run; format_args!("{what} that is captured"), end => Error::Argument { argument: "stream", why } if why.contains("Graph::record"), }
    }
    if let Some(graph) = graph {
        graph.launch()?;
    }
    let is_right = stream.download(&x)? == [1.0; 16] && stream.download(&y)? == [0.0; 16];
    run.is("what was rejected while a graph was captured", is_right);
    Ok(())
}

/// Memory that was used last on a stream from which another library captures a graph: other streams cannot wait for it until then.
fn captured_elsewhere(run: &mut Run) -> Result<(), Failure> {
    let [captured, other] = [run.device.stream()?, run.device.stream()?];
    let slice = captured.raw().clone_htod(&[1.0f32; 128 * 64])?;
    let x = captured.upload(&[1.0f32; 128 * 64])?;
    let (mut y, mut of_other) = (other.zeros(128 * 64)?, other.zeros(128 * 64)?);
    let mut third = other.zeros::<f32>(128 * 64)?;
    captured.copy(&of_other, &mut y)?;
    // SAFETY: the buffer outlives what is lent, and nothing writes it.
    let lent = unsafe { Memory::from_raw(&captured, x.address(), 4 * 128 * 64) };
    // An array of another library, whose work is on the stream.
    let text = format!(
        r#"{{"shape": [2], "typestr": "<f4", "data": [{}, false], "version": 3, "stream": {}}}"#,
        x.address(),
        captured.handle()
    );
    let array = CudaArray::from_json(&text)?;
    // Only TMA has maps.
    let has_maps = run.device.capability() >= (9, 0);
    type Tile = TileToShape<Layout_K_SW128_Atom<f32>, (_128, _32), LayoutLeft>;
    let map = |x| captured.tensor_map::<f32, Tile, 1, _, _>(x, layout!((128, 64):(64, _1)));
    let map = has_maps.then(|| map(&of_other)).transpose()?;
    let exported = AnyBuffer::from_buffer(other.zeros::<f32>(4)?, &[4])?;
    let exported = exported.into_dlpack::<DLManagedTensorVersioned>(&captured)?;
    run.device.synchronize()?;
    let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
    captured.raw().begin_capture(mode)?;
    drop((map, exported));
    // SAFETY: the buffer outlives the array.
    let imported = unsafe { array.import(&other, ()) };
    let ends = [
        ("from", other.download::<f32, _>(&lent).map(drop)),
        ("from", other.download(&slice).map(drop)),
        ("from", other.copy(&lent, &mut third)),
        ("array", imported.map(drop)),
    ];
    let mapped = other.write(&[0.0f32; 4], &mut of_other);
    captured
        .raw()
        .end_capture(CUgraphInstantiate_flags::CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH)?;
    for (argument, end) in ends {
        rejects! { run; format_args!("{argument} of a stream that is captured"), end => Error::Argument { argument: of, why } if *of == argument && why.contains("after the capture"), }
    }
    if has_maps {
        rejects! { run; "what a tensor map may read", mapped => Error::Argument { argument: "to", .. }, }
        // Memory of cudarc has no place for that: a later call is told, and what of.
        let map = captured.tensor_map::<f32, Tile, 1, _, _>(&slice, layout!((128, 64):(64, _1)))?;
        captured.raw().begin_capture(mode)?;
        drop(map);
        let told = other.zeros::<f32>(4);
        captured.raw().end_capture(
            CUgraphInstantiate_flags::CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH,
        )?;
        rejects! { run; "an earlier failure", told => Error::Driver { call, .. } if call.contains("end of a TensorMap"), }
    }
    // All is as it was, and no later call is told of anything.
    other.write(&[0.0f32; 4], &mut of_other)?;
    let is_right = other.download::<f32, _>(&lent)? == [1.0f32; 128 * 64]
        && other.download(&y)?.len() == 128 * 64;
    run.is(
        "what was rejected while another stream was captured",
        is_right,
    );
    Ok(())
}

/// CT-09 and CT-80: what a launch rejects before the driver hears of it, and kernels that are not there.
fn launches(run: &mut Run) -> Result<(), Failure> {
    let (device, stream) = (&run.device.clone(), &run.stream.clone());
    let function = device.function(&KERNELS[0])?;
    let mut buffer = stream.upload(&[1u8; 64])?;
    let address = buffer.address();
    let launch = || Launch::new(stream, &function);
    // SAFETY: the parameters are the kernel's, which would fill the 64 bytes that are borrowed here.
    let start = |launch: Launch<'_>| unsafe { launch.run((address, 64u64, 0u64)) };
    for (launch, argument) in [
        (launch().grid(0, 1, 1), "grid"),
        (launch().grid(1, 0, 1), "grid"),
        (launch().grid(1 << 31, 1, 1), "grid"),
        (launch().grid(1, 65_536, 1), "grid"),
        (launch().grid(1, 1, 65_536), "grid"),
        (launch().grid(3, 1, 1).cluster(2), "cluster"),
    ] {
        rejects! { run; argument, start(launch) => Error::Argument { argument: found, .. } if *found == argument, }
    }
    // SAFETY: parameters of other sizes than the kernel's reach no kernel.
    let size = unsafe { launch().run((address, 64u32, 0u64)) };
    // SAFETY: fewer parameters than the kernel's reach no kernel.
    let fewer = unsafe { launch().run((address, 64u64)) };
    // SAFETY: more parameters than the kernel's reach no kernel.
    let more = unsafe { launch().run((address, 64u64, 0u64, 0u8)) };
    for end in [size, fewer, more] {
        rejects! { run; "wrong parameters", end => Error::Argument { argument: "params", .. }, }
    }
    stream.set_bytes(&mut buffer, 2)?;
    if stream.download(&buffer)? != [2; 64] {
        return Err("a launch that was rejected ran".into());
    }
    static MISSING: [Kernel; 2] = [
        Kernel {
            name: "azulejo_fill_bytes_of_32",
            ..KERNELS[0]
        },
        Kernel {
            texts: Texts::NONE,
            ..KERNELS[0]
        },
    ];
    for kernel in &MISSING {
        rejects! { run; kernel.name, device.function(kernel) => Error::NoKernel { .. }, }
    }
    for image in ["\u{7f}ELF\u{2}\u{1}\u{1}", "", "// nothing"] {
        let end = Module::load(device.context(), image);
        rejects! { run; "an image that is no PTX", end => Error::Argument { argument: "ptx", .. }, }
    }
    Ok(())
}

/// Two handles of one function: what one may have, a smaller launch of the other does not take away.
fn shared_memory(run: &mut Run) -> Result<(), Failure> {
    let text = ".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry nothing(.param .u64 nothing_param_0)\n{\n\tret;\n}\n";
    let module = Module::load(run.device.context(), text)?;
    let [first, second] = [
        module.function("nothing", 32)?,
        module.function("nothing", 32)?,
    ];
    for (function, bytes) in [(&first, 96 << 10), (&second, 64 << 10), (&first, 80 << 10)] {
        let launch = Launch::new(&run.stream, function)
            .grid(1, 1, 1)
            .shared(bytes);
        // SAFETY: the kernel takes a number and touches no memory.
        let end = unsafe { launch.run((0u64,)) };
        run.is(
            format_args!("{bytes} bytes of shared memory: {end:?}"),
            end.is_ok(),
        );
    }
    let launch = Launch::new(&run.stream, &first).shared(1 << 20);
    // SAFETY: the kernel takes a number and touches no memory.
    let end = unsafe { launch.run((0u64,)) };
    rejects! { run; "a mebibyte of shared memory", end => Error::Argument { argument: "shared", .. }, }
    for threads in [0, 1025] {
        let end = module.function("nothing", threads);
        rejects! { run; "threads of no block", end => Error::Argument { argument: "threads", .. }, }
    }
    let mut bytes = run.stream.zeros::<u8>(16)?;
    fill_bits(
        &run.stream,
        &mut ViewMut::row_major(&mut bytes, &[16])?,
        0x1234,
    )?;
    let is_right = run.stream.download(&bytes)? == [0x34; 16];
    run.is("bits above those of an element", is_right);
    Ok(())
}
