//! [`Modules`]: the compressed modules of a PTX file, PTX or machine code.

use std::io::{Read, copy, sink};

use lzma_rust2::LzmaReader;

use azulejo_kernels::table::Packed;

/// A module's kernel, its bytes, and what else its line of the index says.
pub(super) type Module = (String, Vec<u8>, String);

/// The index of a PTX file's modules, and their stream.
struct Index<'p> {
    /// Kernel, bytes and the rest of each line.
    rows: Vec<(&'p str, usize, &'p str)>,
    stream: &'p [u8],
}

impl<'p> Index<'p> {
    /// Reads a line `name bytes more…` a kernel and an empty line.
    fn read(packed: &'p [u8]) -> Option<Self> {
        let end = packed.windows(2).position(|pair| pair == b"\n\n")?;
        let lines = std::str::from_utf8(&packed[..end]).ok()?.lines();
        let row = |line: &'p str| {
            let mut words = line.splitn(3, ' ');
            let (name, bytes) = (words.next()?, words.next()?.parse().ok()?);
            Some((name, bytes, words.next().unwrap_or_default()))
        };
        Some(Self {
            rows: lines.map(row).collect::<Option<_>>()?,
            stream: &packed[end + 2..],
        })
    }

    /// Bytes of the first `count` modules.
    fn bytes(&self, count: usize) -> usize {
        self.rows[..count].iter().map(|(_, bytes, _)| bytes).sum()
    }

    /// Begins to decompress: the modules are one LZMA stream without a header, in the order of the index, with these bits of
    /// context, after what is `before`.
    fn open(self, before: &[u8], [lc, lp, pb]: [u32; 3]) -> Option<Modules<'p>> {
        let total = self.bytes(self.rows.len());
        let window = (total + before.len()) as u32;
        let before = Some(before).filter(|before| !before.is_empty());
        let reader = LzmaReader::new(self.stream, total as u64, lc, lp, pb, window, before).ok()?;
        let index = self;
        Some(Modules { index, reader })
    }
}

/// The modules of a PTX file, to be decompressed.
pub(super) struct Modules<'p> {
    index: Index<'p>,
    reader: LzmaReader<&'p [u8]>,
}

impl<'p> Modules<'p> {
    /// Those of these bytes; `before` is the modules that they are compressed after.
    pub(super) fn open(packed: &'p [u8], before: &[u8], context: [u32; 3]) -> Option<Self> {
        Index::read(packed)?.open(before, context)
    }

    /// Each by itself.
    pub(super) fn all(mut self) -> Option<Vec<Module>> {
        let module = |(name, bytes, more): (&str, usize, &str)| {
            let mut module = vec![0; bytes];
            self.reader.read_exact(&mut module).ok()?;
            Some((name.to_owned(), module, more.to_owned()))
        };
        self.index.rows.into_iter().map(module).collect()
    }
}

/// What a [`Packed`] holds.
pub(super) trait Unpack {
    /// What the stream refers to: the modules of the PTX file that it is compressed after, or nothing.
    fn before(&self, context: [u32; 3]) -> Option<Vec<u8>>;

    /// The module of one kernel, with the rest of its line; those after it stay compressed.
    fn module(&self, kernel: &str, context: [u32; 3]) -> Option<(Vec<u8>, &'static str)>;
}

impl Unpack for Packed {
    fn before(&self, context: [u32; 3]) -> Option<Vec<u8>> {
        let Some(base) = self.base else {
            return Some(Vec::new());
        };
        let mut modules = Modules::open(base, &[], context)?;
        let mut all = Vec::with_capacity(modules.index.bytes(modules.index.rows.len()));
        modules.reader.read_to_end(&mut all).ok()?;
        Some(all)
    }

    fn module(&self, kernel: &str, context: [u32; 3]) -> Option<(Vec<u8>, &'static str)> {
        let index = Index::read(self.bytes)?;
        let at = index.rows.iter().position(|(name, ..)| *name == kernel)?;
        let (skipped, (_, bytes, more)) = (index.bytes(at), index.rows[at]);
        let mut reader = index.open(&self.before(context)?, context)?.reader;
        copy(&mut (&mut reader).take(skipped as u64), &mut sink()).ok()?;
        let mut module = vec![0; bytes];
        reader.read_exact(&mut module).ok()?;
        Some((module, more))
    }
}
