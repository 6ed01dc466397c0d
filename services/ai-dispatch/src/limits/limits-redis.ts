import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, followMaster, leavingReplicas, LOGGER, type Logger } from '@polylogue/service-kit';
import { Redis } from 'ioredis';
import type { AiDispatchConfig } from '../config.js';

/** The Redis in which all replicas count together; connected when something is counted for the first time. */
@Injectable()
export class LimitsRedis implements OnApplicationShutdown {
  private connection: Redis | undefined;
  private isAway = false;

  constructor(
    @Inject(CONFIG) private readonly config: AiDispatchConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Undefined where none is configured. */
  get client(): Redis | undefined {
    const { REDIS_URL: url } = this.config;
    return (this.connection ??= url === undefined ? undefined : this.connect(url));
  }

  /** A key of this copy of the product; the braces keep all of them on one node of a cluster. */
  key(...words: string[]): string {
    return [`{${this.config.EVENTS_PREFIX}:limits}`, ...words].join(':');
  }

  onApplicationShutdown(): void {
    this.connection?.disconnect();
  }

  private connect(url: string): Redis {
    const redis = new Redis(url, {
      connectTimeout: 1_000,
      commandTimeout: 500,
      maxRetriesPerRequest: 0,
      retryStrategy: (times) => Math.min(times * 200, 2_000),
      reconnectOnError: leavingReplicas(),
    });
    redis.on('error', (error: Error) => {
      if (!this.isAway) this.logger.warn({ err: error }, 'Redis is away; calls are counted in this process');
      this.isAway = true;
    });
    redis.on('ready', () => (this.isAway = false));
    return followMaster(redis);
  }
}
