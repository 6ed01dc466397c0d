import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Account } from '../src/account.js';
import { expectClean, expectCleanInLooks, looks } from '../src/axe.js';
import { keepPicture, setLook } from '../src/browser.js';
import { DashboardScreen } from '../src/dashboard-screen.js';
import { shareScene } from '../src/scene.js';

const scene = shareScene();
let account: Account;
let page: Page;
let errors: readonly string[];
let screen: DashboardScreen;
/** The page of the comparison. */
let readAt: string;

const summary = 'temperature 0.2 · at most 12 tokens · “Answer in one sentence.”';
const settings = (on: Page) => on.getByRole('button', { name: /^Settings of this comparison/ });
const drawer = (on: Page) => on.getByRole('dialog', { name: 'How services answer' });
const notes = (on: Page) => on.getByRole('status', { name: 'Before sending' });
const field = (name: string) => drawer(page).getByRole('textbox', { name });
const save = () => drawer(page).getByRole('button', { name: 'Save' }).click();

beforeAll(async () => {
  account = await scene.signUp();
  ({ page, errors } = await scene.visit(account));
  screen = new DashboardScreen(page);
  await page.goto('/');
  await page.getByText('9 AI services available').waitFor();
});

describe('how all services answer in a comparison', () => {
  test('is said for one that is to begin, and who will do without something before it is sent', async () => {
    await screen.mode('Selective AIs');
    for (const tile of await page.getByRole('checkbox').all()) await tile.click();
    await page.getByRole('checkbox', { name: 'Demo Sage', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Demo Brief', exact: true }).click();
    await screen.button('Answer settings').click();
    await drawer(page).getByText('Each service answers as it would.').waitFor();
    await drawer(page).getByRole('button', { name: 'Change' }).click();
    await field('Temperature').fill('0.2');
    await field('Longest answer').fill('0');
    await field('Instructions').fill('Answer in one sentence.');
    await save();
    await drawer(page)
      .getByText(/^The longest answer must be between 1 and/)
      .waitFor();
    await field('Longest answer').fill('12');
    await drawer(page).getByRole('checkbox', { name: 'Search the web' }).check();
    await save();
    await settings(page).waitFor();
    await notes(page).getByText('Demo Sage and Demo Brief will be asked without web search.').waitFor();
    await drawer(page).getByRole('button', { name: 'Change' }).click();
    await drawer(page).getByRole('checkbox', { name: 'Search the web' }).uncheck();
    await save();
    await settings(page).getByText(summary).waitFor();
    expect(await notes(page).textContent()).toBe('');
    await drawer(page).getByRole('button', { name: 'Close' }).click();
  });

  test('goes with its messages, and stands with it for every device', async () => {
    await screen.send('Which lock should a booking system take?');
    await screen.says('Message sent successfully', 'Received responses from 2 AI service(s)');
    await screen.closeToast();
    for (const name of ['Demo Sage', 'Demo Brief'])
      await screen.panel(name).getByText('12 tokens', { exact: true }).waitFor();
    await keepPicture(page, 'comparison-settings');
    await page.reload();
    await settings(page).getByText(summary).waitFor();
    const { page: other } = await scene.visit(account);
    await other.goto('/');
    await settings(other).getByText(summary).waitFor();
    await settings(page).click();
    await drawer(page).getByRole('button', { name: 'Change' }).click();
    await field('Longest answer').fill('9');
    await save();
    await settings(other).getByText('temperature 0.2 · at most 9 tokens · “Answer in one sentence.”').waitFor();
    await page.keyboard.press('Escape');
    await screen.send('And a concert hall?');
    await screen.says('Message sent successfully', 'Received responses from 2 AI service(s)');
    await screen.closeToast();
    for (const name of ['Demo Sage', 'Demo Brief'])
      await screen.panel(name).getByText('9 tokens', { exact: true }).waitFor();
  });

  test('is changed where the comparison is read, and the dashboard of another device follows', async () => {
    const { page: other } = await scene.visit(account);
    await other.goto('/');
    await settings(other).getByText('temperature 0.2 · at most 9 tokens').waitFor();
    const { page: reading } = await scene.visit(account);
    await reading.goto('/history?show=comparisons');
    await reading.getByRole('link', { name: 'Which lock should a booking system take?' }).click();
    await reading.getByText('Settings of this comparison: temperature 0.2 · at most 9 tokens').waitFor();
    await reading.getByRole('button', { name: 'Change the settings of this comparison' }).click();
    const form = reading.getByRole('form', { name: 'This comparison' });
    await form.getByRole('textbox', { name: 'Longest answer' }).fill('15');
    await form.getByRole('button', { name: 'Save' }).click();
    await reading.getByText('Settings of this comparison: temperature 0.2 · at most 15 tokens').waitFor();
    await settings(other).getByText('temperature 0.2 · at most 15 tokens').waitFor();
    readAt = new URL(reading.url()).pathname;
  });

  test('is clean for axe and fits', async () => {
    const { page: looked } = await scene.visit(account);
    await looked.goto('/');
    await looked.getByRole('region', { name: 'Demo Sage', exact: true }).waitFor();
    for (const [width, theme] of looks.toReversed()) {
      await setLook(looked, { width, theme });
      await new DashboardScreen(looked).unfold();
      await settings(looked).waitFor();
      await expectClean(looked, `comparison-settings-${width}-${theme}`);
    }
    await settings(looked).click();
    await drawer(looked).getByRole('button', { name: 'Change' }).click();
    const shown = drawer(looked).getByRole('textbox', { name: 'Temperature' });
    await expectCleanInLooks(looked, 'comparison-settings-form', { shown });
    await looked.goto(readAt);
    await looked.getByRole('button', { name: 'Change the settings of this comparison' }).click();
    await expectCleanInLooks(looked, 'settings-of-read-comparison', {
      shown: looked.getByRole('form', { name: 'This comparison' }),
    });
  });

  test('ends with it: the next comparison has none', async () => {
    await screen.button('Clear All').click();
    await settings(page).waitFor({ state: 'detached' });
    await screen.send('Something else');
    await screen.says('Message sent successfully', 'Received responses from 2 AI service(s)');
    expect(await settings(page).count()).toBe(0);
    expect(errors).toEqual([]);
  });
});
