import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import {
  CONFIG,
  currentContext,
  Database,
  Drain,
  Events,
  newContext,
  runInContext,
  type RequestContext,
  ProcessIdentity,
} from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';
import { progressed } from './execution-events.js';
import type { StartedExecution } from './execution.entity.js';
import { Lateness } from './lateness.js';
import { QueryRuns } from './query-runs.service.js';
import { RunsRepository } from './runs.repository.js';
import { RunnerService } from './runner.service.js';
import { WakeUps } from './wake-ups.service.js';

const maxAtOnce = 1_000;
/** A wake-up may be this early when the clocks of two machines differ; it waits then. */
const maxEarlyMs = 30_000;
const handOnMs = 100;
/** Runs begun in one turn of the event loop, so that heartbeats and answers are not held up. */
const maxPerTurn = 50;

interface Waiting {
  id: number;
  /** The request context of its wake-up. */
  context: RequestContext | undefined;
  /** With the milliseconds until it is due, when it is not due yet. */
  settle: (waitMs: number | undefined) => void;
  fail: (error: unknown) => void;
}

/** A run whose lease is held, and the context of its wake-up; runs claimed along with it have none. */
interface Started {
  execution: StartedExecution;
  context: RequestContext | undefined;
}

/** Begins runs whose wake-up came, and all others that are due: one statement claims many. */
@Injectable()
export class StartsService {
  readonly #waiting: Waiting[] = [];
  #claiming: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly repository: RunsRepository,
    private readonly runner: RunnerService,
    private readonly runs: QueryRuns,
    private readonly identity: ProcessIdentity,
    private readonly wakeUps: WakeUps,
    private readonly drain: Drain,
    private readonly lateness: Lateness,
    @Inject(CONFIG) private readonly config: SchedulerConfig,
  ) {}

  /** Resolves once it is decided which process runs it; the run itself goes on in the background. */
  async begin(id: number): Promise<void> {
    // A paused queue may still deliver a job.
    if (this.drain.signal.aborted) return void (await this.wakeUps.addAgain([{ id, waitMs: handOnMs }]));
    if (this.runs.has(id)) return;
    const waitMs = await this.#claim(id);
    if (waitMs === undefined || waitMs > maxEarlyMs) return;
    await sleep(Math.ceil(waitMs));
    await this.#claim(id);
  }

  #claim(id: number): Promise<number | undefined> {
    return new Promise((settle, fail) => {
      this.#waiting.push({ id, context: currentContext(), settle, fail });
      this.#claiming ??= this.#claimAll();
    });
  }

  async #claimAll(): Promise<void> {
    try {
      // All wake-ups of this turn are claimed together; those that come while runs begin are claimed after them.
      for (await new Promise(setImmediate); this.#waiting.length > 0;) await this.#claimWaiting();
    } finally {
      // In the same turn as the last check of the list: a later wake-up then starts a new loop.
      this.#claiming = undefined;
    }
  }

  async #claimWaiting(): Promise<void> {
    const started: Started[] = [];
    while (this.#waiting.length > 0) {
      // Extending the leases already held comes before claiming more.
      await this.runs.keepUp();
      const free = this.runs.free - started.length;
      if (free <= 0) {
        await this.#runAll(started);
        await this.runs.oneSettled();
        continue;
      }
      const batch = this.#waiting.splice(0, Math.min(maxAtOnce, free));
      try {
        const waits = await this.#start(batch, Math.min(maxAtOnce, free - batch.length), started);
        for (const { id, settle } of batch) settle(waits.get(id));
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
    }
    // Only after all are claimed: the work of the first would delay the claim of the last.
    await this.#runAll(started);
  }

  async #runAll(started: Started[]): Promise<void> {
    if (started.length > 0) this.events.nudge();
    while (started.length > 0) {
      for (const { execution, context = newContext() } of started.splice(0, maxPerTurn)) {
        runInContext(context, () => this.runner.run(execution));
      }
      await new Promise(setImmediate);
      await this.runs.keepUp();
    }
  }

  /** Claims a batch and up to `further` others. Returns how long to wait for those of the batch that are not due. */
  async #start(batch: readonly Waiting[], further: number, started: Started[]): Promise<Map<number, number>> {
    const { SCHEDULER_LEASE_SECONDS: lease, SCHEDULER_RUN_SECONDS: run } = this.config;
    const times = { leaseMs: lease * 1000, runMs: run * 1000 };
    const ids = batch.map(({ id }) => id);
    const claimedAt = performance.now();
    const { rows, early } = await this.database.asWorker(async (tx) => {
      const begun = await this.repository.start(tx, ids, this.identity.owner, times, further);
      await this.repository.publish(tx, begun.map(progressed));
      const taken = new Set(begun.map(({ id }) => id));
      const others = ids.filter((id) => !taken.has(id));
      return { rows: begun, early: others.length > 0 ? await this.repository.waits(tx, others) : [] };
    });
    this.runs.hold(
      rows.map(({ id }) => id),
      claimedAt,
    );
    this.lateness.observe(rows);
    const contexts = new Map(batch.map(({ id, context }) => [id, context]));
    started.push(...rows.map((execution) => ({ execution, context: contexts.get(execution.id) })));
    return new Map(early.map(({ id, waitMs }) => [id, waitMs]));
  }
}
