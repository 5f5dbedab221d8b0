//! What all charts draw with: text whose width is known, lines, boxes, and the frame around them.

use std::fmt::Write as _;

use crate::{
    escape, font,
    svg::{Rgb, number},
};

/// Height of capitals.
pub(super) const LETTERS: f64 = 8.0;
/// From one line of text to the next.
pub(super) const LEADING: f64 = 17.0;
/// Ink and paper of documents of their own, and in dark mode.
const INK: &str = "#1c2430";
const DARK_INK: &str = "#e6eaf0";
const DARK_PAPER: &str = "#12161c";

/// Where a text stands relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How strong a stroke of the page's ink is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    /// Names and axes.
    Full,
    /// Numbers and words beside the drawing.
    Soft,
    /// Lines behind the drawing.
    Faint,
}

impl Ink {
    fn opacity(self) -> &'static str {
        match self {
            Ink::Full => "1",
            Ink::Soft => ".72",
            Ink::Faint => ".16",
        }
    }
}

/// The width of a text.
pub(super) fn text_width(text: &str) -> f64 {
    font::width(text, LETTERS)
}

/// Elements of a drawing, in the order in which they are drawn.
#[derive(Debug, Default)]
pub(super) struct Canvas {
    body: String,
}

impl Canvas {
    /// A text on the baseline `y`.
    pub(super) fn text(&mut self, text: &str, x: f64, y: f64, anchor: Anchor, ink: Ink) {
        self.sized(text, x, y, anchor, ink, LETTERS);
    }

    /// A text at most so wide; what is longer is drawn smaller, then cut with an ellipsis, and shown
    /// whole to those who point at it.
    pub(super) fn fitted(&mut self, text: &str, x: f64, y: f64, anchor: Anchor, width: f64) {
        let (shown, size) = font::fit(text, LETTERS, width);
        if shown == text {
            self.sized(text, x, y, anchor, Ink::Full, size);
            return;
        }
        let _ = write!(self.body, "<g><title>{}</title>", escape::xml(text));
        self.sized(&shown, x, y, anchor, Ink::Full, size);
        self.body.push_str("</g>");
    }

    /// A text in the middle of a coloured box, dark on light and light on dark.
    pub(super) fn on(&mut self, text: &str, x: f64, y: f64, ground: Rgb) {
        let Rgb(red, green, blue) = ground;
        let bright =
            299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue) > 128_000;
        let ink = if bright { INK } else { DARK_INK };
        let _ = write!(self.body, "<g color=\"{ink}\">");
        self.text(text, x, y, Anchor::Middle, Ink::Full);
        self.body.push_str("</g>");
    }

    fn sized(&mut self, text: &str, x: f64, y: f64, anchor: Anchor, ink: Ink, size: f64) {
        let width = font::width(text, size);
        let x = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        self.letters(&font::draw(text, x, y, size), size, ink, "");
    }

    /// A text in the middle of a vertical axis, read from below.
    pub(super) fn upright(&mut self, text: &str, x: f64, y: f64) {
        let path = font::draw(text, -text_width(text) / 2.0, 0.0, LETTERS);
        let turn = format!(
            " transform=\"translate({} {}) rotate(-90)\"",
            number(x),
            number(y)
        );
        self.letters(&path, LETTERS, Ink::Soft, &turn);
    }

    fn letters(&mut self, path: &str, size: f64, ink: Ink, attributes: &str) {
        let _ = write!(
            self.body,
            "<path d=\"{path}\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"{}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\" stroke-opacity=\"{}\"{attributes}/>",
            number(font::pen(size)),
            ink.opacity()
        );
    }

    /// A straight line of the page's ink.
    pub(super) fn rule(&mut self, from: (f64, f64), to: (f64, f64), ink: Ink, dash: &str) {
        let path = format!(
            "M{} {}L{} {}",
            number(from.0),
            number(from.1),
            number(to.0),
            number(to.1)
        );
        self.path(&path, "currentColor", 1.0, dash, ink);
    }

    /// A line of any shape.
    pub(super) fn path(&mut self, path: &str, stroke: &str, width: f64, dash: &str, ink: Ink) {
        let _ = write!(
            self.body,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{}\" \
             stroke-linejoin=\"round\" stroke-opacity=\"{}\"",
            number(width),
            ink.opacity()
        );
        if !dash.is_empty() {
            let _ = write!(self.body, " stroke-dasharray=\"{dash}\"");
        }
        self.body.push_str("/>");
    }

    /// A box. The outline keeps boxes apart from paper of their own colour.
    pub(super) fn bar(&mut self, corner: (f64, f64), size: (f64, f64), fill: Rgb) {
        let _ = write!(
            self.body,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" \
             stroke=\"currentColor\" stroke-opacity=\".35\" stroke-width=\".7\"/>",
            number(corner.0),
            number(corner.1),
            number(size.0.max(0.0)),
            number(size.1.max(0.0)),
        );
    }

    /// A box without an outline, with words for those who point at it.
    pub(super) fn cell(&mut self, corner: (f64, f64), size: (f64, f64), fill: Rgb, words: &str) {
        let _ = write!(
            self.body,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" \
             shape-rendering=\"crispEdges\"",
            number(corner.0),
            number(corner.1),
            number(size.0),
            number(size.1),
        );
        if words.is_empty() {
            self.body.push_str("/>");
        } else {
            let _ = write!(self.body, "><title>{}</title></rect>", escape::xml(words));
        }
    }

    /// A disc.
    pub(super) fn disc(&mut self, center: (f64, f64), radius: f64, fill: Rgb) {
        let _ = write!(
            self.body,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\"/>",
            number(center.0),
            number(center.1),
            number(radius)
        );
    }

    /// Several elements with words for those who point at them.
    pub(super) fn group(&mut self, words: &str, draw: impl FnOnce(&mut Canvas)) {
        let _ = write!(self.body, "<g><title>{}</title>", escape::xml(words));
        draw(self);
        self.body.push_str("</g>");
    }

    /// An element for a page, drawn in the page's ink.
    pub(super) fn inline(&self, size: (f64, f64), title: &str, description: &str) -> String {
        format!(
            "<svg viewBox=\"0 0 {} {}\" width=\"{}\" role=\"img\" aria-label=\"{}\">{}{}</svg>",
            number(size.0),
            number(size.1),
            number(size.0),
            escape::xml(title),
            words(title, description),
            self.body
        )
    }

    /// A document of its own.
    pub(super) fn document(&self, size: (f64, f64), title: &str, description: &str) -> String {
        let (width, height) = (number(size.0), number(size.1));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" color=\"{INK}\">{}\
             <style>@media (prefers-color-scheme:dark){{svg{{color:{DARK_INK}}}\
             .paper{{fill:{DARK_PAPER}}}}}</style>\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>{}</svg>\n",
            words(title, description),
            self.body
        )
    }
}

fn words(title: &str, description: &str) -> String {
    let mut words = format!("<title>{}</title>", escape::xml(title));
    if !description.is_empty() {
        let _ = write!(words, "<desc>{}</desc>", escape::xml(description));
    }
    words
}
