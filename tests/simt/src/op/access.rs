//! Loads and stores.

use super::lane::Lane;
use crate::machine::{Action, Context, ExecError, LANES, Lanes, Space, Step};
use crate::text::{Address, Operation, Place, Register};

/// The action of a load or a store.
pub fn decode(of: &mut Operation<'_, '_>) -> Option<Result<Action, String>> {
    let words = of.words();
    match words[0] {
        "ld" | "st" if !of.has("async") => Some(access(of, &words)),
        _ => None,
    }
}

fn access(of: &mut Operation<'_, '_>, words: &[&str]) -> Result<Action, String> {
    let (mut space, mut count, mut asks) = (Some(Space::Generic), 1, false);
    let [head, suffixes @ .., kind] = words else {
        return Err("no type".into());
    };
    for suffix in suffixes {
        match *suffix {
            "volatile" | "relaxed" | "acquire" => asks = true,
            "release" | "weak" | "cta" | "cluster" | "gpu" | "sys" | "nc" => {}
            "global" => space = Some(Space::Global),
            "shared" | "shared::cta" | "shared::cluster" => space = Some(Space::Shared),
            "local" => space = Some(Space::Local),
            "param" => space = None,
            "v2" => count = 2,
            "v4" => count = 4,
            other if other.starts_with("L1::") || other.starts_with("L2::") => {}
            other => return Err(format!("no suffix `{other}`")),
        }
    }
    let is_load = *head == "ld";
    let registers = match is_load {
        true => of.registers(0)?,
        false => of.values(1)?,
    };
    if registers.len() != count {
        return Err(format!("{} registers for {count} values", registers.len()));
    }
    let (size, extend) = width(kind)?;
    let place = match space {
        Some(space) => Source::Address(space, of.address(usize::from(is_load))?),
        None => Source::Parameter(of.scope.place(of.operand(usize::from(is_load))?)?),
    };
    if is_load {
        let load = load(place, registers, size, extend);
        Ok(match asks {
            true => Box::new(move |context| {
                context.warp.asked += 1;
                load(context)
            }),
            false => load,
        })
    } else {
        Ok(store(place, registers, size))
    }
}

/// How a value's bits fill a register.
type Extend = fn(u64) -> u64;

/// The size of a type, and how its bytes fill a register.
fn width(kind: &str) -> Result<(usize, Extend), String> {
    Ok(match kind {
        "b8" | "u8" => (1, |bits| bits),
        "s8" => (1, |bits| i8::of(bits).bits()),
        "b16" | "u16" | "f16" => (2, |bits| bits),
        "s16" => (2, |bits| i16::of(bits).bits()),
        "b32" | "u32" | "f32" => (4, |bits| bits),
        "s32" => (4, |bits| i32::of(bits).bits()),
        "b64" | "u64" | "s64" | "f64" => (8, |bits| bits),
        _ => return Err(format!("no type `{kind}`")),
    })
}

/// Where a load reads or a store writes.
#[derive(Clone, Copy)]
enum Source {
    Address(Space, Address),
    Parameter(Place),
}

/// The address of each lane.
pub fn addresses(context: &Context<'_>, space: Space, address: Address) -> Lanes {
    let base = context.read(address.base);
    let mask = if matches!(space, Space::Shared | Space::Local) {
        u64::from(u32::MAX)
    } else {
        u64::MAX
    };
    std::array::from_fn(|lane| base[lane].wrapping_add_signed(address.offset) & mask)
}

