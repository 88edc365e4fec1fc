//! The instructions of a warpgroup: operands by descriptors, computed when they are issued.

use std::vec;
use std::vec::Vec;

use azulejo_tensor::atom::{AtomValue, StaticLayout, StaticShape, multiply_tiles};

use super::collective::{Group, collective};
use super::descriptor::Descriptor;
use super::mma::{bytes_of, bytes_of_mut, gather, put};
use crate::mma::{ExecuteMma, ScaleOut};

/// An operand of `wgmma`: registers or a descriptor.
pub(crate) trait Operand: Copy + Send + 'static {
    /// The tile at `mn + extent k`, from what the 128 threads hold.
    fn tile<T: AtomValue, L: StaticLayout>(all: &[Self], extent: usize, k_major: bool) -> Vec<T>;
}

impl Operand for u64 {
    fn tile<T: AtomValue, L: StaticLayout>(all: &[u64], extent: usize, k_major: bool) -> Vec<T> {
        let first = all[0];
        assert!(
            all.iter().all(|&bits| bits == first),
            "wgmma: the threads of a warpgroup hold different descriptors"
        );
        let depth = L::SIZE / all.len() / extent;
        Descriptor::new(first).read(extent, depth, k_major)
    }
}

impl Operand for [u32; 4] {
    fn tile<T: AtomValue, L: StaticLayout>(all: &[Self], _: usize, _: bool) -> Vec<T> {
        let bytes: Vec<&[u8]> = all.iter().map(bytes_of).collect();
        let values = gather::<T>(L::SIZE, &bytes);
        let mut tile = vec![T::default(); L::SIZE];
        for (index, &value) in values.iter().enumerate() {
            tile[L::offset_of(index) as usize] = value;
        }
        tile
    }
}

/// Executes the instruction of `Atom` with the other threads of the warpgroup; `majors` says of A and B whether K is contiguous.
pub(crate) fn warpgroup<Atom>(
    c: &mut Atom::RegC,
    a: Atom::RegA,
    b: Atom::RegB,
    scale: ScaleOut,
    majors: [bool; 2],
) where
    Atom: ExecuteMma<RegA: Operand, RegB: Operand>,
{
    let mut mine = (a, b, bytes_of(c).to_vec(), scale);
    let what = core::any::type_name::<Atom>();
    collective(Group::Warpgroup, what, &mut mine, |all| {
        assert!(
            all.iter().all(|one| one.3 == all[0].3),
            "wgmma: the threads of a warpgroup give different scales of D"
        );
        let [m, n, _] = Atom::ShapeMnk::extents();
        let a: Vec<Atom::RegA> = all.iter().map(|one| one.0).collect();
        let b: Vec<Atom::RegB> = all.iter().map(|one| one.1).collect();
        let a = Atom::RegA::tile::<Atom::A, Atom::ALayout>(&a, m, majors[0]);
        let b = Atom::RegB::tile::<Atom::B, Atom::BLayout>(&b, n, majors[1]);
        let old: Vec<&[u8]> = all.iter().map(|one| &one.2[..]).collect();
        let old = gather::<Atom::C>(Atom::CLayout::SIZE, &old);
        let mut tile = vec![<Atom::C as Default>::default(); m * n];
        if scale == ScaleOut::One {
            for (index, &value) in old.iter().enumerate() {
                tile[Atom::CLayout::offset_of(index) as usize] = value;
            }
        }
        multiply_tiles::<Atom>(&a, &b, &mut tile);
        for index in 0..m * n {
            let sum = tile[Atom::CLayout::offset_of(index) as usize];
            put(&mut all[index % 128].2, index / 128, sum);
        }
    });
    bytes_of_mut(c).copy_from_slice(&mine.2);
}
