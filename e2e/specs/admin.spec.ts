import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { actAs, signUp, type Account } from '../src/account.js';
import { Api } from '../src/api.js';
import { keepPicture, launchBrowser, newVisitor, type VisitorOptions } from '../src/browser.js';
import { startProduct, type Product } from '../src/product.js';

describe('the admin panel', () => {
  let product: Product;
  let browser: Browser;
  let admin: Account;
  let user: Account;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
    admin = await signUp(product.url, 'Ines');
    user = await signUp(product.url, 'Marta');
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  const visit = async (account: Account, options?: VisitorOptions) => {
    const visitor = await newVisitor(browser, product.url, options);
    await actAs(visitor.context, product.url, account);
    return visitor;
  };

  test('shows what a user does within seconds, their conversations, and the figures', async () => {
    const { page, context, errors } = await visit(admin);
    await page.goto('/admin');
    for (const name of ['Dashboard', 'History', 'AI Chat']) await page.getByRole('link', { name }).waitFor();
    const row = page.getByRole('row').filter({ hasText: user.email });
    await row.getByRole('button', { name: /Approve/ }).click();
    await page.getByText('User has been approved successfully.', { exact: true }).waitFor();
    const sent = new Api(product.url, user).send({
      message: 'What is a polylogue?',
      selectedAIs: ['demo-brief'],
      mode: 'individual',
    });
    for await (const event of sent) expect(event).toBeDefined();
    await row.getByRole('button', { name: /Details/ }).click();
    const details = page.getByRole('complementary', { name: /Details of Marta/ });
    await details.getByText('1 service, 20 characters').waitFor();
    for (const words of ['User login', 'User approved', 'AI response received', 'Conversation completed']) {
      await details.getByText(words).first().waitFor();
    }
    await details.locator('li p').first().waitFor();
    expect((await details.locator('li p').first().innerText()).length).toBeLessThanOrEqual(101);
    await keepPicture(page, 'admin-users');
    await page.getByRole('tab', { name: 'System Analytics' }).click();
    await page.getByText('Average Session Duration').waitFor();
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText(/entries, whole/).waitFor();
    await keepPicture(page, 'admin-analytics');
    expect(errors).toEqual([]);
    await context.close();
  }, 60_000);

  test.each([
    [1440, 'light'],
    [1440, 'dark'],
    [360, 'light'],
    [360, 'dark'],
  ] as const)(
    'is clean for axe and fits at %d px, %s',
    async (width, theme) => {
      const { page, context } = await visit(admin, { width, theme });
      for (const path of ['/admin', '/admin?tab=analytics', '/admin/account']) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        if (path === '/admin') await page.getByRole('button', { name: /Details of Marta/ }).click();
        await page.waitForLoadState('networkidle');
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
        await keepPicture(page, `admin-${width}-${theme}-${path.split(/[=/]/).at(-1)}`);
      }
      await context.close();
    },
    90_000,
  );

  test('a user takes everything along, signs out everywhere, and deletes the account from every store', async () => {
    const { page, context } = await visit(user);
    await page.goto('/');
    await page.getByRole('link', { name: 'Your account' }).click();
    await page
      .getByText(/last used/)
      .first()
      .waitFor();
    const api = new Api(product.url, user);
    const record = (await (await api.fetch('GET', '/api/account/export')).json()) as { conversations: unknown[] };
    expect(record.conversations).toHaveLength(1);
    await page.getByLabel(/Type .* to confirm/).fill(user.email);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByText('Multi-AI Interface Platform').waitFor();
    expect((await api.fetch('GET', '/api/auth/user')).status).toBe(401);
    const list = await new Api(product.url, admin).fetch('GET', '/api/admin/users');
    expect(await list.text()).not.toContain(user.email);
    await context.close();
  }, 60_000);
});
