import type { AiServiceLabel, Backtest, NextBacktestPair } from '@polylogue/api-contract';
import type { BacktestAgreement, BacktestPeople, NextBacktestPair as ProtoNextPair } from '@polylogue/proto';

type LabelOf = (name: string) => AiServiceLabel;

/** What people say of a backtest. */
export const toPeople = (
  { isOpen, win, tie, loss, score, agreements, ...counts }: BacktestPeople,
  labelOf: LabelOf,
): NonNullable<Backtest['people']> => ({
  open: isOpen,
  ...counts,
  win: win ?? null,
  tie: tie ?? null,
  loss: loss ?? null,
  score: score ?? null,
  agreements: agreements.map((each) => toAgreement(each, labelOf)),
});

const toAgreement = ({ judge, pairs, same, kappa, low, high }: BacktestAgreement, labelOf: LabelOf) => ({
  judge: labelOf(judge),
  pairs,
  same,
  kappa: kappa ?? null,
  interval: low === undefined || high === undefined ? null : { low, high },
});

/** Two replies without a name: only what is named here is sent. */
export const toNextPair = ({ pairs, compared, isOpen, pair }: ProtoNextPair): NextBacktestPair => ({
  pairs,
  compared,
  open: isOpen,
  pair: pair
    ? {
        number: pair.number,
        question: pair.question,
        earlier: pair.earlier.map(({ isFromUser, text }) => ({ fromUser: isFromUser, text })),
        first: pair.first,
        second: pair.second,
      }
    : null,
});
