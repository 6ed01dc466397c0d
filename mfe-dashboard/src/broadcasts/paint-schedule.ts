import type { Schedule } from './broadcast-store.state.js';

/** Milliseconds from one painting to the next at least, in frames of 60 Hz with some room for one that is early. */
const eachFrame = 11;
const everySecondFrame = 28;
/**
 * Milliseconds a painting may take, layout and all, while every frame is painted: what it leaves of a frame is also for
 * drawing it, which no script can time. Two replies that stream are cheap, six fast ones are not.
 */
const cheap = 4;
/** So long after a key or a click every second frame is left to what they do. */
const handsOn = 1000;
/** Paintings give way so often in a row to somebody who types; then what waits is shown all the same. */
const mostYields = 3;

/**
 * When what streams is painted: all panels in one frame, and not in a frame that shows what a key or a click has done.
 * Each frame while that is cheap; else, and while somebody types, thirty times a second, so that every other frame is
 * free. A page in the background has no frames; what it shows there need not be smooth.
 */
export function paintSchedule(page: Document, now = () => performance.now()): Schedule {
  let paintedAt = -Infinity;
  let touchedAt = -Infinity;
  let took = 0;
  let isTouched = false;
  let yields = 0;
  const touch = ({ timeStamp }: Event) => {
    isTouched = true;
    touchedAt = timeStamp;
  };
  for (const input of ['keydown', 'keyup', 'pointerdown', 'pointerup']) page.addEventListener(input, touch, true);
  const yieldsNow = () => {
    yields = isTouched && yields < mostYields ? yields + 1 : 0;
    isTouched = false;
    return yields > 0;
  };
  const leastBetween = (at: number) => (took > cheap || at - touchedAt < handsOn ? everySecondFrame : eachFrame);
  return (paint) => {
    const atFrame = (at: number) => {
      if (yieldsNow() || at - paintedAt < leastBetween(at)) return void requestAnimationFrame(atFrame);
      paintedAt = at;
      const began = now();
      paint();
      // It runs when the frame has been made. One slow frame says little: a quarter of it counts.
      setTimeout(() => (took += (now() - began - took) / 4));
    };
    if (page.visibilityState === 'hidden') setTimeout(paint, 250);
    else requestAnimationFrame(atFrame);
  };
}
