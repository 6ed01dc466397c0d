import { readFile } from 'node:fs/promises';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { AnswerOf, getDefaultExtractor } from '@polylogue/api-contract';
import { until } from '@polylogue/test-kit';
import type { Page } from 'playwright-core';
import type { Account } from '../src/account.js';
import type { Api } from '../src/api.js';
import { axeFindings } from '../src/axe.js';
import { keepPicture, type Visitor, type VisitorOptions } from '../src/browser.js';
import { setScene } from '../src/scene.js';

const selectedAIs = ['demo-sage', 'demo-brief', 'demo-scribe'];
// Its own product: it changes how everybody's replies are judged.
const scene = setScene(() => ({ env: { DEMO_SPEED: '0' } }));
let admin: Account;
let api: Api;
let visitor: Visitor | undefined;

beforeAll(async () => {
  admin = await scene.signUp();
  api = scene.apiOf(admin);
});
afterEach(() => {
  expect(visitor?.errors ?? []).toEqual([]);
  visitor = undefined;
});

const enter = async (path: string, options: VisitorOptions = {}): Promise<Page> => {
  visitor = await scene.visit(admin, options);
  await visitor.page.goto(path);
  return visitor.page;
};

async function fillCriterion(page: Page, number: number, name: string, weight: string) {
  const criterion = page.getByRole('region', { name: `Criterion ${number}` });
  await criterion.getByLabel('Criterion name').fill(name);
  await criterion.getByLabel('Asks').fill(`Is the reply ${name.toLowerCase()}?`);
  await criterion.getByLabel('What deserves 20').fill('Not at all.');
  await criterion.getByLabel('What deserves 50').fill('In part.');
  await criterion.getByLabel('What deserves 80').fill('Throughout.');
  await criterion.getByLabel('Weight').fill(weight);
  return criterion;
}

