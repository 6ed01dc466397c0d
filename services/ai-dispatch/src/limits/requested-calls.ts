import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { LimitsRedis } from './limits-redis.js';
import { Rates, takeCalls, toSeconds } from './rates.js';
import { leaseMs, Slots } from './slots.js';

/** The calls of one request, and what limits them; 0 is no limit. */
export interface Requested {
  userId: string;
  calls: number;
  maxPerMinute: number;
  maxAtOnce: number;
  /** What is taken under a name for repeats is taken once. */
  repeat?: string | undefined;
}

/** As long as an Idempotency-Key is known. */
const repeatMs = 24 * 60 * 60_000;

/** So many calls that none is refused: a repeat is known where only other things are limited, too. */
const unlimited = Number.MAX_SAFE_INTEGER;

const tooManyAtOnce = -1;
const heldAhead = -2;
/** The same, and far from the calls of a minute as well. */
const farFromBoth = -3;
/** For so long a user is taken to be far from both limits, by the last answer. */
const farMs = 60_000;
const maxFar = 10_000;

/**
 * Places are taken ahead up to this part of the limit. They may be taken twice for a moment, where the calls come to another
 * replica, and even then no call is refused for it.
 */
const partAhead = 4;

// In one round trip: whether it was taken before, whether there are slots for its calls, and whether the minute has room for them.
// The minute comes last, so that a request refused for another reason costs none of its calls. Far from the limit its places are
// taken as well, under the ids that are given: its calls then need not ask for them, each before its provider is called.
const takeScript = `
if KEYS[3] and redis.call('EXISTS', KEYS[3]) == 1 then return 0 end
local calls, maxAtOnce = tonumber(ARGV[1]), tonumber(ARGV[3])
local now, inside = 0, 0
if maxAtOnce > 0 then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
  inside = redis.call('ZCOUNT', KEYS[2], now, '+inf')
  if inside + calls > maxAtOnce then return ${tooManyAtOnce} end
end
if tonumber(ARGV[2]) > 0 then${takeCalls}
end
if KEYS[3] then redis.call('SET', KEYS[3], 1, 'PX', ${repeatMs}) end
if calls == 0 or (inside + calls) * ${partAhead} > maxAtOnce then return 0 end
local places = {}
for i = 4, #ARGV do
  table.insert(places, now + ${leaseMs})
  table.insert(places, ARGV[i])
end
redis.call('ZADD', KEYS[2], unpack(places))
redis.call('PEXPIRE', KEYS[2], ${leaseMs})
local inMinute, perMinute = tonumber(redis.call('GET', KEYS[1]) or '0'), tonumber(ARGV[2])
return (perMinute == 0 or inMinute * ${partAhead} <= perMinute) and ${farFromBoth} or ${heldAhead}`;

/** The calls of a request as a whole, taken before it is let in: all of them or none. */
@Injectable()
export class RequestedCalls {
  /** Users who were far from their limits when Redis answered last. */
  private readonly far = new LRUCache<string, true>({ max: maxFar, ttl: farMs });

  constructor(
    private readonly redis: LimitsRedis,
    private readonly rates: Rates,
    private readonly slots: Slots,
  ) {}

  /**
   * Answers nothing when they are taken; else what there was no room for, or how many seconds to wait. Far from the limits the
   * request is let in at once, and its calls wait for the answer before their providers are called.
   */
  async take(wanted: Requested): Promise<'atOnce' | number | undefined> {
    const { userId, calls, repeat } = wanted;
    const taken = repeat === undefined ? undefined : this.takenKey(repeat);
    if (taken !== undefined && this.rates.isHere(taken)) return undefined;
    // Until this one is answered, the next one waits for its own.
    const isFar = this.far.has(userId);
    this.far.delete(userId);
    const lacking = this.ask(wanted, taken);
    if (!isFar) return lacking;
    const denial = lacking.then((what) => (typeof what === 'number' ? 'inMinute' : what));
    this.slots.expect(userId, calls, denial);
    return undefined;
  }

  private async ask(wanted: Requested, taken: string | undefined): Promise<'atOnce' | number | undefined> {
    const waitMs = (await this.takeThere(wanted, taken)) ?? this.takeHere(wanted, taken);
    return waitMs === tooManyAtOnce ? 'atOnce' : toSeconds(waitMs);
  }

  /** Whether calls were taken under this name for repeats. */
  async wereTaken(repeat: string): Promise<boolean> {
    const key = this.takenKey(repeat);
    const there = await this.redis.run((client) => client.exists(key));
    return there === 1 || this.rates.isHere(key);
  }

  private async takeThere({ userId, calls, maxPerMinute, maxAtOnce }: Requested, taken: string | undefined) {
    // What has ended here is no longer under way.
    this.slots.leaveTogether();
    const keys = [this.rates.keyOf('user', userId), this.slots.keyOf({ kind: 'user', name: userId })];
    if (taken !== undefined) keys.push(taken);
    const places = Array.from({ length: calls }, () => randomUUID());
    const answer = await this.redis.run((client) =>
      client.eval(takeScript, keys.length, ...keys, calls, maxPerMinute, maxAtOnce, ...places),
    );
    if (answer === undefined) return undefined;
    if (answer === farFromBoth) this.far.set(userId, true);
    else if (answer !== heldAhead) return Number(answer);
    this.slots.keepAhead(userId, places);
    return 0;
  }

  private takeHere({ userId, calls, maxPerMinute, maxAtOnce }: Requested, taken: string | undefined): number {
    const isFull = maxAtOnce > 0 && this.slots.countHere({ kind: 'user', name: userId }) + calls > maxAtOnce;
    if (isFull) return tooManyAtOnce;
    return this.rates.takeHere(this.rates.keyOf('user', userId), maxPerMinute || unlimited, calls, taken);
  }

  private takenKey(repeat: string): string {
    return this.redis.key('taken', repeat);
  }
}
