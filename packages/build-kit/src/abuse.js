// `npm run abuse`: builds the servers and the instrument, and the pages where a browser opens them, then attacks the product
// (e2e/src/abuse).
import { runInstrument } from './instrument.js';

/** The parts that open pages in a browser. */
const inBrowser = ['replies', 'drawers', 'cross-site'];

await runInstrument('e2e/dist/abuse/main.js', async () => {
  const named = process.argv.slice(2).filter((word) => !word.startsWith('-'));
  if (named.length > 0 && !inBrowser.some((part) => named.includes(part))) return {};
  const { findChromium, mustFindChromium } = await import('./checks/chromium.js');
  const CHROMIUM_PATH = (await findChromium(console.warn)) ?? (await mustFindChromium());
  const { buildWebSlices } = await import('./build/web-build.js');
  await buildWebSlices(console.warn);
  return { CHROMIUM_PATH };
});
