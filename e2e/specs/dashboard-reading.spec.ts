import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { gate, until, type FakeAi } from '@polylogue/test-kit';
import type { Account } from '../src/account.js';
import type { Visitor, VisitorOptions } from '../src/browser.js';
import { DashboardScreen } from '../src/dashboard-screen.js';
import { shareScripted } from '../src/scene.js';

const names = ['Alpha', 'Beta', 'Gamma'];
const markdown = [
  '## A heading\n\nSome **bold** words, `code`, and a list:\n\n- one\n- two\n\n',
  '| Left | Right |\n|---|--:|\n| a cell that is rather long | 1 |\n| b | 22 |\n\n',
  '```sql\nSELECT 1; -- one\nSELECT 2;\n```\n\n1. first\n2. second\n\n',
];
const pieces = (times: number) =>
  Array.from({ length: times }, () => markdown).flatMap((all) => all.join('').split(/(?<= )/));

let vendor: FakeAi;
let account: Account;
let visitor: Visitor;
let screen: DashboardScreen;

async function open(options: VisitorOptions = {}): Promise<void> {
  visitor = await scene.visit(account, options);
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visitor.page.goto('/');
  screen = new DashboardScreen(visitor.page);
  await screen.box().waitFor();
}

/** A reply that sends the first pieces, and the rest when the returned function is called. */
function held(first: readonly string[], rest: readonly string[]): () => void {
  const { opened, open: go } = gate();
  vendor.replies('alpha', { chunks: [...first, opened, ...rest] }, 'Alpha again.');
  return go;
}

const flow = () => screen.page.getByRole('region', { name: 'Messages with Alpha' });
const fromEnd = () =>
  flow().evaluate(({ scrollTop, clientHeight, scrollHeight }) => scrollHeight - clientHeight - scrollTop);

const scene = shareScripted((scripted) => void (vendor = scripted));
beforeAll(async () => void (account = await scene.signUp()));

beforeEach(async () => {
  for (const name of names) vendor.replies(name.toLowerCase(), `${name} is here.`);
  await open();
  await screen.button('Clear All').click();
  await screen.says('Session cleared');
  await screen.closeToast();
});

afterEach(() => expect(visitor.errors).toEqual([]));

describe('while replies stream', () => {
  test('nothing shifts: not the header, the dock, the footers, nor what has arrived', async () => {
    const { opened, open: goOn } = gate();
    for (const name of names) {
      vendor.replies(name.toLowerCase(), { chunks: [...pieces(1), opened, ...pieces(2)], delayMs: 3 });
    }
    const fixed = 'header, footer, section[aria-label="Compose Message"], [data-panel]';
    const boxes = () =>
      screen.page
        .locator(fixed)
        .evaluateAll((found) => found.map((one) => JSON.stringify(one.getBoundingClientRect())));
    // The font of code is loaded with the page: loaded with the first code, it would move the text being read.
    await screen.page.waitForFunction(() => document.fonts.check('1em "Geist Mono Variable"'));
    await screen.box().fill('Tell me all');
    await screen.box().press('Enter');
    await screen.button('Sending...').waitFor();
    const before = await boxes();
    await screen.panel('Alpha').getByRole('table').first().waitFor();
    // Layout shifts within half a second of a key press are allowed; later ones are not.
    const shifts = screen.page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const seen: string[] = [];
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as (PerformanceEntry & {
              hadRecentInput: boolean;
              sources: { node: Node | null }[];
            })[]) {
              // A button or badge with a new label is laid out again; only texts that users read or write count.
              const moved = entry.sources.flatMap(({ node }) => {
                const element = node instanceof Element ? node : node?.parentElement;
                return element?.closest('article, textarea') ? [node?.textContent ?? ''] : [];
              });
              if (!entry.hadRecentInput) seen.push(...moved);
            }
          }).observe({ type: 'layout-shift' });
          const ended = new MutationObserver(() => {
            if (![...document.querySelectorAll('button')].some(({ innerText }) => innerText === 'Send')) return;
            ended.disconnect();
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(seen)));
          });
          ended.observe(document.body, { subtree: true, childList: true, characterData: true });
        }),
    );
    expect(await boxes()).toEqual(before);
    // The observer of layout shifts runs by now.
    goOn();
    expect(await shifts).toEqual([]);
    expect(await boxes()).toEqual(before);
  });

  test('a reader at the end stays there; one who has scrolled up is left alone, and a chip leads back', async () => {
    const go = held(pieces(3), ['The last ', 'word.']);
    await screen.send('Tell me all');
    await flow().getByText('second').last().waitFor();
    expect(await fromEnd()).toBeLessThan(2);
    await flow().hover();
    await screen.page.mouse.wheel(0, -300);
    await screen.button('Latest').waitFor();
    const at = await flow().evaluate(({ scrollTop }) => scrollTop);
    go();
    await screen.says('Message sent successfully');
    expect(await flow().evaluate(({ scrollTop }) => scrollTop)).toBe(at);
    await screen.button('Latest').click();
    await screen.page.waitForFunction(
      (area) => area !== null && area.scrollHeight - area.clientHeight - area.scrollTop < 2,
      await flow().elementHandle(),
    );
    await flow().getByText('The last word.').waitFor();
  });

  test('Thinking until the first word, then Stop, and what had arrived stays', async () => {
    const go = held([], []);
    await screen.send('Think');
    await screen.panel('Alpha').getByText('Thinking').waitFor();
    await screen.panel('Alpha').getByText('Processing', { exact: true }).waitFor();
    expect(await screen.button('Sending...').isDisabled()).toBe(true);
    await screen.panel('Beta').getByText('Beta is here.').waitFor();
    await screen.button('Stop Alpha').click();
    await screen.panel('Alpha').getByText('Cancelled', { exact: true }).waitFor();
    await screen.says('Message sent successfully', 'Received responses from 2 AI service(s)');
    go();
  });

  test('completed replies are announced politely, and nothing else is', async () => {
    await screen.send('Hello');
    const status = screen.page.locator('[role="status"][aria-live="polite"]').filter({ hasText: /has replied\./ });
    await status.waitFor({ state: 'attached' });
    await screen.says('Message sent successfully');
    expect(await screen.page.locator('[aria-live="polite"]').filter({ hasText: 'is here' }).count()).toBe(0);
  });
});

