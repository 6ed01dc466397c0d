import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createSavedQuery } from '@polylogue/api-contract';
import { until } from '@polylogue/test-kit';
import type { Account } from '../src/account.js';
import type { Visitor } from '../src/browser.js';
import { shareScene } from '../src/scene.js';

/** What a day of use found, each where it was found: in the browser. */
const scene = shareScene();
let account: Account;
let visitor: Visitor;
let queryId = 0;

beforeAll(async () => {
  account = await scene.signUp();
  const api = scene.apiOf(account);
  const query = { title: 'Digest', content: 'What is new?', selectedAiServices: ['demo-sage'] };
  queryId = ((await (await api.fetch('POST', createSavedQuery.path, query)).json()) as { id: number }).id;
  const path = `/api/saved-queries/${queryId}`;
  await api.fetch('POST', `${path}/execute`);
  const executions = async () =>
    ((await (await api.fetch('GET', path)).json()) as { executions: { status: string }[] }).executions;
  await until(async () => (await executions())[0]?.status === 'completed', { timeoutMs: 60_000, what: 'the run' });
}, 120_000);

afterEach(() => expect(visitor.errors).toEqual([]));

const enter = async (path: string) => {
  visitor = await scene.visit(account);
  await visitor.page.goto(path);
  return visitor.page;
};

