import { costOfTokens, type TokenPrice } from '../prices/micros.rules.js';
import type { TokenUsage } from '../providers/provider.js';

/** What is set aside for a call, or taken for it: money as far as a price is known, and tokens. */
export interface Spending {
  micros: number;
  tokens: number;
}

// Four bytes make a token of English; other scripts take more bytes and more tokens alike. A few more per message.
const bytesPerToken = 4;
const tokensPerMessage = 4;
/** Of a picture at the size at which it is sent; vendors count from 800 to 3,000. */
const tokensPerPicture = 1_500;

export const tokensOfBytes = (bytes: number): number => Math.ceil(bytes / bytesPerToken);

/** A picture counts as much as the text that has as many tokens. */
export const bytesOfPictures = (count: number): number => count * tokensPerPicture * bytesPerToken;

/** What is sent of a thread: bytes, and about how many tokens they are. */
export interface ThreadSize {
  bytes: number;
  tokens: number;
}

export function sizeOfThread(messages: readonly { content: string; pictures?: readonly unknown[] }[]): ThreadSize {
  const size = { bytes: 0, tokens: 0 };
  for (const { content, pictures = [] } of messages) {
    const bytes = Buffer.byteLength(content);
    size.bytes += bytes + bytesOfPictures(pictures.length);
    size.tokens += tokensOfBytes(bytes) + tokensPerMessage + pictures.length * tokensPerPicture;
  }
  return size;
}

/** Before a call: what it may come to. */
export function estimateSpending(price: TokenPrice | undefined, inputTokens: number, outputTokens: number): Spending {
  return { micros: price ? costOfTokens(price, inputTokens, outputTokens) : 0, tokens: inputTokens + outputTokens };
}

interface EndedSpending {
  price: TokenPrice | undefined;
  /** Known from the provider or the price list. */
  micros: number | undefined;
  usage: TokenUsage | undefined;
  /** Bytes of text that came. */
  textBytes: number;
  /** What was sent, counted by us. */
  inputTokens: number;
}

/**
 * After a call: what was counted; where nothing was, what came and went, by our own measure. A reply that broke off was
 * paid for all the same, though the amount is unknown; a call that brought nothing counts as nothing.
 */
export function finalSpending({ price, micros, usage, textBytes, inputTokens }: EndedSpending): Spending {
  const hasCome = textBytes > 0 || micros !== undefined || usage !== undefined;
  if (!hasCome) return { micros: 0, tokens: 0 };
  const input = usage?.inputTokens ?? inputTokens;
  const output = usage?.outputTokens ?? tokensOfBytes(textBytes);
  const guess = estimateSpending(price, input, output);
  return { micros: micros ?? guess.micros, tokens: usage?.totalTokens ?? guess.tokens };
}
