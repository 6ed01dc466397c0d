import { Injectable } from '@nestjs/common';
import { Events, type Transaction } from '@polylogue/service-kit';
import type { StopReason } from './suite.entity.js';
import { stopSentences } from './suites.errors.js';

/** What came of a run by schedule. */
export interface RunOutcome {
  /** Cases that got worse, and those with a verdict. */
  worse: number;
  decided: number;
  /** Why it stopped before its end. */
  reason: StopReason | undefined;
}

/** Says that a suite got worse, or could not run, to those who are not looking. */
@Injectable()
export class SuiteAlarms {
  constructor(private readonly events: Events) {}

  /** In the transaction that ends the run: what is told is told once. */
  async raise(
    tx: Transaction,
    { id: runId, suiteId, userId }: { id: string; suiteId: string; userId: string },
    { worse, decided, reason }: RunOutcome,
  ): Promise<void> {
    if (worse === 0 && !reason) return;
    const stopSentence = reason && stopSentences[reason];
    const event = { suiteId, runId, userId, worse, decided, stopSentence };
    await this.events.in(tx).publish('quality.suite_alarmed.v1', event, { aggregateId: suiteId });
  }
}
