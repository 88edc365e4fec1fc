//! A warpgroup's products in flight.
//!
//! A product happens when the first wait asks for it, as late as the text allows: then its operands in shared memory are
//! read. From its issue until a warp has waited, the accumulator's registers hold [`POISON`], and those of A have to keep
//! what they hold.

use std::collections::VecDeque;
use std::sync::Arc;

use super::product::{DEPTH, Kind, ROWS, Sum};
use super::{Descriptor, Major, Proxies, fragment};
use crate::machine::{LANES, Lanes, Shared};
use crate::text::Register;

/// What an accumulator's registers hold while a product is in flight: NaN in every float type.
pub const POISON: u64 = 0x7fbd_7fbd;

/// Shared memory as products read it.
type View<'a> = (&'a Shared, &'a Proxies);

/// What a wait has completed.
#[derive(Default)]
pub struct Completed {
    /// Registers that hold sums now.
    pub sums: Vec<Register>,
    /// Addresses of the 16 bytes of shared memory that products have read.
    pub read: Vec<u32>,
}

/// Where A is.
#[derive(Clone, Debug)]
pub enum Source {
    /// In shared memory, behind the descriptor in a register.
    Shared(Register, Major),
    /// In four registers.
    Registers([Register; 4]),
}

/// One product as it is written.
#[derive(Clone, Debug)]
pub struct Product {
    /// The types.
    pub kind: Kind,
    /// The accumulator's registers.
    pub sums: Vec<Register>,
    /// Where A is.
    pub a: Source,
    /// The register of B's descriptor.
    pub b: Register,
    /// How B lies.
    pub b_major: Major,
    /// Which register says whether the accumulator is added to.
    pub scale: Register,
}

/// A product that has been issued.
struct Issued {
    product: Arc<Product>,
    a: u64,
    b: u64,
    onto: bool,
    /// A's registers of each warp that has issued it.
    registers: [Option<[Lanes; 4]>; 4],
}

/// An accumulator that products in flight add to.
struct Accumulator {
    registers: Vec<Register>,
    values: Vec<[u32; LANES]>,
    /// The number of the last product that adds to it.
    last: u64,
}

/// One warp's share.
#[derive(Default)]
struct Share {
    /// How many products it has issued.
    issued: u64,
    /// How many it had issued at each commit that has not been waited for.
    commits: VecDeque<u64>,
    fenced: bool,
    accumulators: Vec<Accumulator>,
    /// Registers of A: the number of their product, and what they hold.
    held: Vec<(u64, Register, Lanes)>,
}

/// Four warps and their products.
#[derive(Default)]
pub struct Warpgroup {
    /// Products that have not happened, in order.
    issued: VecDeque<Issued>,
    /// How many have happened.
    done: u64,
    shares: [Share; 4],
}

impl Warpgroup {
    /// `wgmma.fence` of a warp.
    pub fn fence(&mut self, warp: usize) {
        self.shares[warp].fenced = true;
    }

    /// `wgmma.commit_group` of a warp.
    pub fn commit(&mut self, warp: usize) {
        let share = &mut self.shares[warp];
        share.commits.push_back(share.issued);
        share.fenced = false;
    }

    /// A warp issues a product.
    pub fn issue(
        &mut self,
        warp: usize,
        registers: &mut [Lanes],
        product: &Arc<Product>,
    ) -> Result<(), String> {
        let number = self.shares[warp].issued;
        self.shares[warp].issued += 1;
        let index = (number - self.done) as usize;
        let b = uniform(&registers[product.b])?;
        let onto = uniform(&registers[product.scale])? != 0;
        let a = match product.a {
            Source::Shared(descriptor, _) => uniform(&registers[descriptor])?,
            Source::Registers(_) => 0,
        };
        match self.issued.get(index) {
            None => self.issued.push_back(Issued {
                product: product.clone(),
                a,
                b,
                onto,
                registers: [None; 4],
            }),
            Some(other)
                if Arc::ptr_eq(&other.product, product)
                    && (other.a, other.b, other.onto) == (a, b, onto) => {}
            Some(_) => return Err("warps of a warpgroup issue different products".into()),
        }
        let share = &mut self.shares[warp];
        if let Source::Registers(of_a) = product.a {
            if !share.fenced {
                return Err("A's registers are used without a wgmma.fence before".into());
            }
            share
                .held
                .extend(of_a.map(|register| (number, register, registers[register])));
            self.issued[index].registers[warp] = Some(of_a.map(|register| registers[register]));
        }
        if let Some(same) = share
            .accumulators
            .iter_mut()
            .find(|one| one.registers == product.sums)
        {
            same.last = number;
            return Ok(());
        }
        let used = |register| {
            share
                .accumulators
                .iter()
                .any(|one| one.registers.contains(register))
        };
        if product.sums.iter().any(used) {
            return Err("accumulators of products in flight overlap".into());
        }
        if !share.fenced {
            return Err("an accumulator is used without a wgmma.fence before".into());
        }
        let values = product
            .sums
            .iter()
            .map(|&register| registers[register].map(|value| value as u32))
            .collect();
        share.accumulators.push(Accumulator {
            registers: product.sums.clone(),
            values,
            last: number,
        });
        for &register in &product.sums {
            registers[register] = [POISON; LANES];
        }
        Ok(())
    }

