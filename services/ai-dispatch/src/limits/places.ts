import { randomUUID } from 'node:crypto';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LimitsRedis } from './limits-redis.js';

/** Something of which only so many may be under way at a time. */
export interface Room {
  kind: 'user' | 'service';
  name: string;
  most: number;
}

interface Place {
  id: string;
  rooms: readonly Room[];
}

const leaseMs = 30_000;
const renewMs = 10_000;

// Members are places, scores the moment they lapse by the clock of Redis. All rooms are entered or none; answers 0, or
// which room was full.
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

// Without looking whether it is still there: a Redis that was emptied learns again who is inside.
const renewScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])`;

/**
 * Calls at a time, for all replicas together: places in Redis that lapse unless they are renewed, so that a process that
 * dies gives its places back. While Redis is away each process counts its own.
 */
@Injectable()
export class Places implements OnModuleDestroy {
  private readonly held = new Map<string, Place>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly redis: LimitsRedis) {}

  /** Answers what gives the place back, or the room that is full. */
  async enter(rooms: readonly Room[]): Promise<(() => void) | Room> {
    if (rooms.length === 0) return () => undefined;
    const place: Place = { id: randomUUID(), rooms };
    const full = await this.findFull(place);
    if (full) return full;
    this.held.set(place.id, place);
    this.timer ??= setInterval(() => void this.renew(), renewMs).unref();
    return () => this.leave(place);
  }

  /** How many are inside. */
  async count(room: Room): Promise<number> {
    const counted = await this.redis.run((client) => client.eval(countScript, 1, this.keyOf(room)));
    return counted === undefined ? this.countHere(room) : Number(counted);
  }

  /** Says again who is inside. */
  async renew(): Promise<void> {
    for (const { id, rooms } of [...this.held.values()]) {
      for (const room of rooms) {
        if (!this.held.has(id)) break;
        await this.redis.run((client) => client.eval(renewScript, 1, this.keyOf(room), id, leaseMs));
      }
    }
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private async findFull({ id, rooms }: Place): Promise<Room | undefined> {
    const values = [...rooms.map(this.keyOf), id, leaseMs, ...rooms.map((room) => room.most)];
    const full = await this.redis.run((client) => client.eval(enterScript, rooms.length, ...values));
    if (full !== undefined) return rooms[Number(full) - 1];
    return rooms.find((room) => this.countHere(room) >= room.most);
  }

  private countHere({ kind, name }: Room): number {
    const isThere = (room: Room) => room.kind === kind && room.name === name;
    return [...this.held.values()].filter(({ rooms }) => rooms.some(isThere)).length;
  }

  private leave({ id, rooms }: Place): void {
    this.held.delete(id);
    // One that is not given back lapses by itself.
    for (const room of rooms) this.redis.send((client) => client.zrem(this.keyOf(room), id));
  }

  private readonly keyOf = ({ kind, name }: Room): string => this.redis.key('places', kind, name);
}
