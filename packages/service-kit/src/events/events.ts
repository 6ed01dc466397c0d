import type { EventOf, EventSubject } from '@polylogue/proto';
import type { Registry } from 'prom-client';
import { afterCommit, type Database, type Transaction } from '../database/database.js';
import type { Logger } from '../logging/logger.js';
import type { NamedHandler } from './consumes.js';
import { DeadLetters, eventReplayer, type LetterKey, type Replayer, type ReplayTally } from './dead-letters.js';
import { EventCleaner } from './event-cleaner.js';
import { EventConsumer } from './event-consumer.js';
import { eventMetrics } from './event-metrics.js';
import { defaultRetryPolicy, type RetryPolicy } from './event-processor.js';
import { NatsLink } from './nats-link.js';
import { outboxColumns, outboxRow, outboxValues, type PublishOptions } from './outbox.js';
import { outboxConsumer, OutboxRelay, outboxReplayer } from './outbox-relay.js';
import { Tracing } from '../tracing/tracing.js';
import { watchEvents } from './watch-events.js';

/** What {@link Events} is made of. */
export interface EventsOptions {
  service: string;
  url: string;
  /** Of the slice's user on NATS; without one the credentials of the URL are used. */
  password?: string;
  prefix: string;
  /** How many servers of a NATS cluster keep each event; 1 when absent. */
  replicas?: number;
  database: Database;
  logger: Logger;
  metrics: Registry;
  tracing?: Tracing;
  retries?: RetryPolicy;
  pollMs?: number;
  /** See {@link EventConsumerOptions}. */
  requestMs?: number;
}

/** Events between services: published in the transaction of the change, handled once in the transaction of the effect. */
export class Events {
  readonly #link: NatsLink;
  readonly #relay: OutboxRelay;
  readonly #cleaner: EventCleaner;
  readonly #metrics: ReturnType<typeof eventMetrics>;
  readonly #replayers = new Map<string, Replayer>();
  /** What was given up on. */
  readonly letters: DeadLetters;
  #consumers: EventConsumer[] = [];

  constructor(private readonly options: EventsOptions) {
    const { database, logger, service, url, password, prefix, tracing = Tracing.off } = options;
    this.#link = new NatsLink({ url, password, prefix, replicas: options.replicas, name: service, logger });
    this.letters = new DeadLetters(database);
    const { letters } = this;
    this.#relay = new OutboxRelay({
      database,
      link: this.#link,
      letters,
      logger,
      service,
      tracing,
      pollMs: options.pollMs,
    });
    this.replaysWith(
      outboxConsumer(service),
      outboxReplayer(database, () => this.nudge()),
    );
    this.#cleaner = new EventCleaner(database, logger);
    this.#metrics = eventMetrics(options.metrics, database);
  }

  /** Whether NATS answers. No request waits for it: events are late while it is away. */
  get isConnected(): boolean {
    return this.#link.connection !== undefined;
  }

  /** Publishing inside an open transaction. */
  in(tx: Transaction) {
    return {
      publish: async <S extends EventSubject>(subject: S, payload: EventOf<S>, how?: PublishOptions): Promise<void> => {
        const row = outboxRow(subject, payload, how);
        await tx.query(
          `INSERT INTO ${this.options.database.schema}.outbox (${outboxColumns}) VALUES ($1, $2, $3, $4, $5)`,
          outboxValues(row),
        );
        afterCommit(tx, () => this.nudge());
      },
    };
  }

  /** Sends what has been committed, at once. Only needed by those who insert outbox rows with their own SQL. */
  nudge(): void {
    this.#relay.nudge();
  }

  /**
   * Watches events without a durable consumer: no earlier events, no redelivery, none while disconnected. For live hints
   * only. Returns a function that stops it.
   */
  watch<S extends EventSubject>(subjects: readonly S[], onEvent: (subject: S, event: EventOf<S>) => void): () => void {
    return watchEvents(this.#link, this.options.logger, subjects, onEvent);
  }

  /** Replays dead letters: those named, or all. */
  replay(keys?: readonly LetterKey[]): Promise<ReplayTally> {
    return this.letters.replay(this.#replayers, keys);
  }

  /** Registers how letters of a group of consumers, which are no events, are replayed. */
  replaysWith(group: string, replayer: Replayer): void {
    this.#replayers.set(group, replayer);
  }

  /** Starts relay and consumers; called by `startService`. */
  start(handlers: readonly NamedHandler[]): void {
    const { database, logger, retries = defaultRetryPolicy, tracing = Tracing.off } = this.options;
    const { letters } = this;
    for (const handler of handlers) this.#replayers.set(handler.consumer, eventReplayer(database, handler));
    const { countEvent: onDone } = this.#metrics;
    const { requestMs } = this.options;
    const shared = { database, letters, link: this.#link, requestMs, logger, retries, tracing, onDone };
    this.#consumers = handlers.map((handler) => new EventConsumer(handler, shared));
    this.#link.start();
    this.#relay.start();
    this.#cleaner.start();
    for (const consumer of this.#consumers) consumer.start();
  }

  /** Ends consumers first, then the relay after what they published, then the connection. */
  async stop(): Promise<void> {
    await Promise.all(this.#consumers.map((consumer) => consumer.stop()));
    await Promise.all([this.#relay.stop(), this.#cleaner.stop()]);
    await this.#link.close();
  }
}