describe('a rubric of one’s own', () => {
  test('is made on its page, with the prompt that a judge will be sent', async () => {
    const page = await enter('/quality-assessment/rubrics');
    await page.getByRole('button', { name: 'New rubric' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Tone of the house');
    await fillCriterion(page, 1, 'Kindness', '3');
    await page.getByRole('button', { name: 'Add a criterion' }).click();
    const second = await fillCriterion(page, 2, 'Brevity', '1');
    await second.getByText('25 % of the overall score').waitFor();
    await second.getByLabel('Flag below (optional)').fill('90');
    await page.getByLabel(/Share it with everybody/).check();
    await page.getByRole('button', { name: 'Show the prompt' }).click();
    await page.getByLabel('Prompt').getByText('c2 (Brevity): Is the reply brevity?').waitFor();
    await keepPicture(page, 'rubric-editor');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save rubric' }).click();
    await page.getByRole('heading', { name: /^Tone of the house version 1 Shared/ }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await keepPicture(page, 'rubrics');
  });

  test('judges a message again, whose scores stand under its criteria', async () => {
    const message = 'When does optimistic locking beat pessimistic locking in a seat booking system?';
    for await (const { event } of api.send({ message, selectedAIs, mode: 'selective' })) if (event === 'done') break;
    const page = await enter('/quality-assessment');
    await page.getByText('6 of 6 verdicts').waitFor();
    const again = page.getByRole('region', { name: 'Judge again' });
    const choice = again.getByLabel('Judge again with');
    await choice.selectOption({ label: 'Tone of the house (version 1, shared)' });
    const price = again.getByRole('status', { name: 'Estimate' });
    await price.getByText(/^6 calls · Free/).waitFor();
    await keepPicture(page, 'judge-again-price');
    await again.getByRole('button', { name: 'Judge again' }).click();
    const table = page.getByRole('region', { name: 'Assessments' });
    await table.getByRole('button', { name: 'Kindness' }).waitFor();
    await page.getByText('6 of 6 verdicts').waitFor();
    const titles = await table.locator('thead th').allInnerTexts();
    expect(titles).toEqual(['Assessor AI', 'Target AI', 'Overall', 'Kindness', 'Brevity', 'Status', 'Analysis']);
    await again.waitFor();
    await again.getByText('The scores above are by this rubric.').waitFor();
    await keepPicture(page, 'quality-by-rubric');
    expect(await axeFindings(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const [head, ...rows] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(head).toBe(
      'Assessor AI,Target AI,Overall Score,Kindness Score,Brevity Score,Status,Analysis,Assessment Date',
    );
    expect(rows).toHaveLength(6);
    await table.locator('tbody tr').first().getByRole('button').click();
    await page.getByRole('dialog').getByText('rubric “Tone of the house”, version 1').waitFor();
    await page.keyboard.press('Escape');
    await choice.selectOption({ label: 'Built-in rubric' });
    await price.getByText('No calls: each verdict is there already').waitFor();
    await again.getByRole('button', { name: 'Judge again' }).click();
    await table.getByRole('button', { name: 'Adherence' }).waitFor();
    expect(await table.locator('thead th').allInnerTexts()).toHaveLength(9);
  });

  test('judges a message until it is stopped: what is in stays, and the rest can be asked for', async () => {
    const faults = `${scene.product.environment['DEMO_URL']}/demo/faults`;
    const message = 'When is a cuckoo filter better than a bloom filter?';
    for await (const { event } of api.send({ message, selectedAIs, mode: 'selective' })) if (event === 'done') break;
    const page = await enter('/quality-assessment');
    await page.getByText('6 of 6 verdicts').waitFor();
    const hangs = JSON.stringify({ model: 'demo-sage', fault: 'hang', times: 100 });
    expect((await fetch(faults, { method: 'POST', body: hangs })).ok).toBe(true);
    const again = page.getByRole('region', { name: 'Judge again' });
    await again.getByLabel('Judge again with').selectOption({ label: 'Tone of the house (version 1, shared)' });
    await again.getByRole('button', { name: 'Judge again' }).click();
    await page.getByRole('status').getByText('4 of 6', { exact: true }).waitFor();
    await keepPicture(page, 'judging-under-way');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stop the judges' }).click();
    await page.getByText('You stopped the judges: 4 of 6 verdicts are in.').waitFor();
    expect(await page.getByRole('button', { name: 'Stop the judges' }).count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
    await fetch(faults, { method: 'DELETE' });
    await page.getByRole('button', { name: 'Demo Sage about Demo Brief: no verdict' }).waitFor();
    await keepPicture(page, 'judging-stopped');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Ask again where there is no verdict' }).click();
    await page.getByText('6 of 6 verdicts').waitFor();
    expect(await page.getByText('You stopped the judges').count()).toBe(0);
  });

  test('is chosen for a comparison in History, and for the runs of a saved query', async () => {
    const message = 'What does a bloom filter cost?';
    let broadcastId = '';
    for await (const { event, data } of api.send({ message, selectedAIs, mode: 'selective', ownComparison: true })) {
      ({ broadcastId } = { broadcastId, ...(data as { broadcastId?: string }) });
      if (event === 'done') break;
    }
    const page = await enter(`/history/${broadcastId}`);
    await page.getByRole('button', { name: 'Judge the replies' }).click();
    await page.getByLabel('Judge with').selectOption({ label: 'Tone of the house (version 1, shared)' });
    expect(await axeFindings(page)).toEqual([]);
    await keepPicture(page, 'history-judging');
    await page.getByRole('button', { name: 'Judge the round' }).click();
    await page.getByRole('status').getByRole('link', { name: 'Quality Assessment' }).click();
    await page.getByRole('region', { name: 'Assessments' }).getByRole('button', { name: 'Kindness' }).waitFor();
    await page.goto('/saved-queries/new');
    await page.getByRole('switch', { name: 'Judge the replies' }).click();
    await page.getByLabel('Judged by').selectOption({ label: 'Tone of the house (version 1, shared)' });
    await keepPicture(page, 'saved-query-rubric');
    expect(await axeFindings(page)).toEqual([]);
  });

  test('fits a phone and the dark', async () => {
    const page = await enter('/quality-assessment/rubrics', { width: 360, height: 800, theme: 'dark' });
    await page.getByRole('button', { name: 'Edit Tone of the house' }).click();
    await page.getByRole('button', { name: 'Save as version 2' }).waitFor();
    const beyond = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await beyond()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await keepPicture(page, 'rubric-editor-phone-dark');
  });
});

describe('the settings of judging', () => {
  test('are saved in the panel, and are what counts', async () => {
    const page = await enter('/admin?tab=judging');
    await page.getByText('From the environment').waitFor();
    await page.getByLabel('When replies are judged').selectOption('manual');
    await page.getByLabel('Default rubric').selectOption({ label: 'Tone of the house' });
    await page.getByLabel('Times each judge is asked').fill('2');
    await page.getByLabel('Demo Sage').check();
    await keepPicture(page, 'admin-judging');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved here').waitFor();
    const read = await api.fetch('GET', '/api/admin/judging-settings');
    expect(await read.json()).toMatchObject({ mode: 'manual', judges: ['demo-sage'], repeats: 2, saved: true });
    await page.goto('/quality-assessment/rubrics');
    await page.getByRole('heading', { name: /^Tone of the house version 1 Shared Default/ }).waitFor();
  });

  test('have the default extractor find the claims of a map where nobody is named', async () => {
    const panel = await enter('/admin?tab=judging');
    // One that replies itself: without a default it would not be asked.
    await panel.getByLabel('Default extractor').selectOption({ label: 'Demo Brief' });
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    const chosen = async () =>
      (await (await api.fetch('GET', '/api/default-extractor')).json()) as AnswerOf<typeof getDefaultExtractor>;
    await until(async () => (await chosen()).aiService?.name === 'demo-brief', { what: 'the default to count' });
    const message = 'Explain optimistic and pessimistic locking, and when to pick each.';
    for await (const { event } of api.send({ message, selectedAIs, mode: 'selective' })) if (event === 'done') break;
    const page = await enter('/');
    await page.getByRole('button', { name: 'Agreement', exact: true }).click();
    const extractor = page.getByLabel('Claims found by');
    await extractor.getByText('Demo Brief, the default').waitFor({ state: 'attached' });
    expect(await extractor.inputValue()).toBe('');
    await page.getByRole('button', { name: 'Map 3 replies' }).click();
    await page.getByRole('grid', { name: 'Agreement map by Demo Brief' }).waitFor();
  });
});
