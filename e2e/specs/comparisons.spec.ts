import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { exportFile, type AnswerOf, type listComparisons } from '@polylogue/api-contract';
import { until } from '@polylogue/test-kit';
import type { Page } from 'playwright-core';
import type { Account } from '../src/account.js';
import { expectClean, expectCleanInLooks } from '../src/axe.js';
import { keepPicture } from '../src/browser.js';
import { DashboardScreen } from '../src/dashboard-screen.js';
import { shareScene } from '../src/scene.js';

const question = 'Which lock should a booking system take?';
const services = ['Demo Sage', 'Demo Brief', 'Demo Contrarian'];
const scene = shareScene();
let account: Account;
let page: Page;
let errors: readonly string[];
let address: string;

const row = (title: string) => page.getByRole('table', { name: 'Comparisons' }).getByRole('row', { name: title });
async function rename(title: string): Promise<void> {
  await page.getByRole('button', { name: 'Rename this comparison' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: title }).waitFor();
}
/** Another device of the account, once it is told what changes elsewhere. */
async function opened(path: string): Promise<Page> {
  const { page: device } = await scene.visit(account);
  await Promise.all([device.waitForResponse(/\/api\/events$/), device.goto(path)]);
  return device;
}
const list = () => page.goto('/history?show=comparisons');

beforeAll(async () => {
  account = await scene.signUp();
  ({ page, errors } = await scene.visit(account));
  const screen = new DashboardScreen(page);
  await page.goto('/');
  await page.getByText('9 AI services available').waitFor();
  await screen.mode('Selective AIs');
  for (const tile of await page.getByRole('checkbox').all()) await tile.click();
  for (const name of services) await page.getByRole('checkbox', { name }).click();
  for (const text of [question, 'And for a concert hall?']) {
    await screen.send(text);
    await screen.says('Message sent successfully', 'Received responses from 3 AI service(s)');
  }
  await Promise.all([page.waitForResponse(/\/pin$/), screen.choose('Demo Brief', 'Pin as best reply')]);
});

