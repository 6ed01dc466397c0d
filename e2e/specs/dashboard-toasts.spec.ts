import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type FakeAi } from '@polylogue/test-kit';
import type { Route } from 'playwright-core';
import type { Account } from '../src/account.js';
import type { Visitor } from '../src/browser.js';
import { DashboardScreen } from '../src/dashboard-screen.js';
import { shareScripted } from '../src/scene.js';

const unreachable = 'Connection failed: Unable to reach server. Please refresh the page and try again.';
const sentence = 'The service is busy. Try again in a minute.';

let vendor: FakeAi;
let account: Account;
let visitor: Visitor;
let screen: DashboardScreen;

/** The next calls of one address are refused with a sentence, or never arrive. */
const refuse = (path: string, how: 'with a sentence' | 'no network') =>
  visitor.page.route(`**${path}`, (call: Route) =>
    how === 'no network'
      ? call.abort('connectionfailed')
      : call.fulfill({ status: 503, json: { error: sentence, code: 'unavailable', requestId: 'r' } }),
  );

const scene = shareScripted((scripted) => {
  vendor = scripted;
  vendor.replies('alpha', 'Alpha is here.');
  vendor.replies('beta', 'Beta is here.');
});
beforeAll(async () => void (account = await scene.signUp()));

beforeEach(async () => {
  visitor = await scene.visit(account);
  await visitor.page.goto('/');
  screen = new DashboardScreen(visitor.page);
  await screen.box().waitFor();
  await screen.category('Text AI');
});

describe('what is said of a message', () => {
  test('how many have answered', async () => {
    await screen.send('Hello');
    await screen.says('Message sent successfully', 'Received responses from 3 AI service(s)');
    await screen.panel('Beta').getByText('Beta is here.').waitFor();
  });

  test('how many have failed', async () => {
    vendor.replies('beta', { status: 400, errorMessage: 'No.' }, 'Beta is here.');
    await screen.send('Hello');
    await screen.says('Some services failed', '1 AI service(s) failed to respond');
    await screen.panel('Alpha').getByText('Connected', { exact: true }).waitFor();
  });

  test.each([
    ['with a sentence', sentence],
    ['no network', unreachable],
  ] as const)('that it could not be sent, %s, and it is kept', async (how, text) => {
    await refuse('/api/send-message', how);
    await screen.send('Kept');
    await screen.says('Failed to send message', text);
    expect(await screen.box().inputValue()).toBe('Kept');
    await visitor.page.unroute('**/api/send-message');
    await screen.button('Send').click();
    await screen.says('Message sent successfully', 'Received responses from 3 AI service(s)');
    expect(await screen.box().inputValue()).toBe('');
  });

  test('that no service is chosen', async () => {
    await screen.mode('Selective AIs');
    for (const name of ['alpha', 'beta', 'gamma']) await screen.tile(name).click();
    await screen.send('Hello');
    await screen.says('No AI services selected', 'Please select at least one AI service');
  });
});

