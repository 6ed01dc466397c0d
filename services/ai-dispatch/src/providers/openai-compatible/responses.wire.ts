import { failedInStream, ProviderError } from '../provider.errors.js';
import type { EndPart, ModelStopReason, ProviderRequest, SourcePart, ThreadMessage } from '../provider.js';
import { statusOfCompatibleFault } from './openai-compatible.errors.js';
import { PacketReader, type Brought } from './packet-reader.js';
import { readUsage, type WireUsage } from './usage.wire.js';

/** The body of `POST {base}/responses`, with which the model may search the web. Nothing is kept at the vendor. */
export function toResponsesBody(model: string, request: ProviderRequest): string {
  const { messages, temperature, reasoningEffort, maxOutputTokens, answerSchema } = request;
  const text = answerSchema && {
    format: { type: 'json_schema', name: 'answer', strict: true, schema: answerSchema },
  };
  return JSON.stringify({
    model,
    input: messages.map(toWireMessage),
    temperature,
    max_output_tokens: maxOutputTokens,
    reasoning: reasoningEffort && { effort: reasoningEffort },
    text,
    tools: [{ type: 'web_search' }],
    store: false,
    stream: true,
  });
}

function toWireMessage({ role, content, pictures = [] }: ThreadMessage) {
  if (pictures.length === 0) return { role, content };
  const images = pictures.map(({ type, bytes }) => {
    return { type: 'input_image', image_url: `data:${type};base64,${bytes.toString('base64')}` };
  });
  return { role, content: [{ type: 'input_text', text: content }, ...images] };
}

interface WireResponse {
  model?: unknown;
  usage?: unknown;
  error?: unknown;
  incomplete_details?: { reason?: unknown } | null;
}

interface WireEvent {
  type: string;
  delta?: unknown;
  annotation?: { url?: unknown; title?: unknown } | null;
  item?: { type?: unknown } | null;
  response?: WireResponse | null;
  error?: unknown;
}

/** Throws SyntaxError or TypeError for what is no event. */
function parseEvent(payload: string): WireEvent {
  const wire = JSON.parse(payload) as WireEvent;
  if (typeof wire.type !== 'string') throw new TypeError('no event');
  return wire;
}

function textIn(delta: unknown): string {
  if (typeof delta !== 'string') throw new TypeError('no text');
  return delta;
}

const stringIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A number alone is that of the citation in the text, and no title. */
function toSource({ annotation }: WireEvent): SourcePart {
  const title = stringIn(annotation?.title);
  return {
    type: 'source',
    url: stringIn(annotation?.url),
    title: title !== undefined && /^\d+$/.test(title) ? undefined : title,
  };
}

const stopReasons: Record<string, ModelStopReason> = {
  max_output_tokens: 'length',
  content_filter: 'content_filter',
};

interface ResponsesUsage extends Pick<WireUsage, 'total_tokens' | 'cost_in_usd_ticks'> {
  input_tokens?: unknown;
  output_tokens?: unknown;
  input_tokens_details?: WireUsage['prompt_tokens_details'];
  output_tokens_details?: WireUsage['completion_tokens_details'];
}

/** The counts of Responses under the names of chat completions. */
function toChatUsage({ total_tokens, cost_in_usd_ticks, ...usage }: ResponsesUsage): WireUsage {
  return {
    prompt_tokens: usage.input_tokens,
    completion_tokens: usage.output_tokens,
    total_tokens,
    prompt_tokens_details: usage.input_tokens_details,
    completion_tokens_details: usage.output_tokens_details,
    cost_in_usd_ticks,
  };
}

/** Reads a reply that comes by the Responses protocol. */
export class ResponsesReader extends PacketReader {
  private model: string | undefined;
  private stopReason: ModelStopReason | undefined;
  private usage: unknown;

  get isFinished(): boolean {
    return this.stopReason !== undefined;
  }

  protected take(payload: string, brought: Brought): void {
    const wire = parseEvent(payload);
    switch (wire.type) {
      case 'response.output_text.delta':
        brought.text += textIn(wire.delta);
        return;
      case 'response.reasoning_text.delta':
      case 'response.reasoning_summary_text.delta':
        brought.reasoning = (brought.reasoning ?? '') + textIn(wire.delta);
        return;
      case 'response.output_text.annotation.added':
        brought.others.push(toSource(wire));
        return;
      case 'response.completed':
      case 'response.done':
      case 'response.incomplete':
        this.finish(wire.response ?? {});
        return;
      case 'error':
        throw failedInStream(statusOfCompatibleFault({ error: wire.error ?? wire }));
      case 'response.failed':
        throw failedInStream(statusOfCompatibleFault({ error: wire.response?.error }));
      default:
        this.noteWork(wire, brought);
    }
  }

  /** `incomplete` alone gives a reason. */
  private finish({ usage, incomplete_details: details }: WireResponse): void {
    const reason = stringIn(details?.reason);
    this.stopReason ??= reason === undefined ? 'stop' : (stopReasons[reason] ?? 'other');
    this.usage = usage ?? this.usage;
  }

  /** What begins before there is text: a model at work, which may search longer than a first word is waited for. */
  private noteWork({ response, item }: WireEvent, brought: Brought): void {
    const model = stringIn(response?.model);
    if (this.model === undefined && model !== undefined) {
      this.model = model;
      brought.others.push({ type: 'metadata', responseModel: model });
    }
    if (item && item.type !== 'message') brought.reasoning ??= '';
  }

  end(): EndPart {
    if (this.stopReason === undefined) throw new ProviderError('silentEnd');
    const usage = typeof this.usage === 'object' && this.usage !== null ? toChatUsage(this.usage) : undefined;
    return { type: 'end', stopReason: this.stopReason, ...readUsage(usage) };
  }
}
