//! What the CPU computes of a case.

use azulejo::kernels::cpu::{
    AnyArray, Array, ArrayError, Reduction, Stored, Strided, View, copy, elementwise, layer_norm,
    reduce, softmax,
};
use azulejo::tensor::{Float, ImplicitCast, Number, bf16};

use super::case::{Case, Input, Work};
use super::device::EPSILON;

/// The numbers in the buffers.
pub struct Values {
    pub single: [Vec<f32>; 2],
    pub half: [Vec<bf16>; 2],
}

impl Values {
    /// The elements of an operand, compact.
    fn of(&self, input: Input, layout: Strided) -> Result<AnyArray, ArrayError> {
        fn compact<T: Stored + ImplicitCast<T>>(
            data: &[T],
            layout: Strided,
        ) -> Result<AnyArray, ArrayError> {
            let mut out = Array::<T>::zeros(layout.extents())?;
            copy(View::new(data, layout)?, &mut out.view_mut())?;
            Ok(out.into())
        }
        match input {
            Input::A => compact(&self.single[0], layout),
            Input::B => compact(&self.single[1], layout),
            Input::P => compact(&self.half[0], layout),
            Input::Q => compact(&self.half[1], layout),
        }
    }
}

/// The result, compact.
pub fn expected(case: &Case, values: &Values) -> Result<AnyArray, ArrayError> {
    let inputs = case
        .inputs
        .iter()
        .map(|(input, layout)| values.of(*input, *layout));
    let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
    let (dtype, layout) = &case.out;
    let Some(first) = inputs.first() else {
        let value = match case.work {
            Work::Fill(value) => value,
            _ => 0.0,
        };
        return AnyArray::full(*dtype, layout.extents(), Number::Float(value));
    };
    match case.work {
        Work::Fill(_) | Work::Copy => Ok(first.clone()),
        Work::Map(op) | Work::InPlace(op) => elementwise(op, &inputs.iter().collect::<Vec<_>>()),
        Work::Cast => first.cast(*dtype, None, None),
        Work::Sum(axis) => reduce(Reduction::Sum, first, Some(&[axis as i64]), false),
        Work::Softmax | Work::LayerNorm => rows(case.work, first),
    }
}

fn rows(work: Work, input: &AnyArray) -> Result<AnyArray, ArrayError> {
    fn of<T: Stored + Float>(work: Work, array: &Array<T>) -> Result<AnyArray, ArrayError> {
        Ok(match work {
            Work::Softmax => softmax(array.view())?.into(),
            _ => layer_norm(array.view(), None, None, EPSILON)?.into(),
        })
    }
    match (f32::peek(input), bf16::peek(input)) {
        (Some(single), _) => of(work, single),
        (_, Some(half)) => of(work, half),
        _ => Ok(input.clone()),
    }
}
