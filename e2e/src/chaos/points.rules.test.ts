import { describe, expect, it } from '@jest/globals';
import { pointsOf, StatementTrail } from './points.rules.js';

describe('the point that a statement is', () => {
  it.each([
    ['SELECT 1 FROM conversation.outbox WHERE sent_at IS NULL LIMIT 1', []],
    ['SELECT id FROM t WHERE owner = $1 FOR UPDATE', []],
    ['INSERT INTO conversation.messages (id) VALUES ($1)', ['commit']],
    [
      'WITH a AS (INSERT INTO messages VALUES ($1) RETURNING 1), o AS (INSERT INTO outbox (id) SELECT 1) SELECT 1',
      ['commit', 'outbox'],
    ],
    ['UPDATE conversation.outbox\n SET sent_at = now(), sends = sends + 1', ['commit', 'sent']],
    ['UPDATE conversation.outbox SET sent_at = NULL WHERE sent_at IS NOT NULL', ['commit']],
    ['INSERT INTO admin.inbox (consumer, event_id) SELECT $1, id', ['commit', 'inbox']],
    ['INSERT INTO admin.activities (user_id) SELECT u.id FROM admin.users u', ['commit', 'inbox']],
    [`UPDATE replies t SET lease_until = now() + $3 * interval '1 ms' FROM own`, ['commit', 'extend']],
    [`UPDATE t SET owner = $1, fence = t.fence + 1, lease_until = now() + $2 * interval '1 ms'`, ['commit', 'claim']],
    ['INSERT INTO summaries (id, owner, lease_until) VALUES ($1, $2, now())', ['commit', 'claim']],
    ['INSERT INTO replies (id) SELECT d.id FROM dispatches d WHERE lease_until < now()', ['commit']],
    [`UPDATE t SET lease_until = now() - interval '1 millisecond'`, ['commit', 'release']],
    ['DELETE FROM conversation.conversations WHERE id = $1', ['commit']],
  ])('%s', (sql, points) => expect(pointsOf(sql)).toEqual(points));
});

describe('the statements of a connection', () => {
  it('are a point together at their COMMIT', () => {
    const trail = new StatementTrail();
    expect(trail.next('BEGIN')).toEqual([]);
    expect(trail.next(`SELECT set_config('app.user_id', $1, true)`)).toEqual([]);
    expect(trail.next('INSERT INTO messages VALUES (1)')).toEqual([]);
    expect(trail.next('INSERT INTO outbox VALUES (1)')).toEqual([]);
    expect(trail.next('COMMIT')).toEqual(['commit', 'outbox']);
    expect(trail.next('COMMIT')).toEqual([]);
  });

  it('are none when they only read, or are rolled back', () => {
    const trail = new StatementTrail();
    for (const sql of ['BEGIN READ ONLY', 'SELECT 1', 'COMMIT', 'BEGIN', 'DELETE FROM t', 'ROLLBACK', 'COMMIT'])
      expect(trail.next(sql)).toEqual([]);
  });

  it('are each one outside of a transaction', () => {
    const trail = new StatementTrail();
    expect(trail.next('INSERT INTO messages VALUES (1)')).toEqual(['commit']);
    expect(trail.next('DELETE FROM messages')).toEqual(['commit']);
  });
});
