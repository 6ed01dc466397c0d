import { Injectable } from '@nestjs/common';
import { isUuid, type BacktestCase, type BacktestCaseTexts } from '@polylogue/proto';
import { Database, type Caller, type Transaction } from '@polylogue/service-kit';
import { RepliesClient } from '../clients/replies.client.js';
import type { BacktestRow, CaseRow } from './backtest.entity.js';
import { toCase } from './backtest.mapper.js';
import * as errors from './backtests.errors.js';
import { BacktestsRepository } from './backtests.repository.js';
import { CasesRepository, type CasesWanted } from './cases.repository.js';
import { areHidden } from './pairs.rules.js';
import { backtestLimits } from './request.rules.js';

/** A page of cases, and what the next one is after. */
export interface CasesPage {
  cases: BacktestCase[];
  next: number | undefined;
}

/** Cases of backtests, to read. */
@Injectable()
export class BacktestCasesService {
  constructor(
    private readonly backtests: BacktestsRepository,
    private readonly cases: CasesRepository,
    private readonly replies: RepliesClient,
    private readonly database: Database,
  ) {}

  async list(caller: Caller, id: string, { limit, ...wanted }: CasesWanted): Promise<CasesPage> {
    const size = Math.min(Math.max(limit, 1), backtestLimits.page);
    const { rows } = await this.#read(caller, id, { ...wanted, limit: size + 1 });
    const page = rows.slice(0, size);
    return { cases: page.map(toCase), next: rows.length > size ? page.at(-1)?.number : undefined };
  }

  /** The losses with the greatest margin, worst first. */
  async worst(caller: Caller, id: string): Promise<CasesPage> {
    const { rows } = await this.#read(caller, id, { outcome: 'loss', limit: backtestLimits.worst, isByMargin: true });
    return { cases: rows.map(toCase), next: undefined };
  }

  /** One with its texts: those of the round are its owner's in conversation, and gone where it was deleted. */
  async get(caller: Caller, id: string, number: number): Promise<BacktestCaseTexts> {
    const { rows, isHidden } = await this.#read(caller, id, { number, limit: 1, withAnswers: true });
    if (isHidden) throw errors.caseIsHidden();
    const [row] = rows;
    if (!row) throw errors.caseNotFound();
    const { answer, ...figures } = toCase(row);
    const [reply] = await this.replies.read(caller.userId, [row.messageId]);
    return { case: figures, question: reply?.question, baseline: reply?.content, candidate: answer };
  }

  /** None while people compare: each says whose reply is whose. */
  #read({ userId }: Caller, id: string, wanted: CasesWanted): Promise<{ rows: CaseRow[]; isHidden: boolean }> {
    return this.database.asUser(userId, async (tx) => {
      const isHidden = areHidden(await this.#find(tx, userId, id));
      return { rows: isHidden ? [] : await this.cases.list(tx, userId, id, wanted), isHidden };
    });
  }

  async #find(tx: Transaction, userId: string, id: string): Promise<BacktestRow> {
    const [found] = isUuid(id) ? await this.backtests.list(tx, userId, id) : [];
    if (!found) throw errors.backtestNotFound();
    return found;
  }
}
