//! Atomic reads with writes. Lanes take their turn in order.

use super::access::{addresses, bits};
use super::lane::{Lane, with_type};
use crate::machine::{Action, LANES, Space, Step};
use crate::text::Operation;

/// What becomes of memory's old bits with the operands' bits.
type Change = Box<dyn Fn(u64, u64, u64) -> u64 + Send + Sync>;

/// The action of `atom` or `red`.
pub fn decode(of: &mut Operation<'_, '_>) -> Option<Result<Action, String>> {
    let words = of.words();
    match words[0] {
        "atom" | "red" => Some(atomic(of, &words)),
        _ => None,
    }
}

fn atomic(of: &mut Operation<'_, '_>, words: &[&str]) -> Result<Action, String> {
    let [head, suffixes @ .., name, kind] = words else {
        return Err("no type".into());
    };
    // A vector stands between the operation and its type.
    let (suffixes, name, count) = match (suffixes, *name) {
        ([suffixes @ .., name], "v2") if *head == "red" => (suffixes, name, 2),
        ([suffixes @ .., name], "v4") if *head == "red" => (suffixes, name, 4),
        _ => (suffixes, name, 1),
    };
    let mut space = Space::Generic;
    for suffix in suffixes {
        match *suffix {
            "relaxed" | "acquire" | "release" | "acq_rel" | "cta" | "cluster" | "gpu" | "sys" => {}
            "global" => space = Space::Global,
            "shared" | "shared::cta" | "shared::cluster" => space = Space::Shared,
            other => return Err(format!("no suffix `{other}`")),
        }
    }
    if count > 1 && (!matches!(space, Space::Global) || *kind != "f32") {
        return Err("vectors are of f32 in global memory".into());
    }
    let change = change(name, kind)?;
    let bytes = if kind.ends_with("64") { 8 } else { 4 };
    let first = usize::from(*head == "atom");
    let to = if first == 1 { of.register(0)? } else { 0 };
    let address = of.address(first)?;
    let operands = of.values(first + 1)?;
    if operands.len() != count {
        return Err(format!("{} registers for {count} values", operands.len()));
    }
    let b = match *name {
        "cas" => of.value(first + 2)?,
        _ => operands[0],
    };
    Ok(Box::new(move |context| {
        [address.base, b]
            .iter()
            .chain(&operands)
            .try_for_each(|&register| context.require(register, "updates memory by"))?;
        let (addresses, b) = (addresses(context, space, address), *context.read(b));
        let mut before = [0; LANES];
        // Atomic accesses are no races, whatever stands between them.
        let races = context.cluster.races.take();
        for lane in context.lanes() {
            let old = context.load(lane, space, addresses[lane], bytes * count)?;
            before[lane] = bits(&old[..bytes]);
            let old: Vec<_> = old.chunks_exact(bytes).map(bits).collect();
            let changed = old.iter().zip(&operands).flat_map(|(&old, &a)| {
                let after = change(old, context.read(a)[lane], b[lane]);
                after.to_le_bytes().into_iter().take(bytes)
            });
            let changed: Vec<_> = changed.collect();
            context.store(lane, space, addresses[lane], &changed)?;
        }
        context.cluster.races = races;
        context.write(to, &before);
        Ok(Step::Next)
    }))
}

fn change(name: &str, kind: &str) -> Result<Change, String> {
    Ok(match (name, kind) {
        ("exch", "b32" | "b64") => Box::new(|_, a, _| a),
        ("and", "b32" | "b64") => Box::new(|old, a, _| old & a),
        ("or", "b32" | "b64") => Box::new(|old, a, _| old | a),
        ("xor", "b32" | "b64") => Box::new(|old, a, _| old ^ a),
        ("cas", "b32") => Box::new(|old, a, b| if old as u32 == a as u32 { b } else { old }),
        ("cas", "b64") => Box::new(|old, a, b| if old == a { b } else { old }),
        ("inc", "u32") => Box::new(|old, a, _| if old as u32 >= a as u32 { 0 } else { old + 1 }),
        ("add", "f32") => Box::new(|old, a, _| (f32::of(old) + f32::of(a)).bits()),
        ("add", "f64") => Box::new(|old, a, _| (f64::of(old) + f64::of(a)).bits()),
        ("add" | "min" | "max", _) => return integer(name, kind),
        _ => return Err(format!("no atomic `{name}` of `{kind}`")),
    })
}

fn integer(name: &str, kind: &str) -> Result<Change, String> {
    macro_rules! on {
        ($function:expr) => {
            with_type!(kind, T: "u32" = u32, "s32" = i32, "u64" = u64, "s64" = i64;
                Box::new(|old: u64, a: u64, _: u64| { let function: fn(T, T) -> T = $function; function(T::of(old), T::of(a)).bits() }) as Change)
        };
    }
    match name {
        "add" => on!(|old, a| old.wrapping_add(a)),
        "min" => on!(|old, a| old.min(a)),
        _ => on!(|old, a| old.max(a)),
    }
}
