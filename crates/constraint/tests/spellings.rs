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
fn one_thing_after_another() {
    check(
        "
        white B=2 then white B=1            => earlier (white B=2) and white B=1
        white B=2 then B=1                  => earlier (white B=2) and white B=1
        white B=2, then B=1                 => earlier (white B=2) and white B=1
        white B=2 and then B=1              => earlier (white B=2) and white B=1
        check then mate or stalemate        => earlier (check) and (checkmate or stalemate)
        check then white Q=0 then mate      => earlier (earlier (check) and white Q=0) and checkmate
        any side B=2 then B=1               => any side (earlier (B=2) and B=1)
        any side (B=2 then B=1) and elo>=9  => any side (earlier (B=2) and B=1 and elo>=9)
        not earlier (check)                 => not earlier (check)
        check and any side B=2 then B=1     ?? put it in parentheses
        then check                          ?? it joins what holds first and what holds later
        earlier check                       ?? say `earlier (…)`
        ",
    );
}

#[test]
fn people_and_days() {
    check(
        "
        player 'Carlsen'                    => player 'Carlsen'
        player Carlsen                      => player 'Carlsen'
        white player \"Magnus  Carlsen\"     => white player 'Magnus Carlsen'
        any side (player 'Carlsen' and Q=0) => any side (own player 'Carlsen' and Q=0)
        white player has castled kingside   => white castled kingside
        event 'Hastings'                    => event 'Hastings'
        date 2020                           => date=2020
        date 2020..2023                     => date=2020..2023
        date 2020-2023                      => date=2020..2023
        date 2020-05                        => date=2020-05-01..2020-05-31
        date 2020.05.17                     => date=2020-05-17
        date 2020/05/17..2020/06/01         => date=2020-05-17..2020-06-01
        date>=2020                          => date>=2020-01-01
        date > 2020                         => date>=2021-01-01
        date<2020                           => date<=2019-12-31
        date since 2020                     => date>=2020-01-01
        date ..2020                         => date<=2020-12-31
        date 2020..                         => date>=2020-01-01
        date 2020-02-30                     ?? write a year, a month or a day
        date 2023..2020                     ?? write the earlier date first
        player magnus                       ?? `player 'magnus'`
        date yesterday                      ?? write a year, a month or a day
        ",
    );
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
        rook vs bishop                => any side (Q=0 R=1 B=0 N=0 and other Q=0 R=0 B=1 N=0)
        knight versus bishop endgame  => any side (Q=0 R=0 B=0 N=1 and other Q=0 R=0 B=1 N=0)
        queen against two rooks and white to move => (any side (Q=1 R=0 B=0 N=0 and other Q=0 R=2 B=0 N=0)) and white to move
        rook vs two minor pieces      => any side (Q=0 R=1 B=0 N=0 and other Q=0 R=0 minors=2)
        king and pawn against king    => any side ((0,0,0,0,1) and other (0,0,0,0,0))
        rook and pawn vs rook         => any side ((0,1,0,0,1) and other (0,1,0,0,0))
        rook and rook vs queen        => any side (Q=0 R=2 B=0 N=0 and other Q=1 R=0 B=0 N=0)
        two kings vs rook             ?? `KQvKR`
        rook vs pawns                 => any side ((0,1,0,0,0) and other Q=0 R=0 B=0 N=0 P>=1)
        rook vs bishop on d4          ?? `KQvKR`
        rook vs nothing               ?? `KQvKR`
        white rook vs black bishop    ?? `KQvKR`
        opposite-coloured bishops ending => opposite bishops and pieces=2
        queen vs rook position        => any side (Q=1 R=0 B=0 N=0 and other Q=0 R=1 B=0 N=0)
        KQkq                          ?? `castling KQkq`
        one side is a pawn up         => any side (own.P - other.P =1 and own.points - other.points =1)
        one side has 2 queens and the other side has a rook => any side (Q=2 and other R>=1)
        BBvNN                         ?? `KBBvKNN`
        BB vs NN                      ?? `KBBvKNN`
        rook + minor + pawn vs queen  => any side (Q=0 R=1 minors=1 P=1 and other (1,0,0,0,0))
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
        king in the centre            ?? `K on center`
        black king in the centre      ?? `preset king-in-centre`
        white knights in the centre   => white N on center>=1
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
        white is better               => eval>=1.00
        black is worse                => eval>=1.00
        black is winning              => black eval>=3.00
        any side losing               => any side (other eval>=3.00)
        better                        ?? `white better`
        equal position                => eval=-0.50..0.50
        level position and no queens  => eval=-0.50..0.50 and not Q>=1
        nobody has castled            => not (any side (own castled kingside or own castled queenside))
        black can castle both sides   => black can castle kingside and black can castle queenside
        white castling on both wings  => white castling kingside and white castling queenside
        between move 10 and 20        => move=10..20
        from move 10 to 20            => move=10..20
        between moves 20 and 10       ?? after the last
        more than 20 moves played     => move>=21
        at least 20 moves             => move>=20
        after 20 moves                => move>=21
        white has more than 20 moves  ?? leave the side out
        more than 20 legal moves      => legal moves>=21
        after 1.e4 c5                 ?? `--from
        sicilian                      ?? `opening Sicilian`
        ",
    );
}

#[test]
fn a_list_after_no_is_denied_as_a_whole() {
    check(
        "
        no rooks or queens            => not (R>=1 or Q>=1)
        white has no queen or rook    => not (white Q>=1 or R>=1)
        no queens and rooks           => not (Q>=1 or R>=1)
        no queens, rooks              => not (Q>=1 or R>=1)
        no queens, rooks, or bishops  => not (Q>=1 or R>=1 or B>=1)
        white has no queen, rook      => not (white Q>=1 or R>=1)
        white without queen or rook   => not (white Q>=1 or R>=1)
        white has neither queen nor rook => not (white Q>=1 or R>=1)
        no white queen or black rook  => not (white Q>=1 or black R>=1)
        no queens on the board        => not Q>=1
        no queens and no rooks        => not Q>=1 and not R>=1
        no queens and two rooks       => not Q>=1 and R=2
        no queens and a passed pawn   => not Q>=1 and passed P>=1
        no queens and R=2             => not Q>=1 and R=2
        no queens, white to move      => not Q>=1 and white to move
        no check or stalemate         => not (check or stalemate)
        no pawns on d4 or d5          => not (P on d4>=1 or P on d5>=1)
        no pawns on d4, d5            => not P on d4,d5>=1
        no pawns are isolated or doubled => not (isolated P>=1 or doubled P>=1)
        neither side has castled      => not (any side (own castled kingside or own castled queenside))
        neither player has a queen    => not (any side (Q>=1))
        neither white nor black has castled => not (any side (own castled kingside or own castled queenside))
        white can't castle kingside or queenside => not (white can castle kingside or white can castle queenside)
        no queens and passed pawn     ?? `no queens and no rooks`
        no queens or white to move    ?? is this denied too?
        no queens or R=2              ?? `(no queens) or R=2`
        no queens or (R=2)            ?? `(no queens) or R=2`
        not Q=1 or R=2                => not Q=1 or R=2
        ",
    );
}

#[test]
fn adjectives_belong_to_the_men_before_them() {
    check(
        "
        the black queen is pinned     => black pinned Q>=1
        white's knight is pinned      => white pinned N>=1
        the white rook is hanging     => white hanging R>=1
        the white pawn on d4 is isolated => white isolated P on d4>=1
        the queen is attacked         => attacked Q>=1
        queen on d5 attacked          => attacked Q on d5>=1
        pawn on h2 hanging            => hanging P on h2>=1
        Nd5 attacked                  => white attacked N on d5>=1
        a white pawn on d4 passed     => white passed P on d4>=1
        white knight hanging on d5    => white hanging N on d5>=1
        white knight on d5 not attacked => Nd5 and white attacked N on d5=0
        the white queen isn't attacked => white.Q - white.attacked Q >=1
        black knight attacked but not defended => black.attacked N - black.attacked defended N >=1
        the queen is attacked and pinned => attacked pinned Q>=1
        the queen is attacked or pinned => attacked Q>=1 or pinned Q>=1
        two rooks are hanging         => hanging R=2
        the knight is pinned to the king => pinned N>=1
        the knight is pinned and white to move => pinned N>=1 and white to move
        queen attacked and pinned knight => attacked Q>=1 and pinned N>=1
        white N on d5 attacked P=1    => Nd5 and white attacked P=1
        the white rooks are hanging   ?? `two rooks are hanging`
        knight pinned queen attacked  ?? `pinned N and attacked Q`
        the queen is attacked by a pawn ?? is by any man
        the rook is passed            ?? only pawns can be passed
        ",
    );
}

#[test]
fn who_mates_and_who_checks() {
    check(
        "
        checkmate with a knight       => checkmate and opponent checking N>=1
        mate by a queen               => checkmate and opponent checking Q>=1
        mate by a white queen         => black checkmated and white checking Q>=1
        white mates with the queen    => black checkmated and white checking Q>=1
        black is mated by a knight    => black checkmated and white checking N>=1
        white delivers mate with a rook => black checkmated and white checking R>=1
        white gives check with the queen => white checking Q>=1
        black to move is in check by a knight => black to move and opponent checking N>=1
        white is in check from a bishop => black checking B>=1
        white in double check by a knight => white in double check and black checking N>=1
        checkmate with queens off     => checkmate and Q=0
        mate with rooks on the board  => checkmate and (each side (R>=1))
        mate by white and N=1         => black checkmated and N=1
        mate with a bishop and knight ?? `mate and KBNvK`
        mate with two bishops         ?? `mate by N`
        white is in check by a white knight ?? by the other side's men
        ",
    );
}

#[test]
fn one_side_beside_the_other() {
    check(
        "
        white has more pawns than black => white.P - black.P >=1
        black has fewer pieces than white => white.pieces - black.pieces >=1
        white has two more pawns than black => white.P - black.P =2
        white has more material than black => white.points - black.points >=1
        white has more pawns          ?? `white.P > black.P`
        black has a lone king         => black pieces=0 P=0
        black has only the king       => black pieces=0 P=0
        a bare king                   => any side (pieces=0 P=0)
        black has only a king and two pawns ?? `black pieces=0 P=2`
        only white has a queen        => white Q>=1 and not black Q>=1
        only one side has a queen     => any side (Q>=1 and not other Q>=1)
        neither side can castle       => not (any side (own castling kingside or own castling queenside))
        black pawns on a7, b6 and c5  ?? `pc5 pb6 pa7`
        white has an extra pawn       => white.P - black.P =1 and white.points - black.points =1
        black has two extra pawns     => black.P - white.P =2 and black.points - white.points =2
        an extra pawn                 ?? `white up a pawn`
        double check by a bishop      => double check and opponent checking B>=1
        only black has castled        => (black castled kingside or black castled queenside) and not (white castled kingside or white castled queenside)
        only white has a queen and rook ?? say whose these are
        white king and black king castled => white K>=1 and black K>=1 and (white castled kingside or white castled queenside) and (black castled kingside or black castled queenside)
        white and black have castled  => each side (own castled kingside or own castled queenside)
        black can still castle        => black castling kingside or black castling queenside
        white can no longer castle    => not (white castling kingside or white castling queenside)
        white has the move            => white to move
        it's black's move             => black to move
        white move 20                 ?? `white to move`
        en passant is possible        => en passant
        double pawns                  => doubled P>=1
        in a rook endgame             => each side (R>=1 Q=0 B=0 N=0)
        four minor pieces on the board => minors=4
        7 pieces on the board         ?? `men=7`
        white pawns on d4, e4         ?? `Pd4 Pe4`
        pawns on f7, g7, h7           ?? `pf7 pg7 ph7`
        white pawn on d4, e4          => white P on d4,e4>=1
        three pawns on f7, g7, h7     => P on f7,g7,h7=3
        black has three connected passed pawns ?? `preset connected-passers`
        black passed connected P=3    => black passed connected P=3
        few pieces left               ?? `pieces<=4`
        no pawns have moved           ?? `white P on rank 2=8`
        all the pieces still on the board ?? `men=32`
        two queens for white          => white Q=2
        isolated d-pawn for black     => black isolated P on file d>=1
        rook endgame with an extra pawn for white => (each side (R>=1 Q=0 B=0 N=0)) and white.P - black.P =1 and white.points - black.points =1
        white N on d5 and no queen for black => Nd5 and not black Q>=1
        two rooks for each side       => each side (R=2)
        passed pawn for one side      => any side (passed P>=1)
        open e file and a rook on it  ?? name the file
        mate in 2 for white           => white to move and mate in=2
        pawn on e5 and pawn on d4 for white ?? the side comes first
        white pawn on e5 for black    ?? the side comes first
        queen versus rook             => any side (Q=1 R=0 B=0 N=0 and other Q=0 R=1 B=0 N=0)
        knights vs bishops            ?? `preset bishops-against-knights`
        ",
    );
}

#[test]
fn presets_are_words() {
    check(
        "
        preset iqp and elo 1400..1600 => white isolated P on d4=1 P on file d=1 P>=5 and black P on file d=0 P>=5 and elo=1400..1600
        (preset en-passant) or check  => en passant or check
        not preset en-passant         => not en passant
        preset EN-PASSANT, check      => en passant and check
        preset lucenna                ?? `preset lucena`
        preset                        ?? `preset iqp`
        black preset iqp              ?? a preset says itself whose men it means
        smothered mate                => motif smotheredMate
        iqp                           => white isolated P on d4=1 P on file d=1 P>=5 and black P on file d=0 P>=5
        the Carlsbad structure        => Pd4 Pe3 pc6 pd5 and white P on file a,file b=2 P on file c=0 and black P on file a,file b=2 P on file e=0
        black Carlsbad structure      ?? leave the side out
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
