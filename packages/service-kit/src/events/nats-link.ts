import { connect, nanos, RetentionPolicy, StorageType, type ConnectionOptions, type NatsConnection } from 'nats';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logging/logger.js';
import { answerWithin } from '../timing/answer-within.js';

/** What shows whether the stream still is the one that took our events. */
export interface StreamState {
  created: string;
  firstSequence: number;
}

/** Longer than the outbox keeps sent rows: an event missing from the stream has been lost, not expired. */
const keepDays = 8;
const retryMs = 500;
const flushMs = 1_000;

/** The connection to NATS: opened in the background, reconnected for ever; creates the stream when it is missing. */
export class NatsLink {
  readonly stream: string;
  readonly #stopped = new AbortController();
  readonly #listeners = new Set<(connection: NatsConnection) => void>();
  /** What is to be closed, also while NATS is away. */
  #opened: NatsConnection | undefined;
  #connection: NatsConnection | undefined;
  #running: Promise<void> | undefined;

  constructor(
    private readonly options: {
      url: string;
      /** Of the NATS user that is named like the slice; without one the credentials of the URL are used. */
      password?: string;
      prefix: string;
      replicas?: number;
      name: string;
      logger: Logger;
    },
  ) {
    this.stream = options.prefix.toUpperCase();
  }

  /** The open connection, or undefined while NATS is away. */
  get connection(): NatsConnection | undefined {
    return this.#connection;
  }

  /** The subject as NATS sees it: under the prefix. */
  wireSubject(subject: string): string {
    return `${this.options.prefix}.${subject}`;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Calls back now when connected, and after every connect and reconnect. Returns a function that stops it. */
  onConnected(listener: (connection: NatsConnection) => void): () => void {
    this.#listeners.add(listener);
    if (this.#connection) listener(this.#connection);
    return () => this.#listeners.delete(listener);
  }

  /** Makes sure that the stream exists. */
  async ensureStream(): Promise<StreamState> {
    const connection = this.#connection;
    if (!connection) throw new Error('NATS is not connected');
    const manager = await connection.jetstreamManager({ checkAPI: false });
    const info = await manager.streams.info(this.stream).catch((error: unknown) => {
      if (!/not found/i.test(String(error))) throw error;
      return manager.streams.add({
        name: this.stream,
        subjects: [`${this.options.prefix}.>`],
        retention: RetentionPolicy.Limits,
        storage: StorageType.File,
        num_replicas: this.options.replicas ?? 1,
        max_age: nanos(keepDays * 86_400_000),
        duplicate_window: nanos(120_000),
      });
    });
    return { created: info.created, firstSequence: info.state.first_seq };
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    const connection = this.#connection;
    // What was given back must arrive before the connection goes.
    if (connection) await answerWithin(flushMs, connection.flush(), 'NATS did not answer').catch(() => undefined);
    await this.#opened?.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    let complained = false;
    while (!this.#stopped.signal.aborted) {
      const { url, password, name, logger } = this.options;
      try {
        const connection = await connect({
          ...addressOf(url),
          ...(password && { user: name, pass: password }),
          // The only answers that the user of a slice may receive are its own.
          inboxPrefix: `_INBOX.${name}`,
          name,
          timeout: 2_000,
          maxReconnectAttempts: -1,
          reconnectTimeWait: retryMs,
          pingInterval: 10_000,
          // Else each event sent makes three errors, with their stacks, that are thrown away when it is answered.
          noAsyncTraces: true,
        });
        complained = false;
        await this.#serve(connection);
      } catch (error) {
        if (!complained) logger.warn({ err: error }, 'NATS does not answer; events wait in the outbox');
        complained = true;
      }
      await sleep(retryMs, undefined, { signal: this.#stopped.signal }).catch(() => undefined);
    }
  }

  async #serve(connection: NatsConnection): Promise<void> {
    if (this.#stopped.signal.aborted) return connection.close();
    this.#opened = connection;
    this.#connection = connection;
    this.#notify(connection);
    // The status iterator does not end with its connection: it is left to the garbage collector.
    void this.#follow(connection);
    await connection.closed();
    this.#connection = undefined;
  }

  async #follow(connection: NatsConnection): Promise<void> {
    for await (const { type, data, permissionContext } of connection.status()) {
      if (permissionContext) this.options.logger.error({ ...permissionContext, err: data }, 'NATS refused a subject');
      if (type === 'disconnect') this.#connection = undefined;
      if (type === 'reconnect') {
        this.#connection = connection;
        this.#notify(connection);
      }
    }
  }

  #notify(connection: NatsConnection): void {
    for (const listener of this.#listeners) listener(connection);
  }
}

/** NATS takes credentials and TLS beside the address, not in it. */
function addressOf(url: string): Pick<ConnectionOptions, 'servers' | 'tls' | 'user' | 'pass' | 'token'> {
  const { protocol, host, username, password } = new URL(url);
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  const tls = protocol === 'tls:' ? { tls: {} } : {};
  if (!user) return { servers: host, ...tls };
  return pass ? { servers: host, user, pass, ...tls } : { servers: host, token: user, ...tls };
}
