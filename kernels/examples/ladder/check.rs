//! Every kernel on integers, exactly, and on random ones within the bound of their sums.

use azulejo_kernels::device::gemm::hopper::operand::Major;
use azulejo_kernels::device::gemm::ladder::args::activation;
use azulejo_kernels::device::gemm::ladder::table::{Access, FAMILIES, Row, VECTORS};
use azulejo_kernels::device::gemm::ladder::tile::Along;
use azulejo_kernels::host::gemm::{
    Arguments, Epilogue, Part, Prepared, Region, Sizes, StridedMatrix,
};
use azulejo_kernels::host::{Device, Stream};
use azulejo_tensor::DType;

use crate::harness::{Args, Failure, decode, encode, uniform};
use crate::specials;

/// Elements before and after D that must stay as they are.
const GUARD: usize = 64;

/// One product.
#[derive(Clone, Copy, Debug)]
struct Case {
    size: (usize, usize, usize),
    batches: usize,
    /// Whether index 1 of A, index 0 of B, index 1 of D is contiguous.
    a_by_k: bool,
    b_by_k: bool,
    d_by_n: bool,
    /// Elements between lines beyond a multiple of 16, and before the first: 0 keeps vectors aligned.
    pad: usize,
    /// Elements from one element of a line of A or B to the next.
    step: usize,
    alpha: f64,
    beta: f64,
    bias: Option<Major>,
    activation: u32,
    out: DType,
    whole_numbers: bool,
}

