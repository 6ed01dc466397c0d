import type { Estimate } from '@polylogue/api-contract';
import { moneyRange } from '@polylogue/web-kit';
import { costFigure, counted, durationOf } from '@polylogue/web-kit/estimate';

const namedJudges = 3;

/** What a run costs: `Each run: ≈ $0.03 · about 20 s · 3 services · plus judges: Claude, ChatGPT, about $0.02 more.` */
export function runPriceOf(estimate: Estimate): string {
  const { services, seconds, judging } = estimate;
  const parts = [
    costFigure(estimate),
    ...(seconds === null ? [] : [`about ${durationOf(seconds)}`]),
    counted(services.length, 'service'),
    ...(judging ? [judgesOf(judging)] : []),
  ];
  return `Each run: ${parts.join(' · ')}.`;
}

/** What judges cost is no part of the figure. */
function judgesOf({ judges, count, cost }: NonNullable<Estimate['judging']>): string {
  const names = judges.map(({ displayName }) => displayName);
  const isNamed = count === names.length && count <= namedJudges;
  const who = isNamed
    ? `plus ${count === 1 ? 'judge' : 'judges'}: ${names.join(', ')}`
    : `plus ${counted(count, 'judge')}`;
  return cost ? `${who}, about ${moneyRange(cost.low, cost.high, cost.currency)} more` : who;
}

/** Why nobody will judge, though it is switched on; undefined where somebody will, or it is not known. */
export const nobodyJudges = ({ services, judging }: Estimate): string | undefined =>
  judging === null
    ? services.length < 2
      ? 'Nobody will judge: it takes two services that answer in text.'
      : 'Nobody will judge these services as this installation is set up.'
    : undefined;
