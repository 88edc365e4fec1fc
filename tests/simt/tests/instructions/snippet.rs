//! A few lines of PTX as a kernel of one block.

use azulejo_simt::{Launch, Memory, Module, run};

/// The values of one register in each lane.
pub type Lanes = [u64; 32];

/// Runs lines in a warp, of which `%rd1` to `%rd3` hold the inputs, 0 beyond them, and `%r1` to `%r3`, `%rs1` to `%rs3` their low
/// bits, and answers what they leave in `%rd0`.
pub fn lanes<const N: usize>(lines: &str, inputs: [Lanes; N]) -> Lanes {
    try_lanes(lines, inputs).unwrap_or_else(|fault| panic!("{fault}"))
}

/// The same, or the fault.
pub fn try_lanes<const N: usize>(lines: &str, inputs: [Lanes; N]) -> Result<Lanes, String> {
    let found = block(lines, 32, &inputs)?;
    Ok(std::array::from_fn(|lane| found[lane]))
}

/// The same of a block of one row of threads, the inputs by lane, the results by thread.
pub fn block(lines: &str, threads: u32, inputs: &[Lanes]) -> Result<Vec<u64>, String> {
    let text = format!(
        ".version 8.0\n.target sm_90a\n.address_size 64\n.extern .shared .align 16 .b8 dynamic[];\n\
         .visible .entry snippet(.param .u64 from, .param .u64 to)\n{{\n\
         .reg .pred %p<8>; .reg .b16 %rs<16>; .reg .b32 %r<32>; .reg .b64 %rd<32>;\n\
         ld.param.u64 %rd30, [from]; ld.param.u64 %rd31, [to];\n\
         mov.u32 %r30, %tid.x; mul.wide.u32 %rd29, %r30, 8; add.s64 %rd31, %rd31, %rd29;\n\
         mov.u32 %r30, %laneid; mul.wide.u32 %rd29, %r30, 8; add.s64 %rd30, %rd30, %rd29;\n\
         ld.global.u64 %rd1, [%rd30]; ld.global.u64 %rd2, [%rd30+256]; ld.global.u64 %rd3, [%rd30+512];\n\
         cvt.u32.u64 %r1, %rd1; cvt.u32.u64 %r2, %rd2; cvt.u32.u64 %r3, %rd3;\n\
         cvt.u16.u64 %rs1, %rd1; cvt.u16.u64 %rs2, %rd2; cvt.u16.u64 %rs3, %rd3;\n\
         mov.u32 %r31, %tid.x;\n{lines}\nst.global.u64 [%rd31], %rd0;\nret;\n}}\n"
    );
    let mut memory = Memory::new();
    let (from, to) = (
        memory.allocate(768)?,
        memory.allocate(8 * threads as usize)?,
    );
    let mut all = [[0; 32]; 3];
    all[..inputs.len()].copy_from_slice(inputs);
    memory.write(from, &bytes(all.as_flattened()))?;
    kernel(
        &text,
        ("snippet", [1, 1, threads, 4096]),
        &[from, to],
        &mut memory,
    )?;
    words(&memory, to, threads as usize)
}

/// Runs a kernel of a text: blocks in all and in a cluster, threads of a block, bytes of dynamic shared memory.
pub fn kernel(
    text: &str,
    (entry, [grid, cluster, threads, dynamic_shared]): (&str, [u32; 4]),
    parameters: &[u64],
    memory: &mut Memory,
) -> Result<(), String> {
    let mut module = Module::parse(text)?;
    module.place(memory)?;
    let launch = Launch {
        module: &module,
        entry,
        grid: [grid, 1, 1],
        block: [threads, 1, 1],
        cluster: [cluster, 1, 1],
        dynamic_shared: dynamic_shared as usize,
        parameters: &bytes(parameters),
    };
    run(&launch, memory).map_err(|fault| fault.to_string())
}

/// A text is wrong with `wrong` in the place of `right`, and what is found by running it says `fault`.
pub fn finds<T>(
    text: &str,
    (right, wrong, fault): (&str, &str, &str),
    run: impl Fn(&str) -> Result<T, String>,
) {
    assert_eq!(text.matches(right).count(), 1, "{right}");
    match run(&text.replace(right, wrong)) {
        Ok(_) => panic!("with `{wrong}` for `{right}`: nothing was found"),
        Err(found) => assert!(
            found.contains(fault),
            "with `{wrong}` for `{right}`: {found}"
        ),
    }
}

/// Numbers as they are in memory.
pub fn bytes(numbers: &[u64]) -> Vec<u8> {
    numbers
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect()
}

/// The numbers at an address.
fn words(memory: &Memory, from: u64, count: usize) -> Result<Vec<u64>, String> {
    let mut found = vec![0; 8 * count];
    memory.read(from, &mut found)?;
    let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    Ok(found.chunks_exact(8).map(word).collect())
}

/// Lines on up to three operands that are the same in each lane: `%rd0` from `%rd1` to `%rd3`, which an opcode alone stands for.
pub fn wide<const N: usize>(line: &str, inputs: [u64; N]) -> u64 {
    same(&filled(line, "rd", N), inputs)
}

/// The same on 32 bits: `%r0` from `%r1` to `%r3`.
pub fn word<const N: usize>(line: &str, inputs: [u32; N]) -> u32 {
    let line = filled(line, "r", N) + " cvt.u64.u32 %rd0, %r0;";
    same(&line, inputs.map(u64::from)) as u32
}

/// The same on 16 bits: `%rs0` from `%rs1` to `%rs3`.
pub fn short<const N: usize>(line: &str, inputs: [u16; N]) -> u16 {
    let line = filled(line, "rs", N) + " cvt.u64.u16 %rd0, %rs0;";
    same(&line, inputs.map(u64::from)) as u16
}

/// The same on `f32`.
pub fn single<const N: usize>(line: &str, inputs: [f32; N]) -> f32 {
    f32::from_bits(word(line, inputs.map(f32::to_bits)))
}

/// The same on `f64`.
pub fn double<const N: usize>(line: &str, inputs: [f64; N]) -> f64 {
    f64::from_bits(wide(line, inputs.map(f64::to_bits)))
}

fn same<const N: usize>(line: &str, inputs: [u64; N]) -> u64 {
    lanes(line, inputs.map(|input| [input; 32]))[7]
}

/// An opcode with its registers.
fn filled(line: &str, register: &str, inputs: usize) -> String {
    if line.ends_with([';', '}']) {
        return line.to_owned();
    }
    let registers: Vec<_> = (0..=inputs).map(|at| format!("%{register}{at}")).collect();
    format!("{line} {};", registers.join(", "))
}

/// A comparison: `%p0` from any of the operands.
pub fn holds(line: &str, a: u64, b: u64) -> bool {
    wide(&format!("{line} selp.b64 %rd0, 1, 0, %p0;"), [a, b]) == 1
}
