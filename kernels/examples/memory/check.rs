//! Every kernel against the CPU.
//!
//! Length: one list of checks, a function each.

use azulejo_kernels::{
    cpu::{self, Op, Reduction, Strided},
    host::{
        AnyView, AnyViewMut, Device, Error, Launch, Module, Stream, View, ViewMut, cast_by, copy,
        fill, fill_bits, fill_bits_capped,
        infini::{self, Elementwise, TensorDescriptor, Workspace},
        map, reduce, zeros,
    },
};
use azulejo_kernels::{
    device::zeros::KERNELS,
    table::{Kernel, Texts},
};
use azulejo_tensor::{DType, F8E4M3, Overflow, RoundingMode, f16};

use crate::harness::Args;
use crate::{
    Failure,
    guard::{Input, Output, Random, array, bits, exact},
    jobs, maps, order, rows,
};

/// Counts the checks of a part and prints one line for it.
fn part(name: &str, mut f: impl FnMut(&mut usize) -> Result<(), Failure>) -> Result<(), Failure> {
    let start = std::time::Instant::now();
    let mut count = 0;
    f(&mut count).map_err(|e| format!("{name}, check {count}: {e}"))?;
    println!(
        "{name:<24} {count:>6} checks passed, {:.2} s",
        start.elapsed().as_secs_f64()
    );
    Ok(())
}

/// Runs the parts that `--only` names, or all.
pub fn run(device: &Device, args: &Args) -> Result<(), Failure> {
    let small = args.has("--small");
    let stream = device.stream()?;
    let s = &stream;
    type Part<'a> = (
        &'static str,
        Box<dyn FnMut(&mut usize) -> Result<(), Failure> + 'a>,
    );
    let mut parts: Vec<Part<'_>> = vec![
        (
            "zeros and fill",
            Box::new(|n| fills(s, small, n).and_then(|()| capped(s, n))),
        ),
        ("copy and transpose", Box::new(|n| copies(s, small, n))),
        ("cast", Box::new(|n| casts(s, small, n))),
        ("map", Box::new(|n| maps::check(s, small, n))),
        (
            "rows and reductions",
            Box::new(|n| rows::check(s, small, n)),
        ),
        ("jobs and exchange", Box::new(|n| jobs::check(s, small, n))),
        ("order", Box::new(|n| order::check(device, small, n))),
        ("rejections", Box::new(|n| rejections(s, small, n))),
    ];
    if !small {
        parts.push(("large and asynchronous", Box::new(|n| large(device, n))));
    }
    parts.retain(|(name, _)| args.wants(name));
    // Every part runs, also after one has failed.
    let ends: Vec<Result<(), Failure>> = parts
        .iter_mut()
        .map(|(name, check)| part(name, check))
        .collect();
    device.synchronize()?;
    let failures: Vec<String> = ends
        .into_iter()
        .filter_map(|end| end.err().map(|e| e.to_string()))
        .collect();
    if failures.is_empty() {
        println!("all checks passed");
        Ok(())
    } else {
        Err(failures.join("\n").into())
    }
}

pub fn strided(extents: &[usize], strides: &[usize]) -> Strided {
    Strided::new(extents, strides).expect("a layout of this file")
}

fn fills(stream: &Stream, small: bool, n: &mut usize) -> Result<(), Failure> {
    let mut random = Random(1);
    let mut layouts = vec![
        strided(&[], &[]),
        strided(&[0, 5], &[5, 1]),
        strided(&[13, 4], &[4, 1]),
        strided(&[13, 4], &[10, 1]),
        strided(&[13, 4, 4], &[20, 4, 1]),
        strided(&[3, 4, 5], &[1, 3, 12]),
        strided(
            &[2, 2, 2, 2, 2, 2, 2, 3],
            &[999, 450, 220, 100, 48, 20, 8, 2],
        ),
        strided(&[5, 7], &[64, 2]),
    ];
    layouts.extend(
        [1, 2, 3, 15, 16, 17, 255, 257, 1000, 4097, 70001].map(|len| strided(&[len], &[1])),
    );
    if !small {
        layouts.push(strided(&[16, 5632], &[13312, 1]));
        layouts.push(strided(&[4, 4, 5632], &[45056, 5632, 1]));
    }
    for dtype in DType::ALL {
        for layout in &layouts {
            for shift in [0, 1, 3] {
                let value = if shift == 1 {
                    0
                } else {
                    random.elements(dtype, 1, true)[0]
                };
                let mut out = Output::new(stream, dtype, layout.cosize(), shift, &mut random)?;
                out.view(*layout, |v| {
                    if shift == 1 {
                        zeros(stream, v)?;
                    } else {
                        fill_bits(stream, v, value)?;
                    }
                    Ok(())
                })?;
                let want = vec![value; layout.size()];
                out.expect(stream, layout, &want, |a, b| a == b)
                    .map_err(|e| format!("{dtype} {layout:?} +{shift}: {e}"))?;
                *n += 1;
            }
        }
    }
    Ok(())
}

