import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { mustFindChromium } from '@polylogue/build-kit/chromium';
import { shared } from '@polylogue/test-kit';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { openLasting } from './lasting-window.js';

/** The Chromium of this machine (CHROMIUM_PATH, else the first that is there), one for all files of a worker. */
export const openBrowser = shared(() => launchBrowser());

/** A Chromium of one's own, with flags beside the usual ones. */
export async function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: await mustFindChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-sync',
      ...flags,
    ],
  });
}

/** A browser window of its own: cookies, storage and errors are its own. */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Errors the page threw or logged, but for those of requests that a test makes fail on purpose. */
  errors: string[];
}

/** The size and theme of a visitor's window. */
export interface VisitorOptions {
  width?: number;
  height?: number;
  theme?: 'light' | 'dark';
  /** A window that has loaded nothing before. */
  isNew?: boolean;
}

/** Opens a window at `baseURL`: one of its own where it `isNew`, else one that was emptied after its last visitor. */
export async function newVisitor(browser: Browser, baseURL: string, options: VisitorOptions = {}): Promise<Visitor> {
  const { width = 1440, height = 900, theme = 'light', isNew = false } = options;
  const opening = { baseURL, viewport: { width, height }, colorScheme: theme, reducedMotion: 'reduce' } as const;
  const context = await (isNew ? browser.newContext(opening) : openLasting(browser, opening));
  context.setDefaultTimeout(60_000);
  const page = context.pages()[0] ?? (await context.newPage());
  if (!isNew) await setLook(page, options);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (line) => {
    if (line.type() === 'error' && !line.text().startsWith('Failed to load resource')) errors.push(line.text());
  });
  return { context, page, errors };
}

/** Shows the page in another size and theme, as when a user turns a tablet or the system changes its theme. */
export async function setLook(page: Page, { width = 1440, height = 900, theme = 'light' }: VisitorOptions) {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme });
  // What depends on the size is drawn in the next frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** Keeps a picture of the page where E2E_PICTURES says; does nothing without it. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env['E2E_PICTURES'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
