import { missedShare, type Frames } from '../browser/frames.rules.js';
import { quantile } from '../table/quantile.rules.js';
import { atMost, ms, times, type Row } from '../table/rows.rules.js';

interface Streamed {
  frames: Frames;
  shift: number;
  answers: number[];
  typing: Frames;
  busyShare: number;
}

interface Felt {
  empty: Frames;
  /** Milliseconds from each packet to the frame that shows it, in a page that does nothing else. */
  bare: number[];
  /** The same of the dashboard. */
  waits: number[];
  streamed: Streamed;
  /** The same in panels that hold many rounds. */
  below: Streamed;
  long: { frames: Frames; characters: number; openedMs: number };
}

const percent = (value: number) => `${value.toFixed(1)} %`;
const wait = (frames: Frames) => `${frames.longestMs.toFixed(0)} ms`;

/** What is missed beyond what a window misses that shows nothing. */
export function frameRows({ empty, bare, waits, streamed, below, long }: Felt): Row[] {
  const floor = missedShare(empty);
  const missed = (measure: string, frames: Frames): Row => ({
    measure,
    ours: percent(missedShare(frames)),
    floor: percent(floor),
    compared: `+${percent(Math.max(0, missedShare(frames) - floor))}`,
    goal: '≤ 2.0 %',
    verdict: atMost(missedShare(frames) - floor, 2),
  });
  const [painted, barely] = [quantile(waits, 0.95), quantile(bare, 0.95)];
  const answered = (measure: string, { answers }: Streamed): Row => {
    const slowest = quantile(answers, 0.98);
    return { measure, ours: `${slowest.toFixed(0)} ms`, goal: '≤ 50 ms', verdict: atMost(slowest, 50) };
  };
  return [
    missed('frames missed, six panels at 100 tokens/s each', streamed.frames),
    { measure: '– longest wait for a frame', ours: wait(streamed.frames), floor: wait(empty) },
    {
      measure: 'token to paint, from a packet in the page to the frame that shows it, p95',
      ours: ms(painted),
      floor: ms(barely),
      compared: times(painted / barely),
      goal: '≤ 33.00 ms',
      verdict: atMost(painted, 33),
    },
    { measure: '– p50', ours: ms(quantile(waits, 0.5)), floor: ms(quantile(bare, 0.5)) },
    { measure: '– main thread at work', ours: percent(100 * streamed.busyShare) },
    {
      measure: 'layout shifted while six replies stream (CLS)',
      ours: streamed.shift.toFixed(4),
      goal: '0',
      verdict: atMost(streamed.shift, 0),
    },
    answered('typing and sending while 600 tokens/s stream, key to paint, p98 (INP)', streamed),
    missed('– frames missed while typing', streamed.typing),
    missed('below a hundred earlier rounds in each panel: frames missed', below.frames),
    answered('– typing and sending, key to paint, p98 (INP)', below),
    missed('– frames missed while typing', below.typing),
    missed(`frames missed, scrolling a reply of ${long.characters.toLocaleString('en')} characters`, long.frames),
    { measure: '– longest wait for a frame', ours: wait(long.frames), floor: wait(empty) },
    { measure: '– page opened with it, from the address to its last table', ours: `${long.openedMs.toFixed(0)} ms` },
  ];
}
