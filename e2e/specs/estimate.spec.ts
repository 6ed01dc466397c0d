import { beforeAll, describe, expect, test } from '@jest/globals';
import { fakeAi, farFromMidnight, until, type FakeAi } from '@polylogue/test-kit';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from '../src/account.js';
import { axeFindings, expectCleanInLooks } from '../src/axe.js';
import { keepPicture } from '../src/browser.js';
import { DashboardScreen } from '../src/dashboard-screen.js';
import { setScene } from '../src/scene.js';
import { scriptedServices } from '../src/scripted-services.js';

// Nothing is known of the services: four bytes make a token, and an answer has 250 to 1,000 of them. At a thousandth of
// a dollar for a token of the dear one's answer that is $0.25 to $1.00, of the cheap one's a hundredth of it.
describe('the price before sending', () => {
  let vendor: FakeAi;
  let user: Account;
  let admin: Account;

  const scene = setScene(async (keep) => {
    await farFromMidnight(5 * 60_000);
    const folder = await mkdtemp(join(tmpdir(), 'polylogue-prices-'));
    keep({ close: () => rm(folder, { recursive: true, force: true }) });
    const prices = join(folder, 'prices.yaml');
    await writeFile(
      prices,
      '- { service: dear, input: 40, output: 1000 }\n- { service: cheap, input: 0.4, output: 10 }\n',
    );
    vendor = keep(await fakeAi());
    const usage = { prompt_tokens: 200, completion_tokens: 400, total_tokens: 600 };
    for (const name of ['dear', 'cheap', 'unknown'])
      vendor.replies(name, { chunks: ['A reply ', `of ${name}.`], usage });
    return {
      aiServices: scriptedServices(vendor, { dear: 'text', cheap: 'text', unknown: 'text' }),
      env: { AI_PRICES_FILE: prices, QUALITY_MODE: 'auto' },
    };
  });
  beforeAll(async () => {
    admin = await scene.signUp('Ines');
    user = await scene.signUp('Marta');
    await scene.approve(user);
  });

  const dashboardOf = async (account = user) => {
    const { page, errors } = await scene.visit(account);
    await page.goto('/');
    const dashboard = new DashboardScreen(page);
    await dashboard.panel('Dear').waitFor();
    return { page, errors, dashboard };
  };
  const question = 'This will cost about $0.26–1.01. Send?';
  const longMessage = 'word '.repeat(200);

  test('stands under the box, with how many prices are not known and who will judge', async () => {
    const { page, errors, dashboard } = await dashboardOf();
    await dashboard.box().fill('What does this cost?');
    const line = '≈ $0.25–1.01 + 1 service of unknown price · 3 services · plus judges: Cheap, Dear, Unknown';
    await page.getByText(line, { exact: true }).waitFor();
    await page
      .getByRole('status', { name: 'Estimate' })
      .getByText(/What Unknown costs is not known\. Judging costs about \$\d.* more\.$/)
      .waitFor();
    await keepPicture(page, 'estimate');
    expect(await axeFindings(page)).toEqual([]);
    await dashboard.mode('Individual AI');
    await dashboard.tile('cheap').click();
    await page.getByText('≈ $0.0025–0.01 · 1 service', { exact: true }).waitFor();
    await dashboard.tile('unknown').click();
    await page.getByText('Price unknown · 1 service', { exact: true }).waitFor();
    await dashboard.box().fill('');
    await page.getByText(/^Price unknown/).waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });

  test('is asked about above a dollar, and nothing is sent when the answer is no', async () => {
    const { page, dashboard } = await dashboardOf();
    await dashboard.mode('Individual AI');
    await dashboard.tile('dear').click();
    await dashboard.send(longMessage);
    const dialog = page.getByRole('dialog', { name: question });
    await dialog.waitFor();
    await keepPicture(page, 'estimate-question');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await dashboard.button('Send').click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await dashboard.box().inputValue()).toBe(longMessage);
    expect(await scene.apiOf(user).conversations()).toEqual([]);
    expect(vendor.requestsFor('dear')).toHaveLength(0);
  });

  test('is no longer asked about once the user chose another amount', async () => {
    const { page, dashboard } = await dashboardOf();
    await page.goto('/admin/account');
    const amount = page.getByRole('textbox', { name: /^Ask me before/ });
    await amount.fill('some');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter an amount in dollars, such as 1 or 0.50.').waitFor();
    await amount.fill('1.50');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.pl-toast-title').getByText('Saved').waitFor();
    await page.goto('/');
    await dashboard.mode('Individual AI');
    await dashboard.tile('dear').click();
    await dashboard.send(longMessage);
    await dashboard.panel('Dear').getByText('A reply of dear.').waitFor();
    expect(vendor.requestsFor('dear')).toHaveLength(1);
  });

  test('stands in the record beside what it came to, in History and in an export', async () => {
    const { page, dashboard } = await dashboardOf();
    await dashboard.panel('Dear').getByText('A reply of dear.').waitFor();
    await dashboard.choose('Dear', 'Show what was sent');
    const record = page.getByRole('region', { name: 'How it was generated' });
    // 200 tokens at 40 dollars a million and 400 at 1,000.
    await record.getByText('$0.26–1.01, came to $0.41', { exact: true }).waitFor();
    await keepPicture(page, 'estimate-record');
    await page.keyboard.press('Escape');
    await page.goto('/history');
    await page
      .getByRole('row', { name: 'Dear' })
      .first()
      .getByText(/^word word/)
      .first()
      .click();
    await page.getByText(/estimated \$0\.26–1\.01, came to \$0\.41/).waitFor();
    await page.getByRole('button', { name: 'Export All' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Markdown/ }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain('estimated 0.26 to 1.01 USD, came to 0.408 USD');
  });

  test('is compared with what replies came to, for administrators', async () => {
    await until(async () => {
      const answer = await scene.apiOf(admin).fetch('GET', '/api/admin/usage/estimates');
      return ((await answer.json()) as unknown[]).length > 0;
    });
    const { page, errors } = await scene.visit(admin);
    await page.goto('/admin?tab=usage');
    const table = page.getByRole('region', { name: 'How good estimates were' }).getByRole('table');
    await table.getByText('100 % of 1 reply', { exact: true }).waitFor();
    await table.getByText('36 % below the estimate', { exact: true }).waitFor();
    expect(errors).toEqual([]);
  });

  test('is clean for axe and fits', async () => {
    const { page } = await scene.visit(admin);
    await page.goto('/');
    await page.getByRole('textbox', { name: 'Message' }).fill('What does this cost?');
    await page.getByText(/^≈ \$/).waitFor();
    await expectCleanInLooks(page, 'estimate-line');
    await page.goto('/admin?tab=usage');
    await page.getByText('100 % of 1 reply', { exact: true }).scrollIntoViewIfNeeded();
    await expectCleanInLooks(page, 'estimate-usage');
    await page.goto('/admin/account');
    await page.getByText('Never ask').scrollIntoViewIfNeeded();
    await expectCleanInLooks(page, 'estimate-account');
  });

  test('is asked about in History too, before a conversation goes on or a round is asked again', async () => {
    const { page, errors } = await scene.visit(user);
    const api = scene.apiOf(user);
    expect((await api.fetch('PUT', '/api/account/preferences', { askAbove: 0.1 })).status).toBe(200);
    const before = vendor.requestsFor('dear').length;
    await page.goto('/history');
    await page
      .getByRole('row', { name: 'Dear' })
      .first()
      .getByText(/^word word/)
      .first()
      .click();
    const pane = page.getByRole('complementary', { name: 'Conversation' });
    const dialog = page.getByRole('dialog', { name: /^This will cost about \$.+\. Send\?$/ });
    await pane.getByRole('button', { name: 'Ask again like this' }).click();
    await pane.getByRole('button', { name: 'Ask again', exact: true }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await pane.getByRole('textbox', { name: 'New message' }).fill('And now?');
    await pane.getByRole('button', { name: 'Continue', exact: true }).click();
    await dialog.waitFor();
    await keepPicture(page, 'estimate-question-history');
    expect(await axeFindings(page)).toEqual([]);
    // Escape answers the question, and leaves the conversation open.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await pane.waitFor();
    expect(vendor.requestsFor('dear')).toHaveLength(before);
    await pane.getByRole('button', { name: 'Continue', exact: true }).click();
    await dialog.getByRole('button', { name: 'Send' }).click();
    await until(() => vendor.requestsFor('dear').length === before + 1, { what: 'the message' });
    await page.getByText('Conversation continued').first().waitFor();
    expect(errors).toEqual([]);
  });
});
