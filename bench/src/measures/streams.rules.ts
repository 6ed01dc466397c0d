import { atMost, kb, mb, times, us, type Row } from '../table/rows.rules.js';

/** What streams held at once, and what their tokens cost. */
export interface HeldStreams {
  maxOpen: number;
  /** Bytes after a collection. */
  before: number;
  peak: number;
  /** Processor seconds of so many tokens, while nothing was collected to count memory. */
  cpuSeconds: number;
  delivered: number;
  /** Tokens in all. */
  carried: number;
}

export function streamRows(ours: HeldStreams, floor: HeldStreams, lost: number): Row[] {
  const perStream = ({ maxOpen, before, peak }: HeldStreams) => Math.max(1, (peak - before) / maxOpen);
  const perToken = ({ cpuSeconds, delivered }: HeldStreams) => (cpuSeconds * 1e6) / delivered;
  const memory = perStream(ours) / perStream(floor);
  const cpu = perToken(ours) / perToken(floor);
  return [
    {
      measure: `${ours.maxOpen} streams at once, ${ours.carried} tokens: lost`,
      ours: String(lost),
      goal: '0',
      verdict: atMost(lost, 0),
    },
    { measure: '– memory held before and at its peak', ours: `${mb(ours.before)}, ${mb(ours.peak)}` },
    {
      measure: 'memory held per open stream, against a fan-out that stores the same',
      ours: kb(perStream(ours)),
      floor: kb(perStream(floor)),
      compared: times(memory),
      goal: '≤ 3.0 ×',
      verdict: atMost(memory, 3),
    },
    {
      measure: 'CPU per slow token (4 per second), against that fan-out',
      ours: us(perToken(ours)),
      floor: us(perToken(floor)),
      compared: times(cpu),
      goal: '≤ 3.0 ×',
      verdict: atMost(cpu, 3),
    },
  ];
}
