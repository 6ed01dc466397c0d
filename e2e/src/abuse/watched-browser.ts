import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { actAs, type Account } from '../account.js';
import { launchBrowser } from '../browser.js';
import { canaryName, leakDomain } from './replies/corpus.rules.js';

/** What hostile texts brought a browser to. */
export interface Seen {
  /** Scripts that ran, by what they say of themselves. */
  ran: string[];
  /** Requests that one of them asked for, or that went to another origin. */
  left: string[];
  /** What the policy of the page had to stop. */
  stopped: string[];
}

/** A Chromium in which nothing that a hostile text brings about goes unheard. */
export interface WatchedBrowser {
  seen: Seen;
  /** A window of a user, or of nobody. */
  open(who?: Account): Promise<Page>;
  /** Goes to an address in a window that nobody watches, so that it stands in the browser's own record alone. */
  visitUnwatched(address: string): Promise<void>;
  /** Closes it. The hosts of hostile texts that it looked up or connected to, by its own record. */
  closeAndReadHosts(): Promise<string[]>;
  close(): Promise<void>;
}

const reportName = 'polylogueStopped';
const hostsOf = new RegExp(`[\\w-]+\\.${leakDomain.replace('.', '\\.')}`, 'g');

/** `url` is the product: all that is not of its origin is never sent, and counts as sent. */
export async function openWatchedBrowser(url: string): Promise<WatchedBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'watched-'));
  const record = join(folder, 'net.json');
  const browser = await launchBrowser([`--log-net-log=${record}`, '--deny-permission-prompts']);
  const seen: Seen = { ran: [], left: [], stopped: [] };
  const contexts = new Map<string, BrowserContext>();
  const open = async (who?: Account) => {
    const name = who?.email ?? '';
    const context =
      contexts.get(name) ?? (await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 1200 } }));
    if (!contexts.has(name)) {
      contexts.set(name, context);
      await watch(context, url, seen);
      if (who) await actAs(context, url, who);
    }
    const page = await context.newPage();
    page.on('dialog', (dialog) => {
      seen.ran.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    return page;
  };
  const visitUnwatched = async (address: string) => {
    const page = await browser.newPage();
    // There is nothing at it.
    await page.goto(address).catch(() => undefined);
    await page.close();
  };
  const close = async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  };
  const closeAndReadHosts = async () => {
    await browser.close();
    const hosts = [...(await readFile(record, 'utf8')).matchAll(hostsOf)].map(([host]) => host);
    return [...new Set(hosts)];
  };
  return { seen, open, visitUnwatched, close, closeAndReadHosts };
}

/** zod asks once per page whether code may be made of text. Whoever else wants that has to run first, which is heard. */
const isProbe = (what: string) => /^script-src eval\b/.test(what);

async function watch(context: BrowserContext, url: string, seen: Seen): Promise<void> {
  context.setDefaultTimeout(60_000);
  await context.exposeBinding(canaryName, ({ page }, id: string) => void seen.ran.push(`${id} at ${page.url()}`));
  await context.exposeBinding(
    reportName,
    ({ page }, what: string) => void (isProbe(what) || seen.stopped.push(`${what} at ${page.url()}`)),
  );
  await context.addInitScript((report: string) => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      void (window as unknown as Record<string, (what: string) => void>)[report]?.(
        `${violatedDirective} ${blockedURI} ${sample}`,
      );
    });
  }, reportName);
  const { origin } = new URL(url);
  await context.route(
    () => true,
    async (route) => {
      const asked = route.request().url();
      const isOurs = new URL(asked).origin === origin || asked.startsWith('file:');
      if (isOurs && !asked.includes(leakDomain)) return route.continue();
      seen.left.push(asked);
      await route.abort();
    },
  );
}

/** Everything in the page that would act by itself or when it is clicked, and comes from a hostile text. */
export function actingElements(page: Page): Promise<string[]> {
  return page.evaluate(
    ([canary, domain]) => {
      const isHostile = (text: string) => text.includes(canary) || text.includes(domain);
      const loads =
        /^(on.*|src|srcset|srcdoc|href|xlink:href|action|formaction|poster|background|data|style|ping|content)$/i;
      const found: string[] = [];
      for (const element of document.querySelectorAll('*')) {
        const tag = element.localName;
        if (/^(script|style|iframe|object|embed|base|meta|link|template)$/.test(tag) && isHostile(element.outerHTML)) {
          found.push(element.outerHTML.slice(0, 200));
        }
        for (const { name, value } of element.attributes) {
          if (!loads.test(name) || !isHostile(value)) continue;
          const isLink =
            tag === 'a' && name === 'href' && /^(https?|mailto):/.test((element as HTMLAnchorElement).protocol);
          if (!isLink) found.push(element.outerHTML.slice(0, 200));
        }
      }
      return found;
    },
    [canaryName, leakDomain] as const,
  );
}
