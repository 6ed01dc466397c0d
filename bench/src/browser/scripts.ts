import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';

/** A script that a page loaded: where from, and its bytes when gzip has had it. */
export interface Script {
  path: string;
  bytes: number;
}

/** Loads an address, and all scripts that come with it until `isShown`. */
export async function scriptsOf(page: Page, url: string, isShown: (page: Page) => Promise<unknown>): Promise<Script[]> {
  const loading: Promise<Script>[] = [];
  const note = (answer: Response) => {
    const path = new URL(answer.url()).pathname;
    if (path.endsWith('.js')) loading.push(answer.body().then((body) => ({ path, bytes: gzipSync(body).length })));
  };
  page.on('response', note);
  await page.goto(url);
  await isShown(page);
  // What comes later is not counted, and may have no page left to come to.
  page.off('response', note);
  return Promise.all(loading);
}

export const bytesOf = (scripts: readonly Script[]): number => scripts.reduce((sum, { bytes }) => sum + bytes, 0);
