//! Fragments whose storage is shorter than their layout: safe functions keep to the storage.
#![cfg(feature = "std")]

use azulejo_device::mma::{warpgroup_discard_operand, warpgroup_fence_operand};
use azulejo_layout::layout;
use azulejo_tensor::engine::EngineMut;
use azulejo_tensor::{Tensor, f16, make_rmem};

#[test]
fn fences_of_fragments_keep_to_their_storage() {
    let (storage, _) = make_rmem::<f32, _>(layout!(_2)).into_parts();
    let mut short = Tensor::from_parts(storage, layout!(_8));
    short.put(1, 3.0);
    warpgroup_fence_operand(&mut short);
    assert_eq!(short.engine().as_slice(), [0.0, 3.0]);
    let mut halves = make_rmem::<f16, _>(layout!(_7));
    halves.put(6, f16::ONE);
    warpgroup_fence_operand(&mut halves);
    assert_eq!(halves.at(6), f16::ONE);
}

#[test]
fn fences_of_views_keep_to_whole_registers() {
    let mut halves = make_rmem::<f16, _>(layout!(_8));
    halves.put(6, f16::ONE);
    let odd = halves.engine_mut().view_mut(1);
    let mut view = Tensor::from_parts(odd, layout!(_6));
    warpgroup_fence_operand(&mut view);
    warpgroup_discard_operand(&mut view);
    assert_eq!(view.at(5), f16::ONE);
}
