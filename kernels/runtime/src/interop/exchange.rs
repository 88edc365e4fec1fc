//! [`Exchange`]: objects that offer DLPack, the CUDA Array Interface, or both.

use super::{
    CudaArray, ForeignArray,
    dlpack::{Import, ffi::DLManagedTensorVersioned},
};
use crate::{Error, Stream};

/// An array of another library that can be handed over.
///
/// # Safety
/// What the methods return must be true: a tensor that the caller owns and no one else releases; an array that lives as
/// long as this object.
pub unsafe trait Exchange {
    /// The array as a DLPack tensor, where the object has that.
    fn dlpack(&self) -> Option<Result<*mut DLManagedTensorVersioned, Error>> {
        None
    }

    /// The array's `__cuda_array_interface__`, where the object has that.
    fn cuda_array(&self) -> Option<Result<CudaArray, Error>> {
        None
    }
}

/// What an object gave.
enum Offer {
    Dlpack(Import),
    CudaArray(CudaArray),
}

/// DLPack where there is one, also where it fails; else the CUDA Array Interface.
fn offer(object: &impl Exchange) -> Result<Offer, Error> {
    if let Some(tensor) = object.dlpack() {
        // SAFETY: an implementation of `Exchange` gives an exported tensor, which no one else takes.
        return unsafe { Import::from_raw(tensor?) }.map(Offer::Dlpack);
    }
    match object.cuda_array() {
        Some(array) => array.map(Offer::CudaArray),
        None => Err(Error::argument(
            "array",
            "it offers neither DLPack nor the CUDA Array Interface",
        )),
    }
}

/// The array of an object, for work on `stream`: by DLPack where the object has it, else by the CUDA Array Interface.
///
/// # Errors
/// The object's own, and those of [`Import::on`] and [`CudaArray::import`]. A failure of DLPack is not hidden by trying
/// the other.
pub fn import(
    object: impl Exchange + Send + Sync + 'static,
    stream: &Stream,
) -> Result<ForeignArray, Error> {
    match offer(&object)? {
        Offer::Dlpack(tensor) => tensor.on(stream),
        // SAFETY: the contract of `Exchange`: the array lives as long as the object, which becomes its owner.
        Offer::CudaArray(array) => unsafe { array.import(stream, object) },
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use azulejo_tensor::DType;

    use super::*;
    use crate::interop::{Description, dlpack::export};
    use azulejo_cpu::Strided;

    /// An object whose answers have different addresses, and which counts the questions.
    struct Both {
        dlpack: Option<Result<u64, Error>>,
        cuda_array: bool,
        asked: Cell<(u32, u32)>,
    }

    // SAFETY: the addresses are never read.
    unsafe impl Exchange for Both {
        fn dlpack(&self) -> Option<Result<*mut DLManagedTensorVersioned, Error>> {
            let (dlpack, array) = self.asked.get();
            self.asked.set((dlpack + 1, array));
            self.dlpack.clone().map(|address| {
                let description = Description {
                    address: address?,
                    dtype: DType::F32,
                    layout: Strided::row_major(&[2]).unwrap(),
                    read_only: false,
                    device: Some(0),
                };
                // SAFETY: nothing reads what the address leads to: two floats that no test touches.
                Ok(unsafe { export(&description, ()) }.unwrap().into_raw())
            })
        }
        fn cuda_array(&self) -> Option<Result<CudaArray, Error>> {
            let (dlpack, array) = self.asked.get();
            self.asked.set((dlpack, array + 1));
            let text = r#"{"shape": [2], "typestr": "<f4", "data": [8192, false], "version": 3}"#;
            self.cuda_array.then(|| CudaArray::from_json(text))
        }
    }

    fn address(of: &Both) -> Result<u64, Error> {
        Ok(match offer(of)? {
            Offer::Dlpack(import) => import.description().address,
            Offer::CudaArray(array) => array.address,
        })
    }

    #[test]
    fn dlpack_comes_first() {
        let object = |dlpack, cuda_array| Both {
            dlpack,
            cuda_array,
            asked: Cell::default(),
        };
        let both = object(Some(Ok(4096)), true);
        assert_eq!((address(&both), both.asked.get()), (Ok(4096), (1, 0)));
        let array = object(None, true);
        assert_eq!((address(&array), array.asked.get()), (Ok(8192), (1, 1)));
        let failing = object(Some(Err(Error::NoDriver)), true);
        assert_eq!(
            (address(&failing), failing.asked.get()),
            (Err(Error::NoDriver), (1, 0))
        );
        assert!(address(&object(None, false)).is_err());
    }
}
