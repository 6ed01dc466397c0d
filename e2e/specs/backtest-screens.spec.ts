import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '@polylogue/test-kit';
import type { Page } from 'playwright-core';
import type { Account } from '../src/account.js';
import { expectCleanInLooks } from '../src/axe.js';
import { shareScene } from '../src/scene.js';

const scene = shareScene();
const list = '/quality-assessment/backtests';
const questions = [
  'What is 17 * 3?',
  'Which database suits a small shop that sells books?',
  'What is 144 / 12?',
  'How should a team of five plan the move of its office?',
  'Name seven continents.',
  'Why do some bridges sing in the wind?',
];
const comparisons: string[] = [];
let account: Account;

/** Sends a message to two services, and answers the id of its comparison. */
async function send(message: string): Promise<string> {
  let comparison = '';
  const sent = { message, selectedAIs: ['demo-sage', 'demo-scribe'], mode: 'selective' as const, ownComparison: true };
  for await (const { event, data } of scene.apiOf(account).send(sent)) {
    if (event === 'accepted') comparison = data.broadcastId;
  }
  return comparison;
}

beforeAll(async () => {
  account = await scene.signUp('Bea');
  for (const [at, question] of questions.entries()) {
    const id = await send(question);
    comparisons.push(id);
    const tags = [at % 2 === 0 ? 'facts' : 'open'];
    expect((await scene.apiOf(account).fetch('PUT', `/api/comparisons/${id}`, { tags })).status).toBe(200);
  }
});

const api = (method: string, path: string, body?: unknown) =>
  scene.apiOf(account).fetch(method, path, body, method === 'POST' ? { 'idempotency-key': randomUUID() } : {});
const reveal = (id: string) => api('POST', `/api/backtests/${id}/reveal`, {});
const remove = (id: string) => api('DELETE', `/api/backtests/${id}`);

/** A backtest of three rounds that has ended, and that its user compares as well. Answers its id. */
async function beginForPeople(): Promise<string> {
  const begun = await api('POST', '/api/backtests', {
    candidate: { aiService: 'demo-contrarian' },
    sample: { source: 'newest', count: 3 },
    budget: { usd: null, calls: 300 },
    peopleCompare: true,
  });
  expect(begun.status).toBe(202);
  const { id } = (await begun.json()) as { id: string };
  const status = async () => ((await (await api('GET', `/api/backtests/${id}`)).json()) as { status: string }).status;
  await until(async () => (await status()) === 'completed', { timeoutMs: 60_000 });
  return id;
}

/** Opens the one backtest there is. */
async function open(page: Page): Promise<void> {
  await page.goto(list);
  await page.getByRole('link', { name: 'Contrary?' }).click();
  await page.getByRole('region', { name: 'Result', exact: true }).getByRole('img').first().waitFor();
}

