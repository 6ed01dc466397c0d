import type { CallCost } from '../prices/price.rules.js';
import type { CallResult } from './call.js';

/** How a call ended, for counting. */
export type CallEnding = Pick<CallResult, 'outcome' | 'failure' | 'firstTokenMs' | 'totalMs' | 'end'>;

/** What became of the calls to one service since it was counted last: adding costs next to nothing, counting does. */
export class CallTally {
  readonly seconds: number[] = [];
  readonly firstTokenSeconds: number[] = [];
  /** Calls by outcome and failure, with a space in between. */
  readonly calls = new Map<string, number>();
  /** Millionths of a dollar by where they are known from. */
  readonly micros = new Map<CallCost['source'], number>();
  inputTokens = 0;
  outputTokens = 0;
  unpriced = 0;

  add({ outcome, failure, firstTokenMs, totalMs, end }: CallEnding, cost: CallCost | undefined): void {
    addTo(this.calls, `${outcome} ${failure?.failure.code ?? 'none'}`, 1);
    this.seconds.push(totalMs / 1000);
    if (firstTokenMs !== undefined) this.firstTokenSeconds.push(firstTokenMs / 1000);
    this.inputTokens += end?.usage?.inputTokens ?? 0;
    this.outputTokens += end?.usage?.outputTokens ?? 0;
    if (cost) addTo(this.micros, cost.source, cost.micros);
    else if (end ?? firstTokenMs !== undefined) this.unpriced += 1;
  }
}

function addTo<K>(sums: Map<K, number>, key: K, value: number): void {
  sums.set(key, (sums.get(key) ?? 0) + value);
}
