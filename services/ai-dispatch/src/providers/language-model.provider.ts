import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3FinishReason,
  LanguageModelV3Prompt,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
  SharedV3Warning,
} from '@ai-sdk/provider';
import { APICallError } from '@ai-sdk/provider';
import { brokenSocket, failedInStream, ProviderError } from './provider.errors.js';
import type { ProviderRequest, EndPart, ReplyPart, ModelStopReason, ThreadMessage, TokenUsage } from './provider.js';

type StatusOfFault = (payload: unknown) => number | undefined;

/** What is read of a vendor's stream beside what the SDK reads. */
interface Reading {
  statusOfFault: StatusOfFault;
  /** The model's id in one of the vendor's events, for an SDK that does not return it. */
  modelIn?: (event: unknown) => string | undefined;
  /** Whether this is the vendor's end marker; by default it is a reason that the vendor itself gave. */
  isEnd?: (reason: LanguageModelV3FinishReason) => boolean;
  /** Settings that each vendor has a form of its own for. */
  extras?: Pick<LanguageModelV3CallOptions, 'providerOptions' | 'tools'>;
}

/** Drives one of the AI SDK's models by its own `doStream` and reads the parts we keep. */
export async function* streamLanguageModel(
  open: () => Promise<LanguageModelV3>,
  request: ProviderRequest,
  signal: AbortSignal,
  { statusOfFault, modelIn, extras, isEnd = hasReason }: Reading,
): AsyncGenerator<ReplyPart> {
  const { temperature, maxOutputTokens, answerSchema } = request;
  const includeRawChunks = modelIn !== undefined;
  const responseFormat = answerSchema && ({ type: 'json', name: 'answer', schema: answerSchema } as const);
  try {
    const prompt = toPrompt(request.messages);
    const model = await open();
    const settings = { temperature, maxOutputTokens, responseFormat, ...extras };
    const options = { prompt, ...settings, includeRawChunks, abortSignal: signal };
    const { stream } = await model.doStream(options);
    const reader = stream.getReader();
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        if (next.value.type === 'error') throw next.value.error;
        if (next.value.type === 'finish') return yield toEnd(next.value.finishReason, next.value.usage, isEnd);
        const part = toReplyPart(next.value, modelIn);
        if (part) yield part;
      }
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  } catch (thrown) {
    throw toProviderError(thrown, statusOfFault);
  }
  throw new ProviderError('silentEnd');
}

/** The part as we keep it; none for what is of no use here. */
function toReplyPart(part: LanguageModelV3StreamPart, modelIn: Reading['modelIn']): ReplyPart | undefined {
  switch (part.type) {
    case 'text-delta':
      return part.delta === '' ? undefined : { type: 'text', text: part.delta };
    case 'reasoning-delta':
      return { type: 'reasoning', text: part.delta };
    // It reasons without showing it, or searches: both may take longer than a first word is waited for.
    case 'reasoning-start':
    case 'tool-call':
    case 'tool-result':
      return { type: 'reasoning', text: '' };
    case 'source':
      return { type: 'source', url: part.sourceType === 'url' ? part.url : undefined, title: part.title };
    case 'stream-start':
      return part.warnings.length === 0 ? undefined : { type: 'metadata', warnings: part.warnings.map(toSentence) };
    case 'response-metadata':
      return toMetadata(part.modelId);
    case 'raw':
      return toMetadata(modelIn?.(part.rawValue));
    default:
      return undefined;
  }
}

const toMetadata = (model: string | undefined): ReplyPart | undefined =>
  model === undefined ? undefined : { type: 'metadata', responseModel: model };

function toSentence(warning: SharedV3Warning): string {
  if (warning.type === 'other') return warning.message;
  const what = warning.type === 'unsupported' ? 'was ignored' : 'was sent in another form';
  return `The setting "${warning.feature}" ${what}${warning.details ? `: ${warning.details}` : '.'}`;
}

export function toPrompt(messages: readonly ThreadMessage[]): LanguageModelV3Prompt {
  return messages.map(({ role, content, pictures = [] }) => {
    if (role === 'system') return { role, content };
    const text = { type: 'text', text: content } as const;
    if (role === 'assistant') return { role, content: [text] };
    const files = pictures.map(({ type, bytes }) => ({ type: 'file', mediaType: type, data: bytes }) as const);
    return { role, content: [text, ...files] };
  });
}

const stopReasons: Record<LanguageModelV3FinishReason['unified'], ModelStopReason> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content_filter',
  'tool-calls': 'tool_calls',
  error: 'other',
  other: 'other',
};

const hasReason: NonNullable<Reading['isEnd']> = ({ raw }) => raw !== undefined;

/** The SDK closes every stream with `finish`, also one without the vendor's end marker. */
export function toEnd(reason: LanguageModelV3FinishReason, usage: LanguageModelV3Usage, isEnd = hasReason): EndPart {
  if (!isEnd(reason)) throw new ProviderError('silentEnd');
  if (reason.unified === 'error') throw new ProviderError('streamError');
  return { type: 'end', stopReason: stopReasons[reason.unified], usage: toUsage(usage) };
}

function toUsage({ inputTokens, outputTokens }: LanguageModelV3Usage): TokenUsage | undefined {
  const [input, output] = [inputTokens.total, outputTokens.total];
  if (input === undefined && output === undefined) return undefined;
  return {
    inputTokens: input,
    outputTokens: output,
    totalTokens: input !== undefined && output !== undefined ? input + output : undefined,
    cachedInputTokens: inputTokens.cacheRead,
    reasoningTokens: outputTokens.reasoning,
  };
}

export function toProviderError(thrown: unknown, statusOfFault: StatusOfFault): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  if (APICallError.isInstance(thrown)) {
    if (thrown.cause instanceof ProviderError) return thrown.cause;
    // An error before the first text: the SDK wraps the vendor's object, or its own about what it could not read.
    const inner = thrown.data ?? parseOrNothing(thrown.responseBody);
    if (isUnreadable(inner) || isUnreadable(thrown.cause)) return new ProviderError('unreadable');
    return failedInStream(statusOfFault(inner) ?? errorStatus(thrown.statusCode));
  }
  const { name } = (thrown ?? {}) as { name?: unknown };
  if (typeof name !== 'string') return failedInStream(statusOfFault(thrown));
  if (name === 'AI_InvalidResponseDataError') return new ProviderError('silentEnd');
  if (isUnreadable(thrown)) return new ProviderError('unreadable');
  return name.startsWith('AI_') ? new ProviderError('badRequest') : brokenSocket(thrown, true);
}

function isUnreadable(thrown: unknown): boolean {
  const { name } = (thrown ?? {}) as { name?: unknown };
  return name === 'AI_JSONParseError' || name === 'AI_TypeValidationError';
}

function parseOrNothing(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

const errorStatus = (status: number | undefined) => (status !== undefined && status >= 400 ? status : undefined);
