import { failedInStream, ProviderError } from '../provider.errors.js';
import type { ReplyEnd, ReplyPart, StopReason } from '../provider.js';
import { statusOfCompatibleFault } from './openai-compatible.errors.js';
import { readChunk, readUsage, type ChatChunk } from './openai-compatible.wire.js';

const stopReasons: Record<string, StopReason> = {
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
  end(): ReplyEnd {
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
