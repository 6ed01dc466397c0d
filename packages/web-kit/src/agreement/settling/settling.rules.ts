import type { AgreementMap, SettleAnswer, SettleRound, SettleView, Settling } from '@polylogue/api-contract';
import { counted } from '../../estimate/estimate.rules.js';

/** What a service made of a claim, as a sentence that begins with its name. */
export const viewLabels: Record<SettleView, string> = {
  kept: 'keeps its view',
  changed: 'changed its mind',
  unsure: 'is not sure any more',
};

/** What one service said of one claim, and in which round. */
export interface SaidView {
  round: number;
  answer: SettleAnswer;
  view: SettleView;
  reason: string;
}

/** A claim that services were asked about again. */
export interface SettledClaim {
  id: number;
  /** Its place in the map as it is shown, from 1. */
  place: number;
  text: string;
  before: number | null;
  after: number | null;
  /** The latest of each service; what changed goes before what stayed. */
  views: SaidView[];
  /** What was said before that. */
  earlier: SaidView[];
}

/** Of claims that were settled, the figure by the sides as they are now. */
export const figuresAfter = (settling: Settling | undefined): ReadonlyMap<number, number | null> =>
  new Map(settling?.claims.map(({ claim, after }) => [claim, after]));

/** What was said of each claim, in the order of the map. */
export function settledClaims({ claims }: Pick<AgreementMap, 'claims'>, { rounds, claims: settled }: Settling) {
  return settled.flatMap(({ claim, before, after }): SettledClaim[] => {
    const index = claims.findIndex(({ id }) => id === claim);
    const text = claims[index]?.text;
    if (text === undefined) return [];
    const all = viewsOn(claim, rounds);
    const latest = new Map(all.map((said) => [said.answer.messageId, said]));
    const views = [...latest.values()].sort((one, other) => order.indexOf(one.view) - order.indexOf(other.view));
    const earlier = all.filter((said) => !views.includes(said));
    return [{ id: claim, place: index + 1, text, before, after, views, earlier }];
  });
}

const viewsOn = (claim: number, rounds: readonly SettleRound[]): SaidView[] =>
  rounds.flatMap(({ number, answers }) =>
    answers.flatMap((answer) =>
      answer.views
        .filter((said) => said.claim === claim)
        .map(({ view, reason }) => ({ round: number, answer, view, reason })),
    ),
  );

const order: SettleView[] = ['changed', 'unsure', 'kept'];

/** `2 of 4 services have answered`. */
export function progressOf({ answers }: Pick<SettleRound, 'answers'>): string {
  const ended = answers.filter(({ status }) => status !== 'pending').length;
  return `${ended} of ${counted(answers.length, 'service')} ${ended === 1 ? 'has' : 'have'} answered`;
}

/** Answers of a round that ended without a view, with the sentence why. */
export const failuresIn = ({ answers, status }: SettleRound): SettleAnswer[] =>
  // Where the whole round was stopped, one sentence says so.
  answers.filter((answer) => answer.status === 'failed' || (answer.status !== 'completed' && status === 'completed'));

/** What may still be done: `1 round left`. */
export const roundsLabel = (left: number): string => `${counted(left, 'round')} left`;

/** The button that puts these claims back. */
export const settleLabel = (count: number): string => `Settle ${counted(count, 'dispute')}`;
