import { Injectable } from '@nestjs/common';
import { LimitsRedis } from './limits-redis.js';

const windowMs = 60_000;
// As long as an Idempotency-Key is known.
const repeatMs = 24 * 60 * 60_000;

// All calls or none, decided where they are counted: what is refused is not counted, and nothing has to be given back.
const takeScript = `
if KEYS[2] and redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
if used + tonumber(ARGV[1]) > tonumber(ARGV[2]) then return math.max(1, redis.call('PTTL', KEYS[1])) end
redis.call('INCRBY', KEYS[1], ARGV[1])
if used == 0 then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
if KEYS[2] then redis.call('SET', KEYS[2], 1, 'PX', ARGV[4]) end
return 0`;

/**
 * Calls per minute, a minute beginning with the first call: counted in Redis for all replicas together, in this process
 * while Redis is away. What is taken under a name for repeats is taken once.
 */
@Injectable()
export class Rates {
  /** Replaced in tests. */
  now: () => number = Date.now;
  private readonly here = new Map<string, { used: number; until: number }>();

  constructor(private readonly redis: LimitsRedis) {}

  /** Takes so many calls, all or none. Answers how many seconds to wait when there is no room. */
  async take(
    kind: 'user' | 'service',
    name: string,
    max: number,
    calls = 1,
    repeat?: string,
  ): Promise<number | undefined> {
    const counted = this.redis.key('calls', kind, name);
    const keys: [string, string?] = repeat === undefined ? [counted] : [counted, this.takenKey(repeat)];
    const waitMs = (await this.takeThere(keys, max, calls)) ?? this.takeHere(keys, max, calls);
    return waitMs === 0 ? undefined : Math.ceil(waitMs / 1000);
  }

  /** Whether calls were taken under this name for repeats. */
  async wasTaken(repeat: string): Promise<boolean> {
    const key = this.takenKey(repeat);
    const there = await this.redis.run((client) => client.exists(key));
    return there === 1 || this.isHere(key);
  }

  private async takeThere(keys: [string, string?], max: number, calls: number): Promise<number | undefined> {
    const values = [...(keys as string[]), calls, max, windowMs, repeatMs];
    const waitMs = await this.redis.run((client) => client.eval(takeScript, keys.length, ...values));
    return waitMs === undefined ? undefined : Number(waitMs);
  }

  private takeHere([key, taken]: [string, string?], max: number, calls: number): number {
    const now = this.now();
    for (const [other, { until }] of this.here) if (until <= now) this.here.delete(other);
    if (taken !== undefined && this.isHere(taken)) return 0;
    const { used, until } = this.here.get(key) ?? { used: 0, until: now + windowMs };
    if (used + calls > max) return until - now;
    this.here.set(key, { used: used + calls, until });
    if (taken !== undefined) this.here.set(taken, { used: 1, until: now + windowMs });
    return 0;
  }

  private isHere(key: string): boolean {
    return (this.here.get(key)?.until ?? 0) > this.now();
  }

  private takenKey(repeat: string): string {
    return this.redis.key('taken', repeat);
  }
}
