import type { Browser, Page } from 'playwright-core';
import type { Session } from '../client/session.js';
import { recordPage } from './page-record.js';

const window = { width: 1440, height: 900 };

/** The dashboard of a signed-in user in a window of its own, ready to send; `prepare` comes before its first script. */
export async function openDashboard(
  browser: Browser,
  port: number,
  session: Session,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Page> {
  const { page, url } = await openSignedIn(browser, port, session);
  await prepare?.(page);
  await page.goto(url);
  await page.getByRole('textbox', { name: 'Message' }).waitFor({ timeout: 60_000 });
  return page;
}

/** A window of its own with a user's session; nothing is open in it yet. */
export async function openSignedIn(browser: Browser, port: number, { cookie }: Session) {
  const page = await openWindow(browser);
  const url = `http://127.0.0.1:${port}`;
  const cookies = cookie.split('; ').map((one) => {
    const at = one.indexOf('=');
    return { name: one.slice(0, at), value: one.slice(at + 1), url };
  });
  await page.context().addCookies(cookies);
  return { page, url };
}

/** A window that shows nothing and only counts its frames. */
export async function openEmptyPage(browser: Browser): Promise<Page> {
  const page = await openWindow(browser);
  await page.goto('data:text/html,<title>Nothing</title>');
  return page;
}

export async function openWindow(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: window });
  const page = await context.newPage();
  await recordPage(page);
  return page;
}

/** Returns a function for how many milliseconds the page's main thread has worked since this call. */
export async function watchMainThread(page: Page): Promise<() => Promise<number>> {
  const line = await page.context().newCDPSession(page);
  await line.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => {
    const { metrics } = await line.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
  };
  const before = await worked();
  return async () => (await worked()) - before;
}
