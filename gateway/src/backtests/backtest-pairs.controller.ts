import { Controller } from '@nestjs/common';
import { chooseInBacktestPair, endBacktestPairs, getNextBacktestPair, type ValidBodyOf } from '@polylogue/api-contract';
import { PathCase, PathId, ValidBody } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { BacktestPairsService } from './backtest-pairs.service.js';

@Controller()
export class BacktestPairsController {
  constructor(private readonly pairs: BacktestPairsService) {}

  @Serves(getNextBacktestPair)
  next(@PathId() id: string) {
    return this.pairs.next(id);
  }

  @Serves(chooseInBacktestPair)
  choose(
    @PathId() id: string,
    @PathCase() number: number,
    @ValidBody() { choice }: ValidBodyOf<typeof chooseInBacktestPair>,
  ) {
    return this.pairs.choose(id, number, choice);
  }

  @Serves(endBacktestPairs)
  end(@PathId() id: string) {
    return this.pairs.end(id);
  }
}
