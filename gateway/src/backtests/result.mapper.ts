import type { AiServiceLabel, Backtest } from '@polylogue/api-contract';
import { BacktestFigures, type BacktestResult } from '@polylogue/proto';

const none = BacktestFigures.fromPartial({});

export const toResult = (
  result: BacktestResult | undefined,
  labelOf: (name: string) => AiServiceLabel,
): Backtest['result'] => ({
  ...toFigures(result?.figures ?? none),
  byTag: (result?.byTag ?? []).map(({ tag, figures = none }) => ({ tag, ...toFigures(figures) })),
  cost: result?.cost ?? null,
  responseTime: result?.responseTime ?? null,
  judges: (result?.judges ?? []).map(labelOf),
  orders: (result?.orders ?? []).map(({ judge, follows, ...counts }) => ({
    judge: labelOf(judge),
    ...counts,
    follows: follows ?? null,
  })),
});

const toFigures = ({ win, tie, loss, score, ...counts }: BacktestFigures) => ({
  ...counts,
  win: win ?? null,
  tie: tie ?? null,
  loss: loss ?? null,
  score: score ?? null,
});
