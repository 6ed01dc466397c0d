import { beforeAll, expect, test } from '@jest/globals';
import { type FakeAi } from '@polylogue/test-kit';
import type { Account } from '../src/account.js';
import { expectCleanInLooks } from '../src/axe.js';
import { DashboardScreen } from '../src/dashboard-screen.js';
import { shareScripted } from '../src/scene.js';

const reply = [
  'Between $5 and $6, with \\(a^2 + b^2 = c^2\\):\n\n',
  '$$\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}$$\n\n',
  '\\(\\href{javascript:alert(1)}{x} \\includegraphics{https://evil.example/x.png}\\)\n\n',
  '| City | Size |\n|---|--:|\n| Rome | 9 |\n| Oslo | 10 |\n| Bern | 1,000 |\n\n',
  '```dockerfile\nFROM node:24 # base\n```\n',
];

let vendor: FakeAi;
let account: Account;
const scene = shareScripted((scripted) => void (vendor = scripted));
beforeAll(async () => void (account = await scene.signUp()));

test('formulas are typeset with our own fonts, tables sorted by keyboard and copied, code coloured', async () => {
  vendor.replies('alpha', { chunks: reply });
  const { page, context, errors } = await scene.visit(account);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const foreign: string[] = [];
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(scene.url) && !/^(?:data|blob):/.test(request.url())) foreign.push(request.url());
    if (request.url().includes('KaTeX')) fonts.push(request.url());
  });
  await page.goto('/');
  const screen = new DashboardScreen(page);
  await screen.box().fill('Tell me all');
  expect(fonts).toEqual([]);
  await screen.box().press('Enter');
  const panel = screen.panel('Alpha');

  await panel.locator('[data-formula] .katex-html').nth(2).waitFor();
  await page.waitForFunction(() => document.fonts.check('1em KaTeX_Main'));
  expect(fonts).not.toEqual([]);
  expect(await panel.locator('[data-formula] a, [data-formula] img').count()).toBe(0);
  expect(await panel.getByText('Between $5 and $6, with').count()).toBe(1);

  const size = panel.getByRole('columnheader', { name: 'Size' });
  const cities = () => panel.locator('td:first-child').allTextContents();
  await size.getByRole('button').focus();
  await page.keyboard.press('Enter');
  expect(await size.getAttribute('aria-sort')).toBe('ascending');
  expect(await cities()).toEqual(['Rome', 'Oslo', 'Bern']);
  await page.keyboard.press('Space');
  expect(await cities()).toEqual(['Bern', 'Oslo', 'Rome']);
  await panel.getByRole('button', { name: 'Copy as CSV' }).press('Enter');
  await panel.getByRole('button', { name: 'Table copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'City,Size\r\nBern,"1,000"\r\nOslo,10\r\nRome,9\r\n',
  );
  expect(await panel.locator('[data-kind=k]').textContent()).toBe('FROM');

  await expectCleanInLooks(page, 'reply-text');
  expect(foreign).toEqual([]);
  expect(errors).toEqual([]);
});
