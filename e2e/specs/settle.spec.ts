import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Account } from '../src/account.js';
import { expectCleanInLooks } from '../src/axe.js';
import { keepPicture } from '../src/browser.js';
import { DashboardScreen } from '../src/dashboard-screen.js';
import { shareScene } from '../src/scene.js';

// A question the dashboard suggests: the demo services contradict each other on two claims, and settle one of them.
const question = 'Explain optimistic and pessimistic locking, and when to pick each.';
const services = ['Demo Sage', 'Demo Brief', 'Demo Tortoise', 'Demo Contrarian'];
const changed = 'Demo Tortoise changed its mind: A lock that expires is taken by the next writer';
const kept = 'Demo Contrarian keeps its view: The code for the conflict is rarely written';
const scene = shareScene();
let account: Account;
let page: Page;
let errors: readonly string[];
let screen: DashboardScreen;

const disputes = (on = page) => on.getByRole('region', { name: 'Disputes' });
const claims = (on = page) => disputes(on).getByRole('list', { name: 'Claims that went back' });
const openHistory = async (on: Page) => {
  await on.goto('/history?show=comparisons');
  await on.getByRole('link', { name: question }).click();
  await on.getByRole('button', { name: /^Agreement 88 %/ }).click();
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
  await screen.button('Agreement').click();
});

describe('the disputes of a map', () => {
  test('have a price before the click, as the map has', async () => {
    const price = page.getByRole('status', { name: 'Estimate' });
    await page.getByRole('dialog').locator(price).getByText(/^Free/).waitFor();
    await screen.button('Map 4 replies').click();
    await disputes().getByRole('button', { name: 'Settle 2 disputes' }).waitFor();
    await disputes()
      .locator(price)
      .getByText(/^Free.* · 4 services$/)
      .waitFor();
    await disputes().getByText('2 rounds left').waitFor();
    await disputes().getByText('2 rounds left').scrollIntoViewIfNeeded();
    await keepPicture(page, 'settle-before');
  });

  test('fit before they go back, and are clean for axe', async () => {
    const { page: looked } = await scene.visit(account);
    await openHistory(looked);
    const button = disputes(looked).getByRole('button', { name: 'Settle 2 disputes' });
    await expectCleanInLooks(looked, 'settle-form', { shown: button });
  });

  test('go back by the keyboard alone, and one service changes its mind for a reason, while others keep their view', async () => {
    const first = disputes().getByRole('checkbox', { name: /^2 A lock may be held/ });
    await first.focus();
    await page.keyboard.press('Space');
    await disputes().getByRole('button', { name: 'Settle 1 dispute' }).waitFor();
    await page.keyboard.press('Space');
    const button = disputes().getByRole('button', { name: 'Settle 2 disputes' });
    await button.focus();
    await page.keyboard.press('Enter');
    await claims().getByText(changed).waitFor();
    await claims().getByText(kept).waitFor();
    const [one, two] = await claims().getByRole('listitem').filter({ hasText: 'after settling' }).all();
    expect(await one!.innerText()).toMatch(/50 % agreement → 50 % after settling/);
    expect(await two!.innerText()).toMatch(/67 % agreement → 100 % after settling/);
    // The map keeps its figures, with those after beside them.
    const figures = page
      .getByRole('grid', { name: /^Agreement map/ })
      .getByRole('gridcell', { name: /after settling/ });
    expect(await figures.allInnerTexts()).toHaveLength(2);
    await page
      .getByRole('dialog')
      .getByText('88 % agreement · 7 claims · 2 disputed', { exact: true })
      .last()
      .waitFor();
    await disputes().getByText('1 round left').waitFor();
    await keepPicture(page, 'settle-after');
  });

  test('go back once more where they are still in dispute, and not a third time', async () => {
    await disputes().getByRole('button', { name: 'Settle 1 dispute' }).click();
    await claims().getByText('What they said in round 1').waitFor();
    await disputes()
      .getByRole('button', { name: /^Settle/ })
      .waitFor({ state: 'detached' });
  });

  test('stand in History as well', async () => {
    await openHistory(page);
    await claims().getByText(changed).waitFor();
    await claims().scrollIntoViewIfNeeded();
    await keepPicture(page, 'settle-history');
    expect(errors).toEqual([]);
  });

  test('are clean for axe and fit', async () => {
    const { page: looked } = await scene.visit(account);
    await looked.goto('/');
    await looked.getByRole('button', { name: 'Agreement', exact: true }).click();
    await claims(looked).waitFor();
    await expectCleanInLooks(looked, 'settle', { shown: claims(looked) });
    await openHistory(looked);
    await claims(looked).waitFor();
    await expectCleanInLooks(looked, 'settle-history', { shown: claims(looked) });
  });
});
