import { randomUUID } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@polylogue/test-kit';
import { Redis } from 'ioredis';
import pg from 'pg';
import { fillDisk } from './disk.js';
import type { Ground } from './ground.js';
import { killAt } from './kill-at.js';
import type { Backing, Fault, Harm } from './plan.rules.js';

type Of<Kind extends Harm['kind']> = Extract<Harm, { kind: Kind }>;
const done = 'done';

/** Does harm to the product, and undoes what is to be undone. Answers what came of it. */
export class Harms {
  /** Faults of PostgreSQL follow each other: there are two servers in all. */
  #postgres: Promise<unknown> = Promise.resolve();

  constructor(private readonly ground: Ground) {}

  do(harm: Harm | Fault): Promise<string> {
    switch (harm.kind) {
      case 'kill':
        return killAt(this.ground, harm);
      case 'freeze':
        return this.#freeze(harm);
      case 'clock':
        return this.#clock(harm);
      case 'empty':
        return harm.backing === 'redis' ? this.#emptyRedis() : this.#emptyJetStream();
      case 'freeze backing':
        return harm.backing === 'postgres' ? this.#alone(() => this.#freezePostgres(harm)) : this.#freezeBacking(harm);
      case 'restart backing':
        return harm.backing === 'postgres' ? this.#alone(() => this.#restartPostgres()) : this.#restart(harm.backing);
      case 'fail over':
        return this.#alone(() => this.#failOver());
      case 'fill disk':
        return this.#alone(() => this.#fillDisk(harm));
    }
  }

  /** Resolves when everything is there again. */
  async heal(): Promise<void> {
    await this.#postgres;
    const { postgres, processesOf } = this.ground;
    await postgres.primary.start();
    await until(() => this.#writes(), { timeoutMs: 60_000, what: 'a commit of PostgreSQL' });
    const all = (['gateway', 'conversation', 'ai-dispatch', 'quality', 'scheduler', 'admin'] as const).flatMap(
      processesOf,
    );
    await Promise.all(all.map((replica) => replica.ready()));
  }

  #target({ slice, replica }: { slice: Of<'kill'>['slice']; replica: number }) {
    const all = this.ground.processesOf(slice);
    return all[replica % all.length]!;
  }

  #alone(work: () => Promise<string>): Promise<string> {
    const next = this.#postgres.then(work);
    this.#postgres = next.catch(() => undefined);
    return next;
  }

  async #freeze(harm: Of<'freeze'>): Promise<string> {
    const target = this.#target(harm);
    target.signal('SIGSTOP');
    await pause(harm.ms);
    target.signal('SIGCONT');
    return done;
  }

  async #clock(harm: Of<'clock'>): Promise<string> {
    const target = this.#target(harm);
    target.order({ clockMs: harm.byMs });
    await pause(harm.ms);
    target.order({ clockMs: 0 });
    return done;
  }

  async #emptyRedis(): Promise<string> {
    const redis = new Redis(this.ground.stack.backing.redis.url, { maxRetriesPerRequest: null });
    redis.on('error', () => {});
    try {
      await redis.flushall();
      return done;
    } finally {
      redis.disconnect();
    }
  }

  /** As if its disk were lost: what it holds is gone, and who is connected is cut off. */
  async #emptyJetStream(): Promise<string> {
    const { stack, folder } = this.ground;
    stack.processes['nats']!.kill();
    await pause(200);
    // At once: a server that has started again must not lose the files it has open, which no emptied store does.
    const store = join(folder, 'nats', 'jetstream');
    const emptied = join(folder, 'nats', `emptied-${randomUUID()}`);
    if (existsSync(store)) renameSync(store, emptied);
    await rm(emptied, { recursive: true, force: true });
    return done;
  }

  async #freezeBacking({ backing, ms }: Of<'freeze backing'>): Promise<string> {
    const server = this.ground.stack.processes[backing]!;
    server.kill('SIGSTOP');
    await pause(ms);
    server.kill('SIGCONT');
    return done;
  }

  #restart(backing: Backing): Promise<string> {
    this.ground.stack.processes[backing]!.kill();
    return Promise.resolve(done);
  }

  async #freezePostgres({ ms }: Of<'freeze backing'>): Promise<string> {
    const thaw = await this.ground.postgres.primary.freeze();
    await pause(ms);
    thaw();
    return done;
  }

  async #restartPostgres(): Promise<string> {
    const { primary } = this.ground.postgres;
    await primary.stop();
    await pause(1_000);
    await primary.start();
    return this.#untilItWrites();
  }

  async #failOver(): Promise<string> {
    const { postgres } = this.ground;
    await postgres.killPrimary();
    await pause(1_000);
    await postgres.promote();
    await this.#untilItWrites();
    await postgres.follow();
    return done;
  }

  async #fillDisk({ ms }: Of<'fill disk'>): Promise<string> {
    const { disks, postgres } = this.ground;
    if (!disks.areThere) return 'skipped: only root on Linux can mount a small disk';
    const { primary } = postgres;
    const makeRoom = await fillDisk(dirname(primary.data));
    await pause(ms);
    await makeRoom();
    const hasGivenUp = !primary.isRunning;
    await primary.start();
    await this.#untilItWrites();
    return hasGivenUp ? 'PostgreSQL gave up, and was started again' : done;
  }

  async #untilItWrites(): Promise<string> {
    await until(() => this.#writes(), { timeoutMs: 60_000, what: 'a commit of PostgreSQL' });
    return done;
  }

  async #writes(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.ground.postgres.primary.url,
      connectionTimeoutMillis: 2_000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(`SELECT pg_logical_emit_message(true, 'chaos', '')`);
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
