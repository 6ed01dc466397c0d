import { readFile } from 'node:fs/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { exportFile } from '@polylogue/api-contract';
import { until } from '@polylogue/test-kit';
import type { Account } from '../src/account.js';
import { expectCleanInLooks, looksAt } from '../src/axe.js';
import { keepPicture, type Visitor } from '../src/browser.js';
import { shareScene } from '../src/scene.js';

interface Row {
  id: string;
  title: string;
}

/** Replaces each id by its order of appearance, so that two exports with other ids but the same links are equal. */
function withoutIds({ conversations }: ReturnType<typeof exportFile.parse>) {
  const names = new Map<string, string>();
  const name = (id: string | undefined) => {
    if (id !== undefined && !names.has(id)) names.set(id, `id ${names.size}`);
    return id && names.get(id);
  };
  const inOrder = [...conversations].sort((a, b) => (a.aiService.name < b.aiService.name ? -1 : 1));
  return inOrder.map((each) => ({
    ...each,
    id: name(each.id),
    comparison: each.comparison && { ...each.comparison, id: name(each.comparison.id) },
    messages: each.messages.map((said) => ({ ...said, id: name(said.id), broadcastId: name(said.broadcastId) })),
    assessments: [...(each.assessments ?? [])]
      .sort((a, b) => (a.assessorServiceId < b.assessorServiceId ? -1 : 1))
      .map(({ id: _own, ...said }) => ({
        ...said,
        messageId: name(said.messageId),
        broadcastId: name(said.broadcastId),
      })),
  }));
}

