import type { Generation, Message } from '@polylogue/api-contract';
import { Generation as ProtoGeneration, type Usage } from '@polylogue/proto';
import { fromCostRange } from '../usage/cost-range.mapper.js';

export function fromGeneration(generation: Generation | undefined): ProtoGeneration | undefined {
  if (!generation) return undefined;
  const { service, estimate, ...rest } = generation;
  return ProtoGeneration.fromPartial({ ...rest, ...service, estimate: estimate && fromCostRange(estimate) });
}

export function fromUsage(usage: Message['usage']): Usage | undefined {
  return (
    usage && {
      inputTokens: whole(usage.input),
      outputTokens: whole(usage.output),
      totalTokens: whole(usage.total),
      cachedInputTokens: whole(usage.cached),
      reasoningTokens: whole(usage.reasoning),
    }
  );
}

export const dateOf = (time: string | undefined) => (time === undefined ? undefined : new Date(time));

const maxInt32 = 2 ** 31 - 1;

/** Rounded and limited to what an integer column holds. */
export const whole = (figure: number | null | undefined): number | undefined =>
  figure === undefined || figure === null ? undefined : Math.min(Math.max(0, Math.round(figure)), maxInt32);
