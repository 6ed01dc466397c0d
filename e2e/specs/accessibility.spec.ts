import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { actAs, signUp, type Account } from '../src/account.js';
import { Api } from '../src/api.js';
import { launchBrowser, newVisitor } from '../src/browser.js';
import { startProduct, type Product } from '../src/product.js';

const signedOut = ['/', '/nowhere', '/api/login'];
const signedIn = ['/', '/history', '/ai-chat', '/quality-assessment', '/saved-queries', '/admin', '/nowhere'];
const worlds = (['light', 'dark'] as const).flatMap((theme) => [360, 1440].map((width) => ({ theme, width })));

let product: Product;
let browser: Browser;
let account: Account;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  account = await signUp(product.url);
  // The dashboard is looked at with replies in it.
  const message = 'Write a table, a list and code.';
  const selectedAIs = ['demo-brief', 'demo-scribe'];
  for await (const { event } of new Api(product.url, account).send({ message, selectedAIs, mode: 'selective' })) {
    if (event === 'done') break;
  }
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

describe.each(worlds)('axe finds nothing in $theme at $width px', ({ theme, width }) => {
  const findings = async (path: string, who?: Account) => {
    const { context, page } = await newVisitor(browser, product.url, { theme, width });
    if (who) await actAs(context, product.url, who);
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
    const { violations } = await new AxeBuilder({ page }).analyze();
    await context.close();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
  };

  test.each(signedOut)('signed out at %s', async (path) => expect(await findings(path)).toEqual([]), 30_000);
  test.each(signedIn)('signed in at %s', async (path) => expect(await findings(path, account)).toEqual([]), 30_000);
});