fn load(from: Source, to: Vec<Register>, size: usize, extend: Extend) -> Action {
    let bytes = size * to.len();
    Box::new(move |context| {
        let (mut values, mut unwritten) = ([[0; LANES]; 4], [0; 4]);
        let mut why = None;
        let take = |values: &mut [Lanes; 4], lane: usize, found: &[u8]| {
            for (index, value) in values.iter_mut().enumerate().take(to.len()) {
                value[lane] = extend(bits(&found[index * size..][..size]));
            }
        };
        let (space, addresses) = match from {
            Source::Address(space, address) => {
                context.require(address.base, "reads at")?;
                (space, addresses(context, space, address))
            }
            Source::Parameter(Place::Local(offset)) => (Space::Local, [offset as u64; LANES]),
            Source::Parameter(Place::Entry(offset)) => {
                let found = context.parameters.get(offset..offset + bytes);
                let found = found.ok_or_else(|| ExecError::new("no such parameter"))?;
                (0..LANES).for_each(|lane| take(&mut values, lane, found));
                to.iter()
                    .zip(&values)
                    .for_each(|(&register, values)| context.write(register, values));
                return Ok(Step::Next);
            }
        };
        for lane in context.lanes() {
            let (found, written) = context.load_any(lane, space, addresses[lane], bytes)?;
            take(&mut values, lane, found);
            if !written {
                // Which of the elements it is.
                for (index, lanes) in unwritten.iter_mut().enumerate().take(to.len()) {
                    let at = addresses[lane] + (index * size) as u64;
                    let mut missing = 0;
                    for byte in 0..size {
                        let written = context.load_any(lane, space, at + byte as u64, 1)?.1;
                        missing |= u64::from(!written) << byte;
                    }
                    // Of an element at the edge, the bytes outside are NaN; it is poisoned where all of it is, but for
                    // a byte of shared memory, which is put together with others before it is a number.
                    let part = size == 1 && space.resolve(at).0 == Space::Shared;
                    *lanes |= u32::from(missing == (1 << size) - 1 && !part) << lane;
                    for byte in (0..size).filter(|byte| missing >> byte & 1 == 1) {
                        values[index][lane] |= 0xff << (8 * byte);
                    }
                }
                why = Some(context.unwritten(lane, space, addresses[lane], bytes)?);
            }
        }
        for (index, &register) in to.iter().enumerate() {
            context.write(register, &values[index]);
            if let Some(why) = &why {
                context.poison(register, unwritten[index], why);
            }
        }
        Ok(Step::Next)
    })
}

fn store(to: Source, from: Vec<Register>, size: usize) -> Action {
    Box::new(move |context| {
        let mut whole = [[0; 32]; LANES];
        for (index, &register) in from.iter().enumerate() {
            let values = context.read(register);
            for lane in 0..LANES {
                // Those above are of the next one.
                whole[lane][index * size..][..8].copy_from_slice(&values[lane].to_le_bytes());
            }
        }
        let (space, addresses) = match to {
            Source::Address(space, address) => {
                context.require(address.base, "writes at")?;
                (space, addresses(context, space, address))
            }
            Source::Parameter(Place::Local(offset)) => (Space::Local, [offset as u64; LANES]),
            Source::Parameter(Place::Entry(_)) => {
                return Err(ExecError::new("writes a kernel's parameter"));
            }
        };
        let poisoned = context.warp.poison.any(&from);
        for lane in context.lanes() {
            context.store(
                lane,
                space,
                addresses[lane],
                &whole[lane][..from.len() * size],
            )?;
            if poisoned >> lane & 1 == 0 {
                continue;
            }
            for (index, &register) in from.iter().enumerate() {
                if context.warp.poison.any(&[register]) >> lane & 1 == 1 {
                    if space.resolve(addresses[lane]).0 == Space::Global {
                        context.require(register, "stores")?;
                    }
                    context.poison_memory(
                        lane,
                        space,
                        addresses[lane] + (index * size) as u64,
                        size,
                    )?;
                }
            }
        }
        Ok(Step::Next)
    })
}

/// Up to eight bytes as a number.
pub fn bits(bytes: &[u8]) -> u64 {
    match *bytes {
        [a, b] => u16::from_le_bytes([a, b]).into(),
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]).into(),
        [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => (bytes.iter().rev()).fold(0, |bits, &byte| bits << 8 | u64::from(byte)),
    }
}
