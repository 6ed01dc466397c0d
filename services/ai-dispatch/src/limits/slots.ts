import { randomUUID } from 'node:crypto';
import { Injectable, type BeforeApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { LimitsRedis } from './limits-redis.js';
import { ExpectedPlaces, type Denial } from './expected-places.js';
import { enterScript, renewScript } from './slot-scripts.js';

/** How many calls of a user or to a service there may be: in a minute, or at a time. */
export interface CallLimit {
  kind: 'user' | 'service';
  name: string;
  max: number;
}

interface Slot {
  id: string;
  limits: readonly CallLimit[];
}

/** What gives a slot back, or the limit that is full: at a time, unless it says in a minute. */
type Entered = (() => void) | (CallLimit & { denial?: Denial });

interface Entering {
  slot: Slot;
  resolve: (entered: Entered) => void;
}

export const leaseMs = 30_000;
const renewMs = 10_000;
/** Slots that are given back within this time of each other go in one command. */
const leavingMs = 5;
/** As many as a script of Redis may name at a time, and some to spare. */
const maxAtOnce = 500;

/**
 * Calls at a time, for all replicas together: slots in Redis that lapse unless they are renewed, so that a process that
 * dies gives its slots back. While Redis is away each process counts its own. What arrives together is asked for together:
 * the calls of a broadcast take one command to enter and another one to leave.
 */
@Injectable()
export class Slots implements OnModuleDestroy, BeforeApplicationShutdown {
  /** How long places that were taken ahead are kept for calls that have not come. Replaced in tests. */
  aheadMs = 2_000;
  private readonly held = new Map<string, Slot>();
  /** By user, places that were taken with the allowance of a request: each is for the next call of that user. */
  private readonly ahead = new Map<string, Set<string>>();
  private readonly expected = new ExpectedPlaces(() => this.aheadMs);
  private entering: Entering[] = [];
  private leaving: Slot[] = [];
  private leavingTimer: NodeJS.Timeout | undefined;
  private renewing: NodeJS.Timeout | undefined;

  constructor(private readonly redis: LimitsRedis) {}

  /** At once where there is a place ahead: each wait would be before any provider is called. */
  enter(limits: readonly CallLimit[]): Promise<Entered> {
    if (limits.length === 0) return Promise.resolve(() => undefined);
    const user = limits.find(({ kind }) => kind === 'user');
    const answer = user && this.expected.answerOf(user.name);
    return answer ? answer.then(() => this.enterNow(limits, user)) : this.enterNow(limits, user);
  }

  /** The calls of a request that is let in before Redis has answered whether they are taken wait for that here. */
  expect(userId: string, calls: number, answer: Promise<Denial | undefined>): void {
    this.expected.expect(userId, calls, answer);
  }

  private enterNow(limits: readonly CallLimit[], user: CallLimit | undefined): Promise<Entered> {
    const denial = user && this.expected.takeDenial(user.name);
    if (denial) return Promise.resolve({ ...user, denial });
    const id = this.takeAhead(limits);
    if (id !== undefined) return Promise.resolve(this.hold({ id, limits }));
    return new Promise((resolve) => {
      // Behind all that the sockets have brought by now.
      if (this.entering.length === 0) setImmediate(() => this.enterTogether());
      this.entering.push({ slot: { id: randomUUID(), limits }, resolve });
    });
  }

  /**
   * Keeps places of a user, taken in Redis already, for the calls that are about to come. The calls may come to another replica:
   * what is left after a moment is given back.
   */
  keepAhead(userId: string, ids: readonly string[]): void {
    this.ahead.set(userId, new Set([...(this.ahead.get(userId) ?? []), ...ids]));
    setTimeout(() => this.giveBackAhead(userId, ids), this.aheadMs).unref();
  }

  /** How many are inside, as this process knows it: for when Redis is away. */
  countHere({ kind, name }: Pick<CallLimit, 'kind' | 'name'>): number {
    const isThere = (limit: CallLimit) => limit.kind === kind && limit.name === name;
    return [...this.held.values()].filter(({ limits }) => limits.some(isThere)).length;
  }

  /** Says again who is inside. */
  async renew(): Promise<void> {
    const held = [...this.held.values()];
    for (let at = 0; at < held.length; at += maxAtOnce) {
      // One that has left meanwhile is not said to be inside again.
      const places = held
        .slice(at, at + maxAtOnce)
        .filter(({ id }) => this.held.has(id))
        .flatMap(({ id, limits }) => limits.map((limit) => ({ key: this.keyOf(limit), id })));
      const [keys, ids] = [places.map(({ key }) => key), places.map(({ id }) => id)];
      await this.redis.run((client) => client.eval(renewScript, keys.length, ...keys, leaseMs, ...ids));
    }
  }

  /** The slots that were given back by now are free for others. */
  leaveTogether(): void {
    clearTimeout(this.leavingTimer);
    this.leavingTimer = undefined;
    const gone = new Map<string, string[]>();
    for (const { id, limits } of this.leaving.splice(0)) {
      for (const key of limits.map(this.keyOf)) {
        const ids = gone.get(key);
        if (ids) ids.push(id);
        else gone.set(key, [id]);
      }
    }
    // One that is not given back lapses by itself.
    for (const [key, ids] of gone) this.redis.send((client) => client.zrem(key, ...ids));
  }

  onModuleDestroy(): void {
    clearInterval(this.renewing);
  }

  beforeApplicationShutdown(): void {
    for (const [userId, ids] of this.ahead) this.giveBackAhead(userId, [...ids]);
    this.leaveTogether();
  }

  /** For a call that only its user's limit concerns. */
  private takeAhead([limit, ...others]: readonly CallLimit[]): string | undefined {
    if (limit?.kind !== 'user' || others.length > 0) return undefined;
    const [id] = this.ahead.get(limit.name) ?? [];
    if (id !== undefined) this.forgetAhead(limit.name, id);
    return id;
  }

  private giveBackAhead(userId: string, ids: Iterable<string>): void {
    const limits: CallLimit[] = [{ kind: 'user', name: userId, max: 0 }];
    for (const id of ids) if (this.forgetAhead(userId, id)) this.leaveSoon({ id, limits });
  }

  /** Answers whether it was still ahead. */
  private forgetAhead(userId: string, id: string): boolean {
    const ids = this.ahead.get(userId);
    const wasAhead = ids?.delete(id) ?? false;
    if (ids?.size === 0) this.ahead.delete(userId);
    return wasAhead;
  }

  private enterTogether(): void {
    this.leaveTogether();
    const entering = this.entering.splice(0);
    for (let at = 0; at < entering.length; at += maxAtOnce) {
      void this.enterAll(entering.slice(at, at + maxAtOnce));
    }
  }

  private async enterAll(entering: Entering[]): Promise<void> {
    const answers = await this.askRedis(entering.map(({ slot }) => slot));
    for (const [index, { slot, resolve }] of entering.entries()) {
      const full = answers ? slot.limits[answers[index]! - 1] : slot.limits.find((each) => this.isFullHere(each));
      resolve(full ?? this.hold(slot));
    }
  }

  /** For each slot 0, or which of its limits is full; undefined while Redis is away. */
  private askRedis(slots: Slot[]): Promise<number[] | undefined> {
    const keys = new Map<string, number>();
    const placeOf = (limit: CallLimit): number => {
      const key = this.keyOf(limit);
      const place = keys.get(key) ?? keys.size + 1;
      keys.set(key, place);
      return place;
    };
    const calls = slots.map(({ id, limits }) => ({ id, limits: limits.map((each) => [placeOf(each), each.max]) }));
    return this.redis.run((client) => {
      const answers = client.eval(enterScript, keys.size, ...keys.keys(), leaseMs, JSON.stringify(calls));
      return answers as Promise<number[]>;
    });
  }

  private hold(slot: Slot): () => void {
    this.held.set(slot.id, slot);
    this.renewing ??= setInterval(() => void this.renew(), renewMs).unref();
    return () => this.leave(slot);
  }

  private isFullHere(limit: CallLimit): boolean {
    return this.countHere(limit) >= limit.max;
  }

  private leave(slot: Slot): void {
    if (this.held.delete(slot.id)) this.leaveSoon(slot);
  }

  private leaveSoon(slot: Slot): void {
    this.leaving.push(slot);
    this.leavingTimer ??= setTimeout(() => this.leaveTogether(), leavingMs).unref();
  }

  readonly keyOf = ({ kind, name }: Pick<CallLimit, 'kind' | 'name'>): string => this.redis.key('places', kind, name);
}
