//! [`Usage`], [`Use`] and [`Order`]: who has still to use some memory, and the order in which work on it is done.
//!
//! A buffer remembers the last write and, for each stream, the last read since then, as events. Work that reads waits for
//! the write; work that writes waits for the write and for every read; memory is given back after all of them. What work
//! touches is gathered first and ordered at once, from before it is queued until after: no other thread comes between.
//!
//! As long as a process has one stream, all work is in order as it is, and no event is recorded. Who comes from a second stream
//! later waits for all that the first one has been given.

use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use cudarc::driver::{CudaContext, CudaEvent, CudaStream, DriverError, sys};

use super::{
    Error, Stream,
    driver::{Named, keep},
    stream::is_captured,
    turn::Turn,
};

/// The context and the handle of the first stream of the process.
static FIRST: Mutex<Option<(usize, usize)>> = Mutex::new(None);
/// Whether the process has had another one.
static SEVERAL: AtomicBool = AtomicBool::new(false);

/// Notes a stream on which work may be queued: every one, before the first work on it.
pub(super) fn met(stream: &CudaStream) {
    let this = (
        Arc::as_ptr(stream.context()) as usize,
        stream.cu_stream() as usize,
    );
    let mut first = FIRST.lock().unwrap_or_else(PoisonError::into_inner);
    if *first.get_or_insert(this) != this {
        SEVERAL.store(true, Ordering::SeqCst);
    }
}

/// Who has still to use some device memory.
#[derive(Debug)]
pub(crate) struct Usage {
    /// The stream that the memory comes from and goes back to.
    home: Arc<CudaStream>,
    marks: Mutex<Marks>,
}

#[derive(Debug, Default)]
struct Marks {
    /// The last write; before the first, all that is queued on the home stream counts as one.
    write: Option<Mark>,
    /// The last read since then of each stream that read.
    reads: Vec<Mark>,
    /// Why work could neither be marked nor waited for: the memory may be in use for good.
    lost: Option<DriverError>,
}

/// A place in a stream. The stream lives as long, so that no other has its handle.
#[derive(Debug)]
struct Mark {
    stream: Arc<CudaStream>,
    /// None where it was made while there was no other stream, or the stream was captured: then it stands for all that the stream
    /// has been given.
    event: Option<CudaEvent>,
}

/// Why nobody waits for a stream.
#[derive(Debug)]
pub(crate) enum Unordered {
    /// A graph is being captured from it: an event there would draw who waits into the graph.
    Captured,
    /// The driver's answer.
    Driver(DriverError),
}

impl From<DriverError> for Unordered {
    fn from(error: DriverError) -> Self {
        Self::Driver(error)
    }
}

impl Unordered {
    /// The error of a call that uses memory as `argument`.
    pub fn of(self, argument: &'static str) -> Error {
        match self {
            Self::Captured => Error::argument(
                argument,
                "a graph is being captured from the stream that its memory comes from or was used on last, and waiting for that stream would \
                 draw this one into the graph: make the call after the capture has ended",
            ),
            Self::Driver(error) => Err::<(), _>(error).named("cuStreamWaitEvent").unwrap_err(),
        }
    }
}

/// Reads of so many streams are kept before those that are done are forgotten.
const MANY_READS: usize = 8;

impl Mark {
    /// The place that `stream` has come to.
    fn new(stream: &Arc<CudaStream>) -> Result<Self, DriverError> {
        let mut mark = Self {
            stream: stream.clone(),
            event: None,
        };
        mark.renew()?;
        Ok(mark)
    }

    /// Moves it to the place that its stream has come to.
    fn renew(&mut self) -> Result<(), DriverError> {
        if !SEVERAL.load(Ordering::SeqCst) {
            return Ok(());
        }
        match &self.event {
            Some(event) => event.record(&self.stream)?,
            None => self.event = Some(self.stream.record_event(None)?),
        }
        Ok(())
    }

