import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { until } from '@polylogue/test-kit';
import type { Browser } from 'playwright-core';
import { actAs, signUp, type Account } from '../src/account.js';
import { keepPicture, launchBrowser, newVisitor, type Visitor } from '../src/browser.js';
import { startProduct, type Product } from '../src/product.js';

interface Row {
  id: string;
  title: string;
}

describe('history', () => {
  let product: Product;
  let browser: Browser;
  let visitor: Visitor;
  let account: Account;

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(product.url + path, { ...init, headers: { cookie: account.cookie, ...init.headers } });
  const post = (path: string, body: unknown) =>
    ask(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  const find = async (query: string) =>
    (await (await ask(`/api/conversations?includeAll=true&messages=none&${query}`)).json()) as Row[];

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
    account = await signUp(product.url);
    const services = (await (await ask('/api/ai-services')).json()) as { name: string }[];
    const selectedAIs = services.slice(0, 2).map(({ name }) => name);
    for (const message of [
      'Seat booking with optimistic locking',
      'Terraform state for three environments',
      '東京の天気を教えて',
    ]) {
      const answer = await post('/api/send-message', { message, selectedAIs, mode: 'selective' });
      expect(answer.status).toBe(200);
      expect((await ask('/api/clear')).status).toBe(200);
    }
    // The search index is a moment behind.
    await until(async () => (await find('q=天気')).length === 2);
  }, 180_000);

  beforeEach(async () => {
    visitor = await newVisitor(browser, product.url);
    await actAs(visitor.context, product.url, account);
    await visitor.page.goto('/history');
    await visitor.page.getByText('Terraform state').first().waitFor();
  });

  afterEach(async () => {
    expect(visitor.errors).toEqual([]);
    await visitor.context.close();
  });

  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  const rowsOf = () => visitor.page.locator('[role=row]').filter({ has: visitor.page.locator('time') });

  test('is searched and sorted in the address, which Back and a shared link bring back', async () => {
    const { page } = visitor;
    expect(await rowsOf().count()).toBe(6);
    await keepPicture(page, 'history');
    await page.getByRole('searchbox').fill('optimistic lock');
    await until(async () => (await rowsOf().count()) === 2);
    expect(page.url()).toContain('q=optimistic+lock');
    expect(await page.locator('mark').first().textContent()).toMatch(/optimistic|lock/i);
    await page.getByRole('searchbox').fill('東京');
    await until(async () => page.url().includes('%E6%9D%B1'));
    await page.goBack();
    await until(async () => (await page.getByRole('searchbox').inputValue()) === 'optimistic lock');
    await page.reload();
    await until(async () => (await rowsOf().count()) === 2);
    await page.goto('/history?q=nowhere-to-be-found');
    await page.getByText('No conversations found', { exact: true }).waitFor();
  });

  test('shows sibling replies side by side, exports, and imports what it exported', async () => {
    const { page } = visitor;
    await page
      .getByRole('button', { name: /^View Seat booking/ })
      .first()
      .click();
    const pane = page.getByRole('complementary', { name: 'Conversation' });
    await until(async () => (await pane.getByRole('article', { name: /^Reply of/ }).count()) === 2);
    await keepPicture(page, 'history-reading');
    await page.getByRole('button', { name: 'Close conversation' }).click();
    await page.getByRole('button', { name: 'Export All' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^JSON/ }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^polylogue-conversations-\d{4}-\d\d-\d\d\.json$/);
    await page.getByText('Export complete', { exact: true }).waitFor();
    const file = await readFile(await download.path(), 'utf8');
    expect(JSON.parse(file)).toMatchObject({ schemaVersion: 1 });

    const other = await signUp(product.url, 'Grace');
    const theirs = await newVisitor(browser, product.url, { width: 360, height: 800, theme: 'dark' });
    await actAs(theirs.context, product.url, other);
    await theirs.page.goto('/history');
    await theirs.page.getByText('No conversations found', { exact: true }).waitFor();
    await theirs.page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(file) });
    await theirs.page.getByText('6 conversations were imported.', { exact: true }).waitFor();
    await theirs.page.getByText('Terraform state').first().waitFor();
    await keepPicture(theirs.page, 'history-phone-dark');
    await theirs.page
      .locator('input[type=file]')
      .setInputFiles({ name: 'b.json', mimeType: 'application/json', buffer: Buffer.from('{"x":') });
    await theirs.page.getByText('Import failed', { exact: true }).waitFor();
    await theirs.context.close();
  });

  test('continues on the dashboard, with the history behind it', async () => {
    const { page } = visitor;
    await page
      .getByRole('button', { name: /^Continue Terraform/ })
      .first()
      .click();
    const go = page.getByRole('button', { name: 'Continue', exact: true });
    await page.getByLabel('New message').fill('Count to 3.');
    await go.click();
    await page.getByText('Conversation continued', { exact: true }).waitFor();
    await until(async () => new URL(page.url()).pathname === '/');
    await page.getByText('Terraform state for three environments').first().waitFor();
    await page.getByText('Count to 3.').first().waitFor();
  });

  test('deletes one, and many one by one', async () => {
    const { page } = visitor;
    const before = (await find('limit=50')).length;
    await page
      .getByRole('button', { name: /^Delete 東京/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Conversation deleted', { exact: true }).waitFor();
    expect(await find('limit=50')).toHaveLength(before - 1);
    await page.getByRole('button', { name: 'Select Multiple' }).click();
    await page.getByRole('button', { name: /^Select all/ }).click();
    await keepPicture(page, 'history-selecting');
    await page.getByRole('button', { name: 'Delete Selected' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No conversations found', { exact: true }).waitFor();
    expect(await find('limit=50')).toEqual([]);
  });
});
