//! [`Prepared`]: products made ready for operands, launched one after the other.

use super::grouped::push_list;
use super::hopper::{Tiles, hopper_families};
use super::sm80::push_sm80;
use super::{Arguments, Product, Region, Schedule};
use crate::launches::{Launches, launches};
use crate::preparation::Preparation;
use crate::{DeviceDataMut, Error, Order, Replay, Stream, Use, check};
use azulejo_kernels::device::gemm::{hopper, sm80};

/// The kernel of a launch.
#[derive(Clone, Copy, Debug)]
pub enum Algorithm {
    /// One for Hopper, which takes one product.
    Hopper(&'static hopper::table::KernelEntry, Schedule),
    /// One for every GPU since compute capability 8.0: this one, or the one that suits best.
    Sm80(Option<&'static sm80::table::KernelEntry>),
}

/// Products of given operands, launched one after the other again and again.
///
/// The operands' memory is borrowed as long as this value lives. Launches go to the stream it was prepared on, in the order
/// of all work on that memory, whatever its stream.
pub struct Prepared<'a> {
    launches: Launches<'a>,
}

launches!(Prepared);

/// Makes the launches of products ready, each by the kernel that `choose` takes for it.
fn push(
    work: &mut Preparation<'_>,
    products: &[Product<'_>],
    choose: impl Fn(&Arguments<'_>) -> Result<Algorithm, Error>,
) -> Result<(), Error> {
    for product in products {
        product.check(work.stream())?;
        for arguments in product.launches()? {
            let kernel = match choose(&arguments)? {
                Algorithm::Hopper(row, schedule) => {
                    let is_one = !is_grouped(row);
                    Error::ensure(is_one, "row", || {
                        wants(row, "a grouped GEMM", "Prepared::grouped")
                    })?;
                    let known = (row, row.kernel.name);
                    check::listed(hopper_families(), "hopper::table::FAMILIES", known)?;
                    Tiles::push(work, row, &arguments, schedule)?;
                    row.kernel
                }
                Algorithm::Sm80(row) => push_sm80(work, row, &arguments)?.kernel,
            };
            work.name(kernel.name);
        }
    }
    Ok(())
}

fn is_grouped(row: &hopper::table::KernelEntry) -> bool {
    hopper::table::GROUPED
        .iter()
        .copied()
        .flatten()
        .any(|of| of == row)
}

fn wants(row: &hopper::table::KernelEntry, what: &str, call: &str) -> String {
    format!("{} takes {what}: pass it to {call}", row.kernel.name)
}

/// Computes a product on a stream; what was prepared for it is kept there for the next one like it.
///
/// # Errors
/// Those of [`Prepared::new`].
pub fn run(
    stream: &Stream,
    product: &Product<'_>,
    choose: impl Fn(&Arguments<'_>) -> Result<Algorithm, Error>,
) -> Result<(), Error> {
    // What was prepared stands at the same addresses, which may be another device's by now.
    product.on_device(stream)?;
    let words = product.words();
    if let Some(ready) = stream.kept().get(&words) {
        return ready.launch(stream, product.uses().collect());
    }
    let prepared = Prepared::new(stream, std::slice::from_ref(product), choose)?;
    prepared.launch()?;
    stream.kept().keep(words, prepared.launches.ready);
    Ok(())
}

impl<'a> Prepared<'a> {
    /// The launches of products, each by the kernel that `choose` takes for it.
    ///
    /// # Errors
    /// Those of `choose`; [`Error::WrongDevice`], [`Error::Overlap`] for an output that shares memory with what is read, but a C that is D
    /// itself; [`Error::Strides`], [`Error::Argument`], [`Error::Dtype`], [`Error::NotImplemented`] for what the kernel does not compute,
    /// [`Error::OutOfMemory`], or any CUDA driver error.
    pub fn new(
        stream: &Stream,
        products: &[Product<'a>],
        choose: impl Fn(&Arguments<'_>) -> Result<Algorithm, Error>,
    ) -> Result<Self, Error> {
        let mut work = Preparation::own(stream)?;
        push(&mut work, products, choose)?;
        Ok(Self::of(work, products, None))
    }

    /// Products of different sizes and operands, of one kernel, in one launch of at most `blocks` CTAs: tiles of all of them run side by
    /// side, so small products fill the device together. Products of one size at unrelated addresses, a batch by pointers, are the
    /// case in which all sizes agree.
    ///
    /// `row` is one of [`GROUPED`](hopper::table::GROUPED)'s. Products may be empty (an expert without tokens), and so may the list.
    ///
    /// # Errors
    /// As [`Prepared::new`]; [`Error::Argument`] for a row that is not of the table, a kernel that takes no lists, or more than 2^31 - 1 tiles, [`Error::Overlap`] if one
    /// product writes what another uses.
    pub fn grouped(
        stream: &Stream,
        products: &[Product<'a>],
        row: &'static hopper::table::KernelEntry,
        blocks: u32,
    ) -> Result<Self, Error> {
        if !is_grouped(row) {
            let known = (row, row.kernel.name);
            check::listed(hopper_families(), "hopper::table::GROUPED", known)?;
            let why = wants(row, "one product, not a list", "Prepared::new");
            return Err(Error::argument("row", why));
        }
        let mut work = Preparation::own(stream)?;
        products
            .iter()
            .try_for_each(|product| product.check(stream))?;
        push_list(&mut work, row, products, blocks)?;
        work.name(row.kernel.name);
        Ok(Self::of(work, products, None))
    }

    /// As [`Prepared::new`], in the caller's memory, which nothing else has while this lives: the operands' addresses are written there
    /// now. Nothing is allocated.
    ///
    /// # Errors
    /// As [`Prepared::new`]; [`Error::Workspace`] if `workspace` has fewer bytes than [`Prepared::workspace_bytes`];
    /// [`Error::Overlap`] if it shares memory with an operand.
    pub fn with_workspace(
        stream: &Stream,
        products: &[Product<'a>],
        workspace: &'a mut (impl DeviceDataMut<u8> + ?Sized),
        choose: impl Fn(&Arguments<'_>) -> Result<Algorithm, Error>,
    ) -> Result<Self, Error> {
        let workspace = Region::write(workspace);
        let needed = Self::workspace_bytes(stream, products, &choose)?;
        let given = workspace.bytes() as usize;
        if given < needed {
            return Err(Error::Workspace { needed, given });
        }
        workspace.on_device("workspace", stream.device().context())?;
        for region in products.iter().flat_map(Product::regions) {
            let bytes = [workspace.range(), region.range()];
            check::apart("workspace", "an operand", bytes)?;
        }
        stream.not_captured()?;
        let workspace = workspace.called("workspace");
        let mut work = Preparation::lent(stream, &workspace);
        let _order = Order::of(stream, workspace.usage())?;
        push(&mut work, products, choose)?;
        Ok(Self::of(work, products, workspace.usage()))
    }

    /// Bytes that [`Prepared::with_workspace`] takes for these products.
    ///
    /// # Errors
    /// As [`Prepared::new`].
    pub fn workspace_bytes(
        stream: &Stream,
        products: &[Product<'a>],
        choose: impl Fn(&Arguments<'_>) -> Result<Algorithm, Error>,
    ) -> Result<usize, Error> {
        let mut work = Preparation::counted(stream);
        push(&mut work, products, choose)?;
        Ok(usize::try_from(work.bytes()).unwrap_or(usize::MAX))
    }

    fn of(work: Preparation<'_>, products: &[Product<'a>], more: Option<Use<'a>>) -> Self {
        let uses = products.iter().flat_map(Product::uses).chain(more);
        Self {
            launches: Launches::new(work, uses.collect()),
        }
    }

    /// Queues the products on a stream that another library captures a graph from, without ordering them among other work.
    ///
    /// [`Graph::record`](crate::Graph::record) captures safely.
    ///
    /// # Errors
    /// [`Error::WrongDevice`] for a stream of another device; any CUDA driver error.
    ///
    /// # Safety
    /// This value must outlive every launch of the graph. While one runs, no other work may write the operands or read the
    /// output: the caller orders them on the graph's streams.
    pub unsafe fn capture(&self, stream: &Stream) -> Result<(), Error> {
        let (expected, found) = (self.launches.stream.device(), stream.device());
        check::same_device("stream", expected.context(), found.context())?;
        self.launches.ready.queue(stream)
    }

    /// The kernels' names, in the order of their launches.
    pub fn kernels(&self) -> &[&'static str] {
        &self.launches.ready.kernels
    }
}
