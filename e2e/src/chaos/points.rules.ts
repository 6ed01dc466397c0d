/**
 * The named points at which a process is killed: right before one of these leaves it, and right after the answer has come
 * back, before any code of the product sees it. They are where drivers are called, so that a commit that is written
 * tomorrow is among them, and the product holds nothing for it.
 */
export const pointNames = {
  commit: 'a commit that writes',
  outbox: 'a commit that stores an event',
  sent: 'the commit that marks events as sent',
  inbox: 'the commit of the effect of an event',
  claim: 'the statement that takes a lease',
  extend: 'the statement that extends leases',
  release: 'the statement that releases leases',
  publish: 'publishing an event to JetStream',
  ack: 'acknowledging an event',
} as const;
export type PointName = keyof typeof pointNames;
export type PointSide = 'before' | 'after';

/** A point to die at, the `nth` time that the process comes there. */
export interface ArmedPoint {
  name: PointName;
  side: PointSide;
  nth: number;
}

/** What comes of a kill. */
export const killOutcomes = {
  there: 'killed there',
  elsewhere: 'nobody came there in time; killed where it stood',
} as const;

/** A point at which one process of a service is to die: the first that comes there. */
export interface Arming {
  /** A file name: who makes the file dies, all others go on. */
  id: string;
  point: ArmedPoint;
}

/** What the instrument sends to a process that it started. */
export type Order = { arm: Arming } | { disarm: string } | { clockMs: number };

const writes = /\b(insert\s+into|update\s+\S+\s+(as\s+\S+\s+|\w+\s+)?set|delete\s+from)\b/i;

/** What a statement does, as points are named; nothing where it only reads. */
export function pointsOf(sql: string): PointName[] {
  if (!writes.test(sql)) return [];
  const found: PointName[] = ['commit'];
  if (/insert\s+into\s+\S*outbox\b/i.test(sql)) found.push('outbox');
  if (/\boutbox\s+set\s+sent_at\s*=\s*now/i.test(sql)) found.push('sent');
  // What cannot happen twice leaves nothing in the inbox.
  if (/insert\s+into\s+\S*(inbox|activities|judgings)\b/i.test(sql)) found.push('inbox');
  if (/lease_until\s*=\s*now\(\)\s*-/i.test(sql)) found.push('release');
  else if (/insert\s+into\s[^)]*\blease_until\b/i.test(sql)) found.push('claim');
  else if (/lease_until\s*=\s*now\(\)\s*\+/i.test(sql)) {
    found.push(/\bfence\s*=|\btries\s*=|\battempts\s*=|\bruns\s*=/i.test(sql) ? 'claim' : 'extend');
  }
  return found;
}

const begins = /^\s*(begin|start\s+transaction)\b/i;
const commits = /^\s*commit\b/i;
const rollsBack = /^\s*rollback\s*(;|$)/i;

/**
 * Follows the statements of one connection. Answers the points that a statement is: inside a transaction the leases it
 * takes, at COMMIT all that the transaction did, and outside of one everything at once.
 */
export class StatementTrail {
  #done: Set<PointName> | undefined;

  next(sql: string): PointName[] {
    if (begins.test(sql)) {
      this.#done = new Set();
      return [];
    }
    if (commits.test(sql) || rollsBack.test(sql)) {
      const done = [...(this.#done ?? [])];
      this.#done = undefined;
      return commits.test(sql) ? done : [];
    }
    const points = pointsOf(sql);
    if (!this.#done) return points;
    for (const point of points) this.#done.add(point);
    return [];
  }
}
