import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { fakeAi, gate, until, type FakeAi } from '@polylogue/test-kit';
import type { Locator } from 'playwright-core';
import type { Account } from '../src/account.js';
import { axeFindings, looksAt } from '../src/axe.js';
import { keepPicture, type Visitor, type VisitorOptions } from '../src/browser.js';
import { DashboardScreen } from '../src/dashboard-screen.js';
import { setScene } from '../src/scene.js';
import { scriptedServices } from '../src/scripted-services.js';

const six = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'];
const painters = ['brush', 'easel', 'crayon'];
const long = Array.from({ length: 60 }, (_line, index) => `Line ${index + 1} of a reply that is long.`).join('\n\n');
const lines = Array.from({ length: 90 }, () => 'A plain sentence that goes on and fills the panel with text.').join(
  ' ',
);

let vendor: FakeAi;
let account: Account;
let visitor: Visitor;
let screen: DashboardScreen;

const scene = setScene(async (keep) => {
  vendor = keep(await fakeAi());
  for (const name of six) vendor.replies(name, lines);
  const texts = Object.fromEntries(six.map((name) => [name, 'text'] as const));
  const images = Object.fromEntries(painters.map((name) => [name, 'image'] as const));
  return { aiServices: scriptedServices(vendor, { ...texts, ...images }) };
});
beforeAll(async () => {
  account = await scene.signUp();
  await open();
  await screen.category('Text AI');
  await screen.send('Write a long reply');
  await screen.says('Message sent successfully');
});
afterEach(() => expect(visitor.errors).toEqual([]));

async function open(options: VisitorOptions = {}): Promise<void> {
  visitor = await scene.visit(account, options);
  await visitor.page.goto('/');
  screen = new DashboardScreen(visitor.page);
  await screen.box().waitFor();
}

const dock = () => screen.page.getByRole('region', { name: 'Compose Message' });
const folded = () => dock().getByRole('button', { name: /All Categories|Text AI|\d$/, expanded: false });
const isFolded = () => dock().evaluate((section) => section.hasAttribute('data-folded'));
const height = async () => (await dock().boundingBox())!.height;

/** How many lines of text each panel shows in full, of those on the screen. */
const linesInSight = () =>
  screen.page.locator('[data-panel]').evaluateAll((panels) =>
    panels
      .filter((panel) => {
        const { left, right } = panel.getBoundingClientRect();
        return right > 0 && left < innerWidth && panel.checkVisibility();
      })
      .map((panel) => {
        const area = panel.querySelector('.pl-pinned-area')!.getBoundingClientRect();
        const question = [...panel.querySelectorAll('article > button')].at(-1)!.getBoundingClientRect();
        const top = Math.max(area.top, Math.min(question.bottom, area.bottom));
        const range = document.createRange();
        range.selectNodeContents([...panel.querySelectorAll('[data-reply]')].at(-1)!);
        const tops = [...range.getClientRects()]
          .filter((line) => line.height > 0 && line.top >= top - 3 && line.bottom <= area.bottom + 3)
          .map((line) => Math.round(line.top / 4));
        return new Set(tops).size;
      }),
  );

