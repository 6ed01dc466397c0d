import { beforeAll, describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { axeFindings } from '../src/axe.js';
import { keepPicture, type Visitor } from '../src/browser.js';
import { DashboardScreen } from '../src/dashboard-screen.js';
import { shareScene } from '../src/scene.js';

const question = 'Which lock should a booking system take?';
const services = ['Demo Sage', 'Demo Contrarian'];
const scene = shareScene();
let visitor: Visitor;
let page: Page;
let screen: DashboardScreen;

beforeAll(async () => {
  visitor = await scene.visit(await scene.signUp());
  ({ page } = visitor);
  screen = new DashboardScreen(page);
  await page.goto('/');
  await page.getByText('9 AI services available').waitFor();
  await screen.mode('Selective AIs');
  for (const tile of await page.getByRole('checkbox').all()) await tile.click();
  for (const name of services) await page.getByRole('checkbox', { name }).click();
  await screen.send(question);
  await screen.says('Message sent successfully', 'Received responses from 2 AI service(s)');
});

const openInHistory = async (row: string) => {
  await page.goto('/history');
  await page.getByRole('row', { name: row }).first().getByText(question).first().click();
};

describe('what is recorded of a reply', () => {
  test('its model is a figure, and the rest stands beside what was sent, also after a reload', async () => {
    await page.reload();
    await screen.panel('Demo Sage').getByText('demo-sage', { exact: true }).waitFor();
    await screen.choose('Demo Sage', 'Show what was sent');
    const record = page.getByRole('region', { name: 'How it was generated' });
    await record.getByText("the provider's default").waitFor();
    await record.getByText('Tokens out').waitFor();
    await screen.button('Show the request as it was sent').click();
    const http = page.getByLabel('HTTP request', { exact: true });
    await http.getByText(`"content":"${question}"`).waitFor();
    expect(await http.textContent()).toMatch(/^POST \/chat\/completions\n/);
    await page.getByText(/bytes, the same as were sent; secrets removed$/).waitFor();
    await keepPicture(page, 'request-as-sent');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  test('its sources are links that load nothing, and stand side by side with those of others', async () => {
    const link = screen.panel('Demo Sage').getByRole('link', { name: '1 First principles (demo) example.org' });
    expect(await link.getAttribute('target')).toBe('_blank');
    await screen.choose('Demo Sage', 'Sources side by side');
    const table = page.getByRole('dialog', { name: 'Sources side by side' }).getByRole('table');
    await table.getByRole('row', { name: /^The figures, collected \(demo\).*2 of 2$/ }).waitFor();
    await table.getByRole('row', { name: /^A dissenting view \(demo\).*1 of 2$/ }).waitFor();
    await keepPicture(page, 'sources-side-by-side');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  test('its reasoning is folded', async () => {
    const reasoning = screen.panel('Demo Contrarian').locator('details', { hasText: 'Reasoning' });
    expect(await reasoning.getByText(/I look for what would have to be true/).isVisible()).toBe(false);
    await reasoning.getByText('Reasoning', { exact: true }).click();
    await reasoning.getByText(/I look for what would have to be true/).waitFor();
  });
});

describe('a summary', () => {
  test('is written while one reads, in the kind one wants, and kept with the round', async () => {
    await screen.button('Summarize Responses').click();
    const drawer = page.getByRole('dialog', { name: 'Summarize Responses' });
    await drawer.getByText('One answer').click();
    await drawer.getByRole('status', { name: 'Estimate' }).getByText(/^Free/).waitFor();
    await drawer.getByRole('button', { name: 'Summarize', exact: true }).click();
    await screen.says('Summary generated');
    await page.reload();
    await screen.button('Summarize Responses').click();
    await drawer.getByRole('region', { name: /^One answer by Demo/ }).waitFor();
    await keepPicture(page, 'kept-summary');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  test('stands in History and in an export, with the record of each reply', async () => {
    await openInHistory('Demo Sage');
    await page.getByRole('article', { name: /^One answer by Demo/ }).waitFor();
    await page.getByRole('button', { name: 'Export All' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Markdown/ }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toMatch(/### One answer by Demo/);
    expect(text).toContain('model demo-sage');
    expect(text).toContain('1. [First principles (demo)](<https://example.org/demo/first-principles>)');
    expect(text).toContain('<details><summary>Reasoning</summary>');
  });

  test('is continued from', async () => {
    await page.goto('/');
    await screen.button('Summarize Responses').click();
    const kept = page.getByRole('region', { name: /^One answer by Demo/ });
    await kept.getByRole('button', { name: 'Continue from this' }).click();
    await kept.getByRole('button', { pressed: true }).click();
    await kept.getByRole('button', { name: 'Demo Brief' }).click();
    await kept.getByRole('textbox', { name: 'New message' }).fill('Say only: understood');
    await kept.getByRole('button', { name: 'Continue', exact: true }).click();
    await screen.panel('Demo Brief').getByText('understood', { exact: true }).waitFor();
  });
});

test('a round is asked again as it was asked then, of the services one chooses', async () => {
  await page.goto('/');
  await screen.panel('Demo Contrarian').getByText('Reasoning', { exact: true }).waitFor();
  await screen.choose('Demo Contrarian', 'Ask again like this');
  const drawer = page.getByRole('dialog', { name: 'Ask again like this' });
  await drawer.getByRole('checkbox', { name: 'Demo Sage' }).uncheck();
  await drawer.getByRole('checkbox', { name: 'Demo Brief' }).check();
  await drawer.getByText('A service that was not asked then gets what Demo Sage had.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await keepPicture(page, 'ask-again');
  await drawer.getByRole('button', { name: 'Ask again' }).click();
  await drawer.waitFor({ state: 'detached' });
  await screen.panel('Demo Brief').getByText(question).first().waitFor();
  await screen.says('Message sent successfully', 'Received responses from 2 AI service(s)');
});

test('a round of long ago is asked again from History', async () => {
  await openInHistory('Demo Contrarian');
  await page.getByRole('button', { name: 'Ask again like this' }).first().click();
  const chips = page.getByRole('group', { name: 'AI services to ask again' });
  const pressed = chips.getByRole('button', { pressed: true });
  while ((await pressed.count()) > 0) await pressed.first().click();
  await chips.getByRole('button', { name: 'Demo Tortoise' }).click();
  expect(await axeFindings(page)).toEqual([]);
  await keepPicture(page, 'ask-again-history');
  await page.getByRole('button', { name: 'Ask again', exact: true }).click();
  await page.locator('.pl-toast-title', { hasText: 'Asked again' }).waitFor();
  await screen.panel('Demo Tortoise').getByText(question).first().waitFor();
});

test('a conversation that another service goes on with keeps who wrote what', async () => {
  await openInHistory('Demo Sage');
  const chips = page.getByRole('group', { name: 'AI services to continue with' });
  await chips.getByRole('button', { name: 'Demo Sage' }).click();
  await chips.getByRole('button', { name: 'Demo Scribe' }).click();
  await page.getByRole('textbox', { name: 'New message' }).fill('Say only: my turn');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.locator('.pl-toast-title', { hasText: 'Conversation continued' }).waitFor({ timeout: 60_000 });
  await page.goto('/');
  await screen.panel('Demo Scribe').getByText('Demo Sage wrote this').waitFor();
  await openInHistory('Demo Scribe');
  await page.getByRole('article', { name: 'Reply of Demo Sage' }).first().waitFor();
  await page.getByRole('article', { name: 'Reply of Demo Scribe' }).waitFor();
  await keepPicture(page, 'two-authors');
  expect(visitor.errors).toEqual([]);
});