fn copies(stream: &Stream, small: bool, n: &mut usize) -> Result<(), Failure> {
    // Destination and source layouts of one shape.
    let mut pairs = Vec::new();
    let compact = |extents: &[usize], order: &[usize]| {
        let mut strides = vec![0; extents.len()];
        let mut next = 1;
        for axis in order {
            strides[*axis] = next;
            next *= extents[*axis];
        }
        strided(extents, &strides)
    };
    for (m, k) in [
        (64, 64),
        (128, 192),
        (65, 33),
        (37, 1000),
        (8, 8),
        (7, 300),
        (256, 16),
        (130, 258),
    ] {
        pairs.push((compact(&[m, k], &[1, 0]), compact(&[m, k], &[0, 1])));
        pairs.push((
            strided(&[m, k], &[k + 16, 1]),
            strided(&[m, k], &[1, m + 16]),
        ));
        pairs.push((strided(&[m, k], &[k + 3, 1]), strided(&[m, k], &[1, m + 5])));
    }
    for extents in [[5, 16, 24], [3, 64, 32], [2, 33, 17]] {
        for to in [[2, 1, 0], [0, 1, 2], [1, 2, 0]] {
            for from in [
                [2, 1, 0],
                [1, 2, 0],
                [0, 2, 1],
                [2, 0, 1],
                [1, 0, 2],
                [0, 1, 2],
            ] {
                pairs.push((compact(&extents, &to), compact(&extents, &from)));
            }
        }
    }
    for (to, from) in [
        (strided(&[13, 4], &[10, 1]), strided(&[13, 4], &[4, 1])),
        (strided(&[100, 40], &[40, 1]), strided(&[100, 40], &[0, 1])),
        (strided(&[100, 40], &[40, 1]), strided(&[100, 40], &[1, 0])),
        (strided(&[33, 20], &[40, 2]), strided(&[33, 20], &[20, 1])),
        (strided(&[], &[]), strided(&[], &[])),
        (strided(&[4, 0], &[1, 1]), strided(&[4, 0], &[1, 1])),
        (
            strided(
                &[2, 2, 2, 2, 2, 2, 2, 3],
                &[999, 450, 220, 100, 48, 20, 8, 2],
            ),
            compact(&[2, 2, 2, 2, 2, 2, 2, 3], &[0, 2, 4, 6, 7, 5, 3, 1]),
        ),
    ] {
        pairs.push((to, from));
    }
    pairs.extend(
        [1, 15, 16, 17, 1000, 70001].map(|len| (strided(&[len], &[1]), strided(&[len], &[1]))),
    );
    if !small {
        pairs.push((
            compact(&[1024, 2048], &[1, 0]),
            compact(&[1024, 2048], &[0, 1]),
        ));
        pairs.push((
            compact(&[1023, 2047], &[1, 0]),
            compact(&[1023, 2047], &[0, 1]),
        ));
    }
    let mut random = Random(2);
    for dtype in [DType::U8, DType::F16, DType::F32, DType::F64] {
        for (to, from) in &pairs {
            for (ahead, behind) in [(0, 0), (1, 0), (1, 1)] {
                let input = Input::new(
                    stream,
                    dtype,
                    random.elements(dtype, from.cosize(), true),
                    behind,
                )?;
                let mut out = Output::new(stream, dtype, to.cosize(), ahead, &mut random)?;
                input.view(*from, |source| {
                    out.view(*to, |v| Ok(copy(stream, source, v)?))
                })?;
                out.expect(stream, to, &input.gathered(from), |a, b| a == b)
                    .map_err(|e| format!("{dtype} {to:?} from {from:?} +{ahead} +{behind}: {e}"))?;
                *n += 1;
            }
        }
    }
    Ok(())
}

