import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { actAs, signUp, type Account } from '../src/account.js';
import { Api } from '../src/api.js';
import { launchBrowser, newVisitor } from '../src/browser.js';
import { startProduct, type Product } from '../src/product.js';

// Each page with the heading that says it is there.
const signedOut = [
  ['/', /Polylogue/],
  ['/nowhere', /Page Not Found/],
  ['/api/login', /Sign in/],
] as const;
const signedIn = [
  ['/', /Dashboard/],
  ['/history', /History/],
  ['/ai-chat', /AI/],
  ['/quality-assessment', /Quality/],
  ['/saved-queries', /Quer/],
  ['/admin', /Admin|Settings/],
  ['/nowhere', /Page Not Found/],
] as const;
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
  const findings = async (path: string, heading: RegExp, who?: Account) => {
    const { context, page } = await newVisitor(browser, product.url, { theme, width });
    if (who) await actAs(context, product.url, who);
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: heading }).first().waitFor({ state: 'attached' });
    const { violations } = await new AxeBuilder({ page }).analyze();
    await context.close();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
  };

  test.each(signedOut)(
    'signed out at %s',
    async (path, heading) => expect(await findings(path, heading)).toEqual([]),
    30_000,
  );
  test.each(signedIn)(
    'signed in at %s',
    async (path, heading) => expect(await findings(path, heading, account)).toEqual([]),
    30_000,
  );
});
