import type { Browser, BrowserContext, Page } from 'playwright-core';

/** What a window was opened with, and stays with. */
type Opening = Parameters<Browser['newContext']>[0] & { baseURL: string };

/** The window of each browser that waits for its next visitor. */
const waiting = new Map<Browser, BrowserContext>();
/** Those that go to another visitor when theirs has left, and the product each was opened at. */
const lasting = new WeakMap<BrowserContext, string>();

/** What a visitor does to a window that cannot be taken back. */
const permanent = [
  // Of a clock.
  'install',
  'addInitScript',
  'exposeFunction',
  'exposeBinding',
  'newCDPSession',
  'setExtraHTTPHeaders',
  'setOffline',
];
/** What a visitor listens to. */
const events = [
  'console',
  'dialog',
  'download',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'response',
] as const;

/**
 * A window for one visitor after the other. A page loads in half of the processor time where its process knows the scripts, and a process
 * stays as long as its tab and the site in it do.
 */
export async function openLasting(browser: Browser, options: Opening): Promise<BrowserContext> {
  const known = waiting.get(browser);
  waiting.delete(browser);
  if (known && lasting.get(known) === options.baseURL) return known;
  await known?.close();
  const context = await browser.newContext(options);
  lasting.set(context, options.baseURL);
  const page = await context.newPage();
  for (const each of [context, context.clock, page]) watchPermanent(each, () => lasting.delete(context));
  return context;
}

/** Closes a window, or keeps it for the next visitor, who finds nothing of this one in it. */
export async function leaveWindow(context: BrowserContext): Promise<void> {
  const browser = context.browser();
  if (!browser || !lasting.has(context) || waiting.has(browser)) return context.close();
  const [page, ...others] = context.pages();
  if (!page) return context.close();
  for (const other of others) await other.close();
  try {
    await empty(context, page);
  } catch {
    // Its product may have ended, or it crashed.
    return context.close();
  }
  waiting.set(browser, context);
}

async function empty(context: BrowserContext, page: Page): Promise<void> {
  for (const event of events) page.removeAllListeners(event as 'dialog');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  // A page of the same site: the process of the tab stays.
  await page.goto('/healthz');
  await page.evaluate(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()));
  await context.clearCookies();
  await context.clearPermissions();
}

/** Calls `onUse` when something is done with an object that cannot be taken back. */
function watchPermanent(object: object, onUse: () => void): void {
  const methods = object as Record<string, unknown>;
  for (const name of permanent) {
    const method = methods[name];
    if (typeof method !== 'function') continue;
    methods[name] = (...args: unknown[]) => {
      onUse();
      return (method as (...args: unknown[]) => unknown).apply(object, args);
    };
  }
}
