//! The tiles of each family.

/// Calls `family!` with the tiles of one: a kernel a line, which reads `M × N × stages, cluster M × N × K, roles`.
macro_rules! tiles {
    // Operands of 16 bits. Rows whose pitch is not a multiple of 128 bytes cost them most, which clusters share.
    (b16 $head:tt) => {
        family! { $head
            256 x 192 x 3, 1 x 1 x 1, Cooperative;
            192 x 192 x 4, 2 x 1 x 1, Cooperative;
            192 x 176 x 4, 1 x 2 x 1, Cooperative;
            128 x 256 x 4, 1 x 1 x 1, Cooperative;
            128 x 224 x 4, 2 x 1 x 1, Cooperative;
            128 x 192 x 4, 1 x 1 x 1, PingPong;
            128 x 192 x 4, 2 x 1 x 1, PingPong;
            128 x 176 x 5, 1 x 1 x 1, PingPong;
            128 x 176 x 5, 2 x 1 x 1, PingPong;
            128 x 160 x 5, 2 x 1 x 1, PingPong;
            128 x 128 x 6, 1 x 1 x 1, PingPong;
            128 x 128 x 6, 4 x 1 x 1, Cooperative;
            128 x 128 x 6, 1 x 2 x 1, Cooperative;
            128 x 128 x 6, 1 x 1 x 1, Cooperative;
            128 x 112 x 6, 1 x 1 x 1, Cooperative;
            128 x 96 x 7, 2 x 1 x 1, Cooperative;
            128 x 96 x 7, 1 x 2 x 1, Cooperative;
            128 x 80 x 7, 1 x 2 x 1, Cooperative;
            128 x 64 x 8, 1 x 2 x 1, Cooperative;
            128 x 32 x 10, 4 x 1 x 1, Cooperative;
            128 x 16 x 11, 1 x 1 x 1, Cooperative;
            64 x 144 x 7, 4 x 1 x 1, Cooperative;
            64 x 144 x 7, 1 x 1 x 1, Cooperative;
            64 x 128 x 8, 1 x 1 x 1, Cooperative;
            64 x 112 x 8, 1 x 2 x 1, Cooperative;
            64 x 96 x 10, 2 x 1 x 1, Cooperative;
            64 x 96 x 10, 4 x 1 x 1, Cooperative;
            64 x 96 x 10, 1 x 2 x 1, Cooperative;
            64 x 80 x 11, 1 x 1 x 1, Cooperative;
            64 x 64 x 12, 1 x 1 x 1, Cooperative;
            64 x 64 x 12, 1 x 2 x 1, Cooperative;
            64 x 64 x 6, 1 x 1 x 1, Cooperative;
            64 x 48 x 15, 1 x 1 x 1, Cooperative;
            64 x 32 x 8, 1 x 1 x 1, Cooperative;
            64 x 32 x 16, 4 x 1 x 1, Cooperative;
            64 x 16 x 8, 1 x 1 x 1, Cooperative;
            64 x 16 x 16, 1 x 1 x 2, Cooperative;
        }
    };
    // 8-bit floats.
    (fp8 $head:tt) => {
        family! { $head
            256 x 192 x 3, 1 x 1 x 1, Cooperative;
            192 x 192 x 4, 2 x 1 x 1, Cooperative;
            192 x 176 x 4, 2 x 1 x 1, Cooperative;
            128 x 256 x 4, 1 x 1 x 1, Cooperative;
            128 x 224 x 4, 2 x 1 x 1, Cooperative;
            128 x 192 x 4, 1 x 1 x 1, PingPong;
            128 x 176 x 5, 1 x 1 x 1, PingPong;
            128 x 160 x 5, 2 x 1 x 1, PingPong;
            128 x 128 x 6, 1 x 1 x 1, PingPong;
            128 x 128 x 6, 4 x 1 x 1, Cooperative;
            128 x 128 x 6, 1 x 1 x 1, Cooperative;
            128 x 112 x 6, 1 x 1 x 1, Cooperative;
            128 x 96 x 7, 2 x 1 x 1, Cooperative;
            128 x 96 x 7, 1 x 2 x 1, Cooperative;
            128 x 80 x 7, 1 x 2 x 1, Cooperative;
            128 x 64 x 8, 1 x 2 x 1, Cooperative;
            64 x 144 x 7, 4 x 1 x 1, Cooperative;
            64 x 144 x 7, 1 x 1 x 1, Cooperative;
            64 x 128 x 8, 1 x 1 x 1, Cooperative;
            64 x 96 x 10, 4 x 1 x 1, Cooperative;
            64 x 96 x 10, 2 x 1 x 1, Cooperative;
            64 x 80 x 11, 1 x 1 x 1, Cooperative;
            64 x 64 x 12, 1 x 1 x 1, Cooperative;
            64 x 64 x 12, 1 x 2 x 1, Cooperative;
            64 x 64 x 6, 1 x 1 x 1, Cooperative;
            64 x 48 x 15, 4 x 1 x 1, Cooperative;
            64 x 32 x 8, 1 x 1 x 1, Cooperative;
            64 x 32 x 16, 4 x 1 x 1, Cooperative;
            64 x 16 x 8, 1 x 1 x 1, Cooperative;
            64 x 16 x 16, 1 x 1 x 2, Cooperative;
        }
    };
    // 8-bit integers with 32-bit outputs: 192 accumulators with ping-pong consumers would leave too few registers.
    (int8 $head:tt) => {
        family! { $head
            256 x 192 x 3, 1 x 1 x 1, Cooperative;
            192 x 192 x 4, 2 x 1 x 1, Cooperative;
            192 x 176 x 4, 2 x 1 x 1, Cooperative;
            128 x 256 x 4, 1 x 1 x 1, Cooperative;
            128 x 176 x 5, 2 x 1 x 1, PingPong;
            128 x 160 x 5, 2 x 1 x 1, PingPong;
            128 x 128 x 6, 1 x 1 x 1, PingPong;
            128 x 128 x 6, 4 x 1 x 1, Cooperative;
            128 x 128 x 6, 1 x 1 x 1, Cooperative;
            128 x 112 x 6, 1 x 1 x 1, Cooperative;
            128 x 96 x 7, 1 x 2 x 1, Cooperative;
            128 x 64 x 8, 1 x 2 x 1, Cooperative;
            64 x 128 x 8, 1 x 1 x 1, Cooperative;
            64 x 96 x 9, 4 x 1 x 1, Cooperative;
            64 x 64 x 12, 1 x 1 x 1, Cooperative;
            64 x 32 x 8, 1 x 1 x 1, Cooperative;
            64 x 32 x 16, 4 x 1 x 1, Cooperative;
            64 x 16 x 8, 1 x 1 x 1, Cooperative;
            64 x 16 x 16, 1 x 1 x 2, Cooperative;
        }
    };
    // tf32, for the same reason.
    (tf32 $head:tt) => {
        family! { $head
            192 x 192 x 4, 2 x 1 x 1, Cooperative;
            192 x 176 x 4, 2 x 1 x 1, Cooperative;
            128 x 256 x 4, 1 x 1 x 1, Cooperative;
            128 x 176 x 5, 2 x 1 x 1, PingPong;
            128 x 160 x 5, 2 x 1 x 1, PingPong;
            128 x 128 x 6, 1 x 1 x 1, PingPong;
            128 x 128 x 6, 4 x 1 x 1, Cooperative;
            128 x 128 x 6, 1 x 1 x 1, Cooperative;
            128 x 112 x 6, 1 x 1 x 1, Cooperative;
            128 x 96 x 7, 1 x 2 x 1, Cooperative;
            128 x 64 x 8, 1 x 2 x 1, Cooperative;
            128 x 64 x 8, 1 x 1 x 2, Cooperative;
            64 x 144 x 7, 4 x 1 x 1, Cooperative;
            64 x 144 x 7, 1 x 1 x 1, Cooperative;
            64 x 128 x 8, 1 x 1 x 1, Cooperative;
            64 x 96 x 9, 4 x 1 x 1, Cooperative;
            64 x 64 x 12, 1 x 1 x 1, Cooperative;
            64 x 64 x 12, 1 x 2 x 1, Cooperative;
            64 x 32 x 8, 1 x 1 x 1, Cooperative;
            64 x 32 x 16, 4 x 1 x 1, Cooperative;
            64 x 16 x 8, 1 x 1 x 1, Cooperative;
            64 x 16 x 16, 1 x 1 x 2, Cooperative;
        }
    };
    // Operands of 16 bits, both with K strided.
    (mn_major $head:tt) => {
        family! { $head
            192 x 192 x 4, 1 x 1 x 1, Cooperative;
            128 x 256 x 4, 2 x 1 x 1, Cooperative;
            128 x 192 x 4, 1 x 1 x 1, PingPong;
            128 x 192 x 4, 1 x 2 x 1, PingPong;
            128 x 128 x 6, 1 x 1 x 1, PingPong;
            128 x 128 x 6, 1 x 1 x 1, Cooperative;
            128 x 128 x 6, 2 x 1 x 1, Cooperative;
            128 x 64 x 8, 1 x 2 x 1, Cooperative;
            64 x 128 x 8, 1 x 1 x 1, Cooperative;
            64 x 64 x 12, 1 x 1 x 1, Cooperative;
            64 x 64 x 12, 2 x 1 x 1, Cooperative;
            64 x 32 x 8, 1 x 1 x 1, Cooperative;
            64 x 16 x 8, 1 x 1 x 1, Cooperative;
        }
    };
    // Operands of 16 bits, A alone with K strided, which A · B of rows is the transpose of.
    (m_major $head:tt) => {
        family! { $head
            256 x 64 x 5, 1 x 1 x 1, Cooperative;
            192 x 192 x 4, 2 x 1 x 1, Cooperative;
            192 x 192 x 4, 1 x 1 x 1, Cooperative;
            128 x 256 x 4, 2 x 1 x 1, Cooperative;
            128 x 224 x 4, 2 x 1 x 1, Cooperative;
            128 x 192 x 4, 1 x 1 x 1, PingPong;
            128 x 192 x 4, 2 x 1 x 1, PingPong;
            128 x 160 x 5, 2 x 1 x 1, PingPong;
            128 x 128 x 6, 1 x 1 x 1, PingPong;
            128 x 128 x 6, 1 x 1 x 1, Cooperative;
            128 x 128 x 6, 2 x 1 x 1, Cooperative;
            128 x 112 x 6, 1 x 1 x 1, Cooperative;
            128 x 96 x 7, 1 x 2 x 1, Cooperative;
            128 x 80 x 7, 1 x 2 x 1, Cooperative;
            128 x 32 x 10, 4 x 1 x 1, Cooperative;
            128 x 16 x 11, 1 x 1 x 1, Cooperative;
            64 x 144 x 7, 4 x 1 x 1, Cooperative;
            64 x 128 x 8, 1 x 1 x 1, Cooperative;
            64 x 96 x 10, 4 x 1 x 1, Cooperative;
            64 x 80 x 11, 4 x 1 x 1, Cooperative;
            64 x 64 x 12, 1 x 1 x 1, Cooperative;
            64 x 64 x 12, 1 x 2 x 1, Cooperative;
            64 x 48 x 15, 1 x 1 x 1, Cooperative;
            64 x 32 x 8, 1 x 1 x 1, Cooperative;
            64 x 32 x 16, 4 x 1 x 1, Cooperative;
            64 x 16 x 8, 1 x 1 x 1, Cooperative;
            64 x 16 x 16, 1 x 1 x 2, Cooperative;
        }
    };
    // Rare types.
    (rare_types $head:tt) => {
        family! { $head
            128 x 192 x 4, 1 x 1 x 1, PingPong;
            128 x 128 x 6, 1 x 1 x 1, Cooperative;
            64 x 64 x 12, 1 x 1 x 1, Cooperative;
        }
    };
    // Operands of 16 bits with outputs of four bytes: 192 columns with ping-pong consumers would leave too few registers.
    (b16_f32 $head:tt) => {
        family! { $head
            192 x 192 x 4, 2 x 1 x 1, Cooperative;
            128 x 256 x 4, 2 x 1 x 1, Cooperative;
            128 x 224 x 4, 2 x 1 x 1, Cooperative;
            128 x 160 x 5, 2 x 1 x 1, PingPong;
            128 x 128 x 6, 1 x 1 x 1, PingPong;
            128 x 128 x 6, 1 x 1 x 1, Cooperative;
            128 x 128 x 6, 2 x 1 x 1, Cooperative;
            128 x 112 x 6, 1 x 1 x 1, Cooperative;
            128 x 96 x 7, 1 x 2 x 1, Cooperative;
            128 x 64 x 8, 1 x 2 x 1, Cooperative;
            64 x 144 x 7, 1 x 1 x 1, Cooperative;
            64 x 128 x 8, 1 x 1 x 1, Cooperative;
            64 x 96 x 9, 4 x 1 x 1, Cooperative;
            64 x 64 x 12, 1 x 1 x 1, Cooperative;
            64 x 32 x 8, 1 x 1 x 1, Cooperative;
            64 x 16 x 8, 1 x 1 x 1, Cooperative;
            64 x 16 x 16, 1 x 1 x 2, Cooperative;
        }
    };
    // The same, both with K strided.
    (mn_major_f32 $head:tt) => {
        family! { $head
            192 x 192 x 4, 1 x 1 x 1, Cooperative;
            128 x 256 x 4, 2 x 1 x 1, Cooperative;
            128 x 192 x 4, 1 x 1 x 1, Cooperative;
            128 x 128 x 6, 1 x 1 x 1, PingPong;
            128 x 128 x 6, 1 x 1 x 1, Cooperative;
            128 x 128 x 6, 2 x 1 x 1, Cooperative;
            64 x 128 x 8, 1 x 1 x 1, Cooperative;
            64 x 64 x 12, 1 x 1 x 1, Cooperative;
            64 x 32 x 8, 1 x 1 x 1, Cooperative;
            64 x 16 x 8, 1 x 1 x 1, Cooperative;
        }
    };
    // Less common operands with outputs of four bytes.
    (f32_output $head:tt) => {
        family! { $head
            128 x 256 x 3, 2 x 1 x 1, Cooperative;
            128 x 128 x 6, 1 x 1 x 1, Cooperative;
            64 x 64 x 12, 1 x 1 x 1, Cooperative;
        }
    };
    // Operands of 32 bits, A transposed while it is loaded into registers.
    (transpose_a32 $head:tt) => {
        family! { $head
            128 x 256 x 4, 2 x 1 x 1, Cooperative;
            128 x 192 x 4, 1 x 1 x 1, Cooperative;
            128 x 128 x 6, 1 x 1 x 1, Cooperative;
            64 x 128 x 8, 1 x 1 x 1, Cooperative;
            64 x 64 x 12, 1 x 1 x 1, Cooperative;
            64 x 64 x 12, 1 x 1 x 4, Cooperative;
            64 x 32 x 8, 1 x 1 x 1, Cooperative;
            64 x 16 x 8, 1 x 1 x 1, Cooperative;
            64 x 16 x 16, 1 x 1 x 4, Cooperative;
        }
    };
    // The same of 8 bits.
    (transpose_a8 $head:tt) => {
        family! { $head
            128 x 256 x 4, 1 x 1 x 1, Cooperative;
            128 x 128 x 6, 1 x 1 x 1, Cooperative;
            128 x 64 x 8, 1 x 1 x 1, Cooperative;
            128 x 32 x 8, 1 x 1 x 1, Cooperative;
            128 x 16 x 8, 1 x 1 x 1, Cooperative;
        }
    };
    // 8-bit floats where precision counts.
    (promoting $head:tt) => {
        family! { $head
            128 x 160 x 5, 2 x 1 x 1, Promoting;
            128 x 128 x 6, 1 x 1 x 1, Promoting;
            64 x 64 x 12, 1 x 1 x 1, Promoting;
        }
    };
    // Grouped GEMM.
    (grouped $head:tt) => {
        family! { $head
            128 x 256 x 4, 1 x 1 x 1, Cooperative;
            128 x 128 x 6, 1 x 1 x 1, PingPong;
            64 x 128 x 8, 1 x 1 x 1, Cooperative;
        }
    };
}