describe('what is said of a file', () => {
  test.each([
    ['with a sentence', sentence],
    ['no network', 'Failed to send message with file'],
  ] as const)('that it could not be processed, %s', async (how, text) => {
    await refuse('/api/send-message-with-file', how);
    await screen.attach('notes.txt', 'The meeting is on Tuesday.');
    await screen.button('Analyze File').click();
    await screen.says('Error processing file', text);
    await screen.button('Remove notes.txt').waitFor();
  });

  test('that it was analyzed; then the message and the file are gone', async () => {
    await screen.box().fill('When is it?');
    await screen.attach('notes.txt', 'The meeting is on Tuesday.');
    await screen.button('Analyze File').click();
    await screen.says(
      'File analyzed successfully',
      'Your file has been processed and sent to the selected AI services.',
    );
    expect(await screen.box().inputValue()).toBe('');
    await screen.button('Send').waitFor();
  });

  test('that it is too large, empty, of no type that is read, or one of many', async () => {
    await screen.attach('large.txt', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'));
    await screen.says('File too large', 'Please select a file smaller than 10MB.');
    await screen.attach('empty.md', '');
    await screen.says('File is empty', 'There is nothing in empty.md to analyze.');
    await screen.attach('tool.exe', 'MZ');
    await screen.says(
      'File type not supported',
      'Please select one of .pdf, .doc, .docx, .txt, .csv, .json, .md, or a picture: .png, .jpg, .webp or .gif.',
    );
    expect(await screen.button('Send').isVisible()).toBe(true);
  });
});

describe('what is said of Clear and Export', () => {
  test('that everything shown was cleared, or what a filter shows, or that it failed', async () => {
    await screen.send('Hello');
    await screen.says('Message sent successfully');
    await screen.button('Clear All').click();
    await screen.says('Conversations cleared', '3 conversations cleared (history preserved).');
    await refuse('/api/clear-filtered', 'with a sentence');
    await screen.button('Clear All').click();
    await screen.says('Error clearing conversations', 'Failed to clear conversations. Please try again.');
    await screen.category('All Categories');
    await refuse('/api/clear', 'no network');
    await screen.button('Clear All').click();
    await screen.says('Error', 'Failed to clear conversations. Please try again.');
    await visitor.page.unroute('**/api/clear');
    await screen.button('Clear All').click();
    await screen.says('Session cleared', 'Current dashboard conversations cleared (history preserved).');
  });

  test('that everything was exported, or that it failed', async () => {
    const [download] = await Promise.all([visitor.page.waitForEvent('download'), screen.button('Export All').click()]);
    await screen.says('Export complete', `All conversations are in ${download.suggestedFilename()}.`);
    await refuse('/api/export-all*', 'with a sentence');
    await screen.button('Export All').click();
    await screen.says('Export failed', sentence);
  });
});

describe('what is said of a summary', () => {
  test('that it is there, that it failed, and that two responses are needed', async () => {
    await screen.send('Hello');
    await screen.says('Message sent successfully');
    vendor.replies('alpha', 'They agree.');
    await screen.button('Summarize Responses').click();
    const drawer = visitor.page.getByRole('dialog', { name: 'Summarize Responses' });
    await drawer.getByRole('button', { name: 'Summarize' }).click();
    await screen.says('Summary generated', 'Analysis completed by Alpha');
    await drawer.getByRole('heading', { name: 'Summary by Alpha' }).waitFor();
    await refuse('/api/summarize-responses', 'with a sentence');
    await drawer.getByRole('button', { name: 'Summarize' }).click();
    await screen.says('Failed to generate summary', sentence);
    for (const at of [0, 1]) await drawer.getByRole('checkbox').nth(at).uncheck();
    await drawer.getByRole('button', { name: 'Summarize' }).click();
    await screen.says('Insufficient responses', 'At least 2 AI responses are needed for comparison');
  });
});

describe('a toast', () => {
  test('goes after five seconds, and F8 goes to it', async () => {
    await visitor.page.clock.install();
    await visitor.page.reload();
    await screen.box().waitFor();
    await screen.mode('Individual AI');
    await screen.attach('tool.exe', 'MZ');
    await screen.says('File type not supported');
    await visitor.page.keyboard.press('F8');
    const focused = () => visitor.page.evaluate(() => document.activeElement?.closest('.pl-toasts') !== null);
    expect(await focused()).toBe(true);
    await visitor.page.keyboard.press('Escape');
    await visitor.page.locator('.pl-toast').waitFor({ state: 'detached' });
    await screen.box().focus();
    await screen.attach('tool.exe', 'MZ');
    await screen.says('File type not supported');
    await visitor.page.clock.runFor(4_000);
    expect(await visitor.page.locator('.pl-toast').count()).toBe(1);
    await visitor.page.clock.runFor(1_500);
    await visitor.page.locator('.pl-toast').waitFor({ state: 'detached' });
  });
});
