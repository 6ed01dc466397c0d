import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createSavedQuery, getSavedQuery, pathOf, type AnswerOf, type BodyOf } from '@polylogue/api-contract';
import { fakeAi, gate, type FakeAi } from '@polylogue/test-kit';
import type { Page } from 'playwright-core';
import type { Account } from '../src/account.js';
import { Api } from '../src/api.js';
import { expectCleanInLooks } from '../src/axe.js';
import { keepPicture, type Visitor } from '../src/browser.js';
import { setScene } from '../src/scene.js';
import { scriptedServices } from '../src/scripted-services.js';
import { signedPost } from '../src/signed-post.js';
import { openDatabase } from '../src/stores.js';

const longTitle = 'Long '.repeat(30);

type Details = AnswerOf<typeof getSavedQuery>;

describe('saved queries', () => {
  let vendor: FakeAi;
  const scene = setScene(async (keep) => {
    vendor = keep(await fakeAi());
    const aiServices = scriptedServices(vendor, { alpha: 'text', beta: 'text', gamma: 'text' });
    return { aiServices, env: { SCHEDULER_TICK_SECONDS: '0.5' } };
  });
  let account: Account;
  let api: Api;
  let visitor: Visitor;
  let page: Page;
  /** A query with executions. */
  let ran = 0;
  let long: Promise<number> | undefined;

  beforeAll(async () => {
    account = await scene.signUp();
    api = scene.apiOf(account);
  });

  beforeEach(async () => {
    visitor = await scene.visit(account);
    page = visitor.page;
  });

  afterEach(async () => {
    expect(visitor.errors).toEqual([]);
  });

  const create = async (body: Partial<BodyOf<typeof createSavedQuery>>) => {
    const selectedAiServices = (await api.services()).slice(0, 3).map(({ name }) => name);
    const whole = { title: 'Release digest', content: 'List three sorting algorithms.', selectedAiServices, ...body };
    const answer = await api.fetch('POST', createSavedQuery.path, whole);
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { id: number }).id;
  };
  const makeDue = async (id: number) => {
    const database = await openDatabase(scene.product);
    await database.query('UPDATE scheduler.saved_queries SET next_run_at = now() WHERE id = $1', [id]);
    await database.end();
  };
  const details = async (id: number) =>
    (await (await api.fetch('GET', pathOf(getSavedQuery.path, { id }))).json()) as Details;

  test('the empty list leads to the form, the form to the list', async () => {
    await page.goto('/saved-queries');
    await page.getByText('No saved queries yet').waitFor();
    await keepPicture(page, 'saved-queries-empty');
    await page.getByRole('link', { name: 'New Query' }).click();
    await page.getByRole('heading', { name: 'Create New Query' }).waitFor();

    await page.getByRole('button', { name: 'Create Query' }).click();
    for (const message of ['Title is required', 'Query content is required', 'Select at least one AI service']) {
      await page.getByText(message).waitFor();
    }
    await page.getByLabel('Title').fill('Weekly platform digest');
    await page.getByLabel('Description').fill('What changed in our stack this week');
    await page.getByLabel('Query Content').fill('What should we upgrade first, and why?');
    await page.getByRole('group', { name: 'AI Services' }).getByRole('checkbox').nth(1).click();
    await page.getByRole('group', { name: 'AI Services' }).getByRole('checkbox').nth(2).click();

    await page.getByRole('switch', { name: 'Run this query on a schedule' }).check();
    await page.getByLabel('Frequency').selectOption('Custom (Cron)');
    await page.getByLabel('Cron expression').fill('* * * * *');
    await page.getByText('This fires too often: leave at least 5 minutes between two runs.').waitFor();
    await page.getByLabel('Cron expression').fill('0 9 31 2 *');
    await page.getByText('This never fires: no year has such a day.').waitFor();
    await keepPicture(page, 'saved-queries-form-fault');
    await page.getByLabel('Frequency').selectOption('Weekly');
    await page.getByRole('checkbox', { name: 'Monday' }).click();
    await page.getByLabel('Time zone').fill('Europe/Berlin');
    await page.getByText('At 09:00 AM, only on Monday, Europe/Berlin time').waitFor();
    const runs = page.getByRole('status', { name: 'When it will run' }).getByRole('listitem');
    await runs.nth(4).waitFor();
    expect(await runs.allTextContents()).toEqual(Array(5).fill(expect.stringMatching(/^Mon, .* 9:00 AM$/)));
    await keepPicture(page, 'saved-queries-form');
    await page.getByRole('button', { name: 'Create Query' }).click();

    await page.waitForURL('**/saved-queries');
    const row = page.getByRole('listitem').filter({ hasText: 'Weekly platform digest' });
    await row.getByText('Active').waitFor();
    await row.getByText('weekly at 09:00').waitFor();
    await row.getByRole('button', { name: 'Pause' }).click();
    await row.getByText('Paused').waitFor();
    await row.getByRole('button', { name: 'Resume' }).click();
    await row.getByText('Active').waitFor();
    await keepPicture(page, 'saved-queries-list');
  });

  test('a query is edited, and its page says when there is none', async () => {
    const id = await create({ title: 'To be edited' });
    await page.goto(`/saved-queries/${id}/edit`);
    const title = page.getByLabel('Title');
    await title.waitFor();
    expect(await title.inputValue()).toBe('To be edited');
    await title.fill('Edited');
    await page.getByRole('button', { name: 'Update Query' }).click();
    await page.waitForURL('**/saved-queries');
    await page.getByRole('link', { name: 'Edited', exact: true }).waitFor();
    for (const screen of ['edit', 'results']) {
      await page.goto(`/saved-queries/987654/${screen}`);
      await page.getByText('Query Not Found').waitFor();
    }
    // The page logs the failed request to the console.
    visitor.errors.splice(0);
  });

  test('a run by hand shows its progress, its answers, and what changed since', async () => {
    const id = await create({ description: 'By hand' });
    ran = id;
    await page.goto(`/saved-queries/${id}/results`);
    await page.getByText('No Executions Yet').waitFor();
    const { opened, open: letFinish } = gate();
    vendor.replies('gamma', { chunks: ['Last ', opened, 'of all.'] }, 'Something else.');
    await page.getByRole('button', { name: 'Run Now' }).click();
    await page.getByText(/of 3 have answered/).waitFor();
    letFinish();
    await page.getByText('3/3 successful').waitFor({ timeout: 60_000 });
    await page.getByText('1 execution(s)').waitFor();
    await page.getByRole('button', { name: 'Run Now' }).click();
    await page.getByText('2 execution(s)').waitFor();
    await page.getByText('3/3 successful').nth(1).waitFor({ timeout: 60_000 });
    await page
      .getByRole('button', { name: /Changes since #/ })
      .first()
      .click();
    await keepPicture(page, 'saved-queries-results');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect((await downloading).suggestedFilename()).toBe(`saved-query-${id}-release-digest.csv`);
    await page.getByText('Export complete', { exact: true }).waitFor();
  });

  test('names in a query are declared, previewed, asked for at Run Now and filled', async () => {
    await page.goto('/saved-queries/new');
    await page.getByLabel('Title').fill('City news');
    await page.getByLabel('Query Content').fill('News after {{last_run}} in {{city}}, not \\{{city}}?');
    await page.getByRole('group', { name: 'AI Services' }).getByRole('checkbox').first().click();
    await page.getByRole('button', { name: 'Create Query' }).click();
    await page.getByText(/is not a variable of this query/).waitFor();
    await page.getByRole('button', { name: 'Add {{city}}' }).click();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText(/asks for \{\{city\}\}, which has no value/).waitFor();
    await page.getByLabel('Default (optional)').fill('Rome');
    await page.getByText('News after never in Rome, not {{city}}?', { exact: true }).waitFor();
    await expectCleanInLooks(page, 'saved-queries-variables');
    await page.getByRole('button', { name: 'Create Query' }).click();
    await page.getByRole('link', { name: 'City news', exact: true }).click();
    await page.getByText('No Executions Yet').waitFor();
    await page.getByRole('button', { name: 'Run Now' }).click();
    const dialog = page.getByRole('dialog', { name: 'Run City news' });
    expect(await dialog.getByLabel('city').inputValue()).toBe('Rome');
    await dialog.getByLabel('city').fill('Oslo');
    await dialog.getByRole('button', { name: 'Run' }).click();
    await page.getByText('1/1 successful').waitFor({ timeout: 60_000 });
    await page.getByRole('heading', { name: 'Execution #1' }).waitFor();
    await page.getByText('Text as it was sent').click();
    await page.getByText('News after never in Oslo, not {{city}}?', { exact: true }).waitFor();
    await keepPicture(page, 'saved-queries-sent-text');
  });

  test('a program starts a query by a signed message, with the secret of its page', async () => {
    const id = await create({ title: 'Weather', content: 'Weather in {{city}}?', variables: [{ name: 'city' }] });
    await page.goto(`/saved-queries/${id}/results`);
    const card = page.getByRole('region', { name: 'Webhook' });
    await card.getByRole('button', { name: 'Switch on' }).click();
    const secret = await card.getByRole('status').locator('code').innerText();
    await expectCleanInLooks(page, 'webhook');
    const address = await card.getByText('/api/webhooks/').innerText();
    const [{ executionId }, again] = [await signedPost(address, secret), await signedPost(address, secret)];
    expect(again).toEqual({ executionId });
    await page.getByText('3/3 successful').waitFor({ timeout: 60_000 });
    expect((await details(id)).executions.map((each) => each.id)).toEqual([executionId]);
    expect(vendor.requestsFor('alpha').at(-1)!.body.messages?.at(-1)?.content).toBe('Weather in Rome?');

    expect(await signedPost(address, secret, {})).toMatchObject({ code: 'variable_missing' });
    await card.getByRole('button', { name: 'New secret' }).click();
    await card.getByRole('button', { name: 'Replace the secret' }).click();
    await card.getByText(secret).waitFor({ state: 'detached' });
    expect(await signedPost(address, secret)).toMatchObject({ code: 'wrong_signature' });
    await card.getByRole('button', { name: 'Switch off' }).click();
    await card.getByRole('button', { name: 'Switch it off' }).click();
    await card.getByText('Off', { exact: true }).waitFor();
    expect(await signedPost(address, secret)).toMatchObject({ code: 'webhook_not_found' });
  });

  test('a slot runs by itself while its page is open', async () => {
    const id = await create({ title: 'Every day', isScheduled: true, timeZone: 'UTC' });
    const before = await details(id);
    expect(before.nextRunAt).not.toBeNull();
    await page.goto(`/saved-queries/${id}/results`);
    await page.getByText('No Executions Yet').waitFor();
    await makeDue(id);
    await page.getByText('Scheduled execution').waitFor({ timeout: 30_000 });
    await page.getByText('3/3 successful').waitFor({ timeout: 60_000 });
    expect(Date.parse((await details(id)).nextRunAt!)).toBeGreaterThan(Date.now());
  });

  test('all four screens', async () => {
    const { page: shown, errors } = await scene.visit(account);
    const id = await (long ??= create({ title: longTitle, isScheduled: true, timeZone: 'Pacific/Chatham' }));
    for (const [name, path, isThere] of [
      ['list', '/saved-queries', (at: Page) => at.getByRole('link', { name: longTitle.trim() }).first()],
      ['new', '/saved-queries/new', (at: Page) => at.getByRole('group', { name: 'AI Services' }).getByRole('checkbox')],
      ['edit', `/saved-queries/${id}/edit`, (at: Page) => at.getByLabel('Title')],
      ['results', `/saved-queries/${ran}/results`, (at: Page) => at.getByText('3/3 successful')],
    ] as const) {
      await shown.goto(path);
      await shown.getByRole('heading', { level: 1 }).waitFor();
      await isThere(shown).first().waitFor();
      await expectCleanInLooks(shown, `saved-queries-${name}`);
    }
    expect(errors).toEqual([]);
  });
});
