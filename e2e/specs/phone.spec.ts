import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createSavedQuery } from '@polylogue/api-contract';
import { until } from '@polylogue/test-kit';
import type { BrowserContext, Page } from 'playwright-core';
import { actAs, type Account } from '../src/account.js';
import { keepPicture, openBrowser } from '../src/browser.js';
import { setScene } from '../src/scene.js';

/** The distance from the middle of a control at which a finger of 44 px still has to meet it. */
const reach = 21;

const scene = setScene(() => ({ env: { DEMO_SPEED: '0' } }));
let account: Account;
let context: BrowserContext;
let page: Page;
let queryId = 0;

beforeAll(async () => {
  account = await scene.signUp('Maximiliana-Alexandrina');
  for (let at = 0; at < 11; at += 1) await scene.signUp('Wilhelmina-Konstantina-of-a-long-name');
  const api = scene.apiOf(account);
  const selectedAIs = ['demo-sage', 'demo-brief'];
  const sent = api.send({ message: 'Compare three ways to cache an API.', selectedAIs, mode: 'selective' });
  for await (const { event } of sent) if (event === 'done') break;
  for (let at = 0; at < 12; at += 1) {
    const schedule = { isScheduled: at === 11, scheduleFrequency: 'weekly', scheduleDays: [1], timeZone: 'UTC' };
    const query = { title: `Digest ${at}`, content: 'What is new?', selectedAiServices: selectedAIs, ...schedule };
    const answer = await api.fetch('POST', createSavedQuery.path, query);
    expect(answer.status).toBe(201);
    queryId = ((await answer.json()) as { id: number }).id;
  }
  const browser = await openBrowser();
  context = await browser.newContext({
    baseURL: scene.url,
    viewport: { width: 360, height: 780 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  await actAs(context, scene.url, account);
  page = await context.newPage();
}, 120_000);

afterAll(() => context?.close());

/** Controls that a finger of 44 px does not meet all over, and how large they are. */
const missed = () =>
  page.evaluate((distance) => {
    const controls = 'a[href], button, input, select, textarea, summary, [role=tab], [role=checkbox]';
    const own = (control: Element) =>
      control.closest('label, .ant-select, .ant-tabs-tab') ??
      control.closest('button, a, summary, [role=tab]') ??
      control;
    return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
      const place = own(control);
      const isShown = place.checkVisibility({ visibilityProperty: true }) && !place.matches('[inert] *, :disabled');
      // A link in the flow of a sentence is as high as its line; what only the keyboard shows needs no finger.
      const isInText = control.matches('p a, li > span a');
      const isForKeys = control.matches('[href="#main"], [hidden], [type=file]');
      if (!isShown || isInText || isForKeys) return [];
      place.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, top, width, height } = place.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const points = [0, -distance, distance].flatMap((by) => [
        [x + by, y],
        [x, y + by],
      ]);
      const isMet = points.every(([px, py]) => {
        const isInside = px! >= 0 && py! >= 0 && px! < innerWidth && py! < innerHeight;
        const found = isInside && document.elementFromPoint(px!, py!);
        return !found || place.contains(found) || own(found) === place;
      });
      const name =
        control.getAttribute('aria-label') ??
        (place.textContent?.trim().slice(0, 40) || control.outerHTML.slice(0, 80));
      return isMet ? [] : [`${name} (${Math.round(width)} × ${Math.round(height)})`];
    });
  }, reach);

const open = async (path: string, isThere: (at: Page) => ReturnType<Page['locator']>) => {
  await page.goto(path);
  await isThere(page).first().waitFor();
};