describe('a comparison', () => {
  test('is one row in History: its services, its messages, and whose reply was pinned', async () => {
    await page.goto('/history');
    await page.getByText('1–3 of 3').waitFor();
    await page.getByText('Comparisons', { exact: true }).click();
    await row(question)
      .getByRole('img', { name: services.join(', ') })
      .waitFor();
    await page.getByText('1–1 of 1').waitFor();
    await row(question)
      .getByText(/^12 messages$/)
      .waitFor();
    await row(question).getByText('Demo Brief').waitFor();
    await row(question)
      .getByRole('button', { name: `Star ${question}` })
      .click();
    await row(question)
      .getByRole('button', { name: `Star ${question}`, pressed: true })
      .waitFor();
    await keepPicture(page, 'comparisons');
  });

  test('has an address that can be opened, and Back works', async () => {
    await row(question).getByRole('link', { name: question }).click();
    await page.getByRole('heading', { name: question }).waitFor();
    address = new URL(page.url()).pathname;
    expect(address).toMatch(/^\/history\/[0-9a-f-]{36}$/);
    const round = page.getByRole('region', { name: `Round: ${question}` });
    for (const name of services) await round.getByRole('article', { name: `Reply of ${name}` }).waitFor();
    await page.goBack();
    await row(question).waitFor();
    const other = await scene.visit(account);
    await other.page.goto(address);
    await other.page.getByRole('heading', { name: question }).waitFor();
  });

  test('is renamed and tagged, and found by both', async () => {
    await page.goto(address);
    await page.getByRole('button', { name: 'Rename this comparison' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Locks for bookings');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Locks for bookings' }).waitFor();
    await page.getByRole('combobox', { name: 'Add a tag' }).fill('work');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove the tag work' }).waitFor();
    await keepPicture(page, 'comparison');
    await list();
    await page.getByRole('searchbox', { name: 'Search comparisons' }).fill('bookings');
    await row('Locks for bookings').waitFor();
    await page.getByRole('searchbox', { name: 'Search comparisons' }).fill('zebra quartz');
    await page.getByText('No comparisons found').waitFor();
    await page.getByRole('link', { name: 'Show all comparisons' }).click();
    await row('Locks for bookings').getByRole('button', { name: 'work' }).click();
    await row('Locks for bookings').waitFor();
    expect(new URL(page.url()).searchParams.get('tag')).toBe('work');
    const tags = page.getByRole('combobox', { name: 'Tag', exact: true });
    await tags.selectOption({ label: 'All tags' });
    await page.waitForURL((url) => !url.searchParams.has('tag'));
    await tags.selectOption({ label: 'work' });
    await page.waitForURL((url) => url.searchParams.get('tag') === 'work');
    await row('Locks for bookings').waitFor();
  });

  test('is renamed on two devices at once: the last change wins, and both see it', async () => {
    const titles = ['Locks, from the desk', 'Locks, from the train'];
    const other = await opened(address);
    await page.goto(address);
    const devices = [page, other];
    for (const device of devices) {
      await device.getByRole('button', { name: 'Rename this comparison' }).click();
    }
    await Promise.all(
      devices.map(async (device, index) => {
        await device.getByRole('textbox', { name: 'Title' }).fill(titles[index]!);
        const stored = device.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
        await device.getByRole('button', { name: 'Save' }).click();
        await stored;
      }),
    );
    // Neither page is loaded again: each is told that the other one has changed it.
    const path = `/api${address.replace('history', 'comparisons')}`;
    const { title } = (await (await scene.apiOf(account).fetch('GET', path)).json()) as { title: string };
    expect(titles).toContain(title);
    for (const device of devices) await device.getByRole('heading', { name: title, exact: true }).waitFor();
    await rename('Locks for bookings');
    for (const device of devices) await device.getByRole('heading', { name: 'Locks for bookings' }).waitFor();
    await other.context().close();
  });

  test('shows on open pages, without a reload, what another device gives it', async () => {
    const [rows, whole] = [await opened('/history?show=comparisons'), await opened(address)];
    const name = 'Locks, seen elsewhere';
    await page.getByRole('button', { name: 'Star this comparison', pressed: true }).click();
    await whole.getByRole('button', { name: 'Star this comparison', pressed: false }).waitFor();
    await rows.getByRole('button', { name: 'Star Locks for bookings', pressed: false }).waitFor();
    await page.getByRole('combobox', { name: 'Add a tag' }).fill('travel');
    await page.keyboard.press('Enter');
    await whole.getByRole('button', { name: 'Remove the tag travel' }).waitFor();
    await rows.getByRole('row', { name: 'Locks for bookings' }).getByRole('button', { name: 'travel' }).waitFor();
    await rows
      .getByRole('combobox', { name: 'Tag', exact: true })
      .locator('option', { hasText: 'travel' })
      .waitFor({ state: 'attached' });
    await rename(name);
    await whole.getByRole('heading', { name }).waitFor();
    await rows.getByRole('link', { name }).waitFor();
    await page.getByRole('button', { name: 'Remove the tag travel' }).click();
    await page.getByRole('button', { name: 'Star this comparison', pressed: false }).click();
    await rename('Locks for bookings');
    await rows.getByRole('link', { name: 'Locks for bookings' }).waitFor();
    for (const device of [rows, whole]) await device.context().close();
  });

  test('says which limit a title or a tag breaks, keeps what was pasted, and fits on a phone meanwhile', async () => {
    const { page: phone } = await scene.visit(account, { width: 360 });
    await phone.goto(address);
    await phone.getByRole('button', { name: 'Rename this comparison' }).click();
    const title = phone.getByRole('textbox', { name: 'Title' });
    await title.fill('x'.repeat(10_000));
    await phone.keyboard.press('Enter');
    await phone.getByRole('alert').getByText('A title can have at most 200 characters.', { exact: true }).waitFor();
    expect(await title.inputValue()).toHaveLength(10_000);
    const tag = phone.getByRole('combobox', { name: 'Add a tag' });
    await tag.fill('x'.repeat(41));
    await phone.keyboard.press('Enter');
    await phone.getByRole('alert').getByText('A tag can have at most 40 characters.', { exact: true }).waitFor();
    expect(await tag.inputValue()).toHaveLength(41);
    await expectClean(phone, 'comparison-limits-360');
    await tag.fill('');
    await title.press('Escape');
    await phone.getByRole('heading', { name: 'Locks for bookings' }).waitFor();
  });

  test('leads to the thread of each service', async () => {
    await page.goto(address);
    await page.getByRole('list', { name: 'AI services' }).getByRole('link', { name: 'Demo Sage' }).click();
    await page
      .getByRole('complementary', { name: 'Conversation' })
      .getByRole('heading', { name: 'Demo Sage' })
      .waitFor();
  });

  test('is clean for axe and fits', async () => {
    const { page: looked } = await scene.visit(account);
    await looked.goto('/history?show=comparisons');
    await looked.getByRole('link', { name: 'Locks for bookings' }).waitFor();
    await expectCleanInLooks(looked, 'comparisons');
    await looked.goto(address);
    await looked.getByRole('region', { name: `Round: ${question}` }).waitFor();
    await expectCleanInLooks(looked, 'comparison');
  });

  test('is exported as a page, and as a file that brings it back once it is deleted', async () => {
    await page.goto(address);
    const save = async (format: RegExp) => {
      await page.getByRole('button', { name: 'Export' }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: format }).click(),
      ]);
      return file.path();
    };
    for (const layout of [/^Web page, side by side/, /^Web page, one after the other/]) {
      const html = await readFile(await save(layout), 'utf8');
      expect(html).toContain('<title>Locks for bookings</title>');
      expect(html.match(/<article>/g)).toHaveLength(6);
    }
    const json = await save(/^JSON/);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Comparison deleted', { exact: true }).waitFor();
    await page.getByText('No comparisons found').waitFor();
    await page.goto('/history');
    await page.getByText('No conversations found').waitFor();
    await page.goto(address);
    await page.getByText('Comparison not found').waitFor();
    await list();
    await page.locator('input[type=file]').setInputFiles(json);
    await row('Locks for bookings').getByRole('button', { name: 'Star Locks for bookings', pressed: true }).waitFor();
    await row('Locks for bookings').getByRole('button', { name: 'work' }).waitFor();
    for (const name of services) await row('Locks for bookings').getByRole('img', { name }).waitFor();
    expect(errors.filter((line) => !line.includes('404'))).toEqual([]);
  });

  test('comes in from a file of the version before, which names no comparison, by the round it began with', async () => {
    const api = scene.apiOf(account);
    const file = exportFile.parse(await (await api.fetch('GET', '/api/export-all?format=json')).json());
    expect((await api.fetch('DELETE', '/api/conversations/all')).ok).toBe(true);
    const conversations = file.conversations.map(({ comparison: _unknownThen, ...each }) => each);
    const bring = () => api.fetch('POST', '/api/import', { ...file, conversations });
    await until(async () => (await bring()).ok, { what: 'the import' });
    const listed = async () =>
      (await (await api.fetch('GET', '/api/comparisons')).json()) as AnswerOf<typeof listComparisons>;
    await until(async () => (await listed())[0]?.conversations.length === 3, { what: 'the comparison' });
    await list();
    await row(question)
      .getByText(/^12 messages$/)
      .waitFor();
    await page.getByText('1–1 of 1').waitFor();
  });
});

