import { setTimeout as sleep } from 'node:timers/promises';
import { AckPolicy, DeliverPolicy, nanos, type ConsumerMessages, type JsMsg, type Subscription } from 'nats';
import { answerWithin } from '../timing/answer-within.js';
import type { NamedHandler } from './consumes.js';
import { EventProcessor, type EventProcessorOptions } from './event-processor.js';
import type { NatsLink } from './nats-link.js';
import { PeriodicTask } from '../timing/periodic-task.js';

const maxBatch = 64;
/** How long the first event of a batch waits for others; no request waits for the effects. */
const gatherMs = 50;
const drainMs = 2_000;

/** Pulls one subject for one handler from a durable consumer. Delivered at least once, handled once. */
export class EventConsumer {
  readonly #pulling: PeriodicTask;
  readonly #taker: EventProcessor;
  #batch: ConsumerMessages | undefined;
  #stopped = false;

  constructor(
    private readonly handler: NamedHandler,
    private readonly options: EventProcessorOptions & { link: NatsLink },
  ) {
    this.#taker = new EventProcessor(handler, options);
    this.#pulling = new PeriodicTask({
      everyMs: 1_000,
      work: () => this.#pull(),
      onError: (error) => this.#warn(error),
    });
  }

  start(): void {
    this.options.link.onConnected(() => this.#pulling.nudge());
    this.#pulling.start(true);
  }

  /** Ends after the events under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([this.#endBatch(), this.#pulling.stop()]);
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
      this.#batch = await consumer.fetch({ max_messages: maxBatch, expires: 10_000 });
      if (this.#stopped) void this.#endBatch();
      await (this.handler.isMany ? this.#takeGathered(this.#batch) : this.#takeEach(this.#batch));
    }
    return false;
  }

  /**
   * Closed at once, a batch loses the events that NATS is just sending: no consumer would be given them for 30 s. Drained, it
   * hands them over, and they are given back.
   */
  async #endBatch(): Promise<void> {
    const batch = this.#batch;
    if (!batch) return;
    // The batch has no way of its own to do this.
    const { sub } = batch as unknown as { sub: Subscription };
    await answerWithin(drainMs, sub.drain(), 'NATS did not answer').catch(() => undefined);
    batch.close().catch(() => undefined);
  }

  async #takeEach(batch: ConsumerMessages): Promise<void> {
    for await (const message of this.#untilStopped(batch)) await this.#taker.take([message]);
  }

  /** Handles as one batch what has arrived while the last batch was handled. */
  async #takeGathered(batch: ConsumerMessages): Promise<void> {
    const waiting: JsMsg[] = [];
    const takeAll = async () => {
      await sleep(gatherMs);
      while (waiting.length > 0) await this.#taker.take(waiting.splice(0));
    };
    let taking: Promise<void> | undefined;
    for await (const message of this.#untilStopped(batch)) {
      waiting.push(message);
      taking ??= takeAll()
        .catch((error: unknown) => this.#warn(error))
        .finally(() => (taking = undefined));
    }
    await taking;
  }

  async *#untilStopped(batch: ConsumerMessages): AsyncGenerator<JsMsg> {
    for await (const message of batch) {
      // Read to its end even so: a batch left halfway never closes. The next fetch gets these.
      if (this.#stopped) message.nak();
      else yield message;
    }
  }

  #warn(error: unknown): void {
    this.options.logger.warn({ err: error, consumer: this.handler.consumer }, 'events could not be fetched from NATS');
  }
}
