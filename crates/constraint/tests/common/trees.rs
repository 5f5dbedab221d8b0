//! Strategies for trees: every tree the parser can make, and nothing else once flattened.

use proptest::{collection::vec, prelude::*, sample::select};
use shakmaty::{Bitboard, File, Rank, Square};
use sissa_constraint::{
    BestMove, Beyond, Count, Expr, GameResult, Judged, Kind, Men, Pattern, Predicate, Quantity,
    Range, Region, Side, TableResult, Term, TimeClass, Trait, Wing,
};

/// An expression; `own` and `other` appear only where `bound`.
pub fn expr(bound: bool, depth: u32) -> BoxedStrategy<Expr> {
    let leaf = predicate(bound).prop_map(Expr::Is);
    if depth == 0 {
        return leaf.boxed();
    }
    let inner = expr(bound, depth - 1);
    let owned = expr(true, depth - 1);
    prop_oneof![
        4 => leaf,
        3 => vec(inner.clone(), 0..5).prop_map(Expr::All),
        1 => tuple(bound),
        2 => vec(inner.clone(), 1..4).prop_map(Expr::Any),
        2 => inner.clone().prop_map(|part| Expr::Not(Box::new(part))),
        1 => inner.prop_map(|part| Expr::Is(Predicate::Beyond(Beyond::Earlier(Box::new(part))))),
        1 => owned.clone().prop_map(|part| Expr::AnySide(Box::new(part))),
        1 => owned.prop_map(|part| Expr::EachSide(Box::new(part))),
    ]
    .boxed()
}

/// What only a position is needed for.
pub fn position_predicate(bound: bool) -> impl Strategy<Value = Predicate> + Clone {
    let wing = select(&Wing::ALL[..]);
    prop_oneof![
        12 => count(bound).prop_map(Predicate::Count),
        1 => squares().prop_map(|squares| Predicate::Empty(Region::absolute(squares))),
        2 => pattern().prop_map(Predicate::Pattern),
        1 => (side(bound), wing.clone()).prop_map(|(side, wing)| Predicate::Castling(side, wing)),
        1 => (side(bound), wing.clone()).prop_map(|(side, wing)| Predicate::CanCastle(side, wing)),
        1 => (side(bound), wing).prop_map(|(side, wing)| Predicate::Castled(side, wing)),
        1 => any_side(bound).prop_map(Predicate::Check),
        1 => any_side(bound).prop_map(Predicate::DoubleCheck),
        1 => any_side(bound).prop_map(Predicate::Checkmate),
        1 => any_side(bound).prop_map(Predicate::Stalemate),
        1 => side(bound).prop_map(Predicate::ToMove),
        1 => Just(Predicate::EnPassant),
        1 => Just(Predicate::OppositeBishops),
        1 => range(1_000_000).prop_map(Predicate::Ply),
        1 => range(1_000_000).prop_map(Predicate::MoveNumber),
        1 => range(1_000_000).prop_map(Predicate::Halfmoves),
    ]
}

fn predicate(bound: bool) -> impl Strategy<Value = Predicate> + Clone {
    prop_oneof![
        5 => position_predicate(bound),
        1 => beyond(bound).prop_map(Predicate::Beyond),
        1 => judged(bound).prop_map(Predicate::Judged),
    ]
}

fn side(bound: bool) -> impl Strategy<Value = Side> + Clone {
    let sides = [
        Side::White,
        Side::Black,
        Side::Mover,
        Side::Opponent,
        Side::Own,
        Side::Other,
    ];
    select(sides[..if bound { 6 } else { 4 }].to_vec())
}

fn any_side(bound: bool) -> impl Strategy<Value = Option<Side>> + Clone {
    proptest::option::weighted(0.7, side(bound))
}

/// Mostly the numbers of chess, sometimes any the language can write.
fn number(largest: i32) -> impl Strategy<Value = i32> + Clone {
    prop_oneof![8 => 0..4i32, 2 => -20..20i32, 1 => -largest..=largest]
}

fn range(largest: i32) -> impl Strategy<Value = Range> + Clone {
    prop_oneof![
        number(largest).prop_map(Range::exactly),
        number(largest).prop_map(Range::at_least),
        number(largest).prop_map(Range::at_most),
        (number(largest), number(largest)).prop_map(|(a, b)| Range {
            min: a.min(b),
            max: a.max(b)
        }),
    ]
}

