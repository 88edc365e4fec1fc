//! `azulejo layout`: evaluates expressions over layouts, and draws them.

mod json;

use std::io::{self, BufRead, Write};
use std::mem;
use std::path::PathBuf;

use azulejo::layout::draw;
use azulejo::layout::expr::{Value, evaluate};
use azulejo::layout::value::{AnyLayout, ErrorKind, LayoutError, Tree, add_offsets};

use super::failure::{Failure, line as printable};
use super::output::{apart, check, save};
use super::say::printed;
use super::text;

/// Flags of `azulejo layout`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The expression: a layout `shape:stride`, or operation(argument, …), which may be nested.
    #[arg(required_unless_present = "batch", conflicts_with = "batch")]
    expression: Option<String>,

    /// Read one expression per line from standard input; print one line each, the result or `error: …`.
    #[arg(long)]
    batch: bool,

    /// Print the offsets of all 1-D coordinates on one line.
    #[arg(long, group = "form")]
    offsets: bool,

    /// Print a table; ranks above 2 in panels.
    #[arg(long, group = "form", conflicts_with = "batch")]
    table: bool,

    /// Print a LaTeX document that draws the table.
    #[arg(long, group = "form", conflicts_with = "batch")]
    latex: bool,

    /// Print one JSON object.
    #[arg(long, group = "form")]
    json: bool,

    /// Also write a picture to this file.
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    svg: Option<PathBuf>,

    /// Also write the picture to this file as an HTML page.
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    html: Option<PathBuf>,
}

const HELP: &str = "\
Notation: `_4` is static, `4` dynamic; `(_4,8):(_1,_4)` a layout, `3@0` a coordinate stride,
`Sw<3,4,3> o _0 o (_8,_64):(_64,_1)` a swizzled layout, `<_4,_8:_2>` a by-mode tiler, `_` in a
coordinate keeps a mode.

Operations: composition complement coalesce flatten filter right_inverse left_inverse
logical_divide zipped_divide tiled_divide flat_divide logical_product zipped_product tiled_product
flat_product stacked_product blocked_product raked_product tile_to_shape upcast downcast
recast_layout max_common_layout max_common_vector slice dice get take select group append prepend
replace local_tile local_partition inner_partition outer_partition make_layout make_ordered_layout
make_layout_like make_identity_layout crd2idx idx2crd crd2crd size cosize rank depth congruent
compatible injective surjective equal covers footprint gaps bank_conflicts coalescing and more:
a wrong name suggests the nearest one. A divide by a tile that does not divide is an error;
logical_divide_ceil and related operations include the partial tiles, with their predicate.

Pictures, by --table, --latex, --svg or --html: of any layout, difference(A, B), composition_steps(A, B),
tv_table(TV, TILE), copy_table(TV, TV, TILE), mma_table(TV, TV, TV, (M,N,K)), swizzle_table(Sw<B,M,S>),
bank_table(LAYOUT, BYTES).

  azulejo layout 'composition((_6,_2):(_8,_2), (_4,_3):(_3,_1))'
  azulejo layout --table 'Sw<2,0,3> o _0 o (_8,_8):(_8,_1)'
  azulejo layout --svg difference.svg 'difference((_4,_8):(_1,_4), (_4,_8):(_8,_1))'
  azulejo layout 'local_tile((300,200):(_1,300), <_128,_64>, (1,2))'";

