/** @import { Kept } from './containers.js' */
import { rm } from 'node:fs/promises';

export default async function globalTeardown() {
  const kept = /** @type {Kept & Record<symbol, (() => Promise<void>) | undefined>} */ (
    /** @type {unknown} */ (globalThis)
  );
  // Where tests run in this very process, what they share is still open (packages/test-kit/src/closing.ts).
  await kept[Symbol.for('polylogue.closeShared')]?.();
  await kept.polylogueBacking?.stop();
  if (process.env.TEST_FOLDER) await rm(process.env.TEST_FOLDER, { recursive: true, force: true, maxRetries: 5 });
}
