//! Laws of the language, held against arbitrary trees, arbitrary text and the positions of games.

mod common;

use common::{
    describe::{self, Telling},
    games::{self, Moment},
    trees,
};
use proptest::{collection::vec, prelude::*, sample::select};
use shakmaty::{Bitboard, Chess, Color, Piece, Position, Role, Square, attacks};
use sissa_constraint::{
    Constraint, Count, Distance, Expr, Kind, Men, Predicate, Quantity, Range, Side, Trait,
};

/// Each property has its own number of cases: they cost very different amounts. `SISSA_CASES=50`
/// runs fifty times as many.
fn cases(number: u32) -> ProptestConfig {
    let times = std::env::var("SISSA_CASES").map_or(1, |times| times.parse().expect("a number"));
    ProptestConfig {
        cases: number * times,
        failure_persistence: None,
        max_shrink_iters: 2_000,
        ..ProptestConfig::default()
    }
}

fn telling() -> impl Strategy<Value = Telling> + Clone {
    prop_oneof![
        3 => Just(Telling::Exactly),
        1 => Just(Telling::AtLeast),
        1 => Just(Telling::AtMost),
        1 => (0..3i32, 0..3i32).prop_map(|(below, above)| Telling::Between(below, above)),
    ]
}

/// Statements to be made true of a position.
fn statements(most: usize) -> impl Strategy<Value = Vec<(Predicate, Telling)>> {
    vec((trees::position_predicate(false), telling()), 1..most)
}

fn truths(statements: &[(Predicate, Telling)], moment: &Moment) -> Vec<Expr> {
    statements
        .iter()
        .map(|(predicate, telling)| describe::truth(predicate, *telling, &moment.situation()))
        .collect()
}

/// A moment of a random game.
fn moment() -> impl Strategy<Value = Moment> {
    (any::<u64>(), 0..260usize).prop_map(|(seed, ply)| {
        games::random_game(seed, ply)
            .pop()
            .expect("the start is there")
    })
}

proptest! {
    #![proptest_config(cases(3_000))]

    #[test]
    fn printing_then_parsing_is_the_identity(expr in trees::expr(false, 3)) {
        let constraint = Constraint::new(expr);
        let text = constraint.to_string();
        match text.parse::<Constraint>() {
            Ok(read) => prop_assert_eq!(read, constraint, "{}", text),
            Err(error) => prop_assert!(false, "{}\n{}", error, error.excerpt()),
        }
    }

    #[test]
    fn json_gives_back_the_tree(expr in trees::expr(false, 3)) {
        let constraint = Constraint::new(expr);
        let json = serde_json::to_string(&constraint).unwrap();
        let read: Constraint = serde_json::from_str(&json).map_err(|error| {
            TestCaseError::fail(format!("{error}: {json}"))
        })?;
        prop_assert_eq!(read, constraint);
    }

    #[test]
    fn text_of_words_never_panics_and_prints_back(words in vec(select(WORDS), 0..24)) {
        let text = words.join(" ");
        match text.parse::<Constraint>() {
            Ok(constraint) => {
                let printed = constraint.to_string();
                let again = printed.parse::<Constraint>();
                prop_assert_eq!(again.as_ref().ok(), Some(&constraint), "{} -> {}", text, printed);
                prop_assert!(!constraint.explain().is_empty());
            }
            Err(error) => {
                prop_assert!(error.span.start <= error.span.end && error.span.end <= text.len());
                prop_assert_eq!(error.excerpt().lines().count(), 2);
            }
        }
    }

    #[test]
    fn any_text_never_panics(text in "\\PC{0,60}|[ -~\\n\\t]{0,80}|[a-hKQRBNP0-9=<>.,()\\[\\]/*? -]{0,60}") {
        if let Err(error) = text.parse::<Constraint>() {
            prop_assert!(text.get(error.span.clone()).is_some(), "{:?}", error.span);
            prop_assert_eq!(error.excerpt().lines().count(), 2);
        }
        let _ = text.parse::<sissa_constraint::Pattern>();
    }
}

