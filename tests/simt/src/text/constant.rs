//! What a register may hold from a warp's start on.

/// A value that each warp knows at its start, and that the text uses like a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    /// The same bits in each lane.
    Bits(u64),
    /// The address of the module's variable of this number.
    Variable(usize),
    /// Where the block's dynamic shared memory begins.
    DynamicShared,
    /// One of the machine's registers.
    Special(Special),
}

/// The machine's own registers; the number is the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Special {
    /// The thread in its block.
    Thread(usize),
    /// The block's threads.
    Threads(usize),
    /// The block in its grid.
    Block(usize),
    /// The grid's blocks.
    Blocks(usize),
    /// The block in its cluster, as one number.
    RankInCluster,
    /// The block in its cluster.
    BlockInCluster(usize),
    /// The cluster's blocks.
    BlocksInCluster(usize),
    /// The cluster's blocks, as one number.
    SizeOfCluster,
    /// The cluster in its grid.
    Cluster(usize),
    /// The grid's clusters.
    Clusters(usize),
    /// The lane in its warp.
    Lane,
    /// The warp in its block.
    Warp,
    /// The lanes below the lane itself, as a mask.
    LanesBelow,
}

impl Special {
    /// The register of a name such as `%tid.x`.
    pub fn named(name: &str) -> Option<Self> {
        let (name, axis) = match name.rsplit_once('.') {
            Some((front, "x")) => (front, 0),
            Some((front, "y")) => (front, 1),
            Some((front, "z")) => (front, 2),
            _ => (name, 3),
        };
        if axis == 3 {
            return Some(match name {
                "%cluster_ctarank" => Self::RankInCluster,
                "%cluster_nctarank" => Self::SizeOfCluster,
                "%laneid" => Self::Lane,
                "%warpid" => Self::Warp,
                "%lanemask_lt" => Self::LanesBelow,
                _ => return None,
            });
        }
        Some(match name {
            "%tid" => Self::Thread(axis),
            "%ntid" => Self::Threads(axis),
            "%ctaid" => Self::Block(axis),
            "%nctaid" => Self::Blocks(axis),
            "%cluster_ctaid" => Self::BlockInCluster(axis),
            "%cluster_nctaid" => Self::BlocksInCluster(axis),
            "%clusterid" => Self::Cluster(axis),
            "%nclusterid" => Self::Clusters(axis),
            _ => return None,
        })
    }
}

/// The bits of a number as PTX writes it: `-12`, `0x1F`, `017`, `0b11`, `0f3F800000`, `0d3FF0000000000000`.
pub fn number(text: &str) -> Option<u64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let digits = digits.strip_suffix('U').unwrap_or(digits);
    let bits = match digits.get(..2) {
        Some("0f" | "0F" | "0d" | "0D" | "0x" | "0X") => {
            u64::from_str_radix(&digits[2..], 16).ok()?
        }
        Some("0b" | "0B") => u64::from_str_radix(&digits[2..], 2).ok()?,
        Some(_) if digits.starts_with('0') => u64::from_str_radix(digits, 8).ok()?,
        _ => digits.parse().ok()?,
    };
    Some(if negative { bits.wrapping_neg() } else { bits })
}
