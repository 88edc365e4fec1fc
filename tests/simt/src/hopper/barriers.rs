//! The instructions of barriers in shared memory (PTX ISA, `mbarrier`).

use super::Mbarrier;
use super::state::Signal;
use crate::machine::{Action, Context, ExecError, Lanes, Meeting, Step, Wait};
use crate::text::Operation;

/// The action of an instruction that begins with `mbarrier`.
pub fn decode(of: &mut Operation<'_, '_>) -> Result<Action, String> {
    let words = of.words();
    Ok(match words[1] {
        "init" => {
            let (address, count) = (of.address(0)?, of.value(1)?);
            Box::new(move |context| {
                context.require(address.base, "uses an mbarrier at")?;
                let counts = *context.read(count);
                let block = context.block();
                let (end, threads) = (block.shared.end(), block.threads as usize);
                block.hopper.proxies.begin(end, threads);
                for lane in context.lanes() {
                    let barrier = Mbarrier::new(counts[lane] & 0xffff_ffff)
                        .map_err(|why| ExecError::of(lane, why))?;
                    let place = context.address(address, lane);
                    put(context, lane, place, barrier)?;
                    let warp = context.warp.index;
                    context
                        .block()
                        .hopper
                        .unfenced
                        .push((warp, place & 0xff_ffff));
                }
                Ok(Step::Next)
            })
        }
        "inval" => {
            let address = of.address(0)?;
            Box::new(move |context| {
                context.require(address.base, "uses an mbarrier at")?;
                for lane in context.lanes() {
                    let place = context.address(address, lane);
                    get(context, lane, place)?;
                    let (shared, place) = context.shared(place)?;
                    shared.forget(place, 8)?;
                }
                Ok(Step::Next)
            })
        }
        "arrive" | "expect_tx" => {
            let (arrives, expects) = (words[1] == "arrive", of.has("expect_tx"));
            let first = usize::from(arrives);
            let state = if arrives { of.register(0)? } else { 0 };
            let releases = !of.has("relaxed");
            let address = of.address(first)?;
            let number = of.value_if_any(first + 1)?;
            Box::new(move |context| {
                context.require(address.base, "uses an mbarrier at")?;
                let numbers = number.map(|register| *context.read(register));
                let mut states = *context.read(state);
                for lane in context.lanes() {
                    let place = context.address(address, lane);
                    let mut barrier = get(context, lane, place)?;
                    states[lane] = barrier.encode();
                    let number = numbers.map(|numbers| numbers[lane] & 0xffff_ffff);
                    let change = |barrier: &mut Mbarrier| {
                        if expects {
                            barrier.expect(number.unwrap_or(0) as u32)?;
                        }
                        if arrives {
                            barrier.arrive(if expects { 1 } else { number.unwrap_or(1) })
                        } else {
                            Ok(())
                        }
                    };
                    let phase = barrier.phase();
                    change(&mut barrier).map_err(|why| ExecError::of(lane, why))?;
                    put(context, lane, place, barrier)?;
                    if arrives {
                        context.arrive(meeting(context, place), phase, releases);
                    }
                    signal(context, place);
                }
                context.write(state, &states);
                Ok(Step::Next)
            })
        }
        "try_wait" | "test_wait" => {
            if !of.has("parity") {
                return Err("waits for a state are not modelled".into());
            }
            let done = of.register(0)?;
            let (address, parity) = (of.address(1)?, of.value(2)?);
            // A test never waits; what asks again and again lets others run.
            let tests = words[1] == "test_wait";
            let acquires = !of.has("relaxed");
            Box::new(move |context| {
                context.require(address.base, "uses an mbarrier at")?;
                context.require(parity, "waits for")?;
                let parities = *context.read(parity);
                let places: Lanes = std::array::from_fn(|lane| context.address(address, lane));
                let mut ended = *context.read(done);
                let (mut any, mut which) = (false, 0);
                for lane in context.lanes() {
                    which = places[lane];
                    ended[lane] =
                        u64::from(get(context, lane, which)?.ended(parities[lane] as u32));
                    any |= ended[lane] != 0;
                    if ended[lane] != 0 {
                        seen(context, which);
                        let meeting = meeting(context, which);
                        if let Some((races, by)) = context.races().filter(|_| acquires) {
                            races.leave(by, meeting, parities[lane]);
                        }
                    }
                }
                // The first try comes back without an answer, as it may: what does not try again is found.
                let active: Vec<usize> = context.lanes().collect();
                context.warp.asked += u32::from(tests && !any);
                let tried = &mut context.warp.hopper.tried;
                if !tests && !any && active.iter().all(|&lane| tried[lane] == places[lane]) {
                    return Ok(Step::Stall(Wait {
                        what: Wait::MBARRIER,
                        which,
                    }));
                }
                for lane in active {
                    tried[lane] = if any { 0 } else { places[lane] };
                }
                context.write(done, &ended);
                Ok(Step::Next)
            })
        }
        other => return Err(format!("no mbarrier.{other}")),
    })
}

/// The barrier at an address, for the record of who has touched shared memory.
fn meeting(context: &Context<'_>, place: u64) -> Meeting {
    let rank = super::rank(context.rank, place);
    Meeting::Mbarrier(rank, place & u64::from(super::OFFSET))
}

/// Remembers an arrival at another block's mbarrier.
fn signal(context: &mut Context<'_>, place: u64) {
    let signal = Signal {
        mbarrier: place & u64::from(super::OFFSET),
        rank: context.rank,
        warp: context.warp.index,
    };
    let rank = super::rank(context.rank, place);
    if rank != context.rank {
        let block = &mut context.cluster.blocks[rank];
        block.hopper.signals.push(signal);
    }
}

/// Completes the arrivals at an mbarrier whose phase a wait has seen end.
fn seen(context: &mut Context<'_>, place: u64) {
    let rank = super::rank(context.rank, place);
    let signals = &mut context.cluster.blocks[rank].hopper.signals;
    signals.retain(|signal| signal.mbarrier != place & u64::from(super::OFFSET));
}

fn get(context: &mut Context<'_>, lane: usize, place: u64) -> Result<Mbarrier, ExecError> {
    let read = |context: &mut Context<'_>| -> Result<Mbarrier, String> {
        if !place.is_multiple_of(8) {
            return Err(format!(
                "an mbarrier at {place:#x}, which is not a multiple of 8"
            ));
        }
        let (shared, place) = context.shared(place)?;
        Mbarrier::read(shared, place)
    };
    read(context).map_err(|why| ExecError::of(lane, why))
}

fn put(
    context: &mut Context<'_>,
    lane: usize,
    place: u64,
    barrier: Mbarrier,
) -> Result<(), ExecError> {
    let (shared, at) = context.shared(place)?;
    barrier
        .write(shared, at)
        .map_err(|why| ExecError::of(lane, why))
}
