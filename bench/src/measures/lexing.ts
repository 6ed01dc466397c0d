import { BlockGrower, hostileTexts, lexBlocks } from '@polylogue/markdown/lexing';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { atMost, ms, times, type Row } from '../table/rows.rules.js';
import { markdownToken } from '../upstream/markdown-tokens.rules.js';

const size = 10_000;
const rounds = 7;
const charactersPerToken = 4;

interface Cost {
  name: string;
  milliseconds: number;
}

/** Processor time that the costliest of hostile replies costs the page, against an honest one of its length. */
export function lexing(rig: Rig): Promise<Measured> {
  const honest = { 'honest text': honestText() };
  const hostile = hostileTexts(size);
  const whole = (text: string) => void lexBlocks(text);
  const rows = [
    ...compared('a hostile reply of 10 KB, lexed', dearest(hostile, whole, rounds), dearest(honest, whole, rounds), 20),
    ...compared(
      'a hostile reply of 10 KB, streamed token by token',
      dearest(hostile, streamed, rig.isQuick ? 1 : 2),
      dearest(honest, streamed, rig.isQuick ? 1 : 2),
    ),
  ];
  return Promise.resolve({ rows, failures: [] });
}

function compared(measure: string, ours: Cost, floor: Cost, goal?: number): Row[] {
  const row: Row = {
    measure: `${measure}: CPU of the dearest (${ours.name})`,
    ours: ms(ours.milliseconds),
    floor: ms(floor.milliseconds),
    compared: times(ours.milliseconds / floor.milliseconds),
  };
  return [goal === undefined ? row : { ...row, goal: `≤ ${ms(goal)}`, verdict: atMost(ours.milliseconds, goal) }];
}

function dearest(texts: Readonly<Record<string, string>>, lex: (text: string) => void, times: number): Cost {
  const costs = Object.entries(texts).map(([name, text]) => ({ name, milliseconds: fastest(() => lex(text), times) }));
  return costs.reduce((slowest, cost) => (cost.milliseconds > slowest.milliseconds ? cost : slowest));
}

function fastest(lex: () => void, times: number): number {
  let lowest = Infinity;
  for (let round = 0; round < times; round += 1) {
    const before = process.cpuUsage();
    lex();
    const { user, system } = process.cpuUsage(before);
    lowest = Math.min(lowest, (user + system) / 1000);
  }
  return lowest;
}

function streamed(text: string): void {
  const grower = new BlockGrower();
  for (let end = charactersPerToken; end < text.length; end += charactersPerToken)
    grower.grow(text.slice(0, end), true);
  grower.grow(text, false);
}

function honestText(): string {
  let text = '';
  for (let index = 0; text.length < size; index += 1) text += JSON.parse(`"${markdownToken(index)}"`) as string;
  return text.slice(0, size);
}
