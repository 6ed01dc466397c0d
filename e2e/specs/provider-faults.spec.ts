import { beforeAll, describe, expect, test } from '@jest/globals';
import { fakeAi, freePort, type FakeAi } from '@polylogue/test-kit';
import type { Page } from 'playwright-core';
import type { Account } from '../src/account.js';
import { keepPicture } from '../src/browser.js';
import { setScene } from '../src/scene.js';

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

describe('providers that fail in every way', () => {
  let vendor: FakeAi;
  let account: Account;

  const scene = setScene(async (keep) => {
    vendor = keep(await fakeAi());
    vendor.replies('well', { chunks: ['All ', 'is ', 'well.'] });
    vendor.replies('hangs', { fault: 'hang' });
    vendor.replies('wrong-key', { status: 401, errorMessage: 'Incorrect API key provided: sk-secret' });
    vendor.replies('busy', { status: 429 });
    // The cut may lose the last piece: only what had arrived before counts.
    vendor.replies('broken', { chunks: ['Half of ', 'an answer', ' that breaks'], delayMs: 50, fault: 'cut' });
    const service = (name: string, color: string, known: object = {}) => ({
      name,
      displayName: `The ${name} one`,
      color,
      category: 'text',
      provider: 'openai-compatible',
      model: name,
      baseUrl: vendor.url,
      apiKey: 'sk-secret',
      ...known,
    });
    const aiServices = [
      service('well', '#097C56'),
      service('hangs', '#036EAE', { timeouts: { firstToken: 2_000 } }),
      service('wrong-key', '#AC430E'),
      service('busy', '#487906'),
      service('broken', '#8C47A0'),
      service('away', '#AA3A62', { baseUrl: `http://127.0.0.1:${await freePort()}/v1` }),
    ];
    return { aiServices };
  });
  beforeAll(async () => void (account = await scene.signUp()));

  test('each panel says so, and the healthy service is untouched', async () => {
    const visitor = await scene.visit(account);
    const { page } = visitor;
    await page.goto('/');
    await page.getByRole('textbox').fill('How are you?');
    await page.getByRole('button', { name: 'Send' }).click();
    await panel(page, 'The well one').getByText('All is well.').waitFor();
    await page.getByText('Some services failed', { exact: true }).waitFor({ timeout: 60_000 });

    for (const name of ['wrong-key', 'away']) {
      const box = panel(page, `The ${name} one`);
      await box.getByText('Connection Error', { exact: true }).waitFor();
      await box
        .getByText(`Unable to connect to The ${name} one. Please check the API key configuration.`, { exact: true })
        .waitFor();
      await box.getByText('Error', { exact: true }).waitFor();
      await box.getByRole('button', { name: 'Retry Connection' }).waitFor();
    }
    await panel(page, 'The wrong-key one')
      .getByText('The wrong-key one did not accept the API key. An administrator has to check it.')
      .waitFor();
    await panel(page, 'The broken one').getByText('Half of an answer').waitFor();
    await panel(page, 'The broken one').getByText('Interrupted', { exact: true }).waitFor();
    for (const name of ['hangs', 'busy']) {
      await panel(page, `The ${name} one`).getByRole('button', { name: /Retry/ }).waitFor();
    }
    await keepPicture(page, 'dashboard-faults');
    expect(await page.content()).not.toContain('sk-secret');
    expect(visitor.errors).toEqual([]);
  });

  test('an administrator is led to the settings of the service', async () => {
    const { page } = await scene.visit(account);
    await page.goto('/');
    await panel(page, 'The away one').getByRole('link', { name: 'Open its settings' }).click();
    await page.getByRole('complementary', { name: 'Edit The away one' }).waitFor();
  });

  test('Retry Connection connects a provider whose key is right again', async () => {
    const { page } = await scene.visit(account);
    await page.goto('/');
    const box = panel(page, 'The wrong-key one');
    await box.getByText('Error', { exact: true }).waitFor();
    vendor.replies('wrong-key', 'The key is right now.');
    await box.getByRole('button', { name: 'Retry Connection' }).click();
    await box.getByText('Connected', { exact: true }).waitFor();
  });
});
