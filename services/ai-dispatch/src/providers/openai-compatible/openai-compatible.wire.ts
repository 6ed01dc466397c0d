import { z } from 'zod';
import type { ProviderRequest, ReportedCost, TokenUsage } from '../provider.js';

/** The body of `POST {base}/chat/completions`. */
export function toRequestBody(model: string, { messages, temperature }: ProviderRequest): string {
  return JSON.stringify({ model, messages, temperature, stream: true, stream_options: { include_usage: true } });
}

/** What one event says. Read by hand: this runs once per token, a schema would cost more than the rest of the path. */
export interface ChatChunk {
  text: string;
  isThinking: boolean;
  finishReason?: string;
  usage?: unknown;
  fault?: unknown;
}

interface WireChunk {
  error?: unknown;
  usage?: unknown;
  choices?: {
    finish_reason?: unknown;
    delta?: { content?: unknown; reasoning?: unknown; reasoning_content?: unknown };
  }[];
}

/** Reads one event. Throws SyntaxError or TypeError for what is no chat completion chunk. */
export function readChunk(payload: string): ChatChunk {
  const wire = JSON.parse(payload) as WireChunk;
  if (wire.error != null) return { text: '', isThinking: false, fault: wire.error };
  const choice = wire.choices?.[0];
  const content = choice?.delta?.content ?? '';
  if (typeof wire !== 'object' || (wire.choices === undefined && wire.usage === undefined))
    throw new TypeError('no chunk');
  const finishReason = choice?.finish_reason;
  return {
    text: typeof content === 'string' ? content : textOfParts(content),
    isThinking: Boolean(choice?.delta?.reasoning_content ?? choice?.delta?.reasoning),
    finishReason: typeof finishReason === 'string' && finishReason !== '' ? finishReason : undefined,
    usage: wire.usage ?? undefined,
  };
}

// Mistral's thinking models send a list of parts.
function textOfParts(content: unknown): string {
  const parts = z.array(z.object({ type: z.string(), text: z.string().optional() })).parse(content);
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

const count = z.number().int().nonnegative().nullish().catch(undefined);
const usageShape = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  total_tokens: count,
  // OpenRouter: a number of dollars. Perplexity: an object with the sum of its parts.
  cost: z
    .union([z.number(), z.object({ total_cost: z.number() }).transform((cost) => cost.total_cost)])
    .nullish()
    .catch(undefined),
});

export function readUsage(usage: unknown): { usage?: TokenUsage; cost?: ReportedCost } {
  const { data: found } = usageShape.safeParse(usage);
  if (found === undefined) return {};
  const { prompt_tokens: input, completion_tokens: output, total_tokens: total, cost } = found;
  const isCounted = input != null || output != null || total != null;
  return {
    usage: isCounted
      ? { inputTokens: input ?? undefined, outputTokens: output ?? undefined, totalTokens: total ?? undefined }
      : undefined,
    cost: cost == null ? undefined : { amount: cost, currency: 'USD' },
  };
}