/// Enough of the vocabulary that texts of random words are often constraints.
const WORDS: &[&str] = &[
    "white",
    "black",
    "mover",
    "opponent",
    "own",
    "other",
    "total",
    "any side",
    "each side",
    "not",
    "no",
    "or",
    "and",
    "(",
    ")",
    "Q=0",
    "R",
    "=",
    "2",
    "1..3",
    ">=",
    "-",
    "+",
    "1000000",
    "Ke1",
    "pd5",
    "K[g1,h1]",
    "passed P",
    "on",
    "rank 7",
    "file d",
    "relative",
    "empty",
    "e4",
    "light",
    "dark",
    "B",
    "bishop pair",
    "castling",
    "kingside",
    "both",
    "none",
    "KQkq",
    "can castle",
    "castled",
    "check",
    "by",
    "in check",
    "double check",
    "mate",
    "mate in",
    "stalemate",
    "to move",
    "en passant",
    "ply",
    "move",
    "halfmoves",
    "opposite bishops",
    "open files",
    "open file",
    "half open file",
    "legal moves",
    "points",
    "promoted",
    "men",
    "hanging",
    "attacked",
    "KRPvKR",
    "(1,2,2,2,8)",
    "(*,2,..2,2..,8)",
    "white.P",
    "black.P",
    "total.Q",
    "fen",
    "8/8/*/?/8/8/8/[KQ]*",
    "elo",
    "gap",
    "clock",
    "eval",
    "0.5",
    "result",
    "1-0",
    "eco",
    "B90",
    "opening",
    "'Najdorf'",
    "first",
    "lasting",
    "only move",
    "time blitz",
    "anything",
    "!=",
    "<",
    ",",
    "has",
    "the",
    "a",
    "hasn't",
    "preset iqp",
    "preset back-rank-mate",
    "startpos",
    "queens",
    "off",
    "endgame",
    "up",
    "down",
    "pawn",
    "two",
    "5-7",
    "5+",
    "at least",
    "between 2 and 3",
    "each",
    "majority",
    "d-file",
    "d-pawn",
    "seventh",
    "opposite castling",
    "KRPKR",
    "won",
    "after move 20",
];

proptest! {
    #![proptest_config(cases(1_500))]

    /// The exact description of a position that was reached is never called impossible.
    #[test]
    fn exact_descriptions_are_feasible(moment in moment()) {
        let constraint = Constraint::new(Expr::All(describe::exact(&moment.situation())));
        prop_assert!(constraint.compile().holds(&moment.situation()));
        prop_assert_eq!(constraint.refutation(), None, "{:?}", moment.position.board().to_string());
    }

    /// Nor is any part of it, or any other truth about it.
    #[test]
    fn partial_descriptions_are_feasible(
        moment in moment(),
        statements in statements(10),
        trees in vec(trees::expr(false, 2), 0..3),
        kept in any::<u64>(),
    ) {
        let mut parts = truths(&statements, &moment);
        parts.extend(trees.into_iter().map(|tree| describe::affirmed_or_denied(tree, &moment.situation())));
        let squares = describe::placement(moment.position.board());
        parts.extend(squares.into_iter().skip(1).enumerate().filter(|(i, _)| kept >> (i % 64) & 1 == 1).map(|(_, part)| part));
        let constraint = Constraint::new(Expr::All(parts));
        prop_assert!(constraint.compile().holds(&moment.situation()));
        prop_assert_eq!(constraint.refutation(), None, "{} is true of {}", constraint, moment.position.board());
    }

    /// The bound never exceeds the half-moves a game really took.
    #[test]
    fn distance_is_admissible_along_random_games(
        seed in any::<u64>(),
        statements in statements(8),
        whole in 0..4u32,
        at in 0..200usize,
    ) {
        let game = games::random_game(seed, at);
        let last = game.last().expect("the start is there");
        let mut parts = truths(&statements, last);
        match whole {
            0 => parts.extend(describe::exact(&last.situation())),
            1 => parts.extend(describe::material(last.position.board())),
            2 => parts.extend(describe::placement(last.position.board())),
            _ => {}
        }
        check_distance(&Constraint::new(Expr::All(parts)), &game)?;
    }

    #[test]
    fn verdict_and_findings_agree(moment in moment(), expr in trees::expr(false, 3)) {
        let constraint = Constraint::new(expr);
        let situation = moment.situation();
        let findings = constraint.assess(&situation);
        prop_assert_eq!(constraint.compile().holds(&situation), findings.iter().all(|finding| finding.holds));
        let distance = Distance::new(&constraint).plies(&situation);
        prop_assert_eq!(distance == Some(0), constraint.compile().holds(&situation));
    }

    /// A constraint says the same of a position and, its colours exchanged, of the mirrored one.
    #[test]
    fn colours_are_alike(moment in moment(), expr in trees::expr(false, 3)) {
        // Half-moves are counted from White's first: they differ between the two.
        let expr = mapped(&expr, &|predicate| match predicate {
            Predicate::Ply(range) => Predicate::Halfmoves(*range),
            other => other.clone(),
        });
        let constraint = Constraint::new(expr);
        let exchanged = Constraint::new(mapped(constraint.expr(), &mirrored));
        let other = games::mirrored(&moment);
        prop_assert_eq!(
            constraint.compile().holds(&moment.situation()),
            exchanged.compile().holds(&other.situation()),
            "{} against {}", constraint, exchanged
        );
    }

    /// Sets of men, counted square by square from their definitions.
    #[test]
    fn sets_of_men_follow_their_definitions(moment in moment(), sets in vec(trees::men(false), 12)) {
        let situation = moment.situation();
        for men in sets {
            let expected = naive(&men, &moment.position);
            let count = Count::one(Quantity::Men(men), Range::at_least(0));
            let constraint = Constraint::new(Predicate::Count(count).into());
            let finding = &constraint.assess(&situation)[0];
            prop_assert_eq!(finding.squares, expected, "{} on {}", constraint, moment.position.board());
            prop_assert_eq!(finding.value, Some(i32::try_from(expected.count()).unwrap()));
        }
    }
}

