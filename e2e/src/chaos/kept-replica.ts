import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startReplica, type Discovery, type Replica } from '@polylogue/test-kit/cluster';
import type { ArmedPoint, Order } from './points.rules.js';

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
const reachMs = 6_000;

/** A process of a slice that is started again wherever it ends, as Kubernetes does with a container: at the same address. */
export class KeptReplica {
  readonly #log: number;
  readonly #hits: string;
  #current: Replica;
  #isReady = false;
  #isStopping = false;

  constructor(private readonly options: KeptReplicaOptions) {
    const { folder, slice, replica } = options;
    this.#log = openSync(join(folder, 'logs', `${slice}-${replica}.log`), 'a');
    this.#hits = join(folder, `${slice}-${replica}.hits`);
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

  /** Ends it as `kill -9` does: at the point, or where it stands if it does not come there within some seconds. */
  async killAt(point: ArmedPoint): Promise<string> {
    await this.#untilReady();
    const { process: child } = this.#current;
    this.order({ arm: point });
    if (point.name === 'release') child.kill('SIGTERM');
    const until = performance.now() + reachMs;
    while (isAlive(child) && performance.now() < until) await pause(20);
    if (isAlive(child)) {
      child.kill('SIGKILL');
      return 'did not come there; killed where it stood';
    }
    const hits = readHits(this.#hits);
    return hits.includes(String(child.pid)) ? 'killed there' : 'ended by itself before it came there';
  }

  stop(): void {
    this.#isStopping = true;
    this.#current.kill();
  }

  async #untilReady(): Promise<void> {
    const until = performance.now() + orderMs;
    while (!this.#isReady && performance.now() < until) await pause(50);
  }

  #start(): Replica {
    const { slice, host, healthPort, environment, discovery } = this.options;
    const started = startReplica({
      slice,
      host,
      healthPort,
      environment: { ...environment, CHAOS_HITS: this.#hits },
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
      },
      // It ended, and is started again; or it is frozen, or waits for what it needs, and is killed as a probe would do.
      () => void started.process.kill('SIGKILL'),
    );
    return started;
  }
}

const isAlive = ({ exitCode, signalCode }: Replica['process']) => exitCode === null && signalCode === null;

function readHits(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}
