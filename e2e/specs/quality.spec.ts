import { readFile } from 'node:fs/promises';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { listQualityAssessments, pathOf, type QualityAssessment } from '@polylogue/api-contract';
import { until } from '@polylogue/test-kit';
import type { Page } from 'playwright-core';
import type { Account } from '../src/account.js';
import { Api } from '../src/api.js';
import { expectCleanInLooks, looksAt } from '../src/axe.js';
import { keepPicture, type Visitor, type VisitorOptions } from '../src/browser.js';
import { shareScene } from '../src/scene.js';

const selectedAIs = ['demo-sage', 'demo-brief', 'demo-scribe', 'demo-spark'];
const message =
  'Explain when optimistic locking beats pessimistic locking in a seat booking system, and what you would pick first.';
const scene = shareScene();
let account: Account;
let api: Api;
let visitor: Visitor | undefined;

beforeAll(async () => {
  account = await scene.signUp();
  api = scene.apiOf(account);
});

afterEach(async () => {
  expect(visitor?.errors ?? []).toEqual([]);
  visitor = undefined;
});

const enter = async (options: VisitorOptions = {}): Promise<Page> => {
  visitor = await scene.visit(account, options);
  await visitor.page.goto('/quality-assessment');
  return visitor.page;
};

const assessments = async (): Promise<QualityAssessment[]> => {
  const lists = (await api.conversations()).map(async ({ id }) => {
    const answer = await api.fetch('GET', pathOf(listQualityAssessments.path, { id }));
    return (await answer.json()) as QualityAssessment[];
  });
  return (await Promise.all(lists)).flat();
};

const column = async (page: Page, index: number) => {
  const cells = page.getByRole('region', { name: 'Assessments' }).locator(`tbody tr td:nth-child(${index})`);
  await cells.first().waitFor();
  return cells.allInnerTexts();
};

