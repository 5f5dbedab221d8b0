import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inWords, replay } from '../src/chess/ledger';

test('captures, en passant and promotions are kept', () => {
  const moves = 'e2e4 d7d5 e4e5 f7f5 e5f6 d5d4 f6g7 d4d3 g7h8q d3c2'.split(' ');
  const plies = replay(moves);
  assert.equal(plies.length, 11);
  const last = plies.at(-1);
  assert.deepEqual(last?.captured, { white: ['pawn'], black: ['pawn', 'pawn', 'rook'] });
  assert.deepEqual(last?.promoted, { white: ['queen'], black: [] });
  assert.equal(plies[5]?.san, 'exf6');
  assert.equal(plies[9]?.san, 'gxh8=Q');
  assert.equal(inWords(last?.captured.black ?? []), '1 rook, 2 pawns');
});

test('castling is no capture', () => {
  const plies = replay('e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1g1 e8g8'.split(' '));
  assert.deepEqual(plies.at(-1)?.captured, { white: [], black: [] });
  assert.deepEqual(plies[7]?.squares, ['e1', 'g1']);
});

test('an illegal move is refused', () => assert.throws(() => replay(['e2e5']), /e2e5 is not legal/));
