import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../browser/browser.js';
import { openSignedIn, openWindow } from '../browser/dashboard-page.js';
import { bytesOf, scriptsOf, type Script } from '../browser/scripts.js';
import type { Session } from '../client/session.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { atMost, kb, type Row } from '../table/rows.rules.js';

/** Screens beside the dashboard, by their slice, and what they are known by. */
const screens = {
  'mfe-history': ['/history', 'Conversation History'],
  'mfe-aichat': ['/ai-chat', 'AI Chat'],
  'mfe-quality': ['/quality-assessment', 'Quality Assessment'],
  'mfe-saved-queries': ['/saved-queries', 'Saved Queries'],
  'mfe-admin': ['/admin', 'Admin Panel'],
} as const;

/** How much JavaScript a page loads before it can be used: of each further screen, what it brings beside what is shared. */
export async function pages(rig: Rig): Promise<Measured> {
  const [session] = (await rig.stack.sessions(1)) as [Session];
  const browser = await openBrowser();
  const url = `http://127.0.0.1:${rig.stack.port}`;
  const asSignedIn = async (path: string, isShown: (page: Page) => Promise<unknown>) => {
    const { page } = await openSignedIn(browser, rig.stack.port, session);
    return closing(page, scriptsOf(page, url + path, isShown));
  };
  try {
    const landing = await landingOf(browser, url);
    const dashboard = await asSignedIn('/', (page) => page.getByRole('textbox', { name: 'Message' }).waitFor());
    const rows = [weight('the landing page', bytesOf(landing), 120), weight('the dashboard', bytesOf(dashboard), 300)];
    for (const [slice, [path, title]] of Object.entries(screens)) {
      const scripts = await asSignedIn(path, (page) => page.getByRole('heading', { name: title }).first().waitFor());
      const own = scripts.filter((script) => script.path.includes(`/${slice}/`));
      rows.push(weight(`${path}, beside what is shared`, bytesOf(own), 25));
    }
    return { rows, failures: [] };
  } finally {
    await browser.close();
  }
}

async function landingOf(browser: Browser, url: string): Promise<Script[]> {
  const page = await openWindow(browser);
  return closing(
    page,
    scriptsOf(page, url, () => page.getByRole('button', { name: 'Get Started' }).waitFor()),
  );
}

async function closing(page: Page, scripts: Promise<Script[]>): Promise<Script[]> {
  try {
    return await scripts;
  } finally {
    await page.context().close();
  }
}

const weight = (page: string, bytes: number, limit: number): Row => ({
  measure: `JavaScript of ${page}, gzip`,
  ours: kb(bytes),
  goal: `≤ ${limit} KB`,
  verdict: atMost(bytes / 1024, limit),
});
