import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Account } from '../src/account.js';
import { expectCleanInLooks } from '../src/axe.js';
import { DashboardScreen } from '../src/dashboard-screen.js';
import { shareScene } from '../src/scene.js';

const scene = shareScene();
let account: Account;
beforeAll(async () => void (account = await scene.signUp()));

/** One that is closed, and still in the page for a moment, does not open again. A role would not find it. */
const gone = (page: Page) => page.locator('dialog[aria-label="Command palette"]').waitFor({ state: 'detached' });

test('every screen, service and comparison is a few keys away, and the focus comes back', async () => {
  const { page, errors } = await scene.visit(account);
  await page.goto('/');
  const dashboard = new DashboardScreen(page);
  await dashboard.box().fill('Which palette?');
  await dashboard.box().press('Enter');
  await dashboard.says('Message sent successfully');
  await dashboard.box().focus();

  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const field = palette.getByRole('combobox');
  await page.keyboard.press('Control+k');
  await field.waitFor();
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  expect(await dashboard.box().evaluate((element) => element === document.activeElement)).toBe(true);

  await page.keyboard.press('Control+k');
  await palette.getByRole('option', { name: 'Which palette?' }).waitFor();
  await expectCleanInLooks(page, 'palette');
  await field.fill('saved');
  expect(await palette.getByRole('option').first().textContent()).toContain('Saved Queries');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/saved-queries');

  await page.getByRole('heading', { level: 1 }).first().click();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await page.waitForURL('**/history');

  await page.getByRole('button', { name: 'Command palette' }).click();
  await field.fill('Which palette');
  await palette.getByRole('option', { name: 'Which palette?' }).click();
  await Promise.all([page.waitForURL('**/history/*'), gone(page)]);

  await page.keyboard.press('Control+k');
  await field.fill('demo');
  const service = palette.getByRole('option').first();
  const name = (await service.textContent()) ?? '';
  expect(await field.getAttribute('aria-activedescendant')).toBe(await service.getAttribute('id'));
  await page.keyboard.press('Enter');
  await Promise.all([page.waitForURL('**/#panel-*'), gone(page)]);
  await page.waitForFunction((panel) => document.activeElement?.textContent?.includes(panel), name);

  await page.keyboard.press('Control+k');
  await field.fill('no such thing at all');
  await palette.getByRole('status').getByText('Nothing is called').waitFor();
  expect(await field.getAttribute('aria-activedescendant')).toBeNull();
  expect(errors).toEqual([]);
});

test('a slash searches and a question mark opens the palette, on every screen that has no keys of its own', async () => {
  const { page, errors } = await scene.visit(account);
  await page.goto('/history');
  const search = page.getByRole('searchbox');
  await search.waitFor();
  await page.keyboard.press('/');
  expect(await search.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type('?');
  expect(await search.inputValue()).toBe('?');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('option', { name: 'Create New Query' }).getByText('N', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await page.waitForURL('**/saved-queries/new');
  expect(errors).toEqual([]);
});
