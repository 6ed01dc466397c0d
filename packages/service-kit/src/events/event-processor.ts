import type { JsMsg } from 'nats';
import { eventMap, type EventSubject } from '@polylogue/proto';
import { runInContext } from '../context/request-context.js';
import type { Database } from '../database/database.js';
import { isAway } from '../errors/is-away.js';
import type { Logger } from '../logging/logger.js';
import type { SpanStart } from '../context/span.js';
import type { Tracing } from '../tracing/tracing.js';
import type { ReceivedEvent, NamedHandler } from './consumes.js';
import { letterOf, type DeadLetters } from './dead-letters.js';
import { deliveryOf, type Delivery } from './delivery.js';
import { firstTimes } from './inbox.js';

/** How failures are retried. */
export interface RetryPolicy {
  /** The waits between attempts; one attempt more than waits, then the dead letter. */
  delaysMs: readonly number[];
}

/** Retries over about a minute. */
export const defaultRetryPolicy: RetryPolicy = { delaysMs: [200, 1_000, 5_000, 15_000, 40_000] };

/** What an {@link EventProcessor} works with. */
export interface EventProcessorOptions {
  database: Database;
  letters: DeadLetters;
  logger: Logger;
  retries: RetryPolicy;
  tracing: Tracing;
  onDone: (consumer: string, outcome: 'handled' | 'repeated' | 'failed' | 'dead') => void;
}

/**
 * Handles deliveries of one consumer, those of a batch in one transaction. When that fails, each is handled alone:
 * one that cannot be handled delays no other, and only itself becomes a dead letter.
 */
export class EventProcessor {
  readonly #span: Omit<SpanStart, 'parent'>;

  constructor(
    private readonly handler: NamedHandler,
    private readonly options: EventProcessorOptions,
  ) {
    const attributes = {
      'messaging.system': 'nats',
      'messaging.destination.name': handler.subject,
      'messaging.consumer.group.name': handler.consumer,
    };
    this.#span = { kind: 'consumer', name: `process ${handler.subject}`, attributes };
  }

  /** Every message is settled when this ends: acknowledged, to be redelivered, or a dead letter. */
  async take(messages: readonly JsMsg[]): Promise<void> {
    const deliveries = messages.map(deliveryOf);
    // What failed before is handled alone: it would only fail the rest of the batch.
    const fresh = deliveries.filter(({ attempt }) => attempt === 1);
    const areTaken = fresh.length > 1 && (await this.#takeTogether(fresh));
    const left = areTaken ? deliveries.filter(({ attempt }) => attempt > 1) : deliveries;
    for (const delivery of left) await this.#takeAlone(delivery);
  }

  /** Each is a span of its own trace; the work runs in the context of the first. False: nothing has happened. */
  async #takeTogether(deliveries: readonly Delivery[]): Promise<boolean> {
    const { tracing, logger } = this.options;
    const contexts = deliveries.map(({ context }) => tracing.enterSpan(context, this.#span));
    const end = (error?: unknown) => contexts.forEach(({ span }) => span?.end(error));
    try {
      const first = await runInContext(contexts[0]!, () => this.#handle(deliveries));
      end();
      this.#answer(deliveries, first);
      return true;
    } catch (error) {
      end(error);
      const { consumer } = this.handler;
      logger.warn({ err: error, consumer, events: deliveries.length }, 'events could not be handled together');
      if (!isAway(error)) return false;
      for (const delivery of deliveries) await this.#failed(delivery, error);
      return true;
    }
  }

  async #takeAlone(delivery: Delivery): Promise<void> {
    await runInContext(delivery.context, async () => {
      try {
        const first = await this.options.tracing.withSpan(delivery.context, this.#span, () => this.#handle([delivery]));
        this.#answer([delivery], first);
      } catch (error) {
        await this.#failed(delivery, error);
      }
    });
  }

  /** Returns those that were handled now, and not before. */
  async #handle(deliveries: readonly Delivery[]): Promise<Set<string>> {
    const { database } = this.options;
    const { subject, handle, confirm } = this.handler;
    const received = deliveries.map(({ message, eventId, attempt }): ReceivedEvent<EventSubject> => {
      return { event: eventMap[subject].fromJSON(message.json<unknown>()), eventId, attempt };
    });
    for (const { event } of received) await confirm?.(event);
    const eventIds = received.map(({ eventId }) => eventId);
    return database.asWorker(async (tx) => {
      const first = await firstTimes(tx, database.schema, this.handler, eventIds);
      const once = new Map(received.map((each) => [each.eventId, each]));
      const unknown = [...once.values()].filter(({ eventId }) => first.has(eventId));
      if (unknown.length > 0) await handle(unknown, tx);
      return first;
    });
  }

  #answer(deliveries: readonly Delivery[], first: Set<string>): void {
    for (const { message, eventId } of deliveries) {
      message.ack();
      this.options.onDone(this.handler.consumer, first.delete(eventId) ? 'handled' : 'repeated');
    }
  }

  async #failed({ message, eventId, attempt }: Delivery, error: unknown): Promise<void> {
    const { logger, retries, letters, onDone } = this.options;
    const { consumer, subject } = this.handler;
    const wait = retries.delaysMs[Math.min(attempt, retries.delaysMs.length) - 1] ?? 0;
    logger.warn({ err: error, consumer, eventId, attempt }, 'an event could not be handled');
    // An unavailable dependency is no fault of the event.
    if (isAway(error) || attempt <= retries.delaysMs.length) {
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