describe('history', () => {
  const scene = shareScene();
  let visitor: Visitor;
  let account: Account;

  const request = (path: string, init: RequestInit = {}) =>
    fetch(scene.url + path, { ...init, headers: { cookie: account.cookie, ...init.headers } });
  const post = (path: string, body: unknown) =>
    request(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  const find = async (query: string) =>
    (await (await request(`/api/conversations?includeAll=true&messages=none&${query}`)).json()) as Row[];

  beforeAll(async () => {
    account = await scene.signUp();
    const services = (await (await request('/api/ai-services')).json()) as { name: string }[];
    const selectedAIs = services.slice(0, 2).map(({ name }) => name);
    for (const message of [
      'Seat booking with optimistic locking',
      'Terraform state for three environments',
      '東京の天気を教えて',
    ]) {
      const answer = await post('/api/send-message', { message, selectedAIs, mode: 'selective' });
      expect(answer.status).toBe(200);
      expect((await request('/api/clear')).status).toBe(200);
    }
    // The search index is updated a moment later.
    await until(async () => (await find('q=天気')).length === 2);
  }, 180_000);

  beforeEach(async () => {
    visitor = await scene.visit(account);
    await visitor.page.goto('/history');
    await visitor.page.getByText('Terraform state').first().waitFor();
  });

  afterEach(async () => {
    expect(visitor.errors).toEqual([]);
  });

  const rowsOf = () => visitor.page.locator('[role=row]').filter({ has: visitor.page.locator('time') });

  test('is searched and sorted in the address, which Back and a shared link bring back', async () => {
    const { page } = visitor;
    expect(await rowsOf().count()).toBe(6);
    await keepPicture(page, 'history');
    await page.getByRole('searchbox').fill('optimistic lock');
    await until(async () => (await rowsOf().count()) === 2);
    expect(page.url()).toContain('q=optimistic+lock');
    expect(await page.locator('mark').first().textContent()).toMatch(/optimistic|lock/i);
    await page.getByRole('searchbox').fill('東京');
    await until(async () => page.url().includes('%E6%9D%B1'));
    await page.goBack();
    await until(async () => (await page.getByRole('searchbox').inputValue()) === 'optimistic lock');
    await page.reload();
    await until(async () => (await rowsOf().count()) === 2);
    await page.goto('/history?q=nowhere-to-be-found');
    await page.getByText('No conversations found', { exact: true }).waitFor();
  });

  test('shows sibling replies side by side, exports, and imports what it exported', async () => {
    const { page } = visitor;
    await page
      .getByRole('button', { name: /^View Seat booking/ })
      .first()
      .click();
    const pane = page.getByRole('complementary', { name: 'Conversation' });
    const replies = pane.getByRole('article', { name: /^Reply of/ });
    // Beside the list there is room for one of them: the other has a tab.
    await until(async () => (await pane.getByRole('tab').count()) === 2);
    expect(await replies.count()).toBe(1);
    await pane.getByRole('tab', { selected: true }).press('ArrowRight');
    const second = await pane.getByRole('tab', { selected: true }).innerText();
    await pane.getByRole('article', { name: `Reply of ${second}` }).waitFor();
    await keepPicture(page, 'history-reading');
    await page.setViewportSize({ width: 2560, height: 900 });
    await until(async () => (await replies.count()) === 2);
    expect(await pane.getByRole('tab').count()).toBe(0);
    await keepPicture(page, 'history-reading-2560');
    // In a low window the page scrolls, and messages are not squeezed.
    await page.setViewportSize({ width: 1440, height: 480 });
    expect(await replies.evaluate((shown) => shown.scrollHeight - shown.clientHeight)).toBe(0);
    await page.getByRole('button', { name: 'Close conversation' }).click();
    await page.getByRole('button', { name: 'Export All' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^JSON/ }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^polylogue-conversations-\d{4}-\d\d-\d\d\.json$/);
    await page.getByText('Export complete', { exact: true }).waitFor();
    const file = await readFile(await download.path(), 'utf8');
    expect(JSON.parse(file)).toMatchObject({ schemaVersion: 1 });

    const other = await scene.signUp('Grace');
    await scene.approve(other);
    const theirs = await scene.visit(other, { width: 360, height: 800, theme: 'dark' });
    await theirs.page.goto('/history');
    await theirs.page.getByText('No conversations found', { exact: true }).waitFor();
    await theirs.page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(file) });
    await theirs.page.getByText('6 conversations were imported.', { exact: true }).waitFor();
    await theirs.page.getByText('Terraform state').first().waitFor();
    await keepPicture(theirs.page, 'history-phone-dark');
    await theirs.page
      .locator('input[type=file]')
      .setInputFiles({ name: 'b.json', mimeType: 'application/json', buffer: Buffer.from('{"x":') });
    await theirs.page.getByText('Import failed', { exact: true }).waitFor();
  });

  test('carries scores, files and pins into another account, where an export is the same again', async () => {
    const [ada, grace] = [await scene.signUp('Ada'), await scene.signUp('Grace')];
    await scene.approve(grace);
    await scene.approve(ada);
    const asAda = (path: string, init: RequestInit = {}) =>
      fetch(scene.url + path, { ...init, headers: { cookie: ada.cookie, ...init.headers } });
    const services = (await (await asAda('/api/ai-services')).json()) as { name: string; category: string }[];
    const selectedAIs = services
      .filter(({ category }) => category === 'text')
      .slice(0, 3)
      .map(({ name }) => name);
    const form = new FormData();
    form.set('file', new File(['Cats purr.\n'], 'cats.txt', { type: 'text/plain' }));
    form.set('message', 'What does the file say?');
    form.set('selectedAIs', JSON.stringify(selectedAIs));
    form.set('mode', 'selective');
    const sent = await asAda('/api/send-message-with-file', { method: 'POST', body: form });
    const { broadcastId, results } = (await sent.json()) as { broadcastId: string; results: { messageId: string }[] };
    const pin = { method: 'PUT', headers: { 'content-type': 'application/json' } };
    const messageId = results[1]!.messageId;
    expect(
      (await asAda(`/api/broadcasts/${broadcastId}/pin`, { ...pin, body: JSON.stringify({ messageId }) })).ok,
    ).toBe(true);
    const fileOf = async (cookie: string) =>
      exportFile.parse(await (await fetch(`${scene.url}/api/export-all?format=json`, { headers: { cookie } })).json());
    const scoresIn = ({ conversations }: Awaited<ReturnType<typeof fileOf>>) =>
      conversations.flatMap(({ assessments = [] }) => assessments).length;
    await until(async () => scoresIn(await fileOf(ada.cookie)) === 6, { timeoutMs: 60_000, what: 'the verdicts' });
    const exported = await fileOf(ada.cookie);
    expect(
      exported.conversations.flatMap(({ messages }) => messages.map(({ attachment }) => attachment?.text)),
    ).toContain('Cats purr.\n');
    expect(exported.conversations.flatMap(({ messages }) => messages.filter(({ pinned }) => pinned))).toHaveLength(1);

    const imported = await fetch(`${scene.url}/api/import`, {
      method: 'POST',
      body: JSON.stringify(exported),
      headers: { cookie: grace.cookie, 'content-type': 'application/json' },
    });
    expect(await imported.json()).toMatchObject({ imported: 3, skipped: 0, messages: 6 });
    await until(async () => scoresIn(await fileOf(grace.cookie)) === 6, { what: 'the scores to come in' });
    expect(withoutIds(await fileOf(grace.cookie))).toEqual(withoutIds(exported));
  });

  test('stays smooth with ten thousand rows: only those near what is seen are in the page', async () => {
    const { page } = visitor;
    const time = '2026-11-21T09:12:00Z';
    const label = { name: 'demo-sage', displayName: 'Demo Sage', color: '#4f6bed' };
    const rows = Array.from({ length: 10_000 }, (_, at) => ({
      id: `0191f0a0-0000-7000-8000-${String(at).padStart(12, '0')}`,
      aiService: label,
      title: `Number ${at}`,
      messages: [],
      messageCount: 2,
      preview: 'Something said.',
      createdAt: time,
      updatedAt: time,
    }));
    await page.route('**/api/conversations?**', (route) =>
      route.fulfill({ json: rows, headers: { 'x-total-count': String(rows.length) } }),
    );
    await page.goto('/history');
    await page.getByText('1–10,000 of 10,000').waitFor({ state: 'attached', timeout: 60_000 });
    const table = page.getByRole('table', { name: 'Conversations' });
    expect(await table.getAttribute('aria-rowcount')).toBe('10001');
    expect(await rowsOf().count()).toBeLessThanOrEqual(200);
    for (const share of [0.5, 1, 0.25]) {
      await page.evaluate((part) => window.scrollTo(0, document.documentElement.scrollHeight * part), share);
      const inSight = () =>
        page.evaluate(
          () => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('[role=row]')?.textContent,
        );
      await until(async () => /Number \d+/.test((await inSight()) ?? ''), { what: 'rows where one has scrolled to' });
      expect(await rowsOf().count()).toBeLessThanOrEqual(200);
    }
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await page.getByRole('button', { name: 'Number 9999', exact: true }).waitFor();
  });

  test('fits from phone to wide screen, and axe finds nothing', async () => {
    const own = await scene.visit(account);
    const look = (state: string) => expectCleanInLooks(own.page, `history-${state}`, { at: looksAt(1440, 360, 2560) });
    await own.page.goto('/history?q=lock');
    await own.page.locator('mark').first().waitFor();
    await look('found');
    await own.page.getByRole('button', { name: 'Select Multiple' }).click();
    await look('selecting');
    await own.page.getByRole('button', { name: 'Exit Selection' }).click();
    await own.page
      .getByRole('button', { name: /^View Seat booking/ })
      .first()
      .click();
    const pane = own.page.getByRole('complementary', { name: 'Conversation' });
    await pane
      .getByRole('article', { name: /^Reply of/ })
      .first()
      .waitFor();
    await look('reading');
    await own.page.goto('/history?q=nowhere-to-be-found');
    await own.page.getByText('No conversations found', { exact: true }).waitFor();
    await look('empty');
    expect(own.errors).toEqual([]);
  });

  test('continues on the dashboard, with the history behind it', async () => {
    const { page } = visitor;
    await page
      .getByRole('button', { name: /^Continue Terraform/ })
      .first()
      .click();
    const go = page.getByRole('button', { name: 'Continue', exact: true });
    await page.getByLabel('New message').fill('Count to 3.');
    await go.click();
    await page.getByText('Conversation continued', { exact: true }).waitFor();
    await until(async () => new URL(page.url()).pathname === '/');
    await page.getByText('Terraform state for three environments').first().waitFor();
    await page.getByText('Count to 3.').first().waitFor();
  });

  test('deletes one, and many one by one', async () => {
    const { page } = visitor;
    const before = (await find('limit=50')).length;
    await page
      .getByRole('button', { name: /^Delete 東京/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Conversation deleted', { exact: true }).waitFor();
    expect(await find('limit=50')).toHaveLength(before - 1);
    await page.getByRole('button', { name: 'Select Multiple' }).click();
    await page.getByRole('button', { name: /^Select all/ }).click();
    await keepPicture(page, 'history-selecting');
    await page.getByRole('button', { name: 'Delete Selected' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No conversations found', { exact: true }).waitFor();
    expect(await find('limit=50')).toEqual([]);
  });
});