/// Runs every kernel.
///
/// `tiny` leaves out what takes an interpreter long, `small` what takes a sanitizer long.
pub fn run(device: &Device, args: &Args) -> Result<(), Failure> {
    let (small, tiny) = (args.has("--small"), args.has("--tiny"));
    let stream = device.stream()?;
    let rows: Vec<&'static Row> = FAMILIES
        .iter()
        .chain(VECTORS)
        .copied()
        .flatten()
        .filter(|row| row.runs(device.variant()) && args.wants(row.kernel.name))
        .collect();
    let small = small || tiny;
    let mut sizes = vec![(41, 55, 37), (131, 67, 69)];
    if !tiny {
        sizes[1] = (129, 257, 269);
    }
    if !small {
        sizes.extend([
            (1, 1, 1),
            (16, 8, 16),
            (128, 128, 64),
            (130, 70, 133),
            (257, 129, 65),
            (64, 300, 100),
            (1, 513, 40),
            (300, 1, 4096),
            (200, 150, 260),
            // Tiles inside the matrices and at their edges, K of many stages.
            (260, 300, 520),
        ]);
    }
    let mut products = 0;
    for row in &rows {
        let (input, natural) = row.types;
        let orders = |access: Access| {
            access
                .along()
                .map_or(vec![true, false], |along| vec![along == Along::K])
        };
        let vectors = |access: &Access| matches!(access, Access::Vectors(..) | Access::Panels(_));
        let pads: &[usize] = if row.access.iter().any(vectors) {
            &[0]
        } else {
            &[0, 3]
        };
        let mut cases = Vec::new();
        // The kernels of one row of D.
        let one_row = row.tile.0 == 1;
        for (index, &(m, n, k)) in sizes.iter().enumerate() {
            let size = if one_row { (1, n, k) } else { (m, n, k) };
            for a_by_k in orders(row.access[0]) {
                for b_by_k in orders(row.access[1]) {
                    for &pad in pads {
                        let plain = Case {
                            size,
                            batches: 1 + index % 2,
                            a_by_k,
                            b_by_k,
                            d_by_n: true,
                            pad,
                            step: 1,
                            alpha: 1.0,
                            beta: 0.0,
                            bias: None,
                            activation: activation::NONE,
                            out: natural,
                            whole_numbers: true,
                        };
                        cases.push(plain);
                        if pad > 0 {
                            cases.push(Case { step: 2, ..plain });
                        }
                        cases.push(Case {
                            alpha: 2.0,
                            beta: -3.0,
                            bias: Some(if index % 2 == 0 { Major::K } else { Major::Mn }),
                            activation: activation::RELU,
                            ..plain
                        });
                        if natural.bytes() == 2 {
                            cases.push(Case {
                                out: DType::F32,
                                ..plain
                            });
                        }
                        if size.0 > 16 || one_row {
                            cases.push(Case {
                                whole_numbers: false,
                                ..plain
                            });
                        }
                    }
                }
            }
        }
        let one = cases[0];
        // Four tiles more than have room at once: blocks share them, a slice of K each.
        if row.sliced.is_some() {
            let room = (device.multiprocessors() * row.kernel.min_ctas) as usize;
            let (down, across) = (room.div_ceil(4) + 1, 4);
            let tile = (row.tile.0 as usize, row.tile.1 as usize);
            let shared = Case {
                size: (
                    down * tile.0 - 5,
                    across * tile.1 - 6,
                    if tiny { 70 } else { 300 },
                ),
                batches: 1,
                ..one
            };
            cases.push(shared);
            cases.push(Case {
                beta: 3.0,
                whole_numbers: false,
                ..shared
            });
        }
        cases.push(Case {
            size: (if one_row { 1 } else { 41 }, 55, 0),
            beta: 3.0,
            ..one
        });
        cases.push(Case {
            size: (0, 5, 3),
            ..one
        });
        for case in cases {
            product(&stream, Some(row), input, case)
                .map_err(|e| format!("{} {case:?}: {e}", row.kernel.name))?;
            products += 1;
        }
    }
    println!(
        "{} kernels, {products} products: exact on integers, within the bound on random ones",
        rows.len()
    );
    specials::run(&stream, &rows)?;
    if args
        .value("--only")
        .is_some_and(|only| !only.split(',').any(|word| word == "chosen"))
    {
        return Ok(());
    }
    // What a user calls: any order of D, the kernel chosen, large odd operands repacked.
    let mut chosen = 0;
    for input in [
        DType::F32,
        DType::F64,
        DType::F16,
        DType::BF16,
        DType::TF32,
        DType::I8,
    ] {
        let natural = FAMILIES
            .iter()
            .copied()
            .flatten()
            .find(|row| row.types.0 == input)
            .map_or(DType::F32, |row| row.types.1);
        let sizes = if small {
            vec![(41, 55, 37), (1, 77, 70), (75, 1, 33)]
        } else {
            vec![(41, 55, 37), (257, 300, 259), (1, 300, 259), (515, 1, 77)]
        };
        for size in sizes {
            for bits in 0..16 {
                let case = Case {
                    size,
                    batches: 2,
                    a_by_k: bits & 1 == 0,
                    b_by_k: bits & 2 == 0,
                    d_by_n: bits & 4 == 0,
                    pad: if bits & 8 == 0 { 0 } else { 1 },
                    step: 1,
                    alpha: 1.0,
                    beta: 2.0,
                    bias: Some(Major::K),
                    activation: activation::NONE,
                    out: natural,
                    whole_numbers: true,
                };
                product(&stream, None, input, case)
                    .map_err(|e| format!("{input} {case:?}: {e}"))?;
                chosen += 1;
            }
        }
    }
    println!("{chosen} products by choice: exact, in every order of A, B and D");
    // f16 sums of ones: 2048 would mean that they were kept in f16.
    let ones = Case {
        size: (128, 128, 4096),
        batches: 1,
        a_by_k: true,
        b_by_k: true,
        d_by_n: true,
        pad: 0,
        step: 1,
        alpha: 1.0,
        beta: 0.0,
        bias: None,
        activation: activation::NONE,
        out: DType::F32,
        whole_numbers: true,
    };
    if !small {
        accumulator(&stream, ones)?;
    }
    Ok(())
}

/// Places of a matrix: (line, element) with lines of `run`, in a buffer that begins with `pad` elements.
struct Lines {
    start: usize,
    row: usize,
    column: usize,
    batch: usize,
    len: usize,
}

