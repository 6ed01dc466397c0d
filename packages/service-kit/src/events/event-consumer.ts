import { AckPolicy, DeliverPolicy, nanos, type ConsumerMessages, type JsMsg } from 'nats';
import { v5 as nameUuid, validate as isUuid } from 'uuid';
import { eventMap, type EventOf, type EventSubject } from '@polylogue/proto';
import { newContext, runInContext } from '../context/request-context.js';
import type { Database } from '../database/database.js';
import { AppError } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';
import type { NamedHandler } from './consumes.js';
import { letterOf, type DeadLetters } from './dead-letters.js';
import { eventHeaders } from './event-headers.js';
import { isFirstTime } from './inbox.js';
import type { SpanFacts } from '../tracing/span.js';
import type { Tracing } from '../tracing/tracing.js';
import type { NatsLink } from './nats-link.js';
import { Pacer } from './pacer.js';

/** How failures are retried. */
export interface RetryPolicy {
  /** The waits between attempts; one attempt more than waits, then the dead letter. */
  delaysMs: readonly number[];
}

/** Retries over about a minute. */
export const defaultRetryPolicy: RetryPolicy = { delaysMs: [200, 1_000, 5_000, 15_000, 40_000] };

interface EventConsumerOptions {
  database: Database;
  letters: DeadLetters;
  link: NatsLink;
  logger: Logger;
  retries: RetryPolicy;
  tracing: Tracing;
  onDone: (consumer: string, outcome: 'handled' | 'repeated' | 'failed' | 'dead') => void;
}

/** Pulls one subject for one handler from a durable consumer. Delivered often, done once. */
export class EventConsumer {
  readonly #pacer: Pacer;
  readonly #facts: SpanFacts;
  #batch: ConsumerMessages | undefined;
  #stopped = false;

  constructor(
    private readonly handler: NamedHandler,
    private readonly options: EventConsumerOptions,
  ) {
    this.#facts = {
      'messaging.system': 'nats',
      'messaging.destination.name': handler.subject,
      'messaging.consumer.group.name': handler.consumer,
    };
    this.#pacer = new Pacer({
      work: () => this.#pull(),
      idleMs: 1_000,
      onError: (error) => options.logger.warn({ err: error, consumer: handler.consumer }, 'no events could be fetched'),
    });
  }

  start(): void {
    this.options.link.onConnected(() => this.#pacer.nudge());
    this.#pacer.start();
  }

  /** Ends after the event in hand. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#endBatch();
    await this.#pacer.stop();
  }

  async #pull(): Promise<boolean> {
    const { link } = this.options;
    const connection = link.connection;
    if (!connection) return false;
    await link.ensureStream();
    const durable = this.handler.consumer.replaceAll('.', '-');
    const manager = await connection.jetstreamManager({ checkAPI: false });
    await manager.consumers.add(link.stream, {
      durable_name: durable,
      filter_subject: link.wireSubject(this.handler.subject),
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: nanos(30_000),
    });
    const consumer = await connection.jetstream().consumers.get(link.stream, durable);
    while (!this.#stopped && link.connection === connection) {
      this.#batch = await consumer.fetch({ max_messages: 64, expires: 10_000 });
      if (this.#stopped) this.#endBatch();
      for await (const message of this.#batch) {
        // Read to its end even so: a batch left halfway never closes. Whoever asks next gets these.
        if (this.#stopped) message.nak();
        else await this.#take(message);
      }
    }
    return false;
  }

  #endBatch(): void {
    this.#batch?.close().catch(() => undefined);
  }

  async #take(message: JsMsg): Promise<void> {
    const headers = message.headers;
    const context = newContext({
      requestId: headers?.get(eventHeaders.requestId),
      traceparent: headers?.get(eventHeaders.traceparent),
    });
    await runInContext(context, async () => {
      const { consumer } = this.handler;
      const eventId = eventIdOf(message);
      const attempt = message.info.deliveryCount;
      try {
        const step = { kind: 'consumer', name: `process ${this.handler.subject}`, facts: this.#facts } as const;
        const first = await this.options.tracing.step(context, step, () =>
          this.#handle(readEvent(this.handler.subject, message), eventId, attempt),
        );
        message.ack();
        this.options.onDone(consumer, first ? 'handled' : 'repeated');
      } catch (error) {
        await this.#failed(message, eventId, attempt, error);
      }
    });
  }

  async #handle(event: EventOf<EventSubject>, eventId: string, attempt: number): Promise<boolean> {
    const { consumer, subject, handle } = this.handler;
    return this.options.database.asWorker(async (tx) => {
      if (!(await isFirstTime(tx, this.options.database.schema, consumer, eventId))) return false;
      await handle(event, { tx, eventId, subject, attempt });
      return true;
    });
  }

  async #failed(message: JsMsg, eventId: string, attempt: number, error: unknown): Promise<void> {
    const { logger, retries, letters, onDone } = this.options;
    const { consumer, subject } = this.handler;
    const wait = retries.delaysMs[Math.min(attempt, retries.delaysMs.length) - 1] ?? 0;
    // What is only away is no fault of the event, however long it stays away.
    const isAway = AppError.is(error) && error.kind === 'unavailable';
    logger.warn({ err: error, consumer, eventId, attempt }, 'an event could not be handled');
    if (isAway || attempt <= retries.delaysMs.length) {
      message.nak(wait);
      return onDone(consumer, 'failed');
    }
    try {
      await letters.write(letterOf(message, { consumer, eventId, subject, attempts: attempt, error }));
      message.term();
      logger.error({ consumer, eventId }, 'an event became a dead letter');
      onDone(consumer, 'dead');
    } catch (fault) {
      logger.error({ err: fault, consumer, eventId }, 'a dead letter could not be written');
      message.nak(wait);
    }
  }
}

/** What came without an id of ours is known by its place in the stream, so that it can be put aside like the others. */
function eventIdOf({ headers, info }: JsMsg): string {
  const id = headers?.get(eventHeaders.id) ?? '';
  return isUuid(id) ? id : nameUuid(`${info.stream} ${info.streamSequence}`, nameUuid.URL);
}

/** Reads the payload of an event. */
export function readEvent(subject: EventSubject, message: { json<T>(): T }): EventOf<EventSubject> {
  return eventMap[subject].fromJSON(message.json<unknown>());
}
