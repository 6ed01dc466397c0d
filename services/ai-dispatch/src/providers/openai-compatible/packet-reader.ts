import { ProviderError } from '../provider.errors.js';
import type { EndPart, ReplyPart } from '../provider.js';

/** What the events of one packet bring together: one object for all of them, made once per packet. */
export interface Brought {
  text: string;
  reasoning: string | undefined;
  others: ReplyPart[];
}

/** Reads the events of one reply, as many at a time as the network brought: one part carries all their text. */
export abstract class PacketReader {
  private fault: unknown;

  /** Whether the end marker has come. */
  abstract get isFinished(): boolean;

  /** Throws ProviderError for an event that is a fault of the vendor's, or none at all. */
  protected abstract take(payload: string, brought: Brought): void;

  abstract end(): EndPart;

  /**
   * All that these events bring, at most one part of text among it. What came in front of a fault has arrived, however
   * the network cut it: the parts are answered and the fault kept for `throwFault`.
   */
  read(payloads: string[]): ReplyPart[] {
    const brought: Brought = { text: '', reasoning: undefined, others: [] };
    for (const payload of payloads) {
      if (payload === '[DONE]') continue;
      try {
        this.take(payload, brought);
      } catch (thrown) {
        this.fault = thrown instanceof ProviderError ? thrown : new ProviderError('unreadable');
        break;
      }
    }
    const { text, reasoning, others: parts } = brought;
    if (reasoning !== undefined) parts.push({ type: 'reasoning', text: reasoning });
    if (text !== '') parts.push({ type: 'text', text });
    return parts;
  }

  throwFault(): void {
    if (this.fault !== undefined) throw this.fault;
  }
}
