import { missedShare, type Frames } from '../browser/frames.rules.js';
import { quantile } from '../table/quantile.rules.js';
import { atMost, type Row } from '../table/rows.rules.js';

interface Felt {
  empty: Frames;
  streamed: { frames: Frames; shift: number; answers: number[]; typing: Frames; busyShare: number };
  long: { frames: Frames; characters: number; openedMs: number };
}

const percent = (value: number) => `${value.toFixed(1)} %`;
const wait = (frames: Frames) => `${frames.longestMs.toFixed(0)} ms`;

/** What is missed beyond what a window misses that shows nothing. */
export function frameRows({ empty, streamed, long }: Felt): Row[] {
  const floor = missedShare(empty);
  const missed = (measure: string, frames: Frames): Row => ({
    measure,
    ours: percent(missedShare(frames)),
    floor: percent(floor),
    compared: `+${percent(Math.max(0, missedShare(frames) - floor))}`,
    goal: '≤ 2.0 %',
    verdict: atMost(missedShare(frames) - floor, 2),
  });
  const slowest = quantile(streamed.answers, 0.98);
  return [
    missed('frames missed, six panels at 100 tokens/s each', streamed.frames),
    { measure: '– longest wait for a frame', ours: wait(streamed.frames), floor: wait(empty) },
    { measure: '– main thread at work', ours: percent(100 * streamed.busyShare) },
    {
      measure: 'layout shifted while six replies stream (CLS)',
      ours: streamed.shift.toFixed(4),
      goal: '0',
      verdict: atMost(streamed.shift, 0),
    },
    {
      measure: 'typing and sending while 600 tokens/s stream, key to paint, p98 (INP)',
      ours: `${slowest.toFixed(0)} ms`,
      goal: '≤ 50 ms',
      verdict: atMost(slowest, 50),
    },
    missed('– frames missed while typing', streamed.typing),
    missed(`frames missed, scrolling a reply of ${long.characters.toLocaleString('en')} characters`, long.frames),
    { measure: '– longest wait for a frame', ours: wait(long.frames), floor: wait(empty) },
    { measure: '– page opened with it, from the address to its last table', ours: `${long.openedMs.toFixed(0)} ms` },
  ];
}
