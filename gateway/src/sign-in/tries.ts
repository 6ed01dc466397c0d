import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ThrottlerStorageService, type ThrottlerStorage } from '@nestjs/throttler';
import { Redis } from 'ioredis';
import { CONFIG, LOGGER, type Logger } from '@polylogue/service-kit';
import type { GatewayConfig } from '../config.js';

type Count = Awaited<ReturnType<ThrottlerStorage['increment']>>;

// Counts a try; the one that goes over the limit starts the time of the block.
const countTry = `
local hits = redis.call('INCR', KEYS[1])
if hits == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
if hits == tonumber(ARGV[2]) + 1 then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
return { hits, redis.call('PTTL', KEYS[1]) }`;

/** Counts tries in Redis, for all replicas together; in this process while Redis is away. */
@Injectable()
export class Tries implements ThrottlerStorage, OnApplicationShutdown {
  readonly #inProcess = new ThrottlerStorageService();
  readonly #redis: Redis | undefined;
  #isAway = false;

  constructor(
    @Inject(CONFIG) config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    if (!config.REDIS_URL) return;
    this.#redis = new Redis(config.REDIS_URL, {
      // Nobody waits for Redis: a command that cannot be sent now is counted here.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 1_000,
      commandTimeout: 500,
      retryStrategy: (times) => Math.min(times * 200, 2_000),
    });
    this.#redis.on('error', (error: Error) => this.#noteAway(error));
    this.#redis.on('ready', () => this.#noteBack());
  }

  async increment(key: string, ttl: number, limit: number, blockMs: number, name: string): Promise<Count> {
    try {
      if (this.#redis) return await this.#inRedis(this.#redis, `polylogue:tries:${key}`, ttl, limit, blockMs);
    } catch (error) {
      this.#noteAway(error as Error);
    }
    return this.#inProcess.increment(key, ttl, limit, blockMs, name);
  }

  get isRedisReady(): boolean {
    return this.#redis?.status === 'ready';
  }

  onApplicationShutdown(): void {
    this.#inProcess.onApplicationShutdown();
    this.#redis?.disconnect();
  }

  async #inRedis(redis: Redis, key: string, ttl: number, limit: number, blockMs: number): Promise<Count> {
    const [totalHits, leftMs] = (await redis.eval(countTry, 1, key, ttl, limit, blockMs)) as [number, number];
    const seconds = Math.ceil(Math.max(leftMs, 0) / 1000);
    return { totalHits, timeToExpire: seconds, isBlocked: totalHits > limit, timeToBlockExpire: seconds };
  }

  #noteAway(error: Error): void {
    if (!this.#isAway) this.logger.warn({ err: error }, 'Redis is away; sign-in tries are counted in this process');
    this.#isAway = true;
  }

  #noteBack(): void {
    if (this.#isAway) this.logger.info('Redis is back');
    this.#isAway = false;
  }
}
