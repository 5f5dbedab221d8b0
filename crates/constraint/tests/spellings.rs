//! How coaches write things: read as they mean it, or told how to write it.

use sissa_constraint::Constraint;

/// `text => canonical form`, or `text ?? part of the hint`.
fn check(suite: &str) {
    let mut wrong = Vec::new();
    for line in suite.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (text, expected, hint) = match line.split_once(" => ") {
            Some((text, expected)) => (text.trim(), expected.trim(), false),
            None => {
                let (text, hint) = line.split_once(" ?? ").expect("`=>` or `??`");
                (text.trim(), hint.trim(), true)
            }
        };
        let found = match text.parse::<Constraint>() {
            Ok(constraint) => {
                let printed = constraint.to_string();
                assert_eq!(printed.parse(), Ok(constraint), "{text}");
                printed
            }
            Err(error) => format!("{}: {}", error.message, error.hint.unwrap_or_default()),
        };
        let right = if hint {
            found.contains(expected)
        } else {
            found == expected
        };
        if !right {
            wrong.push(format!(
                "{text}\n  expected: {expected}\n  found:    {found}"
            ));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn numbers() {
    check(
        "
        elo 1400-1600                 => elo=1400..1600
        elo 1400–1600                 => elo=1400..1600
        elo 1400 to 1600              => elo=1400..1600
        elo between 1400 and 1600     => elo=1400..1600
        elo > 2000                    => elo>=2001
        elo over 2000                 => elo>=2001
        elo 2000 or higher            => elo>=2000
        elo ≥ 2000                    => elo>=2000
        rated 1500                    => elo=1500
        1500+ elo                     => elo>=1500
        players rated 1200 to 1400    => elo=1200..1400
        move 15-25                    => move=15..25
        move 20+                      => move>=20
        after move 20                 => move>=21
        before move 20                => move<=19
        white (1,2,2,2,5-7)           => white Q=1 R=2 B=2 N=2 P=5..7
        white has 5-7 pawns           => white P=5..7
        at least 5 pawns              => P>=5
        three pawns each              => each side (P=3)
        white has two rooks           => white R=2
        no more than 3 pawns          => not P>=4
        eval between -0.5 and 0.5     => eval=-0.50..0.50
        white P=5+ black Q=1          => white P>=5 and black Q=1
        white only one legal move     => white to move and legal moves=1
        white P=5 + black.Q           ?? expected a predicate
        between 1400 and 1600         ?? for ratings write `elo 1400..1600`
        under 1800                    ?? for ratings write `elo 1400..1600`
        elo 1600-1400                 ?? `1400..1600`
        ",
    );
}

#[test]
fn material() {
    check(
        "
        KRPKR                         => white (0,1,0,0,1) and black (0,1,0,0,0)
        krpkr                         => white (0,1,0,0,1) and black (0,1,0,0,0)
        KRP vs KR                     => white (0,1,0,0,1) and black (0,1,0,0,0)
        KRP-KR                        => white (0,1,0,0,1) and black (0,1,0,0,0)
        K - K = 0                     => total.K - total.K =0
        queens off                    => Q=0
        queens are off the board      => Q=0
        both queens on the board      => each side (Q>=1)
        queens on and rooks off       => (each side (Q>=1)) and R=0
        no queens                     => not Q>=1
        white without queen           => not white Q>=1
        rook endgame                  => each side (R>=1 Q=0 B=0 N=0)
        king and pawn endgame         => pieces=0 and P>=1
        rook and pawn ending          => each side (R>=1 Q=0 B=0 N=0)
        white has the bishop pair     => white light B>=1 dark B>=1
        opposite-coloured bishops     => opposite bishops
        white minor pieces=2          => white minors=2
        dark-squared bishop           => dark B>=1
        white is up a pawn            => white.P - black.P =1 and white.points - black.points =1
        white is two pawns up         => white.P - black.P =2 and white.points - black.points =2
        black is down the exchange    => white.R - black.R =1 and black.minors - white.minors =1 and white.points - black.points =2
        equal material                => white.points - black.points =0
        bishop pair                   ?? `any side bishop pair`
        rook vs bishop                ?? `KQvKR`
        KQkq                          ?? `castling KQkq`
        one side is a pawn up         => any side (own.P - other.P =1 and own.points - other.points =1)
        one side has 2 queens and the other side has a rook => any side (Q=2 and other R>=1)
        BBvNN                         ?? `KBBvKNN`
        BB vs NN                      ?? `KBBvKNN`
        rook + minor + pawn vs queen  ?? `KRBvKR`
        games that featured a rook endgame => each side (R>=1 Q=0 B=0 N=0)
        material imbalance            ?? `white up a pawn`
        ",
    );
}

#[test]
fn squares_and_pawns() {
    check(
        "
        black king on g8              => kg8
        the black king is on g8       => kg8
        white's king on e1            => Ke1
        white rook a1                 => Ra1
        king in the centre            => K on center>=1
        rook on the 7th               => R on relative rank 7>=1
        white rooks on the seventh rank=2 => white R on relative rank 7=2
        isolated queen pawn           => isolated P on file d>=1
        white has an isolated d-pawn  => white isolated P on file d>=1
        white has a pawn on a4        => Pa4
        passed pawn                   => passed P>=1
        doubled pawns                 => doubled P>=1
        connected passed pawns        => passed connected P>=1
        open d-file                   => P on file d=0
        the a-file is open            => P on file a=0
        white half-open d-file        => white P on file d=0 and black P on file d>=1
        pawn majority on the queenside => any side (own.P on queenside - other.P on queenside >=1)
        white has a kingside majority => white.P on kingside - black.P on kingside >=1
        white Q=0, black Q=0          => white Q=0 and black Q=0
        empty e4, e5, black to move   => empty e4,e5 and black to move
        pawns on d4 and e4            ?? `Pd4 Pe4`
        half-open file d              ?? `white half open file d`
        backward pawn                 ?? `preset backward-d6`
        isolani                       ?? `preset iqp`
        passed white pawns on a5      ?? the side comes first
        rook on open c-file           ?? `open file c and white R on file c`
        double attack                 ?? `attacked`
        back rank                     ?? `preset back-rank-mate`
        ",
    );
}

#[test]
fn castling_turn_and_games() {
    check(
        "
        opposite castling             => any side (own castled kingside and other castled queenside)
        opposite-side castling        => any side (own castled kingside and other castled queenside)
        white has castled             => white castled kingside or white castled queenside
        black has castled on the queenside => black castled queenside
        white hasn't castled          => not (white castled kingside or white castled queenside)
        kingside castled              => white castled kingside or black castled kingside
        both sides have castled       => each side (own castled kingside or own castled queenside)
        white can't castle            => not (white can castle kingside or white can castle queenside)
        white to play                 => white to move
        black's turn                  => black to move
        checkmate in 2                => mate in=2
        mate in two                   => mate in=2
        white mates in 3              => white to move and mate in=3
        rapid                         => time rapid
        white won                     => result 1-0
        any side won                  ?? `white won`
        starting position             => fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR and white to move and white castling kingside and white castling queenside and black castling kingside and black castling queenside
        castled both                  ?? each side
        white is better               ?? `eval>=1`
        sicilian                      ?? `opening Sicilian`
        ",
    );
}

#[test]
fn presets_are_words() {
    check(
        "
        preset iqp and elo 1400..1600 => white isolated P on d4=1 P>=5 and black P on file d=0 P>=5 and elo=1400..1600
        (preset en-passant) or check  => en passant or check
        not preset en-passant         => not en passant
        preset EN-PASSANT, check      => en passant and check
        preset lucenna                ?? `preset lucena`
        preset                        ?? `preset iqp`
        black preset iqp              ?? a preset says itself whose men it means
        smothered mate                => motif smotheredMate
        iqp                           ?? `preset iqp`
        ",
    );
    for preset in sissa_constraint::PRESETS {
        let named = format!("preset {}", preset.name).parse::<Constraint>();
        assert_eq!(named, preset.constraint.parse(), "{}", preset.name);
    }
    // Many of them are too long, not too slow.
    assert!(
        "preset lucena "
            .repeat(2_000)
            .parse::<Constraint>()
            .is_err()
    );
}

#[test]
fn startpos_is_the_starting_position() {
    use shakmaty::{Chess, Position};
    let start: Constraint = "startpos".parse().expect("it is a word");
    let compiled = start.compile();
    let mut position = Chess::default();
    assert!(compiled.holds(&(&position).into()));
    position.play_unchecked(position.legal_moves()[0]);
    assert!(!compiled.holds(&(&position).into()));
}
