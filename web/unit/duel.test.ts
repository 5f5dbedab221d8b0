import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ending, isPlayable, judged, missed, positionOf, uciOf } from '../src/chess/duel';
import { replay } from '../src/chess/ledger';
import { shownTime } from '../src/components/clock';

test('ends of games', () => {
  const after = (moves: string, start?: string) => ending(replay(moves.split(' ').filter(Boolean), start));
  assert.equal(after('e2e4'), undefined);
  assert.deepEqual(after('f2f3 e7e5 g2g4 d8h4'), { words: 'Checkmate: Black wins', winner: 'black' });
  assert.match(after('', '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1')?.words ?? '', /stalemate/);
  assert.match(after('', '7k/8/6K1/8/8/8/8/8 b - - 0 1')?.words ?? '', /nobody can mate/);
  assert.match(after('', '7k/8/6K1/8/8/8/8/Q7 b - - 100 90')?.words ?? '', /fifty/);
  const dance = 'g1f3 g8f6 f3g1 f6g8';
  assert.equal(after(dance), undefined);
  assert.match(after(`${dance} ${dance}`)?.words ?? '', /three times/);
});

test('goals', () => {
  const mate = replay(['a1a8'], '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1');
  assert.match(judged('mate2', mate, 'white'), /reached/);
  assert.match(judged('win', mate, 'black'), /missed/);
  assert.match(judged('hold', mate, 'black'), /missed/);
  const late = replay('g1h1 c5c4 h1g1 c4c3 a1a8'.split(' '), '6k1/5ppp/8/2p5/8/8/8/R5K1 w - - 0 1');
  assert.match(judged('mate2', late, 'white'), /missed/);
  assert.match(judged('mate3', late, 'white'), /reached/);
  assert.match(judged('mate3', replay([]), 'white', 'black'), /missed/, 'a win on time is no mate');
  assert.match(judged('win', replay([]), 'white', 'black'), /reached/);
  assert.equal(judged('none', mate, 'white'), '');
});

test('castling is written as two squares', () => {
  const position = positionOf('4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1');
  assert.equal(uciOf(position, { from: 4, to: 7 }), 'e1g1');
  assert.equal(uciOf(position, { from: 4, to: 0 }), 'e1c1');
  assert.equal(uciOf(position, { from: 4, to: 2 }), 'e1c1');
  assert.equal(uciOf(position, { from: 4, to: 5 }), 'e1f1');
});

test('clocks', () => {
  assert.equal(shownTime(180_000), '3:00');
  assert.equal(shownTime(65_400), '1:06');
  assert.equal(shownTime(9_940), '9.9');
  assert.equal(shownTime(-5), '0.0');
});

test('a mate that comes too late is missed while the game goes on', () => {
  const plies = replay('g1h1 c5c4 h1g1 c4c3'.split(' '), '6k1/5ppp/8/2p5/8/8/8/R5K1 w - - 0 1');
  assert.equal(missed('mate2', plies, 'white'), true);
  assert.equal(missed('mate3', plies, 'white'), false);
  assert.equal(missed('win', plies, 'white'), false);
});

test('what cannot be played is known', () => {
  assert.equal(isPlayable('4k3/8/8/8/8/8/4Q3/3K4 w - - 0 1'), false);
  assert.equal(isPlayable('nonsense'), false);
  assert.equal(isPlayable('4k3/8/8/8/8/8/4Q3/3K4 b - - 0 1'), true);
});