fn squares() -> impl Strategy<Value = Bitboard> + Clone {
    prop_oneof![
        3 => (0..64u32).prop_map(|square| Bitboard::from(Square::new(square))),
        1 => select(&Rank::ALL[..]).prop_map(Bitboard::from_rank),
        1 => select(&File::ALL[..]).prop_map(Bitboard::from_file),
        1 => select(vec![Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES, Bitboard::CENTER, Bitboard::CORNERS, Bitboard::EDGES, Bitboard::FULL]),
        1 => any::<u64>().prop_map(Bitboard),
        1 => (any::<u64>(), any::<u64>(), any::<u64>()).prop_map(|(a, b, c)| Bitboard(a & b & c)),
        1 => (select(&Rank::ALL[..]), select(&File::ALL[..]), any::<u64>(), any::<u64>(), any::<u64>())
            .prop_map(|(rank, file, a, b, c)| Bitboard::from_rank(rank) | file | Bitboard(a & b & c)),
    ]
    .prop_filter("no part of the board is nowhere", |squares| {
        !squares.is_empty()
    })
}

pub fn men(bound: bool) -> impl Strategy<Value = Men> + Clone {
    let kinds = vec![
        Kind::King,
        Kind::Queen,
        Kind::Rook,
        Kind::Bishop,
        Kind::LightBishop,
        Kind::DarkBishop,
        Kind::Knight,
        Kind::Pawn,
        Kind::Pawn,
        Kind::Minor,
        Kind::Major,
        Kind::Piece,
        Kind::Man,
    ];
    let region = prop_oneof![
        2 => Just(Region::default()),
        1 => (squares(), any::<bool>()).prop_map(|(squares, relative)| Region {
            squares,
            relative: relative && squares != Bitboard::FULL,
        }),
    ];
    let traits = proptest::sample::subsequence(Trait::ALL.to_vec(), 0..3);
    (any_side(bound), select(kinds), traits, region).prop_map(|(side, kind, traits, region)| Men {
        side,
        kind,
        traits: traits
            .into_iter()
            .filter(|found| kind == Kind::Pawn || !found.of_pawns())
            .collect(),
        region,
    })
}

fn quantity(bound: bool) -> impl Strategy<Value = Quantity> + Clone {
    prop_oneof![
        8 => men(bound).prop_map(Quantity::Men),
        1 => any_side(bound).prop_map(Quantity::Promoted),
        1 => any_side(bound).prop_map(Quantity::Points),
        1 => Just(Quantity::OpenFiles),
        1 => Just(Quantity::LegalMoves),
    ]
}

fn count(bound: bool) -> impl Strategy<Value = Count> + Clone {
    let more = prop_oneof![
        3 => Just(Vec::new()).boxed(),
        1 => vec((any::<bool>(), quantity(bound)), 1..4).boxed(),
    ];
    (quantity(bound), more, range(1_000_000)).prop_map(|(first, more, range)| Count {
        terms: std::iter::once((false, first))
            .chain(more)
            .map(|(minus, quantity)| Term { minus, quantity })
            .collect(),
        range,
    })
}

/// The five counts of the thesis, nearly always complete.
fn tuple(bound: bool) -> impl Strategy<Value = Expr> + Clone {
    let kinds = [
        Kind::Queen,
        Kind::Rook,
        Kind::Bishop,
        Kind::Knight,
        Kind::Pawn,
    ];
    (side(bound), vec(0..9i32, 5), 3..=5usize).prop_map(move |(side, numbers, length)| {
        Expr::All(
            kinds
                .into_iter()
                .zip(numbers)
                .take(length)
                .map(|(kind, number)| {
                    let men = Quantity::Men(Men::new(Some(side), kind));
                    Predicate::Count(Count::one(men, Range::exactly(number))).into()
                })
                .collect(),
        )
    })
}

/// Any text that is a pattern, canonical by having been one already.
fn pattern() -> impl Strategy<Value = Pattern> + Clone {
    let rank = prop_oneof![
        3 => Just("*".to_owned()),
        1 => Just("8".to_owned()),
        1 => Just("????????".to_owned()),
        2 => proptest::string::string_regex("\\*?([KQRBNPkqrbnp?!Aa_1-3]|\\[\\^?[KQRBNPkqrbnpAa_]{1,3}\\]){1,3}\\*").expect("the expression is well formed"),
    ];
    vec(rank, 8).prop_filter_map("a rank has eight squares", |ranks| {
        let text = ranks.join("/");
        let pattern: Pattern = text.parse().ok()?;
        pattern.to_string().parse().ok()
    })
}

