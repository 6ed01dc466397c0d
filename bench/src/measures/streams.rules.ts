import { atLeast, atMost, kb, mb, type Row, us } from '../table/rows.rules.js';

interface Held {
  maxOpen: number;
  delivered: number;
  lost: number;
  before: number;
  peak: number;
  cpuSeconds: number;
  wallSeconds: number;
}

const gibibyte = 1024 ** 3;

export function streamRows({ maxOpen, delivered, lost, before, peak, cpuSeconds, wallSeconds }: Held): Row[] {
  const perStream = Math.max(1, (peak - before) / maxOpen);
  const perGibibyte = Math.floor(gibibyte / perStream);
  const streamsPerCore = Math.floor((maxOpen * wallSeconds) / cpuSeconds);
  return [
    {
      measure: `${maxOpen} streams at once, ${delivered} tokens: lost`,
      ours: String(lost),
      goal: '0',
      verdict: atMost(lost, 0),
    },
    { measure: '– memory before and at its peak', ours: `${mb(before)}, ${mb(peak)}` },
    {
      measure: '– streams per GiB',
      ours: `${perGibibyte} (${kb(perStream)} each)`,
      goal: '≥ 20000',
      verdict: atLeast(perGibibyte, 20_000),
    },
    {
      measure: '– streams per core at 4 tokens/s',
      ours: `${streamsPerCore} (${us((cpuSeconds * 1e6) / delivered)} per token)`,
      goal: '≥ 5000',
      verdict: atLeast(streamsPerCore, 5000),
    },
  ];
}
