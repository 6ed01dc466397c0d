import { beforeAll, describe, expect, test } from '@jest/globals';
import { listUserConversations } from '@polylogue/api-contract';
import { gate } from '@polylogue/test-kit';
import type { Account } from '../src/account.js';
import { expectClean, expectCleanInLooks } from '../src/axe.js';
import { shareScene } from '../src/scene.js';

describe('API keys in Your Account', () => {
  const scene = shareScene();
  let account: Account;

  beforeAll(async () => {
    account = await scene.signUp('Kay');
  });

  const statusOf = async (key: string) =>
    (await fetch(`${scene.url}/api/ai-services`, { headers: { authorization: `Bearer ${key}` } })).status;

  test('are made, shown once, used, and revoked after a confirmation', async () => {
    const { page, errors } = await scene.visit(account);
    await page.goto('/admin/account');
    const section = page.getByRole('region', { name: 'API Keys' });
    await section.getByLabel('Name of the key').fill('Nightly script');
    await section.getByLabel('AI services', { exact: true }).selectOption('Only some');
    await section.getByLabel(/Daily budget/).fill('nothing');
    await section.getByRole('button', { name: 'Create key' }).click();
    await section.getByText('Write an amount of dollars above 0, such as 2.50.').waitFor();
    await expectCleanInLooks(page, 'api-keys');
    await section.getByRole('group', { name: 'It may ask' }).getByRole('checkbox').first().check();
    await section.getByLabel(/Daily budget/).fill('2.50');
    await section.getByRole('button', { name: 'Create key' }).click();
    const shown = section.getByRole('status').locator('code');
    const key = await shown.innerText();
    expect(key).toMatch(/^pl_live_[0-9A-Za-z]{38}$/);
    expect(await statusOf(key)).toBe(200);
    await expectClean(page, 'api-keys');

    await page.reload();
    await section.getByText(`${key.slice(0, 16)}…`).waitFor();
    await section.getByText('Today 0 calls, $0.00 of $2.50').waitFor();
    await expectClean(page, 'api-keys-listed');
    expect(await page.content()).not.toContain(key);

    await section.getByRole('button', { name: 'Revoke Nightly script' }).click();
    await section.getByRole('button', { name: 'Revoke it for good' }).click();
    await page.getByText('API key revoked', { exact: true }).waitFor();
    await section.getByText(`${key.slice(0, 16)}…`).waitFor({ state: 'detached' });
    expect(await statusOf(key)).toBe(401);
    expect(errors).toEqual([]);
  });

  test('of a user are an administrator’s to see and revoke, and the audit log names them', async () => {
    const bea = await scene.signUp('Bea');
    const body = { name: 'CI', scopes: ['read'], dailyBudget: 5, aiServices: [await someService()] };
    const made = await scene.apiOf(bea).fetch('POST', '/api/account/keys', body);
    const { key } = (await made.json()) as { key: string };
    const { page, errors } = await scene.visit(account);
    await page.goto('/admin');
    await page
      .getByRole('row')
      .filter({ hasText: bea.email })
      .getByRole('button', { name: /Details/ })
      .click();
    const details = page.getByRole('complementary', { name: /Details of Bea/ });
    const keys = details.getByRole('region', { name: 'API Keys' });
    await keys.getByText('Today 0 calls, $0.00 of $5.00').waitFor();
    await expectCleanInLooks(page, 'user-keys', { shown: keys });
    await page.goto('/admin?tab=analytics');
    const log = page.getByRole('region', { name: 'Audit Log' });
    await log.getByText(`API key “CI” (${key.slice(0, 16)}…)`).waitFor();
    const { opened, open: goOn } = gate();
    await page.route(`**${listUserConversations.path.replace('{id}', '*')}*`, (route) =>
      opened.then(() => route.continue()),
    );
    await page.goto('/admin');
    await page
      .getByRole('row')
      .filter({ hasText: bea.email })
      .getByRole('button', { name: /Details/ })
      .click();
    await keys.getByRole('button', { name: 'Revoke CI' }).click();
    await keys.getByRole('button', { name: 'Revoke it for good' }).click();
    await keys.getByText('No API keys').waitFor();
    // They come late, and moved nothing that was pressed.
    goOn();
    await details.getByText('No conversations found').waitFor();
    expect(await statusOf(key)).toBe(401);
    expect(errors).toEqual([]);
  });

  async function someService(): Promise<string> {
    const listed = await scene.apiOf(account).fetch('GET', '/api/ai-services');
    return ((await listed.json()) as { name: string }[])[0]!.name;
  }
});
