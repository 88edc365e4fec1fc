//! An output panel in shared memory: 64 rows of D by 32, 64 or 128 bytes, or columns of D, as TMA takes it.
//!
//! A strip is 16 of its columns, of which a thread has eight elements: two rows of four columns.
//!
//! ```text
//! column   c     c + 1   c + 8   c + 9
//! row 0    0     1       4       5
//! row 1    2     3       6       7
//! ```

use super::*;

/// A panel of a tile: which of the consumer's, its place in D, and where it is kept.
#[derive(Clone, Copy)]
pub struct Panel {
    /// Which of the consumer's.
    pub index: u32,
    /// First row and column in D.
    pub corner: (u32, u32),
    /// Bytes of its rows.
    pub width: u32,
    /// Where it is.
    at: Smem,
    /// Whether its lines are columns of D.
    pub column_major: bool,
}

impl Panel {
    /// Panel `index` of the consumer's share of a tile.
    #[inline(always)]
    pub fn new<C: Device>(
        args: &Args,
        panels: Panels,
        consumer: ConsumerThread,
        work: Work,
        index: u32,
    ) -> Self {
        let (r, p) = (index / C::ACROSS, index % C::ACROSS);
        Self {
            index,
            corner: corner::<C>(work, consumer, r as usize, p as usize),
            width: panel_width::<C>(p),
            at: panels.buffer::<C>(index % C::PANELS),
            column_major: args.route & route::COLUMN_MAJOR != 0,
        }
    }

    /// Columns of D in it.
    #[inline(always)]
    pub fn columns<C: Device>(&self) -> u32 {
        self.width / C::OUT
    }

    /// Rows of D in a piece that TMA moves at once, and how many pieces a panel has: columns of 128 bytes make two of
    /// 4-byte elements.
    #[inline(always)]
    pub fn pieces<C: Device>(&self) -> (u32, u32) {
        if self.column_major && C::OUT == 4 {
            (32, 2)
        } else {
            (64, 1)
        }
    }

    /// Piece `i`: its place in the tensor map's order, and in shared memory.
    #[inline(always)]
    pub fn piece<C: Device>(&self, work: Work, i: u32) -> ((u32, u32, u32), Smem) {
        let (row, column) = self.corner;
        if self.column_major {
            let row = row + i * self.pieces::<C>().0;
            let at = self.at + i * self.columns::<C>() * 128;
            ((row, column, work.batch), at)
        } else {
            ((column, row, work.batch), self.at)
        }
    }

    /// Where byte `byte` of line `line` is: rows, or columns where these are contiguous.
    #[inline(always)]
    fn byte<C: Device>(&self, line: u32, byte: u32) -> Smem {
        let width = if self.column_major {
            (64 * C::OUT).min(128)
        } else {
            self.width
        };
        self.at + smem_layout_d::byte(whole::<C>(self.column_major), width, line, byte)
    }

    /// Where the panel's element at (`row`, `column`) is.
    #[inline(always)]
    fn element<C: Device>(&self, row: u32, column: u32) -> Smem {
        if self.column_major {
            let piece = row / 32 * self.columns::<C>() * 128;
            let (piece, row) = if C::OUT == 4 {
                (piece, row % 32)
            } else {
                (0, row)
            };
            self.byte::<C>(column, row * C::OUT) + piece
        } else {
            self.byte::<C>(row, column * C::OUT)
        }
    }

    /// Where register `i` of a thread's of strip `strip` is.
    #[inline(always)]
    fn value<C: Device>(&self, consumer: ConsumerThread, strip: u32, i: usize) -> Smem {
        let column = strip * 16 + tiling::columns(i) + consumer.value::<C>(0).1;
        self.element::<C>(consumer.row::<C>(half(i)), column)
    }

    /// Where a thread's pair `i` of strip `strip` starts, for elements that are moved one by one or in pairs, and, where
    /// columns are contiguous, the second of the pair.
    #[inline(always)]
    fn pair<C: Device>(&self, consumer: ConsumerThread, strip: u32, i: usize) -> [Smem; 2] {
        if self.column_major {
            [2 * i, 2 * i + 1].map(
                #[inline(always)]
                |i| self.value::<C>(consumer, strip, i),
            )
        } else {
            [self.value::<C>(consumer, strip, 2 * i); 2]
        }
    }

    /// The line of a strip's matrices that this thread names to `stmatrix` and `ldmatrix`.
    #[inline(always)]
    fn line<C: Device>(&self, consumer: ConsumerThread, strip: u32) -> Smem {
        if self.column_major {
            let (row, column) = tiling::identity_column(consumer.thread_idx);
            self.element::<C>(row, strip * 16 + column)
        } else {
            let (row, column) = consumer.line::<C>();
            self.element::<C>(row, strip * 16 + column)
        }
    }

