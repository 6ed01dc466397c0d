import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Database, Drain, Events, LOGGER, type Transaction } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';
import { scheduleOf } from '../saved-queries/saved-query.entity.js';
import { ClaimsRepository, type DueQuery, type FailedSlot } from './claims.repository.js';
import { dueSlots, missedSentence, type DueSlots } from './due-slots.rules.js';
import { finished } from './execution-facts.js';
import { Leases } from './leases.service.js';
import { RunsRepository } from './runs.repository.js';
import { WakeUps, type WakeUp } from './wake-ups.service.js';

export const overlapSentence = 'Skipped: previous run still active';
const unreadable = 'The next run could not be computed. Open the query and save its schedule again.';

/** Turns slots that come into runs, once, whichever replica looks first. */
@Injectable()
export class ClaimsService {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly claims: ClaimsRepository,
    private readonly runs: RunsRepository,
    private readonly leases: Leases,
    private readonly wakeUps: WakeUps,
    private readonly drain: Drain,
    @Inject(CONFIG) private readonly config: SchedulerConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Claims all that is due now or within the next seconds, and asks for it to be woken at its slot. */
  async claimDue(): Promise<number> {
    let count = 0;
    for (;;) {
      if (this.drain.signal.aborted) return count;
      await this.leases.keepUp();
      const { due, wakeUps } = await this.database.asWorker((tx) => this.#claim(tx));
      await this.wakeUps.add(wakeUps);
      count += wakeUps.length;
      if (due < this.config.SCHEDULER_CLAIM_BATCH) return count;
    }
  }

  async #claim(tx: Transaction): Promise<{ due: number; wakeUps: WakeUp[] }> {
    const { SCHEDULER_AHEAD_SECONDS: ahead, SCHEDULER_CLAIM_BATCH: batch } = this.config;
    const due = await this.claims.findDue(tx, ahead * 1000, batch);
    const decided = due.map((query) => ({ query, slots: this.#decide(query) }));
    const wanted = decided.flatMap(({ query, slots }) => (slots?.run ? [{ id: query.id, slot: slots.run }] : []));
    const claimed = await this.claims.insertRuns(tx, wanted);
    const taken = new Set(claimed.map(({ savedQueryId }) => savedQueryId));
    const failed: FailedSlot[] = [
      ...wanted.filter(({ id }) => !taken.has(id)).map((slot) => ({ ...slot, reason: overlapSentence })),
      ...decided.flatMap(({ query, slots }) => missedOf(query, slots)),
    ];
    for (const each of await this.claims.insertFailed(tx, failed)) {
      const end = { status: 'failed', trigger: 'scheduled', successful: 0, total: each.total } as const;
      await this.runs.publish(tx, [finished(each, end)]);
    }
    await this.claims.moveOn(
      tx,
      decided.map(({ query, slots }) => ({ id: query.id, next: slots?.next ?? null })),
    );
    if (failed.length > 0) this.events.nudge();
    const now = due[0]?.now.getTime() ?? 0;
    return { due: due.length, wakeUps: claimed.map(({ id, slot }) => ({ id, waitMs: slot.getTime() - now })) };
  }

  #decide(query: DueQuery): DueSlots | undefined {
    try {
      return dueSlots(scheduleOf(query), query.nextRunAt, query.now);
    } catch (error) {
      // One schedule that today's time zones cannot read must not stop the others.
      this.logger.error({ err: error, savedQueryId: query.id }, 'a schedule could not be computed');
      return undefined;
    }
  }
}

function missedOf({ id, nextRunAt }: DueQuery, slots: DueSlots | undefined): FailedSlot[] {
  if (!slots) return [{ id, slot: nextRunAt, reason: unreadable }];
  return slots.missed ? [{ id, slot: slots.missed.newest, reason: missedSentence(slots.missed) }] : [];
}
