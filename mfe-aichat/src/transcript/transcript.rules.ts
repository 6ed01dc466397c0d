import { seconds } from '@polylogue/web-kit';
import { modelFigure } from '@polylogue/web-kit/streams';
import type { Line } from '../conversation/conversation.state.js';

/** What stands beside a speaker's name: figures of a reply, unknown ones left out. */
export function figuresOf({ responseTime, tokens, cost, generation }: Line): string[] {
  const model = modelFigure(generation);
  return [
    ...(responseTime === undefined ? [] : [seconds(responseTime)]),
    ...(tokens === undefined ? [] : [`${tokens} token${tokens === 1 ? '' : 's'}`]),
    ...(cost === undefined ? [] : [money(cost)]),
    ...(model === undefined ? [] : [model]),
  ];
}

/** An amount with as many digits as it needs to be more than nothing. */
export function money({ amount, currency }: { amount: number; currency: string }): string {
  const digits = amount === 0 || amount >= 0.01 ? 2 : Math.min(8, 1 - Math.floor(Math.log10(amount)));
  return `${amount.toFixed(digits)} ${currency}`;
}

/** The label of a reply that did not come to its end. */
export const statusLabels: Partial<Record<Line['status'], string>> = {
  failed: 'Failed',
  interrupted: 'Interrupted',
  cancelled: 'Stopped',
};

/** The number of each reply among the replies, 1, 2, 3, …; none for what is no reply. */
export function numbersOf(lines: readonly Line[]): (number | undefined)[] {
  let number = 0;
  return lines.map(({ speaker }) => (speaker === 0 || speaker === 1 ? (number += 1) : undefined));
}
