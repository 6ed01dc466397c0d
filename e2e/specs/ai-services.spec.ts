import { beforeAll, describe, expect, test } from '@jest/globals';
import { fakeAi, type FakeAi } from '@polylogue/test-kit';
import type { Page } from 'playwright-core';
import type { Account } from '../src/account.js';
import { expectCleanInLooks } from '../src/axe.js';
import { keepPicture } from '../src/browser.js';
import { setScene } from '../src/scene.js';

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const secret = 'sk-that-nobody-sees';

/** Fills in the form, first with an address that is refused. */
async function addTheNewOne(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: 'Add service' }).click();
  const form = page.getByRole('complementary', { name: 'Add an AI service' });
  await form.getByLabel('Display name').fill('The New One');
  await form.getByLabel('Model').fill('model-one');
  await form.getByLabel('Base URL').fill('http://169.254.169.254/v1');
  await form.getByLabel('API key').fill(secret);
  await form.getByRole('button', { name: 'Add service' }).click();
  await form.getByText(/in a network that is not allowed here/).waitFor();
  await form.getByLabel('Base URL').fill(url);
  await form.getByRole('button', { name: 'Add service' }).click();
  await page.getByText('AI service added', { exact: true }).waitFor();
}

describe('AI services in the admin panel', () => {
  let vendor: FakeAi;
  let admin: Account;
  let user: Account;

  const scene = setScene(async (keep) => {
    vendor = keep(await fakeAi());
    vendor.replies('model-one', 'Hello from the new one.');
    // As an operator allows a server of their own.
    return { env: { AI_DISPATCH_ALLOWED_NETWORKS: '127.0.0.1', AI_DISPATCH_PROBE_SECONDS: '2' } };
  });
  beforeAll(async () => {
    admin = await scene.signUp('Ines');
    user = await scene.signUp('Marta');
    await scene.approve(user);
  });

  test('one is added, tested, and answers on the dashboard of another user who never reloads', async () => {
    const [boss, reader] = [await scene.visit(admin), await scene.visit(user)];
    await reader.page.goto('/');
    await panel(reader.page, 'Demo Sage').waitFor();
    const { page } = boss;
    await page.goto('/admin?tab=ai-services');
    await page.getByRole('row').filter({ hasText: 'Demo Sage' }).waitFor();
    await addTheNewOne(page, vendor.url);
    await page.getByRole('button', { name: 'Test The New One' }).click();
    await page.getByText('The New One works.').waitFor();
    await page.getByRole('row').filter({ hasText: 'Connected' }).filter({ hasText: 'model-one' }).waitFor();
    await keepPicture(page, 'ai-services');

    const box = panel(reader.page, 'The New One');
    await box.waitFor();
    // Demo services are hidden once there is a real one.
    await panel(reader.page, 'Demo Sage').waitFor({ state: 'detached' });
    await reader.page.getByRole('textbox').fill('Who are you?');
    await reader.page.getByRole('button', { name: 'Send' }).click();
    await box.getByText('Hello from the new one.').waitFor();
    expect(vendor.requestsFor('model-one').at(-1)?.headers.authorization).toBe(`Bearer ${secret}`);

    vendor.replies('model-one', { status: 401, errorMessage: `Incorrect API key provided: ${secret}` });
    await page.getByRole('button', { name: 'Test The New One' }).click();
    await page.getByText('The New One did not accept the API key. An administrator has to check it.').waitFor();
    await box.getByText('Error', { exact: true }).waitFor();
    await reader.page.getByRole('textbox').fill('And now?');
    await reader.page.getByRole('button', { name: 'Send' }).click();
    await box
      .getByText('Unable to connect to The New One. Please check the API key configuration.', { exact: true })
      .waitFor();
    await box.getByRole('button', { name: 'Retry Connection' }).waitFor();
    await keepPicture(page, 'ai-services-wrong-key');

    await page.getByRole('switch', { name: 'Offer The New One' }).click();
    await box.getByText('The New One is no longer offered. What it wrote stays here and in history.').waitFor();
    await box.getByText('Hello from the new one.').waitFor();
    await box.getByRole('button', { name: 'Retry Connection' }).waitFor({ state: 'detached' });
    await panel(reader.page, 'Demo Sage').waitFor();
    for (const { page: each } of [boss, reader]) expect(await each.content()).not.toContain(secret);
    // The page logs the form's refused request too.
    const refused = 'POST /api/admin/ai-services failed: 400';
    expect([...boss.errors, ...reader.errors].filter((line) => !line.startsWith(refused))).toEqual([]);
    await page.goto('/admin?tab=analytics');
    for (const action of ['ai service added', 'ai service tested', 'ai service disabled']) {
      await page.getByText(action).first().waitFor();
    }
  });

  test('an administrator says how it answers, and no preset asks for more than is allowed', async () => {
    vendor.replies('model-one', 'In short.');
    const { page: boss } = await scene.visit(admin);
    await boss.goto('/admin?tab=ai-services');
    const isOffered = boss.getByRole('switch', { name: 'Offer The New One' });
    if (!(await isOffered.isChecked())) await isOffered.click();
    await boss.getByRole('button', { name: 'Edit The New One' }).click();
    const form = boss.getByRole('complementary', { name: 'Edit The New One' });
    await form.getByText('How it answers').click();
    await form.getByLabel('Instructions').fill('Answer in one sentence.');
    await form.getByLabel('Temperature').fill('hot');
    await form.getByLabel('Longest answer allowed').fill('200');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('The temperature must be between 0 and 2.').waitFor();
    await form.getByLabel('Temperature').fill('0.4');
    await form.getByLabel('Temperature').scrollIntoViewIfNeeded();
    await expectCleanInLooks(boss, 'how-it-answers');
    await form.getByRole('button', { name: 'Save' }).click();
    await boss.getByText('AI service changed', { exact: true }).waitFor();

    const { page, errors } = await scene.visit(user);
    await page.goto('/');
    await panel(page, 'The New One').waitFor();
    await page.getByRole('button', { name: 'Answer settings' }).click();
    const drawer = page.getByRole('dialog', { name: 'How services answer' });
    await drawer.getByRole('button', { name: 'New preset' }).click();
    await drawer.getByLabel('Longest answer').fill('5000');
    await drawer.getByRole('checkbox', { name: 'The New One' }).check();
    await drawer.getByText('The New One may use at most 200.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('textbox').fill('What is a lock?');
    await page.getByRole('button', { name: 'Send' }).click();
    await panel(page, 'The New One').getByText('In short.').waitFor();
    const sent = vendor.requestsFor('model-one').at(-1)?.body;
    expect(sent).toMatchObject({ temperature: 0.4, max_tokens: 200 });
    expect(sent?.messages?.[0]).toEqual({ role: 'system', content: 'Answer in one sentence.' });
    expect(errors).toEqual([]);
  });

  test('one that is renamed or switched off keeps name, colour and filter of what it said', async () => {
    const { page, errors } = await scene.visit(user);
    const change = async (path: string, body: object) =>
      expect((await scene.apiOf(admin).fetch('PUT', `/api/admin/ai-services/the-new-one${path}`, body)).status).toBe(
        200,
      );
    const rowOf = async (name: string) => {
      await page.goto('/history');
      await page.getByRole('combobox', { name: 'AI service' }).selectOption({ label: name });
      await page.getByText('1–1 of 1').waitFor();
      return page.getByRole('row', { name: 'Who are you?' });
    };
    await change('/enabled', { enabled: true });
    const style = await (await rowOf('The New One')).getAttribute('style');
    expect(style).toMatch(/--a-light: #[0-9A-F]{6};/);
    await change('', { displayName: 'Another Name' });
    await (await rowOf('Another Name')).getByRole('button', { name: 'Who are you?', exact: true }).click();
    await page.getByRole('article', { name: 'Reply of The New One' }).getByText('Hello from the new one.').waitFor();
    await change('/enabled', { enabled: false });
    const row = await rowOf('Another Name');
    await row.getByText('Another Name', { exact: true }).waitFor();
    expect(await row.getAttribute('style')).toBe(style);
    await keepPicture(page, 'history-of-a-former-service');
    await change('', { displayName: 'The New One' });
    expect(errors).toEqual([]);
  });

  test('only an administrator sees or changes them', async () => {
    const api = scene.apiOf(user);
    for (const [method, path] of [
      ['GET', '/api/admin/ai-services'],
      ['POST', '/api/admin/ai-services'],
      ['DELETE', '/api/admin/ai-services/the-new-one'],
    ] as const) {
      expect((await api.fetch(method, path)).status).toBe(403);
    }
  });

  test('are clean for axe and fit', async () => {
    const { page } = await scene.visit(admin);
    await page.goto('/admin?tab=ai-services');
    await page.getByRole('button', { name: 'Edit The New One' }).waitFor();
    for (const state of ['list', 'form']) {
      if (state === 'form') {
        await page.getByRole('button', { name: 'Edit The New One' }).click();
        await page.getByRole('complementary').getByLabel('Display name').waitFor();
      }
      await expectCleanInLooks(page, `ai-services-${state}`);
    }
  });
});