fn lines(
    (rows, columns): (usize, usize),
    by_column: bool,
    (pad, step): (usize, usize),
    batches: usize,
) -> Lines {
    let (run, count) = if by_column {
        (columns, rows)
    } else {
        (rows, columns)
    };
    let whole = step * run.next_multiple_of(16);
    let ld = whole.max(1) + pad;
    let (row, column) = if by_column { (ld, step) } else { (step, ld) };
    let batch = ld * count.max(1) + if pad > 0 { 5 } else { 0 };
    Lines {
        start: pad,
        row,
        column,
        batch,
        len: pad + batch * (batches - 1) + ld * count.saturating_sub(1) + whole,
    }
}

impl Lines {
    fn at(&self, batch: usize, i: usize, j: usize) -> usize {
        self.start + batch * self.batch + i * self.row + j * self.column
    }

    fn matrix<'a>(&self, region: Region<'a>, offset: usize) -> StridedMatrix<'a> {
        StridedMatrix {
            region,
            start: (self.start + offset) as u64,
            row: self.row as i64,
            column: self.column as i64,
            batch: self.batch as i64,
        }
    }
}

/// Runs one product and compares every element of D and around it.
fn product(
    stream: &Stream,
    row: Option<&'static Row>,
    input: DType,
    case: Case,
) -> Result<(), Failure> {
    let (m, n, k) = case.size;
    let Case { batches, out, .. } = case;
    // Operand elements as the kernel will find them, by (batch, line, k).
    let values = |lines: usize, seed: u64, whole: &dyn Fn(usize, usize, usize) -> f64| {
        let count = batches * lines * k;
        let numbers = (0..count).map(|at| {
            if case.whole_numbers {
                whole(at / (lines * k), at / k % lines, at % k)
            } else {
                uniform(input, seed, at as u64)
            }
        });
        decode(input, &encode(input, numbers))
    };
    let a_values = values(m, 1, &|z, i, l| ((3 * i + 5 * l + z) % 7) as f64 - 3.0);
    let b_values = values(n, 2, &|z, j, l| ((2 * j + 7 * l + 3 * z) % 5) as f64 - 2.0);
    let a_value = |z: usize, i: usize, l: usize| a_values[(z * m + i) * k + l];
    let b_value = |z: usize, j: usize, l: usize| b_values[(z * n + j) * k + l];
    let c_value = |i: usize, j: usize| ((i + 2 * j) % 9) as f64 - 4.0;
    let bias_value = |at: usize| (at % 5) as f64 - 1.0;
    let la = lines((m, k), case.a_by_k, (case.pad, case.step), batches);
    let lb = lines((k, n), !case.b_by_k, (case.pad, case.step), batches);
    let ld = lines((m, n), case.d_by_n, (case.pad, 1), batches);
    // Poison wherever nothing is to be read or written.
    let mut a = vec![f64::NAN; la.len];
    let mut b = vec![f64::NAN; lb.len];
    let mut c = vec![f64::NAN; ld.len];
    for z in 0..batches {
        for l in 0..k {
            (0..m).for_each(|i| a[la.at(z, i, l)] = a_value(z, i, l));
            (0..n).for_each(|j| b[lb.at(z, l, j)] = b_value(z, j, l));
        }
        for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
            c[ld.at(z, i, j)] = c_value(i, j);
        }
    }
    let bytes = |dtype: DType, data: &[f64]| encode(dtype, data.iter().copied());
    let buffer_a = stream.upload(&bytes(input, &a))?;
    let buffer_b = stream.upload(&bytes(input, &b))?;
    let buffer_c = stream.upload(&bytes(out, &c))?;
    let along = if case.bias == Some(Major::Mn) { m } else { n };
    let bias: Vec<f64> = (0..along).map(bias_value).collect();
    let buffer_bias = stream.upload(&bytes(out, &bias))?;
    let whole = GUARD + ld.len + GUARD;
    let poison = encode(out, std::iter::repeat_n(77.0, whole));
    let mut buffer_d = stream.upload(&poison)?;
    {
        let read = |buffer| Region::read(buffer);
        let arguments = Arguments {
            sizes: Sizes {
                m: m as u32,
                n: n as u32,
                k: k as u32,
                batches: batches as u32,
            },
            a: la.matrix(read(&buffer_a), 0),
            b: lb.matrix(read(&buffer_b), 0),
            d: ld.matrix(Region::write(&mut buffer_d), GUARD),
            epilogue: Epilogue {
                alpha: case.alpha,
                beta: case.beta,
                c: (case.beta != 0.0).then(|| ld.matrix(read(&buffer_c), 0)),
                bias: case.bias.map(|along| (read(&buffer_bias), along)),
                activation: case.activation,
                ..Epilogue::default()
            },
        };
        let product = Prepared::one(stream, |space| {
            Part::ladder(space, (input, out), row, arguments)
        })?;
        product.launch()?;
        stream.synchronize()?;
    }
    for (name, buffer, data) in [
        ("A", &buffer_a, bytes(input, &a)),
        ("B", &buffer_b, bytes(input, &b)),
        ("C", &buffer_c, bytes(out, &c)),
        ("the bias", &buffer_bias, bytes(out, &bias)),
    ] {
        if stream.download(buffer)? != data {
            return Err(format!("{name} was written to").into());
        }
    }
    let found = decode(out, &stream.download(&buffer_d)?);
    let mut expected = vec![None; whole];
    for z in 0..batches {
        for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let (mut sum, mut size) = (0.0, 0.0);
            for l in 0..k {
                let term = a_value(z, i, l) * b_value(z, j, l);
                sum += term;
                size += term.abs();
            }
            let mut x = case.alpha * sum;
            if case.beta != 0.0 {
                x += case.beta * c_value(i, j);
            }
            if let Some(along) = case.bias {
                x += bias_value(if along == Major::Mn { i } else { j });
            }
            if case.activation == activation::RELU {
                x = x.max(0.0);
            }
            expected[GUARD + ld.at(z, i, j)] = Some((x, size));
        }
    }
    let single = if out == DType::F64 || input == DType::I8 {
        f64::EPSILON
    } else {
        f32::EPSILON as f64
    };
    let stored = match out {
        DType::F16 => 1.0 / 1024.0,
        DType::BF16 => 1.0 / 128.0,
        _ => 0.0,
    };
    for (at, (x, expected)) in found.iter().zip(&expected).enumerate() {
        let fits = match expected {
            None => *x == 77.0,
            Some((y, _)) if case.whole_numbers => {
                *x == decode(out, &encode(out, std::iter::once(*y)))[0]
            }
            Some((y, size)) => (x - y).abs() <= 2.0 * k as f64 * single * size + stored * y.abs(),
        };
        if !fits {
            return Err(format!(
                "element {} is {x}, not {expected:?}",
                at as i64 - GUARD as i64
            )
            .into());
        }
    }
    Ok(())
}

