import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Account } from '../src/account.js';
import { expectCleanInLooks } from '../src/axe.js';
import { keepPicture } from '../src/browser.js';
import { DashboardScreen } from '../src/dashboard-screen.js';
import { shareScene } from '../src/scene.js';

// A question the dashboard suggests: what the demo services reply agrees and contradicts in known places.
const question = 'Explain optimistic and pessimistic locking, and when to pick each.';
const services = ['Demo Sage', 'Demo Brief', 'Demo Tortoise', 'Demo Contrarian'];
const scene = shareScene();
let account: Account;
let page: Page;
let errors: readonly string[];
let screen: DashboardScreen;

const version = (number: number, on = page) =>
  on.getByRole('region', { name: `One answer by Demo Scribe, version ${number}` });
const figures = /^(\d+) sentences · 2 disputed$/;
const sentencesOf = async (number: number) => {
  const text = await version(number).locator('header').getByText(figures).textContent();
  return Number(figures.exec(text ?? '')?.[1]);
};
const lit = () =>
  page.evaluate(() => {
    const passages: string[] = [];
    CSS.highlights.get('pl-passage')?.forEach((range) => passages.push(String(range)));
    return passages;
  });
const openHistory = async (on: Page) => {
  await on.goto('/history?show=comparisons');
  await on.getByRole('link', { name: question }).click();
  await on.getByRole('button', { name: /^Agreement / }).click();
};

beforeAll(async () => {
  account = await scene.signUp();
  ({ page, errors } = await scene.visit(account));
  screen = new DashboardScreen(page);
  await page.goto('/');
  await page.getByText('9 AI services available').waitFor();
  await screen.mode('Selective AIs');
  for (const tile of await page.getByRole('checkbox').all()) await tile.click();
  for (const name of services) await page.getByRole('checkbox', { name }).click();
  await screen.send(question);
  await screen.says('Message sent successfully', 'Received responses from 4 AI service(s)');
  await screen.closeToast();
  await screen.button('Agreement').click();
  await screen.button('Map 4 replies').click();
});

describe('one answer from the proven claims', () => {
  test('is written with a click: who stands behind each sentence, and what is disputed', async () => {
    await screen.button('Write one answer').click();
    await version(1).locator('header').getByText(figures).waitFor();
    expect(await version(1).getByText('Disputed', { exact: true }).count()).toBe(2);
    expect(await version(1).getByText('Unproven').count()).toBe(0);
    await version(1).scrollIntoViewIfNeeded();
    await keepPicture(page, 'merged-answer');
  });

  test('shows both sides of a dispute', async () => {
    const toggle = version(1).getByRole('button', { name: 'Both sides: 2 for, 2 against' });
    await toggle.press('Enter');
    await version(1)
      .getByRole('button', { name: 'Demo Contrarian contradicts: “optimistic locking is a poor default”' })
      .waitFor();
    await version(1).getByRole('button', { name: 'Demo Brief says: “Start with optimistic locking.”' }).waitFor();
    await toggle.scrollIntoViewIfNeeded();
    await keepPicture(page, 'merged-answer-disputed');
  });

  test('is rewritten by a wish from the same claims, and loses no dispute', async () => {
    const whole = await sentencesOf(1);
    await version(1).getByRole('button', { name: 'Shorter' }).click();
    await version(2).locator('header').getByText(figures).waitFor();
    expect(await sentencesOf(2)).toBeLessThan(whole);
    await page.getByRole('combobox', { name: 'Version', exact: true }).selectOption({ label: 'Version 1' });
    expect(await sentencesOf(1)).toBe(whole);
  });

  test('is saved as a file that names the services and their passages', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      version(1).getByRole('button', { name: 'Markdown' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^answer-[-0-9a-f]+\.md$/);
    const pieces: Buffer[] = [];
    for await (const piece of await download.createReadStream()) pieces.push(piece as Buffer);
    const file = Buffer.concat(pieces).toString();
    expect(file).toContain(question);
    expect(file).toContain('**Demo Contrarian** contradicts: “optimistic locking is a poor default”');
    expect(file).toMatch(/\n\[\^c1\]: /);
  });

  test('leads from a sentence to the passage in its panel', async () => {
    const chip = version(1)
      .getByRole('button', { name: /^Demo Sage says: “/ })
      .first();
    const quote = /“(.*)”$/s.exec((await chip.getAttribute('aria-label')) ?? '')?.[1];
    await chip.click();
    expect((await lit()).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([quote]);
  });

  test('stands in History as well, and is gone on from in a comparison of its own', async () => {
    await openHistory(page);
    await version(2).waitFor();
    await keepPicture(page, 'merged-answer-history');
    await version(2).getByRole('button', { name: 'Continue from this' }).click();
    await page.getByRole('textbox', { name: 'New message' }).fill('What follows from that?');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('region', { name: 'Round: What follows from that?' }).waitFor();
    await page.getByText(question).first().waitFor();
    expect(errors).toEqual([]);
  });

  test('is clean for axe and fits', async () => {
    const { page: looked } = await scene.visit(account);
    await openHistory(looked);
    await version(2, looked).waitFor();
    for (const toggle of await version(2, looked)
      .getByRole('button', { name: /^Both sides/ })
      .all())
      await toggle.click();
    await version(2, looked).getByRole('button', { name: 'Continue from this' }).click();
    await version(2, looked).scrollIntoViewIfNeeded();
    await expectCleanInLooks(looked, 'merged-answer');
  });
});
