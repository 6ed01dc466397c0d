import type { CostRange, Estimate } from '@polylogue/api-contract';
import { moneyRange } from '@polylogue/web-kit';
import { costFigure, counted, durationOf } from '@polylogue/web-kit/estimate';

/** The line under the box: `≈ $0.03–0.09 · about 20 s · 3 services · plus judges: Claude, ChatGPT`. */
export function lineOf(estimate: Estimate): string {
  const { services, seconds, judging } = estimate;
  return [
    costFigure(estimate),
    ...(seconds === null ? [] : [`about ${durationOf(seconds)}`]),
    counted(services.length, 'service'),
    ...(judging ? [judgesOf(judging)] : []),
  ].join(' · ');
}

const namedJudges = 3;

/** What judges cost is no part of the figure: it stands in the details. */
function judgesOf({ judges, count, share }: NonNullable<Estimate['judging']>): string {
  const names = judges.map(({ displayName }) => displayName);
  const who = count === names.length && count <= namedJudges ? `: ${names.join(', ')}` : '';
  return `${share < 1 ? 'perhaps' : 'plus'} ${who === '' ? counted(count, 'judge') : `judges${who}`}`;
}

/** What the line has no room for: whose price is not known, and what judging will cost. */
export function detailsOf({ services, judging }: Estimate): string {
  const notes = services.flatMap(({ note }) => note ?? []);
  return [...notes, ...(judging?.cost ? [judgingOf(judging.cost, judging.share)] : [])].join(' ');
}

function judgingOf({ low, high, currency }: CostRange, share: number): string {
  const amount = `about ${moneyRange(low, high, currency)}`;
  return share < 1 ? `Judging costs ${amount} more if this message is judged.` : `Judging costs ${amount} more.`;
}