describe('who is no longer offered', () => {
  test('can be filtered by in both lists, apart at the end', async () => {
    const api = scene.apiOf(account);
    const preset = { name: 'terse', settings: { systemPrompt: 'Answer in one sentence.' }, aiServices: ['demo-sage'] };
    const { id } = (await (await api.fetch('POST', '/api/answer-presets', preset)).json()) as { id: string };
    const sent = { message: 'Which queue is fair?', selectedAIs: [`demo-sage..${id}`], mode: 'individual' };
    expect((await api.fetch('POST', '/api/send-message', sent)).ok).toBe(true);
    expect((await api.fetch('DELETE', `/api/answer-presets/${id}`)).ok).toBe(true);
    for (const [show, found] of [
      ['comparisons', page.getByRole('link', { name: sent.message })],
      ['conversations', page.getByRole('button', { name: `View ${sent.message}` })],
    ] as const) {
      await page.goto(`/history?show=${show}`);
      await found.first().waitFor();
      const choice = page.getByRole('combobox', { name: 'AI service' });
      expect(await choice.locator('optgroup').getAttribute('label')).toBe('No longer offered');
      await choice.selectOption({ label: 'Demo Sage · terse' });
      await page.getByText('1–1 of 1').waitFor();
      await found.first().waitFor();
    }
  });
});
