import { beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '@polylogue/test-kit';
import type { Page } from 'playwright-core';
import type { Account } from '../src/account.js';
import { expectClean, expectCleanInLooks } from '../src/axe.js';
import { setScene } from '../src/scene.js';
import { openDatabase } from '../src/stores.js';

describe('administering', () => {
  const scene = setScene(() => ({ env: { CONVERSATION_RETENTION_SECONDS: '0.5' } }));
  let admin: Account;
  let user: Account;
  let userId: string;

  beforeAll(async () => {
    admin = await scene.signUp('Ines');
    user = await scene.signUp('Marta');
    userId = await scene.approve(user);
  });

  /** A dead letter, as it is left of an event whose handler failed several times. */
  const giveUpOn = async (consumer: string, payload: object) => {
    const database = await openDatabase(scene.product);
    await database.query(
      `INSERT INTO admin.dead_letters (consumer, event_id, subject, payload, headers, attempts, error)
       VALUES ($1, gen_random_uuid(), 'conversation.message_sent.v1', $2, '{}', 6, 'Error: the table was locked')`,
      [consumer, JSON.stringify(payload)],
    );
    await database.end();
  };

  test('dead letters are seen, replayed once and for all, and discarded', async () => {
    const { page, errors } = await scene.visit(admin);
    await page.goto('/admin?tab=dead-letters');
    await page.getByText('No dead letters').waitFor();
    const sent = {
      broadcastId: '0198a1b2-0000-7000-8000-000000000001',
      userId,
      aiServices: ['demo-brief'],
      messageLength: 41,
    };
    await giveUpOn('admin.ActivitiesConsumer.onMessageSent', sent);
    await giveUpOn('admin.FormerConsumer.onMessageSent', sent);
    await page.reload();
    await page.getByText('Error: the table was locked').first().waitFor();
    await page.getByRole('button', { name: 'Replay all' }).click();
    await page.getByText('1 handled, 1 failed again', { exact: true }).waitFor();
    await page.getByText(/Nothing of this name handles anything any more/).waitFor();
    // The event has been handled after all.
    const list = await scene.apiOf(admin).fetch('GET', `/api/admin/users?q=${user.email}`);
    expect(await list.text()).toContain('"messageLength":41');
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByRole('button', { name: 'Discard for good' }).click();
    await page.getByText('No dead letters').waitFor();
    const audit = await (await scene.apiOf(admin).fetch('GET', '/api/admin/audit?limit=10')).json();
    const actions = (audit as { action: string }[]).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith('dead_letters'))).toEqual([
      'dead_letters_discarded',
      'dead_letters_replayed',
    ]);
    expect(errors).toEqual([]);
  });

  test('an announcement is read by all users within seconds, dismissed by each, and gone when it is removed', async () => {
    const [boss, reader, visitor] = [await scene.visit(admin), await scene.visit(user), await scene.visit(undefined)];
    await reader.page.goto('/history');
    await reader.page.getByRole('heading', { level: 1 }).waitFor();
    await boss.page.goto('/admin?tab=announcement');
    await boss.page.getByLabel('Text').fill('Maintenance at <b>noon</b>: ten minutes.');
    await boss.page.getByLabel('Level').selectOption('warning');
    await boss.page.getByRole('button', { name: 'Announce', exact: true }).click();
    const banner = reader.page.getByRole('region', { name: 'Announcement' });
    await banner.getByText('Maintenance at <b>noon</b>: ten minutes.').waitFor();
    await visitor.page.goto('/');
    await visitor.page.getByText('Multi-AI Interface Platform').waitFor();
    expect(await visitor.page.getByText('Maintenance').count()).toBe(0);
    await banner.getByRole('button', { name: 'Dismiss announcement' }).click();
    await reader.page.reload();
    await reader.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await reader.page.getByText('Maintenance').count()).toBe(0);

    await boss.page.getByLabel('Text').fill('Maintenance is over soon.');
    await boss.page.getByLabel(/landing page/).check();
    await boss.page.getByRole('button', { name: 'Announce', exact: true }).click();
    await banner.getByText('Maintenance is over soon.').waitFor();
    await visitor.page.reload();
    await visitor.page.getByText('Maintenance is over soon.').waitFor();
    await expectClean(visitor.page, 'administering-landing');
    await boss.page.getByRole('button', { name: 'Remove' }).click();
    await banner.getByText('Maintenance is over soon.').waitFor({ state: 'detached' });
    for (const { errors } of [boss, reader, visitor]) {
      expect(errors).toEqual([]);
    }
  });

  test('a rule of retention says what it removes before it is saved, removes it, and says what it removed', async () => {
    const owner = await scene.signUp('Olaf');
    const database = await openDatabase(scene.product);
    await database.query(
      `INSERT INTO conversation.conversations
         (id, user_id, ai_service, title, on_dashboard, created_at, updated_at, message_count, comparison_id)
       SELECT gen_random_uuid(), $1, 'demo-brief', title, false, now() - age, now() - age, 0, gen_random_uuid()
       FROM (VALUES ('Long ago', interval '400 days'), ('Last week', interval '7 days')) AS those (title, age)`,
      [await scene.approve(owner)],
    );
    await database.end();
    const titles = async () => (await scene.apiOf(owner).conversations()).map(({ title }) => title);
    expect(await titles()).toEqual(['Last week', 'Long ago']);
    const { page, errors } = await scene.visit(admin);
    await page.goto('/admin?tab=retention');
    await page.getByText('Kept for ever').waitFor();
    await page.getByLabel('How long conversations are kept').selectOption('limited');
    await page.getByLabel('Days').fill('30');
    await page.getByRole('button', { name: 'See what would be removed' }).click();
    await page.getByText(/Within the hour 1 conversation with 0 messages/).waitFor();
    await page.getByRole('button', { name: 'Change nothing' }).click();
    await page.getByText(/Within the hour/).waitFor({ state: 'detached' });
    expect(await titles()).toEqual(['Last week', 'Long ago']);

    await page.getByRole('button', { name: 'See what would be removed' }).click();
    await page.getByRole('button', { name: 'Keep for 30 days' }).click();
    await page.getByText('What is older goes within the hour.').first().waitFor();
    await until(async () => (await titles()).length === 1);
    expect(await titles()).toEqual(['Last week']);
    await page.getByText('Nothing is due now.').waitFor();
    await page
      .getByRole('definition')
      .getByText(/^1 conversation with 0 messages/)
      .waitFor();
    const audit = await (await scene.apiOf(admin).fetch('GET', '/api/admin/audit?limit=10')).json();
    expect(audit).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ action: 'retention_set', details: expect.objectContaining({ keepDays: 30 }) }),
      ]),
    );
    expect(errors).toEqual([]);
  });

  /** The details of a user in the panel, and the link for a new password that was made there. */
  const linkFor = async ({ email }: Account) => {
    const boss = await scene.visit(admin);
    await boss.page.goto('/admin');
    const row = boss.page.getByRole('row').filter({ hasText: email });
    await row.getByRole('button', { name: /Details/ }).click();
    await boss.page.getByRole('button', { name: 'Reset password…' }).click();
    await expectClean(boss.page, 'administering-reset-link');
    await boss.page.getByRole('button', { name: 'Make the link' }).click();
    const link = await boss.page.getByText(/\/reset-password#/).innerText();
    await expectClean(boss.page, 'administering-reset-link-shown');
    return { boss, link };
  };

  const choose = async (page: Page, password: string) => {
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Set new password' }).click();
  };

  test('a user who forgot their password sets a new one by a link, once, and older sessions end', async () => {
    const eve = await scene.signUp('Eve');
    await scene.approve(eve);
    const before = await scene.visit(eve);
    await before.page.goto('/history');
    await before.page.getByRole('heading', { level: 1 }).waitFor();
    const { boss, link } = await linkFor(eve);
    const visitor = await scene.visit(undefined);
    await visitor.page.goto(link);
    await choose(visitor.page, 'short');
    await visitor.page.getByText('Use at least 10 characters.').waitFor();
    await choose(visitor.page, 'another long one');
    await visitor.page.getByRole('heading', { name: 'Your password is set' }).waitFor();
    expect(new URL(visitor.page.url()).hash).toBe('');
    expect((await scene.apiOf(eve).fetch('GET', '/api/auth/user')).status).toBe(401);
    await before.page.getByText('Multi-AI Interface Platform').waitFor();

    await visitor.page.getByRole('link', { name: 'Sign in' }).click();
    const signIn = async (password: string) => {
      const form = visitor.page.getByRole('form', { name: 'Sign in', exact: true });
      await form.getByLabel('E-mail').fill(eve.email);
      await form.getByLabel('Password').fill(password);
      await form.getByRole('button', { name: 'Sign in' }).click();
    };
    await signIn(eve.password);
    await visitor.page.getByText('The e-mail address or the password is wrong.').waitFor();
    await signIn('another long one');
    await visitor.page.getByRole('link', { name: 'Your account' }).waitFor();

    await visitor.page.goto('/');
    await visitor.page.goto(link);
    await choose(visitor.page, 'a third long one');
    await visitor.page.getByText(/This link does not hold any longer/).waitFor();
    await boss.page.getByRole('button', { name: 'Done' }).click();
    expect(await boss.page.getByText(/\/reset-password#/).count()).toBe(0);
    await boss.page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await boss.page.getByText('User signed out everywhere', { exact: true }).waitFor();
    await visitor.page.goto('/history');
    await visitor.page.getByText('Multi-AI Interface Platform').waitFor();
    const audit = await (await scene.apiOf(admin).fetch('GET', '/api/admin/audit?limit=50')).text();
    for (const action of ['password_link_made', 'password_reset', 'user_signed_out']) expect(audit).toContain(action);
    expect(audit).not.toContain(new URL(link).hash.slice(1));
  });

  test('the page of a link for a new password is clean for axe and fits', async () => {
    const { page } = await scene.visit();
    await page.goto('/reset-password#some-token');
    await choose(page, 'short');
    await page.getByText('Use at least 10 characters.').waitFor();
    await expectCleanInLooks(page, 'reset-password');
    await choose(page, 'another long one');
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await expectCleanInLooks(page, 'reset-password-unknown');
  });

  test('the status page names every service', async () => {
    const { page } = await scene.visit(admin);
    await page.goto('/admin?tab=status');
    await page.getByText('All services are ready.').waitFor();
    for (const name of ['gateway', 'conversation', 'ai-dispatch', 'quality', 'scheduler', 'admin']) {
      await page.getByRole('heading', { name, exact: true }).waitFor();
    }
  });

  test('is clean for axe and fits', async () => {
    await giveUpOn('admin.FormerConsumer.onMessageSent', { userId });
    const text =
      'On Sunday between nine and noon the database moves to a larger machine; replies may take a little longer.';
    const { page } = await scene.visit(admin);
    for (const [tab, level] of [
      ['announcement', 'critical'],
      ['retention', 'info'],
      ['dead-letters', 'critical'],
      ['status', 'info'],
    ] as const) {
      await scene.apiOf(admin).fetch('PUT', '/api/admin/announcement', { text, level });
      await page.goto(`/admin?tab=${tab}`);
      await page.getByText('On Sunday between nine').first().waitFor();
      await page.getByRole('tabpanel').getByRole('heading', { level: 2 }).first().waitFor();
      await expectCleanInLooks(page, `administering-${tab}`);
    }
  });

  test('a user takes everything along, clears all history, and deletes the account', async () => {
    const api = scene.apiOf(user);
    const message = { message: 'What is a polylogue?', selectedAIs: ['demo-brief'], mode: 'individual' as const };
    for await (const event of api.send(message)) expect(event).toBeDefined();
    const query = { title: 'Daily', content: 'What is new?', selectedAiServices: ['demo-brief'] };
    const { id } = (await (await api.fetch('POST', '/api/saved-queries', query)).json()) as { id: number };
    await api.fetch('POST', `/api/saved-queries/${id}/execute`, {});
    const ran = async () => (await (await api.fetch('GET', `/api/saved-queries/${id}`)).text()).includes('"completed"');
    await until(ran);
    const turn = { message: 'Hello', aiService: 'demo-brief', sessionId: 'one', conversationHistory: [] };
    await (await api.fetch('POST', '/api/ai-chat/send', turn)).text();

    const { page, errors } = await scene.visit(user);
    await page.goto('/admin/account');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export everything about me' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^polylogue-account-\d{4}-\d\d-\d\d\.json$/);
    const text = await new Response((await file.createReadStream()) as never).text();
    expect(JSON.parse(text)).toMatchObject({
      profile: { email: user.email },
      conversations: [{ messages: [{ content: 'What is a polylogue?' }, { role: 'assistant' }] }],
      aiChats: [{ id: 'one', turns: [{ message: 'Hello' }] }],
      savedQueries: [{ title: 'Daily' }],
      executions: [{ savedQueryId: id, status: 'completed', results: [{ aiService: { name: 'demo-brief' } }] }],
    });

    await page.getByRole('button', { name: 'Clear all history' }).click();
    await page.getByRole('button', { name: 'Clear it for good' }).click();
    await page.getByText('All history cleared', { exact: true }).waitFor();
    expect(await api.conversations()).toEqual([]);
    await page.getByLabel(/Type .* to confirm/).fill(user.email);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByText('Multi-AI Interface Platform').waitFor();
    expect((await api.fetch('GET', '/api/auth/user')).status).toBe(401);
    expect(errors).toEqual([]);
  });
});
