//! A program's calls in their order: the device is one for the whole process, and so is this test.

use std::ffi::{c_char, c_void};

use cudarc::driver::sys::CUresult;

use super::context::cuCtxSynchronize;
use super::event::{
    cuEventCreate, cuEventElapsedTime, cuEventQuery, cuEventRecord, cuEventSynchronize,
};
use super::graph::{cuGraphInstantiateWithFlags, cuGraphLaunch};
use super::launch::cuLaunchKernel;
use super::memory::{cuMemAlloc_v2, cuMemAllocAsync, cuMemFree_v2, cuMemFreeAsync};
use super::module::{
    cuFuncGetAttribute, cuFuncSetAttribute, cuModuleGetFunction, cuModuleLoadData,
};
use super::pointer::{In, Out};
use super::stream::{
    cuStreamBeginCapture_v2, cuStreamCreate, cuStreamEndCapture, cuStreamSynchronize,
    cuStreamWaitEvent,
};
use super::transfer::{cuMemcpyDtoH_v2, cuMemcpyHtoD_v2, cuMemsetD16_v2, cuMemsetD32Async};

/// Adds 1 to each element, a thread each.
const TEXT: &[u8] = b".version 8.0
.target sm_80
.address_size 64
.visible .entry add(.param .u64 add_param_0)
.maxntid 32, 1, 1
{
\t.reg .b32 %r<3>;
\t.reg .b64 %rd<4>;
\tld.param.b64 %rd1, [add_param_0];
\tmov.u32 %r1, %tid.x;
\tmul.wide.u32 %rd2, %r1, 4;
\tadd.s64 %rd3, %rd1, %rd2;
\tld.global.b32 %r2, [%rd3];
\tadd.s32 %r2, %r2, 1;
\tst.global.b32 [%rd3], %r2;
\tret;
}
\0";

fn launch(function: usize, threads: u32, stream: usize, address: u64) -> CUresult {
    let parameters = [In::from(std::slice::from_ref(&address))];
    // SAFETY: a pointer to a pointer, whose type is not read.
    let parameters: In<In<c_void>> = unsafe { std::mem::transmute(In::from(&parameters)) };
    let none = In::none();
    // SAFETY: one parameter of eight bytes, as the kernel states.
    unsafe {
        cuLaunchKernel(
            function, 1, 1, 1, threads, 1, 1, 0, stream, parameters, none,
        )
    }
}

/// A place for the bytes of a value.
fn place<T>(value: &mut T) -> Out<c_void> {
    // SAFETY: a pointer to a plain value is one to its bytes.
    unsafe { std::mem::transmute(Out::to(value)) }
}

/// A call of the driver's.
macro_rules! call {
    ($name:ident($($argument:expr),* $(,)?)) => {
        // SAFETY: every pointer leads to a value of the call's type that lives through it.
        unsafe { $name($($argument),*) }
    };
}

/// A call that does what it is asked.
macro_rules! done {
    ($($call:tt)*) => {
        assert_eq!(call!($($call)*), CUresult::CUDA_SUCCESS);
    };
}

fn bytes<T>(values: &[T]) -> In<c_void> {
    // SAFETY: a pointer to plain values is one to their bytes.
    unsafe { std::mem::transmute(In::from(values)) }
}