fn check_distance(constraint: &Constraint, game: &[Moment]) -> Result<(), TestCaseError> {
    let distance = Distance::new(constraint);
    let last = game.len() - 1;
    for (ply, moment) in game.iter().enumerate() {
        let left = last - ply;
        let bound = distance.plies(&moment.situation());
        prop_assert!(
            bound.is_some_and(|bound| bound as usize <= left),
            "{constraint}\nfrom {}: {bound:?}, but {left} half-moves were enough to {}",
            moment.position.board(),
            game[last].position.board(),
        );
    }
    Ok(())
}

/// Games in which nobody wastes a move: random ones hardly ever test the bound so sharply.
#[test]
fn distance_is_admissible_along_the_fastest_games() {
    for (moves, goal) in [
        (
            "1. h4 g5 2. hxg5 h6 3. gxh6 a6 4. h7 a5 5. hxg8=Q",
            "white Q=2",
        ),
        (
            "1. a3 h5 2. g4 hxg4 3. h3 gxh3 4. Ra2 h2 5. Ra1 hxg1=N",
            "black N=3",
        ),
        ("1. f3 e5 2. g4 Qh4#", "white checkmated"),
        (
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O",
            "Kg1 Rf1 Nf3 Bc4 Pe4",
        ),
        (
            "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. O-O-O O-O-O",
            "Kc1 Rd1 kc8 rd8 and Qd2 qd7",
        ),
        ("1. e4 a6 2. e5 d5", "en passant"),
        (
            "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxd2+ 4. Qxd2",
            "black Q=0 P=7 and white P=6",
        ),
        (
            "1. Nc3 e5 2. Nd5 Ne7 3. Nxe7 d5 4. Nxc8 a6 5. Nb6",
            "Nb6 and black (1,2,1,1,8)",
        ),
        ("1. Ke1", "white to move and ply 0"),
    ] {
        let game = games::replay(moves);
        let goal = common::constraint(goal);
        let last = game.last().expect("the start is there");
        assert!(goal.compile().holds(&last.situation()), "{moves}: {goal}");
        check_distance(&goal, &game).unwrap_or_else(|error| panic!("{moves}: {error}"));
    }
}

/// The random games are worth testing against: everything that is rare in chess comes up in them.
#[test]
fn random_games_lead_everywhere() {
    let rare = [
        "any side promoted>=4",
        "any side N>=4",
        "each side promoted>=1",
        "any side (light B>=2)",
        "men<=4",
        "mate",
        "stalemate",
        "double check",
        "en passant",
        "any side castled queenside",
        "any side castled kingside",
        "mover can castle",
        "mover pinned Q",
        "any side doubled P>=4",
        "opposite bishops and majors=0",
        "ply>=200",
    ];
    let tests = rare.map(|text| (text, common::constraint(text).compile()));
    let mut missing = rare.to_vec();
    for seed in 0..400 {
        for moment in games::random_game(seed, 260) {
            missing.retain(|text| {
                let (_, test) = tests.iter().find(|(name, _)| name == text).expect("listed");
                !test.holds(&moment.situation())
            });
        }
    }
    assert_eq!(missing, Vec::<&str>::new());
}

