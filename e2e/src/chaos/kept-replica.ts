import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startReplica, type Discovery, type Replica } from '@polylogue/test-kit/cluster';
import type { Arming, Order } from './points.rules.js';

/** What a process of a slice is started with. */
export interface KeptReplicaOptions {
  slice: string;
  replica: number;
  host: string;
  healthPort: number;
  environment: NodeJS.ProcessEnv;
  /** For its log. */
  folder: string;
  discovery: Discovery;
}

const startAgainMs = 500;
const orderMs = 20_000;

/** A process of a slice that is started again wherever it ends, as Kubernetes does with a container: at the same address. */
export class KeptReplica {
  readonly #log: number;
  readonly #armed = new Map<string, Arming>();
  #current: Replica;
  #isReady = false;
  #isStopping = false;

  constructor(private readonly options: KeptReplicaOptions) {
    const { folder, slice, replica } = options;
    this.#log = openSync(join(folder, 'logs', `${slice}-${replica}.log`), 'a');
    this.#current = this.#start();
  }

  async ready(): Promise<void> {
    const until = performance.now() + 3 * orderMs;
    while (!this.#isReady && performance.now() < until) await pause(50);
    if (!this.#isReady) throw new Error(`${this.options.slice}/${this.options.replica} is not ready`);
  }

  signal(signal: NodeJS.Signals): void {
    this.#current.process.kill(signal);
  }

  order(order: Order): void {
    if (this.#current.process.connected) this.#current.process.send(order, () => {});
  }

  get pid(): number | undefined {
    return this.#current.process.pid;
  }

  /** It dies when it comes there, also when it is started again until then. */
  arm(arming: Arming): void {
    this.#armed.set(arming.id, arming);
    this.order({ arm: arming });
  }

  disarm(id: string): void {
    this.#armed.delete(id);
    this.order({ disarm: id });
  }

  stop(): void {
    this.#isStopping = true;
    this.#current.kill();
  }

  #start(): Replica {
    const { slice, host, healthPort, environment, discovery, folder } = this.options;
    const started = startReplica({
      slice,
      host,
      healthPort,
      environment: { ...environment, CHAOS_HITS: join(folder, 'hits') },
      stdio: ['ignore', this.#log, this.#log, 'ipc'],
    });
    started.process.once('exit', () => {
      if (this.#isReady) discovery.remove(slice, host);
      this.#isReady = false;
      if (this.#isStopping) return;
      void pause(startAgainMs).then(() => {
        if (!this.#isStopping) this.#current = this.#start();
      });
    });
    void started.ready().then(
      () => {
        if (!isAlive(started.process)) return;
        discovery.add(slice, host);
        this.#isReady = true;
        for (const arming of this.#armed.values()) this.order({ arm: arming });
      },
      // It ended, and is started again; or it is frozen, or waits for what it needs, and is killed as a probe would do.
      () => void started.process.kill('SIGKILL'),
    );
    return started;
  }
}

const isAlive = ({ exitCode, signalCode }: Replica['process']) => exitCode === null && signalCode === null;