    /// Writes a thread's elements of a strip.
    ///
    /// # Safety
    /// All threads of the warpgroup call this, which own the panel.
    #[inline(always)]
    pub unsafe fn write<C: Device>(&self, consumer: ConsumerThread, strip: u32, x: [Acc<C>; 8]) {
        let words = #[inline(always)]
        |i: usize| Acc::<C>::words([x[2 * i], x[2 * i + 1]]);
        // SAFETY: inside the panel.
        unsafe {
            if C::OUT == 2 && C::PAIRED_ROWS && self.column_major {
                // A thread's two rows of a column are neighbours: a word.
                unroll!(up_to_4, 4, |k| {
                    let [word, _] = Acc::<C>::words([x[register(k, 0)], x[register(k, 1)]]);
                    let at = self.value::<C>(consumer, strip, register(k, 0));
                    stmatrix::store_word(at, word);
                });
                return;
            }
            if C::OUT == 2 {
                let at = self.line::<C>(consumer, strip);
                let four = [words(0)[0], words(1)[0], words(2)[0], words(3)[0]];
                if self.column_major {
                    stmatrix::store::<4, true>(at, four);
                } else {
                    stmatrix::store::<4, false>(at, four);
                }
                return;
            }
            unroll!(up_to_4, 4, |i| {
                let at = self.pair::<C>(consumer, strip, i);
                let [a, b] = words(i);
                match (C::OUT, self.column_major) {
                    (4, false) => stmatrix::words(at[0], [a, b]),
                    (4, true) => {
                        stmatrix::store_word(at[0], a);
                        stmatrix::store_word(at[1], b);
                    }
                    (_, false) => <u16 as Shared>::store(at[0], a as u16),
                    (_, true) => {
                        <u8 as Shared>::store(at[0], a as u8);
                        <u8 as Shared>::store(at[1], (a >> 8) as u8);
                    }
                }
            });
        }
    }

    /// Reads a thread's elements of a strip of C.
    ///
    /// # Safety
    /// As [`Panel::write`], the panel holding C.
    #[inline(always)]
    pub unsafe fn read<C: Device>(&self, consumer: ConsumerThread, strip: u32) -> [Acc<C>; 8] {
        let mut x = [Acc::<C>::from_bits(0); 8];
        // SAFETY: inside the panel.
        unsafe {
            if C::OUT == 2 && C::PAIRED_ROWS && self.column_major {
                unroll!(up_to_4, 4, |k| {
                    let word = stmatrix::word(self.value::<C>(consumer, strip, register(k, 0)));
                    [x[register(k, 0)], x[register(k, 1)]] = Acc::<C>::pair([word, 0]);
                });
                return x;
            }
            let mut put =
                #[inline(always)]
                |i: usize, words: [u32; 2]| [x[2 * i], x[2 * i + 1]] = Acc::<C>::pair(words);
            if C::OUT == 2 {
                let at = self.line::<C>(consumer, strip);
                let four = if self.column_major {
                    ldmatrix::load::<4, true>(at)
                } else {
                    ldmatrix::load::<4, false>(at)
                };
                unroll!(up_to_4, 4, |i| put(i, [four[i], 0]));
            } else {
                unroll!(up_to_4, 4, |i| {
                    let at = self.pair::<C>(consumer, strip, i);
                    put(
                        i,
                        match (C::OUT, self.column_major) {
                            (4, false) => stmatrix::two_words(at[0]),
                            (4, true) => [stmatrix::word(at[0]), stmatrix::word(at[1])],
                            (_, false) => [<u16 as Shared>::load(at[0]) as u32, 0],
                            (_, true) => [
                                <u8 as Shared>::load(at[0]) as u32
                                    | (<u8 as Shared>::load(at[1]) as u32) << 8,
                                0,
                            ],
                        },
                    );
                });
            }
        }
        x
    }

    /// Brings the panel's C, element by element, where TMA cannot.
    ///
    /// # Safety
    /// All threads of the warpgroup call this, the panel being free; the launch's arguments.
    #[inline(always)]
    pub unsafe fn load_c_unaligned<C: Device>(
        &self,
        args: &Args,
        consumer: ConsumerThread,
        batch: u32,
    ) {
        let View {
            base,
            row: down,
            column: along,
            batch: deep,
        } = args.c;
        let columns = self.columns::<C>();
        let mut index = consumer.thread_idx;
        while index < 64 * columns {
            // Neighbouring threads take neighbours in memory.
            let (row, column) = if along == 1 {
                (index / columns, index % columns)
            } else {
                (index % 64, index / 64)
            };
            let at = (self.corner.0 + row, self.corner.1 + column);
            if at.0 < args.m && at.1 < args.n {
                let offset = at.0 as i64 * down + at.1 as i64 * along + batch as i64 * deep;
                let from = (base as i64 + offset * C::OUT as i64) as *const u8;
                let to = self.element::<C>(row, column);
                // SAFETY: an element of C, and its place in the panel.
                unsafe {
                    match C::OUT {
                        4 => <u32 as Shared>::store(to, <u32 as Global>::load(from)),
                        2 => <u16 as Shared>::store(to, <u16 as Global>::load(from)),
                        _ => <u8 as Shared>::store(to, <u8 as Global>::load(from)),
                    }
                }
            }
            index += math::opaque(128);
        }
    }

    /// Asks TMA for the panel's C.
    ///
    /// # Safety
    /// Called by one thread, the panel being free; the launch's maps.
    #[inline(always)]
    pub unsafe fn load_c<C: Device>(&self, args: &Args, panels: Panels, work: Work) {
        let barrier = panels.barrier(self.index % C::PANELS);
        let map = args.maps[if self.width == C::PANEL_WIDTH { 4 } else { 5 }];
        // SAFETY: the panel's bytes are announced before they come. The caller has one thread here, a panel that is free, and the
        // launch's maps, whose boxes are the panel's pieces.
        unsafe {
            mbarrier::arrive_expect(barrier, 64 * self.width);
            for i in 0..self.pieces::<C>().1 {
                let (coord, at) = self.piece::<C>(work, i);
                tma::load(at, map, coord, barrier);
            }
        }
    }
}

/// Bytes of lines that are swizzled: columns of 128, or rows of the tile's first panel.
#[inline(always)]
pub const fn whole<C: Config>(column_major: bool) -> u32 {
    if column_major { 128 } else { C::PANEL_WIDTH }
}
