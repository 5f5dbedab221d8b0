//! The page: its files, built from `web/` and put into the binary by the build script.
//!
//! Addresses are looked up in a table, exactly as they were sent. No path is ever opened, so there
//! is no way out of the folder.

use axum::{
    http::{StatusCode, Uri, header},
    response::{IntoResponse, Response},
};

static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Addresses that the page itself makes sense of.
const VIEWS: &[&str] = &[
    "/",
    "/generate",
    "/position",
    "/analysis",
    "/game",
    "/review",
    "/puzzles",
    "/play",
    "/explore",
    "/library",
    "/rules",
    "/help",
    "/about",
    "/styleguide",
];

/// Whose work is in the program and the page, with the texts of their licences.
pub fn notices() -> &'static [u8] {
    find("/licenses.txt").expect("the build script puts it in")
}

fn find(address: &str) -> Option<&'static [u8]> {
    let found = FILES.binary_search_by_key(&address, |(name, _)| name);
    found.ok().map(|index| FILES[index].1)
}

/// The file of an address, or the page; where it has no such view the status says so.
pub async fn serve(uri: Uri) -> Response {
    let path = uri.path();
    let html = (header::CONTENT_TYPE, "text/html; charset=utf-8");
    // The page asks each time; what it names carries its content in its name.
    let fresh = (header::CACHE_CONTROL, "no-cache");
    match find(path) {
        Some(bytes) => {
            let kept = if path.starts_with("/assets/") {
                "public, max-age=31536000, immutable"
            } else {
                "no-cache"
            };
            let kind = (header::CONTENT_TYPE, kind(path));
            ([kind, (header::CACHE_CONTROL, kept)], bytes).into_response()
        }
        // The page says so where there is no such view, too.
        None => {
            let page = find("/index.html").expect("the page is in the repository");
            let known = VIEWS.contains(&path);
            let status = if known {
                StatusCode::OK
            } else {
                StatusCode::NOT_FOUND
            };
            (status, [html, fresh], page).into_response()
        }
    }
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
