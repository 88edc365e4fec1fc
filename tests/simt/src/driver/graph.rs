//! Graphs: captured work, done over and over.

use super::answer::calls;
use super::pointer::Out;
use super::queue::Item;
use super::state;

calls! {
    /// The captured work, to be done by `cuGraphLaunch`.
    fn cuGraphInstantiateWithFlags(replay: Out<usize>, graph: usize, _flags: u64) {
        let mut device = state::device()?;
        let work = device.graphs.get(graph)?.clone();
        replay.put(device.replays.insert(work))
    }

    /// Nothing has to be uploaded.
    fn cuGraphUpload(replay: usize, stream: usize) {
        let mut device = state::device()?;
        device.check_stream(stream)?;
        device.replays.get(replay).map(drop)
    }

    /// Queues the work once.
    fn cuGraphLaunch(replay: usize, stream: usize) {
        let mut device = state::device()?;
        device.uncaptured(stream, "a graph")?;
        for work in device.replays.get(replay)?.clone() {
            device.push(stream, Item::Work(work))?;
        }
        Ok(())
    }

    /// Forgets captured work.
    fn cuGraphDestroy(graph: usize) {
        state::device()?.graphs.remove(graph).map(drop)
    }

    /// Forgets what was to be replayed.
    fn cuGraphExecDestroy(replay: usize) {
        state::device()?.replays.remove(replay).map(drop)
    }
}
