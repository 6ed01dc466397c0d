import { Injectable } from '@nestjs/common';
import { isUuid, type SuiteGap } from '@polylogue/proto';
import { Database, type Caller } from '@polylogue/service-kit';
import type { CaseRow as BacktestCaseRow } from '../backtests/backtest.entity.js';
import { backtestNotFound } from '../backtests/backtests.errors.js';
import { BacktestsRepository } from '../backtests/backtests.repository.js';
import { CasesRepository } from '../backtests/cases.repository.js';
import { SampleRoundsClient } from '../clients/sample-rounds.client.js';
import type { NewCase } from './suite.entity.js';
import { noVerdict } from './suites.errors.js';
import { suiteLimits } from './suite-request.rules.js';

/** Contexts that are read at a time: each may be long. */
const atOnce = 4;

/** The rounds of a backtest as cases of a suite. */
@Injectable()
export class FrozenCases {
  constructor(
    private readonly backtests: BacktestsRepository,
    private readonly cases: CasesRepository,
    private readonly rounds: SampleRoundsClient,
    private readonly database: Database,
  ) {}

  /** Each stands for the record of what was sent, which stays in its conversation. Rounds that are gone are left out. */
  async ofBacktest({ userId }: Caller, backtestId: string): Promise<{ cases: NewCase[]; leftOut: SuiteGap[] }> {
    const rows = await this.database.asUser(userId, async (tx) => {
      const [found] = isUuid(backtestId) ? await this.backtests.list(tx, userId, backtestId) : [];
      if (!found) throw backtestNotFound();
      return this.cases.list(tx, userId, backtestId, { limit: suiteLimits.cases });
    });
    const made: NewCase[] = [];
    for (let start = 0; start < rows.length; start += atOnce) {
      const some = rows.slice(start, start + atOnce).map((row) => this.#caseOf(userId, row));
      made.push(...(await Promise.all(some)).flat());
    }
    const gone = rows.length - made.length;
    return { cases: made, leftOut: gone > 0 ? [{ what: 'rounds', reason: noVerdict.gone, count: gone }] : [] };
  }

  async #caseOf(
    userId: string,
    { broadcastId, conversationId, messageId, question }: BacktestCaseRow,
  ): Promise<NewCase[]> {
    const context = question === null ? undefined : await this.rounds.contextOf(userId, messageId);
    if (!context || question === null) return [];
    const contextBytes = context.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
    return [{ broadcastId, conversationId, messageId, messages: [], question, contextBytes, assertions: [] }];
  }
}
