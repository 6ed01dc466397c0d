import type { Message } from '@polylogue/api-contract';
import { modelFigure, seconds } from '@polylogue/web-kit';

export const endings: Partial<Record<Message['status'], string>> = {
  pending: 'Waiting',
  streaming: 'Processing',
  failed: 'Failed',
  interrupted: 'Interrupted',
  cancelled: 'Cancelled',
};

/** How a reply ended, when it was not simply completed. */
export const endingOf = ({ role, status }: Message): string | undefined =>
  role === 'assistant' ? endings[status] : undefined;

/** Time, tokens and model of a reply, as far as they are known; what is unknown is left out, never 0. */
export function figuresOf({
  responseTime,
  tokens,
  generation,
}: Pick<Message, 'responseTime' | 'tokens' | 'generation'>): string[] {
  const model = modelFigure(generation);
  return [
    ...(responseTime === undefined ? [] : [seconds(responseTime)]),
    ...(tokens === undefined ? [] : [`${tokens.toLocaleString('en-US')} tokens`]),
    ...(model === undefined ? [] : [model]),
  ];
}
