import { z } from 'zod';
import { failedInStream, ProviderError } from '../provider.errors.js';
import type { EndPart, ModelStopReason, ProviderRequest, ThreadMessage } from '../provider.js';
import { CitationReader, type WireCitations } from './citations.wire.js';
import { statusOfCompatibleFault } from './openai-compatible.errors.js';
import { PacketReader, type Brought } from './packet-reader.js';
import { readUsage } from './usage.wire.js';

/** Its model searches as often as it likes; this bounds what all that is found costs. */
const openrouterSearch = { type: 'openrouter:web_search', parameters: { max_total_results: 25 } };

/** The body of `POST {base}/chat/completions`. */
export function toRequestBody(model: string, request: ProviderRequest): string {
  const { messages, temperature, reasoningEffort, maxOutputTokens, answerSchema, webSearch } = request;
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
    tools: webSearch ? [openrouterSearch] : undefined,
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

interface WireDelta {
  content?: unknown;
  reasoning?: unknown;
  reasoning_content?: unknown;
  annotations?: unknown;
}

/** One event. Read by hand: this runs once per token, a schema would cost more than the rest of the path. */
interface WireChunk extends WireCitations {
  error?: unknown;
  model?: unknown;
  usage?: unknown;
  choices?: { finish_reason?: unknown; delta?: WireDelta }[];
}

/** Throws SyntaxError or TypeError for what is no chat completion chunk. */
function parseChunk(payload: string): WireChunk {
  const wire = JSON.parse(payload) as WireChunk;
  if (wire.error != null) return wire;
  if (typeof wire !== 'object' || (wire.choices === undefined && wire.usage === undefined))
    throw new TypeError('no chunk');
  return wire;
}

/** Two spellings; some servers send both with the same text. */
function reasoningOf(delta: WireDelta | undefined): string | undefined {
  const reasoning = delta?.reasoning_content ?? delta?.reasoning;
  return typeof reasoning === 'string' ? reasoning : undefined;
}

const textPart = z.object({ type: z.string(), text: z.string().optional() });
const contentParts = z.array(textPart.extend({ thinking: z.array(textPart).optional().catch(undefined) }));

/** The form of Mistral's thinking models: text and reasoning as parts of one list. */
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

/** Reads a reply that comes by chat completions. */
export class ReplyReader extends PacketReader {
  private readonly citations = new CitationReader();
  private model: string | undefined;
  private finishReason: string | undefined;
  private usage: unknown;

  get isFinished(): boolean {
    return this.finishReason !== undefined;
  }

  protected take(payload: string, brought: Brought): void {
    const wire = parseChunk(payload);
    if (wire.error != null) throw failedInStream(statusOfCompatibleFault({ error: wire.error }));
    this.add(wire, brought);
  }

  private add(wire: WireChunk, brought: Brought): void {
    const choice = wire.choices?.[0];
    const delta = choice?.delta;
    const content = delta?.content ?? '';
    // First what may be unreadable: then nothing of the event counts.
    const { text, reasoning } =
      typeof content === 'string' ? { text: content, reasoning: reasoningOf(delta) } : textOfParts(content);
    const sources = this.citations.take(wire, delta?.annotations);
    brought.text += text;
    if (reasoning !== undefined) brought.reasoning = (brought.reasoning ?? '') + reasoning;
    if (sources) brought.others.push(...sources);
    if (this.model === undefined && typeof wire.model === 'string') {
      this.model = wire.model;
      brought.others.push({ type: 'metadata', responseModel: wire.model });
    }
    const finishReason = choice?.finish_reason;
    if (typeof finishReason === 'string' && finishReason !== '') this.finishReason ??= finishReason;
    this.usage = wire.usage ?? this.usage;
  }

  /** `finish_reason` is the end marker; `[DONE]` alone is not, it also closes a stream that was given up. */
  end(): EndPart {
    if (this.finishReason === undefined) throw new ProviderError('silentEnd');
    if (this.finishReason === 'error') throw new ProviderError('streamError');
    return { type: 'end', stopReason: stopReasons[this.finishReason] ?? 'other', ...readUsage(this.usage) };
  }
}
