import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';

/** A script that a page loaded: its path, and its bytes after gzip. */
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
  // Later responses are not counted, and their bodies may be gone with the page.
  page.off('response', note);
  return Promise.all(loading);
}

export const bytesOf = (scripts: readonly Script[]): number => scripts.reduce((sum, { bytes }) => sum + bytes, 0);
