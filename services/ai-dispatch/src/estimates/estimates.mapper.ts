import { PriceKnowledge, type CallEstimate } from '@polylogue/proto';
import type { AiServiceEntry } from '../catalog/ai-service.entity.js';
import type { CostRange, Habits } from './estimate.rules.js';

export function toEstimate(
  { name, demo }: Pick<AiServiceEntry, 'name' | 'demo'>,
  { typicalMs, answer, bytesPerToken }: Habits,
  cost: CostRange | undefined,
  maxOutputTokens = Infinity,
): CallEstimate {
  const bytesOf = (tokens: number) => Math.ceil(Math.min(tokens, maxOutputTokens) * bytesPerToken);
  const priced = cost ? PriceKnowledge.KNOWN : PriceKnowledge.UNKNOWN;
  return {
    aiService: name,
    price: demo ? PriceKnowledge.FREE : priced,
    cost,
    typicalMs,
    answerLowBytes: bytesOf(answer.low),
    answerHighBytes: bytesOf(answer.high),
  };
}
