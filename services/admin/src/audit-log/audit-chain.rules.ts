import { createHash } from 'node:crypto';

/** An entry as far as its seal covers it, as the database sealed it. */
export interface SealedEntry {
  position: number;
  /** The sealed text; the seal also covers the seal before it. */
  text: string;
  hash: Buffer;
}

/** How far a chain has been verified. */
export interface ChainState {
  entries: number;
  head: Buffer;
  brokenAt?: number;
}

export const emptyChain: ChainState = { entries: 0, head: Buffer.alloc(0) };

/** Goes on verifying with the next entries, in order. Stops at the first whose seal is wrong or that is missing. */
export function verifyChain(state: ChainState, entries: readonly SealedEntry[]): ChainState {
  let { entries: count, head } = state;
  for (const { position, text, hash } of entries) {
    if (state.brokenAt !== undefined) return state;
    const sealed = createHash('sha256').update(head).update(text, 'utf8').digest();
    if (position !== count + 1 || !sealed.equals(hash)) return { entries: count, head, brokenAt: count + 1 };
    count += 1;
    head = hash;
  }
  return { ...state, entries: count, head };
}
