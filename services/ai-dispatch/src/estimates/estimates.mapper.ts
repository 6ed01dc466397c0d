import { PriceKnowledge, type CallEstimate } from '@polylogue/proto';
import type { AiServiceEntry } from '../catalog/ai-service.entity.js';
import type { CostRange, Habits } from './estimate.rules.js';

export function toEstimate(
  { name, demo }: Pick<AiServiceEntry, 'name' | 'demo'>,
  { typicalMs }: Habits,
  cost: CostRange | undefined,
): CallEstimate {
  const priced = cost ? PriceKnowledge.KNOWN : PriceKnowledge.UNKNOWN;
  return { aiService: name, price: demo ? PriceKnowledge.FREE : priced, cost, typicalMs };
}
