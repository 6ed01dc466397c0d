import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { listQualityAssessments, pathOf, type QualityAssessment } from '@polylogue/api-contract';
import { until } from '@polylogue/test-kit';
import type { Account } from '../src/account.js';
import type { Api } from '../src/api.js';
import { expectCleanInLooks } from '../src/axe.js';
import { keepPicture } from '../src/browser.js';
import { shareScene } from '../src/scene.js';

const texts = ['demo-sage', 'demo-brief', 'demo-scribe', 'demo-spark', 'demo-tortoise', 'demo-contrarian'];
const four = texts.slice(0, 4);
const scene = shareScene();
let account: Account;
let api: Api;

/** Sends a message, and answers its id and those of the replies by service. */
async function send(message: string, selectedAIs: readonly string[]) {
  let broadcastId = '';
  const replies = new Map<string, string>();
  for await (const { event, data } of api.send({ message, selectedAIs: [...selectedAIs], mode: 'selective' })) {
    const { broadcastId: id, targets } = data as {
      broadcastId?: string;
      targets?: { aiService: { name: string } | string; messageId: string }[];
    };
    if (id) broadcastId = id;
    for (const { aiService, messageId } of targets ?? [])
      replies.set(typeof aiService === 'string' ? aiService : aiService.name, messageId);
    if (event === 'done') break;
  }
  return { broadcastId, replies };
}

async function vote(broadcastId: string, body: unknown): Promise<number> {
  return (await api.fetch('PUT', `/api/broadcasts/${broadcastId}/vote`, body)).status;
}

const assessments = async (): Promise<QualityAssessment[]> => {
  const lists = (await api.conversations()).map(async ({ id }) => {
    const answer = await api.fetch('GET', pathOf(listQualityAssessments.path, { id }));
    return (await answer.json()) as QualityAssessment[];
  });
  return (await Promise.all(lists)).flat();
};

beforeAll(async () => {
  account = await scene.signUp();
  api = scene.apiOf(account);
});

