import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { wholeLines } from '../src/api/client';
import { fromFen, INITIAL, isBoard, toFen } from '../src/chess/setup';
import { checkCommand, generateCommand, quote } from '../src/command';
import { parcels } from '../src/parcels';
import { address, whole } from '../src/router';

test('a FEN survives the editor', () => {
  for (const fen of [INITIAL, '8/8/8/8/8/8/8/8 w - - 0 1', 'r3k2r/8/8/3pP3/8/8/8/R3K2R b Kq d6 3 40']) {
    const setup = fromFen(fen);
    assert.ok(setup);
    assert.equal(toFen(setup), fen);
  }
});

test('what is no board is refused', () => {
  for (const text of ['', 'hello', '8/8/8/8/8/8/8', '9/8/8/8/8/8/8/8', '8/8/8/8/8/8/8/7']) assert.equal(isBoard(text), false, text);
  assert.equal(fromFen('8/8/8/8/8/8/8/8 x - - 0 1'), undefined);
});

test('commands are quoted for the shell', () => {
  assert.equal(quote("white Q=0 and opening 'Najdorf'"), "'white Q=0 and opening '\\''Najdorf'\\'''");
  assert.equal(quote('KRPvKR'), 'KRPvKR');
  assert.equal(generateCommand({ constraint: 'white Q>=1', count: 12, seed: 7, unique: true }), "sissa generate 'white Q>=1' --seed 7 -n 12 --unique");
  assert.equal(checkCommand(INITIAL, ''), `sissa check '${INITIAL}'`);
});

test('addresses leave out what is empty, numbers are bounded', () => {
  assert.equal(address('/generate', { c: 'Q=0 & <x>', n: 3, preset: '', seed: 0, i: null }), '/generate?c=Q%3D0+%26+%3Cx%3E&n=3&seed=0');
  assert.equal(whole('5000', 1, 1, 1000), 1000);
  assert.equal(whole('-3', 12, 1, 1000), 12);
  assert.equal(whole(null, 12, 1, 1000), 12);
});

test('lines are whole however the pieces arrive', () => {
  const text = '{"a":"é"}\n\n{"b":2}\n{"c":3}\n';
  for (const size of [1, 2, 3, 7, 100]) {
    const whole = wholeLines();
    const lines: string[] = [];
    for (let at = 0; at < text.length; at += size) lines.push(...whole(text.slice(at, at + size)));
    assert.deepEqual(lines, ['{"a":"é"}', '{"b":2}', '{"c":3}']);
  }
});

test('the lock file names no registry', async () => {
  const lock = await readFile('package-lock.json', 'utf8');
  assert.equal(lock.includes('"resolved"'), false, 'run `npm run lock`');
});

test('parcels keep the order and the bounds', () => {
  assert.deepEqual(parcels(['a', 'b', 'c'], 2, 100), [['a', 'b'], ['c']]);
  assert.deepEqual(parcels(['aaa', 'bb', 'c'], 9, 3), [['aaa'], ['bb', 'c']]);
  assert.deepEqual(parcels([], 2, 3), []);
});
