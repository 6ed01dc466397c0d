// Takes the pictures of the README, with the demo services, in a real browser: `node bench/dist/browser/take-pictures.js`.
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findFreePort } from '@polylogue/build-kit/backing';
import { startStack } from '@polylogue/build-kit/run';
import type { Browser } from 'playwright-core';
import { startUsers } from '../rig/users.js';
import { openBrowser } from './browser.js';

const root = resolve(import.meta.dirname, '../../..');
const message = 'Compare three ways to cache an API, as a table.';

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const pictures = [
  { name: 'dashboard', colorScheme: 'light', ...desktop },
  { name: 'dashboard-dark', colorScheme: 'dark', ...desktop },
  { name: 'dashboard-phone', colorScheme: 'light', ...phone },
] as const;

const dataDir = join(root, '.data', `pictures-${process.pid}`);
await mkdir(dataDir, { recursive: true, mode: 0o711 });
const port = await findFreePort();
const stack = await startStack({
  dataDir,
  port,
  durable: false,
  env: { ...process.env, DRAIN_SECONDS: '1' },
  report: () => undefined,
});
const users = startUsers(port);
const browser = await openBrowser();
try {
  const sessions = await users.sessions(pictures.length);
  for (const [index, picture] of pictures.entries()) await take(browser, picture, sessions[index]?.cookie ?? '');
} finally {
  await browser.close();
  users.close();
  await stack.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function take(from: Browser, { name, ...look }: (typeof pictures)[number], cookie: string) {
  const context = await from.newContext(look);
  const url = `http://127.0.0.1:${port}`;
  const cookies = cookie.split('; ').map((one) => {
    const [key = '', ...value] = one.split('=');
    return { name: key, value: value.join('='), url };
  });
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.goto(url);
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill(message);
  await box.press('Enter');
  // The slowest of them is in the middle of its table when the others have ended.
  const slowest = page.getByRole('region', { name: 'Demo Tortoise', exact: true });
  await slowest.locator('tbody tr').nth(2).waitFor({ state: 'attached', timeout: 60_000 });
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(root, 'docs', 'pictures', `${name}.png`) });
  await context.close();
}