describe('a thread of many rounds', () => {
  const article = (question: string) =>
    flow()
      .getByRole('article')
      .filter({ has: screen.page.getByText(question, { exact: true }) });
  const topOf = async (text: string) => (await flow().getByText(text, { exact: true }).boundingBox())!.y;

  test('shows its last ten, and earlier ones above them, where the reader stays at what they read', async () => {
    const api = scene.apiOf(account);
    for (let round = 1; round <= 12; round += 1) {
      const body = { message: `Question ${round}`, selectedAIs: ['alpha'], mode: 'individual' };
      expect((await api.fetch('POST', '/api/send-message', body)).status).toBe(200);
    }
    await screen.page.reload();
    await article('Question 12').waitFor();
    expect(await flow().getByRole('article').count()).toBe(10);
    expect(await fromEnd()).toBeLessThan(2);
    const earlier = flow().getByRole('button', { name: 'Show earlier messages' });
    await flow().evaluate((area) => (area.scrollTop = 0));
    await screen.button('Latest').waitFor();
    const before = await topOf('Question 3');
    await earlier.click();
    await article('Question 1').waitFor();
    await earlier.waitFor({ state: 'detached' });
    expect(Math.abs((await topOf('Question 3')) - before)).toBeLessThan(1);
    // The button that had the focus is gone.
    expect(await flow().evaluate((area) => area === document.activeElement)).toBe(true);
    await screen.page.keyboard.press('Home');
    await until(async () => (await flow().evaluate(({ scrollTop }) => scrollTop)) === 0);
    expect(await flow().getByRole('article').count()).toBe(12);

    await screen.send('Question 13');
    await screen.says('Message sent successfully');
    await until(async () => (await fromEnd()) < 2);
    expect(await flow().getByRole('article').count()).toBe(10);
  });
});

describe('a reply', () => {
  test('is copied whole, and its code alone', async () => {
    vendor.replies('alpha', 'Use this:\n\n```sql\nSELECT 1;\n```\n');
    await screen.send('How?');
    await screen.says('Message sent successfully');
    const pasted = () => screen.page.evaluate(() => navigator.clipboard.readText());
    await screen.panel('Alpha').hover();
    await screen.button('Copy the reply of Alpha').click();
    await screen.panel('Alpha').getByRole('button', { name: 'Copied' }).waitFor();
    expect((await pasted()).trim()).toBe('Use this:\n\n```sql\nSELECT 1;\n```');
    await screen.panel('Alpha').getByRole('button', { name: 'Copy code' }).click();
    expect((await pasted()).trim()).toBe('SELECT 1;');
  });

  test('is requested again, of one service only', async () => {
    await screen.send('Hello');
    await screen.says('Message sent successfully');
    const before = vendor.requestsFor('beta').length;
    vendor.replies('alpha', 'Another answer.');
    await screen.choose('Alpha', 'Ask again');
    await screen.panel('Alpha').getByText('Another answer.').waitFor();
    expect(vendor.requestsFor('beta').length).toBe(before);
  });

  test('of 100,000 characters opens at its end and scrolls to its beginning', async () => {
    const chunks = ['# The beginning\n\n', ...Array.from({ length: 500 }, () => markdown.join(''))];
    expect(chunks.join('').length).toBeGreaterThan(100_000);
    vendor.replies('alpha', { chunks });
    await screen.mode('Individual AI');
    await screen.send('Everything');
    await screen.says('Message sent successfully');
    await screen.page.reload();
    await flow().getByRole('table').last().waitFor({ timeout: 30_000 });
    await screen.page.waitForFunction(
      (area) => area !== null && area.scrollHeight - area.clientHeight - area.scrollTop < 2,
      await flow().elementHandle(),
    );
    await flow().focus();
    const isAtBeginning = async () => {
      await screen.page.keyboard.press('Home');
      return (await screen.button('Latest').isVisible()) && (await flow().evaluate(({ scrollTop }) => scrollTop === 0));
    };
    await until(isAtBeginning, { what: 'the beginning of the reply' });
    await flow().getByRole('heading', { name: 'The beginning' }).waitFor();
  });
});