    /// A warp waits for all but its latest `left` groups; answers with what is complete, if it may go on.
    pub fn wait(
        &mut self,
        warp: usize,
        registers: &mut [Lanes],
        left: usize,
        shared: View<'_>,
    ) -> Result<Option<Completed>, String> {
        let commits = &self.shares[warp].commits;
        let Some(last) = commits.len().checked_sub(left.saturating_add(1)) else {
            return Ok(Some(Completed::default()));
        };
        let until = commits[last];
        if self.shares.iter().any(|share| share.issued < until) {
            return Ok(None);
        }
        let mut read = Vec::new();
        while self.done < until {
            if let Some(product) = self.issued.pop_front() {
                self.perform(&product, shared, &mut read)?;
            }
            self.done += 1;
        }
        let share = &mut self.shares[warp];
        share.commits.drain(..=last);
        let (complete, rest) = std::mem::take(&mut share.accumulators)
            .into_iter()
            .partition(|one| one.last < until);
        share.accumulators = rest;
        let complete: Vec<Accumulator> = complete;
        for (&register, values) in complete
            .iter()
            .flat_map(|one| one.registers.iter().zip(&one.values))
        {
            if registers[register] != [POISON; LANES] {
                return Err(
                    "an accumulator's register was written while its product was in flight".into(),
                );
            }
            registers[register] = values.map(u64::from);
        }
        if share
            .held
            .iter()
            .any(|&(product, register, before)| product < until && registers[register] != before)
        {
            return Err("a register of A was written while its product was in flight".into());
        }
        share.held.retain(|&(product, ..)| product >= until);
        let sums = complete.into_iter().flat_map(|one| one.registers);
        let sums = sums.collect();
        Ok(Some(Completed { sums, read }))
    }

    /// Returns `true` if a warp has products in flight that add to this accumulator.
    pub fn adds_to(&self, warp: usize, sums: &[Register]) -> bool {
        let accumulators = &self.shares[warp].accumulators;
        accumulators.iter().any(|one| one.registers == sums)
    }

    /// Returns `true` if a warp has products that it never waited for.
    pub fn busy(&self, warp: usize) -> bool {
        !self.shares[warp].accumulators.is_empty()
    }

    fn perform(
        &mut self,
        issued: &Issued,
        shared: View<'_>,
        read: &mut Vec<u32>,
    ) -> Result<(), String> {
        let Product {
            kind,
            ref sums,
            ref a,
            b_major,
            ..
        } = *issued.product;
        let a = match a {
            &Source::Shared(_, major) => {
                operand((shared, read), issued.a, major, ROWS, kind.a, false)?
            }
            Source::Registers(_) => {
                let mut bytes = [0; ROWS * DEPTH];
                for (warp, registers) in issued.registers.iter().enumerate() {
                    let registers = registers.as_ref().ok_or("a warp has issued no A")?;
                    for (lane, register) in
                        (0..LANES).flat_map(|lane| (0..4).map(move |register| (lane, register)))
                    {
                        let (row, byte) = fragment::of_a(warp, lane, register);
                        let word = registers[register][lane] as u32;
                        bytes[row * DEPTH + byte..][..4].copy_from_slice(&word.to_le_bytes());
                    }
                }
                let mut values = Vec::new();
                kind.a.decode(&bytes, &mut values);
                values
            }
        };
        let b = operand(
            (shared, read),
            issued.b,
            b_major,
            kind.columns,
            kind.b,
            true,
        )?;
        let products = kind.multiply(&a, &b);
        for (warp, share) in self.shares.iter_mut().enumerate() {
            let accumulator = share
                .accumulators
                .iter_mut()
                .find(|one| &one.registers == sums);
            let accumulator = accumulator.ok_or("a warp has no accumulator for its product")?;
            for (register, values) in accumulator.values.iter_mut().enumerate() {
                for (lane, value) in values.iter_mut().enumerate() {
                    let (row, column) = match kind.sum {
                        Sum::F16 => fragment::of_d_halves(warp, lane, register),
                        _ => fragment::of_d(warp, lane, register),
                    };
                    let at = row * kind.columns + column;
                    let pair = [products[at], products.get(at + 1).copied().unwrap_or(0.0)];
                    *value = kind.sum(pair, issued.onto.then_some(*value));
                }
            }
        }
        Ok(())
    }
}

/// The elements of an operand in shared memory, in the order (row, K), or (K, row) where `by_depth`.
fn operand(
    (shared, read): (View<'_>, &mut Vec<u32>),
    descriptor: u64,
    major: Major,
    extent: usize,
    element: super::Operand,
    by_depth: bool,
) -> Result<Vec<f32>, String> {
    let mut bytes = Vec::with_capacity(extent * DEPTH);
    for run in Descriptor::decode(descriptor)?.runs(major, extent as u32) {
        bytes.extend_from_slice(shared.1.read(shared.0, u64::from(run), 16)?);
        read.push(run);
    }
    let mut values = Vec::with_capacity(bytes.len() / element.bytes());
    element.decode(&bytes, &mut values);
    if by_depth == (major == Major::Mn) {
        return Ok(values);
    }
    let inner = match major {
        Major::K => DEPTH / element.bytes(),
        Major::Mn => extent,
    };
    let outer = values.len() / inner;
    Ok((0..inner)
        .flat_map(|fast| (0..outer).map(move |slow| (slow, fast)))
        .map(|(slow, fast)| values[slow * inner + fast])
        .collect())
}

/// The value that all lanes have.
fn uniform(values: &Lanes) -> Result<u64, String> {
    match values.iter().all(|value| value == &values[0]) {
        true => Ok(values[0]),
        false => Err("an operand of a warpgroup's product differs between lanes".into()),
    }
}