fn casts(stream: &Stream, small: bool, n: &mut usize) -> Result<(), Failure> {
    let mut random = Random(3);
    let count = if small { 300 } else { 5003 };
    let layouts = [
        (strided(&[count], &[1]), strided(&[count], &[1])),
        (strided(&[19, 24], &[40, 1]), strided(&[19, 24], &[1, 19])),
    ];
    let rules = [
        (None, None),
        (None, Some(Overflow::Saturate)),
        (Some(RoundingMode::Zero), None),
        (Some(RoundingMode::PositiveInf), Some(Overflow::Ieee)),
        (Some(RoundingMode::NegativeInf), None),
    ];
    for from in DType::ALL {
        for to in DType::ALL {
            for (target, source) in &layouts {
                for (mode, overflow) in rules.into_iter().take(if small { 2 } else { 5 }) {
                    let input = Input::new(
                        stream,
                        from,
                        random.elements(from, source.cosize(), true),
                        0,
                    )?;
                    let mut out = Output::new(stream, to, target.cosize(), 0, &mut random)?;
                    let values = array(from, &input.gathered(source), &[source.size()])?;
                    let ended = input.view(*source, |s| {
                        out.view(*target, |v| Ok(cast_by(stream, s, v, mode, overflow)))
                    })?;
                    match (values.cast(to, mode, overflow), ended) {
                        (Ok(want), Ok(())) => {
                            out.expect(stream, target, &bits(&want), exact(to))
                                .map_err(|e| {
                                    format!("{from} to {to} {mode:?} {overflow:?}: {e}")
                                })?;
                        }
                        (Err(_), Err(_)) => {}
                        (cpu, gpu) => {
                            return Err(format!(
                                "{from} to {to} {mode:?}: {:?} and {gpu:?}",
                                cpu.map(|_| ())
                            )
                            .into());
                        }
                    }
                    *n += 1;
                }
            }
        }
    }
    Ok(())
}

fn rejections(stream: &Stream, small: bool, n: &mut usize) -> Result<(), Failure> {
    let mut buffer = stream.zeros::<f32>(100)?;
    let short = View::row_major(&buffer, &[101]).map(|_| ());
    if !matches!(
        short,
        Err(Error::OutOfBounds {
            needed: 101,
            len: 100,
            ..
        })
    ) {
        return Err(format!("a view past the end: {short:?}").into());
    }
    let twice = ViewMut::new(&mut buffer, strided(&[4, 4], &[1, 1])).map(|_| ());
    if !matches!(twice, Err(Error::Array(cpu::ArrayError::Overlap { .. }))) {
        return Err(format!("an output that overlaps itself: {twice:?}").into());
    }
    let other = stream.zeros::<f16>(100)?;
    let view = View::row_major(&other, &[100])?;
    let wrong = map(
        stream,
        Op::Neg,
        &[&view],
        &mut ViewMut::row_major(&mut buffer, &[100])?,
    );
    if !matches!(wrong, Err(Error::Dtype { .. })) {
        return Err(format!("an output of another type: {wrong:?}").into());
    }
    launches(stream, n)?;
    let empty = stream.upload_bytes(&[[0.0f32; 0]; 3])?;
    let none = stream.download_as::<[f32; 0]>(&empty);
    if !matches!(none, Err(Error::Argument { argument: "T", .. })) {
        return Err(format!("elements without bytes: {none:?}").into());
    }
    let nothing = stream.upload(&[[0.0f32; 0]; 3])?;
    if stream.download(&nothing)?.len() != 3 {
        return Err("three elements without bytes".into());
    }
    if small {
        // The driver's own rejection below is an error to a checking tool.
        *n += 5;
        return Ok(());
    }
    let large = stream.zeros::<F8E4M3>(1 << 45).map(|_| ());
    if !matches!(large, Err(Error::OutOfMemory { .. })) {
        return Err(format!("32 tebibytes: {large:?}").into());
    }
    stream.synchronize()?;
    *n += 6;
    Ok(())
}

