import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Account } from '../src/account.js';
import { expectCleanInLooks } from '../src/axe.js';
import { keepPicture } from '../src/browser.js';
import { setScene } from '../src/scene.js';

describe('the admin panel', () => {
  const scene = setScene();
  let admin: Account;
  let user: Account;

  beforeAll(async () => {
    admin = await scene.signUp('Ines');
    user = await scene.signUp('Marta');
  });

  test('shows what a user does within seconds, their conversations, and the figures', async () => {
    const { page, errors } = await scene.visit(admin);
    await page.goto('/admin');
    for (const name of ['Dashboard', 'History', 'AI Chat']) await page.getByRole('link', { name }).waitFor();
    const row = page.getByRole('row').filter({ hasText: user.email });
    await row.getByRole('button', { name: /Approve/ }).click();
    await page.getByText('User has been approved successfully.', { exact: true }).waitFor();
    const sent = scene.apiOf(user).send({
      message: 'What is a polylogue?',
      selectedAIs: ['demo-brief'],
      mode: 'individual',
    });
    for await (const event of sent) expect(event).toBeDefined();
    await row.getByRole('button', { name: /Details/ }).click();
    const details = page.getByRole('complementary', { name: /Details of Marta/ });
    await details.getByText('1 service, 20 characters').waitFor();
    for (const label of ['User login', 'User approved', 'AI response received', 'Conversation completed']) {
      await details.getByText(label).first().waitFor();
    }
    await details.locator('li p').first().waitFor();
    expect((await details.locator('li p').first().innerText()).length).toBeLessThanOrEqual(101);
    await keepPicture(page, 'admin-users');
    await page.getByRole('tab', { name: 'System Analytics' }).click();
    await page.getByText('Average Session Duration').waitFor();
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText(/entries, whole/).waitFor();
    await keepPicture(page, 'admin-analytics');
    expect(errors).toEqual([]);
  });

  test('is clean for axe and fits', async () => {
    const { page } = await scene.visit(admin);
    for (const [path, label] of [
      ['/admin', /Details of Marta/],
      ['/admin?tab=analytics', 'Average Session Duration'],
      ['/admin/account', /last used/],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (path === '/admin') {
        await page.getByRole('button', { name: label }).click();
        const details = page.getByRole('complementary', { name: label });
        await details.getByText('Conversation completed').first().waitFor();
        await details.locator('li p').first().waitFor();
      } else await page.getByText(label).first().waitFor();
      await expectCleanInLooks(page, `admin-${path.split(/[=/]/).at(-1)}`);
    }
  });

  test('a user takes everything along, signs out everywhere, and deletes the account from every store', async () => {
    const { page } = await scene.visit(user);
    await page.goto('/');
    await page.getByRole('link', { name: 'Your account' }).click();
    await page
      .getByText(/last used/)
      .first()
      .waitFor();
    const api = scene.apiOf(user);
    const record = (await (await api.fetch('GET', '/api/account/export')).json()) as { conversations: unknown[] };
    expect(record.conversations).toHaveLength(1);
    await page.getByLabel(/Type .* to confirm/).fill(user.email);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByText('Multi-AI Interface Platform').waitFor();
    expect((await api.fetch('GET', '/api/auth/user')).status).toBe(401);
    const list = await scene.apiOf(admin).fetch('GET', '/api/admin/users');
    expect(await list.text()).not.toContain(user.email);
  });
});
