//! The instructions of the warpgroup's products (PTX ISA, `wgmma`).

use std::sync::Arc;

use super::Major;
use super::product::Kind;
use super::warpgroup::{Product, Source};
use crate::machine::{Action, Context, Step, Trouble, Wait};
use crate::text::{Scope, Statement, elements};

/// What is wrong with an accumulator until a wait.
const UNDER_WAY: &str = "is the sum of products that have not been waited for";

/// The action of an instruction that begins with `wgmma`.
pub fn decode(statement: &Statement<'_>, scope: &mut Scope<'_>) -> Result<Action, String> {
    let words = statement.words();
    Ok(match words[1] {
        "fence" => in_group(|group, warp| group.fence(warp)),
        "commit_group" => in_group(|group, warp| group.commit(warp)),
        "wait_group" => {
            let left = statement
                .operand(0)?
                .parse::<usize>()
                .map_err(|_| "no count of groups")?;
            Box::new(move |context| wait(context, left))
        }
        "mma_async" => {
            let product = Arc::new(product(&words, statement, scope)?);
            Box::new(move |context| {
                whole(context)?;
                let (rank, index) = (context.rank, context.warp.index);
                let (group, _) = context.cluster.blocks[rank].hopper.group(index);
                let fresh = !group.adds_to(index % 4, &product.sums);
                require(context, &product, fresh)?;
                let (group, _) = context.cluster.blocks[rank].hopper.group(index);
                group.issue(index % 4, &mut context.warp.registers, &product)?;
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

fn wait(context: &mut Context<'_>, left: usize) -> Result<Step, Trouble> {
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
    let Some(sums) = waited else {
        return Ok(Step::Stall(rest));
    };
    for sum in sums {
        context.warp.poison.set(sum, u32::MAX, 0);
    }
    Ok(Step::Next)
}

/// What a product reads has been computed, but for its own accumulator under way.
fn require(context: &Context<'_>, product: &Product, fresh: bool) -> Result<(), Trouble> {
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
fn whole(context: &Context<'_>) -> Result<(), Trouble> {
    match context.active == u32::MAX {
        true => Ok(()),
        false => Err(Trouble::new(format!(
            "only the lanes {:#x} of a warp take part",
            context.active
        ))),
    }
}

fn product(
    words: &[&str],
    statement: &Statement<'_>,
    scope: &mut Scope<'_>,
) -> Result<Product, String> {
    let [_, _, "sync", "aligned", shape, sum, a, b] = words else {
        return Err("a form of wgmma.mma_async that is not known".into());
    };
    let mut kind =
        Kind::named(shape, sum, a, b).ok_or("a wgmma.mma_async that the ISA does not have")?;
    let registers = |scope: &Scope<'_>, text| -> Result<Vec<_>, String> {
        elements(text)
            .into_iter()
            .map(|name| scope.register(name))
            .collect()
    };
    let sums = registers(scope, statement.operand(0)?)?;
    if sums.len() != kind.registers() {
        return Err(format!(
            "{} registers for an accumulator of {}",
            sums.len(),
            kind.registers()
        ));
    }
    // After the operands and the scale: two signs, then whether each operand in shared memory is transposed.
    let flags: Vec<i32> = statement
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
    let text = statement.operand(1)?;
    let (a, b_major) = match text.starts_with('{') {
        false => (Source::Shared(scope.value(text)?, major(2)), major(3)),
        true => {
            let registers = registers(scope, text)?
                .try_into()
                .map_err(|_| "A takes four registers")?;
            (Source::Registers(registers), major(2))
        }
    };
    let b = scope.value(statement.operand(2)?)?;
    let scale = scope.value(statement.operand(3)?)?;
    Ok(Product {
        kind,
        sums,
        a,
        b,
        b_major,
        scale,
    })
}
