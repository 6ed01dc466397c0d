import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Database, Drain, Events } from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';
import { progressed } from './execution-facts.js';
import type { StartedExecution } from './execution.entity.js';
import { ProcessIdentity } from './process-identity.js';
import { RunsRepository } from './runs.repository.js';
import { RunnerService } from './runner.service.js';
import { WakeUps } from './wake-ups.service.js';

const mostAtOnce = 250;
/** A wake-up may be this early when the clocks of two machines differ; it waits then. */
const mostEarlyMs = 30_000;
const handOnMs = 100;

interface Waiting {
  id: number;
  settle: (started: StartedExecution | undefined) => void;
  fail: (error: unknown) => void;
}

/** Begins runs whose wake-up came. Those that come together are claimed in one statement. */
@Injectable()
export class StartsService {
  readonly #waiting: Waiting[] = [];
  #claiming: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly runs: RunsRepository,
    private readonly runner: RunnerService,
    private readonly identity: ProcessIdentity,
    private readonly wakeUps: WakeUps,
    private readonly drain: Drain,
    @Inject(CONFIG) private readonly config: SchedulerConfig,
  ) {}

  /** Resolves once it is decided who runs it; the run itself goes on by itself. */
  async begin(id: number): Promise<void> {
    // A queue that is paused may still hand one out.
    if (this.drain.signal.aborted) return void (await this.wakeUps.add([{ id, waitMs: handOnMs }], true));
    await this.runner.room();
    const started = (await this.#claim(id)) ?? (await this.#claimWhenDue(id));
    if (started) this.runner.run(started);
  }

  async #claimWhenDue(id: number): Promise<StartedExecution | undefined> {
    const [early] = await this.database.asWorker((tx) => this.runs.waits(tx, [id]));
    if (!early || early.waitMs > mostEarlyMs) return undefined;
    await sleep(Math.ceil(early.waitMs));
    return this.#claim(id);
  }

  #claim(id: number): Promise<StartedExecution | undefined> {
    return new Promise((settle, fail) => {
      this.#waiting.push({ id, settle, fail });
      this.#claiming ??= this.#claimAll().finally(() => (this.#claiming = undefined));
    });
  }

  async #claimAll(): Promise<void> {
    // Whatever else arrived in this turn goes along.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, mostAtOnce);
      try {
        const started = await this.#start(batch.map(({ id }) => id));
        for (const { id, settle } of batch) settle(started.get(id));
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
    }
  }

  async #start(ids: readonly number[]): Promise<Map<number, StartedExecution>> {
    const { SCHEDULER_LEASE_SECONDS: lease, SCHEDULER_RUN_SECONDS: run } = this.config;
    const started = await this.database.asWorker(async (tx) => {
      const rows = await this.runs.start(tx, ids, this.identity.owner, lease * 1000, run * 1000);
      await this.runs.publish(tx, rows.map(progressed));
      return rows;
    });
    if (started.length > 0) this.events.nudge();
    return new Map(started.map((each) => [each.id, each]));
  }
}
