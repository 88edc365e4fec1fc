//! An image in RGB to gray, by a tile program.
//!
//! ```text
//! gray IN.png OUT.png             on the CPU
//! gray IN.png OUT.png --cuda      on the first GPU
//! ```
//!
//! The program sees tiles of 16 × 16 pixels; an image of any size is cut into them, and those at the edges are masked.

use azulejo_kernels::cpu::{Strided, View, ViewMut};
use azulejo_kernels::host::{self, Device};
use azulejo_kernels::tile::programs::Gray;
use std::error::Error;
use std::fs::File;
use std::io::{BufReader, BufWriter};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (from, to, device) = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [from, to] => (from, to, None),
        [from, to, "--cuda"] => (from, to, Some(Device::new(0)?)),
        _ => return Err("usage: gray IN.png OUT.png [--cuda]".into()),
    };

    let mut decoder = png::Decoder::new(BufReader::new(File::open(from)?));
    decoder.set_transformations(png::Transformations::STRIP_16 | png::Transformations::EXPAND);
    let mut reader = decoder.read_info()?;
    let size = reader
        .output_buffer_size()
        .ok_or("the image does not fit in memory")?;
    let mut bytes = vec![0; size];
    let image = reader.next_frame(&mut bytes)?;
    let (height, width) = (image.height as usize, image.width as usize);
    let channels = image.color_type.samples();
    if channels < 3 {
        return Err(format!("{from} has {channels} channels: it is gray already").into());
    }
    // Of RGBA the fourth channel is passed over: a stride, not a copy.
    let pixels = Strided::new(&[height, width, 3], &[width * channels, channels, 1])?;
    let shape = Strided::row_major(&[height, width])?;

    let mut gray = vec![0.0f32; height * width];
    match device {
        None => Gray::run(View::new(&bytes, pixels)?, ViewMut::new(&mut gray, shape)?)?,
        Some(device) => {
            let stream = device.stream()?;
            let rgb = stream.upload(&bytes)?;
            let mut out = stream.zeros::<f32>(gray.len())?;
            let (rgb, view) = (
                host::View::new(&rgb, pixels)?,
                host::ViewMut::new(&mut out, shape)?,
            );
            Gray::launch(&stream, rgb, view)?;
            gray = stream.download(&out)?;
        }
    }

    let bytes: Vec<u8> = gray.iter().map(|y| (y * 255.0).round() as u8).collect();
    let mut encoder =
        png::Encoder::new(BufWriter::new(File::create(to)?), image.width, image.height);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(&bytes)?;
    let mean = gray.iter().sum::<f32>() / gray.len() as f32;
    println!("{height} x {width} pixels of {channels} channels, mean luminance {mean:.4}, in {to}");
    Ok(())
}
