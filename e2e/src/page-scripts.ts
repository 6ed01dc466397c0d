import { gzipSync } from 'node:zlib';
import type { Page, Request } from 'playwright-core';

/** What a page loaded until it was shown, in KB after gzip. */
interface Scripts {
  all: number;
  /** What one slice brought of it. */
  of: (slice: string) => number;
}

/** What shows that a page is there: the first such element with this text in it. */
interface Sign {
  selector: string;
  text?: string;
}

declare global {
  interface Window {
    /** When the sign came into the page, in milliseconds since it was opened. */
    signShownAt?: number;
  }
}

/**
 * Loads an address, and counts the scripts that were requested before its sign came into the page, by the page's own clock: what it
 * loads later, or in an idle moment, is none of it, however slow the machine is.
 */
export async function scriptsUntil(page: Page, path: string, sign: Sign): Promise<Scripts> {
  await page.addInitScript(noteSign, sign);
  const requests: Request[] = [];
  page.on('request', (request) => void (request.resourceType() === 'script' && requests.push(request)));
  await page.goto(path);
  await page.waitForFunction(() => window.signShownAt !== undefined);
  const loaded = await Promise.all(requests.map(sizeOf));
  const early = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime <= window.signShownAt!)
      .map(({ name }) => name),
  );
  const counted = loaded.filter(({ url }) => early.includes(url));
  const sum = (some: typeof counted) => some.reduce((all, { bytes }) => all + bytes, 0) / 1024;
  return { all: sum(counted), of: (slice) => sum(counted.filter(({ url }) => url.includes(`/${slice}/`))) };
}

/** In the page. */
function noteSign({ selector, text = '' }: Sign): void {
  const look = () => {
    const isThere = [...document.querySelectorAll(selector)].some((element) => element.textContent?.includes(text));
    if (!isThere) return;
    window.signShownAt = performance.now();
    observer.disconnect();
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true, characterData: true });
}

async function sizeOf(request: Request): Promise<{ url: string; bytes: number }> {
  const answer = await request.response();
  await answer?.finished();
  return { url: request.url(), bytes: answer ? gzipSync(await answer.body()).length : 0 };
}