describe('the leaderboard', () => {
  test('says what to do before there is a vote', async () => {
    const { page, errors } = await scene.visit(account);
    await page.goto('/quality-assessment');
    await page.getByRole('link', { name: 'Leaderboard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Leaderboard' }).waitFor();
    await page.getByRole('heading', { name: 'No votes yet' }).waitFor();
    await page.getByText('Judges', { exact: true }).click();
    await page.getByRole('heading', { name: 'No verdicts yet' }).waitFor();
    expect(errors).toEqual([]);
  });

  test('counts votes, and ranks what they part', async () => {
    const outcomes = [...Array.from({ length: 14 }, () => 'demo-sage'), 'demo-brief', 'demo-scribe', '', 'tie'];
    for (const [at, outcome] of outcomes.entries()) {
      const { broadcastId, replies } = await send(`Name ${at + 3} cities by the sea, and say why.`, four);
      const best = replies.get(outcome);
      const named = best ? { outcome: 'best', best: [best], reasons: ['correct', 'clear'] } : undefined;
      const said = named ?? { outcome: outcome === 'tie' ? 'tie' : 'all_bad' };
      expect(await vote(broadcastId, said)).toBe(200);
    }
    await until(async () => (await assessments()).length >= outcomes.length * 12, {
      timeoutMs: 120_000,
      what: 'the verdicts',
    });
    const { page } = await scene.visit(account);
    await page.goto('/quality-assessment/leaderboard');
    const people = page.getByRole('region', { name: 'People’s votes' });
    await people.getByText('18 votes, 1 found all replies bad').waitFor();
    const rows = people.locator('tbody tr');
    expect(await rows.count()).toBe(4);
    expect(await rows.first().innerText()).toMatch(/^1\s+Demo Sage/);
    expect(await rows.last().innerText()).toContain('not enough votes yet');
    await page.getByRole('region', { name: 'AI scores' }).waitFor();
  });

  test('measures judges of backtests by both orders of each pair', async () => {
    const begun = await api.fetch(
      'POST',
      '/api/backtests',
      {
        name: 'Contrary?',
        candidate: { aiService: 'demo-contrarian' },
        sample: { source: 'newest', count: 12 },
        budget: { usd: null, calls: 300 },
      },
      { 'idempotency-key': randomUUID() },
    );
    const { id } = (await begun.json()) as { id: string };
    const status = async () =>
      ((await (await api.fetch('GET', `/api/backtests/${id}`)).json()) as { status: string }).status;
    await until(async () => (await status()) === 'completed', { timeoutMs: 120_000, what: 'the backtest' });
    const { page } = await scene.visit(account, { height: 1240 });
    await page.goto('/quality-assessment/leaderboard');
    await page.getByText('Judges', { exact: true }).click();
    const rows = page.getByRole('region', { name: 'Comparing two replies' }).locator('tbody tr');
    const pairs = async () => {
      const cells = await rows.locator('td:nth-child(2)').allInnerTexts();
      return cells.reduce((sum, cell) => sum + Number(cell), 0);
    };
    await rows.first().waitFor();
    expect(await pairs()).toBe(12);
    await keepPicture(page, 'judges');
    await page.goto(`/quality-assessment/backtests/${id}`);
    const own = page.getByRole('region', { name: 'Judges in both orders' }).locator('tbody tr');
    await own.first().waitFor();
    expect(await own.first().innerText()).toMatch(/^Demo .*\d+ %/s);
    await keepPicture(page, 'backtest-whole');
  });

  test('comes as CSV', async () => {
    const { page } = await scene.visit(account);
    await page.goto('/quality-assessment/leaderboard');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text).toMatch(/^People's votes\r\nRank,AI service,Version,Rating/);
    expect(text).toContain('\r\n1,Demo Sage,');
    expect(text).toContain('\r\nAI scores\r\n');
  });

  test('fits, and is clean for axe', async () => {
    const { page } = await scene.visit(account);
    await page.goto('/quality-assessment/leaderboard');
    await page.getByRole('region', { name: 'AI scores' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await expectCleanInLooks(page, 'leaderboard');
    await page.getByText('Judges', { exact: true }).click();
    await page.getByRole('region', { name: 'Agreement with people' }).waitFor();
    await page.getByRole('region', { name: 'Effects' }).waitFor();
    await page.getByRole('region', { name: 'Comparing two replies' }).waitFor();
    await expectCleanInLooks(page, 'judges');
  });

  test('over the installation is for administrators', async () => {
    const other = await scene.signUp();
    await scene.approve(other);
    for (const path of ['/api/admin/leaderboard', '/api/admin/leaderboard/judges']) {
      expect((await scene.apiOf(other).fetch('GET', path)).status).toBe(403);
      expect((await api.fetch('GET', path)).status).toBe(200);
    }
  });
});

describe('the matrix of nine services', () => {
  test('fits at 1440 px without a scroll, and is sorted by its columns', async () => {
    const names: string[] = [];
    for (const name of ['Terse', 'Kind', 'Exact']) {
      const settings = { systemPrompt: `Be ${name.toLowerCase()}.` };
      const made = await api.fetch('POST', '/api/answer-presets', { name, settings, aiServices: ['demo-sage'] });
      names.push(`demo-sage..${((await made.json()) as { id: string }).id}`);
    }
    const before = (await assessments()).length;
    await send('Which of nine answers is best, and why?', [...texts, ...names]);
    await until(async () => (await assessments()).length >= before + 40, { timeoutMs: 120_000, what: 'the verdicts' });
    const { page } = await scene.visit(account, { width: 1440 });
    await page.goto('/quality-assessment');
    const matrix = page.getByRole('group', { name: 'Assessment matrix, scrolls sideways' });
    await matrix.getByRole('button', { name: 'leniency: sort the judges by it' }).waitFor();
    expect(await matrix.locator('thead th').count()).toBe(11);
    expect(await matrix.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    const column = () => matrix.locator('tbody tr:not(:last-child) td:last-child').allInnerTexts();
    const figures = async () => (await column()).map((each) => Number(each.replace('−', '-').replace('—', '0')));
    await matrix.getByRole('button', { name: 'leniency: sort the judges by it' }).click();
    const falling = await figures();
    expect(falling).toEqual(falling.toSorted((one, other) => other - one));
    await matrix.getByRole('button', { name: 'leniency: sort the judges by it' }).click();
    const rising = await figures();
    expect(rising).toEqual(rising.toSorted((one, other) => one - other));
    await keepPicture(page, 'matrix-nine');
  });
});
