import { grouped, type Message } from '@polylogue/api-contract';
import { seconds } from '@polylogue/web-kit';
import { estimateFigure, modelFigure } from '@polylogue/web-kit/streams';

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

/** Time, tokens, model and cost of a reply, as far as they are known; what is unknown is left out, never 0. */
export function figuresOf({
  responseTime,
  tokens,
  generation,
  cost,
}: Pick<Message, 'responseTime' | 'tokens' | 'generation' | 'cost'>): string[] {
  const [model, estimate] = [modelFigure(generation), estimateFigure(generation, cost)];
  return [
    ...(responseTime === undefined ? [] : [seconds(responseTime)]),
    ...(tokens === undefined ? [] : [`${grouped(tokens)} tokens`]),
    ...(model === undefined ? [] : [model]),
    ...(estimate === undefined ? [] : [`estimated ${estimate}`]),
  ];
}
