import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { AppError, CONFIG, followMaster, leavingReplicas, LOGGER, type Logger } from '@polylogue/service-kit';
import type { GatewayConfig } from '../config.js';
import { networkOf } from './network.rules.js';
import type { HttpRequest } from '../http/http-messages.js';

const windowSeconds = 5 * 60;
const onceSeconds = 15 * 60;

/** Counts sign-in attempts: in Redis, for all replicas together; in this process while Redis is away. */
@Injectable()
export class Attempts implements OnApplicationShutdown {
  readonly #redis: Redis | undefined;
  readonly #ofAccount: RateLimiterAbstract;
  readonly #ofAddress: RateLimiterAbstract;
  readonly #once: RateLimiterAbstract;
  #isAway = false;

  constructor(
    @Inject(CONFIG) config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#redis = config.REDIS_URL === undefined ? undefined : this.#connect(config.REDIS_URL);
    // Two copies of the product in one Redis do not count each other's tries.
    const prefix = `${config.EVENTS_PREFIX}:tries`;
    this.#ofAccount = this.#limiter(`${prefix}:account`, config.SIGN_IN_TRIES);
    this.#ofAddress = this.#limiter(`${prefix}:address`, config.SIGN_IN_TRIES_PER_ADDRESS);
    this.#once = this.#limiter(`${prefix}:once`, 1, onceSeconds);
  }

  get isRedisReady(): boolean {
    return this.#redis?.status === 'ready';
  }

  /**
   * Counts one attempt of the request's address for an e-mail. Throws `rate_limited` once there were too many. One that is
   * answered with a fault of ours was no attempt: while a part is away nobody uses up the tries they need when it is back.
   */
  async count(request: HttpRequest, email: string): Promise<void> {
    const address = networkOf(request.ip ?? '');
    const account = keyOf(`${address} ${email}`);
    try {
      await this.#ofAddress.consume(address);
      await this.#ofAccount.consume(account);
    } catch (refusal) {
      throw refusal instanceof RateLimiterRes ? tooMany(Math.ceil(refusal.msBeforeNext / 1000)) : refusal;
    }
    request.res?.once('finish', () => {
      if (request.res!.statusCode >= 500) void this.#giveBack(address, account);
    });
  }

  async #giveBack(address: string, account: string): Promise<void> {
    const given = await Promise.allSettled([this.#ofAddress.reward(address), this.#ofAccount.reward(account)]);
    for (const each of given)
      if (each.status === 'rejected') this.logger.warn({ err: each.reason as unknown }, 'an attempt stays counted');
  }

  /** Whether something that may happen once happens for the first time within the quarter of an hour. */
  async isFirst(what: string): Promise<boolean> {
    try {
      await this.#once.consume(keyOf(what));
      return true;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return false;
      throw refusal;
    }
  }

  /** Does what may be done once; false where it was done before. What failed may be done again. */
  async once(what: string, work: () => Promise<void>): Promise<boolean> {
    if (!(await this.isFirst(what))) return false;
    try {
      await work();
      return true;
    } catch (fault) {
      await this.#forget(what);
      throw fault;
    }
  }

  /** Gives back all tries at once: those that were refused meanwhile count as well. */
  async #forget(what: string): Promise<void> {
    await this.#once.delete(keyOf(what)).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'what failed cannot be tried again for a quarter of an hour');
    });
  }

  onApplicationShutdown(): void {
    this.#redis?.disconnect();
  }

  #limiter(keyPrefix: string, points: number, duration = windowSeconds): RateLimiterAbstract {
    const usual = { keyPrefix, points, duration };
    const inProcess = new RateLimiterMemory(usual);
    if (!this.#redis) return inProcess;
    return new RateLimiterRedis({
      ...usual,
      storeClient: this.#redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: inProcess,
    });
  }

  #connect(url: string): Redis {
    const redis = new Redis(url, {
      // Sign-ins do not wait for Redis: what cannot be counted there now is counted in this process.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 1_000,
      commandTimeout: 500,
      retryStrategy: (times) => Math.min(times * 200, 2_000),
      reconnectOnError: leavingReplicas(),
    });
    redis.on('error', (error: Error) => {
      if (!this.#isAway)
        this.logger.warn({ err: error }, 'Redis is away; sign-in attempts are counted in this process');
      this.#isAway = true;
    });
    redis.on('ready', () => (this.#isAway = false));
    return followMaster(redis);
  }
}

/** Neither store needs to know whose e-mail it counts, or what happened once. */
const keyOf = (what: string) => createHash('sha256').update(what).digest('hex');

function tooMany(seconds: number): AppError {
  const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.max(1, seconds)} seconds`;
  const sentence = `Too many tries. Try again in ${wait}.`;
  return new AppError('rate_limited', 'too_many_tries', sentence, { retryAfterSeconds: Math.max(1, seconds) });
}
