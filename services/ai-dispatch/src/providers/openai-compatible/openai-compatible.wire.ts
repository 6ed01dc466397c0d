import { z } from 'zod';
import { failedInStream, ProviderError } from '../provider.errors.js';
import type { ProviderRequest, EndPart, ReplyPart, ReportedCost, ModelStopReason, TokenUsage } from '../provider.js';
import { statusOfCompatibleFault } from './openai-compatible.errors.js';

/** The body of `POST {base}/chat/completions`. */
export function toRequestBody(model: string, { messages, temperature, answerSchema }: ProviderRequest): string {
  const response_format = answerSchema && {
    type: 'json_schema',
    json_schema: { name: 'answer', strict: true, schema: answerSchema },
  };
  const stream_options = { include_usage: true };
  return JSON.stringify({ model, messages, temperature, response_format, stream: true, stream_options });
}

/** What one event says. Read by hand: this runs once per token, a schema would cost more than the rest of the path. */
interface ChatChunk {
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
function readChunk(payload: string): ChatChunk {
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

function readUsage(usage: unknown): { usage?: TokenUsage; cost?: ReportedCost } {
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

const stopReasons: Record<string, ModelStopReason> = {
  stop: 'stop',
  eos: 'stop',
  end_turn: 'stop',
  length: 'length',
  model_length: 'length',
  max_tokens: 'length',
  content_filter: 'content_filter',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
};

/** Reads the events of one reply, as many at a time as the network brought: one part carries all their text. */
export class ReplyReader {
  private finishReason: string | undefined;
  private usage: unknown;
  private fault: unknown;

  get isFinished(): boolean {
    return this.finishReason !== undefined;
  }

  /**
   * One part with all that these events bring. What came in front of a fault has arrived, however the network cut it:
   * the part is answered and the fault kept for `throwFault`.
   */
  read(payloads: string[]): ReplyPart | undefined {
    let text = '';
    let isThinking = false;
    for (const payload of payloads) {
      if (payload === '[DONE]') continue;
      try {
        const chunk = this.take(payload);
        text += chunk.text;
        isThinking ||= chunk.isThinking;
      } catch (thrown) {
        this.fault = thrown;
        break;
      }
    }
    if (text !== '') return { type: 'text', text };
    return isThinking ? { type: 'thinking' } : undefined;
  }

  throwFault(): void {
    if (this.fault !== undefined) throw this.fault;
  }

  private take(payload: string): ChatChunk {
    const chunk = readOrFail(payload);
    if (chunk.fault !== undefined) throw failedInStream(statusOfCompatibleFault({ error: chunk.fault }));
    this.finishReason ??= chunk.finishReason;
    this.usage = chunk.usage ?? this.usage;
    return chunk;
  }

  /** `finish_reason` is the end marker; `[DONE]` alone is not, it also closes a stream that was given up. */
  end(): EndPart {
    if (this.finishReason === undefined) throw new ProviderError('silentEnd');
    if (this.finishReason === 'error') throw new ProviderError('streamError');
    return { type: 'end', stopReason: stopReasons[this.finishReason] ?? 'other', ...readUsage(this.usage) };
  }
}

function readOrFail(payload: string): ChatChunk {
  try {
    return readChunk(payload);
  } catch {
    throw new ProviderError('unreadable');
  }
}
