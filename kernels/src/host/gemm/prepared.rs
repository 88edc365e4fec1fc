//! [`Prepared`] and [`Idle`]: products made ready for operands, launched one after the other.

use std::sync::Arc;

use cudarc::driver::CudaStream;

use super::{Region, Space};
use crate::host::{Buffer, Error, Order, Replay, Stream, Use, check};

/// Work on memory that the owner of this value borrows.
pub(super) trait Body: Send + Sync {
    /// Queues it on a stream whose order the caller has seen to.
    fn queue(&self, stream: &Stream) -> Result<(), Error>;
}

/// One launch of [`Prepared`]: [`Part::hopper`], [`Part::grouped`], [`Part::ladder`].
pub struct Part<'a> {
    pub(super) body: Box<dyn Body>,
    /// All that the body touches but what is in its space.
    pub(super) regions: Vec<Region<'a>>,
    pub(super) kernel: &'static str,
    /// The number of its space.
    pub(super) space: u64,
}

impl Part<'_> {
    /// The kernel's name.
    pub fn kernel(&self) -> &'static str {
        self.kernel
    }
}

/// Products of given operands, launched one after the other again and again.
///
/// The operands' memory is borrowed as long as this value lives. Launches go to the stream it was prepared on, in the order
/// of all work on that memory, whatever its stream.
pub struct Prepared<'a> {
    stream: Stream,
    idle: Idle,
    regions: Vec<Region<'a>>,
}

/// What was made ready for operands at certain places, without the operands.
pub struct Idle {
    bodies: Vec<Box<dyn Body>>,
    own: Vec<Buffer<u8>>,
    home: Arc<CudaStream>,
    footprint: Vec<(u64, u64, bool)>,
    kernels: Vec<&'static str>,
}

/// Where a region lies and whether it is written.
fn footprint(region: &Region<'_>) -> (u64, u64, bool) {
    (region.address(), region.bytes(), region.is_writable())
}

/// Rejects a stream from which a graph is being captured.
fn not_captured(stream: &Stream) -> Result<(), Error> {
    if !stream.is_capturing()? {
        return Ok(());
    }
    Err(Error::argument(
        "stream",
        "a graph is being captured from it, whose launches nothing would order: prepare a plan before, and record it by \
         Graph::record or call its capture",
    ))
}

