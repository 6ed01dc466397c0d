import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { keepPicture } from './browser.js';

/** The widths and themes in which a page is looked at. */
export const looks = [
  [1440, 'light'],
  [1440, 'dark'],
  [360, 'light'],
  [360, 'dark'],
] as const;

/** What axe finds wrong on a page, with the markup it is about. */
export async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Axe finds nothing, and nothing is wider than the window. */
export async function expectClean(page: Page, picture: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await keepPicture(page, picture);
}
