//! [`CudaArray`]: the CUDA Array Interface, version 3
//! (<https://numba.readthedocs.io/en/stable/cuda/cuda_array_interface.html>).

use azulejo_tensor::DType;
use cudarc::driver::sys::CUstream;
use serde_json::{Value, json};

use super::{Description, ForeignArray, description::layout};
use crate::{AnyBuffer, Error, Stream, order::join};

/// The attribute `__cuda_array_interface__` of an array.
///
/// | typestr | dtype |
/// |---|---|
/// | `\|b1` | `bool_` |
/// | `\|i1`, `<i2`, `<i4`, `<i8` | `int8` … `int64` |
/// | `\|u1`, `<u2`, `<u4`, `<u8` | `uint8` … `uint64` |
/// | `<f2`, `<f4`, `<f8` | `float16`, `float32`, `float64` |
///
/// The other dtypes have no typestr: exchange them by [DLPack](super::dlpack).
///
/// ```
/// use azulejo_runtime::interop::CudaArray;
/// let text = r#"{"shape": [3, 4], "typestr": "<f4", "data": [28672, false], "version": 3, "strides": [16, 4]}"#;
/// let array = CudaArray::from_json(text)?;
/// let description = array.describe()?;
/// assert_eq!((description.address, description.layout.strides()), (28672, &[4, 1][..]));
/// assert_eq!(CudaArray::from_json(&array.to_json())?, array);
/// # Ok::<(), azulejo_runtime::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CudaArray {
    /// The extents.
    pub shape: Vec<i64>,
    /// Byte order, kind and bytes of an element.
    pub typestr: String,
    /// Address of the first element.
    pub address: u64,
    /// `true` if it may only be read.
    pub read_only: bool,
    /// The version of the interface.
    pub version: u64,
    /// Bytes from one element to the next along each axis; none for a compact array in C order.
    pub strides: Option<Vec<i64>>,
    /// The stream that the array's work is on: 1 is the legacy default stream, 2 the per-thread one, else a driver
    /// handle. None asks for no synchronisation.
    pub stream: Option<u64>,
    /// `true` if only part of the elements is valid.
    pub masked: bool,
}

