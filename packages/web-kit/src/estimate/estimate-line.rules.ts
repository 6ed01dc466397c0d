import type { CostRange, Estimate } from '@polylogue/api-contract';
import { inWords } from '../formatting/in-words.js';
import { moneyRange } from '../formatting/money.js';
import { costFigure, counted, durationOf, notesOf } from './estimate.rules.js';

/** The line under a box: `≈ $0.03–0.09 · about 20 s · 3 services · plus judges: Claude, ChatGPT`. */
export function lineOf(estimate: Estimate): string {
  const { services, seconds, judging } = estimate;
  return [
    costFigure(estimate),
    ...(seconds === null ? [] : [`about ${durationOf(seconds)}`]),
    counted(services.length, 'service'),
    ...(judging ? [judgesOf(judging)] : []),
  ].join(' · ');
}

type Judging = NonNullable<Estimate['judging']>;

const namedJudges = 3;

/** What judges cost is no part of the figure: it stands in the details. */
function judgesOf({ judges, count, share }: Judging): string {
  const who = areNamedInLine(judges.length, count) ? `: ${namesOf(judges).join(', ')}` : '';
  return `${share < 1 ? 'perhaps' : 'plus'} ${who === '' ? counted(count, 'judge') : `judges${who}`}`;
}

const areNamedInLine = (known: number, count: number) => count === known && count <= namedJudges;
const namesOf = (judges: Judging['judges']) => judges.map(({ displayName }) => displayName);

/** What the line has no room for: whose price is not known, who judges where these are many, and what that will cost. */
export function detailsOf(estimate: Estimate): string {
  const { judging } = estimate;
  const who = judging && judging.judges.length > 0 ? whoJudges(judging) : [];
  const judged = judging?.cost ? judgingOf(judging.cost, judging.share) : '';
  return [notesOf(estimate), ...who, judged].filter(Boolean).join(' ');
}

function whoJudges({ judges, count, share }: Judging): string[] {
  if (areNamedInLine(judges.length, count)) return [];
  const names = inWords(namesOf(judges));
  const will = share < 1 ? 'may judge' : 'will judge';
  return [count === judges.length ? `${names} ${will}.` : `${count} of ${names} ${will}.`];
}

function judgingOf({ low, high, currency }: CostRange, share: number): string {
  const amount = `about ${moneyRange(low, high, currency)}`;
  return share < 1 ? `Judging costs ${amount} more if this message is judged.` : `Judging costs ${amount} more.`;
}
