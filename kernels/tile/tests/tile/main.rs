//! Tile programs: the jobs of the data model, on the CPU, with exact answers.

mod acceptance;
mod arrays;
mod conversions;
mod files;
mod foreign;
mod images;
mod lazy;
mod parts;
mod products;
mod ranks;
mod reductions;
mod rejections;
mod rows;
mod shapes;
mod sound;
mod spaces;
mod table;
mod texts;
mod tiles;
mod types;
mod vectors;

use azulejo_cpu::{Array, Strided, View, ViewMut};
use azulejo_tensor::Element;

/// 0, 1, 2, … as any element.
fn arange<T: Element>(n: usize) -> Vec<T> {
    (0..n).map(|i| T::from_f64(i as f64)).collect()
}

/// A view of all of a slice.
fn read<T: Element>(data: &[T]) -> View<'_, T> {
    View::from_slice(data)
}

/// A view of all of a slice to write.
fn write<T: Element>(data: &mut [T]) -> ViewMut<'_, T> {
    ViewMut::from_slice(data)
}

/// A view of rows.
fn matrix<T: Element>(data: &[T], rows: usize, columns: usize) -> View<'_, T> {
    View::new(data, Strided::row_major(&[rows, columns]).unwrap()).unwrap()
}

/// A view of rows to write.
fn matrix_mut<T: Element>(data: &mut [T], rows: usize, columns: usize) -> ViewMut<'_, T> {
    ViewMut::new(data, Strided::row_major(&[rows, columns]).unwrap()).unwrap()
}

/// An array of rank 2 of zeros.
fn zeros<T: Element>(rows: usize, columns: usize) -> Array<T> {
    Array::zeros(&[rows, columns]).unwrap()
}

/// The sum in f64.
fn sum<T: Element>(data: &[T]) -> f64 {
    data.iter().map(|x| x.to_f64()).sum()
}
