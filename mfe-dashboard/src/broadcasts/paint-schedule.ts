import { countInThisFrame } from '@polylogue/web-kit/streams';
import type { Schedule } from './broadcast-store.state.js';

/** Minimum number of milliseconds between two paintings: every second frame at 60 Hz, with some room for a late one. */
const minInterval = 28;
/** So often in a row painting gives way to a user who types; then what waits is shown all the same. */
const maxYields = 3;

/**
 * When what streams is painted: thirty times a second, which readers cannot distinguish from sixty, all panels in one frame, so
 * that every other frame is free, with the seconds that count beside it; and not in a frame that shows what a key or a click has done. A page in the
 * background has no frames; what it shows there need not be smooth.
 */
export function paintSchedule(page: Document): Schedule {
  let paintedAt = -Infinity;
  let isTouched = false;
  let yields = 0;
  const touch = () => {
    isTouched = true;
  };
  for (const input of ['keydown', 'keyup', 'pointerdown', 'pointerup']) page.addEventListener(input, touch, true);
  const yieldsNow = () => {
    yields = isTouched && yields < maxYields ? yields + 1 : 0;
    isTouched = false;
    return yields > 0;
  };
  return (paint) => {
    const atFrame = (at: number) => {
      if (yieldsNow() || at - paintedAt < minInterval) return void requestAnimationFrame(atFrame);
      paintedAt = at;
      paint();
      countInThisFrame();
    };
    if (page.visibilityState === 'hidden') setTimeout(paint, 250);
    else requestAnimationFrame(atFrame);
  };
}