/// The same of real games: every fortieth position and the last exactly, one a game as a goal. Without the files
/// beside the project there is nothing to check.
#[test]
fn real_games_are_feasible_and_not_overestimated() {
    for (number, game) in games::real_games(200).into_iter().enumerate() {
        let some = game.iter().skip(number % 40).step_by(40);
        for moment in some.chain(game.last()) {
            let constraint = Constraint::new(Expr::All(describe::exact(&moment.situation())));
            assert_eq!(constraint.refutation(), None, "{}", moment.position.board());
        }
        let until = &game[..=game.len() / 2];
        let last = until.last().expect("half a game");
        let board = last.position.board();
        for parts in [describe::material(board), describe::placement(board)] {
            check_distance(&Constraint::new(Expr::All(parts)), until)
                .unwrap_or_else(|error| panic!("game {number}: {error}"));
        }
    }
}

/// The same tree over other predicates.
fn mapped(expr: &Expr, change: &dyn Fn(&Predicate) -> Predicate) -> Expr {
    let list = |parts: &[Expr]| parts.iter().map(|part| mapped(part, change)).collect();
    match expr {
        Expr::All(parts) => Expr::All(list(parts)),
        Expr::Any(parts) => Expr::Any(list(parts)),
        Expr::Not(part) => Expr::Not(Box::new(mapped(part, change))),
        Expr::AnySide(part) => Expr::AnySide(Box::new(mapped(part, change))),
        Expr::EachSide(part) => Expr::EachSide(Box::new(mapped(part, change))),
        Expr::Is(predicate) => Expr::Is(change(predicate)),
    }
}

/// The predicate with White and Black exchanged and the board turned over.
fn mirrored(predicate: &Predicate) -> Predicate {
    let side = |side: Side| match side {
        Side::White => Side::Black,
        Side::Black => Side::White,
        relative => relative,
    };
    let flip = |region: sissa_constraint::Region| sissa_constraint::Region {
        squares: if region.relative {
            region.squares
        } else {
            region.squares.flip_vertical()
        },
        ..region
    };
    match predicate.clone() {
        Predicate::Count(mut count) => {
            for term in &mut count.terms {
                match &mut term.quantity {
                    Quantity::Men(men) => {
                        men.side = men.side.map(side);
                        men.region = flip(men.region);
                        // Turned over, a light square becomes a dark one.
                        men.kind = match men.kind {
                            Kind::LightBishop => Kind::DarkBishop,
                            Kind::DarkBishop => Kind::LightBishop,
                            kind => kind,
                        };
                    }
                    Quantity::Promoted(whose) | Quantity::Points(whose) => {
                        *whose = whose.map(side);
                    }
                    Quantity::OpenFiles | Quantity::LegalMoves => {}
                }
            }
            Predicate::Count(count)
        }
        Predicate::Empty(region) => Predicate::Empty(flip(region)),
        Predicate::Pattern(pattern) => {
            let text: Vec<String> = pattern
                .to_string()
                .split('/')
                .rev()
                .map(|rank| {
                    rank.chars()
                        .map(|c| {
                            if c.is_ascii_uppercase() {
                                c.to_ascii_lowercase()
                            } else {
                                c.to_ascii_uppercase()
                            }
                        })
                        .collect()
                })
                .collect();
            Predicate::Pattern(text.join("/").parse().expect("a mirrored pattern"))
        }
        Predicate::Castling(whose, wing) => Predicate::Castling(side(whose), wing),
        Predicate::CanCastle(whose, wing) => Predicate::CanCastle(side(whose), wing),
        Predicate::Castled(whose, wing) => Predicate::Castled(side(whose), wing),
        Predicate::Check(whose) => Predicate::Check(whose.map(side)),
        Predicate::DoubleCheck(whose) => Predicate::DoubleCheck(whose.map(side)),
        Predicate::Checkmate(whose) => Predicate::Checkmate(whose.map(side)),
        Predicate::Stalemate(whose) => Predicate::Stalemate(whose.map(side)),
        Predicate::ToMove(whose) => Predicate::ToMove(side(whose)),
        same => same,
    }
}

