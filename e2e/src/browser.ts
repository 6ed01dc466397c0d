import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const candidates = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Starts the Chromium of this machine: CHROMIUM_PATH, else where Debian and Google put it. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? candidates.find((path) => existsSync(path));
  if (!executablePath) throw new Error('No Chromium found: install the package chromium, or set CHROMIUM_PATH.');
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
  });
}

/** A browser window of its own: cookies, storage and errors are its own. */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Errors the page threw or logged, but for those of requests that a test makes fail on purpose. */
  errors: string[];
}

/** How a visitor sees the world. */
export interface VisitorOptions {
  width?: number;
  height?: number;
  theme?: 'light' | 'dark';
}

/** Opens a window of its own at `baseURL`. */
export async function newVisitor(browser: Browser, baseURL: string, options: VisitorOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    colorScheme: options.theme ?? 'light',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (line) => {
    if (line.type() === 'error' && !line.text().startsWith('Failed to load resource')) errors.push(line.text());
  });
  return { context, page, errors };
}

/** Keeps a picture of the page where E2E_PICTURES says; does nothing without it. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env['E2E_PICTURES'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
