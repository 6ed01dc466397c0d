import { Injectable } from '@nestjs/common';
import type { Backtest, NextBacktestPair, PairChoice } from '@polylogue/api-contract';
import { CatalogService } from '../ai-services/catalog.service.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { toBacktest } from './backtests.mapper.js';
import { toNextPair } from './people.mapper.js';

/** People compare the replies of a backtest: quality names neither side. */
@Injectable()
export class BacktestPairsService {
  constructor(
    @InjectClient('backtestPairs') private readonly pairs: ClientOf<'backtestPairs'>,
    private readonly catalog: CatalogService,
  ) {}

  async next(id: string): Promise<NextBacktestPair> {
    return toNextPair(await this.pairs.getNextBacktestPair({ id }));
  }

  async choose(id: string, number: number, choice: PairChoice): Promise<NextBacktestPair> {
    return toNextPair(await this.pairs.chooseInBacktestPair({ id, number, choice }));
  }

  async end(id: string): Promise<Backtest> {
    const [backtest, labelOf] = await Promise.all([this.pairs.endBacktestPairs({ id }), this.catalog.labels()]);
    return toBacktest(backtest, labelOf);
  }
}
