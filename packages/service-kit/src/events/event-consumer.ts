import { setTimeout as sleep } from 'node:timers/promises';
import {
  AckPolicy,
  ConsumerDebugEvents,
  ConsumerEvents,
  DeliverPolicy,
  nanos,
  type Consumer,
  type ConsumerMessages,
  type ConsumerStatus,
  type JsMsg,
  type NatsConnection,
  type Subscription,
} from 'nats';
import { answerWithin } from '../timing/answer-within.js';
import type { NamedHandler } from './consumes.js';
import { EventProcessor, type EventProcessorOptions } from './event-processor.js';
import type { NatsLink } from './nats-link.js';
import { PeriodicTask } from '../timing/periodic-task.js';

/** How many events NATS hands over before the first of them is handled, and how many one transaction handles at most. */
const maxBatch = 64;
/** Within two of its halves it is noticed that NATS forgot a request. */
const defaultRequestMs = 10_000;
/** How long the first event of a batch waits for others; no request waits for the effects. */
const gatherMs = 50;
const drainMs = 2_000;

/** What an {@link EventConsumer} works with. */
export interface EventConsumerOptions extends EventProcessorOptions {
  link: NatsLink;
  /** How long NATS keeps a request for events open before the next one; when it says nothing for as long, all begins anew. */
  requestMs?: number;
}

/**
 * Pulls one subject for one handler from a durable consumer. Delivered at least once, handled once.
 *
 * One subscription receives what any number of requests bring. It is never closed before NATS has said that nothing more comes:
 * an event that arrives without it is lost until NATS misses its acknowledgement, after 30 s.
 */
export class EventConsumer {
  readonly #pulling: PeriodicTask;
  readonly #taker: EventProcessor;
  #connection: NatsConnection | undefined;
  #messages: ConsumerMessages | undefined;
  #stopped = false;

  constructor(
    private readonly handler: NamedHandler,
    private readonly options: EventConsumerOptions,
  ) {
    this.#taker = new EventProcessor(handler, options);
    this.#pulling = new PeriodicTask({
      everyMs: 1_000,
      work: () => this.#pull(),
      onError: (error) => this.#warn(error),
    });
  }

  start(): void {
    this.options.link.onConnected((connection) => {
      this.#pulling.nudge();
      // The server of a new connection knows no earlier request.
      void this.#end();
      if (this.#connection === connection) return;
      this.#connection = connection;
      void connection.closed().then(() => this.#messages?.close());
    });
    this.#pulling.start('at once');
  }

  /** Ends after the events under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([this.#endWithin(drainMs), this.#pulling.stop()]);
  }

  /** Until the connection is another, NATS says nothing any more, or this is stopped. */
  async #pull(): Promise<void> {
    const { link, requestMs = defaultRequestMs } = this.options;
    const { connection } = link;
    if (!connection) return;
    const consumer = await this.#ensureConsumer(connection);
    if (this.#stopped || link.connection !== connection) return;
    const messages = await consumer.consume({
      max_messages: maxBatch,
      expires: requestMs,
      // The next run makes it again.
      abort_on_missing_resource: true,
    });
    this.#messages = messages;
    void this.#follow(messages);
    if (this.#stopped) void this.#endWithin(drainMs);
    await (this.handler.isMany ? this.#takeGathered(messages) : this.#takeEach(messages));
  }

  async #ensureConsumer(connection: NatsConnection): Promise<Consumer> {
    const { link } = this.options;
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
    return connection.jetstream().consumers.get(link.stream, durable);
  }

  /** The library would ask again beside the earlier requests, and go on with one more of them for ever. */
  async #follow(messages: ConsumerMessages): Promise<void> {
    for await (const status of await messages.status()) if (isForgotten(status)) await this.#end();
  }

  /** NATS hands over what is on its way and says when that is all; without an answer it ends with the connection. */
  async #end(): Promise<void> {
    // The messages have no way of their own to do this.
    const { sub } = (this.#messages ?? {}) as { sub?: Subscription };
    await sub?.drain().catch(() => undefined);
  }

  async #endWithin(ms: number): Promise<void> {
    const messages = this.#messages;
    await answerWithin(ms, this.#end(), 'NATS did not answer').catch(() => undefined);
    messages?.close().catch(() => undefined);
  }

  async #takeEach(messages: ConsumerMessages): Promise<void> {
    for await (const message of this.#untilStopped(messages)) await this.#taker.take([message]);
  }

  /** Handles as one batch what has arrived while the last batch was handled. */
  async #takeGathered(messages: ConsumerMessages): Promise<void> {
    const waiting: JsMsg[] = [];
    const takeAll = async () => {
      await sleep(gatherMs);
      while (waiting.length > 0) await this.#taker.take(waiting.splice(0));
    };
    let taking: Promise<void> | undefined;
    try {
      for await (const message of this.#untilStopped(messages)) {
        waiting.push(message);
        taking ??= takeAll()
          .catch((error: unknown) => this.#warn(error))
          .finally(() => (taking = undefined));
        if (waiting.length >= maxBatch) await taking;
      }
    } finally {
      await taking;
    }
  }

  async *#untilStopped(messages: ConsumerMessages): AsyncGenerator<JsMsg> {
    for await (const message of messages) {
      // Read to the end even so: who comes next is given these at once.
      if (this.#stopped) message.nak();
      else yield message;
    }
  }

  #warn(error: unknown): void {
    this.options.logger.warn({ err: error, consumer: this.handler.consumer }, 'events could not be fetched from NATS');
  }
}

/** Heartbeats that do not come, or a server that says it leaves: nothing more comes of what was requested. */
function isForgotten({ type, data }: ConsumerStatus): boolean {
  if (type === ConsumerEvents.HeartbeatsMissed) return true;
  return type === ConsumerDebugEvents.DebugEvent && String(data).startsWith('409');
}