describe('on a phone', () => {
  test.each<[string, string, (at: Page) => ReturnType<Page['locator']>]>([
    ['the dashboard', '/', (at) => at.getByText('Compare three ways to cache an API.')],
    ['History', '/history', (at) => at.getByRole('button', { name: /^View / })],
    ['comparisons', '/history?show=comparisons', (at) => at.getByRole('link', { name: /^Compare three/ })],
    ['saved queries', '/saved-queries', (at) => at.getByRole('button', { name: 'Run Now' })],
    ['a new query', '/saved-queries/new', (at) => at.getByRole('checkbox', { name: 'Demo Sage' })],
    ['the users', '/admin', (at) => at.getByRole('button', { name: /^Approve/ })],
    ['analytics', '/admin?tab=analytics', (at) => at.getByRole('button', { name: 'Verify' })],
    ['usage', '/admin?tab=usage', (at) => at.getByText('Figures as a table')],
    ['AI services', '/admin?tab=ai-services', (at) => at.getByRole('button', { name: 'Test' })],
  ])('a finger meets every control of %s', async (name, path, isThere) => {
    await open(path, isThere);
    expect(await missed()).toEqual([]);
    await page.evaluate(() => window.scrollTo(0, 0));
    await keepPicture(page, `phone-${name.replaceAll(' ', '-')}`);
  });

  test('the header has nothing that is for a keyboard', async () => {
    await open('/', (at) => at.getByRole('textbox', { name: 'Message' }));
    const shown = (name: string) => page.getByRole('button', { name }).isVisible();
    expect([await shown('Keyboard shortcuts'), await shown('Command palette'), await shown('Menu')]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('a finger meets every control of the results of a query', async () => {
    await open(`/saved-queries/${queryId}/results`, (at) => at.getByText('No Executions Yet'));
    expect(await missed()).toEqual([]);
  });

  test('a long page shows ten rows, and the rest on request', async () => {
    await open('/saved-queries', (at) => at.getByRole('button', { name: 'Run Now' }));
    const rows = page.getByRole('list', { name: 'Saved queries' }).locator('> li');
    expect(await rows.count()).toBe(10);
    await page.getByRole('button', { name: 'Show all 12' }).tap();
    expect(await rows.count()).toBe(12);
    await open('/admin', (at) => at.getByRole('button', { name: /^Approve/ }));
    expect(await page.getByRole('button', { name: /^Details of/ }).count()).toBe(10);
    await page.getByRole('button', { name: 'Show all 12' }).tap();
    await until(async () => (await page.getByRole('button', { name: /^Details of/ }).count()) === 12);
  });

  test('Delete stands on the line of the other actions', async () => {
    await open('/saved-queries', (at) => at.getByRole('button', { name: 'Pause' }));
    const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Pause' }) });
    const tops = await Promise.all(
      ['Run Now', 'Pause', 'Delete Digest 11'].map(async (name) =>
        Math.round((await row.getByRole('button', { name, exact: true }).boundingBox())!.y),
      ),
    );
    expect(new Set(tops).size).toBe(1);
  });

  test('names and e-mails that are too long end in an ellipsis, each on one line', async () => {
    await open('/admin', (at) => at.getByRole('button', { name: /^Approve/ }));
    const shown = page.getByRole('region', { name: 'Users' }).locator('tbody tr').nth(1).locator('td').first();
    for (const text of [shown.locator('strong'), shown.getByText(/@/)]) {
      const { isCut, lines, overflow } = await text.evaluate((element) => ({
        isCut: element.scrollWidth > element.clientWidth,
        lines: element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight),
        overflow: getComputedStyle(element).textOverflow,
      }));
      expect([isCut, Math.round(lines), overflow]).toEqual([true, 1, 'ellipsis']);
    }
  });

  test('tabs out of sight announce themselves at the edge', async () => {
    await open('/admin', (at) => at.getByRole('tab', { name: 'System Analytics' }));
    const edge = (which: '::before' | '::after') =>
      page
        .locator('.ant-tabs-nav-wrap')
        .first()
        .evaluate((strip, pseudo) => {
          const { opacity, backgroundImage } = getComputedStyle(strip, pseudo);
          return opacity === '1' && backgroundImage.includes('svg');
        }, which);
    await until(async () => !(await edge('::before')) && (await edge('::after')), { what: 'a chevron on the right' });
    await page.getByRole('tab', { name: 'System Analytics' }).press('End');
    await until(async () => (await edge('::before')) && !(await edge('::after')), { what: 'a chevron on the left' });
  });
});
