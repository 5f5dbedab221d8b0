//! The printable page: its parts, and that no text becomes markup.

use proptest::prelude::*;
use shakmaty::Chess;
use sissa_render::Diagram;
use sissa_render::html::{self, Problem, Sheet, Solutions};

fn problem(text: &str) -> Problem {
    Problem {
        diagram: Diagram::of(&Chess::default()),
        fen: text.to_owned(),
        caption: text.to_owned(),
        solution: Some(text.to_owned()),
        link: Some(format!("https://example.org/{text}")),
    }
}

fn page(text: &str, solutions: Solutions) -> String {
    html::sheet(&Sheet {
        title: text,
        subtitle: text,
        problems: &[problem(text), problem(text)],
        solutions,
        heading: "Solutions",
        columns: 2,
    })
}

#[test]
fn solutions_are_left_out_inline_or_on_their_own_page() {
    // The style sheet names the classes too, so look for the whole attribute.
    for (solutions, inline, apart) in [
        (Solutions::None, false, false),
        (Solutions::SamePage, true, false),
        (Solutions::OwnPage, false, true),
    ] {
        let page = page("x", solutions);
        assert_eq!(page.contains("class=\"solutions\""), inline);
        assert_eq!(page.contains("class=\"solutions own-page\""), apart);
        assert_eq!(page.contains("href=\"#s1\""), inline || apart);
    }
}

#[test]
fn problems_without_solutions_keep_their_numbers() {
    let unsolved = Problem {
        solution: None,
        ..problem("x")
    };
    let page = html::sheet(&Sheet {
        title: "",
        subtitle: "",
        problems: &[unsolved, problem("y")],
        solutions: Solutions::SamePage,
        heading: "Solutions",
        columns: 99,
    });
    assert!(!page.contains("id=\"s1\"") && page.contains("id=\"s2\""));
    assert!(page.contains("--columns: 6"));
}

#[test]
fn nothing_is_fetched_and_nothing_runs() {
    let page = page("x", Solutions::OwnPage);
    for forbidden in [
        "<script", "<link", "<img", "@import", "url(", " src=", " on",
    ] {
        let markup = page.split("</style>").nth(1).unwrap();
        let text = if forbidden == " on" { markup } else { &page };
        assert!(!text.contains(forbidden), "{forbidden}");
    }
}

#[test]
fn only_web_addresses_become_links() {
    for (link, linked) in [
        ("https://lichess.org/analysis", true),
        ("HTTP://example.org", true),
        ("javascript:alert(1)", false),
        ("data:text/html,x", false),
        ("é", false),
    ] {
        let problem = Problem {
            link: Some(link.to_owned()),
            ..problem("x")
        };
        let page = html::sheet(&Sheet {
            title: "t",
            subtitle: "",
            problems: &[problem],
            solutions: Solutions::None,
            heading: "Solutions",
            columns: 1,
        });
        assert_eq!(page.contains("class=\"open\""), linked, "{link}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn text_never_becomes_markup(text in any::<String>()) {
        prop_assume!(!text.is_empty() && !text.contains('/'));
        let count = |page: &str, wanted: char| page.matches(wanted).count();
        let (plain, hostile) = (page("x", Solutions::SamePage), page(&text, Solutions::SamePage));
        for delimiter in ['<', '>', '"'] {
            prop_assert_eq!(count(&plain, delimiter), count(&hostile, delimiter));
        }
    }
}