fn beyond(bound: bool) -> impl Strategy<Value = Beyond> + Clone {
    let classes = vec![
        TimeClass::Ultrabullet,
        TimeClass::Bullet,
        TimeClass::Blitz,
        TimeClass::Rapid,
        TimeClass::Classical,
        TimeClass::Correspondence,
    ];
    let results = vec![GameResult::White, GameResult::Black, GameResult::Draw];
    let name = || {
        let word = "[^'\"\\pC\\s]{1,8}";
        proptest::string::string_regex(&format!("{word}( {word}){{0,2}}"))
            .expect("the expression is well formed")
    };
    prop_oneof![
        (any_side(bound), range(1_000_000)).prop_map(|(side, range)| Beyond::Elo(side, range)),
        range(1_000_000).prop_map(Beyond::EloGap),
        select(classes).prop_map(Beyond::Time),
        select(results).prop_map(Beyond::Result),
        ("[A-E][0-9]{2}", "[A-E][0-9]{2}").prop_map(|(from, to)| Beyond::Eco(from, to)),
        name().prop_map(Beyond::Opening),
        (any_side(bound), range(1_000_000)).prop_map(|(side, range)| Beyond::Clock(side, range)),
        range(1_000_000).prop_map(Beyond::First),
        (0..=1_000_000u32).prop_map(Beyond::Lasting),
        range(100_000).prop_map(Beyond::GameEval),
        range(1_000_000).prop_map(Beyond::GameMateIn),
        // What `any side` says of a player is of that side's.
        (any_side(bound), name()).prop_map(move |(side, name)| {
            let side = side.or(bound.then_some(Side::Own));
            Beyond::Player(side, name)
        }),
        name().prop_map(Beyond::Event),
        dates().prop_map(Beyond::Date),
    ]
}

fn dates() -> impl Strategy<Value = Range> + Clone {
    let day = (1000..2999i32, 1..=12i32, 1..=28i32)
        .prop_map(|(year, month, day)| year * 10_000 + month * 100 + day);
    prop_oneof![
        day.clone().prop_map(Range::at_least),
        day.clone().prop_map(Range::at_most),
        day.clone().prop_map(Range::exactly),
        (1000..2999i32).prop_map(|year| Range {
            min: year * 10_000 + 101,
            max: year * 10_000 + 1231
        }),
        (day.clone(), day).prop_map(|(a, b)| Range {
            min: a.min(b),
            max: a.max(b)
        }),
    ]
}

fn judged(bound: bool) -> impl Strategy<Value = Judged> + Clone {
    let kinds = vec![
        BestMove::By(Kind::Knight),
        BestMove::By(Kind::Pawn),
        BestMove::Quiet,
        BestMove::Takes,
        BestMove::Sacrifice,
        BestMove::Check,
        BestMove::Promotes,
    ];
    let results = vec![TableResult::Win, TableResult::Draw, TableResult::Loss];
    let tags: Vec<&str> = sissa_constraint::MOTIFS.iter().map(|row| row.0).collect();
    let view = any_side(bound).prop_map(|side| side.filter(|side| *side != Side::White));
    prop_oneof![
        (view, range(100_000)).prop_map(|(side, range)| Judged::Eval(side, range)),
        range(1_000_000).prop_map(Judged::MateIn),
        range(1_000_000).prop_map(Judged::HelpmateIn),
        range(1_000_000).prop_map(Judged::SelfmateIn),
        Just(Judged::OnlyMove),
        range(1_000_000).prop_map(Judged::BestMoves),
        range(100_000).prop_map(Judged::Gap),
        select(kinds).prop_map(Judged::BestMove),
        select(tags).prop_map(|tag| Judged::Motif(tag.to_owned())),
        select(results).prop_map(Judged::Tablebase),
        range(1_000_000).prop_map(Judged::MateDistance),
        (0..=3000, range(1_000_000)).prop_map(|(rating, range)| Judged::FoundBy(rating, range)),
    ]
}
