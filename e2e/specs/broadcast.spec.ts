import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { until } from '@polylogue/test-kit';
import type { Page } from 'playwright-core';
import type { Account } from '../src/account.js';
import { keepPicture, type Visitor } from '../src/browser.js';
import { setScene } from '../src/scene.js';

const services = [
  'Demo Sage',
  'Demo Brief',
  'Demo Scribe',
  'Demo Tortoise',
  'Demo Spark',
  'Demo Contrarian',
  'Demo Canvas',
  'Demo Voice',
  'Demo Reel',
];
const message = 'Count to 12, then write a table of three fruits.';

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

describe('one message to nine demo services', () => {
  const scene = setScene();
  let visitor: Visitor;
  let account: Account;

  beforeAll(async () => {
    account = await scene.signUp();
  });

  beforeEach(async () => {
    visitor = await scene.visit(account);
    await visitor.page.goto('/');
  });

  afterEach(async () => {
    expect(visitor.errors).toEqual([]);
  });

  test('every reply streams in its own panel; a reload in the middle loses nothing', async () => {
    const { page } = visitor;
    await page.getByText('9 AI services available').waitFor();
    await page.getByRole('textbox').fill(message);
    // Waited for at the same time: one may have ended before another begins.
    const begun = services.slice(0, 6).map((name) => panel(page, name).getByText('Processing').waitFor());
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Sending...').waitFor();
    await Promise.all(begun);
    await keepPicture(page, 'dashboard-streaming');

    await page.reload();
    await page.getByText('Message sent successfully', { exact: true }).waitFor({ timeout: 60_000 });
    await page.getByText('Received responses from 9 AI service(s)', { exact: true }).waitFor();
    await keepPicture(page, 'dashboard');

    const stored = await scene.apiOf(account).conversations();
    expect(stored).toHaveLength(9);
    for (const { aiService, messages } of stored) {
      expect(messages.map(({ role, status }) => `${role} ${status}`)).toEqual([
        'user completed',
        'assistant completed',
      ]);
      if (messages[1]!.media) {
        await panel(page, aiService.displayName)
          .getByRole('link', { name: /^Download / })
          .waitFor();
        continue;
      }
      const shown = (await panel(page, aiService.displayName).innerText()).replaceAll(/\s+/g, ' ');
      const lastWords = messages[1]!.content
        .replaceAll(/[^\p{L}\p{N} ]+/gu, ' ')
        .trim()
        .split(/\s+/)
        .at(-1)!;
      expect(shown).toContain(lastWords);
    }
  });

  test('Stop ends one reply and leaves the others alone', async () => {
    const { page } = visitor;
    await page.getByRole('textbox').fill('Explain slowly, in many steps, how a clock works.');
    await page.getByRole('button', { name: 'Send' }).click();
    const slow = panel(page, 'Demo Tortoise');
    await slow.getByText('Processing').waitFor();
    await slow.getByRole('button', { name: /^Stop/ }).click();
    await slow.getByText('Cancelled').waitFor();
    const api = scene.apiOf(account);
    const statuses = await until(
      async () => {
        const last = (await api.conversations()).map(({ aiService, messages }) => [
          aiService.name,
          messages.at(-1)!.status,
        ]);
        return last.every(([, status]) => !['pending', 'streaming'].includes(status!)) && Object.fromEntries(last);
      },
      { timeoutMs: 60_000, what: 'the end of the others' },
    );
    expect(statuses).toEqual({
      ...Object.fromEntries(
        ['sage', 'brief', 'scribe', 'spark', 'contrarian', 'canvas', 'voice', 'reel'].map((name) => [
          `demo-${name}`,
          'completed',
        ]),
      ),
      'demo-tortoise': 'cancelled',
    });
  });
});
