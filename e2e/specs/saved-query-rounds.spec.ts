import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { deleteConversation, getSavedQuery, pathOf, type AnswerOf } from '@polylogue/api-contract';
import { until } from '@polylogue/test-kit';
import type { Page } from 'playwright-core';
import type { Account } from '../src/account.js';
import type { Api } from '../src/api.js';
import { expectCleanInLooks } from '../src/axe.js';
import { keepPicture, type Visitor } from '../src/browser.js';
import { shareScene } from '../src/scene.js';

describe('runs of saved queries that are kept in History', () => {
  const scene = shareScene();
  let account: Account;
  let api: Api;
  let visitor: Visitor;
  let page: Page;
  let id = 0;

  beforeAll(async () => {
    account = await scene.signUp();
    api = scene.apiOf(account);
  });
  beforeEach(async () => {
    visitor = await scene.visit(account);
    page = visitor.page;
  });
  afterEach(() => expect(visitor.errors).toEqual([]));

  const details = async () =>
    (await (await api.fetch('GET', pathOf(getSavedQuery.path, { id }))).json()) as AnswerOf<typeof getSavedQuery>;
  const firstCard = () => page.getByRole('region', { name: 'Execution #1' });

  test('a query is saved whose runs are kept and judged, with what that costs', async () => {
    await page.goto('/saved-queries/new');
    await page.getByLabel('Title').fill('Tides of the week');
    await page.getByLabel('Query Content').fill('What moves the tides?');
    const services = page.getByRole('group', { name: 'AI Services' });
    for (const name of ['Demo Sage', 'Demo Brief', 'Demo Canvas'])
      await services.getByRole('checkbox', { name, exact: true }).click();
    await page.getByRole('switch', { name: 'Judge the replies' }).check();
    expect(await page.getByRole('switch', { name: 'Keep runs in History' }).isChecked()).toBe(true);
    await page.getByText(/^Each run: .*3 services · judged by /).waitFor();
    await keepPicture(page, 'rounds-form');
    await page.getByRole('radio', { name: /Only changes/ }).check();
    await page.getByText('Only changes can be reported of text: take out Demo Canvas, or report everything.').waitFor();
    await page.getByRole('radio', { name: /Everything/ }).check();
    await page.getByRole('button', { name: 'Create Query' }).click();
    await page.waitForURL('**/saved-queries');
    await page.getByRole('link', { name: 'Tides of the week', exact: true }).click();
    await page.getByText('No Executions Yet').waitFor();
    id = Number(/saved-queries\/(\d+)\//.exec(page.url())![1]);
  });

  test('a run is a comparison in History, with its pictures, and judged', async () => {
    await page.goto(`/saved-queries/${id}/results`);
    await page.getByRole('button', { name: 'Run Now' }).click();
    await firstCard().getByRole('link', { name: 'Open in History' }).waitFor({ timeout: 60_000 });
    const picture = firstCard().getByRole('img', { name: /What moves the tides/ });
    await picture.waitFor();
    await firstCard()
      .getByText(/^score \d+$/)
      .nth(1)
      .waitFor({ timeout: 60_000 });
    await keepPicture(page, 'rounds-results');
    await firstCard().getByRole('link', { name: 'Quality Assessment' }).click();
    await page.getByRole('heading', { name: 'Quality Assessment' }).waitFor();
    await page.getByText(/verdicts$/).waitFor();
    await page.goBack();
    await firstCard().getByRole('link', { name: 'Open in History' }).click();
    await page.waitForURL('**/history/*');
    await page.getByRole('heading', { name: /^Tides of the week · / }).waitFor();
    await page.getByText('What moves the tides?').first().waitFor();
    await keepPicture(page, 'rounds-comparison');
    await page.goto('/history?show=comparisons');
    await page.getByRole('searchbox', { name: 'Search comparisons' }).fill('Tides week');
    const found = page.getByRole('table', { name: 'Comparisons' }).getByRole('row', { name: /Tides of the week · / });
    await found.waitFor();
  });

  test('form and results are clean for axe and fit', async () => {
    const { page: looked } = await scene.visit(account);
    await looked.goto(`/saved-queries/${id}/results`);
    await looked.getByRole('link', { name: 'Open in History' }).waitFor();
    await expectCleanInLooks(looked, 'rounds-results');
    await looked.goto(`/saved-queries/${id}/edit`);
    await looked.getByText(/^Each run: /).waitFor();
    await expectCleanInLooks(looked, 'rounds-form');
  });

  test('a run stays, with its pictures, when its comparison is deleted', async () => {
    const conversations = (await api.conversations()).filter(({ messages }) =>
      messages.some(({ content }) => content === 'What moves the tides?'),
    );
    for (const { id: each } of conversations)
      expect((await api.fetch('DELETE', pathOf(deleteConversation.path, { id: each }))).status).toBe(204);
    await until(async () => (await details()).executions[0]?.round?.state === 'deleted', { what: 'the deletion' });
    const [media] = (await details()).executions[0]!.results.flatMap((result) => result.media ?? []);
    await page.goto(`/saved-queries/${id}/results`);
    await firstCard().getByText('Its comparison was deleted from History.').waitFor();
    expect((await api.fetch('GET', media!.url)).status).toBe(200);
  });
});
