/** A position being edited: anything a FEN can say, legal or not. */

import { read, write } from 'chessground/fen';
import type { Key, Piece, Pieces } from 'chessground/types';

export interface Setup {
  pieces: Pieces;
  turn: 'white' | 'black';
  castling: Record<'K' | 'Q' | 'k' | 'q', boolean>;
  enPassant: string;
  halfmoves: string;
  fullmoves: string;
}

export const INITIAL = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
export const EMPTY = '8/8/8/8/8/8/8/8 w - - 0 1';
const LETTERS = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', P: 'pawn' } as const;

export function fromFen(fen: string): Setup | undefined {
  const [board = '', turn = 'w', castling = '-', enPassant = '-', halfmoves = '0', fullmoves = '1'] = fen.trim().split(/\s+/);
  if (!isBoard(board) || !/^[wb]$/.test(turn)) return undefined;
  return {
    pieces: read(board),
    turn: turn === 'b' ? 'black' : 'white',
    castling: {
      K: castling.includes('K'),
      Q: castling.includes('Q'),
      k: castling.includes('k'),
      q: castling.includes('q'),
    },
    enPassant: /^[a-h][36]$/.test(enPassant) ? enPassant : '-',
    halfmoves: /^\d+$/.test(halfmoves) ? halfmoves : '0',
    fullmoves: /^\d+$/.test(fullmoves) ? fullmoves : '1',
  };
}

/** Eight ranks of eight squares. */
export function isBoard(text: string): boolean {
  const ranks = text.split('/');
  return (
    ranks.length === 8 &&
    ranks.every(rank => {
      if (!/^[kqrbnpKQRBNP1-8]+$/.test(rank)) return false;
      return [...rank].reduce((sum, letter) => sum + (/\d/.test(letter) ? Number(letter) : 1), 0) === 8;
    })
  );
}

export function toFen(setup: Setup): string {
  const rights = (['K', 'Q', 'k', 'q'] as const).filter(right => setup.castling[right]).join('') || '-';
  const turn = setup.turn === 'white' ? 'w' : 'b';
  return [write(setup.pieces), turn, rights, setup.enPassant, setup.halfmoves, setup.fullmoves].join(' ');
}

/** A man by its letter, capitals for White. */
export function piece(letter: string): Piece | undefined {
  const role = LETTERS[letter.toUpperCase() as keyof typeof LETTERS];
  return role && { role, color: letter === letter.toUpperCase() ? 'white' : 'black' };
}

export function letterOf(found: Piece): string {
  const letter = (Object.keys(LETTERS) as (keyof typeof LETTERS)[]).find(key => LETTERS[key] === found.role) ?? 'P';
  return found.color === 'white' ? letter : letter.toLowerCase();
}

/** `white pawn`, `empty`. */
export const named = (found: Piece | undefined): string => (found ? `${found.color} ${found.role}` : 'empty');

export const SQUARES = [...'87654321'].flatMap(rank => [...'abcdefgh'].map(file => `${file}${rank}` as Key));

const KEYS: ReadonlySet<string> = new Set(SQUARES);

/** A square as chessground names it; nothing where the text is none. */
export const toKey = (text: string): Key | undefined => (KEYS.has(text) ? (text as Key) : undefined);

export const toKeys = (texts: readonly string[]): Key[] => texts.map(toKey).filter(key => key !== undefined);
