import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { actAs } from '../../account.js';
import type { Api } from '../../api.js';
import { launchBrowser } from '../../browser.js';
import { useEverything } from '../../use-everything.js';
import { rowOf, type AbuseContext, type PartResult } from '../part.js';
import type { Attempt, Loot } from './attack.js';
import { attemptsOf, type Ids } from './attempts.js';
import { startOtherSite } from './other-site.js';
import { changesOf, settledState } from './state.js';

/** What one page of another site brought about. */
interface Result extends Loot {
  from: string;
  changed: string[];
  /** Addresses of the product that stood in a frame of it. */
  framed: string[];
}

/** An administrator is signed in, and looks at pages of other sites in the same browser. */
export async function playCrossSite(context: AbuseContext): Promise<PartResult> {
  const { url, administrator, apiOf, apiSchema, isQuick, report } = context;
  const api = apiOf(administrator);
  const ids = idsOf(await useEverything(url, administrator, 'harbour'), api);
  const attempts = attemptsOf(apiSchema, await ids).filter((_, at) => !isQuick || at % 10 === 0);
  const site = context.keep(await startOtherSite());
  const browser = await launchBrowser();
  context.keep(browser);
  const results: Result[] = [];
  for (const [from, address, isSandboxed] of [
    ['another host', `http://localhost:${site.port}/`, false],
    ['another port', `http://127.0.0.1:${site.port}/`, false],
    ['a page of no origin', `http://127.0.0.1:${site.port}/sandbox`, true],
  ] as const) {
    const window = await openWindow(browser, context);
    const before = await settledState(api);
    const page = await window.newPage();
    await page.goto(address);
    const place = isSandboxed ? page.frames()[1]! : page;
    await place.waitForFunction('window.attack');
    const loot = await place.evaluate(run, [url, attempts] as const);
    const framed = await framedIn(page, url);
    const changed = changesOf(before, await settledState(api));
    results.push({ ...loot, framed, from, changed });
    report(`cross-site: ${attempts.length} calls from ${from}`);
    await window.close();
  }
  const isHeard = await ownPageCanChange(await openWindow(browser, context), url, api);
  return { rows: rowsOf(results, attempts.length, isHeard) };
}

/** What the page of the other site has loaded. */
const run = ([product, attempts]: readonly [string, readonly Attempt[]]): Promise<Loot> =>
  (window as unknown as { attack: (product: string, attempts: readonly Attempt[]) => Promise<Loot> }).attack(
    product,
    attempts,
  );

function rowsOf(results: readonly Result[], attempts: number, isHeard: boolean) {
  const tried = `${attempts} calls in every way that a page has, from ${results.map(({ from }) => from).join(', ')}`;
  const failures = (of: (result: Result) => readonly string[]) =>
    results.flatMap((result) => of(result).map((what) => `${result.from}: ${what}`));
  return [
    rowOf(
      'A page of another site changes nothing of a user who is signed in',
      '0',
      tried,
      failures(({ changed }) => changed),
    ),
    rowOf(
      'It reads no answer and hears no stream',
      '0',
      tried,
      failures(({ read }) => read),
    ),
    rowOf(
      'It uses nothing as a picture, a script or a style',
      '0',
      tried,
      failures(({ used }) => used),
    ),
    rowOf(
      'It shows no page in a frame',
      '0',
      `${results.length * framedPaths.length} frames`,
      failures(({ framed }) => framed),
    ),
    rowOf(
      'It learns nothing from a window it opened, and is answered no message',
      '0',
      `${results.length} sites`,
      failures(({ opened }) => opened),
    ),
    rowOf(
      "The product's own page can change what was looked at",
      '0 in vain',
      '1 call',
      isHeard ? [] : ['nothing changed'],
    ),
  ];
}

async function openWindow(browser: Browser, { url, administrator }: AbuseContext): Promise<BrowserContext> {
  const window = await browser.newContext();
  window.setDefaultTimeout(600_000);
  await actAs(window, url, administrator);
  return window;
}

const framedPaths = ['/', '/history', '/admin', '/api/login', '/api/docs', '/api/openapi.json', '/api/auth/user'];

/** Paths of which the page of another site shows something. */
async function framedIn(page: Page, url: string): Promise<string[]> {
  await page.evaluate(
    ([product, paths]) =>
      Promise.all(
        paths.map((path) => {
          const frame = document.createElement('iframe');
          frame.src = product + path;
          const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
          document.body.append(frame);
          return Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 10_000))]);
        }),
      ),
    [url, framedPaths] as const,
  );
  return page
    .frames()
    .map((frame: Frame) => frame.url())
    .filter((address) => address.startsWith(url));
}

/** That the victim's window is signed in, and that a change would have been seen. */
async function ownPageCanChange(window: BrowserContext, url: string, api: Api): Promise<boolean> {
  const before = await settledState(api);
  const page = await window.newPage();
  await page.goto(url);
  await page.evaluate(
    async (body) => {
      await fetch('/api/answer-presets', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    },
    JSON.stringify({ name: 'Of this site', settings: {}, aiServices: [] }),
  );
  const changed = changesOf(before, await settledState(api));
  await window.close();
  return changed.includes('/api/answer-presets');
}

async function idsOf(made: Awaited<ReturnType<typeof useEverything>>, api: Api): Promise<Ids> {
  const first = async (path: string) =>
    ((await (await api.fetch('GET', path)).json()) as { id: string | number }[])[0]?.id ?? '1';
  const comparison = await first('/api/comparisons');
  return {
    conversations: await first('/api/conversations?includeAll=true'),
    conversation: await first('/api/conversations?includeAll=true'),
    comparisons: comparison,
    broadcasts: comparison,
    broadcast: comparison,
    'saved-queries': await first('/api/saved-queries'),
    sessions: made.sessionId,
    media: made.media[0] ?? '1',
    summaries: made.summaryId,
    'agreement-maps': made.mapId,
    'merged-answers': made.answerId,
    backtests: made.backtestId,
    users: await first('/api/admin/users'),
    'ai-services': 'demo-brief',
  };
}
