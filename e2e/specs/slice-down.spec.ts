import { expect, test } from '@jest/globals';
import { shareScene } from '../src/scene.js';

const scene = shareScene();

test('a slice that is down is one card with Retry; the rest works, and Retry needs no reload', async () => {
  const { context, page } = await scene.visit(await scene.signUp());
  let isDown = true;
  await context.route('**/slices/mfe-history/**', (route) => (isDown ? route.abort() : route.continue()));

  await page.goto('/history');
  await page.getByText('History is not answering').waitFor();
  await page.getByText('The rest of Polylogue works. Nothing is lost.').waitFor();
  await page.getByRole('link', { name: 'Quality Assessment' }).click();
  await page.getByRole('heading', { level: 1, name: /Quality/ }).waitFor();

  await page.getByRole('link', { name: 'History' }).click();
  await page.getByText('History is not answering').waitFor();
  let loads = 0;
  page.on('load', () => loads++);
  isDown = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('No conversations found').waitFor();
  expect(loads).toBe(0);
});
