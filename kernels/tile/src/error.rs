//! [`TileError`]: why a launch was rejected.

use std::fmt;

use super::Assertion;
use azulejo_cpu::ArrayError;

/// Why a program did not run, or not to its end. But for an assertion, nothing is written when one is returned.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TileError {
    /// An array of another rank than the program's argument.
    Rank {
        /// The argument.
        argument: &'static str,
        /// The argument's rank.
        expected: usize,
        /// The array's rank.
        found: usize,
    },
    /// An extent that is not what the argument's type states.
    Extent {
        /// The argument.
        argument: &'static str,
        /// The axis.
        axis: usize,
        /// The extent, or what must divide it.
        expected: usize,
        /// `true` if the extent must be that number.
        exact: bool,
        /// The array's extent.
        found: usize,
    },
    /// Two arguments with extents that the program takes for equal, and are not.
    Unequal {
        /// Both.
        arguments: [&'static str; 2],
        /// The axis of each.
        axes: [usize; 2],
        /// The extent of each.
        extents: [usize; 2],
    },
    /// Two arguments that are cut into different numbers of regions.
    Regions {
        /// The argument.
        argument: &'static str,
        /// Regions along each axis of the arguments before it, up to the last axis on which there are several.
        expected: Vec<usize>,
        /// Regions along as many axes of this one.
        found: Vec<usize>,
    },
    /// More blocks than a grid can have.
    TooManyBlocks {
        /// How many there would be.
        blocks: u64,
    },
    /// A program whose arguments say nothing of its grid.
    NoRegions,
    /// Two arguments that share memory, at least one of which is written.
    Overlap {
        /// One.
        argument: &'static str,
        /// The other.
        with: &'static str,
    },
    /// The lock of a [`Locked`](crate::Locked) array that is not free: no block would ever be served.
    Lock {
        /// The argument.
        argument: &'static str,
    },
    /// An assertion of the program did not hold on the CPU. The blocks have run; on a device the launch would have failed.
    Assertion(Assertion),
    /// A tile with an extent that is not a power of two.
    NotPowerOfTwo {
        /// The tile's extents.
        tile: Vec<usize>,
        /// The axis.
        axis: usize,
    },
    /// A step between tiles below 1.
    Step {
        /// The axis.
        axis: usize,
        /// The step.
        step: i64,
    },
    /// Tiles that reach past an array's end, where none may.
    Indivisible {
        /// The axis of the tile.
        axis: usize,
        /// The array's extent along it.
        extent: usize,
        /// The tile's.
        tile: usize,
    },
    /// An array's error.
    Array(ArrayError),
    /// The device's.
    Device(azulejo_runtime::Error),
}

impl fmt::Display for TileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rank {
                argument,
                expected,
                found,
            } => {
                write!(
                    f,
                    "`{argument}` has {found} axes, the program takes {expected}"
                )
            }
            Self::Extent {
                argument,
                axis,
                expected,
                exact: true,
                found,
            } => {
                write!(
                    f,
                    "`{argument}` has extent {found} along axis {axis}, the program takes {expected}"
                )
            }
            Self::Extent {
                argument,
                axis,
                expected,
                exact: false,
                found,
            } => write!(
                f,
                "`{argument}` has extent {found} along axis {axis}, the program takes multiples of {expected}"
            ),
            Self::Unequal {
                arguments: [a, b],
                axes,
                extents,
            } => write!(
                f,
                "`{a}` has extent {} along axis {}, `{b}` has {} along axis {}: they must be equal",
                extents[0], axes[0], extents[1], axes[1]
            ),
            Self::Regions {
                argument,
                expected,
                found,
            } => write!(
                f,
                "`{argument}` has {found:?} regions, the arguments before it {expected:?}: a block needs a region of each"
            ),
            Self::TooManyBlocks { blocks } => {
                write!(
                    f,
                    "{blocks} blocks are more than a grid has: make the regions larger"
                )
            }
            Self::NoRegions => {
                f.write_str("no argument is cut into regions: declare an `Out` or a `Part`")
            }
            Self::Overlap { argument, with } => {
                write!(f, "`{argument}` shares memory with `{with}`")
            }
            Self::NotPowerOfTwo { tile, axis } => write!(
                f,
                "dimension #{axis} of shape {tile:?} is not a power of two: trim a tile of the next one"
            ),
            Self::Step { axis, step } => {
                write!(f, "step {step} along axis {axis}: give 1 or more")
            }
            Self::Indivisible { axis, extent, tile } => write!(
                f,
                "tiles of {tile} do not divide extent {extent} along axis {axis}: load them padded"
            ),
            Self::Lock { argument } => write!(
                f,
                "the lock of `{argument}` is held, and no block would be served: begin with `TICKET_LOCK`"
            ),
            Self::Assertion(assertion) => assertion.fmt(f),
            Self::Array(error) => error.fmt(f),
            Self::Device(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TileError {}

impl From<ArrayError> for TileError {
    fn from(error: ArrayError) -> Self {
        Self::Array(error)
    }
}

impl From<azulejo_runtime::Error> for TileError {
    fn from(error: azulejo_runtime::Error) -> Self {
        Self::Device(error)
    }
}