describe('services judging each other', () => {
  test('there is nothing to compare before a message', async () => {
    const page = await enter();
    await page.getByText('No Multi-AI Conversations Found').waitFor();
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor({ state: 'attached' });
  });

  test('a broadcast is judged by itself, every pair once, and no service judges itself', async () => {
    for await (const { event } of api.send({ message, selectedAIs, mode: 'selective' })) if (event === 'done') break;
    await until(async () => (await assessments()).length === 12, { timeoutMs: 60_000, what: 'the verdicts' });
    const all = await assessments();
    expect(all.filter(({ status }) => status === 'failed')).toEqual([]);
    const pairs = all.map(({ assessorServiceId, targetServiceId }) => `${assessorServiceId} ${targetServiceId}`);
    expect(new Set(pairs).size).toBe(12);
    expect(all.filter((each) => each.assessorServiceId === each.targetServiceId)).toEqual([]);
  });

  test('the screen shows them, sorts them, and colours them by band', async () => {
    const page = await enter();
    await page.getByText('12 of 12 verdicts').waitFor();
    await keepPicture(page, 'quality');
    const matrix = page.getByRole('group', { name: 'Assessment matrix, scrolls sideways' });
    expect(await matrix.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    const figures = async () => (await column(page, 3)).map(Number);
    const best = await figures();
    expect(best).toEqual([...best].sort((one, other) => other - one));
    const sort = page.getByRole('region', { name: 'Assessments' });
    await sort.getByRole('button', { name: 'Overall' }).click();
    expect(await sort.locator('th[aria-sort="descending"], th[aria-sort="ascending"]').count()).toBe(0);
    await sort.getByRole('button', { name: 'Overall' }).click();
    expect(await figures()).toEqual([...best].reverse());
    await sort.getByRole('button', { name: 'Assessor AI' }).click();
    const assessors = await column(page, 1);
    expect(assessors).toEqual([...assessors].sort().reverse());

    const green = ['rgb(220, 239, 228)', 'rgb(250, 235, 198)', 'rgb(248, 217, 213)'];
    const cells = await sort
      .locator('[data-band]')
      .evaluateAll((found) =>
        found.map((cell) => [Number(cell.textContent), getComputedStyle(cell).backgroundColor] as const),
      );
    for (const [score, colour] of cells) expect(colour).toBe(green[score >= 80 ? 0 : score >= 60 ? 1 : 2]);
    expect(cells).toHaveLength(60);
  });

  test('a cell opens the judge’s words and the reply; Escape closes it', async () => {
    const page = await enter();
    await page.getByRole('button', { name: /^Demo Sage about Demo Scribe: \d+/ }).click();
    const details = page.getByRole('dialog', { name: 'Demo Sage about Demo Scribe' });
    await details.getByText('Measured, not understood').waitFor();
    await details.getByText('rubric v1').waitFor();
    await details.getByText('What your message holds').waitFor();
    await keepPicture(page, 'quality-details');
    // It stands beside the page, and covers no key.
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await palette.waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    expect(await details.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'hidden' });
  });

  test('nothing on the screen is pushed about while it loads', async () => {
    const { page } = (visitor = await scene.visit(account));
    await page.addInitScript(() => {
      const seen = window as unknown as { shifted: number };
      seen.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shifted += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/quality-assessment');
    await page.getByText('12 of 12 verdicts').waitFor();
    await page.getByRole('region', { name: 'Summary' }).waitFor();
    expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThanOrEqual(0.02);
  });

  test('the CSV holds the rows as they are shown', async () => {
    const page = await enter();
    await page.getByText('12 of 12 verdicts').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^polylogue-quality-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines[0]).toBe(
      'Assessor AI,Target AI,Overall Score,Bias Score,Safety Score,Accuracy Score,Adherence Score,Status,Analysis,Assessment Date',
    );
    expect(lines.slice(1).map((line) => line.split(',')[2])).toEqual(await column(page, 3));
  });

  test('the summary has average and median of each target, the best first', async () => {
    const page = await enter();
    await page.getByText('12 of 12 verdicts').waitFor();
    const rows = page.getByRole('region', { name: 'Summary' }).locator('tbody').first().locator('tr');
    // The code that shows it may come a moment after the count of verdicts.
    await rows.first().waitFor();
    const shown = await rows.evaluateAll((found) =>
      found.map((row) =>
        [...row.querySelectorAll('th, td')].slice(0, 3).map((cell) => (cell as HTMLElement).innerText),
      ),
    );
    const names = new Map((await api.services()).map(({ name, displayName }) => [name, displayName]));
    const all = await assessments();
    const expected = selectedAIs.map((target) => {
      const scores = all.flatMap((each) =>
        each.targetServiceId === target && each.status === 'completed' ? [each.overallScore] : [],
      );
      const [low, middle, high] = scores.sort((one, other) => one - other) as [number, number, number];
      return { target: names.get(target)!, mean: (low + middle + high) / 3, median: middle };
    });
    const rowOf = ({ target, mean, median }: (typeof expected)[number]) => [
      target,
      String(Math.round(mean)),
      String(median),
    ];
    // Equal averages may stand in either order.
    expect([...shown].sort()).toEqual(expected.map(rowOf).sort());
    const means = new Map(expected.map(({ target, mean }) => [target, mean]));
    const inOrder = shown.map(([name]) => means.get(name!)!);
    expect(inOrder).toEqual([...inOrder].sort((one, other) => other - one));
  });

  test('is loaded again by itself; an expired session is skipped with a warning', async () => {
    visitor = await scene.visit(account);
    const { page } = visitor;
    await page.clock.install();
    await page.goto('/quality-assessment');
    await page.getByText('12 of 12 verdicts').waitFor();
    const warnings: string[] = [];
    page.on('console', (line) => line.type() === 'warning' && warnings.push(line.text()));
    let requests = 0;
    await page.route('**/api/quality-assessments/conversation/*/all', (route) => {
      requests += 1;
      // One of the four is refused.
      return requests === 1
        ? route.fulfill({ status: 401, json: { error: 'Sign in.', code: 'signed_out' } })
        : route.continue();
    });
    const isLoadedAgain = async () => {
      // Not while they are under way: the page would give up waiting for them.
      if (requests === 0) await page.clock.fastForward(10_000);
      return requests >= 4;
    };
    await until(isLoadedAgain, { what: 'the next look' });
    await until(() => warnings.some((warning) => /skipped: not signed in/.test(warning)), { what: 'the warning' });
    await page.getByText('of 12 verdicts').waitFor();
    // The page logs failed requests to the console too.
    expect(visitor!.errors.splice(0)).toEqual([expect.stringContaining('401')]);
  });

  test('on a phone each assessment is two lines: who about whom with score and status, then the words', async () => {
    const page = await enter({ width: 360, height: 800 });
    await page.getByText('12 of 12 verdicts').waitFor();
    const row = page.getByRole('region', { name: 'Assessments' }).locator('tbody tr').first();
    await row.waitFor();
    const tops = await row
      .locator('td:visible')
      .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().top / 12)));
    expect(tops).toHaveLength(5);
    expect(new Set(tops.slice(0, 4)).size).toBeLessThanOrEqual(2);
    expect(tops[4]).toBeGreaterThan(Math.max(...tops.slice(0, 4)));
    await row.getByRole('button').click();
    await page.getByRole('dialog').getByText('rubric v1').waitFor();
  });

  test.each([
    [6, false],
    [9, false],
    [12, true],
  ])('the columns of %i targets fit at 1440 px, or it is said that they scroll: %p', async (count, scrolls) => {
    const [verdict] = await assessments();
    const names = Array.from({ length: count }, (_each, index) => `a-service-by-a-long-name-${index + 1}`);
    const pairs = names.flatMap((assessor) =>
      names.filter((name) => name !== assessor).map((name) => [assessor, name]),
    );
    const verdicts = pairs.map(([assessorServiceId, targetServiceId], index) => {
      const id = `${verdict!.id.slice(0, -4)}${String(index + 1).padStart(4, '0')}`;
      return { ...verdict, id, assessorServiceId, targetServiceId };
    });
    visitor = await scene.visit(account);
    const { page } = visitor;
    let isGiven = false;
    await page.route('**/api/quality-assessments/conversation/*/all', (route) => {
      const json = isGiven ? [] : verdicts;
      isGiven = true;
      return route.fulfill({ json });
    });
    await page.goto('/quality-assessment');
    const matrix = page.getByRole('region', { name: 'Assessment Matrix' });
    await matrix.getByRole('row').nth(count).waitFor();
    await keepPicture(page, `quality-matrix-${count}`);
    const area = matrix.getByRole('group', { name: 'Assessment matrix, scrolls sideways' });
    expect(await area.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(scrolls);
    expect(await matrix.getByText(`${count} targets: scrolls sideways`).count()).toBe(scrolls ? 1 : 0);
  });

  test('fits from phone to wide screen, and axe finds nothing', async () => {
    visitor = await scene.visit(account);
    const { page } = visitor;
    await page.goto('/quality-assessment');
    await page.getByText('12 of 12 verdicts').waitFor();
    await expectCleanInLooks(page, 'quality', { at: looksAt(1440, 360, 2560) });
  });
});
