import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createSavedQuery, type BodyOf } from '@polylogue/api-contract';
import { farFromMidnight, until, type FakeAi } from '@polylogue/test-kit';
import type { Page } from 'playwright-core';
import type { Account } from '../src/account.js';
import { Api } from '../src/api.js';
import { expectClean, looks } from '../src/axe.js';
import { keepPicture, type Visitor } from '../src/browser.js';
import { DashboardScreen } from '../src/dashboard-screen.js';
import { shareScripted } from '../src/scene.js';

describe('the prompt library of the composer', () => {
  let vendor: FakeAi;
  const scene = shareScripted((scripted) => void (vendor = scripted));
  let account: Account;
  let api: Api;
  let visitor: Visitor;
  let page: Page;
  let dashboard: DashboardScreen;

  beforeAll(async () => {
    await farFromMidnight(5 * 60_000);
    account = await scene.signUp();
    api = scene.apiOf(account);
  });
  beforeEach(async () => {
    visitor = await scene.visit(account);
    page = visitor.page;
    dashboard = new DashboardScreen(page);
    await page.goto('/');
    await dashboard.box().waitFor();
  });
  afterEach(() => expect(visitor.errors).toEqual([]));

  const save = async (body: Partial<BodyOf<typeof createSavedQuery>>) => {
    const selectedAiServices = (await api.services()).map(({ name }) => name);
    const whole = { title: 'Sorting', content: 'List three algorithms.', selectedAiServices, ...body };
    expect((await api.fetch('POST', createSavedQuery.path, whole)).status).toBe(201);
  };
  const search = () => page.getByRole('combobox', { name: 'Search saved queries' });
  const lastAsked = (count: number) =>
    until(() => {
      const requests = vendor.requestsFor('alpha');
      return Promise.resolve(requests.length >= count ? requests.at(-1)!.body.messages?.at(-1)?.content : undefined);
    });

  test('is empty with one thing to do', async () => {
    await dashboard.box().press('/');
    await page.getByRole('dialog').getByText('No saved queries yet').waitFor();
    await page.getByRole('link', { name: 'New Query' }).click();
    await page.getByRole('heading', { name: 'Create New Query' }).waitFor();
  });

  test('gives a text by keys alone, with its variables asked for and the others filled when it is sent', async () => {
    await save({});
    await save({
      title: 'City news',
      content: 'News of {{date}} in {{city}}, not \\{{city}}?',
      variables: [{ name: 'city', default: 'Rome' }],
    });
    await dashboard.box().press('/');
    await search().fill('news');
    await page.getByRole('option', { name: /City news/, selected: true }).waitFor();
    await keepPicture(page, 'prompt-library');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'City news' }).getByLabel('city').fill('Oslo {{time}}');
    await keepPicture(page, 'prompt-library-values');
    await page.getByRole('button', { name: 'Insert' }).click();
    const chip = page.getByRole('group', { name: 'From City news' });
    await chip.waitFor();
    expect(await dashboard.box().inputValue()).toBe('News of {{date}} in Oslo \\{{time}}, not \\{{city}}?');
    await page.reload();
    await chip.getByRole('button', { name: 'Preview' }).click();
    const today = new Date();
    const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-');
    const text = `News of ${date} in Oslo {{time}}, not {{city}}?`;
    await page.getByText(text, { exact: true }).waitFor();
    await keepPicture(page, 'prompt-library-preview');
    await page.getByRole('button', { name: 'Close' }).click();
    await dashboard.button('Send').click();
    expect(await lastAsked(1)).toBe(text);
    await until(async () => (await dashboard.box().inputValue()) === '' || undefined);
    await chip.waitFor({ state: 'detached' });
  });

  test('leaves a message that begins with a slash alone', async () => {
    await dashboard.box().press('/');
    await search().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('textarea:focus').waitFor();
    await dashboard.box().fill('/etc/hosts in {{date}}?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await dashboard.button('Send').click();
    expect(await lastAsked(2)).toBe('/etc/hosts in {{date}}?');
  });

  test('is clean in light and dark, wide and narrow', async () => {
    for (const [width, colorScheme] of looks) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.reload();
      await dashboard.box().fill('');
      await dashboard.box().press('/');
      await page.getByRole('option', { name: /City news/ }).waitFor();
      await expectClean(page, `prompt-library-${width}-${colorScheme}`);
      await page.getByRole('option', { name: /City news/ }).click();
      await page.getByRole('dialog', { name: 'City news' }).waitFor();
      await expectClean(page, `prompt-library-values-${width}-${colorScheme}`);
      await page.getByRole('button', { name: 'Insert' }).click();
      await page.getByRole('group', { name: 'From City news' }).waitFor();
      await expectClean(page, `prompt-library-chip-${width}-${colorScheme}`);
    }
  });
});
