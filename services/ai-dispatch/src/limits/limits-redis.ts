import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, followMaster, inTime, leavingReplicas, LOGGER, type Logger } from '@polylogue/service-kit';
import { Redis } from 'ioredis';
import type { AiDispatchConfig } from '../config.js';

/**
 * The Redis in which all replicas count together. It is connected before the first call where calls are limited by
 * configuration: calls before that are counted by each process alone.
 */
@Injectable()
export class LimitsRedis implements OnApplicationBootstrap, OnApplicationShutdown {
  private connection: Redis | undefined;
  private isAway = false;
  private isSilent = false;

  constructor(
    @Inject(CONFIG) private readonly config: AiDispatchConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (isLimited(this.config)) await this.run((client) => client.ping());
  }

  /**
   * What Redis answers to a command; undefined where none is configured or it is away, and the process counts alone.
   * After one command without an answer no other is sent until that answer has come.
   */
  async run<T>(command: (client: Redis) => Promise<T>): Promise<T | undefined> {
    const { client } = this;
    if (!client || this.isSilent) return undefined;
    const answer = command(client);
    try {
      return await inTime(answer);
    } catch {
      this.isSilent = true;
      const answered = () => void (this.isSilent = false);
      answer.then(answered, answered);
      return undefined;
    }
  }

  /** Sends a command without waiting for the answer. */
  send(command: (client: Redis) => Promise<unknown>): void {
    if (this.client) command(this.client).catch(() => undefined);
  }

  /** Undefined where none is configured. */
  private get client(): Redis | undefined {
    const { REDIS_URL: url } = this.config;
    return (this.connection ??= url === undefined ? undefined : this.connect(url));
  }

  /** A key of this copy of the product; the braces keep all of them on one node of a cluster. */
  key(...parts: string[]): string {
    return [`{${this.config.EVENTS_PREFIX}:limits}`, ...parts].join(':');
  }

  onApplicationShutdown(): void {
    this.connection?.disconnect();
  }

  private connect(url: string): Redis {
    const redis = new Redis(url, {
      connectTimeout: 1_000,
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

function isLimited(config: AiDispatchConfig): boolean {
  const { AI_DISPATCH_USER_CALLS_PER_MINUTE: userCalls, AI_DISPATCH_USER_STREAMS: userStreams } = config;
  const { AI_DISPATCH_SERVICE_CALLS_PER_MINUTE: serviceCalls, AI_DISPATCH_SERVICE_STREAMS: serviceStreams } = config;
  return [userCalls, userStreams, serviceCalls, serviceStreams].some((max) => max > 0);
}