    /// Lets `stream` wait for it; work on one stream is in order as it is.
    fn precede(&self, stream: &CudaStream) -> Result<(), Unordered> {
        if *self.stream == *stream {
            return Ok(());
        }
        match &self.event {
            Some(event) => Ok(stream.wait(event)?),
            None => join(stream, &self.stream),
        }
    }

    /// Waits for it.
    fn synchronize(&self) -> Result<(), Unordered> {
        match &self.event {
            Some(event) => Ok(event.synchronize()?),
            // Waiting would end the capture.
            None if is_captured(&self.stream)? => Err(Unordered::Captured),
            None => Ok(self.stream.synchronize()?),
        }
    }

    /// Returns `true` where it is known to be over.
    fn is_over(&self) -> bool {
        let event = self.event.as_ref();
        event.is_some_and(|event| matches!(event.try_is_complete(), Ok(true)))
    }
}

/// Lets `stream` wait for all that `other` has been given.
pub(crate) fn join(stream: &CudaStream, other: &CudaStream) -> Result<(), Unordered> {
    if is_captured(other)? {
        return Err(Unordered::Captured);
    }
    Ok(stream.join(other)?)
}

impl Marks {
    /// Lets `stream` wait before it reads, or writes.
    fn wait(&self, home: &CudaStream, stream: &CudaStream, writes: bool) -> Result<(), Unordered> {
        if let Some(lost) = self.lost {
            return Err(lost.into());
        }
        match &self.write {
            Some(write) => write.precede(stream)?,
            None if *home != *stream => join(stream, home)?,
            None => {}
        }
        let reads = if writes { &self.reads[..] } else { &[] };
        reads.iter().try_for_each(|read| read.precede(stream))
    }

    /// Remembers what `stream` has been given to do.
    fn mark(&mut self, stream: &Arc<CudaStream>, writes: bool) {
        let marked = match writes {
            true => self.mark_write(stream),
            false => self.mark_read(stream),
        };
        if marked.is_err()
            && let Err(error) = stream.synchronize()
        {
            self.lost = Some(error);
        }
    }

    /// Remembers all that `stream` has been given: it is captured and takes no event, and a use on it was marked before.
    fn mark_captured(&mut self, stream: &Arc<CudaStream>) {
        let mut marks = self.write.iter_mut().chain(&mut self.reads);
        match marks.find(|mark| mark.stream == *stream) {
            Some(mark) => mark.event = None,
            // The mark was of a read that is over.
            None => self.reads.push(Mark {
                stream: stream.clone(),
                event: None,
            }),
        }
    }

    fn mark_write(&mut self, stream: &Arc<CudaStream>) -> Result<(), DriverError> {
        match &mut self.write {
            Some(write) if write.stream == *stream => write.renew()?,
            write => *write = Some(Mark::new(stream)?),
        }
        self.reads.clear();
        Ok(())
    }

    fn mark_read(&mut self, stream: &Arc<CudaStream>) -> Result<(), DriverError> {
        let mut reads = self.reads.iter_mut();
        if let Some(read) = reads.find(|read| read.stream == *stream) {
            return read.renew();
        }
        if self.reads.len() >= MANY_READS {
            self.reads.retain(|read| !read.is_over());
        }
        self.reads.push(Mark::new(stream)?);
        Ok(())
    }
}

impl Usage {
    /// Of memory that all work queued on `home` so far may use, and nothing else.
    pub fn new(home: Arc<CudaStream>) -> Self {
        Self {
            home,
            marks: Mutex::default(),
        }
    }

    /// The stream that the memory comes from.
    pub fn home(&self) -> &Arc<CudaStream> {
        &self.home
    }

    /// The context that the memory belongs to.
    pub fn context(&self) -> &Arc<CudaContext> {
        self.home.context()
    }

