import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { fakeAi, type FakeAi } from '@polylogue/test-kit';
import type { Account } from '../src/account.js';
import type { Visitor } from '../src/browser.js';
import { DashboardScreen } from '../src/dashboard-screen.js';
import { setScene } from '../src/scene.js';
import { scriptedServices } from '../src/scripted-services.js';

const all = ['alpha', 'beta', 'gamma', 'brush', 'lute'];
const texts = ['alpha', 'beta', 'gamma'];

let vendor: FakeAi;
let admin: Account;
let visitor: Visitor;
let screen: DashboardScreen;

async function open(width = 1440, who = admin): Promise<DashboardScreen> {
  visitor = await scene.visit(who, { width });
  await visitor.page.goto('/');
  screen = new DashboardScreen(visitor.page);
  await screen.box().waitFor();
  return screen;
}

const scene = setScene(async (keep) => {
  vendor = keep(await fakeAi());
  const categories = { alpha: 'text', beta: 'text', gamma: 'text', brush: 'image', lute: 'audio' } as const;
  return { aiServices: scriptedServices(vendor, categories) };
});
beforeAll(async () => void (admin = await scene.signUp()));

describe('who gets a message', () => {
  beforeEach(() => open().then(() => undefined));

  test('the filter offers all categories, then those there are, sorted', async () => {
    const options = screen.page.getByRole('combobox', { name: 'Category' }).locator('option');
    expect(await options.allTextContents()).toEqual(['All Categories', 'Audio AI', 'Image AI', 'Text AI']);
  });

  test('broadcast selects every service of the filter, and no tile can be toggled', async () => {
    expect(await screen.selected()).toEqual(all);
    await screen.tile('beta').click({ force: true });
    expect(await screen.selected()).toEqual(all);
    expect(await screen.tile('beta').getAttribute('aria-disabled')).toBe('true');
    await screen.category('Text AI');
    expect(await screen.selected()).toEqual(texts);
    expect(await screen.tiles().count()).toBe(3);
    expect(await screen.panel('Brush').count()).toBe(0);
    await screen.category('All Categories');
    expect(await screen.selected()).toEqual(all);
  });

  test('selective lets any number be toggled, and a filter cuts the selection down', async () => {
    await screen.mode('Selective AIs');
    expect(await screen.selected()).toEqual(all);
    await screen.tile('beta').click();
    await screen.tile('lute').click();
    expect(await screen.selected()).toEqual(['alpha', 'gamma', 'brush']);
    await screen.category('Image AI');
    expect(await screen.selected()).toEqual(['brush']);
    await screen.category('All Categories');
    expect(await screen.selected()).toEqual(['brush']);
    await screen.category('Audio AI');
    expect(await screen.selected()).toEqual([]);
    await screen.mode('Broadcast to All');
    expect(await screen.selected()).toEqual(['lute']);
  });

  test('individual keeps only the first of many, then holds exactly one', async () => {
    await screen.mode('Individual AI');
    expect(await screen.selected()).toEqual(['alpha']);
    await screen.tile('gamma').click();
    expect(await screen.selected()).toEqual(['gamma']);
    await screen.mode('Selective AIs');
    expect(await screen.selected()).toEqual(['gamma']);
    await screen.tile('alpha').click();
    await screen.mode('Individual AI');
    // The first in order of selection, not of tiles.
    expect(await screen.selected()).toEqual(['gamma']);
    await screen.category('Image AI');
    expect(await screen.selected()).toEqual([]);
    await screen.send('Anybody?');
    await screen.says('No AI services selected', 'Please select at least one AI service');
    await screen.mode('Broadcast to All');
    expect(await screen.selected()).toEqual(['brush']);
  });

  test('a follow-up of one service chooses it alone and goes on writing', async () => {
    await screen.choose('Gamma', 'Follow up here only');
    expect(await screen.selected()).toEqual(['gamma']);
    expect(await screen.box().evaluate((box) => box === document.activeElement)).toBe(true);
  });

  test('tiles are one stop of the Tab key, with arrows inside', async () => {
    await screen.mode('Selective AIs');
    await screen.tile('alpha').focus();
    await screen.page.keyboard.press('ArrowRight');
    await screen.page.keyboard.press('Space');
    expect(await screen.selected()).toEqual(['alpha', 'gamma', 'brush', 'lute']);
    await screen.page.keyboard.press('Tab');
    expect(await screen.box().evaluate((box) => box === document.activeElement)).toBe(true);
  });
});

describe('where things stand', () => {
  const columns = (selector: string) =>
    screen.page
      .locator(selector)
      .evaluateAll((found) => new Set(found.map((one) => Math.round(one.getBoundingClientRect().x))).size);

  test.each([
    [1440, 6],
    [768, 3],
    [360, 2],
  ])('at %i px tiles stand in at most %i columns', async (width, maxColumns) => {
    await open(width);
    if (width === 360) await screen.page.getByRole('button', { name: /Broadcast to All/ }).click();
    expect(await columns('[data-service]')).toBe(Math.min(maxColumns, all.length));
  });

  test.each([
    ['1x6', 5],
    ['2x3', 3],
    ['3x2', 2],
    ['6x1', 1],
  ])('the layout %s puts the panels into %i columns, also after a reload', async (layout, wanted) => {
    await open();
    await screen.page.locator('label', { hasText: layout }).click();
    expect(await columns('[data-panel]')).toBe(wanted);
    await screen.page.reload();
    await screen.box().waitFor();
    expect(await columns('[data-panel]')).toBe(wanted);
  });

  test('the header leads to every screen, the footer says what runs here, and Logout logs out', async () => {
    await open();
    const links = screen.page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    expect(await links.allInnerTexts()).toEqual([
      'History',
      'AI Chat',
      'Quality Assessment',
      'Saved Queries',
      'Settings',
    ]);
    await screen.page.getByText('5 AI services available').waitFor();
    const footer = screen.page.getByRole('contentinfo');
    for (const text of ['Version 1.7.0', 'Build 20250710-001', 'Deployed 2025-07-10']) {
      await footer.getByText(text, { exact: true }).waitFor();
    }
    const user = await scene.signUp('Grace');
    await open(1440, user);
    expect(await screen.page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
    await screen.page.getByRole('button', { name: 'Logout' }).click();
    await screen.page.getByText('Multi-AI Interface Platform').waitFor();
  });
});
