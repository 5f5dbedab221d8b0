//! A library of named constraints: situations that coaches and players have names for.
//!
//! Each says no more than the name promises, so that it can be joined with a wish of one's own
//! (`sissa generate --preset carlsbad "white to move"`). Where a situation is the same for both
//! sides it is stated for `any side`; where the name fixes the colours, or the books show it with
//! White on the better end, for White. `tests/presets.txt` holds a position that fits each of them
//! and near misses that do not.

/// A constraint with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preset {
    /// What it is called on the command line.
    pub name: &'static str,
    /// The group it is listed under.
    pub group: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// The constraint it stands for.
    pub constraint: &'static str,
}

/// The preset of this name.
///
/// ```
/// let lucena = sissa_constraint::preset("lucena").unwrap();
/// assert!(lucena.constraint.parse::<sissa_constraint::Constraint>().is_ok());
/// ```
pub fn preset(name: &str) -> Option<&'static Preset> {
    PRESETS
        .iter()
        .find(|preset| preset.name.eq_ignore_ascii_case(name))
}

/// The name that was probably meant.
///
/// ```
/// assert_eq!(sissa_constraint::nearest_preset("lucenna"), Some("lucena"));
/// assert_eq!(sissa_constraint::nearest_preset("anything else"), None);
/// ```
pub fn nearest_preset(name: &str) -> Option<&'static str> {
    let lower: String = name.chars().take(40).collect::<String>().to_lowercase();
    PRESETS
        .iter()
        .map(|preset| {
            let edits = strsim::damerau_levenshtein(&lower, preset.name);
            (edits, preset.name)
        })
        .min()
        .filter(|(edits, known)| *edits <= 1 + known.len() / 3)
        .map(|(_, known)| known)
}

const fn preset_of(
    group: &'static str,
    name: &'static str,
    about: &'static str,
    constraint: &'static str,
) -> Preset {
    Preset {
        name,
        group,
        about,
        constraint,
    }
}

