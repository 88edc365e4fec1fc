//! Arrays of another library in programs: DLPack and the CUDA Array Interface.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use super::*;
use azulejo_runtime::interop::dlpack::{Import, export, ffi::DLManagedTensor};
use azulejo_runtime::interop::{CudaArray, Description};
use azulejo_tensor::DType;
use azulejo_tile::programs::{DoubleTile, SumOfTwo};

/// Counts how often it is dropped.
struct Counter(Arc<AtomicUsize>);

impl Drop for Counter {
    fn drop(&mut self) {
        self.0.fetch_add(1, SeqCst);
    }
}

/// What a description says of `data`, as a view of it.
fn view<'a>(of: &Description, data: &'a [f32]) -> View<'a, f32> {
    assert_eq!(of.dtype, DType::F32);
    let first = (of.address as usize - data.as_ptr() as usize) / size_of::<f32>();
    View::new(&data[first..], of.layout).unwrap()
}

#[test]
fn h_26_h_31_j32_a_tensor_comes_in_and_is_released_once() {
    // Twelve elements behind two others; no strides, an offset of eight bytes.
    let data = arange::<f32>(14);
    let count = Arc::new(AtomicUsize::new(0));
    let of = Description {
        address: data.as_ptr() as u64,
        dtype: DType::F32,
        layout: Strided::new(&[3, 4], &[1, 3]).unwrap(),
        read_only: false,
        device: Some(0),
    };
    // SAFETY: the description is true of `data`, which outlives it.
    let export = unsafe { export::<DLManagedTensor>(&of, Counter(count.clone())) };
    let raw = export.unwrap().into_raw();
    // SAFETY: made above, owned here.
    let tensor = unsafe { &mut (*raw).dl_tensor };
    tensor.strides = std::ptr::null_mut();
    tensor.byte_offset = 8;
    // SAFETY: made above, owned here and given away; the offset and the row-major strides stay inside `data`.
    let import = unsafe { Import::from_raw(raw) }.unwrap();
    let found = import.description().clone();
    assert_eq!(found.address - of.address, 8);
    assert_eq!(found.layout.strides(), [4, 1]);
    let mut y = vec![0.0f32; 12];
    DoubleTile::run(view(&found, &data), matrix_mut(&mut y, 3, 4)).unwrap();
    assert!(
        y.iter()
            .enumerate()
            .all(|(i, y)| *y == 2.0 * (i + 2) as f32)
    );
    assert_eq!(count.load(SeqCst), 0, "released while it was in use");
    drop(import);
    assert_eq!(count.load(SeqCst), 1);
}

#[test]
fn h_32_j32_strides_of_bytes_come_in_as_elements() {
    let data = arange::<f32>(12);
    let of = |strides: &str| {
        let text = format!(
            r#"{{"shape": [3, 4], "typestr": "<f4", "data": [{}, false], "version": 3, "strides": {strides}}}"#,
            data.as_ptr() as u64
        );
        CudaArray::from_json(&text).unwrap().describe().unwrap()
    };
    let (absent, given) = (of("null"), of("[16, 4]"));
    assert_eq!(absent.layout.strides(), [4, 1]);
    assert_eq!(
        (absent.address, absent.layout),
        (given.address, given.layout)
    );
    let mut y = vec![0.0f32; 12];
    let out = matrix_mut(&mut y, 3, 4);
    SumOfTwo::run(view(&absent, &data), view(&given, &data), out).unwrap();
    assert!(y.iter().enumerate().all(|(i, y)| *y == 2.0 * i as f32));
}
