import { countInThisFrame } from '@polylogue/web-kit/streams';
import type { Schedule } from './broadcast-store.state.js';

/** Milliseconds between two paintings that leave every second frame free, at 60 Hz, with some room for a late one. */
const sparing = 28;
/** Milliseconds that a painting may take, from its first function to its last layer, to be done in every frame. */
const affordable = 15;
/** Milliseconds after a key or a click in which the user may well press another. */
const handsOn = 1_000;
/** So often in a row painting gives way to a user who types; then what waits is shown all the same. */
const maxYields = 3;

/** Calls back once the frame that is being made is done. */
export type AfterFrame = (then: () => void) => void;

/**
 * When what streams is painted: in the next frame, all panels in one, with the seconds that count beside it. In every second
 * frame while a user types or clicks, so that what a key does has a frame to itself, and where a painting takes most of one;
 * and never in a frame that shows what a key or a click has done. A page in the background has no frames; what it shows
 * there need not be smooth.
 */
export function paintSchedule(page: Document, afterFrame: AfterFrame = messageAfterFrame()): Schedule {
  let [paintedAt, touchedAt] = [-Infinity, -Infinity];
  let isTouched = false;
  let yields = 0;
  let cost = 0;
  const touch = () => {
    isTouched = true;
  };
  for (const input of ['keydown', 'keyup', 'pointerdown', 'pointerup']) page.addEventListener(input, touch, true);
  const yieldsNow = (at: number) => {
    if (isTouched) touchedAt = at;
    yields = isTouched && yields < maxYields ? yields + 1 : 0;
    isTouched = false;
    return yields > 0;
  };
  const isTooSoon = (at: number) => at - paintedAt < sparing && (cost > affordable || at - touchedAt < handsOn);
  return (paint) => {
    const atFrame = (at: number) => {
      if (yieldsNow(at) || isTooSoon(at)) return void requestAnimationFrame(atFrame);
      paintedAt = at;
      const began = performance.now();
      paint();
      countInThisFrame();
      // A single slow one says little.
      afterFrame(() => (cost += (performance.now() - began - cost) / 8));
    };
    if (page.visibilityState === 'hidden') setTimeout(paint, 250);
    else requestAnimationFrame(atFrame);
  };
}

/** A message that is posted while a frame is made is delivered after it. */
function messageAfterFrame(): AfterFrame {
  const { port1, port2 } = new MessageChannel();
  return (then) => {
    port1.onmessage = then;
    port2.postMessage(null);
  };
}
