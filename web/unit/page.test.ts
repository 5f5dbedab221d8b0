import assert from 'node:assert/strict';
import { test } from 'node:test';
import { share, written } from '../src/components/evalbar';
import { visible } from '../src/components/virtual';
import { de } from '../src/i18n/de';
import { en } from '../src/i18n/en';
import { parseLibrary } from '../src/library';
import { titled } from '../src/pages/generate/gallery';
import { sentence } from '../src/pages/generate/meaning';
import { read } from '../src/pages/generate/wish';
import { answer, draw, running } from '../src/pages/rules/riddle';

test('a wish says how many and how good, never taking men for positions', () => {
  assert.deepEqual(read('white Q=0'), { constraint: 'white Q=0' });
  assert.deepEqual(read('2 rooks against queen'), { constraint: '2 rooks against queen' });
  assert.deepEqual(read('40 positions with bishop pair'), { constraint: 'bishop pair', count: 40 });
  assert.deepEqual(read('bishop pair, level 1500'), { constraint: 'bishop pair', elo: '1400..1600' });
  assert.deepEqual(read('20 rook endgames'), { constraint: 'rook endgame', count: 20 });
  assert.deepEqual(read('40 balanced middlegames with opposite castling, level 1500'), {
    constraint: 'balanced and move 12..35 and men>=16 and opposite castling',
    count: 40,
    elo: '1400..1600',
  });
});

test('what a wish means is one sentence that names a side once', () => {
  assert.equal(
    sentence(['White has no queen', 'White has 1 rook', 'Black has no queen', 'the side to move is in check']),
    'White has no queen, 1 rook; Black has no queen; the side to move is in check',
  );
  assert.equal(
    sentence(['for each of the two sides:', '  this side has at least 1 rook', '  this side has no queen', 'White has at least 1 passed pawn']),
    'for each of the two sides (this side has at least 1 rook, no queen); White has at least 1 passed pawn',
  );
  assert.equal(
    sentence(['none of:', '  White has 1 queen', '  White has 2 rooks', '  all of:', '    Black has no pawn', '    Black has 1 rook', 'White has 1 king']),
    'none of (White has 1 queen; White has 2 rooks; all of (Black has no pawn, 1 rook)); White has 1 king',
  );
  assert.equal(sentence(['not: the side to move is in check']), 'not: the side to move is in check');
});

test('only the rows near the screen are drawn', () => {
  assert.deepEqual(visible(1000, 6, 270, 0, 900), [0, 7]);
  assert.deepEqual(visible(1000, 6, 270, 27_000, 900), [97, 107]);
  assert.deepEqual(visible(1000, 6, 270, 100_000, 900), [167, 167]);
  assert.deepEqual(visible(10, 6, 0, 0, 900), [0, 2]);
});

test('values are written for White', () => {
  const line = (centipawns: number | null, mate: number | null) => ({ centipawns, mate, moves: [], san: [], wdl: [] });
  assert.equal(written(line(124, null), 'white'), '+1.24');
  assert.equal(written(line(124, null), 'black'), '−1.24');
  assert.equal(written(line(null, 3), 'black'), '−#3');
  assert.equal(written(line(null, -2), 'black'), '#2');
  assert.equal(written(line(0, null), 'white'), '0.00');
  assert.equal(share(line(0, null), 'white'), 0.5);
  assert.equal(share(line(null, -1), 'white'), 0);
  assert.ok(share(line(300, null), 'white') > 0.7);
});

test('the riddle: fields to the first dot on the right, to the second, or to the edge', () => {
  const dots = (text: string) => [...text].map(one => one === 'o');
  const line = (text: string) => ({ cross: text.indexOf('x'), dots: dots(text) });
  assert.equal(answer(line('.x..o.o.'), 'first'), 2);
  assert.equal(answer(line('.x..o.o.'), 'second'), 4);
  assert.equal(answer(line('x.......'), 'first'), 7);
  assert.equal(answer(line('o.....xo'), 'first'), 0);
  assert.equal(answer(line('o....xo.'), 'second'), 2);
  assert.equal(answer(line('ooooooox'), 'first'), 0);
  let state = 1;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  for (let at = 0; at < 500; at++) {
    const riddle = draw(random);
    assert.equal(riddle.dots.length, 8);
    assert.equal(riddle.dots[riddle.cross], false);
    for (const variant of ['first', 'second'] as const) assert.ok(answer(riddle, variant) >= 0 && answer(riddle, variant) <= 7);
    assert.ok(answer(riddle, 'second') >= answer(riddle, 'first'));
  }
  assert.deepEqual(running([false, true, true, false]), [
    [1, 1],
    [2, 0.5],
    [3, 1 / 3],
    [4, 0.5],
  ]);
});

test('a library is read back, anything else refused', () => {
  const good = [{ id: 'a', name: 'x', kept: [{ id: 'b', fen: '8/8/8/8/8/8/8/8 w - - 0 1', moves: [], name: '', tags: [] }] }];
  assert.deepEqual(parseLibrary(JSON.stringify(good)), good);
  for (const text of ['', '{}', '[1]', '[{"id":"a"}]', '[{"id":"a","name":"x","kept":[{}]}]']) assert.equal(parseLibrary(text), undefined, text);
});

test('names of themes', () => {
  assert.equal(titled('iqp'), 'IQP');
  assert.equal(titled('back-rank-mate'), 'Back rank mate');
});

test('the languages have the same entries', () => {
  const shape = (of: unknown): unknown => {
    if (typeof of === 'function') return 'function';
    if (Array.isArray(of)) return of.length;
    if (typeof of === 'object' && of !== null) return Object.fromEntries(Object.entries(of).map(([key, value]) => [key, shape(value)]));
    return typeof of;
  };
  assert.deepEqual(shape(de), shape(en));
  assert.equal(de.man('white queen'), 'weiße Dame');
  assert.equal(de.man('knight'), 'Springer');
});
