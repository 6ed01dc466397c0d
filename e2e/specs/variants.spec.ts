import { beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '@polylogue/test-kit';
import type { Page } from 'playwright-core';
import type { Account } from '../src/account.js';
import { expectClean, expectCleanInLooks } from '../src/axe.js';
import { keepPicture } from '../src/browser.js';
import { DashboardScreen } from '../src/dashboard-screen.js';
import { shareScene } from '../src/scene.js';

const question = 'Which lock should a booking system take?';
const scene = shareScene();
let account: Account;
let page: Page;
let errors: readonly string[];
let screen: DashboardScreen;

const drawer = () => page.getByRole('dialog', { name: 'How services answer' });
const hasFocus = (name: string) =>
  drawer()
    .getByRole('button', { name, exact: true })
    .evaluate((button) => button === document.activeElement);
const field = (name: string) => drawer().getByRole('textbox', { name });

beforeAll(async () => {
  account = await scene.signUp();
  ({ page, errors } = await scene.visit(account));
  screen = new DashboardScreen(page);
  await page.goto('/');
  await page.getByText('9 AI services available').waitFor();
});

describe('a preset', () => {
  test('says what is wrong with it beside the field, and which services ignore what', async () => {
    await screen.button('Answer settings').click();
    await drawer().getByText('No presets yet.').waitFor();
    await drawer().getByRole('button', { name: 'New preset' }).click();
    await field('Temperature').fill('3');
    await drawer().getByRole('button', { name: 'Save' }).click();
    await drawer().getByText('Give the preset a name.').waitFor();
    await drawer().getByText('The temperature must be between 0 and 2.').waitFor();
    await drawer().getByRole('checkbox', { name: 'Demo Sage' }).check();
    await drawer().getByRole('checkbox', { name: 'Search the web' }).check();
    await drawer().getByText('Demo Sage will be asked without it.').waitFor();
    await drawer().getByRole('checkbox', { name: 'Search the web' }).uncheck();
  });

  test('stands beside its service as a panel and a tile of its own, in the color of the service', async () => {
    await field('Name').fill('terse');
    await field('Temperature').fill('0.2');
    await field('Instructions').fill('Answer in one sentence.');
    await field('Longest answer').fill('12');
    await drawer().getByRole('button', { name: 'Save' }).click();
    await drawer().getByText('Stands beside Demo Sage').waitFor();
    expect(await hasFocus('New preset')).toBe(true);
    await drawer().getByRole('button', { name: 'Edit terse' }).click();
    await drawer().getByRole('button', { name: 'Cancel' }).click();
    expect(await hasFocus('Edit terse')).toBe(true);
    await drawer().getByRole('button', { name: 'Close' }).click();
    await screen.panel('Demo Sage · terse').waitFor();
    await page.getByText('9 AI services available').waitFor();
    const accentOf = (name: string) =>
      screen.tile(name).evaluate((tile) => (tile as HTMLElement).style.getPropertyValue('--a-light'));
    const variant = (await screen.tiles().evaluateAll((tiles) => tiles.map((tile) => tile.dataset['service'])))[1]!;
    expect(variant).toMatch(/^demo-sage\.\.[a-z0-9]{6}$/);
    expect(await accentOf(variant)).toBe(await accentOf('demo-sage'));
  });
});

describe('a variant', () => {
  test('answers beside its service, shorter as its preset says, and both are in one comparison', async () => {
    await screen.mode('Selective AIs');
    for (const tile of await page.getByRole('checkbox').all()) await tile.click();
    await page.getByRole('checkbox', { name: 'Demo Sage', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Demo Sage · terse' }).click();
    await screen.send(question);
    await screen.says('Message sent successfully', 'Received responses from 2 AI service(s)');
    await screen.closeToast();
    await page.evaluate(() => window.scrollTo(0, 0));
    await keepPicture(page, 'variants');
    await page.reload();
    await screen.panel('Demo Sage · terse').getByText('12 tokens', { exact: true }).waitFor();
    await page.goto('/history?show=comparisons');
    const row = page.getByRole('row', { name: question });
    await row.getByRole('img', { name: 'Demo Sage, Demo Sage · terse' }).waitFor();
    await row.getByRole('link', { name: question }).click();
    await page.getByRole('article', { name: 'Reply of Demo Sage · terse' }).waitFor();
    await page.goto('/history');
    await page.getByText('1–2 of 2').waitFor();
  });

  test('is asked again by itself in its own conversation', async () => {
    await page.goto('/');
    await screen.panel('Demo Sage · terse').waitFor();
    await screen.mode('Individual AI');
    await page.getByRole('radio', { name: 'Demo Sage · terse' }).click();
    await screen.send('And for a concert hall?');
    await screen.says('Message sent successfully', 'Received responses from 1 AI service(s)');
    await screen.closeToast();
    expect(await screen.panel('Demo Sage · terse').getByText('And for a concert hall?').count()).toBeGreaterThan(0);
    expect(await screen.panel('Demo Sage').getByText('And for a concert hall?').count()).toBe(0);
  });

  test('and its drawer are clean for axe and fit', async () => {
    const { page: looked } = await scene.visit(account);
    await looked.goto('/');
    await looked.getByRole('region', { name: 'Demo Sage · terse', exact: true }).waitFor();
    await looked.getByRole('button', { name: 'Answer settings' }).click();
    const shown = looked.getByRole('dialog', { name: 'How services answer' });
    await expectCleanInLooks(looked, 'presets', { shown: shown.getByText('Stands beside Demo Sage') });
    await shown.getByRole('button', { name: 'Edit terse' }).click();
    await expectCleanInLooks(looked, 'preset-form', { shown: shown.getByRole('textbox', { name: 'Name' }) });
  });

  test('is no longer offered without its preset; what it wrote stays under its name, and in its panel until that is cleared', async () => {
    await page.goto('/');
    await screen.button('Answer settings').click();
    await drawer().getByRole('button', { name: 'Delete terse' }).click();
    expect(await hasFocus('Cancel')).toBe(true);
    await drawer().getByRole('button', { name: 'Cancel' }).click();
    expect(await hasFocus('Delete terse')).toBe(true);
    await drawer().getByRole('button', { name: 'Delete terse' }).click();
    await drawer().getByRole('button', { name: 'Delete', exact: true }).click();
    await drawer().getByText('No presets yet.').waitFor();
    await until(() => hasFocus('New preset'));
    await page.keyboard.press('Escape');
    const kept = screen.panel('Demo Sage · terse');
    const gone = 'Demo Sage · terse is no longer offered.';
    await kept.getByText(`${gone} What it wrote stays here and in history.`).waitFor();
    expect(await page.getByRole('radio', { name: 'Demo Sage · terse' }).count()).toBe(0);
    await page.reload();
    await kept.getByText(gone).waitFor();
    await kept.getByText('And for a concert hall?').waitFor();
    await expectClean(page, 'variant-no-longer-offered');
    await screen.button('Clear All').click();
    await kept.waitFor({ state: 'detached' });
    await page.goto('/history');
    const thread = page.getByRole('row').filter({ hasText: 'Demo Sage · terse' });
    await thread.getByRole('button', { name: /^Continue/ }).click();
    await page.getByText(`${gone} Choose other services to go on with.`).waitFor();
    await page.getByText('Choose at least one service').waitFor();
    await page.goto('/history?show=comparisons');
    await page
      .getByRole('row', { name: question })
      .getByRole('img', { name: 'Demo Sage, Demo Sage · terse' })
      .waitFor();
    expect(errors).toEqual([]);
  });
});