describe('what a day of use found', () => {
  test('a relative time goes on counting', async () => {
    visitor = await scene.visit(account);
    const { page } = visitor;
    await page.clock.install();
    await page.goto(`/saved-queries/${queryId}/results`);
    const minutes = async () => {
      const shown = await page
        .locator('time', { hasText: /^(just now|\d+ minutes? ago)$/ })
        .first()
        .textContent();
      return shown === 'just now' ? 0 : Number.parseInt(shown!, 10);
    };
    const before = await minutes();
    // What is still on its way would be given up with the minutes that pass.
    await page.waitForLoadState('networkidle');
    await page.clock.runFor(3 * 60_000);
    await until(async () => (await minutes()) >= before + 2, { what: 'later words' });
  });

  test('a cron expression is not wrong before it is typed', async () => {
    const page = await enter('/saved-queries/new');
    await page.getByRole('switch', { name: 'Run this query on a schedule' }).check();
    await page.getByLabel('Frequency').selectOption('Custom (Cron)');
    await page.getByText(/Enter a valid cron expression/).waitFor();
    await page.getByText('The next runs stand here once the expression is typed.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByLabel('Cron expression').fill('0 9 31 2 *');
    await page.getByText('This never fires: no year has such a day.').waitFor();
  });

  test('a query that is not there is asked for once', async () => {
    visitor = await scene.visit(account);
    const { page } = visitor;
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/saved-queries/987654')) asked += 1;
    });
    await page.goto('/saved-queries/987654/results');
    await page.getByText('Query Not Found').waitFor();
    expect(asked).toBe(1);
    // The client logs what was refused.
    visitor.errors.splice(0);
  });

  test('no turn limit is not taken for one of 20', async () => {
    const page = await enter('/ai-chat');
    for (const [label, name] of [
      ['First AI Service', 'Demo Sage'],
      ['Second AI Service', 'Demo Brief'],
    ] as const) {
      await page.getByRole('combobox', { name: label }).selectOption({ label: name });
    }
    await page.getByLabel('Initial Message').fill('Talk.');
    await page.getByText('Roles, limits, moderator').click();
    await page.getByLabel('Turn limit').fill('');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('Invalid turn limit', { exact: true }).first().waitFor();
  });

  test('analytics without a message name no largest day', async () => {
    const page = await enter('/admin?tab=analytics');
    await page.route('**/api/admin/analytics', (route) =>
      route.fulfill({
        json: {
          totalUsers: 1,
          activeUsers: 1,
          totalMessages: 0,
          totalSessions: 0,
          waitingUsers: 0,
          averageSessionDuration: null,
          days: [{ day: '2026-11-24', messages: 0, sessions: 0 }],
        },
      }),
    );
    await page.reload();
    await page.getByText(/^none, last 30 days/).waitFor();
    expect(await page.getByText(/at most/).count()).toBe(0);
  });

  test('lists and what unfolds have one chevron, and no arrow of the browser', async () => {
    const page = await enter('/saved-queries/new');
    await page.getByRole('switch', { name: 'Run this query on a schedule' }).check();
    const look = (selector: string, pseudo?: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, part) => {
          const { backgroundImage, appearance, listStyleType } = getComputedStyle(element, part);
          return { hasChevron: backgroundImage.includes('svg'), appearance, listStyleType };
        }, pseudo);
    const list = await look('select.pl-control');
    expect(list.hasChevron).toBe(true);
    expect(['none', 'base-select', 'base']).toContain(list.appearance);
    await page.goto('/admin?tab=analytics');
    await page.locator('summary').first().waitFor();
    expect((await look('summary', '::before')).hasChevron).toBe(true);
    expect((await look('summary')).listStyleType).toBe('none');
  });

  test.each([
    ['/history', '**/api/conversations?*', '.pl-skeleton'],
    ['/saved-queries', '**/api/saved-queries', '.pl-skeleton'],
    ['/quality-assessment', '**/api/conversations?*', '.pl-skeleton'],
    ['/admin', '**/api/admin/users?*', '[aria-labelledby="users-title"] .pl-skeleton'],
  ])('what %s will show has its room in a card while it loads', async (path, answers, rows) => {
    visitor = await scene.visit(account);
    const { page } = visitor;
    // They do not come.
    await page.route(answers, () => undefined);
    // Before, the shell shows one of its own.
    await Promise.all([page.waitForRequest(answers), page.goto(path)]);
    const skeleton = page.locator(rows).first();
    await skeleton.waitFor();
    const { width, height } = (await skeleton.boundingBox())!;
    expect([width > 200, height > 100]).toEqual([true, true]);
    await until(() => skeleton.evaluate((element) => getComputedStyle(element).opacity === '1'));
    const ground = await skeleton.evaluate((element) => {
      const card = element.closest('.pl-card') ?? element;
      return [card, document.body].map((place) => getComputedStyle(place).backgroundColor);
    });
    expect(ground[0]).not.toBe(ground[1]);
    expect(ground[0]).toBe('rgb(255, 255, 255)');
  });

  test('one mask behind what waits for an answer, and none behind what stands beside the page', async () => {
    const page = await enter('/');
    const maskOf = (name: string) =>
      page.getByRole('dialog', { name }).evaluate((dialog) => getComputedStyle(dialog, '::backdrop').backgroundColor);
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    await page.keyboard.press('Control+k');
    const mask = await maskOf('Command palette');
    expect(mask).toBe('rgba(0, 0, 0, 0.32)');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    expect(await maskOf('Keyboard shortcuts')).toBe(mask);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Answer settings' }).click();
    await page.getByRole('dialog', { name: 'How services answer' }).waitFor();
    expect(await page.locator('dialog:modal').count()).toBe(0);
  });

  test('one of each: every list is the browser’s in our look, and all that cannot be pressed yet is pale', async () => {
    for (const path of ['/', '/history', '/ai-chat', '/saved-queries/new', '/admin?tab=judging']) {
      const page = await enter(path);
      if (path === '/saved-queries/new')
        await page.getByRole('switch', { name: 'Run this query on a schedule' }).check();
      await page.getByRole('combobox').first().waitFor();
      const lists = await page
        .locator('select:visible')
        .evaluateAll((found) => found.map((list) => getComputedStyle(list).backgroundImage.includes('svg')));
      expect([path, ...new Set(lists)]).toEqual([path, true]);
      expect(await page.locator('.ant-select').count()).toBe(0);
      const pale = await page
        .locator('button.ant-btn-variant-solid:disabled')
        .evaluateAll((found) => found.map((button) => getComputedStyle(button).opacity));
      expect(new Set([...pale, '0.5'])).toEqual(new Set(['0.5']));
    }
  });
});
