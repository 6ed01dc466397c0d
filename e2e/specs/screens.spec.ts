import { beforeAll, expect, test } from '@jest/globals';
import type { Account } from '../src/account.js';
import { keepPicture, setLook } from '../src/browser.js';
import { DashboardScreen } from '../src/dashboard-screen.js';
import { scriptsUntil } from '../src/page-scripts.js';
import { shareScene } from '../src/scene.js';

const scene = shareScene();
const heights = { 360: 780, 768: 1024, 1440: 900, 2560: 1440 };
const widths = [360, 768, 1440, 2560] as const;
const messages = [
  'Write a function that retries with jitter, and say what it must never do.',
  'Explain optimistic and pessimistic locking, and when to pick each.',
  'Compare three ways to cache an API, as a table.',
];
let account: Account;

beforeAll(async () => {
  account = await scene.signUp('Marta');
  const api = scene.apiOf(account);
  const selectedAIs = (await api.services()).map(({ name }) => name);
  for (const message of messages) {
    // What was said before goes into History.
    await api.fetch('GET', '/api/clear');
    for await (const { event } of api.send({ message, selectedAIs, mode: 'broadcast' })) if (event === 'done') break;
  }
}, 120_000);

/** Nothing is wider than its window, in both themes, from a phone to the widest; each is kept as a picture. */
async function looksWell(page: Awaited<ReturnType<typeof scene.visit>>['page'], name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  for (const width of widths) {
    for (const theme of ['light', 'dark'] as const) {
      await setLook(page, { width, height: heights[width], theme });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await keepPicture(page, `${name}-${width}-${theme}`);
    }
  }
}

test('the dashboard, folded for reading, fits every window in both themes', async () => {
  const { page, errors } = await scene.visit(account);
  await page.goto('/');
  const screen = new DashboardScreen(page);
  await screen.button('Fold the composer').click();
  await screen.panel('Demo Sage').getByText('Compare three ways', { exact: false }).first().waitFor();
  // Markdown is read once its code is there.
  await screen.panel('Demo Sage').getByRole('table').first().waitFor();
  await looksWell(page, 'dashboard');
  expect(errors).toEqual([]);
});

test('History fits every window in both themes', async () => {
  const { page, errors } = await scene.visit(account);
  await page.goto('/history');
  await page.getByRole('table', { name: 'Conversations' }).getByRole('row').nth(1).waitFor();
  await looksWell(page, 'history');
  expect(errors).toEqual([]);
});

/** KB of JavaScript after gzip: of a screen beside the dashboard, what its slice brings. Timings are none of it. */
const budgets = [
  ['/history', 25, 'Conversation History', 'mfe-history'],
  ['/ai-chat', 25, 'AI Chat', 'mfe-aichat'],
  ['/quality-assessment', 25, 'Quality Assessment', 'mfe-quality'],
  ['/saved-queries', 25, 'Saved Queries', 'mfe-saved-queries'],
] as const;

test('the landing page loads at most 120 KB of JavaScript, and no contract', async () => {
  const { page } = await scene.visit(undefined, { isNew: true });
  const { all } = await scriptsUntil(page, '/', { selector: 'button', text: 'Get Started' });
  expect(all).toBeLessThanOrEqual(120);
});

test('the dashboard with replies loads at most 300 KB of JavaScript', async () => {
  const { page } = await scene.visit(account, { isNew: true });
  const { all } = await scriptsUntil(page, '/', { selector: 'table' });
  expect(all).toBeLessThanOrEqual(300);
});

test.each(budgets)('%s loads at most %i KB of JavaScript of its own', async (path, budget, title, slice) => {
  const { page } = await scene.visit(account, { isNew: true });
  const scripts = await scriptsUntil(page, path, { selector: 'h1', text: title });
  // Its first script alone is more than that.
  expect(scripts.of(slice)).toBeGreaterThan(8);
  expect(scripts.of(slice)).toBeLessThanOrEqual(budget);
});