#[test]
fn a_program_computes_until_a_kernel_leaves_its_memory() {
    let done = CUresult::CUDA_SUCCESS;
    let (mut address, mut module, mut function, mut stream) = (0u64, 0usize, 0usize, 0usize);
    let (mut graph, mut replay, mut event, mut found) = (0usize, 0usize, 0usize, [0u32; 32]);
    let (mut milliseconds, data) = (0f32, [7u32; 32]);
    done!(cuMemAlloc_v2(Out::to(&mut address), 128));
    done!(cuMemcpyHtoD_v2(address, bytes(&data), 128));
    done!(cuModuleLoadData(Out::to(&mut module), bytes(TEXT)));
    let machine_code = b"\x7fELF\x02\x01\x01\x41\x08\0";
    assert_eq!(
        call!(cuModuleLoadData(Out::to(&mut stream), bytes(machine_code))),
        CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU
    );
    let name: &[c_char] = &[97, 100, 100, 0];
    done!(cuModuleGetFunction(
        Out::to(&mut function),
        module,
        In::from(name)
    ));
    done!(cuStreamCreate(Out::to(&mut stream), 0));
    done!(cuEventCreate(Out::to(&mut event), 0));
    done!(cuEventRecord(event, stream));
    let waiting = CUresult::CUDA_ERROR_NOT_READY;
    let elapsed = |time: &mut f32| call!(cuEventElapsedTime(Out::to(time), event, event));
    assert_eq!(elapsed(&mut milliseconds), waiting);
    done!(cuEventSynchronize(event));
    assert_eq!(elapsed(&mut milliseconds), done);
    // Once at the call, and twice by a capture, which itself does nothing.
    assert_eq!(launch(function, 32, stream, address), done);
    done!(cuStreamBeginCapture_v2(stream, 0));
    assert_eq!(launch(function, 16, stream, address), done);
    done!(cuStreamEndCapture(stream, Out::to(&mut graph)));
    done!(cuGraphInstantiateWithFlags(Out::to(&mut replay), graph, 0));
    done!(cuGraphLaunch(replay, stream));
    done!(cuGraphLaunch(replay, stream));
    done!(cuMemcpyDtoH_v2(place(&mut found), address, 128));
    assert_eq!((found[0], found[15], found[16], found[31]), (10, 10, 8, 8));
    // Errors leave the device as it is.
    let invalid = CUresult::CUDA_ERROR_INVALID_VALUE;
    assert_eq!(launch(function, 33, stream, address), invalid);
    assert_eq!(call!(cuMemcpyHtoD_v2(address, bytes(&data), 129)), invalid);
    assert_eq!(call!(cuMemFree_v2(address + 4)), invalid);
    let beyond = |bytes: usize| call!(cuMemcpyHtoD_v2(address + 16, self::bytes(&data), bytes));
    assert_eq!([beyond(usize::MAX), beyond(usize::MAX - 15)], [invalid; 2]);
    assert_eq!(call!(cuMemsetD16_v2(address, 0, 1 << 63)), invalid);
    // Static and dynamic shared memory share a block's: 48 KiB, and 227 KiB of an H200 that are asked for.
    let arrays = ".target sm_80\n.shared .align 4 .b8 array[40960];";
    let text = String::from_utf8_lossy(TEXT).replacen(".target sm_80", arrays, 1);
    done!(cuModuleLoadData(
        Out::to(&mut module),
        bytes(text.as_bytes())
    ));
    let mut large = 0usize;
    done!(cuModuleGetFunction(
        Out::to(&mut large),
        module,
        In::from(name)
    ));
    let (mut most, attribute) = (0i32, 8);
    done!(cuFuncGetAttribute(Out::to(&mut most), attribute, large));
    assert_eq!(most, 8 << 10);
    let ask = |bytes: i32| call!(cuFuncSetAttribute(large, attribute, bytes));
    assert_eq!([ask(188 << 10), ask(187 << 10)], [invalid, done]);
    done!(cuCtxSynchronize());
    // Work on another stream is done before what waits for it, and no sooner: a copy that does not wait finds what
    // was there.
    let mut other = 0usize;
    done!(cuStreamCreate(Out::to(&mut other), 1));
    assert_eq!(launch(function, 32, other, address), done);
    done!(cuEventRecord(event, other));
    let first = |found: &mut [u32; 32]| call!(cuMemcpyDtoH_v2(place(found), address, 128));
    assert_eq!((first(&mut found), found[0]), (done, 10));
    assert_eq!(call!(cuEventQuery(event)), waiting);
    done!(cuEventQuery(event));
    assert_eq!((first(&mut found), found[0]), (done, 11));
    assert_eq!(launch(function, 32, other, address), done);
    done!(cuEventRecord(event, other));
    done!(cuStreamWaitEvent(stream, event, 0));
    assert_eq!((first(&mut found), found[0]), (done, 12));
    // An allocation is there when its stream has come to it, and gone when the stream has given it back.
    let mut fresh = 0u64;
    done!(cuMemAllocAsync(Out::to(&mut fresh), 128, other));
    done!(cuMemsetD32Async(fresh, 1, 32, other));
    assert_eq!(launch(function, 32, other, fresh), done);
    done!(cuMemFreeAsync(fresh, other));
    done!(cuStreamSynchronize(other));
    assert_eq!(call!(cuMemFreeAsync(fresh, other)), invalid);
    // A fault ends the device, at the call that waits for it.
    let failed = CUresult::CUDA_ERROR_LAUNCH_FAILED;
    assert_eq!(launch(function, 32, stream, address + 4), done);
    assert_eq!(call!(cuCtxSynchronize()), failed);
    assert_eq!(call!(cuCtxSynchronize()), failed);
    assert_eq!(call!(cuMemFree_v2(address)), failed);
}