describe('a backtest', () => {
  test('is offered where there is none, priced before it starts, and waits when its budget is used up', async () => {
    const { page, errors } = await scene.visit(account);
    await page.goto('/quality-assessment');
    await page.getByRole('link', { name: 'Backtests' }).click();
    await page.getByRole('heading', { name: 'No backtests yet' }).waitFor();
    await page.getByRole('link', { name: 'New backtest' }).click();
    await page.getByLabel('AI service').selectOption({ label: 'Demo Contrarian' });
    await page.getByLabel('Name (optional)').fill('Contrary?');
    await page.getByLabel('Calls, at most').fill('3');
    const before = page.getByRole('region', { name: 'Before it starts' });
    await before.getByText('It will pause after 3 of 18 calls: that is its budget.').waitFor();
    await before.getByText('Free', { exact: true }).first().waitFor();
    await before.getByRole('button', { name: 'Start backtest' }).click();
    const progress = page.getByRole('region', { name: 'Progress' });
    await progress.getByText('The next call might go beyond its budget. Give it a larger one to go on.').waitFor();
    await page.reload();
    await progress.getByText('3 of 3 calls').waitFor();
    await page.getByText('Paused', { exact: true }).waitFor();
    await progress.getByLabel('Calls, at most').fill('300');
    await progress.getByRole('button', { name: 'Resume with this budget' }).click();
    await progress.getByText('6 of 6 rounds').waitFor();
    await page.getByText('Completed', { exact: true }).waitFor();
    expect(errors).toEqual([]);
  });

  test('says whether the candidate is better, and shows the worst losses with both replies', async () => {
    const { page, errors } = await scene.visit(account);
    await open(page);
    const result = page.getByRole('region', { name: 'Result', exact: true });
    expect(await result.innerText()).toMatch(
      /Demo Contrarian would have answered (better|worse)|6 verdicts cannot tell/,
    );
    const tags = page.getByRole('region', { name: 'By tag' }).locator('tbody tr');
    expect(await tags.locator('th').allInnerTexts()).toEqual(['facts', 'open']);
    const worst = page.getByRole('region', { name: 'Worst losses' });
    const line = worst.getByRole('button').first();
    const question = (await line.innerText()).trim();
    await line.click();
    for (const side of ['Baseline', 'Candidate’s reply']) {
      expect(await worst.getByRole('group', { name: `${side} of round` }).innerText()).not.toBe('');
    }
    await worst.getByText('Read the candidate first').waitFor();
    await worst.getByText('Read the baseline first').waitFor();
    await worst.getByRole('link', { name: 'Open the comparison in History' }).click();
    await page.waitForURL(/\/history\/[0-9a-f-]{36}/);
    await page.getByText(question).first().waitFor();
    expect(errors).toEqual([]);
  });

  test('is compared by its user blind, by click and by key, and goes on where it was left', async () => {
    const id = await beginForPeople();
    const { page, errors } = await scene.visit(account);
    const sent: string[] = [];
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.startsWith(`/api/backtests/${id}/`)) {
        void response.text().then(
          (text) => sent.push(text),
          () => undefined,
        );
      }
    });
    await page.goto(`${list}/${id}`);
    await page.getByText('Completed', { exact: true }).waitFor();
    expect(await page.getByRole('region', { name: 'All rounds' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Compare replies' }).click();
    await page.getByRole('region', { name: 'Pair 1 of 3' }).waitFor();
    await page.getByRole('button', { name: 'Tie' }).click();
    await page.getByRole('region', { name: 'Pair 2 of 3' }).waitFor();
    await page.keyboard.press('1');
    await page.getByRole('region', { name: 'Pair 3 of 3' }).waitFor();
    await page.reload();
    await page.getByRole('region', { name: 'Pair 3 of 3' }).waitFor();
    expect(sent.length).toBeGreaterThanOrEqual(3);
    expect(sent.join('\n')).not.toMatch(/\b(contrarian|sage|scribe|candidate|baseline)\b/i);
    await page.getByRole('button', { name: 'Both bad' }).click();
    await page.getByRole('heading', { name: 'All pairs are compared' }).waitFor();
    await page.getByRole('link', { name: 'Show the backtest' }).click();
    const people = page.getByRole('region', { name: 'Compared by you' });
    await people.getByText('3 of 3 pairs compared').waitFor();
    expect(await people.locator('tbody td').last().innerText()).toBe('1');
    await page.getByRole('region', { name: 'All rounds' }).waitFor();
    await page.goto('/quality-assessment/leaderboard');
    await page.getByText('Judges', { exact: true }).click();
    await page.getByRole('region', { name: 'Comparing two replies' }).waitFor();
    expect(errors).toEqual([]);
    await remove(id);
  });

  test('comes as CSV', async () => {
    const { page } = await scene.visit(account);
    await open(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
    expect(lines[0]).toMatch(/^Case,Outcome,Contradiction,Margin,Question/);
    expect(lines).toHaveLength(7);
  });

  test('fits, and is clean for axe', async () => {
    const { page } = await scene.visit(account);
    await page.goto(`${list}/new`);
    await page.getByLabel('AI service').selectOption({ label: 'Demo Brief' });
    await page.getByRole('region', { name: 'Before it starts' }).getByRole('table').waitFor();
    await expectCleanInLooks(page, 'backtest-new');
    await open(page);
    await expectCleanInLooks(page, 'backtest');
    await page.getByRole('region', { name: 'Worst losses' }).getByRole('button').first().click();
    const texts = page.getByRole('group', { name: /^Baseline of round/ });
    await texts.scrollIntoViewIfNeeded();
    await expectCleanInLooks(page, 'backtest-loss');
    await page.goto(list);
    await page.getByRole('link', { name: 'Contrary?' }).waitFor();
    await expectCleanInLooks(page, 'backtests');
    const id = await beginForPeople();
    await page.goto(`${list}/${id}/compare`);
    await page.getByRole('button', { name: 'Both bad' }).waitFor();
    await expectCleanInLooks(page, 'backtest-pairs');
    await reveal(id);
    await page.goto(`${list}/${id}`);
    await page.getByRole('region', { name: 'Compared by you' }).waitFor();
    await expectCleanInLooks(page, 'backtest-people');
    await remove(id);
    await page.goto('/quality-assessment/leaderboard');
    await page.getByText('Judges', { exact: true }).click();
    await page.getByRole('region', { name: 'Comparing two replies' }).scrollIntoViewIfNeeded();
    await expectCleanInLooks(page, 'judges-comparing');
  });

  test('becomes a suite of its rounds, which is run, and shows what does not hold', async () => {
    const { page, errors } = await scene.visit(account);
    await open(page);
    await page.getByRole('link', { name: 'Make a suite' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Still right?');
    await page.getByRole('button', { name: 'Add an assertion' }).click();
    await page.getByLabel('Text', { exact: true }).fill('no answer says this');
    await page.getByRole('button', { name: 'Add an assertion' }).click();
    const second = page.getByRole('group', { name: 'Assertion 2' });
    await second.getByLabel('Kind').selectOption({ label: 'Length in characters' });
    await second.getByLabel('At least').fill('1');
    await page.getByLabel('AI service').selectOption({ label: 'Demo Brief' });
    await page.getByRole('button', { name: 'Make suite' }).click();
    await page.getByRole('heading', { name: 'Still right?' }).waitFor();
    await page.getByText('6 calls, free').waitFor();
    await page.getByRole('button', { name: 'Run now' }).click();
    const results = page.getByRole('region', { name: 'Newest run' });
    await results.waitFor();
    await until(async () => !(await results.innerText()).includes('Running'), { timeoutMs: 60_000 });
    expect(await results.innerText()).toContain('6 failed');
    const cases = results.getByRole('list', { name: 'Cases' });
    // The results of a run that ended are read anew.
    await until(async () => (await cases.getByText('Contains “no answer says this”').count()) === 6);
    expect(errors).toEqual([]);
  });

  test('has a suite that is scheduled as a saved query is, until it is stopped', async () => {
    const { page, errors } = await scene.visit(account);
    await page.goto('/quality-assessment/suites');
    await page.getByRole('link', { name: 'Still right?' }).click();
    const card = page.getByRole('region', { name: 'Schedule' });
    await card.getByRole('button', { name: 'Run on a schedule…' }).click();
    await card.getByLabel('Time', { exact: true }).fill('07:30');
    await card.getByLabel('Time zone').fill('Europe/Zurich');
    await card.getByText('At 07:30 AM, every day, Europe/Zurich time').waitFor();
    expect(await card.getByRole('listitem').count()).toBe(5);
    await card.getByRole('button', { name: 'Run by this schedule' }).click();
    await card.getByText(/^Every day at 07:30 \(Europe\/Zurich\); next /).waitFor();
    await page.reload();
    await card.getByLabel('Frequency').selectOption({ label: 'Custom (Cron)' });
    await card.getByText('The next runs stand here once the expression is typed.').waitFor();
    const cron = card.getByLabel('Cron expression');
    for (const [typed, said] of [
      ['* * * * *', /^This fires too often/],
      ['0 9 31 2 *', /^This never fires/],
      ['0 9 * *', /^A cron expression has five fields/],
    ] as const) {
      await cron.fill(typed);
      await card.getByText(said).waitFor();
    }
    await card.getByRole('button', { name: 'Save schedule' }).click();
    await page.getByText('The schedule was not saved', { exact: true }).waitFor();
    await cron.fill('0 9 * * 1-5');
    await card.getByText('At 09:00 AM, Monday through Friday, Europe/Zurich time').waitFor();
    await card.getByRole('button', { name: 'Save schedule' }).click();
    await card.getByText(/^Cron 0 9 \* \* 1-5 \(Europe\/Zurich\); next /).waitFor();
    await page.goto('/quality-assessment/suites');
    await page.getByText('Cron 0 9 * * 1-5 (Europe/Zurich)').waitFor();
    await page.getByRole('link', { name: 'Still right?' }).click();
    await card.getByRole('button', { name: 'Stop schedule' }).click();
    await card.getByText('By hand', { exact: true }).waitFor();
    expect(errors.filter((each) => !each.includes('400'))).toEqual([]);
  });

  test('has a suite that another service is asked, and whose assertions are changed by one of two devices', async () => {
    const { page, errors } = await scene.visit(account);
    await page.goto('/quality-assessment/suites');
    await page.getByRole('link', { name: 'Still right?' }).click();
    await page.getByRole('button', { name: 'Run with another service…' }).click();
    const card = page.getByRole('region', { name: 'Run with another service' });
    await card.getByLabel('AI service').selectOption({ label: 'Demo Contrarian' });
    await card.getByText('6 calls, free').waitFor();
    await card.getByRole('button', { name: 'Run with it' }).click();
    const runs = page.getByRole('region', { name: 'Runs' });
    await runs.getByRole('row').filter({ hasText: 'by Demo Contrarian' }).filter({ hasText: '6 failed' }).waitFor();
    expect(await runs.getByRole('row').filter({ hasText: 'by Demo' }).count()).toBe(1);
    await page.getByRole('link', { name: 'Change assertions' }).click();
    const other = await page.context().newPage();
    await other.goto(page.url());
    // Both have read the first version before one of them changes it.
    const third = await page.context().newPage();
    await third.goto(page.url().replace(/\/assertions$/, ''));
    await third.getByText('6 calls, free').waitFor();
    for (const each of [page, other])
      await each.getByRole('group', { name: 'Assertion 1', exact: true }).getByLabel('Not').check();
    await page.getByRole('button', { name: 'Save assertions' }).click();
    await page.getByText('Does not contain “no answer says this”').first().waitFor();
    await other.getByRole('button', { name: 'Save assertions' }).click();
    await other.getByText('This suite was changed elsewhere.').waitFor();
    await other.getByRole('button', { name: 'Load it again' }).click();
    await other.getByRole('alert').waitFor({ state: 'detached' });
    await other.close();
    // Its page shows the version before, with its price.
    await third.getByRole('button', { name: 'Run now' }).click();
    await third.getByText(/^This suite was changed elsewhere, and a run may cost something else now/).waitFor();
    await third.getByText('Does not contain “no answer says this”').first().waitFor();
    await third.close();
    await runs.getByText('by version 1 of the assertions').first().waitFor();
    expect(errors).toEqual([]);
  });

  test('and its suite fit, and are clean for axe', async () => {
    const { page } = await scene.visit(account);
    await page.goto('/quality-assessment/suites/new');
    await page.getByText('From promptfoo').click();
    const yaml = 'prompts: [Hi]\ntests: [{ assert: [{ type: is-json }, { type: python, value: x }] }]';
    await page.getByLabel('Configuration (promptfooconfig.yaml)').fill(yaml);
    await page.getByRole('button', { name: 'Read it' }).click();
    await page.getByText('It becomes 1 case.').waitFor();
    await page.getByRole('button', { name: 'Add an assertion' }).click();
    await expectCleanInLooks(page, 'suite-new');
    await page.goto('/quality-assessment/suites');
    await page.getByRole('link', { name: 'Still right?' }).waitFor();
    await expectCleanInLooks(page, 'suites');
    await page.getByRole('link', { name: 'Still right?' }).click();
    await page.getByRole('list', { name: 'Cases' }).getByRole('heading').first().waitFor();
    await expectCleanInLooks(page, 'suite');
    await page.getByRole('button', { name: 'Run with another service…' }).click();
    await page.getByRole('region', { name: 'Run with another service' }).getByText('6 calls, free').waitFor();
    await expectCleanInLooks(page, 'suite-another');
    const card = page.getByRole('region', { name: 'Schedule' });
    await card.getByRole('button', { name: 'Run on a schedule…' }).click();
    await card.getByLabel('Frequency').selectOption({ label: 'Weekly' });
    await card.getByRole('checkbox', { name: 'Monday' }).click();
    await card.getByText(/^At 09:00 AM, only on Monday/).waitFor();
    await card.scrollIntoViewIfNeeded();
    await expectCleanInLooks(page, 'suite-schedule');
    await card.getByLabel('Frequency').selectOption({ label: 'Custom (Cron)' });
    await card.getByLabel('Cron expression').fill('* * * * *');
    await card.getByText(/^This fires too often/).waitFor();
    await expectCleanInLooks(page, 'suite-cron');
    await page.getByRole('link', { name: 'Change assertions' }).click();
    await page.getByText(/^1\. /).click();
    await page.getByRole('button', { name: 'Add an assertion of case 1' }).click();
    await page.getByRole('button', { name: 'Save assertions' }).click();
    await page.getByText('Write the text that counts.').waitFor();
    await expectCleanInLooks(page, 'suite-assertions');
  });

  test('is begun on a frozen set: exactly its rounds, and those that are gone are counted before and after', async () => {
    const { page, errors } = await scene.visit(account);
    await send('What came after the set was frozen?');
    const [deleted] = comparisons;
    expect((await api('DELETE', `/api/comparisons/${deleted}`)).status).toBe(204);
    await page.goto('/quality-assessment/suites');
    await page.getByRole('link', { name: 'Still right?' }).click();
    await page.getByRole('link', { name: 'Start a backtest on these rounds' }).click();
    await page.getByLabel('AI service').selectOption({ label: 'Demo Brief' });
    const before = page.getByRole('region', { name: 'Before it starts' });
    await before.getByText('1 round deleted since the set was frozen').waitFor();
    await before.getByText('15', { exact: true }).waitFor();
    await before.getByRole('button', { name: 'Start backtest' }).click();
    await page.getByText('5 rounds of the frozen set “Still right?”').waitFor();
    const id = page.url().split('/').at(-1)!;
    await page.getByText('1 round deleted since the set was frozen').waitFor();
    await page.getByText('Completed', { exact: true }).waitFor();
    const all = page.getByRole('region', { name: 'All rounds' });
    await all.getByText(questions[1]!).waitFor();
    expect(await all.innerText()).not.toContain('What came after');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(6);
    expect(lines[1]).toContain('rounds of the frozen set “Still right?”');
    const data = await (await api('GET', '/api/account/export')).text();
    expect(data).toContain('"suite":{"id"');
    await page.goto(list);
    await page.getByText('Against 5 rounds of the frozen set “Still right?”').waitFor();
    await remove(id);
    expect(errors).toEqual([]);
  });

  test('and its frozen set fit, and are clean for axe', async () => {
    const { page } = await scene.visit(account);
    await page.goto(`${list}/new`);
    await page.getByLabel('AI service').selectOption({ label: 'Demo Brief' });
    await page.getByText('Frozen set', { exact: true }).click();
    await page.getByRole('button', { name: 'Start backtest' }).click();
    await page.getByText('Choose the frozen set.').waitFor();
    await page.getByLabel('Which frozen set').selectOption({ label: 'Still right?: 6 cases' });
    await page.getByText('1 round deleted since the set was frozen').waitFor();
    await page.getByRole('region', { name: 'Sample', exact: true }).scrollIntoViewIfNeeded();
    await expectCleanInLooks(page, 'backtest-frozen');
  });

  test('can be done by keyboard, and is deleted after a question', async () => {
    const { page } = await scene.visit(account);
    await open(page);
    const line = page.getByRole('region', { name: 'Worst losses' }).getByRole('button').first();
    await line.focus();
    await page.keyboard.press('Enter');
    expect(await line.getAttribute('aria-expanded')).toBe('true');
    await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
    const keep = page.getByRole('button', { name: 'Keep it' });
    expect(await keep.evaluate((button) => button === document.activeElement)).toBe(true);
    await keep.press('Enter');
    const remove = page.getByRole('button', { name: 'Delete', exact: true });
    expect(await remove.evaluate((button) => button === document.activeElement)).toBe(true);
    await remove.press('Enter');
    await page.getByRole('button', { name: 'Delete backtest' }).press('Enter');
    await page.getByRole('heading', { name: 'No backtests yet' }).waitFor();
  });
});
