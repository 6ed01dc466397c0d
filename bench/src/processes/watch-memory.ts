import { residentBytes } from './usage.js';

/** Samples the resident memory of some processes four times a second. */
export async function watchMemory(pids: readonly number[]) {
  const before = await residentBytes(pids);
  let peak = before;
  const timer = setInterval(() => {
    void residentBytes(pids).then((bytes) => (peak = Math.max(peak, bytes)));
  }, 250);
  return {
    stop() {
      clearInterval(timer);
      return { before, peak };
    },
  };
}