/// Every preset, in the order they are listed.
pub const PRESETS: &[Preset] = &[
    preset_of(
        "structure",
        "iqp",
        "White has an isolated queen's pawn on d4, Black none on the d-file",
        "white isolated P on d4=1 P on file d=1 P>=5 and black P on file d=0 P>=5",
    ),
    preset_of(
        "structure",
        "hanging-pawns",
        "White's pawns on c4 and d4 stand alone side by side on half-open files",
        "Pc4 Pd4 and white P on files b..e=2 and black P on files c..d=0 and each side P>=5",
    ),
    preset_of(
        "structure",
        "doubled-c-pawns",
        "White has doubled pawns on c3 and c4 and no b-pawn, as in the Nimzo-Indian",
        "Pc3 Pc4 and white P on files b..c=2 and each side P>=5",
    ),
    preset_of(
        "structure",
        "carlsbad",
        "The Carlsbad structure of the Queen's Gambit exchange: d4 and e3 against c6 and d5",
        "Pd4 Pe3 pc6 pd5 and white P on files a..b=2 P on file c=0 and black P on files a..b=2 P on file e=0",
    ),
    preset_of(
        "structure",
        "stonewall",
        "A side has the Stonewall: pawns on c3, d4, e3 and f4, or Black's c6, d5, e6 and f5",
        "any side (P on relative c3,d4,e3,f4=4)",
    ),
    preset_of(
        "structure",
        "maroczy",
        "The Maróczy bind: White's c4 and e4 against a Black without c-pawn",
        "Pc4 Pe4 and white P on file d=0 and black P on file c=0 P on file d=1",
    ),
    preset_of(
        "structure",
        "hedgehog",
        "Black's hedgehog on a6, b6, d6 and e6 against White's c4 and e4",
        "Pc4 Pe4 pa6 pb6 pd6 pe6 and white P on file d=0 and black P on file c=0",
    ),
    preset_of(
        "structure",
        "french-chain",
        "The French advance chain: d4 and e5 against d5 and e6",
        "Pd4 Pe5 pd5 pe6",
    ),
    preset_of(
        "structure",
        "kings-indian-chain",
        "The locked King's Indian centre: d5 and e4 against d6 and e5",
        "Pd5 Pe4 pd6 pe5",
    ),
    preset_of(
        "structure",
        "backward-d6",
        "Black's backward pawn on d6 beside e5, on White's half-open d-file",
        "pd6 pe5 and white P on file d=0 and black P on file c=0 P on file d=1 and each side P>=5",
    ),
    preset_of(
        "structure",
        "opposite-majorities",
        "One side has more pawns on the queenside, the other more on the kingside",
        "any side (own.P on queenside > other.P on queenside and own.P on kingside < other.P on kingside) and each side P>=3",
    ),
    preset_of(
        "structure",
        "passer-on-seventh",
        "A side has a passed pawn one step from promotion",
        "any side (passed P on relative rank 7)",
    ),
    preset_of(
        "structure",
        "connected-passers",
        "A side has passed pawns on neighbouring files",
        "any side (passed P on file a passed P on file b or passed P on file b passed P on file c \
         or passed P on file c passed P on file d or passed P on file d passed P on file e \
         or passed P on file e passed P on file f or passed P on file f passed P on file g \
         or passed P on file g passed P on file h)",
    ),
    preset_of(
        "structure",
        "protected-passer",
        "White has a passed pawn on d5 protected by another pawn",
        "white passed P on d5=1 P on c4,e4>=1",
    ),
    preset_of(
        "structure",
        "open-d-file",
        "The d-file is open and each side has a rook to take it",
        "open file d and each side R>=1",
    ),
    preset_of(
        "king",
        "opposite-castling",
        "One side has castled kingside, the other queenside, and the queens are on",
        "any side (castled kingside and K on relative g1,h1 and Q=1 \
         and other castled queenside and other K on relative a1,b1,c1 and Q=1)",
    ),
    preset_of(
        "king",
        "both-castled-queens-off",
        "Both sides have castled kingside and the queens are off",
        "each side (castled kingside and K on relative g1,h1 and Q=0)",
    ),
    preset_of(
        "king",
        "king-in-centre",
        "A king in the centre without the right to castle, against a castled side with its queen",
        "any side (K on relative d1,e1 and castling none and not castled and other castled and other Q=1 R>=1)",
    ),
    preset_of(
        "king",
        "king-hunt",
        "The side to move is in check with its king out in the open, queens on",
        "mover in check and mover K on relative ranks 4..8 and opponent Q>=1 pieces>=4",
    ),
    preset_of(
        "king",
        "castling-on-all-wings",
        "Nobody has moved a king or a rook: all four castling rights are held",
        "each side castling both",
    ),
    preset_of(
        "minor pieces",
        "bishops-against-knights",
        "The bishop pair against two knights",
        "any side (light B=1 dark B=1 N=0 and other B=0 N=2)",
    ),
    preset_of(
        "minor pieces",
        "bishop-against-knight",
        "An ending with one bishop against one knight, pawns and kings",
        "any side (B=1 N=0 P>=2 and other B=0 N=1 P>=2) and total majors=0",
    ),
    preset_of(
        "minor pieces",
        "opposite-bishops-ending",
        "Opposite-coloured bishops, pawns and nothing else",
        "opposite bishops and pieces=2 and each side P>=1",
    ),
    preset_of(
        "minor pieces",
        "opposite-bishops-attack",
        "Opposite-coloured bishops with queens and rooks, where they favour the attack",
        "opposite bishops and N=0 and each side Q=1 R>=1",
    ),
    preset_of(
        "minor pieces",
        "knight-outpost",
        "White's knight stands protected on d5, where no black pawn can drive it away",
        "white defended N on d5=1 and black P on c6,c7,e6,e7=0 P>=3",
    ),
    preset_of(
        "minor pieces",
        "good-knight-bad-bishop",
        "White's knight on d5 against a bishop shut in by its own pawns on d6 and e5",
        "Nd5 pd6 pe5 and white N=1 B=0 and black dark B=1 light B=0 N=0 P on c6,c7,e6,e7=0",
    ),
    preset_of(
        "endgame",
        "king-and-pawn",
        "King and pawn against king",
        "KPvK",
    ),
    preset_of(
        "endgame",
        "pawn-ending",
        "Kings and at least two pawns each",
        "pieces=0 and each side P>=2",
    ),
    preset_of(
        "endgame",
        "opposition",
        "White's king stands before its pawn and has the opposition: Black is to move",
        "KPvK and black to move and (white P on c2,c3 and (Kc4 kc6 or Kc5 kc7 or Kc6 kc8) \
         or white P on d2,d3 and (Kd4 kd6 or Kd5 kd7 or Kd6 kd8) \
         or white P on e2,e3 and (Ke4 ke6 or Ke5 ke7 or Ke6 ke8) \
         or white P on f2,f3 and (Kf4 kf6 or Kf5 kf7 or Kf6 kf8))",
    ),
    preset_of(
        "endgame",
        "opposition-held",
        "The pawn's side is to move, so that Black has the opposition and draws",
        "KPvK and white to move and (Pc3 Kc4 kc6 or Pc4 Kc5 kc7 or Pd3 Kd4 kd6 or Pd4 Kd5 kd7 \
         or Pe3 Ke4 ke6 or Pe4 Ke5 ke7 or Pf3 Kf4 kf6 or Pf4 Kf5 kf7)",
    ),
    preset_of(
        "endgame",
        "outside-passer",
        "A pawn ending in which White's passed pawn on the queenside draws Black's king away",
        "pieces=0 and white passed P on files a..b=1 P on files c..d=0 and black P on files a..d=0 \
         and each side P on files e..h>=2",
    ),
    preset_of(
        "endgame",
        "lucena",
        "The Lucena position: White builds the bridge",
        "KRPvKR and white to move and not check and hanging R=0 \
         and (Pb7 Kb8 and white R on files c..d and black R on file a K on files e..h \
         or Pc7 Kc8 and white R on files d..e and black R on file b K on files f..h \
         or Pd7 Kd8 and white R on files e..f and black R on file c K on files g..h \
         or Pe7 Ke8 and white R on files c..d and black R on file f K on files a..b \
         or Pf7 Kf8 and white R on files d..e and black R on file g K on files a..c \
         or Pg7 Kg8 and white R on files e..f and black R on file h K on files a..d)",
    ),
    preset_of(
        "endgame",
        "philidor",
        "The Philidor position: Black's rook holds the sixth rank before the pawn gets there",
        "KRPvKR and black R on rank 6 and white K on rank 5 and not check and total hanging R=0 \
         and (Pc5 and black K on b8,c8,d8 or Pd5 and black K on c8,d8,e8 \
         or Pe5 and black K on d8,e8,f8 or Pf5 and black K on e8,f8,g8)",
    ),
    preset_of(
        "endgame",
        "vancura",
        "The Vancura position: Black's rook attacks the pawn on a6 from the side",
        "KRPvKR and Pa6 Ra8 and black R on e6,f6 and k[g7,h7] and white attacked P on a6=1 \
         and white K on files a..d and not check",
    ),
    preset_of(
        "endgame",
        "rook-and-pawn-against-rook",
        "Rook and pawn against rook",
        "KRPvKR",
    ),
    preset_of(
        "endgame",
        "rook-ending",
        "One rook and at least two pawns each, nothing else",
        "pieces=2 and each side R=1 P>=2",
    ),
    preset_of(
        "endgame",
        "double-rook-ending",
        "Two rooks and at least two pawns each, nothing else",
        "pieces=4 and each side R=2 P>=2",
    ),
    preset_of(
        "endgame",
        "queen-ending",
        "One queen and at least one pawn each, nothing else",
        "pieces=2 and each side Q=1 P>=1",
    ),
    preset_of(
        "endgame",
        "knight-ending",
        "One knight and at least two pawns each, nothing else",
        "pieces=2 and each side N=1 P>=2",
    ),
    preset_of(
        "endgame",
        "queen-against-rook",
        "Queen against rook",
        "KQvKR",
    ),
    preset_of(
        "endgame",
        "queen-against-pawn",
        "Queen against a pawn one step from promotion",
        "KQvKP and black P on rank 2=1",
    ),
    preset_of(
        "endgame",
        "rook-against-bishop",
        "Rook against bishop",
        "KRvKB",
    ),
    preset_of(
        "endgame",
        "rook-against-knight",
        "Rook against knight",
        "KRvKN",
    ),
    preset_of(
        "endgame",
        "rook-and-bishop-against-rook",
        "Rook and bishop against rook",
        "KRBvKR",
    ),
    preset_of(
        "endgame",
        "bishop-and-knight-mate",
        "King, bishop and knight against king: the mate to be found",
        "KBNvK",
    ),
    preset_of(
        "endgame",
        "two-bishops-mate",
        "King and the bishop pair against king",
        "KBBvK and white bishop pair",
    ),
    preset_of(
        "endgame",
        "two-knights-against-pawn",
        "Troitzky's ending: two knights against a pawn",
        "KNNvKP",
    ),
    preset_of(
        "endgame",
        "wrong-bishop",
        "Rook's pawn and the bishop that does not guard its corner, where Black's king waits: a draw",
        "KBPvK and (white P on file a=1 dark B=1 and k[a8,b8,a7,b7] \
         or white P on file h=1 light B=1 and k[g8,h8,g7,h7])",
    ),
    preset_of(
        "mate",
        "back-rank-mate",
        "Mate by rook or queen on the eighth rank, the king shut in by its pawns",
        "mate by white and k[g8,h8] and pf7 pg7 ph7 and white checking majors on rank 8=1",
    ),
    preset_of(
        "mate",
        "smothered-mate",
        "Mate by a knight alone on a king in the corner, walled in by its own men",
        "mate by white and kh8 and black men on g8,g7,h7=3 and white checking N=1 checking men=1",
    ),
    preset_of(
        "mate",
        "ladder-mate",
        "Two rooks mate a lone king on the edge, one checking, one guarding the next line",
        "KRRvK and mate by white and (k[rank 8] and white R on rank 8=1 R on rank 7=1 \
         or k[rank 1] and white R on rank 1=1 R on rank 2=1 \
         or k[file a] and white R on file a=1 R on file b=1 \
         or k[file h] and white R on file h=1 R on file g=1)",
    ),
    preset_of(
        "mate",
        "fools-mate",
        "Black's queen mates on h4 in the opening, as in the fool's mate",
        "mate by black and Ke1 qh4 and empty f2,g3 and ply<=12",
    ),
    preset_of(
        "mate",
        "scholars-mate",
        "White's queen mates on f7 in the opening, protected by the bishop on c4",
        "mate by white and Qf7 ke8 Bc4 and empty d5,e6 and ply<=15",
    ),
    preset_of(
        "mate",
        "early-mate",
        "Either side is mated within ten moves",
        "mate and ply<=20",
    ),
    preset_of(
        "mate",
        "arabian-mate",
        "Rook and knight mate in the corner: knight on f6, rook on h7 or g8",
        "mate by white and kh8 Nf6 and white checking R on h7,g8=1 checking men=1",
    ),
    preset_of(
        "mate",
        "epaulette-mate",
        "The queen mates a king flanked by its own rooks",
        "mate by white and ke8 rd8 rf8 and white checking Q on e6=1 checking men=1",
    ),
    preset_of(
        "mate",
        "queen-stalemate",
        "Stalemate with king and queen against king: the mishap to know",
        "KQvK and stalemate by white",
    ),
    preset_of(
        "tactics",
        "hanging-queen",
        "The side that has just moved left its queen attacked and unprotected",
        "opponent hanging Q>=1 and not check",
    ),
    preset_of(
        "tactics",
        "pinned-queen",
        "The side to move has its queen pinned to its king",
        "mover pinned Q=1",
    ),
    preset_of(
        "tactics",
        "pinned-knight",
        "A side has a knight pinned to its king",
        "any side (pinned N>=1)",
    ),
    preset_of(
        "tactics",
        "knight-fork",
        "A safe knight gives check while the queen is attacked: nearly always by that knight",
        "check by N=1 and opponent checking men=1 and opponent attacked checking N=0 and mover attacked Q=1",
    ),
    preset_of(
        "tactics",
        "double-check",
        "The side to move is in check from two men at once",
        "double check",
    ),
    preset_of(
        "tactics",
        "en-passant",
        "An en-passant capture is a legal move",
        "en passant",
    ),
    preset_of(
        "tactics",
        "only-legal-move",
        "The side to move is in check and has a single legal move",
        "check and legal moves=1",
    ),
    preset_of(
        "tactics",
        "about-to-promote",
        "The side to move has a pawn on its seventh rank with the square before it free",
        "(white to move and (Pa7 empty a8 or Pb7 empty b8 or Pc7 empty c8 or Pd7 empty d8 \
         or Pe7 empty e8 or Pf7 empty f8 or Pg7 empty g8 or Ph7 empty h8) \
         or black to move and (pa2 empty a1 or pb2 empty b1 or pc2 empty c1 or pd2 empty d1 \
         or pe2 empty e1 or pf2 empty f1 or pg2 empty g1 or ph2 empty h1)) and not check",
    ),
    preset_of(
        "material",
        "queenless-middlegame",
        "The queens are off, nearly everything else is on",
        "Q=0 and each side R=2 minors>=2 P>=5",
    ),
    preset_of(
        "material",
        "queen-against-two-rooks",
        "A queen against two rooks, minor pieces even",
        "any side (Q=1 R=0 and other Q=0 R=2 and own.minors = other.minors)",
    ),
    preset_of(
        "material",
        "queen-against-three-minors",
        "A queen against three minor pieces, rooks even",
        "any side (own.Q - other.Q =1 and other.minors - own.minors =3 and own.R = other.R)",
    ),
    preset_of(
        "material",
        "exchange-up",
        "A side is the exchange up: a rook for a minor piece, queens even, pawns about even",
        "any side (own.R - other.R =1 and other.minors - own.minors =1 and own.Q = other.Q \
         and own.P - other.P =-1..1)",
    ),
    preset_of(
        "material",
        "rook-against-two-minors",
        "A rook against two minor pieces, queens even",
        "any side (own.R - other.R =1 and other.minors - own.minors =2 and own.Q = other.Q)",
    ),
    preset_of(
        "material",
        "minor-against-three-pawns",
        "A minor piece against three pawns, queens and rooks even",
        "any side (own.minors - other.minors =1 and other.P - own.P =3 and own.Q = other.Q and own.R = other.R)",
    ),
    preset_of(
        "material",
        "three-queens",
        "A side has promoted to two extra queens",
        "any side (Q=3)",
    ),
    preset_of(
        "material",
        "underpromotion",
        "A side has a man that only an underpromotion can explain",
        "any side (R>=3 or N>=3 or light B>=2 or dark B>=2)",
    ),
];
