import { randomUUID } from 'node:crypto';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LimitsRedis } from './limits-redis.js';

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

const leaseMs = 30_000;
const renewMs = 10_000;

// Members are slots, scores the moment they lapse by the clock of Redis. A call gets a slot of each limit or of none; answers 0, or
// which limit was full.
const enterScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for i = 1, #KEYS do
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now)
  if redis.call('ZCARD', KEYS[i]) >= tonumber(ARGV[i + 2]) then return i end
end
for i = 1, #KEYS do
  redis.call('ZADD', KEYS[i], now + ARGV[2], ARGV[1])
  redis.call('PEXPIRE', KEYS[i], ARGV[2])
end
return 0`;

const countScript = `
local time = redis.call('TIME')
return redis.call('ZCOUNT', KEYS[1], time[1] * 1000 + math.floor(time[2] / 1000), '+inf')`;

// Without looking whether it is still there: a Redis that was emptied learns again which slots are taken.
const renewScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])`;

/**
 * Calls at a time, for all replicas together: slots in Redis that lapse unless they are renewed, so that a process that
 * dies gives its slots back. While Redis is away each process counts its own.
 */
@Injectable()
export class Slots implements OnModuleDestroy {
  private readonly held = new Map<string, Slot>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly redis: LimitsRedis) {}

  /** Answers what gives the slot back, or the limit that is full. */
  async enter(limits: readonly CallLimit[]): Promise<(() => void) | CallLimit> {
    if (limits.length === 0) return () => undefined;
    const slot: Slot = { id: randomUUID(), limits };
    const full = await this.findFull(slot);
    if (full) return full;
    this.held.set(slot.id, slot);
    this.timer ??= setInterval(() => void this.renew(), renewMs).unref();
    return () => this.leave(slot);
  }

  /** How many are inside. */
  async count(limit: CallLimit): Promise<number> {
    const counted = await this.redis.run((client) => client.eval(countScript, 1, this.keyOf(limit)));
    return counted === undefined ? this.countHere(limit) : Number(counted);
  }

  /** Says again who is inside. */
  async renew(): Promise<void> {
    for (const { id, limits } of [...this.held.values()]) {
      for (const limit of limits) {
        if (!this.held.has(id)) break;
        await this.redis.run((client) => client.eval(renewScript, 1, this.keyOf(limit), id, leaseMs));
      }
    }
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private async findFull({ id, limits }: Slot): Promise<CallLimit | undefined> {
    const values = [...limits.map(this.keyOf), id, leaseMs, ...limits.map((limit) => limit.max)];
    const full = await this.redis.run((client) => client.eval(enterScript, limits.length, ...values));
    if (full !== undefined) return limits[Number(full) - 1];
    return limits.find((limit) => this.countHere(limit) >= limit.max);
  }

  private countHere({ kind, name }: CallLimit): number {
    const isThere = (limit: CallLimit) => limit.kind === kind && limit.name === name;
    return [...this.held.values()].filter(({ limits }) => limits.some(isThere)).length;
  }

  private leave({ id, limits }: Slot): void {
    this.held.delete(id);
    // One that is not given back lapses by itself.
    for (const limit of limits) this.redis.send((client) => client.zrem(this.keyOf(limit), id));
  }

  private readonly keyOf = ({ kind, name }: CallLimit): string => this.redis.key('places', kind, name);
}
