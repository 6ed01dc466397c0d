import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Account } from '../src/account.js';
import { shareScene } from '../src/scene.js';

const hello = { message: 'Hello', selectedAIs: ['demo-brief'], mode: 'individual' } as const;

describe('approval by an administrator', () => {
  const scene = shareScene();
  let admin: Account;
  let newcomer: Account;

  beforeAll(async () => {
    admin = await scene.signUp('Ada');
    newcomer = await scene.signUp('Charles');
  });

  test('a newcomer may look and must wait; an administrator approves; the newcomer may send', async () => {
    const api = scene.apiOf(newcomer);
    const refused = await api.fetch('POST', '/api/send-message', hello);
    expect([refused.status, (await refused.json()) as unknown]).toEqual([
      403,
      expect.objectContaining({ code: 'approval_required' }),
    ]);
    expect(await api.conversations()).toEqual([]);

    const visitor = await scene.visit(admin);
    const { page } = visitor;
    await page.goto('/admin');
    const row = page.getByRole('row').filter({ hasText: newcomer.email });
    await row.getByRole('button', { name: /Approve/ }).click();
    await page.getByText('User has been approved successfully.', { exact: true }).waitFor();
    await row.getByRole('button', { name: /Approve/ }).waitFor({ state: 'detached' });
    expect(visitor.errors).toEqual([]);

    const answer = await api.fetch('POST', '/api/send-message', hello);
    expect([answer.status, (await answer.json()) as unknown]).toEqual([
      200,
      expect.objectContaining({ results: [expect.objectContaining({ aiService: 'demo-brief', success: true })] }),
    ]);
  });

  test('a user who is no administrator sees neither Settings nor the panel', async () => {
    const { page } = await scene.visit(newcomer);
    await page.goto('/');
    await page.getByRole('link', { name: 'History' }).waitFor();
    expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
    await page.goto('/admin');
    await page.getByText('Admin Access Required').waitFor();
    const refused = await scene.apiOf(newcomer).fetch('GET', '/api/admin/users');
    expect(refused.status).toBe(403);
  });
});
