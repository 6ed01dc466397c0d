import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { aDoc, aDocx, aPdf, type FakeAi } from '@polylogue/test-kit';
import type { Account } from '../src/account.js';
import type { Visitor } from '../src/browser.js';
import { DashboardScreen } from '../src/dashboard-screen.js';
import { shareScripted } from '../src/scene.js';

const megabyte = 1024 * 1024;

let vendor: FakeAi;
let account: Account;
let visitor: Visitor;
let screen: DashboardScreen;

const scene = shareScripted((scripted) => {
  vendor = scripted;
  vendor.replies('alpha', 'Alpha has read it.');
  vendor.replies('beta', 'Beta has read it.');
});
beforeAll(async () => void (account = await scene.signUp()));

beforeEach(async () => {
  visitor = await scene.visit(account);
  await visitor.page.goto('/');
  screen = new DashboardScreen(visitor.page);
  await screen.box().waitFor();
});

const isAnalyzed = () =>
  screen.says('File analyzed successfully', 'Your file has been processed and sent to the selected AI services.');
const lastMessage = (model: string) => JSON.stringify(vendor.requestsFor(model).at(-1)?.body.messages?.at(-1));

const unusable: [name: string, content: () => Buffer, sentence: string][] = [
  [
    'secret.pdf',
    () => aPdf('secret', true),
    'This file is protected with a password. Save it without one and attach it again.',
  ],
  [
    'cut.docx',
    () => aDocx(['x']).subarray(0, 300),
    'This file is damaged and cannot be read. Save it again in its program, and attach the new one.',
  ],
  [
    'bomb.docx',
    () => aDocx(['x'], { 'word/media/a.bin': Buffer.alloc(70 * megabyte) }),
    'Unpacked, this document is far larger than a document should be, so it was not opened.',
  ],
  [
    'cells.csv',
    () => Buffer.from(`${'1,'.repeat(99)}1\n`.repeat(50_000)),
    'This table has more than 200,000 cells. Attach the rows that matter.',
  ],
  [
    'report.txt',
    () => aPdf('x'),
    'The content of this file is not what its name says. Give it the extension of its real type, or save it again.',
  ],
];

const readable: [name: string, content: () => Buffer, text: string][] = [
  ['a.pdf', () => aPdf('Cats purr'), 'Cats purr'],
  ['a.doc', () => aDoc('Straße und Weg'), 'Straße und Weg'],
  ['a.docx', () => aDocx(['Dear Ada']), 'Dear Ada'],
  ['utf-16.txt', () => Buffer.from('\uFEFFGrüße aus Köln', 'utf16le'), 'Grüße aus Köln'],
  ['a.csv', () => Buffer.from('name,size\nAda,1\n'), 'Ada,1'],
  ['a.json', () => Buffer.from('{"name":"Ada"}'), 'name'],
  ['a.md', () => Buffer.from('# Ada'), '# Ada'],
];

test('a file that cannot be used gets a sentence, the form is kept, and the server reads the next', async () => {
  await screen.mode('Selective AIs');
  for (const other of ['beta', 'gamma']) await screen.tile(other).click();
  await screen.box().fill('What does it say?');
  for (const [name, content, sentence] of unusable) {
    await screen.attach(name, content());
    await screen.button('Analyze File').click();
    await screen.says('Error processing file', sentence);
    await screen.closeToast();
    expect(await screen.box().inputValue()).toBe('What does it say?');
    expect(await screen.selected()).toEqual(['alpha']);
    await screen.button(`Remove ${name}`).click();
  }
  await screen.attach('fine.txt', 'It says nothing bad.');
  await screen.button('Analyze File').click();
  await isAnalyzed();
  expect(lastMessage('alpha')).toContain('It says nothing bad.');
});

describe('a file that can', () => {
  test('reaches every service as text, with its name and size on the message, whatever its type', async () => {
    const sizeOf = (content: Buffer) => `${(content.length / 1024).toFixed(1)} KB`;
    const composer = screen.page.locator('section[aria-label="Compose Message"]');
    for (const [name, content, text] of readable) {
      await screen.attach(name, content());
      await composer.getByText(sizeOf(content()), { exact: true }).waitFor();
      expect(await screen.box().getAttribute('placeholder')).toContain('optional when a file is attached');
      await screen.button('Analyze File').click();
      await isAnalyzed();
      await screen.closeToast();
      for (const model of ['alpha', 'beta', 'gamma']) expect(lastMessage(model)).toContain(text);
    }
    await screen.page.reload();
    for (const [name, content] of readable) {
      const message = screen.panel('Alpha').getByRole('article').filter({ hasText: name });
      await message.getByText(sizeOf(content())).first().waitFor();
    }
  });

  test('may be dropped on the page, or pasted into the message', async () => {
    const { page } = screen;
    const files = await page.evaluateHandle(() => {
      const carried = new DataTransfer();
      carried.items.add(new File(['dropped words'], 'dropped.txt', { type: 'text/plain' }));
      return carried;
    });
    await page.dispatchEvent('main', 'dragover', { dataTransfer: files });
    await page.getByText('Drop the file to attach it').waitFor();
    await page.dispatchEvent('main', 'drop', { dataTransfer: files });
    await screen.button('Remove dropped.txt').click();
    await screen.box().focus();
    await page.evaluate((carried) => {
      const event = new ClipboardEvent('paste', { clipboardData: carried, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    }, files);
    await screen.button('Remove dropped.txt').waitFor();
  });
});

describe('an upload on a slow line', () => {
  test('shows how far it has come, and can be taken back', async () => {
    const before = vendor.requests.length;
    const line = await visitor.context.newCDPSession(screen.page);
    await line.send('Network.enable');
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 256 * 1024 };
    await line.send('Network.emulateNetworkConditions', slow);
    await screen.box().fill('Kept');
    await screen.attach('long.txt', Buffer.alloc(8 * megabyte, 'words and '));
    await screen.button('Analyze File').click();
    await screen.button('Analyzing...').waitFor();
    expect(await screen.button('Analyzing...').isDisabled()).toBe(true);
    const bar = screen.page.getByRole('progressbar', { name: 'Upload' });
    await bar.waitFor();
    await screen.page.waitForFunction(
      (bar) => Number(bar?.getAttribute('aria-valuenow')) > 0,
      await bar.elementHandle(),
    );
    await screen.button('Cancel upload').click();
    await screen.button('Send').waitFor();
    expect(await screen.box().inputValue()).toBe('Kept');
    expect(await bar.count()).toBe(0);
    expect(await screen.page.locator('.pl-toast').count()).toBe(0);
    expect(vendor.requests.length).toBe(before);
  });
});