/// Evaluates the expression, or all of standard input.
pub fn run(args: Args) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    if args.batch {
        let (mut input, mut line) = (io::stdin().lock(), Vec::new());
        loop {
            let cannot = |error| Failure::Input(format!("standard input: {error}"));
            text::next(&mut input, &mut line).map_err(cannot)?;
            if line.is_empty() {
                break;
            }
            let answer = if line.len() == text::LONGEST && line.last() != Some(&b'\n') {
                input.skip_until(b'\n').map_err(cannot)?;
                let longest = text::LONGEST;
                Err(format!(
                    "a line of {longest} bytes and more; write shorter ones"
                ))
            } else {
                batched(&args, mem::take(&mut line))
            };
            let answer = match answer {
                Ok(text) => text,
                // Of what the line holds, nothing controls a terminal.
                Err(error) => format!("error: {}", printable(&error)),
            };
            print(&mut out, &answer)?;
        }
        return flush(&mut out);
    }
    let text = args.expression.as_deref().unwrap_or_default();
    let reject = |error: LayoutError| Failure::argument("expression", error);
    let value = evaluate(text).map_err(reject)?;
    let answer = answer(&args, text, &value).map_err(reject)?;
    for (name, file) in [("--svg", &args.svg), ("--html", &args.html)] {
        file.as_deref().map_or(Ok(()), |file| check(name, file))?;
    }
    if let (Some(svg), Some(html)) = (&args.svg, &args.html) {
        apart(("--svg", svg), ("--html", html))?;
    }
    if let Some(file) = &args.svg {
        let picture = draw::svg_of(&value.picture().map_err(reject)?);
        save("--svg", file, |file| file.write_all(picture.as_bytes()))?;
    }
    if let Some(file) = &args.html {
        let page = draw::html_of(&value.picture().map_err(reject)?);
        save("--html", file, |file| file.write_all(page.as_bytes()))?;
    }
    print(&mut out, answer.trim_end())?;
    flush(&mut out)
}

/// The answer to one line of `--batch`.
fn batched(args: &Args, mut text: Vec<u8>) -> Result<String, String> {
    // The end of a line, and that of Windows.
    for end in [b'\n', b'\r'] {
        if text.last() == Some(&end) {
            text.pop();
        }
    }
    let text = String::from_utf8(text).map_err(|error| {
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        format!("`{text}` is not UTF-8; write the expression in ASCII")
    })?;
    evaluate(&text)
        .and_then(|value| answer(args, &text, &value))
        .and_then(on_one_line)
        .map_err(|error| error.to_string())
}

/// Rejects what `--batch` cannot print on a line of its own.
fn on_one_line(answer: String) -> Result<String, LayoutError> {
    let answer = answer.trim_end();
    if answer.contains('\n') {
        return Err(LayoutError::new(
            ErrorKind::Unsupported,
            "a picture has several lines, --batch prints one for each expression",
        )
        .fix("give --json too, or leave --batch out"));
    }
    Ok(answer.into())
}

/// The value in the form that the flags ask for.
fn answer(args: &Args, text: &str, value: &Value) -> Result<String, LayoutError> {
    if args.json {
        json::object(text, value)
    } else if args.offsets {
        Ok(offsets(value)?.join(" "))
    } else if args.table {
        Ok(draw::text_of(&value.picture()?))
    } else if args.latex {
        Ok(draw::latex_of(&value.picture()?))
    } else {
        Ok(value.to_string())
    }
}

/// The layout that is listed.
fn drawn(value: &Value) -> Result<&AnyLayout, LayoutError> {
    value.layout().ok_or_else(|| {
        let what = match value {
            Value::Picture(_) => "a picture".into(),
            other => other.to_string(),
        };
        LayoutError::new(
            ErrorKind::Profile,
            format!("{what} is not a layout: there is no table to show"),
        )
        .fix("give an expression whose value is a layout")
    })
}

/// The offsets of all 1-D coordinates, the pointer offset included.
fn offsets(value: &Value) -> Result<Vec<String>, LayoutError> {
    let layout = drawn(value)?;
    let start = match value {
        Value::Moved(offset, _) => offset.clone(),
        _ => Tree::fixed(0),
    };
    match layout {
        AnyLayout::Plain(plain) if plain.has_basis() || start.is_tuple() => {
            let points = plain.points()?;
            let moved = points.iter().map(|point| add_offsets(&start, point));
            moved.map(|point| Ok(point?.erased().to_string())).collect()
        }
        _ => {
            let start = start.int()?.value;
            let moved = layout.offsets()?.into_iter().map(|x| x.checked_add(start));
            let texts = moved.map(|x| Some(x?.to_string())).collect::<Option<_>>();
            texts.ok_or_else(|| {
                let what = format!("an offset that is {start} further does not fit 64 bits");
                LayoutError::new(ErrorKind::TooLarge, what).fix("take smaller strides")
            })
        }
    }
}

fn print(out: &mut impl Write, text: &str) -> Result<(), Failure> {
    printed(writeln!(out, "{text}"))
}

fn flush(out: &mut impl Write) -> Result<(), Failure> {
    printed(out.flush())
}
