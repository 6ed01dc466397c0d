import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Account } from '../src/account.js';
import { expectCleanInLooks } from '../src/axe.js';
import { keepPicture } from '../src/browser.js';
import { DashboardScreen } from '../src/dashboard-screen.js';
import { shareScene } from '../src/scene.js';

// A question the dashboard suggests: what the demo services reply agrees and contradicts in known places.
const question = 'Explain optimistic and pessimistic locking, and when to pick each.';
const services = ['Demo Sage', 'Demo Brief', 'Demo Tortoise', 'Demo Contrarian'];
const figures = '88 % agreement · 7 claims · 2 disputed';
const disputed = 'Claim 1, Demo Contrarian: contradicts – “optimistic locking is a poor default”';
const scene = shareScene();
let account: Account;
let page: Page;
let errors: readonly string[];
let screen: DashboardScreen;

const grid = (on = page) => on.getByRole('grid', { name: 'Agreement map by Demo Scribe' });
const lit = () =>
  page.evaluate(() => {
    const passages: string[] = [];
    CSS.highlights.get('pl-passage')?.forEach((range) => passages.push(String(range)));
    return passages;
  });
/** Waits until the passage stands within the window, and within the element that shows its reply. */
const inSight = (within: string) =>
  page.waitForFunction((selector) => {
    const [passage] = [...(CSS.highlights.get('pl-passage') ?? [])] as Range[];
    const view = document.querySelector(selector)?.getBoundingClientRect();
    const box = passage?.getBoundingClientRect();
    return box && view && box.height > 0 && box.top >= Math.max(0, view.top) && box.bottom <= view.bottom;
  }, within);
const openHistory = async (on: Page) => {
  await on.goto('/history?show=comparisons');
  await on.getByRole('link', { name: question }).click();
  await on.getByRole('button', { name: `Agreement ${figures}` }).click();
};

beforeAll(async () => {
  account = await scene.signUp();
  ({ page, errors } = await scene.visit(account));
  screen = new DashboardScreen(page);
  await page.goto('/');
  await page.getByText('9 AI services available').waitFor();
  await screen.mode('Selective AIs');
  for (const tile of await page.getByRole('checkbox').all()) await tile.click();
  for (const name of services) await page.getByRole('checkbox', { name }).click();
  await screen.send(question);
  await screen.says('Message sent successfully', 'Received responses from 4 AI service(s)');
  await screen.closeToast();
});

describe('the agreement of a round', () => {
  test('is mapped with a click, by a service that did not answer: what all say, what is disputed, and by whom', async () => {
    await screen.button('Agreement').click();
    await screen.button('Map 4 replies').click();
    await grid().waitFor();
    await page.getByRole('dialog').getByText(figures, { exact: true }).last().waitFor();
    await grid().getByRole('button', { name: disputed }).waitFor();
    await grid()
      .getByRole('button', { name: 'Claim 1, Demo Brief: says – “Start with optimistic locking.”' })
      .waitFor();
    expect(await grid().getByRole('row').count()).toBe(8);
    await keepPicture(page, 'agreement');
  });

  test('is walked through with the arrow keys', async () => {
    await grid().getByRole('button', { name: 'Mark claim 1 as settled' }).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowDown');
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(focused).toMatch(/^Claim 2, /);
  });

  test('lights a passage in its panel, and leaves it to be read', async () => {
    await grid().getByRole('button', { name: disputed }).click();
    expect(await lit()).toEqual(['optimistic locking is a poor default']);
    await inSight('[data-panel="demo-contrarian"]');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await keepPicture(page, 'agreement-passage');
    await page.keyboard.press('Escape');
    expect(await lit()).toEqual([]);
  });

  test('keeps the marks of the user', async () => {
    const mark = () => grid().getByRole('button', { name: 'Mark claim 2 as important' });
    await screen.button('Agreement').click();
    await Promise.all([page.waitForResponse(/\/claims\/\d+\/mark$/), mark().click()]);
    await page.reload();
    await screen.button('Agreement').click();
    await mark().and(page.locator('[aria-pressed=true]')).waitFor();
  });

  test('stands in History as well', async () => {
    await openHistory(page);
    await grid().getByRole('button', { name: disputed }).click();
    expect(await lit()).toEqual(['optimistic locking is a poor default']);
    await inSight('html');
    await keepPicture(page, 'agreement-history');
    expect(errors).toEqual([]);
  });

  test('is clean for axe and fits', async () => {
    const { page: looked } = await scene.visit(account);
    // On a phone it is a list.
    const map = grid(looked).or(looked.getByRole('list', { name: 'Agreement map by Demo Scribe' }));
    await looked.goto('/');
    await looked.getByRole('button', { name: 'Agreement', exact: true }).click();
    await map.waitFor();
    await expectCleanInLooks(looked, 'agreement', { shown: map });
    await openHistory(looked);
    await map.waitFor();
    await expectCleanInLooks(looked, 'agreement-history', { shown: map });
  });
});