describe('the composer', () => {
  test('is one row after sending, with room for 14 lines in each of six panels, and whole again by a click or a key', async () => {
    await open({ width: 1440, height: 900 });
    await screen.category('Text AI');
    await screen.panel('Zeta').getByText('A plain sentence', { exact: false }).first().waitFor();
    const whole = await height();
    expect(whole).toBeGreaterThan(190);
    await screen.button('Fold the composer').click();
    await until(async () => (await height()) < 60);
    await until(async () => Math.min(...(await linesInSight())) >= 14);
    expect((await linesInSight()).length).toBe(6);
    // The tools stay in reach, and are named.
    for (const name of ['Summarize Responses', 'Agreement', 'Answer settings', 'Export All', 'Clear All', 'Send'])
      expect(await screen.button(name).isVisible()).toBe(true);
    await keepPicture(screen.page, 'folded-1440');
    expect(await axeFindings(screen.page)).toEqual([]);
    await folded().click();
    await until(async () => (await height()) === whole);
    await screen.button('Fold the composer').click();
    await until(isFolded);
    await screen.box().blur();
    await screen.page.keyboard.press('/');
    await until(async () => !(await isFolded()));
    expect(await screen.box().evaluate((box) => box === document.activeElement)).toBe(true);
  });

  test('folds when it sends, keeps the focus, and unfolds when one types; nothing typed is lost', async () => {
    await open();
    await screen.category('Text AI');
    const { opened, open: goOn } = gate();
    vendor.replies('alpha', { chunks: ['Begun, ', opened, 'done.'] });
    await screen.send('And now?');
    await until(isFolded);
    await screen.panel('Alpha').getByText('Begun,').waitFor();
    expect(await screen.box().inputValue()).toBe('');
    await screen.box().focus();
    await screen.page.keyboard.type('Half a th');
    await until(async () => !(await isFolded()));
    await screen.button('Fold the composer').click();
    await until(isFolded);
    await screen.box().press('End');
    await screen.page.keyboard.type('ought');
    expect(await screen.box().inputValue()).toBe('Half a thought');
    await screen.box().fill('');
    goOn();
    await screen.says('Message sent successfully');
  });

  test('has the focus on the other button when one folds or unfolds it by the keyboard', async () => {
    await open();
    await screen.button('Fold the composer').focus();
    await screen.page.keyboard.press('Enter');
    await until(isFolded);
    const isFocused = (button: Locator) => button.evaluate((element) => element === document.activeElement);
    expect(await isFocused(folded())).toBe(true);
    await screen.page.keyboard.press('Enter');
    await until(async () => !(await isFolded()));
    expect(await isFocused(screen.button('Fold the composer'))).toBe(true);
  });

  test('is found folded after a visit to another screen', async () => {
    await open();
    await screen.button('Fold the composer').click();
    await screen.page.getByRole('link', { name: 'History' }).click();
    await screen.page.getByRole('heading', { name: 'History' }).first().waitFor();
    await screen.page.getByRole('link', { name: 'Polylogue' }).click();
    await screen.box().waitFor();
    expect(await isFolded()).toBe(true);
  });

  test('stays open and says why when a message could not be sent', async () => {
    await open();
    await visitor.context.route('**/api/send-message', (route) => route.abort());
    await screen.send('Nobody hears this');
    await screen.says('Failed to send message');
    await until(async () => !(await isFolded()));
    expect(await screen.box().inputValue()).toBe('Nobody hears this');
    await screen.box().fill('');
    await visitor.context.unroute('**/api/send-message');
    // The page reports a line that was cut; here that is what was meant to happen.
    expect(visitor.errors.splice(0)).toEqual([expect.stringContaining('Unable to reach server')]);
  });

  test.each(looksAt(1440, 768, 2560))('reads well folded at %i px, %s', async (width, theme) => {
    const height = width === 1440 ? 900 : width === 768 ? 1000 : 1300;
    await open({ width, height, theme });
    await screen.button('Fold the composer').click();
    await until(isFolded);
    await screen.panel('Alpha').getByText('A plain sentence', { exact: false }).first().waitFor();
    await keepPicture(screen.page, `folded-${width}-${theme}`);
    expect(await axeFindings(screen.page)).toEqual([]);
    const wide = await screen.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
  });

  test('on a phone is one row as well, with targets of 44 px and 20 lines to read', async () => {
    for (const [, theme] of looksAt(360)) {
      await open({ width: 360, height: 800, theme });
      vendor.replies('beta', lines);
      await screen.mode('Individual AI');
      await screen.tile('beta').click();
      await screen.send('Once more');
      await until(isFolded);
      await screen.says('Message sent successfully');
      await screen.closeToast();
      await screen.page.getByRole('navigation', { name: 'AI services' }).getByRole('button', { name: 'Beta' }).click();
      await until(async () => (await height()) < 60);
      await until(async () => (await linesInSight())[0]! >= 20);
      await keepPicture(screen.page, `folded-360-${theme}`);
      const sizes = await dock()
        .locator('button:visible')
        .evaluateAll((targets) => targets.map((target) => target.getBoundingClientRect()));
      for (const box of sizes) expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
      expect(await axeFindings(screen.page)).toEqual([]);
      await screen.unfold();
      expect(await screen.selected()).toEqual(['beta']);
    }
  });
});

describe('nine services', () => {
  test('let the third row be seen, with its names', async () => {
    await open({ width: 1440, height: 900 });
    await screen.button('Fold the composer').click();
    await until(isFolded);
    const { bottom, third } = await screen.page.locator('[data-panel]').evaluateAll((panels) => ({
      bottom: panels[0]!.parentElement!.getBoundingClientRect().bottom,
      third: panels[6]!.getBoundingClientRect().top,
    }));
    expect(bottom - third).toBeGreaterThanOrEqual(36);
    await keepPicture(screen.page, 'nine-services');
  });
});

