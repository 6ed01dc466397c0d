import type { LexingWork } from './bounded-lexer.js';

/** What lexing the open block over and over may cost for each of its characters, and what any may. */
const unitsPerCharacter = 15_000;
const unitsPerBlock = 10_000_000;
/** A block that has cost too much is tried again when it is this many times as long. */
const retryFactor = 1.5;

/** What the block that grows at the end of a reply has cost, lexed anew with every token. */
export class LexingAllowance implements LexingWork {
  units = 0;
  failures = 0;
  #before = 0;
  #nextTry = { line: 0, blank: 0 };

  /** What all blocks have cost together. */
  get work(): number {
    return this.#before + this.units;
  }

  /** Another block is the open one. */
  begin(): void {
    this.#before += this.units;
    this.units = this.failures = 0;
    this.#nextTry = { line: 0, blank: 0 };
  }

  isSpent(length: number): boolean {
    return this.failures > 0 || this.units > unitsPerBlock + unitsPerCharacter * length;
  }

  /** Whether to look for finished blocks in so long a text; a blank line gives one try more. */
  mayFreeze(length: number, isBlank: boolean): boolean {
    if (!this.isSpent(length)) return true;
    const kind = isBlank ? 'blank' : 'line';
    if (length < this.#nextTry[kind]) return false;
    this.#nextTry[kind] = length * retryFactor;
    return true;
  }
}
