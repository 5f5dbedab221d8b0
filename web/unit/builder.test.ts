import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as builder from '../src/chess/builder';

test('nothing clicked is no text', () => assert.equal(builder.text(builder.nothing()), ''));

test('clicks become conditions in a fixed order', () => {
  const built = builder.nothing();
  built.counts.black = { R: 1 };
  built.counts.white = { Q: 0, R: 2, B: 2, N: 2, P: 8 };
  built.men = { g1: 'K', d5: 'p' };
  built.castling.white = 'none';
  built.turn = 'black';
  built.state = 'not check';
  assert.equal(builder.text(built), 'white (0,2,2,2,8) and black R=1 and pd5 Kg1 and white castling none and black to move and not check');
});

test('alternatives that were typed stay together', () => {
  assert.equal(builder.joined('white Q=0 or black Q=0', 'check'), '(white Q=0 or black Q=0) and check');
  assert.equal(builder.joined('white Q=0', 'check'), 'white Q=0 and check');
  assert.equal(builder.joined(' ', 'check'), 'check');
  assert.equal(builder.joined('check', ''), 'check');
});

test('steppers go from any through 0 to the most', () => {
  assert.equal(builder.stepped(undefined, 1, 8), 0);
  assert.equal(builder.stepped(0, -1, 8), undefined);
  assert.equal(builder.stepped(undefined, -1, 8), undefined);
  assert.equal(builder.stepped(8, 1, 8), 8);
});

test('the word before the caret is completed', () => {
  const words = ['white', 'kingside', 'king', 'kings'];
  assert.deepEqual(builder.completions(words, 'white castling ki', 17), ['king', 'kings', 'kingside']);
  assert.deepEqual(builder.completions(words, 'k', 1), []);
  assert.deepEqual(builder.completed('can kin now', 7, 'kingside'), ['can kingside now', 13]);
});

test('a text is read back as clicks, and nothing is lost', () => {
  const typed = 'white (0,2,2,2,8) and pd5 Kg1 and white castling none and black to move and not check and bishop pair';
  const { built, rest } = builder.parse(typed);
  assert.equal(rest, 'bishop pair');
  assert.deepEqual(built.counts.white, { Q: 0, R: 2, B: 2, N: 2, P: 8 });
  assert.deepEqual(built.men, { d5: 'p', g1: 'K' });
  assert.equal(builder.text(built), 'white (0,2,2,2,8) and pd5 Kg1 and white castling none and black to move and not check');
  assert.deepEqual(builder.parse('check or mate'), { built: builder.nothing(), rest: 'check or mate' });
  const signature = builder.parse('KRPvKR and check');
  assert.equal(builder.text(signature.built), 'white (0,1,0,0,1) and black (0,1,0,0,0) and check');
  assert.equal(signature.rest, '');
  assert.equal(builder.parse('(check or mate) and white Q=1').rest, '(check or mate)');
});
