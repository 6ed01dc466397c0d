import { failedInStream, ProviderError } from '../provider.errors.js';
import type { ReplyEnd, ReplyPart, StopReason } from '../provider.js';
import { statusOfCompatibleFault } from './openai-compatible.errors.js';
import { readChunk, readUsage, type ChatChunk } from './openai-compatible.wire.js';

const stopReasons: Record<string, StopReason> = {
  stop: 'stop',
  eos: 'stop',
  length: 'length',
  content_filter: 'content_filter',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
};

/** Reads the events of one reply, as many at a time as the network brought: one part carries all their text. */
export class ReplyReader {
  private finishReason: string | undefined;
  private usage: unknown;

  get isFinished(): boolean {
    return this.finishReason !== undefined;
  }

  *read(payloads: string[]): Generator<ReplyPart> {
    let text = '';
    let isThinking = false;
    try {
      for (const payload of payloads) {
        if (payload === '[DONE]') continue;
        const chunk = this.take(payload);
        text += chunk.text;
        isThinking ||= chunk.isThinking;
      }
    } finally {
      // Also before a fault: what came in front of it has arrived, however the network cut it.
      if (text !== '') yield { type: 'text', text };
      else if (isThinking) yield { type: 'thinking' };
    }
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
