import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@jest/globals';
import type axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { keepPicture, setLook } from './browser.js';

/** A width and a theme in which a page is looked at. */
export type Look = readonly [width: number, theme: 'light' | 'dark'];

/** Each width in one theme, the first in light, the next in dark and so on; with --full each in both. */
export function looksAt(...widths: readonly number[]): readonly Look[] {
  if (process.env['TEST_FULL'] === '1') {
    return (['light', 'dark'] as const).flatMap((theme) => widths.map((width): Look => [width, theme]));
  }
  return widths.map((width, index) => [width, index % 2 === 0 ? 'light' : 'dark']);
}

/** The looks of most pages: both widths and both themes, and with --full all four of them. */
export const looks = looksAt(1440, 360);

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
      // Style sheets would be fetched and parsed for one experimental rule, which does not run.
      preload: false,
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

/**
 * The same in each look, one after the other in the window that is there: what leads to a page is done once. The window is wide and
 * light again after it. `shown` must be there in each look, and is brought into sight.
 */
export async function expectCleanInLooks(
  page: Page,
  picture: string,
  { shown, at = looks }: { shown?: Locator; at?: readonly Look[] } = {},
): Promise<void> {
  for (const [width, theme] of at.toReversed()) {
    await setLook(page, { width, theme });
    await shown?.scrollIntoViewIfNeeded();
    await expectClean(page, `${picture}-${width}-${theme}`);
  }
}
