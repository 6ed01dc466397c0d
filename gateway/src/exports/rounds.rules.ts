import type { ExportedSettleRound, Generation, SettleView } from '@polylogue/api-contract';
import { costRemarks } from './origin.rules.js';
import { minutes } from './transcript.rules.js';

const words: Record<SettleView, string> = {
  kept: 'keeps its view',
  changed: 'changed its mind',
  unsure: 'is not sure any more',
};

export const roundTitle = ({ number }: ExportedSettleRound): string => `Disputes settled, round ${number}`;

export function roundRemarks({ timestamp, status, responseTime, cost }: ExportedSettleRound): string[] {
  return [
    minutes(timestamp),
    ...(status === 'completed' ? [] : [status]),
    ...(responseTime === undefined ? [] : [`${(responseTime / 1000).toFixed(1)} s`]),
    ...costRemarks(cost),
  ];
}

/** What a service said in a round, of one claim: `changed its mind on claim 2`. */
export interface SaidInRound {
  speaker: string;
  said: string;
  /** Why; or why it said nothing. */
  reason: string | undefined;
  generation: Generation | undefined;
}

/** Service by service; one that gave no view says why. */
export const saidIn = ({ answers }: ExportedSettleRound): SaidInRound[] =>
  answers.flatMap(({ aiService: { displayName: speaker }, views, error, generation }): SaidInRound[] => {
    if (views.length === 0) return [{ speaker, said: 'gave no view', reason: error, generation }];
    return views.map(({ claim, view, reason }, at) => ({
      speaker,
      said: `${words[view]} on claim ${claim}`,
      reason,
      // The sources are those of all it said.
      generation: at === views.length - 1 ? generation : undefined,
    }));
  });