/// CT-09 and CT-80: what a launch rejects before the driver hears of it, and kernels that are not there.
fn launches(stream: &Stream, n: &mut usize) -> Result<(), Failure> {
    let device = stream.device();
    let function = device.function(&KERNELS[0])?;
    let mut buffer = stream.upload(&[1u8; 64])?;
    let address = buffer.address();
    let launch = || Launch::new(stream, &function);
    // SAFETY: the parameters are the kernel's, which would fill the 64 bytes that are borrowed here.
    let run = |launch: Launch<'_>| unsafe { launch.run((address, 64u64, 0u64)) };
    for (launch, argument) in [
        (launch().grid(0, 1, 1), "grid"),
        (launch().grid(1, 0, 1), "grid"),
        (launch().grid(1 << 31, 1, 1), "grid"),
        (launch().grid(1, 65_536, 1), "grid"),
        (launch().grid(1, 1, 65_536), "grid"),
        (launch().grid(3, 1, 1).cluster(2), "cluster"),
    ] {
        let end = run(launch);
        if !matches!(&end, Err(Error::Argument { argument: found, .. }) if *found == argument) {
            return Err(format!("a launch with a wrong {argument}: {end:?}").into());
        }
        *n += 1;
    }
    // SAFETY: parameters of other sizes than the kernel's reach no kernel.
    let size = unsafe { launch().run((address, 64u32, 0u64)) };
    // SAFETY: fewer parameters than the kernel's reach no kernel.
    let fewer = unsafe { launch().run((address, 64u64)) };
    // SAFETY: more parameters than the kernel's reach no kernel.
    let more = unsafe { launch().run((address, 64u64, 0u64, 0u8)) };
    for end in [size, fewer, more] {
        if !matches!(
            end,
            Err(Error::Argument {
                argument: "params",
                ..
            })
        ) {
            return Err(format!("a launch with wrong parameters: {end:?}").into());
        }
        *n += 1;
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
        let end = device.function(kernel).map(drop);
        if !matches!(end, Err(Error::NoKernel { .. })) {
            return Err(format!("{} of {}: {end:?}", kernel.name, kernel.area).into());
        }
        *n += 1;
    }
    for image in ["\u{7f}ELF\u{2}\u{1}\u{1}", "", "// nothing"] {
        let end = Module::load(device.context(), image).map(drop);
        if !matches!(
            end,
            Err(Error::Argument {
                argument: "ptx",
                ..
            })
        ) {
            return Err(format!("an image that is no PTX: {end:?}").into());
        }
        *n += 1;
    }
    Ok(())
}

/// J22 in the small: fills whose blocks go over the output several times, with a ragged end.
fn capped(stream: &Stream, n: &mut usize) -> Result<(), Failure> {
    let count = 200_003;
    for blocks in [1, 3, 4, 7, 65_535] {
        let mut buffer = stream.upload(&vec![0xFFu8; count + 2])?;
        let mut piece = buffer.slice_mut(1..count + 1)?;
        let mut out = AnyViewMut::new(&mut piece, DType::U8, strided(&[count], &[1]))?;
        fill_bits_capped(stream, &mut out, 7, blocks)?;
        let found = stream.download(&buffer)?;
        if found[0] != 0xFF || found[count + 1] != 0xFF || found[1..=count].iter().any(|b| *b != 7)
        {
            return Err(format!("{count} bytes by at most {blocks} blocks").into());
        }
        *n += 1;
    }
    Ok(())
}

