import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockAt, drawingsOf, wordsOf } from '../src/chess/remark';
import { INITIAL } from '../src/chess/setup';
import { fromMoves, fromPgn, isPlain, lineFrom, movesTo, numbered, pathTo, playUci, promote, remove, toPgn } from '../src/chess/tree';

const GAME = '[White "A"]\n[Result "0-1"]\n\n1. f3 ( 1. e4 e5 ( 1... c5 ) 2. Nf3 ) 1... e5 2. g4 $2 { a mistake } 2... Qh4# 0-1';

test('a PGN keeps names, variations, comments and signs', () => {
  const tree = fromPgn(GAME);
  assert.equal(tree.headers.get('White'), 'A');
  assert.deepEqual(
    lineFrom(tree.root).map(node => node.san),
    ['', 'f3', 'e5', 'g4', 'Qh4#'],
  );
  assert.equal(tree.root.children[1]?.children.length, 2);
  const mistake = lineFrom(tree.root)[3];
  assert.deepEqual([mistake?.comments, mistake?.nags], [['a mistake'], [2]]);
  assert.equal(isPlain(tree), false);
  const again = fromPgn(toPgn(tree));
  assert.equal(toPgn(again), toPgn(tree));
});

test('a comment has words, arrows and a clock; the PGN keeps it as it was, wherever it stands', () => {
  const tree = fromPgn('{ before } 1. e4 { [%clk 0:03:00] } ( { instead } 1. d4 ) 1... e5 { look [%cal Ge5e4] [%csl Rd4] [%clk 0:02:58.5] } 2. Nf3 *');
  const [root, e4, e5, nf3] = lineFrom(tree.root);
  assert.ok(root && e4 && e5 && nf3);
  assert.deepEqual(
    [root, e4, e5].map(node => wordsOf(node.comments)),
    [['before'], [], ['look']],
  );
  assert.deepEqual(drawingsOf(e5), [
    { orig: 'e5', dest: 'e4', brush: 'green' },
    { orig: 'd4', brush: 'red' },
  ]);
  assert.deepEqual([clockAt(nf3, 'white'), clockAt(nf3, 'black')], [undefined, 178_500]);
  assert.equal(clockAt(e5, 'white'), 180_000);
  assert.deepEqual(root.children[1]?.foreword, ['instead']);
  assert.equal(toPgn(fromPgn(toPgn(tree))), toPgn(tree));
  assert.match(toPgn(tree), /before.*clk 0:03:00.*instead.*cal Ge5e4/s);
});

test('a wrong move is named, one in a variation costs the variation only', () => {
  assert.throws(() => fromPgn('1. e4 e5 2. Ke3'), /“Ke3” is not a legal move after 1… e5/);
  assert.throws(() => fromPgn('hello there'), /no game|no moves|legal/);
  const tree = fromPgn('1. e4 (1. Ke5) 1... e5 *');
  assert.deepEqual(
    lineFrom(tree.root).map(node => node.san),
    ['', 'e4', 'e5'],
  );
});

test('moves make a tree; promoting and deleting keep the rest', () => {
  const tree = fromMoves(['e2e4', 'e7e5', 'g1f3']);
  assert.equal(isPlain(tree), true);
  const first = tree.root.children[0];
  assert.ok(first);
  const sicilian = playUci(first, 'c7c5');
  assert.ok(sicilian);
  assert.equal(playUci(first, 'c7c5'), sicilian, 'the same move is the same node');
  assert.equal(playUci(first, 'c7c9'), undefined);
  promote(sicilian);
  assert.equal(lineFrom(tree.root).at(-1), sicilian);
  assert.equal(numbered(sicilian), '1…');
  assert.equal(remove(sicilian), first);
  assert.deepEqual(movesTo(lineFrom(tree.root).at(-1) ?? tree.root), ['e2e4', 'e7e5', 'g1f3']);
  assert.equal(pathTo(first).length, 2);
  assert.throws(() => fromMoves(['e2e5']), /e2e5 is not legal/);
});

test('castling is written as two squares, another start has its FEN', () => {
  const start = '4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1';
  const tree = fromPgn(`[SetUp "1"]\n[FEN "${start}"]\n\n1. O-O Ke7 *`);
  assert.deepEqual(movesTo(lineFrom(tree.root).at(-1) ?? tree.root), ['e1g1', 'e8e7']);
  assert.match(toPgn(tree), /\[FEN "4k3/);
  assert.doesNotMatch(toPgn(fromMoves(['e2e4'], INITIAL)), /FEN/);
});
