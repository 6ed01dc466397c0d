import { describe, expect, test } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import { shareScene } from '../src/scene.js';

const scene = shareScene();
let last: BrowserContext;

describe('a window that the next test goes on with', () => {
  test('is left with all that a visitor can leave in it', async () => {
    const { page, context } = await scene.visit(await scene.signUp());
    await page.goto('/history');
    await page.evaluate(() => {
      localStorage.setItem('draft', 'mine');
      sessionStorage.setItem('draft', 'mine');
    });
    await context.grantPermissions(['clipboard-read']);
    await context.route('**/healthz', (route) => route.abort());
    await page.route('**/api/**', (route) => route.abort());
    page.on('dialog', (dialog) => void dialog.accept());
    await context.newPage();
    last = context;
  });

  test('has nothing of that in it', async () => {
    const { page, context, errors } = await scene.visit(undefined, { width: 360 });
    expect(context).toBe(last);
    expect(context.pages()).toEqual([page]);
    expect(await context.cookies()).toEqual([]);
    expect((await page.goto('/healthz'))?.status()).toBe(200);
    const found = await page.evaluate(async () => ({
      kept: [localStorage.length, sessionStorage.length],
      clipboard: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
      width: innerWidth,
      user: (await fetch('/api/auth/user')).status,
      confirmed: confirm('Really?'),
    }));
    expect(found).toEqual({ kept: [0, 0], clipboard: 'prompt', width: 360, user: 401, confirmed: false });
    expect(errors).toEqual([]);
    await page.clock.install();
  });

  test('is another one after a visitor who changed what cannot be changed back', async () => {
    const { context } = await scene.visit();
    expect(context).not.toBe(last);
  });
});
