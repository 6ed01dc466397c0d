import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { actAs, signUp, type Account } from '../src/account.js';
import { Api } from '../src/api.js';
import { launchBrowser, newVisitor } from '../src/browser.js';
import { startProduct, type Product } from '../src/product.js';

const hello = { message: 'Hello', selectedAIs: ['demo-brief'], mode: 'individual' } as const;

describe('approval by an administrator', () => {
  let product: Product;
  let browser: Browser;
  let admin: Account;
  let newcomer: Account;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
    admin = await signUp(product.url, 'Ada');
    newcomer = await signUp(product.url, 'Charles');
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  test('a newcomer may look and must wait; an administrator approves; the newcomer may send', async () => {
    const api = new Api(product.url, newcomer);
    const refused = await api.fetch('POST', '/api/send-message', hello);
    expect([refused.status, (await refused.json()) as unknown]).toEqual([
      403,
      expect.objectContaining({ code: 'approval_required' }),
    ]);
    expect(await api.conversations()).toEqual([]);

    const visitor = await newVisitor(browser, product.url);
    await actAs(visitor.context, product.url, admin);
    const { page } = visitor;
    await page.goto('/admin');
    const row = page.getByRole('row').filter({ hasText: newcomer.email });
    await row.getByRole('button', { name: /Approve/ }).click();
    await page.getByText('User has been approved successfully.', { exact: true }).waitFor();
    await row.getByRole('button', { name: /Approve/ }).waitFor({ state: 'detached' });
    expect(visitor.errors).toEqual([]);
    await visitor.context.close();

    const answer = await api.fetch('POST', '/api/send-message', hello);
    expect([answer.status, (await answer.json()) as unknown]).toEqual([
      200,
      expect.objectContaining({ results: [expect.objectContaining({ aiService: 'demo-brief', success: true })] }),
    ]);
  }, 60_000);

  test('who is no administrator sees neither Settings nor the panel', async () => {
    const { page, context } = await newVisitor(browser, product.url);
    await actAs(context, product.url, newcomer);
    await page.goto('/');
    await page.getByRole('link', { name: 'History' }).waitFor();
    expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
    await page.goto('/admin');
    await page.getByText('Admin Access Required').waitFor();
    const refused = await new Api(product.url, newcomer).fetch('GET', '/api/admin/users');
    expect(refused.status).toBe(403);
    await context.close();
  });
});