    /// What reads the memory.
    pub fn read(&self) -> Use<'_> {
        self.used(false)
    }

    /// What writes the memory.
    pub fn write(&self) -> Use<'_> {
        self.used(true)
    }

    fn lock(&self) -> MutexGuard<'_, Marks> {
        self.marks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn used(&self, writes: bool) -> Use<'_> {
        Use {
            record: Record::Own(self),
            writes,
            argument: MEMORY,
        }
    }

    /// Lets the home stream wait for everybody.
    ///
    /// # Errors
    /// Why it does not: the memory must not be given back then.
    pub fn settle(&mut self) -> Result<(), Unordered> {
        let marks = self.marks.get_mut().unwrap_or_else(PoisonError::into_inner);
        let waiting = marks.wait(&self.home, &self.home, true);
        if waiting.is_ok() || marks.lost.is_some() {
            return waiting;
        }
        // A stream that cannot be told to wait is waited for here.
        let mut all = marks.write.iter().chain(&marks.reads);
        all.try_for_each(Mark::synchronize)
    }
}

/// What errors call memory that is no argument.
const MEMORY: &str = "memory";

/// One use of some memory by work that is to be queued.
#[derive(Clone, Copy)]
pub struct Use<'a> {
    record: Record<'a>,
    writes: bool,
    /// What errors call the memory.
    argument: &'static str,
}

/// Who is told of a use.
#[derive(Clone, Copy)]
enum Record<'a> {
    /// Memory with a record of its own.
    Own(&'a Usage),
    /// cudarc's, which remembers one reader and one writer: its own stream waits for every use, and the event is recorded there.
    Cudarc {
        home: &'a Arc<CudaStream>,
        event: Option<&'a CudaEvent>,
    },
    /// Memory of cudarc from whose stream a graph is being captured: nothing is queued on it.
    Captured(&'a Arc<CudaStream>),
}

impl<'a> Use<'a> {
    /// A use of cudarc's memory, whose last conflicting use `home` waits for already; `event` is what later ones wait for.
    pub(crate) fn cudarc(
        home: &'a Arc<CudaStream>,
        event: Option<&'a CudaEvent>,
        writes: bool,
    ) -> Self {
        Self {
            record: Record::Cudarc { home, event },
            writes,
            argument: MEMORY,
        }
    }

    /// A use of cudarc's memory that is rejected, since a graph is being captured from its stream.
    pub(crate) fn captured(home: &'a Arc<CudaStream>, writes: bool) -> Self {
        Self {
            record: Record::Captured(home),
            writes,
            argument: MEMORY,
        }
    }

    /// The same, called so in errors.
    pub(crate) fn of(self, argument: &'static str) -> Self {
        Self { argument, ..self }
    }

    /// The same memory, only read.
    pub(crate) fn reading(self) -> Self {
        Self {
            writes: false,
            ..self
        }
    }

    /// Returns `true` if it writes.
    pub(crate) fn writes(&self) -> bool {
        self.writes
    }

    /// The context that the memory belongs to.
    pub(crate) fn context(&self) -> &'a Arc<CudaContext> {
        match self.record {
            Record::Own(usage) => usage.context(),
            Record::Cudarc { home, .. } | Record::Captured(home) => home.context(),
        }
    }
}

impl std::fmt::Debug for Use<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let word = if self.writes { "write" } else { "read" };
        match self.record {
            Record::Own(usage) => write!(f, "{word} of memory of {:?}", usage.home),
            Record::Cudarc { home, .. } | Record::Captured(home) => {
                write!(f, "{word} of cudarc's memory of {home:?}")
            }
        }
    }
}

/// The order of what is queued while it lives: everything before it that the uses ask for is waited for, and everything
/// after it waits.
pub struct Order<'o> {
    stream: &'o Stream,
    own: Vec<(MutexGuard<'o, Marks>, bool)>,
    cudarc: Vec<(&'o CudaStream, Option<&'o CudaEvent>)>,
    /// Given back once all is marked.
    _turn: Option<Turn>,
}