/// Ones, 4096 of them a sum.
fn accumulator(stream: &Stream, case: Case) -> Result<(), Failure> {
    let (m, n, k) = case.size;
    for input in [DType::F16, DType::BF16] {
        let ones = encode(input, std::iter::repeat_n(1.0, m * k));
        let (a, b) = (stream.upload(&ones)?, stream.upload(&ones)?);
        let mut d = stream.zeros::<u8>(m * n * 4)?;
        {
            let arguments = Arguments {
                sizes: Sizes {
                    m: m as u32,
                    n: n as u32,
                    k: k as u32,
                    batches: 1,
                },
                a: StridedMatrix::row_major(Region::read(&a), m as u64, k as u64),
                b: StridedMatrix::col_major(Region::read(&b), k as u64, n as u64),
                d: StridedMatrix::row_major(Region::write(&mut d), m as u64, n as u64),
                epilogue: Epilogue::default(),
            };
            Prepared::one(stream, |space| {
                Part::ladder(space, (input, DType::F32), None, arguments)
            })?
            .launch()?;
            stream.synchronize()?;
        }
        if decode(DType::F32, &stream.download(&d)?)
            .iter()
            .any(|x| *x != 4096.0)
        {
            return Err(format!("{input}: 4096 ones do not sum to 4096").into());
        }
    }
    println!("f16 and bf16: 4096 ones sum to 4096");
    Ok(())
}