/// J22: 2^32 elements of `dtype` set to zero, by the kernel's own interface and by the descriptor's, from bytes that are all ones.
fn vast(stream: &Stream, dtype: DType) -> Result<(), Failure> {
    let side = 1usize << 16;
    let (square, bytes) = (
        strided(&[side, side], &[side, 1]),
        (side * side) * dtype.bytes(),
    );
    // SAFETY: every byte is set below, before anything reads one.
    let mut buffer = unsafe { stream.alloc::<u8>(bytes)? };
    let words = Strided::row_major(&[side, side * dtype.bytes() / 4])?;
    let mut largest = stream.zeros::<u32>(side)?;
    for by_descriptor in [false, true] {
        stream.set_bytes(&mut buffer, 0xFF)?;
        if by_descriptor {
            let kind = infini::Dtype::try_from(dtype).map_err(|e| format!("{dtype}: {e:?}"))?;
            let described = TensorDescriptor::new(kind, &[side, side], None)?;
            let nothing = Workspace {
                address: largest.address(),
                bytes: 80,
            };
            let zeros = Elementwise::<infini::Zeros>::create(&described, &[&described])?;
            // SAFETY: the output has the described elements; input and workspace are not used by the kernel.
            unsafe { zeros.calculate(nothing, buffer.address(), &[0], stream) }?;
        } else {
            zeros(stream, &mut AnyViewMut::new(&mut buffer, dtype, square)?)?;
        }
        let all = AnyView::new(&buffer, DType::U32, words)?;
        let mut out = ViewMut::row_major(&mut largest, &[side])?;
        reduce(stream, Reduction::Max, &all, &[1], &mut out)?;
        let last = stream.download(&buffer.slice(bytes - 64..)?)?;
        if stream.download(&largest)?.iter().any(|word| *word != 0)
            || last.iter().any(|byte| *byte != 0)
        {
            return Err(format!("2^32 elements of {dtype}, by descriptor {by_descriptor}").into());
        }
    }
    Ok(())
}

/// What needs gigabytes: 2^32 elements and more, work that is still running when a call returns, buffers dropped in use.
fn large(device: &Device, n: &mut usize) -> Result<(), Failure> {
    let stream = device.stream()?;
    vast(&stream, DType::F32)?;
    vast(&stream, DType::U8)?;
    *n += 2;
    let count = (1usize << 32) + 5;
    let mut bytes = stream.zeros::<u8>(count)?;
    stream.set_bytes(&mut bytes, 0xFF)?;
    fill(&stream, &mut ViewMut::row_major(&mut bytes, &[count])?, 7)?;
    let tail = stream.download(&bytes.slice(count - 1000..)?)?;
    let head = stream.download(&bytes.slice(..1000)?)?;
    if tail.iter().chain(&head).any(|b| *b != 7) {
        return Err("2^32 + 5 bytes are not filled to their ends".into());
    }
    // Every other byte of 2^32 of them: 2^31 indices, more than a launch takes.
    fill(
        &stream,
        &mut ViewMut::new(&mut bytes, strided(&[1 << 31, 1], &[2, 1]))?,
        9,
    )?;
    for start in [0, 1 << 31, (1usize << 32) - 1000] {
        let piece = stream.download(&bytes.slice(start..start + 1000)?)?;
        if piece
            .iter()
            .enumerate()
            .any(|(k, b)| *b != if k % 2 == 0 { 9 } else { 7 })
        {
            return Err(format!("every other byte from {start} on").into());
        }
    }
    *n += 2;
    let start = stream.record()?;
    for _ in 0..8 {
        fill(&stream, &mut ViewMut::row_major(&mut bytes, &[count])?, 3)?;
    }
    let end = stream.record()?;
    if end.is_complete()? {
        return Err("32 GiB were filled before the calls returned".into());
    }
    // Dropped in use: the memory comes back when the work is done, and new memory is not overwritten by it.
    drop(bytes);
    let fresh = stream.zeros::<u8>(1 << 20)?;
    end.synchronize()?;
    if start.milliseconds_to(&end)? <= 0.0 || stream.download(&fresh)?.iter().any(|b| *b != 0) {
        return Err("memory given back in use was written".into());
    }
    // Two streams, two buffers, each with its own value; and one buffer handed from stream to stream.
    let other = device.stream()?;
    let mut a = stream.zeros::<i32>(1 << 26)?;
    let mut b = other.zeros::<i32>(1 << 26)?;
    fill(&stream, &mut ViewMut::row_major(&mut a, &[1 << 26])?, 1)?;
    fill(&other, &mut ViewMut::row_major(&mut b, &[1 << 26])?, 2)?;
    let (va, vb) = (
        View::row_major(&a, &[1 << 26])?,
        View::row_major(&b, &[1 << 26])?,
    );
    let mut sum = other.zeros::<i32>(1 << 26)?;
    map(
        &other,
        Op::Add,
        &[&va, &vb],
        &mut ViewMut::row_major(&mut sum, &[1 << 26])?,
    )?;
    if stream.download(&sum)?.iter().any(|s| *s != 3) {
        return Err("work on two streams was not ordered".into());
    }
    *n += 3;
    Ok(())
}
