import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { until, type FakeAi } from '@polylogue/test-kit';
import type { Page } from 'playwright-core';
import type { Account } from '../src/account.js';
import { expectCleanInLooks } from '../src/axe.js';
import { keepPicture, type Visitor } from '../src/browser.js';
import { readsClaims } from '../src/scripted-reader.js';
import { shareScripted } from '../src/scene.js';

const price = (dollars: number) => `The Pro plan costs $${dollars} per month.`;
const steady = ['Support is available by mail only.', 'Data is kept within the European Union.'];

describe('a watched query', () => {
  let vendor: FakeAi;
  const scene = shareScripted((scripted) => {
    vendor = scripted;
    vendor.replies('alpha', [price(20), ...steady].join(' '));
    vendor.replies('beta', [...steady, price(20)].join(' '));
    vendor.replies('gamma', readsClaims);
  });
  let account: Account;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    account = await scene.signUp();
    // The one that writes none of the answers reads them, once it is seen to be there.
    await until(async () => (await scene.apiOf(account).services()).every(({ status }) => status === 'connected'), {
      what: 'the services to be connected',
      timeoutMs: 30_000,
    });
  });
  beforeEach(async () => {
    visitor = await scene.visit(account);
    page = visitor.page;
  });

  const run = async (number: number, head: string) => {
    await page.getByRole('button', { name: 'Run Now' }).click();
    const card = page.getByRole('region', { name: /^Execution #/ }).nth(0);
    await page.getByText(`${number} execution(s)`).waitFor();
    await card.getByText(head).waitFor({ timeout: 30_000 });
    return card;
  };

  test('is saved, learns from its first run, is silent while nothing changes, and says what did', async () => {
    await page.goto('/saved-queries/new');
    await page.getByLabel('Title').fill('Price of Pro');
    await page.getByLabel('Query Content').fill('What does the Pro plan cost?');
    for (const name of ['Alpha', 'Beta']) await page.getByRole('checkbox', { name }).click();
    await page.getByRole('radio', { name: /Only changes/ }).check();
    await page.getByLabel('What counts (optional)').fill('only prices and where data is kept');
    await page.getByText(/^First run: .*6 answers of 2 services · read by /).waitFor();
    await page.getByText(/^Later runs: .*2 services · read by /).waitFor();
    await keepPicture(page, 'watch-form');
    await page.getByRole('button', { name: 'Create Query' }).click();
    await page.waitForURL('**/saved-queries');

    await page.getByRole('link', { name: 'Price of Pro', exact: true }).click();
    await page.getByText('No Executions Yet').waitFor();
    await run(1, 'First run: what later runs are compared with');
    expect([vendor.requestsFor('alpha').length, vendor.requestsFor('beta').length]).toEqual([3, 3]);

    vendor.replies('alpha', [...steady.toReversed(), price(20)].join(' '));
    const silent = await run(2, 'Nothing changed');
    expect(await silent.getByRole('article').count()).toBe(0);

    vendor.replies('alpha', [price(25), ...steady].join(' '));
    const changed = await run(3, '1 of 2 changed');
    await changed.getByText(`Gives another number than before: ${price(20)}`).waitFor();
    for (const quote of [price(20), price(25)]) await changed.getByText(`“${quote}”`).waitFor();
    await keepPicture(page, 'watch-results');
    await changed.getByRole('button', { name: 'Show the whole run' }).click();
    await changed.getByRole('article').nth(1).waitFor();

    await page.getByRole('img', { name: /What the services said in 3 runs/ }).waitFor();
    await page.getByText('The same as a table').click();
    const table = page.getByRole('region', { name: 'Timeline as a table' });
    await table.getByText('contradicts it (changed)').waitFor();
    expect(visitor.errors).toEqual([]);
  });

  test('is clean for axe and fits', async () => {
    const { page: looked } = await scene.visit(account);
    await looked.goto('/saved-queries');
    await looked.getByRole('link', { name: 'Price of Pro', exact: true }).click();
    await looked.getByRole('img', { name: /What the services said/ }).waitFor();
    await looked.getByText('The same as a table').click();
    await expectCleanInLooks(looked, 'watch-results');
    await looked.getByRole('link', { name: 'Edit' }).click();
    await looked.getByLabel('What counts (optional)').waitFor();
    await expectCleanInLooks(looked, 'watch-form');
  });
});