impl<'a> Prepared<'a> {
    /// The products that `parts` makes, which touch `regions` and the space they are given.
    ///
    /// # Errors
    /// Those of `parts`; [`Error::Argument`] if a part touches memory outside of `regions`.
    pub fn new(
        stream: &Stream,
        regions: Vec<Region<'a>>,
        parts: impl FnOnce(&mut Space<'_>) -> Result<Vec<Part<'a>>, Error>,
    ) -> Result<Self, Error> {
        not_captured(stream)?;
        let mut space = Space::own(stream);
        let parts = parts(&mut space)?;
        Self::within(stream, regions, space, parts)
    }

    /// The product that `part` makes.
    ///
    /// # Errors
    /// Those of `part`.
    pub fn one(
        stream: &Stream,
        part: impl FnOnce(&mut Space<'_>) -> Result<Part<'a>, Error>,
    ) -> Result<Self, Error> {
        not_captured(stream)?;
        let mut space = Space::own(stream);
        let part = part(&mut space)?;
        Self::within(stream, part.regions.clone(), space, vec![part])
    }

    /// As [`Prepared::new`], in the caller's memory: nothing is allocated.
    ///
    /// # Errors
    /// As [`Prepared::new`]; [`Error::Workspace`] if `workspace` has fewer bytes than [`Prepared::workspace_bytes`];
    /// [`Error::Overlap`] if it shares memory with `regions`.
    pub fn with_workspace(
        stream: &Stream,
        mut regions: Vec<Region<'a>>,
        workspace: Region<'a>,
        parts: impl Fn(&mut Space<'_>) -> Result<Vec<Part<'a>>, Error>,
    ) -> Result<Self, Error> {
        let (needed, given) = (
            Self::workspace_bytes(stream, &parts)?,
            workspace.bytes() as usize,
        );
        if given < needed {
            return Err(Error::Workspace { needed, given });
        }
        workspace.check_writable("workspace")?;
        workspace.on_device("workspace", stream.device().context())?;
        for region in &regions {
            let bytes = [workspace.range(), region.range()];
            check::apart("workspace", "an operand", bytes)?;
        }
        not_captured(stream)?;
        let mut space = Space::lent(stream, &workspace);
        let _order = Order::of(stream, workspace.usage())?;
        let parts = parts(&mut space)?;
        regions.push(workspace);
        Self::within(stream, regions, space, parts)
    }

    /// Bytes that [`Prepared::with_workspace`] takes for these parts.
    ///
    /// # Errors
    /// Those of `parts`.
    pub fn workspace_bytes(
        stream: &Stream,
        parts: impl FnOnce(&mut Space<'_>) -> Result<Vec<Part<'a>>, Error>,
    ) -> Result<usize, Error> {
        let mut space = Space::counted(stream);
        parts(&mut space)?;
        Ok(usize::try_from(space.bytes()).unwrap_or(usize::MAX))
    }

    fn within(
        stream: &Stream,
        regions: Vec<Region<'a>>,
        space: Space<'_>,
        parts: Vec<Part<'a>>,
    ) -> Result<Self, Error> {
        let (mut bodies, mut kernels) = (Vec::new(), Vec::new());
        for part in parts {
            Error::ensure(part.space == space.number(), "parts", || {
                format!(
                    "{} was made in another space: pass it the one given",
                    part.kernel
                )
            })?;
            kernels.push(part.kernel);
            let inside = |region: &Region<'_>| regions.iter().any(|all| all.covers(region));
            if let Some(region) = part.regions.iter().find(|region| !inside(region)) {
                return Err(Error::argument(
                    "regions",
                    format!(
                        "none covers the {} bytes at {:#x} that a part touches",
                        region.bytes(),
                        region.address()
                    ),
                ));
            }
            bodies.push(part.body);
        }
        let idle = Idle {
            bodies,
            own: space.into_own(),
            home: stream.raw().clone(),
            footprint: regions.iter().map(footprint).collect(),
            kernels,
        };
        Ok(Self {
            stream: stream.clone(),
            idle,
            regions,
        })
    }

    /// Starts the products on the stream they were prepared on; returns before they are done.
    ///
    /// # Errors
    /// The driver's.
    pub fn launch(&self) -> Result<(), Error> {
        self.idle.launch(&self.stream, &self.regions)
    }

    /// Queues the products on a stream that another library captures a graph from, without ordering them among other work.
    ///
    /// [`Graph::record`](crate::host::Graph::record) captures safely.
    ///
    /// # Errors
    /// [`Error::WrongDevice`] for a stream of another device; the driver's.
    ///
    /// # Safety
    /// This value must outlive every launch of the graph. While one runs, no other work may write the operands or read the
    /// output: the caller orders them on the graph's streams.
    pub unsafe fn capture(&self, stream: &Stream) -> Result<(), Error> {
        let (expected, found) = (self.stream.device(), stream.device());
        check::same_device("stream", expected.context(), found.context())?;
        self.idle.queue(stream)
    }

    /// Gives the operands back, and keeps what was made ready for them.
    pub fn release(self) -> Idle {
        self.idle
    }

    /// The kernels' names, in the order of their launches.
    pub fn kernels(&self) -> &[&'static str] {
        &self.idle.kernels
    }
}

impl Idle {
    /// Starts the products on the operands that they were prepared for, borrowed anew.
    ///
    /// # Errors
    /// [`Error::Argument`] if `regions` are not those, in the same order, or `stream` is another; the driver's.
    pub fn launch(&self, stream: &Stream, regions: &[Region<'_>]) -> Result<(), Error> {
        let same = regions.len() == self.footprint.len()
            && regions
                .iter()
                .zip(&self.footprint)
                .all(|(one, of)| footprint(one) == *of);
        if !same || *self.home != **stream.raw() {
            return Err(Error::argument(
                "regions",
                "they are not those, or not on the stream, for which this was prepared",
            ));
        }
        not_captured(stream)?;
        // Memory of its own is used on this stream, or in a graph beside the outputs, which are ordered here.
        let _order = Order::of(stream, regions.iter().filter_map(Region::usage))?;
        self.queue(stream)
    }

    /// Bytes of its own memory.
    pub fn bytes(&self) -> usize {
        self.own.iter().map(Buffer::len).sum()
    }

    fn queue(&self, stream: &Stream) -> Result<(), Error> {
        self.bodies.iter().try_for_each(|body| body.queue(stream))
    }
}

// SAFETY: the parts touch memory that `regions` cover and the space they were given, which is among these or owned; all of it
// is named.
unsafe impl Replay for Prepared<'_> {
    fn stream(&self) -> &Stream {
        &self.stream
    }
    fn uses(&self) -> Vec<Use<'_>> {
        let own = self.idle.own.iter().map(|own| own.usage().write());
        self.regions
            .iter()
            .filter_map(Region::usage)
            .chain(own)
            .collect()
    }
    fn queue(&self, stream: &Stream) -> Result<(), Error> {
        self.idle.queue(stream)
    }
}
