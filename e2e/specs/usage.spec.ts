import { beforeAll, describe, expect, test } from '@jest/globals';
import { fakeAi, farFromMidnight, until, type FakeAi } from '@polylogue/test-kit';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from '../src/account.js';
import { expectClean, expectCleanInLooks, looks } from '../src/axe.js';
import { keepPicture, setLook } from '../src/browser.js';
import { DashboardScreen } from '../src/dashboard-screen.js';
import { setScene } from '../src/scene.js';
import { scriptedServices } from '../src/scripted-services.js';

const refusal = 'Your budget for today does not leave room for this. It starts anew at 00:00 UTC.';

// 200 tokens are sent and 100 received, at a thousandth of a dollar each: 0.30 a call; about 0.05 are reserved before.
describe('usage and cost', () => {
  let vendor: FakeAi;
  let admin: Account;
  let user: Account;

  const scene = setScene(async (keep) => {
    await farFromMidnight(5 * 60_000);
    const folder = await mkdtemp(join(tmpdir(), 'polylogue-prices-'));
    keep({ close: () => rm(folder, { recursive: true, force: true }) });
    const prices = join(folder, 'prices.yaml');
    await writeFile(prices, '- { service: priced, input: 1000, output: 1000 }\n');
    vendor = keep(await fakeAi());
    const usage = { prompt_tokens: 200, completion_tokens: 100, total_tokens: 300 };
    vendor.replies('priced', { chunks: ['A reply ', 'that costs.'], usage });
    vendor.replies('unknown', { chunks: ['A reply ', 'of unknown price.'], usage });
    return {
      aiServices: scriptedServices(vendor, { priced: 'text', unknown: 'text' }),
      env: {
        AI_PRICES_FILE: prices,
        AI_DISPATCH_USER_DAILY_BUDGET: '0.70',
        AI_DISPATCH_EXPECTED_OUTPUT_TOKENS: '40',
        QUALITY_MODE: 'off',
      },
    };
  });
  beforeAll(async () => {
    admin = await scene.signUp('Ines');
    user = await scene.signUp('Marta');
    await scene.approve(user);
    // What a message may cost is asked about in estimate.spec.ts.
    await scene.apiOf(user).fetch('PUT', '/api/account/preferences', { askAbove: null });
  });

  interface Allowance {
    cost: { spent: number; reserved: number };
    unpricedCalls: number;
  }
  const allowanceOf = async (account: Account) =>
    (await (await scene.apiOf(account).fetch('GET', '/api/account/allowance')).json()) as Allowance;
  const spent = (dollars: number) =>
    until(async () => {
      const { cost } = await allowanceOf(user);
      return Math.round(cost.spent * 100) === Math.round(dollars * 100) && cost.reserved === 0;
    });

  test('shows what a reply cost, and refuses a message over the budget as a whole', async () => {
    const { page, errors } = await scene.visit(user);
    const dashboard = new DashboardScreen(page);
    await page.goto('/');
    await dashboard.panel('Priced').waitFor();
    await dashboard.send('What does this cost?');
    const figures = (name: string) => dashboard.panel(name).locator('footer');
    await figures('Priced').getByText('≈ $0.30').waitFor();
    await figures('Priced').getByText('100 tokens', { exact: true }).waitFor();
    await figures('Unknown').getByText('100 tokens', { exact: true }).waitFor();
    // The cost of the other one is unknown: there is no figure, and no 0.
    expect(await figures('Unknown').innerText()).not.toContain('$');
    await keepPicture(page, 'usage-panels');
    await spent(0.3);
    await dashboard.send('Once more.');
    await spent(0.6);
    await dashboard.send('And again, with more than is left: ' + 'word '.repeat(60));
    await dashboard.says('Failed to send message', refusal);
    expect(vendor.requestsFor('priced')).toHaveLength(2);
    expect(vendor.requestsFor('unknown')).toHaveLength(2);
    // The page logs the refused request, as it does every failure.
    expect(errors).toEqual([expect.stringMatching(/^POST \/api\/send-message failed: 429: /)]);
  });

  test('answers a script when to come back', async () => {
    const message = { message: 'word '.repeat(80), selectedAIs: ['priced'], mode: 'individual' };
    const answer = await scene.apiOf(user).fetch('POST', '/api/send-message', message);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({ code: 'budget_exhausted', error: refusal });
  });

  test('fails a saved query over the budget with the reason', async () => {
    const api = scene.apiOf(user);
    const made = await api.fetch('POST', '/api/saved-queries', {
      title: 'Dear',
      content: 'word '.repeat(80),
      selectedAiServices: ['priced'],
    });
    const { id } = (await made.json()) as { id: number };
    expect((await api.fetch('POST', `/api/saved-queries/${id}/execute`, {})).status).toBe(202);
    const execution = await until(async () => {
      const query = (await (await api.fetch('GET', `/api/saved-queries/${id}`)).json()) as {
        executions: { status: string; errorMessage: string | null }[];
      };
      return query.executions.find(({ status }) => status === 'failed');
    });
    expect(execution.errorMessage).toBe(refusal);
  });

  test('shows users what they have used today', async () => {
    const { page, errors } = await scene.visit(user);
    await page.goto('/admin/account');
    await page.getByText('$0.60 of $0.70').waitFor();
    await page.getByText('The cost of 2 calls is not known, and in no sum.').waitFor();
    await keepPicture(page, 'usage-account');
    expect(errors).toEqual([]);
  });

  test('shows administrators who used what, and exports it as a file', async () => {
    const { page, errors } = await scene.visit(admin);
    await page.goto('/admin');
    await page.getByRole('tab', { name: 'Usage & Cost' }).click();
    await page.getByText('≈ $0.60').first().waitFor();
    await page.getByText('estimated by the price list').waitFor();
    const unknown = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Unknown' }) });
    expect(await unknown.getByRole('cell').allInnerTexts()).toEqual(['Unknown', '2', '0', '400', '200', '2 calls']);
    await page.locator('label', { hasText: /^User$/ }).click();
    await page.getByRole('rowheader', { name: user.email }).waitFor();
    await page.getByText('Figures as a table').click();
    await page.getByRole('region', { name: 'Cost per day' }).getByText('≈ $0.60').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    const day = new Date().toISOString().slice(0, 10);
    expect(download.suggestedFilename()).toMatch(/^polylogue-usage-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines.slice(1)).toEqual([
      `${day},Marta Lovelace,${user.email},Priced,2,0,400,200,0,0,0.6,0,0,0`,
      `${day},Marta Lovelace,${user.email},Unknown,2,0,400,200,0,0,0,2,0,0`,
    ]);
    await page.getByLabel('From').fill('2020-01-01');
    await page.getByText('Choose at most 366 days.').waitFor();
    expect(errors).toEqual([]);
  });

  test('is clean for axe and fits', async () => {
    const { page } = await scene.visit(admin);
    for (const [path, ...texts] of [
      ['/admin?tab=usage', 'Calls', '≈ $0.60', 'estimated by the price list'],
      ['/admin/account', 'Usage Today', /of \$0\.70/],
    ] as const) {
      await page.goto(path);
      for (const each of texts) await page.getByText(each).first().waitFor();
      for (const [width, theme] of looks.toReversed()) {
        await setLook(page, { width, theme });
        await expectClean(page, `usage-${path.split(/[=/]/).at(-1)}-${width}-${theme}`);
        // However many tabs there are, the open one is seen whole.
        for (const tab of await page.getByRole('tab', { selected: true }).all()) {
          const { x, width: ownWidth } = (await tab.boundingBox())!;
          expect(x + ownWidth).toBeLessThanOrEqual(width);
        }
      }
    }
  });

  test('counts an API key for itself, up to a budget of its own', async () => {
    const owner = await scene.signUp('Kim');
    await scene.approve(owner);
    const body = { name: 'CI', scopes: ['send', 'schedules'], dailyBudget: 0.32 };
    const made = await scene.apiOf(owner).fetch('POST', '/api/account/keys', body);
    const { key } = (await made.json()) as { key: string };
    const ask = () =>
      fetch(`${scene.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'polylogue/priced', messages: [{ role: 'user', content: 'How much?' }] }),
      });
    expect((await ask()).status).toBe(200);
    const { page, errors } = await scene.visit(owner);
    await until(async () => {
      await page.goto('/admin/account');
      return page
        .getByText('Today 1 call, $0.30 of $0.32')
        .waitFor({ timeout: 2_000 })
        .then(
          () => true,
          () => false,
        );
    });
    const before = vendor.requestsFor('priced').length;
    const refused = await ask();
    expect([refused.status, await refused.json()]).toEqual([
      429,
      { error: expect.objectContaining({ code: 'key_budget_exhausted', type: 'rate_limit_error' }) },
    ]);
    // Without the key there is room: the budget of its owner is another one.
    const message = { message: 'How much?', selectedAIs: ['priced'], mode: 'individual' };
    expect((await scene.apiOf(owner).fetch('POST', '/api/send-message', message)).status).toBe(200);
    expect(vendor.requestsFor('priced')).toHaveLength(before + 1);
    expect(errors).toEqual([]);
    const panel = await scene.visit(admin);
    await panel.page.goto('/admin?tab=usage');
    await panel.page.locator('label', { hasText: /^API Key$/ }).click();
    const row = panel.page.getByRole('row').filter({ hasText: `CI (${key.slice(0, 16)}…)` });
    await row.getByText('≈ $0.30').waitFor();
    await row.getByText(owner.email).waitFor();
    await expectCleanInLooks(panel.page, 'usage-keys');
    expect(panel.errors).toEqual([]);
  });
});
