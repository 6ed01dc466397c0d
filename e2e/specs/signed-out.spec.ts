import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { keepPicture, type Visitor } from '../src/browser.js';
import { shareScene } from '../src/scene.js';

describe('a visitor who is signed out', () => {
  const scene = shareScene();
  let visitor: Visitor;

  beforeEach(async () => {
    visitor = await scene.visit();
  });

  afterEach(async () => {
    expect(visitor.errors).toEqual([]);
  });

  test('sees the landing page with its texts', async () => {
    const { page } = visitor;
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: 'Polylogue' }).waitFor();
    for (const text of [
      'Multi-AI Interface Platform',
      'Query multiple AI services simultaneously and compare responses side-by-side.',
      'Simultaneous Queries',
      'Conversation History',
      'Export & Manage',
      'Version 1.7.0',
      'Build 20250710-001',
      'Deployed 2025-07-10',
    ]) {
      await page.getByText(text, { exact: true }).first().waitFor();
    }
    await keepPicture(page, 'landing');
  });

  test('sees the theme of the system as it changes', async () => {
    const { page } = visitor;
    await page.goto('/');
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForFunction((wanted) => document.documentElement.dataset['theme'] === wanted, colorScheme);
    }
  });

  test.each(['Sign In', 'Get Started'])('%s leads the browser to /api/login', async (name) => {
    const { page } = visitor;
    await page.goto('/');
    await page.getByText(name, { exact: true }).first().click();
    await page.waitForURL(/\/api\/login/);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });

  test('signs up, is led back to the page they wanted, and signs out', async () => {
    const { page } = visitor;
    await page.goto('/history');
    await page.getByText('Get Started', { exact: true }).first().click();
    await page.waitForURL(/\/api\/login/);
    const form = page.locator('form[action*="signup"]');
    await form.getByLabel('First name').fill('Grace');
    await form.getByLabel('Last name').fill('Hopper');
    await form.getByLabel('E-mail').fill('grace@example.test');
    await form.getByLabel('Password').fill('nanoseconds are wires');
    await keepPicture(page, 'sign-up');
    await form.getByRole('button', { name: 'Create an account' }).click();
    await page.waitForURL(`${scene.url}/history`);
    await page.getByText('No conversations found').waitFor();

    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(`${scene.url}/`);
    await page.getByText('Multi-AI Interface Platform').waitFor();
  });

  test('reads that /admin needs an administrator, and is led to sign in after a second', async () => {
    const { page } = visitor;
    await page.goto('/admin');
    await page.getByText('Admin Access Required').waitFor();
    await page.waitForURL(/\/api\/login/);
  });

  test('sees Page Not Found on an unknown path', async () => {
    const { page } = visitor;
    await page.goto('/nowhere');
    await page.getByText('Page Not Found').waitFor();
  });
});
