import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { until } from '@polylogue/test-kit';
import type { Locator } from 'playwright-core';
import type { Account } from '../src/account.js';
import { keepPicture, type Visitor, type VisitorOptions } from '../src/browser.js';
import { DashboardScreen } from '../src/dashboard-screen.js';
import { shareScene } from '../src/scene.js';

const scene = shareScene();
const message = 'Explain optimistic locking in a seat booking system at length, with a table, code and a list.';
let account: Account;
let visitor: Visitor;

beforeAll(async () => {
  account = await scene.signUp();
  const api = scene.apiOf(account);
  const selectedAIs = ['demo-sage', 'demo-brief'];
  for (let round = 0; round < 3; round++) {
    for await (const { event } of api.send({ message, selectedAIs, mode: 'selective' })) if (event === 'done') break;
  }
  await until(async () => (await api.conversations()).length === 2);
}, 120_000);

afterEach(() => expect(visitor.errors).toEqual([]));

const enter = async (path: string, options: VisitorOptions = {}) => {
  visitor = await scene.visit(account, options);
  await visitor.page.goto(path);
  return visitor.page;
};

/** Where the words of an element begin and end. */
const wordsOf = (place: Locator) =>
  place.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, right } = range.getBoundingClientRect();
    return { left, right };
  });

test('the headings of users end where their figures do, and both begin 16 px from the edge', async () => {
  const page = await enter('/admin');
  const card = page.getByRole('region', { name: 'Users' });
  const cell = card.locator('tbody tr:not([aria-hidden]) td');
  await cell.first().waitFor();
  await keepPicture(page, 'users');
  for (const [title, column] of [
    ['Messages', 3],
    ['Sessions', 4],
  ] as const) {
    const heading = await wordsOf(card.locator('.ant-table-column-title', { hasText: title }));
    expect(Math.abs(heading.right - (await wordsOf(cell.nth(column))).right)).toBeLessThanOrEqual(1);
  }
  const { left } = (await card.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)) ?? {};
  expect(Math.round((await wordsOf(card.locator('.ant-table-column-title').first())).left - left)).toBe(17);
  expect(Math.round((await wordsOf(card.getByRole('heading', { name: 'Users' }))).left - left)).toBe(17);
});

test('figures of History keep apart from dates, and no heading stands above the icons', async () => {
  const page = await enter('/history');
  const row = page.getByRole('table', { name: 'Conversations' }).getByRole('row').nth(1);
  await row.waitFor();
  await keepPicture(page, 'history-list');
  const times = row.locator('time');
  const [count, created] = [await wordsOf(row.getByRole('cell').nth(2)), await wordsOf(times.first())];
  expect(created.left - count.right).toBeGreaterThanOrEqual(24);

  await page.setViewportSize({ width: 768, height: 900 });
  await row.getByRole('button', { name: /^View/ }).click();
  await page.setViewportSize({ width: 1280, height: 900 });
  const actions = await row.getByRole('cell').last().boundingBox();
  for (const name of ['Created', 'Updated']) {
    const heading = await page.getByRole('columnheader', { name }).boundingBox();
    expect(heading!.x + heading!.width).toBeLessThanOrEqual(actions!.x);
  }
  await keepPicture(page, 'history-pane');
});

test('a reply fades under the question that is stuck, and under no other', async () => {
  const page = await enter('/', { height: 700 });
  const screen = new DashboardScreen(page);
  const flow = page.getByRole('region', { name: 'Messages with Demo Sage' });
  const questions = screen.panel('Demo Sage').locator('button[aria-expanded]', { hasText: 'Explain optimistic' });
  await questions.nth(2).waitFor();
  const faded = () =>
    questions.evaluateAll((found) => found.map((each) => getComputedStyle(each, '::after').content !== 'none'));
  await flow.evaluate((element) => element.scrollTo(0, 60));
  await until(async () => (await faded()).join() === 'true,false,false');
  await flow.evaluate((element) => element.scrollTo(0, 0));
  await until(async () => (await faded()).join() === 'false,false,false');
});
