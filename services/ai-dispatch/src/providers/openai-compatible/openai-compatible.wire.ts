import { z } from 'zod';
import { failedInStream, ProviderError } from '../provider.errors.js';
import type {
  ProviderRequest,
  EndPart,
  ReplyPart,
  ReportedCost,
  ModelStopReason,
  SourcePart,
  ThreadMessage,
  TokenUsage,
} from '../provider.js';
import { statusOfCompatibleFault } from './openai-compatible.errors.js';
import { CitationReader, type WireCitations } from './citations.wire.js';

/** The body of `POST {base}/chat/completions`. */
export function toRequestBody(model: string, request: ProviderRequest): string {
  const { messages, temperature, reasoningEffort, maxOutputTokens, answerSchema } = request;
  const response_format = answerSchema && {
    type: 'json_schema',
    json_schema: { name: 'answer', strict: true, schema: answerSchema },
  };
  const stream_options = { include_usage: true };
  return JSON.stringify({
    model,
    messages: messages.map(toWireMessage),
    temperature,
    max_tokens: maxOutputTokens,
    reasoning_effort: reasoningEffort,
    response_format,
    stream: true,
    stream_options,
  });
}

/** A text stays a text: not every server takes a list of parts. */
function toWireMessage({ role, content, pictures = [] }: ThreadMessage) {
  if (pictures.length === 0) return { role, content };
  const images = pictures.map(({ type, bytes }) => {
    return { type: 'image_url', image_url: { url: `data:${type};base64,${bytes.toString('base64')}` } };
  });
  return { role, content: [{ type: 'text', text: content }, ...images] };
}

/** What one event says. Read by hand: this runs once per token, a schema would cost more than the rest of the path. */
interface ChatChunk {
  text: string;
  reasoning?: string;
  sources?: SourcePart[];
  model?: string;
  finishReason?: string;
  usage?: unknown;
  fault?: unknown;
}

interface WireChunk extends WireCitations {
  error?: unknown;
  model?: unknown;
  usage?: unknown;
  choices?: {
    finish_reason?: unknown;
    delta?: { content?: unknown; reasoning?: unknown; reasoning_content?: unknown; annotations?: unknown };
  }[];
}

/** Reads one event. Throws SyntaxError or TypeError for what is no chat completion chunk. */
function readChunk(payload: string, citations: CitationReader): ChatChunk {
  const wire = JSON.parse(payload) as WireChunk;
  if (wire.error != null) return { text: '', fault: wire.error };
  const choice = wire.choices?.[0];
  const delta = choice?.delta;
  const content = delta?.content ?? '';
  if (typeof wire !== 'object' || (wire.choices === undefined && wire.usage === undefined))
    throw new TypeError('no chunk');
  const finishReason = choice?.finish_reason;
  return {
    ...(typeof content === 'string' ? { text: content, reasoning: reasoningOf(delta) } : textOfParts(content)),
    sources: citations.take(wire, delta?.annotations),
    model: typeof wire.model === 'string' ? wire.model : undefined,
    finishReason: typeof finishReason === 'string' && finishReason !== '' ? finishReason : undefined,
    usage: wire.usage ?? undefined,
  };
}

// Mistral's thinking models send a list of parts.
/** Two spellings; some servers send both with the same text. */
function reasoningOf(delta: { reasoning?: unknown; reasoning_content?: unknown } | undefined): string | undefined {
  const reasoning = delta?.reasoning_content ?? delta?.reasoning;
  return typeof reasoning === 'string' ? reasoning : undefined;
}

const textPart = z.object({ type: z.string(), text: z.string().optional() });
const contentParts = z.array(textPart.extend({ thinking: z.array(textPart).optional().catch(undefined) }));

/** Mistral's form: text and reasoning as parts of one list. */
function textOfParts(content: unknown): { text: string; reasoning?: string } {
  const parts = contentParts.parse(content);
  const thinking = parts.filter(({ type }) => type === 'thinking');
  return {
    text: textIn(parts),
    reasoning: thinking.length === 0 ? undefined : textIn(thinking.flatMap((part) => part.thinking ?? [])),
  };
}

const textIn = (parts: readonly z.infer<typeof textPart>[]): string =>
  parts.map(({ type, text = '' }) => (type === 'text' ? text : '')).join('');

const count = z.number().int().nonnegative().nullish().catch(undefined);
const usageShape = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  total_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count }).nullish().catch(undefined),
  completion_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(undefined),
  // DeepSeek's name for the first of these details.
  prompt_cache_hit_tokens: count,
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
  const cached = found.prompt_tokens_details?.cached_tokens ?? found.prompt_cache_hit_tokens;
  const counts = {
    inputTokens: input ?? undefined,
    outputTokens: output ?? undefined,
    totalTokens: total ?? undefined,
    cachedInputTokens: cached ?? undefined,
    reasoningTokens: found.completion_tokens_details?.reasoning_tokens ?? undefined,
  };
  return {
    usage: isCounted ? counts : undefined,
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
  private readonly citations = new CitationReader();
  private model: string | undefined;
  private finishReason: string | undefined;
  private usage: unknown;
  private fault: unknown;

  get isFinished(): boolean {
    return this.finishReason !== undefined;
  }

  /**
   * All that these events bring, at most one part of text among it. What came in front of a fault has arrived, however
   * the network cut it: the parts are answered and the fault kept for `throwFault`.
   */
  read(payloads: string[]): ReplyPart[] {
    const parts: ReplyPart[] = [];
    let text = '';
    let reasoning: string | undefined;
    for (const payload of payloads) {
      if (payload === '[DONE]') continue;
      try {
        const chunk = this.take(payload);
        text += chunk.text;
        if (chunk.reasoning !== undefined) reasoning = (reasoning ?? '') + chunk.reasoning;
        if (chunk.sources) parts.push(...chunk.sources);
        if (chunk.model !== undefined && this.model === undefined) {
          this.model = chunk.model;
          parts.push({ type: 'metadata', responseModel: chunk.model });
        }
      } catch (thrown) {
        this.fault = thrown;
        break;
      }
    }
    if (reasoning !== undefined) parts.push({ type: 'reasoning', text: reasoning });
    if (text !== '') parts.push({ type: 'text', text });
    return parts;
  }

  throwFault(): void {
    if (this.fault !== undefined) throw this.fault;
  }

  private take(payload: string): ChatChunk {
    const chunk = readOrFail(payload, this.citations);
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

function readOrFail(payload: string, citations: CitationReader): ChatChunk {
  try {
    return readChunk(payload, citations);
  } catch {
    throw new ProviderError('unreadable');
  }
}
