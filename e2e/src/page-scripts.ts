import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';

/** What a page loaded until it was shown, in KB after gzip. */
interface Scripts {
  all: number;
  /** What one slice brought of it. */
  of: (slice: string) => number;
}

/** Loads an address, and all scripts that come with it until `isShown`; what waits for an idle moment does not come. */
export async function scriptsUntil(page: Page, path: string, isShown: () => Promise<unknown>): Promise<Scripts> {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const loading: Promise<{ path: string; bytes: number }>[] = [];
  const note = (answer: Response) => {
    const { pathname } = new URL(answer.url());
    if (pathname.endsWith('.js'))
      loading.push(answer.body().then((body) => ({ path: pathname, bytes: gzipSync(body).length })));
  };
  page.on('response', note);
  await page.goto(path);
  await isShown();
  page.off('response', note);
  const scripts = await Promise.all(loading);
  const sum = (some: typeof scripts) => some.reduce((all, { bytes }) => all + bytes, 0) / 1024;
  return { all: sum(scripts), of: (slice) => sum(scripts.filter((script) => script.path.includes(`/${slice}/`))) };
}
