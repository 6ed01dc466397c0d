import { Injectable } from '@nestjs/common';
import { LimitsRedis } from './limits-redis.js';

export const windowMs = 60_000;

/**
 * Takes ARGV[1] calls of at most ARGV[2], all or none, decided where they are counted: what is refused is not counted, and
 * nothing has to be given back. Answers how long to wait where there is no room, and goes on otherwise.
 */
export const takeCalls = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
if used + tonumber(ARGV[1]) > tonumber(ARGV[2]) then return math.max(1, redis.call('PTTL', KEYS[1])) end
redis.call('INCRBY', KEYS[1], ARGV[1])
if used == 0 then redis.call('PEXPIRE', KEYS[1], ${windowMs}) end`;

const takeScript = `${takeCalls}
return 0`;

/**
 * Calls per minute, a minute beginning with the first call: counted in Redis for all replicas together, in this process
 * while Redis is away.
 */
@Injectable()
export class Rates {
  /** Replaced in tests. */
  now: () => number = () => performance.now();
  private readonly here = new Map<string, { used: number; until: number }>();

  constructor(private readonly redis: LimitsRedis) {}

  /** Takes a call. Answers how many seconds to wait when there is no room. */
  async take(kind: 'user' | 'service', name: string, max: number): Promise<number | undefined> {
    const key = this.keyOf(kind, name);
    const waitMs = await this.redis.run((client) => client.eval(takeScript, 1, key, 1, max));
    return toSeconds(waitMs === undefined ? this.takeHere(key, max, 1) : Number(waitMs));
  }

  keyOf(kind: 'user' | 'service', name: string): string {
    return this.redis.key('calls', kind, name);
  }

  /** Takes so many calls in this process, all or none: once under one key for repeats. Answers how many ms to wait. */
  takeHere(key: string, max: number, calls: number, taken?: string): number {
    const now = this.now();
    for (const [other, { until }] of this.here) if (until <= now) this.here.delete(other);
    if (taken !== undefined && this.isHere(taken)) return 0;
    const { used, until } = this.here.get(key) ?? { used: 0, until: now + windowMs };
    if (used + calls > max) return until - now;
    this.here.set(key, { used: used + calls, until });
    if (taken !== undefined) this.here.set(taken, { used: 1, until: now + windowMs });
    return 0;
  }

  /** Whether something is counted under this key in this process. */
  isHere(key: string): boolean {
    return (this.here.get(key)?.until ?? 0) > this.now();
  }
}

/** Nothing where there is nothing to wait for. */
export const toSeconds = (waitMs: number): number | undefined => (waitMs === 0 ? undefined : Math.ceil(waitMs / 1000));
