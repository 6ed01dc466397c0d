import type { Page } from 'playwright-core';

/** What a page recorded of itself since the last call. Times are milliseconds of the page's clock. */
export interface PageRecord {
  /** When each frame began. */
  frames: number[];
  /** Layout shifts that no input explains, each with its score. */
  shifts: number[];
  /** Events of key presses and clicks that took 16 ms or more to their paint, in steps of 8 ms. */
  slow: { interaction: number; duration: number }[];
  /** Key presses and clicks so far. */
  interactions: number;
}

type Recording = Window & typeof globalThis & { benchRecord?: PageRecord };

/** Has every document of the page keep a record of its frames, shifts and interactions. */
export const recordPage = (page: Page) => page.addInitScript(record);

/** What was recorded since the last call. */
export const takeRecord = (page: Page): Promise<PageRecord> =>
  page.evaluate(() => {
    const page = window as Recording;
    const taken = page.benchRecord;
    if (!taken) throw new Error('The page keeps no record.');
    page.benchRecord = { frames: [], shifts: [], slow: [], interactions: 0 };
    const { interactionCount } = performance as Performance & { interactionCount?: number };
    return { ...taken, interactions: interactionCount ?? 0 };
  });

function record() {
  const page = window as Recording;
  page.benchRecord = { frames: [], shifts: [], slow: [], interactions: 0 };
  const frame = (at: number) => {
    page.benchRecord?.frames.push(at);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) page.benchRecord?.shifts.push(entry.value);
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
      const { duration, interactionId: interaction } = entry;
      if (interaction) page.benchRecord?.slow.push({ interaction, duration });
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}