impl<'o> Order<'o> {
    /// Lets `stream` wait for what the uses ask for.
    ///
    /// # Errors
    /// [`Error::Argument`] where a graph is being captured from the stream: its launches would use memory that nothing keeps until then.
    /// The driver's. Nothing may be queued then.
    pub fn of(stream: &'o Stream, uses: impl IntoIterator<Item = Use<'o>>) -> Result<Self, Error> {
        stream.not_captured()?;
        Self::of_all(stream, uses.into_iter().collect())
    }

    /// Lets those who come after wait for all that `stream` has been given since a use on it was ordered, whatever is captured:
    /// the use ends here.
    ///
    /// Of cudarc's memory a stream that is captured cannot be waited for: a later call is told.
    pub fn to_the_end(stream: &Stream, last: Use<'_>) {
        // A stream that cannot be asked is of a context that has failed, where nothing is captured.
        let captured = stream.is_captured().unwrap_or(false);
        match last.record {
            Record::Own(usage) => {
                let mut marks = usage.lock();
                match captured {
                    true => marks.mark_captured(stream.raw()),
                    false => marks.mark(stream.raw(), last.writes),
                }
            }
            Record::Cudarc { home, .. } if captured => {
                let isolated = sys::CUresult::CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
                let call = "an earlier end of a TensorMap on cudarc's memory, during a capture,";
                keep(home.context(), call, Err(DriverError(isolated)));
            }
            Record::Cudarc { home, event } => mark_cudarc(stream.raw(), home, event),
            // No order has begun.
            Record::Captured(_) => {}
        }
    }

    /// As [`Order::of`], compiled once.
    fn of_all(stream: &'o Stream, uses: Vec<Use<'o>>) -> Result<Self, Error> {
        let (mut own, mut cudarc) = (Vec::<(&Usage, bool, _)>::new(), Vec::new());
        let is_written = |one: &Use<'_>| one.writes && matches!(one.record, Record::Cudarc { .. });
        let turn = uses.iter().any(is_written).then(Turn::take).flatten();
        for one in uses {
            match one.record {
                // Every thread takes the locks in the order of their addresses, and each once.
                Record::Own(usage) => {
                    let address = std::ptr::from_ref(usage);
                    match own.binary_search_by_key(&address, |(usage, ..)| *usage) {
                        Ok(at) => own[at].1 |= one.writes,
                        Err(at) => own.insert(at, (usage, one.writes, one.argument)),
                    }
                }
                Record::Cudarc { home, event } => {
                    if **home != **stream.raw() {
                        join(stream.raw(), home).map_err(|why| why.of(one.argument))?;
                    }
                    cudarc.push((&**home, event));
                }
                Record::Captured(_) => return Err(Unordered::Captured.of(one.argument)),
            }
        }
        let mut locked = Vec::with_capacity(own.len());
        for (usage, writes, argument) in own {
            let marks = usage.lock();
            let waits = marks.wait(&usage.home, stream.raw(), writes);
            waits.map_err(|why| why.of(argument))?;
            locked.push((marks, writes));
        }
        Ok(Self {
            stream,
            own: locked,
            cudarc,
            _turn: turn,
        })
    }
}

impl Drop for Order<'_> {
    fn drop(&mut self) {
        let stream = self.stream.raw();
        for (marks, writes) in &mut self.own {
            marks.mark(stream, *writes);
        }
        for (home, event) in &self.cudarc {
            mark_cudarc(stream, home, *event);
        }
    }
}

/// Lets cudarc's memory be used after what `stream` has been given.
fn mark_cudarc(stream: &CudaStream, home: &CudaStream, event: Option<&CudaEvent>) {
    if *home != *stream
        && let Err(error) = home.join(stream).or_else(|_| stream.synchronize())
    {
        let call = "an earlier cuStreamWaitEvent, after work on cudarc's memory,";
        keep(home.context(), call, Err(error));
    }
    if let Some(event) = event
        && home.context().is_managing_stream_synchronization()
    {
        let call = "an earlier cuEventRecord, after work on cudarc's memory,";
        keep(home.context(), call, event.record(home));
    }
}
