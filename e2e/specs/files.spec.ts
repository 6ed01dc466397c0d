import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { until, type FakeAi } from '@polylogue/test-kit';
import type { Page } from 'playwright-core';
import type { Account } from '../src/account.js';
import { expectCleanInLooks } from '../src/axe.js';
import { DashboardScreen } from '../src/dashboard-screen.js';
import { shareScripted } from '../src/scene.js';

const picture = await readFile(join(import.meta.dirname, '../../docs/pictures/dashboard.png'));
const report = Buffer.from('Cats purr at 25 Hz.');
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });

let vendor: FakeAi;
let account: Account;
let page: Page;
let errors: readonly string[];
let screen: DashboardScreen;

const scene = shareScripted((scripted) => {
  vendor = scripted;
  vendor.replies('alpha', 'Alpha has seen it.');
  vendor.replies('beta', 'Beta was told of it.');
});

beforeAll(async () => {
  account = await scene.signUp();
  ({ page, errors } = await scene.visit(account));
  screen = new DashboardScreen(page);
  await page.goto('/');
  await screen.box().waitFor();
});

const attach = (...files: ReturnType<typeof file>[]) => page.getByLabel('File to attach').setInputFiles(files);
const lastContent = (model: string) =>
  vendor
    .requestsFor(model)
    .at(-1)!
    .body.messages!.map(({ content }) => content);
const isAnalyzed = () =>
  screen.says('File analyzed successfully', 'Your file has been processed and sent to the selected AI services.');
const isShown = (image: ReturnType<Page['locator']>) =>
  until(() => image.evaluate((shown) => (shown as HTMLImageElement).naturalWidth > 0));

describe('a picture and a document', () => {
  test('are taken by one message, and shown before they are sent', async () => {
    await attach(file('report.txt', report), file('screen.png', picture));
    await screen.button('Remove report.txt').waitFor();
    await screen.button('Remove screen.png').waitFor();
    await isShown(page.locator('img[src^="blob:"]'));
    await expectCleanInLooks(page, 'files-chips');
  });

  test('reach each service as it takes them, and each panel says what was given', async () => {
    await screen.button('Analyze File').click();
    await isAnalyzed();
    const [seen] = lastContent('alpha') as [{ type: string; text?: string; image_url?: { url: string } }[]];
    expect(seen.map(({ type }) => type)).toEqual(['text', 'image_url']);
    expect(seen[0]!.text).toContain('Cats purr at 25 Hz.');
    expect(seen[1]!.image_url!.url).toMatch(/^data:image\/png;base64,/);
    const [sent] = lastContent('beta');
    expect(sent).toContain('Cats purr at 25 Hz.');
    expect(sent).toMatch(/\[Picture: screen\.png, \d+ × \d+ – this service cannot see pictures\]$/);
    await screen.panel('Alpha').getByText('Was given the text of report.txt and the picture screen.png.').waitFor();
    await screen
      .panel('Beta')
      .getByText('Was given the text of report.txt; not the picture screen.png: it cannot see pictures.')
      .waitFor();
    await isShown(screen.panel('Alpha').getByRole('button', { name: 'Enlarge: screen.png' }).locator('img'));
  });

  test('stay in the thread of the next message', async () => {
    await screen.closeToast();
    await screen.send('And now?');
    await screen.says('Message sent successfully');
    const thread = lastContent('alpha');
    expect(thread).toHaveLength(3);
    expect(thread[0]).toMatchObject([{ type: 'text' }, { type: 'image_url' }]);
    expect(thread[2]).toBe('And now?');
    await screen.closeToast();
    await expectCleanInLooks(page, 'files-panels');
  });

  test('are shown in History, small and large', async () => {
    await page.goto('/history');
    await page
      .getByRole('button', { name: /^View report\.txt/ })
      .first()
      .click();
    const pane = page.getByRole('complementary', { name: 'Conversation' });
    const files = pane.getByRole('list', { name: 'Attached files' });
    await files.getByText('report.txt', { exact: true }).waitFor();
    await files.getByText(`${(picture.length / 1024).toFixed(1)} KB`).waitFor();
    await isShown(files.locator('img').first());
    // A file sent without words is no empty bubble.
    expect(await pane.locator('article').first().locator('p').count()).toBe(0);
    await expectCleanInLooks(page, 'files-history');
    await files.getByRole('button', { name: 'Enlarge: screen.png' }).click();
    const large = page.getByRole('dialog', { name: 'screen.png' });
    await isShown(large.locator('img'));
    await page.keyboard.press('Escape');
    await large.waitFor({ state: 'hidden' });
  });

  test('are named in exports, belong to their owner, and go with the last conversation', async () => {
    const api = scene.apiOf(account);
    const markdown = await (await api.fetch('GET', '/api/export-all?format=md')).text();
    expect(markdown).toContain('with the file report.txt');
    expect(markdown).toContain('with the picture screen.png');
    const conversations = (await (await api.fetch('GET', '/api/conversations?includeAll=true')).json()) as {
      messages: { moreAttachments?: { picture?: { url: string; width: number } }[] }[];
    }[];
    const url = conversations[0]!.messages[0]!.moreAttachments![0]!.picture!.url;
    const shown = await api.fetch('GET', url);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
    const other = await scene.signUp('Grace');
    expect((await scene.apiOf(other).fetch('GET', url)).status).toBe(404);
    expect((await api.fetch('DELETE', '/api/conversations/all')).status).toBe(200);
    await until(async () => (await api.fetch('GET', url)).status === 404);
    expect(errors).toEqual([]);
  });
});

describe('a picture that cannot be used', () => {
  test.each<[string, string, () => Buffer, string]>([
    [
      'none',
      'fake.png',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'The content of this file is not what its name says. Give it the extension of its real type, or save it again.',
    ],
    [
      'cut off',
      'cut.png',
      () => picture.subarray(0, 5_000),
      'This file is damaged and cannot be read. Save it again in its program, and attach the new one.',
    ],
  ])('gets a sentence: %s', async (_what, name, content, sentence) => {
    await page.goto('/');
    await screen.box().waitFor();
    await attach(file(name, content()));
    await screen.button('Analyze File').click();
    await screen.says('Error processing file', sentence);
    await screen.button(`Remove ${name}`).click();
  });
});
