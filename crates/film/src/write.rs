//! A film as GIF: the first frame is the whole picture, the others hold what has changed.

use std::io::{self, Write};

use art::{FRAME, TABLE, seat};
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use crate::canvas::{Area, Canvas};
use crate::palette::{KEPT, Palette};
use crate::pixels::{Pixels, TooLarge};
use crate::{Film, strip};

/// How many pictures the colours are taken from, all over the film.
const SAMPLES: usize = 3;

impl Film {
    /// Writes the film as GIF; `told` is called with the number of each picture that is done.
    ///
    /// # Errors
    /// If the picture is too large, or cannot be written.
    pub fn gif(&self, out: impl Write, mut told: impl FnMut(usize)) -> io::Result<()> {
        let mut canvas = Canvas::new(self).map_err(large)?;
        let mut palette = self.palette(&mut canvas).map_err(large)?;
        canvas.forget();
        let whole = canvas.whole();
        let side = |pixels: u32| u16::try_from(pixels).map_err(|_| too_wide(pixels));
        let (width, height) = (side(whole.width)?, side(whole.height)?);
        let mut encoder = Encoder::new(out, width, height, &palette.bytes()).map_err(failed)?;
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
        let mut shown = vec![KEPT; whole.width as usize * whole.height as usize];
        for (number, scene) in self.scenes.iter().enumerate() {
            let touched = canvas.show(scene).map_err(large)?;
            let changed = change(&canvas.pixels, &touched, &mut palette, &mut shown);
            let frame = Frame {
                delay: scene.delay,
                dispose: DisposalMethod::Keep,
                transparent: Some(KEPT),
                ..changed
            };
            encoder.write_frame(&frame).map_err(failed)?;
            told(number + 1);
        }
        encoder.into_inner().map_err(failed)?.flush()
    }

    /// The colours of the whole film, from some of its pictures.
    fn palette(&self, canvas: &mut Canvas) -> Result<Palette, TooLarge> {
        let last = self.scenes.len() - 1;
        let mut pictures = Vec::new();
        for sample in 1..=SAMPLES {
            canvas.show(&self.scenes[last * sample / SAMPLES])?;
            pictures.push(canvas.pixels.clone());
        }
        let seats = 0..usize::from(self.rules.seats());
        let own = seats.flat_map(|number| [seat::colour(number), seat::shade(number)]);
        let all = own.chain([TABLE, FRAME]).chain(strip::COLOURS);
        let exact: Vec<u32> = all.map(|colour| colour.shown(self.options.night)).collect();
        Ok(Palette::new(&pictures, &exact))
    }
}

/// The pixels that differ from what is shown, which is brought up to date.
fn change(
    pixels: &Pixels,
    touched: &[Area],
    palette: &mut Palette,
    shown: &mut [u8],
) -> Frame<'static> {
    let width = pixels.width();
    let (mut low, mut high) = ((u32::MAX, u32::MAX), (0, 0));
    let mut differs = vec![false; shown.len()];
    for area in touched {
        for y in area.y..area.y + area.height {
            for x in area.x..area.x + area.width {
                let at = (y * width + x) as usize;
                let [r, g, b, _] = *pixels.data()[4 * at..].first_chunk().unwrap_or(&[0; 4]);
                let colour = palette.nearest([r, g, b]);
                if shown[at] != colour {
                    (shown[at], differs[at]) = (colour, true);
                    low = (low.0.min(x), low.1.min(y));
                    high = (high.0.max(x), high.1.max(y));
                }
            }
        }
    }
    if low.0 == u32::MAX {
        // Nothing to be seen: a frame of one pixel that stays as it was, for its time.
        return Frame { width: 1, height: 1, buffer: vec![KEPT].into(), ..Frame::default() };
    }
    let rows =
        (low.1..=high.1).map(|y| (y * width + low.0) as usize..=(y * width + high.0) as usize);
    let pixel = |at: usize| if differs[at] { shown[at] } else { KEPT };
    let buffer: Vec<u8> = rows.flat_map(|row| row.map(pixel)).collect();
    Frame {
        left: low.0 as u16,
        top: low.1 as u16,
        width: (high.0 - low.0 + 1) as u16,
        height: (high.1 - low.1 + 1) as u16,
        buffer: buffer.into(),
        ..Frame::default()
    }
}

fn failed(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        other => io::Error::other(other),
    }
}

fn large(error: TooLarge) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, error)
}

fn too_wide(pixels: u32) -> io::Error {
    let what = format!("{pixels} pixels are too many for a side of a GIF");
    io::Error::new(io::ErrorKind::InvalidInput, what)
}

#[cfg(test)]
mod tests {
    use games::Record;

    use super::*;
    use crate::Options;

    fn golden(name: &str) -> Record {
        let root = env!("CARGO_MANIFEST_DIR");
        let path = format!("{root}/../games/tests/golden/{name}.record");
        Record::parse(&std::fs::read_to_string(path).expect("a golden game")).expect("a record")
    }

    /// Drawing what has changed must end in the picture that drawing everything gives.
    #[test]
    fn the_changes_add_up_to_the_whole() {
        for (name, look, night, to) in [
            ("base-2", art::Look::Map, false, Some(90)),
            ("city-3", art::Look::Map, false, Some(90)),
            ("city-2", art::Look::Plain, true, Some(90)),
            ("everything-6", art::Look::Map, true, Some(90)),
        ] {
            let options = Options { size: 320, look, night, to, ..Options::default() };
            let film = Film::new(&golden(name), options).expect("a film");
            let (mut canvas, mut fresh) =
                (Canvas::new(&film).expect("small"), Canvas::new(&film).expect("small"));
            for (number, scene) in film.scenes.iter().enumerate() {
                canvas.show(scene).expect("small");
                // Every picture would take long; these are spread over the film.
                if number % 25 == 24 || number + 1 == film.len() {
                    fresh.forget();
                    fresh.show(scene).expect("small");
                    let (one, other) = (canvas.pixels.data(), fresh.pixels.data());
                    let differ = one.iter().zip(other).filter(|(a, b)| a.abs_diff(**b) > 24);
                    // Edges may be a shade off where a part was cut; the smallest thing that can
                    // stand on a board would be hundreds of bytes.
                    let differ = differ.count();
                    assert!(differ < 40, "{name}, picture {number}: {differ} bytes differ");
                }
            }
        }
    }

    #[test]
    fn what_is_the_same_is_left_out() {
        let mut palette = Palette::new(&[Pixels::new(8, 8).expect("small")], &[0x00FF_0000, 0]);
        let mut pixels = Pixels::new(8, 8).expect("small");
        let area = Area { x: 0, y: 0, width: 8, height: 8 };
        let mut shown = vec![KEPT; 64];
        let first = change(&pixels, &[area], &mut palette, &mut shown);
        assert_eq!((first.width, first.height), (8, 8));
        pixels.data_mut()[4 * (3 * 8 + 2)..][..4].copy_from_slice(&[255, 0, 0, 255]);
        pixels.data_mut()[4 * (4 * 8 + 4)..][..4].copy_from_slice(&[255, 0, 0, 255]);
        let second = change(&pixels, &[area], &mut palette, &mut shown);
        assert_eq!((second.left, second.top, second.width, second.height), (2, 3, 3, 2));
        let red = palette.nearest([255, 0, 0]);
        assert_eq!(&*second.buffer, &[red, KEPT, KEPT, KEPT, KEPT, red]);
        let third = change(&pixels, &[area], &mut palette, &mut shown);
        assert_eq!((third.width, &*third.buffer), (1, &[KEPT][..]), "nothing has changed");
    }
}
