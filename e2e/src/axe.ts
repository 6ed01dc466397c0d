import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@jest/globals';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { keepPicture } from './browser.js';

/** The widths and themes in which a page is looked at. */
export const looks = [
  [1440, 'light'],
  [360, 'light'],
  [1440, 'dark'],
  [360, 'dark'],
] as const;

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong on a page, with the markup it is about. */
export async function axeFindings(page: Page): Promise<string[]> {
  // In a frame axe would have to run as well.
  expect(page.frames()).toHaveLength(1);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async () => {
    // All rules run, but only violations are reported in detail: reporting the rest takes most of the time.
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  });
}

/** Axe finds nothing, and nothing is wider than the window. */
export async function expectClean(page: Page, picture: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await keepPicture(page, picture);
}
