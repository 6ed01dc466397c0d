import { Injectable } from '@nestjs/common';
import { LimitsRedis } from './limits-redis.js';

const windowMs = 60_000;

// All calls or none, decided where they are counted: what is refused is not counted, and nothing has to be given back.
const takeScript = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
if used + tonumber(ARGV[1]) > tonumber(ARGV[2]) then return math.max(1, redis.call('PTTL', KEYS[1])) end
redis.call('INCRBY', KEYS[1], ARGV[1])
if used == 0 then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
return 0`;

/**
 * Calls per minute, a minute beginning with the first call: counted in Redis for all replicas together, in this process
 * while Redis is away.
 */
@Injectable()
export class Rates {
  /** Replaced in tests. */
  now: () => number = Date.now;
  private readonly here = new Map<string, { used: number; until: number }>();

  constructor(private readonly redis: LimitsRedis) {}

  /** Takes so many calls, all or none. Answers how many seconds to wait when there is no room. */
  async take(kind: 'user' | 'service', name: string, most: number, calls = 1): Promise<number | undefined> {
    const key = this.redis.key('calls', kind, name);
    const waitMs = (await this.takeThere(key, most, calls)) ?? this.takeHere(key, most, calls);
    return waitMs === 0 ? undefined : Math.ceil(waitMs / 1000);
  }

  private async takeThere(key: string, most: number, calls: number): Promise<number | undefined> {
    const { client } = this.redis;
    if (!client) return undefined;
    return client.eval(takeScript, 1, key, calls, most, windowMs).then(Number, () => undefined);
  }

  private takeHere(key: string, most: number, calls: number): number {
    const now = this.now();
    for (const [other, { until }] of this.here) if (until <= now) this.here.delete(other);
    const { used, until } = this.here.get(key) ?? { used: 0, until: now + windowMs };
    if (used + calls > most) return until - now;
    this.here.set(key, { used: used + calls, until });
    return 0;
  }
}
