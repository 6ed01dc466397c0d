import { beforeAll, describe, expect, test } from '@jest/globals';
import { aPdfOf, until, type FakeAi } from '@polylogue/test-kit';
import type { Page } from 'playwright-core';
import type { Account } from '../src/account.js';
import { expectClean, expectCleanInLooks } from '../src/axe.js';
import { DashboardScreen } from '../src/dashboard-screen.js';
import { shareScripted } from '../src/scene.js';

const chapters = ['Cats purr at 25 Hz', ...Array.from({ length: 11 }, (_, index) => `Chapter ${index + 2}`)];
const report = { name: 'report.pdf', mimeType: 'application/pdf', buffer: aPdfOf(chapters) };
const scan = { name: 'scan.pdf', mimeType: 'application/pdf', buffer: aPdfOf(['', '']) };

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

const analyze = async (...files: (typeof report)[]) => {
  await page.getByLabel('File to attach').setInputFiles(files);
  await screen.button('Analyze File').click();
};
const isAnalyzed = async () => {
  await screen.says('File analyzed successfully', 'Your file has been processed and sent to the selected AI services.');
  await screen.closeToast();
};
type Content = { type: string; text?: string; image_url?: { url: string } }[];
const lastContent = (model: string) => vendor.requestsFor(model).at(-1)!.body.messages!.at(-1)!.content as unknown;

describe('the pages of a PDF', () => {
  test('go beside its text to the service that sees, and each panel says what was given', async () => {
    await analyze(report);
    await isAnalyzed();
    const [text, ...pictures] = lastContent('alpha') as Content;
    expect(pictures).toHaveLength(10);
    expect(pictures.every(({ image_url }) => image_url?.url.startsWith('data:image/png;base64,'))).toBe(true);
    expect(text!.text).toContain('Chapter 12');
    expect(text!.text).toContain('[Pages 1 to 10 of 12 of report.pdf – shown as pictures]');
    expect(lastContent('beta')).toMatch(/Chapter 12[^]*\[Pages 1 to 10 of 12 of report\.pdf – this service cannot see/);
    await screen.panel('Alpha').getByText('Was given the text and 10 of 12 pages of report.pdf.').waitFor();
    await screen
      .panel('Beta')
      .getByText('Was given the text of report.pdf; not the pages of report.pdf: it cannot see pictures.')
      .waitFor();
    const first = screen.panel('Alpha').getByRole('button', { name: 'Enlarge: page 1 of report.pdf' });
    await until(() => first.locator('img').evaluate((shown) => (shown as HTMLImageElement).naturalWidth > 0));
    await expectCleanInLooks(page, 'pages-panels');
  });

  test('make a scan readable for the service that sees; the other one says that it could read nothing', async () => {
    await analyze(scan);
    await isAnalyzed();
    expect((lastContent('alpha') as Content).map(({ type }) => type)).toContain('image_url');
    await screen.panel('Alpha').getByText('Was given all 2 pages of scan.pdf as pictures.').waitFor();
    await screen
      .panel('Beta')
      .getByText('Nothing of scan.pdf could be read. It holds only pictures, which this service cannot see.')
      .waitFor();
    await expectClean(page, 'pages-scan');
  });

  test('of a scan nobody could see are refused with a sentence, and nothing is spent', async () => {
    const before = vendor.requestsFor('beta').length;
    await screen.mode('Individual AI');
    await screen.tile('beta').click();
    await analyze(scan);
    await page.getByText(/^This document holds pictures but no text/).waitFor();
    expect(vendor.requestsFor('beta')).toHaveLength(before);
    await screen.closeToast();
  });

  test('are shown in History, small and large', async () => {
    await page.goto('/history');
    await page
      .getByRole('button', { name: /^View report\.pdf/ })
      .first()
      .click();
    const pane = page.getByRole('complementary', { name: 'Conversation' });
    const drawn = pane.getByRole('group', { name: 'Drawn pages of report.pdf' });
    await drawn.getByText('10 of 12 pages', { exact: true }).waitFor();
    await expectCleanInLooks(page, 'pages-history');
    await drawn.getByRole('button', { name: 'Enlarge: page 2 of report.pdf' }).click();
    const dialog = page.getByRole('dialog');
    await until(() => dialog.locator('img').evaluate((shown) => (shown as HTMLImageElement).naturalWidth > 1_000));
    await expectClean(page, 'pages-large');
    await page.keyboard.press('Escape');
    // The refused scan is in the browser's log, and nothing else.
    expect(errors.filter((error) => !error.includes('"code":"scanned"'))).toEqual([]);
  });
});
