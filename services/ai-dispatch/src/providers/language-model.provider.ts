import type {
  LanguageModelV3,
  LanguageModelV3FinishReason,
  LanguageModelV3Prompt,
  LanguageModelV3Usage,
} from '@ai-sdk/provider';
import { APICallError } from '@ai-sdk/provider';
import { brokenSocket, failedInStream, ProviderError } from './provider.errors.js';
import type { ProviderRequest, EndPart, ReplyPart, ModelStopReason, ThreadMessage, TokenUsage } from './provider.js';

type StatusOfFault = (payload: unknown) => number | undefined;

/** Drives one of the AI SDK's models by its own `doStream` and reads the parts we keep. */
export async function* streamLanguageModel(
  open: () => Promise<LanguageModelV3>,
  request: ProviderRequest,
  signal: AbortSignal,
  statusOfFault: StatusOfFault,
): AsyncGenerator<ReplyPart> {
  const { temperature, answerSchema } = request;
  const responseFormat = answerSchema && ({ type: 'json', name: 'answer', schema: answerSchema } as const);
  try {
    const prompt = toPrompt(request.messages);
    const model = await open();
    const { stream } = await model.doStream({ prompt, temperature, responseFormat, abortSignal: signal });
    const reader = stream.getReader();
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        const part = next.value;
        if (part.type === 'text-delta') {
          if (part.delta !== '') yield { type: 'text', text: part.delta };
        } else if (part.type === 'reasoning-delta') yield { type: 'thinking' };
        else if (part.type === 'error') throw part.error;
        else if (part.type === 'finish') return yield toEnd(part.finishReason, part.usage);
      }
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  } catch (thrown) {
    throw toProviderError(thrown, statusOfFault);
  }
  throw new ProviderError('silentEnd');
}

export function toPrompt(messages: readonly ThreadMessage[]): LanguageModelV3Prompt {
  return messages.map(({ role, content }) =>
    role === 'system' ? { role, content } : { role, content: [{ type: 'text', text: content }] },
  );
}

const stopReasons: Record<LanguageModelV3FinishReason['unified'], ModelStopReason> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content_filter',
  'tool-calls': 'tool_calls',
  error: 'other',
  other: 'other',
};

/** The SDK closes every stream with `finish`; only a reason the vendor itself gave (`raw`) is the vendor's end marker. */
export function toEnd(reason: LanguageModelV3FinishReason, usage: LanguageModelV3Usage): EndPart {
  if (reason.raw === undefined) throw new ProviderError('silentEnd');
  if (reason.unified === 'error') throw new ProviderError('streamError');
  return { type: 'end', stopReason: stopReasons[reason.unified], usage: toUsage(usage) };
}

function toUsage({ inputTokens, outputTokens }: LanguageModelV3Usage): TokenUsage | undefined {
  const [input, output] = [inputTokens.total, outputTokens.total];
  if (input === undefined && output === undefined) return undefined;
  const total = input !== undefined && output !== undefined ? input + output : undefined;
  return { inputTokens: input, outputTokens: output, totalTokens: total };
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
