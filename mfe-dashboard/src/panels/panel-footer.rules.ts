import { grouped, isBlindName } from '@polylogue/api-contract';
import { money } from '@polylogue/web-kit';
import { modelFigure } from '@polylogue/web-kit/streams';
import { isOpen, type Reply } from '../broadcasts/reply.rules.js';

const seconds = (milliseconds: number, digits: number): string => `${(milliseconds / 1000).toFixed(digits)} s`;

const reasons: Readonly<Record<string, string>> = {
  invalid_key: 'key refused',
  rate_limited: 'rate limited',
  unreachable: 'not reachable',
  refused: 'connection refused',
  timeout_connect: 'no connection in time',
  timeout_first_token: 'no first token in time',
  timeout_gap: 'fell silent',
  timeout_total: 'took too long',
  broken_stream: 'broke off',
  reply_too_large: 'too long',
  breaker_open: 'resting after failures',
  content_filter: 'content filter',
  tool_calls: 'tool calls',
  user_limit: 'your limit is reached',
  service_limit: 'limit of the service reached',
  budget_exhausted: 'budget used up',
  key_budget_exhausted: 'budget of the API key used up',
};

/** A code that is not in the table reads as itself. */
const reasonLabel = (code: string): string => reasons[code] ?? code.replaceAll('_', ' ');

/** The figures of a reply, each only when it is known: an unknown figure is never 0. */
export function figuresOf(reply: Reply | undefined): string[] {
  if (!reply) return [];
  if (isBlindName(reply.aiService)) return isOpen(reply) ? [] : ['time and cost with the name'];
  const { firstTokenTime, responseTime, tokens, cost } = reply;
  const isWaiting = reply.status === 'pending';
  return [
    isWaiting
      ? reply.progress === undefined && 'waiting for first token'
      : firstTokenTime !== undefined && `${seconds(firstTokenTime, 2)} to first token`,
    !isOpen(reply) && responseTime !== undefined && seconds(responseTime, responseTime < 100 ? 2 : 1),
    tokens !== undefined && `${grouped(tokens)} token${tokens === 1 ? '' : 's'}`,
    cost && costLabel(cost),
    modelFigure(reply.generation),
    !isOpen(reply) && speedOf(reply),
    !isOpen(reply) && endOf(reply),
  ].filter((figure): figure is string => typeof figure === 'string' && figure !== '');
}

/** How fast it was written once it had begun. */
function speedOf({ tokens, responseTime, firstTokenTime = 0 }: Reply): string {
  if (!tokens || responseTime === undefined || responseTime <= firstTokenTime) return '';
  return `${grouped(Math.round((tokens * 1000) / (responseTime - firstTokenTime)))} tokens/s`;
}

function endOf({ status, stopReason, errorCode }: Reply): string {
  if (status === 'completed') return stopReason ? reasonLabel(stopReason) : '';
  if (status === 'cancelled') return 'stopped';
  return errorCode ? reasonLabel(errorCode) : status;
}

function costLabel({ amount, currency, source }: NonNullable<Reply['cost']>): string {
  return `${source === 'estimate' ? '≈ ' : ''}${money(amount, currency)}`;
}