impl CudaArray {
    /// Reads the dictionary as JSON: what Python's `json.dumps(x.__cuda_array_interface__)` writes.
    ///
    /// # Errors
    /// [`Error::Argument`] that names the entry which is missing or of the wrong type.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let wrong = |argument: &'static str, why: &str| Error::argument(argument, why);
        let value: Value =
            serde_json::from_str(text).map_err(|e| wrong("array", &e.to_string()))?;
        let list = |name: &'static str, value: &Value| -> Result<Vec<i64>, Error> {
            value
                .as_array()
                .and_then(|list| list.iter().map(Value::as_i64).collect())
                .ok_or_else(|| wrong(name, "not a list of integers"))
        };
        let entry = |name: &str| value.get(name).filter(|value| !value.is_null());
        let needed =
            |name: &'static str| entry(name).ok_or_else(|| wrong(name, "the entry is missing"));
        let (address, read_only) = match needed("data")?.as_array().map(Vec::as_slice) {
            Some([address, read_only]) => address.as_u64().zip(read_only.as_bool()),
            _ => None,
        }
        .ok_or_else(|| wrong("data", "not an address and whether it is read-only"))?;
        Ok(Self {
            shape: list("shape", needed("shape")?)?,
            typestr: needed("typestr")?
                .as_str()
                .ok_or_else(|| wrong("typestr", "not a text"))?
                .into(),
            address,
            read_only,
            version: needed("version")?
                .as_u64()
                .ok_or_else(|| wrong("version", "not a number"))?,
            strides: entry("strides")
                .map(|value| list("strides", value))
                .transpose()?,
            stream: entry("stream")
                .map(|value| {
                    value
                        .as_u64()
                        .ok_or_else(|| wrong("stream", "not a stream's number"))
                })
                .transpose()?,
            masked: entry("mask").is_some(),
        })
    }

    /// The dictionary as JSON.
    pub fn to_json(&self) -> String {
        let mut value = json!({
            "shape": self.shape,
            "typestr": self.typestr,
            "data": [self.address, self.read_only],
            "version": self.version,
            "strides": self.strides,
            "stream": self.stream,
        });
        if self.masked {
            value["mask"] = json!(true);
        }
        value.to_string()
    }

    /// What it describes, strides in elements.
    ///
    /// # Errors
    /// [`Error::Argument`] for a version below 2 or a stream of 0; [`Error::NotImplemented`] for a mask or complex
    /// numbers; [`Error::Dtype`]; [`Error::Strides`] for a negative stride or one that is not an integral number of elements.
    pub fn describe(&self) -> Result<Description, Error> {
        Error::ensure(self.version >= 2, "version", || {
            format!("{} is too old; 2 and later are taken", self.version)
        })?;
        Error::ensure(self.stream != Some(0), "stream", || {
            "0 is ambiguous: 1 is the legacy default stream, 2 the per-thread one".into()
        })?;
        if self.masked {
            return Err(Error::not_implemented("an array with a mask"));
        }
        let dtype = from_typestr(&self.typestr)?;
        let size = dtype.bytes() as i64;
        let strides = match &self.strides {
            None => None,
            Some(bytes) => {
                let whole = self.shape.contains(&0)
                    || bytes
                        .iter()
                        .zip(&self.shape)
                        .all(|(bytes, extent)| *extent <= 1 || bytes % size == 0);
                if !whole {
                    return Err(Error::strides(
                        "array",
                        format!(
                            "{bytes:?} bytes are not multiples of the {size} of an element: copy the array first"
                        ),
                    ));
                }
                Some(bytes.iter().map(|bytes| bytes / size).collect::<Vec<_>>())
            }
        };
        Ok(Description {
            address: self.address,
            dtype,
            layout: layout(&self.shape, strides.as_deref())?,
            read_only: self.read_only,
            device: None,
        })
    }

    /// The array, for work on `stream`, which first waits for the array's own; `owner` keeps it alive.
    ///
    /// # Errors
    /// Those of [`CudaArray::describe`] and [`Description::check`], or any CUDA driver error.
    ///
    /// # Safety
    /// The description must be true until `owner` is dropped, and its stream must exist.
    pub unsafe fn import(
        &self,
        stream: &Stream,
        owner: impl Send + Sync + 'static,
    ) -> Result<ForeignArray, Error> {
        let description = self.describe()?;
        if let Some(handle) = self.stream {
            // SAFETY: the stream exists, by this function's contract; 1 and 2 are the driver's own names of its default
            // streams (driver API, stream synchronization behavior).
            let producer = unsafe { Stream::from_raw(stream.device(), handle as CUstream) };
            stream.not_captured()?;
            join(stream.raw(), producer.raw()).map_err(|why| why.of("array"))?;
        }
        // SAFETY: the description is true until `owner` is dropped, by this function's contract, and `stream` waits for the
        // array's own.
        unsafe { ForeignArray::new(stream, description, owner) }
    }
}

impl AnyBuffer {
    /// What another library needs to read the buffer after the work queued on it; `stream` waits for that work, and is
    /// the stream that the consumer waits for.
    ///
    /// The buffer must outlive what the consumer makes of it.
    ///
    /// # Errors
    /// [`Error::Dtype`] where the dtype has no typestr, [`Error::WrongDevice`], or any CUDA driver error.
    pub fn cuda_array(&self, stream: &Stream) -> Result<CudaArray, Error> {
        let typestr = to_typestr(self.dtype())?;
        let description = self.describe(stream)?;
        let numbers = |values: &[usize]| values.iter().map(|value| *value as i64).collect();
        Ok(CudaArray {
            shape: numbers(description.layout.extents()),
            typestr,
            address: description.address,
            read_only: false,
            version: 3,
            strides: None,
            stream: Some(stream.handle().max(1)),
            masked: false,
        })
    }
}

/// The typestr of a dtype on a little-endian machine, as every CUDA host is.
fn to_typestr(dtype: DType) -> Result<String, Error> {
    let kind = match dtype {
        DType::Bool => 'b',
        DType::U8 | DType::U16 | DType::U32 | DType::U64 => 'u',
        DType::I8 | DType::I16 | DType::I32 | DType::I64 => 'i',
        DType::F16 | DType::F32 | DType::F64 => 'f',
        other => {
            return Err(Error::dtype(
                "array",
                other,
                "a type with a typestr, or DLPack",
            ));
        }
    };
    let order = if dtype.bytes() == 1 { '|' } else { '<' };
    Ok(format!("{order}{kind}{}", dtype.bytes()))
}

