//! The instructions of the warpgroup's products (PTX ISA, `wgmma`).

use std::sync::Arc;

use super::Major;
use super::product::Kind;
use super::warpgroup::{Completed, Product, Source};
use crate::machine::{Action, Context, ExecError, Step, Wait};
use crate::text::Operation;

/// What is wrong with an accumulator until a wait.
const UNDER_WAY: &str = "is the sum of products that have not been waited for";

/// The action of an instruction that begins with `wgmma`.
pub fn decode(of: &mut Operation<'_, '_>) -> Result<Action, String> {
    let words = of.words();
    Ok(match words[1] {
        "fence" => in_group(|group, warp| group.fence(warp)),
        "commit_group" => in_group(|group, warp| group.commit(warp)),
        "wait_group" => {
            let left = of
                .operand(0)?
                .parse::<usize>()
                .map_err(|_| "no count of groups")?;
            Box::new(move |context| wait(context, left))
        }
        "mma_async" => {
            let product = Arc::new(product(&words, of)?);
            Box::new(move |context| {
                whole(context)?;
                let (rank, index) = (context.rank, context.warp.index);
                let (group, _) = context.cluster.blocks[rank].hopper.group(index);
                let fresh = !group.adds_to(index % 4, &product.sums);
                require(context, &product, fresh)?;
                let (group, _) = context.cluster.blocks[rank].hopper.group(index);
                group.issue(index % 4, &mut context.warp.registers, &product)?;
                if let Some((races, by)) = context.races() {
                    races.issue(by);
                }
                if fresh {
                    for &sum in &product.sums {
                        context.poison(sum, u32::MAX, UNDER_WAY);
                    }
                }
                Ok(Step::Next)
            })
        }
        other => return Err(format!("no wgmma.{other}")),
    })
}

fn in_group(action: impl Fn(&mut super::Warpgroup, usize) + Send + Sync + 'static) -> Action {
    Box::new(move |context| {
        whole(context)?;
        let index = context.warp.index;
        action(context.block().hopper.group(index).0, index % 4);
        Ok(Step::Next)
    })
}

fn wait(context: &mut Context<'_>, left: usize) -> Result<Step, ExecError> {
    whole(context)?;
    let (rank, index) = (context.rank, context.warp.index);
    let block = &mut context.cluster.blocks[rank];
    let (group, proxies) = block.hopper.group(index);
    let view = (&block.shared, proxies);
    let waited = group.wait(index % 4, &mut context.warp.registers, left, view)?;
    let rest = Wait {
        what: "the other warps of its group to issue their products",
        which: 0,
    };
    let Some(Completed { sums, mut read }) = waited else {
        return Ok(Step::Stall(rest));
    };
    if let Some((races, by)) = context.races() {
        read.sort_unstable();
        read.dedup();
        for run in read.chunk_by(|one, next| one + 16 == *next) {
            races.multiply(by, rank, run[0] as usize, 16 * run.len())?;
        }
        races.multiplied(by);
    }
    for sum in sums {
        context.warp.poison.set(sum, u32::MAX, 0);
    }
    Ok(Step::Next)
}

/// What a product reads has been computed, but for its own accumulator in flight.
fn require(context: &Context<'_>, product: &Product, fresh: bool) -> Result<(), ExecError> {
    for register in [product.b, product.scale] {
        context.require(register, "multiplies by")?;
    }
    match &product.a {
        &Source::Shared(descriptor, _) => context.require(descriptor, "multiplies")?,
        Source::Registers(registers) => {
            for &register in registers {
                context.require(register, "multiplies")?;
            }
        }
    }
    if fresh && context.first(product.scale) != 0 {
        for &sum in &product.sums {
            context.require(sum, "adds a product to")?;
        }
    }
    Ok(())
}

/// Every lane of a warp takes part.
fn whole(context: &Context<'_>) -> Result<(), ExecError> {
    match context.active == u32::MAX {
        true => Ok(()),
        false => Err(ExecError::new(format!(
            "only the lanes {:#x} of a warp take part",
            context.active
        ))),
    }
}

fn product(words: &[&str], of: &mut Operation<'_, '_>) -> Result<Product, String> {
    let [_, _, "sync", "aligned", shape, sum, a, b] = words else {
        return Err("a form of wgmma.mma_async that is not known".into());
    };
    let mut kind =
        Kind::named(shape, sum, a, b).ok_or("a wgmma.mma_async that the ISA does not have")?;
    let sums = of.registers(0)?;
    if sums.len() != kind.registers() {
        return Err(format!(
            "{} registers for an accumulator of {}",
            sums.len(),
            kind.registers()
        ));
    }
    // After the operands and the scale: two signs, then whether each operand in shared memory is transposed.
    let flags: Vec<i32> = of
        .operands
        .get(4..)
        .unwrap_or(&[])
        .iter()
        .filter_map(|text| text.parse().ok())
        .collect();
    let major = |index: usize| {
        if flags.get(index) == Some(&1) {
            Major::Mn
        } else {
            Major::K
        }
    };
    kind.negate_a = flags.first() == Some(&-1);
    kind.negate_b = flags.get(1) == Some(&-1);
    let (a, b_major) = match of.operand(1)?.starts_with('{') {
        false => (Source::Shared(of.value(1)?, major(2)), major(3)),
        true => {
            let registers = of.registers(1)?.try_into();
            let registers = registers.map_err(|_| "A takes four registers")?;
            (Source::Registers(registers), major(2))
        }
    };
    let b = of.value(2)?;
    let scale = of.value(3)?;
    Ok(Product {
        kind,
        sums,
        a,
        b,
        b_major,
        scale,
    })
}
