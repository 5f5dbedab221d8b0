/** A game to try a review with: a trap that has caught players for three hundred years. */
export const SAMPLE = `[Event "Example"]
[White "Anna"]
[Black "Ben"]
[WhiteElo "1500"]
[BlackElo "1500"]
[Result "0-1"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1
`;
