import { beforeAll, describe, expect, test } from '@jest/globals';
import type { AnswerOf, createSavedQuery } from '@polylogue/api-contract';
import type { Page } from 'playwright-core';
import type { Account } from '../src/account.js';
import { expectCleanInLooks } from '../src/axe.js';
import { shareScene } from '../src/scene.js';

const scene = shareScene();
let user: Account;
let admin: Account;

beforeAll(async () => {
  admin = await scene.signUp('Nora');
  user = await scene.signUp('Ursa');
  await scene.approve(user);
});

const bell = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name, exact: true });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notices' });

async function open(page: Page, name: string) {
  await bell(page, name).click();
  await panel(page).waitFor();
  return panel(page);
}

async function runOnce(title: string): Promise<number> {
  const query = { title, content: 'What changed?', selectedAiServices: ['demo-brief'] };
  const api = scene.apiOf(user);
  const made = await api.fetch('POST', '/api/saved-queries', query);
  const { id } = (await made.json()) as AnswerOf<typeof createSavedQuery>;
  expect((await api.fetch('POST', `/api/saved-queries/${id}/execute`, {})).ok).toBe(true);
  return id;
}

describe('notices', () => {
  test('come live to every device, and what is read on one is read on all', async () => {
    const desk = await scene.visit(user);
    const phone = await scene.visit(user);
    await phone.page.setViewportSize({ width: 360, height: 760 });
    await desk.page.goto('/admin/account');
    await phone.page.goto('/saved-queries');
    for (const { page } of [desk, phone]) await bell(page, '1 unread notice').waitFor();

    const finished = desk.page.getByRole('checkbox', { name: 'A run finished' });
    expect(await finished.isChecked()).toBe(false);
    expect(await desk.page.getByRole('checkbox', { name: 'A user waits for approval' }).count()).toBe(0);
    await finished.check();
    await desk.page.getByText('Saved', { exact: true }).waitFor();

    const id = await runOnce('Morning prices');
    for (const { page } of [desk, phone]) await bell(page, '2 unread notices').waitFor();
    const notices = await open(desk.page, '2 unread notices');
    const notice = notices.getByRole('link', { name: 'Morning prices: 1 of 1 answered' });
    await notice.waitFor();
    await notices.getByRole('link', { name: 'Your account has been approved' }).waitFor();
    await notice.click();
    await desk.page.waitForURL(`**/saved-queries/${id}/results`);
    expect(await panel(desk.page).count()).toBe(0);
    for (const { page } of [desk, phone]) await bell(page, '1 unread notice').waitFor();

    const small = await open(phone.page, '1 unread notice');
    expect(await small.evaluate((dialog) => dialog.getBoundingClientRect().width)).toBe(360);
    await small.getByRole('button', { name: 'Mark all as read' }).click();
    for (const { page } of [desk, phone]) await bell(page, 'Notices').waitFor();
    expect([...desk.errors, ...phone.errors]).toEqual([]);
  });

  test('tell administrators who waits; the panel is clean, and Escape gives the focus back', async () => {
    await scene.signUp('Wanda');
    const { page, errors } = await scene.visit(admin);
    await page.goto('/saved-queries');
    const button = page.getByRole('banner').getByRole('button', { name: /unread notice/ });
    await button.waitFor();
    const box = (await button.boundingBox())!;
    expect([box.width, box.height].every((size) => size >= 44)).toBe(true);
    await button.click();
    const waiting = panel(page).getByRole('link', { name: /Unread: Wanda .* is waiting for approval/ });
    await waiting.waitFor();
    await expectCleanInLooks(page, 'notices');
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await expectCleanInLooks(page, 'notices-closed');
    await button.click();
    await waiting.click();
    await page.waitForURL('**/admin');
    await page.goto('/admin/account#notices-title');
    await page.getByRole('checkbox', { name: 'A user waits for approval' }).waitFor();
    await expectCleanInLooks(page, 'notices-account');
    expect(errors).toEqual([]);
  });
});