fn from_typestr(text: &str) -> Result<DType, Error> {
    let remedy = "convert it in the library that it comes from";
    let reject = || Error::Dtype {
        argument: "array",
        found: text.into(),
        expected: format!("a typestr of the table of `CudaArray`, little-endian: {remedy}"),
        casts: false,
    };
    if text.get(1..2) == Some("c") {
        return Err(Error::not_implemented(format!("complex numbers ({text})")));
    }
    let (order, kind) = text.split_at_checked(1).ok_or_else(reject)?;
    DType::ALL
        .into_iter()
        .find(|dtype| {
            to_typestr(*dtype).is_ok_and(|own| own[1..] == *kind)
                && (order == "<" || (matches!(order, "|" | "=") && dtype.bytes() == 1))
        })
        .ok_or_else(reject)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> CudaArray {
        CudaArray {
            shape: vec![3, 4],
            typestr: "<f4".into(),
            address: 0x7000,
            read_only: false,
            version: 3,
            strides: None,
            stream: None,
            masked: false,
        }
    }

    fn rejected(change: impl Fn(&mut CudaArray)) -> Error {
        let mut array = sample();
        change(&mut array);
        array.describe().unwrap_err()
    }

    #[test]
    fn strides_count_bytes_outside_and_elements_inside() {
        assert_eq!(sample().describe().unwrap().layout.strides(), [4, 1]);
        for (bytes, elements) in [([16, 4], [4, 1]), ([4, 12], [1, 3]), ([0, 4], [0, 1])] {
            let array = CudaArray {
                strides: Some(bytes.to_vec()),
                ..sample()
            };
            assert_eq!(array.describe().unwrap().layout.strides(), elements);
        }
    }

    #[test]
    fn what_cannot_be_taken_is_rejected_by_name() {
        let status = |e: Error| e.infini_status();
        assert!(rejected(|a| a.stream = Some(0)).names("stream"));
        assert!(rejected(|a| a.version = 1).names("version"));
        assert_eq!(status(rejected(|a| a.masked = true)), 2);
        assert_eq!(status(rejected(|a| a.typestr = "<c8".into())), 2);
        for text in [">f4", "<V2", "<f16", "f4", "", "é1", "|f4"] {
            assert_eq!(status(rejected(|a| a.typestr = text.into())), 10, "{text}");
        }
        assert_eq!(status(rejected(|a| a.strides = Some(vec![18, 4]))), 12);
        assert_eq!(status(rejected(|a| a.strides = Some(vec![-16, 4]))), 12);
        assert_eq!(status(rejected(|a| a.strides = Some(vec![4]))), 12);
        assert!(rejected(|a| a.shape = vec![3, -4]).names("shape"));
    }

    #[test]
    fn every_typestr_comes_back_as_its_dtype() {
        let with: Vec<_> = DType::ALL
            .into_iter()
            .filter_map(|dtype| Some((dtype, to_typestr(dtype).ok()?)))
            .collect();
        assert_eq!(with.len(), 12);
        for (dtype, text) in with {
            assert_eq!(from_typestr(&text), Ok(dtype));
        }
        assert_eq!(from_typestr("<i1"), Ok(DType::I8));
    }

    #[test]
    fn dictionaries_are_read_and_written() {
        let full = CudaArray {
            strides: Some(vec![16, 4]),
            stream: Some(7),
            read_only: true,
            ..sample()
        };
        for array in [sample(), full] {
            assert_eq!(CudaArray::from_json(&array.to_json()), Ok(array));
        }
        let masked = CudaArray {
            masked: true,
            ..sample()
        };
        assert!(CudaArray::from_json(&masked.to_json()).unwrap().masked);
        for (text, argument) in [
            ("[", "array"),
            ("{}", "data"),
            (r#"{"data": [1], "shape": []}"#, "data"),
            (r#"{"data": [1, false], "shape": [1.5]}"#, "shape"),
            (
                r#"{"data": [1, false], "shape": [], "typestr": 4}"#,
                "typestr",
            ),
            (
                r#"{"data": [1, false], "shape": [], "typestr": "<f4"}"#,
                "version",
            ),
        ] {
            match CudaArray::from_json(text) {
                Err(Error::Argument {
                    argument: found, ..
                }) => assert_eq!(found, argument, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
    }
}
