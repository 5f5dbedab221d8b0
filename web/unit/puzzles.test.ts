import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after, fresh, pick } from '../src/pages/puzzles/progress';

test('who solves rises, who does not falls, and the row ends', () => {
  let now = after(fresh(), { id: 'a', rating: 1200 }, true);
  assert.equal(now.rating, 1232);
  now = after(now, { id: 'b', rating: 1800 }, true);
  assert.deepEqual([now.streak, now.best, now.solved, now.tried], [2, 2, 2, 2]);
  const high = now.rating;
  now = after(now, { id: 'c', rating: 600 }, false);
  assert.ok(now.rating < high - 40);
  assert.deepEqual([now.streak, now.best], [0, 2]);
});

test('the next puzzle is new and near the rating; when all are seen, the oldest comes back', () => {
  const all = Array.from({ length: 30 }, (_, at) => ({ id: String(at), rating: 600 + 50 * at }));
  for (const chance of [0, 0.5, 0.99]) {
    const one = pick(all, fresh(), chance);
    assert.ok(one && Math.abs(one.rating - 1200) <= 200, `${one?.rating}`);
  }
  const seen = { ...fresh(), seen: all.map(one => one.id) };
  assert.equal(pick(all, seen, 0.5)?.id, '0');
  assert.equal(pick([], fresh(), 0), undefined);
});
