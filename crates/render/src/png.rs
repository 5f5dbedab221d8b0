//! Drawings as pixels, by [`resvg`].
//!
//! The renderer is built without fonts and without image loading: it draws the paths of
//! [`crate::svg`], reads no file and opens no connection, whatever the SVG asks for.
//!
//! ```
//! use sissa_render::{Diagram, png, svg};
//! use shakmaty::Chess;
//!
//! let drawing = svg::board(&Diagram::of(&Chess::default()), &svg::SvgStyle::default());
//! let image = png::encode(&drawing, 200)?;
//! assert_eq!(image[16..20], 200u32.to_be_bytes());
//! assert!(matches!(png::encode(&drawing, 1_000_000), Err(png::PngError::Size { .. })));
//! # Ok::<(), png::PngError>(())
//! ```

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

/// Longest side of an image.
pub const MAX_SIDE: u32 = 16_384;
/// Most pixels of an image; at four bytes each they take 160 MB.
pub const MAX_PIXELS: u64 = 40_000_000;

/// Why there is no image.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// Zero, or beyond [`MAX_SIDE`] or [`MAX_PIXELS`].
    #[error(
        "cannot make an image of {width} x {height} pixels: \
         sides may be 1 to {MAX_SIDE}, and at most {MAX_PIXELS} pixels in all"
    )]
    Size { width: u64, height: u64 },
    #[error("cannot read the drawing: {0}")]
    Svg(#[from] resvg::usvg::Error),
    #[error("cannot write the image: {0}")]
    Encode(String),
}

/// Draws an SVG `width` pixels wide, as high as its proportions ask for.
pub fn encode(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    let options = Options {
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options)?;
    let scale = f64::from(width) / f64::from(tree.size().width());
    // A cast from float to integer saturates, so even infinity is refused below.
    let height = (f64::from(tree.size().height()) * scale).round() as u64;
    let refused = || PngError::Size {
        width: u64::from(width),
        height,
    };
    let fits = (1..=MAX_SIDE).contains(&width)
        && (1..=u64::from(MAX_SIDE)).contains(&height)
        && u64::from(width) * height <= MAX_PIXELS;
    if !fits {
        return Err(refused());
    }

    let mut pixels = Pixmap::new(width, height as u32).ok_or_else(refused)?;
    let transform = Transform::from_scale(scale as f32, scale as f32);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    pixels
        .encode_png()
        .map_err(|error| PngError::Encode(error.to_string()))
}