describe('the keyboard', () => {
  const focusedPanel = () =>
    screen.page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-panel]')?.dataset['panel']);
  const press = (key: string) => screen.page.keyboard.press(key);

  test('reaches everything by single keys, which rest while one types', async () => {
    await screen.page.locator('body').click({ position: { x: 5, y: 60 } });
    await press('2');
    await screen.page.waitForFunction(() => document.activeElement?.id === 'panel-beta');
    await press(']');
    await screen.page.waitForFunction(() => document.activeElement?.id === 'panel-gamma');
    await press('[');
    await screen.page.waitForFunction(() => document.activeElement?.id === 'panel-beta');
    await press('m');
    await screen.panel('Alpha').waitFor({ state: 'hidden' });
    await screen.button('Restore Beta').waitFor();
    await press('Escape');
    await screen.panel('Alpha').waitFor();
    await press('/');
    await press('m');
    await press('?');
    await press('1');
    expect(await screen.box().inputValue()).toBe('m?1');
    await press('Shift+Enter');
    expect(await screen.box().inputValue()).toBe('m?1\n');
    await screen.box().blur();
    await press('?');
    const sheet = screen.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('Stop all replies', { exact: false }).waitFor();
    await press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    expect(await focusedPanel()).toBeUndefined();
  });

  test('Enter sends, and Esc stops every reply', async () => {
    const go = held(['Half '], ['whole.']);
    await screen.box().fill('Hello');
    await press('Enter');
    await screen.panel('Alpha').getByText('Half').waitFor();
    await press('Escape');
    await screen.panel('Alpha').getByText('Cancelled', { exact: true }).waitFor();
    await screen.panel('Alpha').getByText('Half').waitFor();
    go();
  });
});

describe('on a phone', () => {
  const current = () => screen.page.locator('nav[aria-label="AI services"] [aria-current]').innerText();

  test('one panel at a time is swiped, or chosen from the strip', async () => {
    await open({ width: 360, height: 780 });
    const grid = screen.page.locator('[data-panel]').first().locator('..');
    expect(await current()).toContain('Alpha');
    await grid.evaluate((area) => area.scrollTo({ left: area.clientWidth }));
    await screen.page.locator('nav[aria-label="AI services"] [aria-current]', { hasText: 'Beta' }).waitFor();
    await screen.page.getByRole('navigation', { name: 'AI services' }).getByRole('button', { name: 'Gamma' }).click();
    await screen.page.locator('nav[aria-label="AI services"] [aria-current]', { hasText: 'Gamma' }).waitFor();
    const { x, width } = (await screen.panel('Gamma').boundingBox())!;
    expect([Math.round(x), Math.round(width)]).toEqual([0, 360]);
    const wide = await screen.page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBe(360);
  });

  test('the dock unfolds to modes, filter, tiles and tools, and folds when sent', async () => {
    await open({ width: 360, height: 780 });
    expect(await screen.tiles().first().isVisible()).toBe(false);
    await screen.page.getByRole('button', { name: /Broadcast to All/ }).click();
    await screen.mode('Individual AI');
    await screen.tile('beta').click();
    await screen.send('Hello');
    await screen.tiles().first().waitFor({ state: 'hidden' });
    await screen.panel('Beta').getByText('Beta is here.').waitFor();
    // All in one moment: the button that stops replies leaves when the last of them ends.
    const sizes = await screen.page
      .locator('section[aria-label="Compose Message"] button:visible')
      .evaluateAll((targets) => targets.map((target) => target.getBoundingClientRect()));
    expect(sizes.length).toBeGreaterThan(0);
    for (const { width, height } of sizes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  });
});
