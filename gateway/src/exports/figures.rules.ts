import type { Message } from '@polylogue/api-contract';

/** How fast a reply was written once it had begun, to one decimal; undefined where a count or a time is missing. */
export function tokensPerSecond({
  tokens,
  responseTime,
  firstTokenTime = 0,
}: Pick<Message, 'tokens' | 'responseTime' | 'firstTokenTime'>): number | undefined {
  if (tokens === undefined || responseTime === undefined || responseTime <= firstTokenTime) return undefined;
  return Math.round((tokens * 10_000) / (responseTime - firstTokenTime)) / 10;
}
