import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';

/** A script that a page loaded: where from, and its bytes when gzip has had it. */
export interface Script {
  path: string;
  bytes: number;
}

/** Loads an address, and all scripts that come with it until `isShown`. */
export async function scriptsOf(page: Page, url: string, isShown: (page: Page) => Promise<unknown>): Promise<Script[]> {
  const loading: Promise<Script>[] = [];
  page.on('response', (answer) => {
    const path = new URL(answer.url()).pathname;
    if (path.endsWith('.js')) loading.push(answer.body().then((body) => ({ path, bytes: gzipSync(body).length })));
  });
  await page.goto(url);
  await isShown(page);
  return Promise.all(loading);
}

export const bytesOf = (scripts: readonly Script[]): number => scripts.reduce((sum, { bytes }) => sum + bytes, 0);