describe('a second message, while replies come', () => {
  test('is queued, waits where a reply still comes, is sent when that has ended, and can be taken back', async () => {
    await open();
    await screen.category('Text AI');
    await screen.mode('Selective AIs');
    for (const name of six.slice(2)) await screen.tile(name).click();
    const [alpha, beta] = [gate(), gate()];
    vendor.replies('alpha', { chunks: ['Alpha begins ', alpha.opened, 'and ends.'] }, 'Alpha once more.');
    vendor.replies('beta', { chunks: ['Beta begins ', beta.opened, 'and ends.'] }, 'Beta once more.');
    await screen.send('The first');
    await screen.panel('Alpha').getByText('Alpha begins').waitFor();
    await screen.panel('Beta').getByText('Beta begins').waitFor();
    await screen.box().fill('The second');
    expect(await screen.button('Sending...').isDisabled()).toBe(true);
    await screen.button('Send next').click();
    await screen.says('Message queued', 'Each service gets it as soon as its reply has ended.');
    await until(isFolded);
    for (const name of ['Alpha', 'Beta'])
      await screen.panel(name).getByText('Sent when the reply above has ended').waitFor();
    await keepPicture(screen.page, 'queued');
    expect(await axeFindings(screen.page)).toEqual([]);

    await screen.box().fill('The third');
    await screen.box().press('Enter');
    await screen.says('One message is waiting already');
    await screen.closeToast();
    await screen.box().fill('');

    alpha.open();
    await screen.panel('Alpha').getByText('Alpha once more.').waitFor();
    await screen.panel('Beta').getByText('Sent when the reply above has ended').waitFor();
    // It waits at the server: a reload finds it waiting.
    await screen.page.reload();
    await screen.panel('Beta').getByText('Sent when the reply above has ended').waitFor();
    await screen.panel('Beta').getByRole('button', { name: 'Take back from Beta' }).click();
    await screen.panel('Beta').getByText('Sent when the reply above has ended').waitFor({ state: 'detached' });
    beta.open();
    await screen.panel('Beta').getByText('Beta begins and ends.').waitFor();
    await screen.button('Send').waitFor();
    expect(await screen.panel('Beta').getByText('Beta once more.').count()).toBe(0);
    expect(await screen.panel('Beta').getByText('The second').count()).toBe(0);
  });

  test('taken back everywhere stands in the box again', async () => {
    await open();
    await screen.mode('Individual AI');
    await screen.tile('gamma').click();
    const { opened, open: goOn } = gate();
    vendor.replies('gamma', { chunks: ['Gamma begins ', opened, 'and ends.'] }, 'Never said.');
    await screen.send('The first');
    await screen.panel('Gamma').getByText('Gamma begins').waitFor();
    await screen.box().fill('Think better of it');
    await screen.box().press('Enter');
    await screen.panel('Gamma').getByText('Sent when the reply above has ended').waitFor();
    // It stands there before the server has it; until then it is in the box as well, and could not come back.
    await until(async () => (await screen.box().inputValue()) === '');
    await screen.button('Take back').click();
    await until(async () => (await screen.box().inputValue()) === 'Think better of it');
    await screen.panel('Gamma').getByText('Think better of it').waitFor({ state: 'detached' });
    goOn();
    await screen.panel('Gamma').getByText('Gamma begins and ends.').waitFor();
    await screen.box().fill('');
  });
});

test('a draft goes only to whom it was meant for, also after a look at History', async () => {
  await open();
  await screen.mode('Individual AI');
  await screen.tile('delta').click();
  await screen.box().fill('For Delta alone');
  await screen.page.getByRole('link', { name: 'History' }).click();
  await screen.page.getByRole('heading', { name: 'History' }).first().waitFor();
  await screen.page.getByRole('link', { name: 'Polylogue' }).click();
  vendor.replies('delta', long);
  const sent = screen.page.waitForRequest('**/api/send-message');
  await screen.box().press('Enter');
  expect((await sent).postDataJSON()).toMatchObject({ message: 'For Delta alone', selectedAIs: ['delta'] });
  await screen.says('Message sent successfully', 'Received responses from 1 AI service(s)');
});
