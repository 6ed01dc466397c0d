import { beforeAll, describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { axeFindings } from '../src/axe.js';
import { keepPicture, type Visitor } from '../src/browser.js';
import { shareScene } from '../src/scene.js';

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const says = async (page: Page, title: string, text: string) => {
  await page.locator('.pl-toast-title', { hasText: title }).waitFor({ timeout: 60_000 });
  await page.locator('.pl-toast-text', { hasText: text }).waitFor();
};
const attach = (page: Page, name: string, content: string | Buffer) =>
  page
    .getByLabel('File to attach')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
/** Opens the list of categories by keyboard, steps between all and text, takes it. */
const category = async (page: Page, step: 'ArrowDown' | 'ArrowUp') => {
  await page.getByRole('combobox', { name: 'Category' }).press('Enter');
  await page.locator('select:open').waitFor();
  for (const key of [step, step, step, 'Enter']) await page.keyboard.press(key);
};
const choose = async (page: Page, service: string, entry: string) => {
  await panel(page, service).hover();
  await button(page, `More for ${service}`).click();
  await page.getByRole('menuitem', { name: entry }).click();
};
const scene = shareScene();
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  visitor = await scene.visit(await scene.signUp());
  ({ page } = visitor);
  await page.goto('/');
  await page.getByText('9 AI services available').waitFor();
});

describe('the dashboard, used from one end to the other', () => {
  test('modes and tiles: every transition, and no service to send to', async () => {
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(9);
    await page.getByText('Selective AIs').click();
    for (const name of ['Demo Sage', 'Demo Brief']) await page.getByRole('checkbox', { name }).click();
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(7);
    await page.getByText('Individual AI').click();
    expect(await page.getByRole('radio', { name: /^Demo/, checked: true }).count()).toBe(1);
    await page.getByText('Broadcast to All').click();
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(9);
    await page.getByText('Selective AIs').click();
    for (const tile of await page.getByRole('checkbox').all()) await tile.click();
    expect(await button(page, 'Send').isDisabled()).toBe(true);
    await page.getByRole('textbox').fill('Hello');
    await button(page, 'Send').click();
    await says(page, 'No AI services selected', 'Please select at least one AI service');
    await page.getByText('Broadcast to All').click();
  });

  test('one message to all, replies compared, its context shown, the best pinned', async () => {
    await page.getByRole('textbox').fill('Compare three ways to cache an API, as a table.');
    await button(page, 'Send').click();
    await says(page, 'Message sent successfully', 'Received responses from 9 AI service(s)');
    await panel(page, 'Demo Sage').hover();
    await button(page, 'Compare the reply of Demo Sage').click();
    await page.getByRole('region', { name: 'Differences' }).waitFor();
    await page.keyboard.press('Escape');
    await choose(page, 'Demo Sage', 'Show what was sent');
    const context = page.getByRole('dialog', { name: 'What Demo Sage was sent' });
    await context.getByText('Compare three ways to cache an API, as a table.').waitFor();
    await page.keyboard.press('Escape');
    await choose(page, 'Demo Sage', 'Pin as best reply');
    await panel(page, 'Demo Sage').getByText('Best reply').waitFor();
    await page.reload();
    await panel(page, 'Demo Sage').getByText('Best reply').waitFor();
  });

  test('a summary by a service of one’s choice, from two responses at least', async () => {
    await button(page, 'Summarize Responses').click();
    const drawer = page.getByRole('dialog', { name: 'Summarize Responses' });
    await drawer.getByRole('checkbox').first().waitFor();
    await keepPicture(page, 'dashboard-summary');
    expect(await axeFindings(page)).toEqual([]);
    for (const box of (await drawer.getByRole('checkbox').all()).slice(1)) await box.uncheck();
    await drawer.getByRole('button', { name: 'Summarize' }).click();
    await says(page, 'Insufficient responses', 'At least 2 AI responses are needed for comparison');
    await drawer.getByRole('checkbox').nth(1).check();
    await drawer.getByRole('button', { name: 'Summarize' }).click();
    await says(page, 'Summary generated', 'Analysis completed by Demo');
    await drawer.getByRole('heading', { name: /^Summary by Demo/ }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('files: too large, broken, and one that is analyzed', async () => {
    await attach(page, 'large.txt', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'));
    await says(page, 'File too large', 'Please select a file smaller than 10MB.');
    expect(await button(page, 'Send').isVisible()).toBe(true);
    await attach(page, 'broken.docx', 'this is no document');
    await button(page, 'Analyze File').click();
    await page.locator('.pl-toast-title', { hasText: 'Error processing file' }).waitFor();
    await button(page, 'Remove broken.docx').click();
    await attach(page, 'notes.txt', 'The meeting is on Tuesday. '.repeat(60));
    await page.getByText('1.6 KB').waitFor();
    await button(page, 'Analyze File').click();
    await says(
      page,
      'File analyzed successfully',
      'Your file has been processed and sent to the selected AI services.',
    );
    expect(await button(page, 'Send').isDisabled()).toBe(true);
    await page.reload();
    await panel(page, 'Demo Brief').getByText('notes.txt', { exact: true }).waitFor();
    await keepPicture(page, 'dashboard-file');
  });

  test('everything exported as one file, then cleared, history preserved', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export All').click()]);
    expect(download.suggestedFilename()).toMatch(/^[\w-]+-conversations-\d{4}-\d\d-\d\d\.md$/);
    expect(await readFile(await download.path(), 'utf8')).toContain('Compare three ways to cache an API');
    await page.locator('.pl-toast-title', { hasText: 'Export complete' }).waitFor();
    await category(page, 'ArrowDown');
    await button(page, 'Clear All').click();
    await says(page, 'Conversations cleared', '6 conversations cleared');
    await panel(page, 'Demo Sage').getByText('Nothing asked yet').waitFor();
    await category(page, 'ArrowUp');
    await button(page, 'Clear All').click();
    await says(page, 'Session cleared', 'Current dashboard conversations cleared (history preserved).');
    await button(page, 'Summarize Responses').waitFor({ state: 'detached' });
    expect(visitor.errors.filter((line) => !line.includes('send-message-with-file'))).toEqual([]);
  });
});