/// Where the men of a set stand, by looking at one square after the other.
fn naive(men: &Men, position: &Chess) -> Bitboard {
    Square::ALL
        .into_iter()
        .filter(|square| {
            position.board().piece_at(*square).is_some_and(|piece| {
                let owner = match men.side {
                    None => piece.color,
                    Some(Side::White) => Color::White,
                    Some(Side::Black) => Color::Black,
                    Some(Side::Mover) => position.turn(),
                    Some(_) => !position.turn(),
                };
                let seen = if men.region.relative && piece.color.is_black() {
                    square.flip_vertical()
                } else {
                    *square
                };
                piece.color == owner
                    && is_of_kind(men.kind, piece.role, *square)
                    && men.region.squares.contains(seen)
                    && men
                        .traits
                        .iter()
                        .all(|found| has_trait(*found, *square, piece, position))
            })
        })
        .collect()
}

fn is_of_kind(kind: Kind, role: Role, square: Square) -> bool {
    match kind {
        Kind::King => role == Role::King,
        Kind::Queen => role == Role::Queen,
        Kind::Rook => role == Role::Rook,
        Kind::Bishop => role == Role::Bishop,
        Kind::LightBishop => role == Role::Bishop && square.is_light(),
        Kind::DarkBishop => role == Role::Bishop && square.is_dark(),
        Kind::Knight => role == Role::Knight,
        Kind::Pawn => role == Role::Pawn,
        Kind::Minor => matches!(role, Role::Bishop | Role::Knight),
        Kind::Major => matches!(role, Role::Queen | Role::Rook),
        Kind::Piece => !matches!(role, Role::King | Role::Pawn),
        Kind::Man => true,
    }
}

fn has_trait(found: Trait, square: Square, piece: Piece, position: &Chess) -> bool {
    let board = position.board();
    let files_apart = |a: Square, b: Square| i32::from(a.file()).abs_diff(i32::from(b.file()));
    let ranks_ahead = |other: Square| {
        let ahead = i32::from(other.rank()) - i32::from(square.rank());
        piece.color.fold_wb(ahead, -ahead)
    };
    let pawns = |color: Color| {
        games::squares_of(position, color)
            .into_iter()
            .filter(|other| board.role_at(*other) == Some(Role::Pawn) && *other != square)
            .collect::<Vec<_>>()
    };
    let attacked_by = |color: Color, target: Square, board: &shakmaty::Board| {
        Square::ALL.into_iter().any(|from| {
            board.piece_at(from).is_some_and(|attacker| {
                attacker.color == color
                    && attacks::attacks(from, attacker, board.occupied()).contains(target)
            })
        })
    };
    match found {
        Trait::Passed => !pawns(!piece.color)
            .into_iter()
            .any(|other| files_apart(square, other) <= 1 && ranks_ahead(other) > 0),
        Trait::Isolated => !pawns(piece.color)
            .into_iter()
            .any(|other| files_apart(square, other) == 1),
        Trait::Doubled => pawns(piece.color)
            .into_iter()
            .any(|other| square.file() == other.file()),
        Trait::Connected => pawns(piece.color)
            .into_iter()
            .any(|other| files_apart(square, other) == 1 && ranks_ahead(other).abs() <= 1),
        Trait::Attacked => attacked_by(!piece.color, square, board),
        Trait::Defended => attacked_by(piece.color, square, board),
        Trait::Hanging => {
            piece.role != Role::King
                && attacked_by(!piece.color, square, board)
                && !attacked_by(piece.color, square, board)
        }
        Trait::Pinned => {
            // Take the man off: a slider that did not attack the king does so now.
            let king = board.king_of(piece.color).expect("every side has a king");
            let mut without = board.clone();
            without.discard_piece_at(square);
            piece.role != Role::King
                && Square::ALL.into_iter().any(|from| {
                    board.piece_at(from).is_some_and(|sniper| {
                        let sees = |board: &shakmaty::Board| {
                            attacks::attacks(from, sniper, board.occupied()).contains(king)
                        };
                        sniper.color != piece.color && !sees(board) && sees(&without)
                    })
                })
        }
        Trait::Checking => {
            let king = board.king_of(!piece.color).expect("every side has a king");
            attacks::attacks(square, piece, board.occupied()).contains(king)
        }
    }
}
