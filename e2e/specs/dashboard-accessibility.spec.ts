import { beforeAll, describe, expect, test } from '@jest/globals';
import { fakeAi, freePort } from '@polylogue/test-kit';
import type { Account } from '../src/account.js';
import { axeFindings, looksAt } from '../src/axe.js';
import { keepPicture } from '../src/browser.js';
import { DashboardScreen } from '../src/dashboard-screen.js';
import { setScene } from '../src/scene.js';
import { scriptedServices } from '../src/scripted-services.js';

const reply =
  '## Both have their place\n\nPick **one** by `contention`:\n\n| Situation | Locking |\n|---|---|\n| Few clashes | Optimistic |\n\n' +
  '```sql\nSELECT 1; -- first\n```\n\n- [Measure](https://example.org) first\n';
const worlds = looksAt(1440, 360, 768, 2560).map(([width, theme]) => ({ theme, width }));

let account: Account;

const scene = setScene(async (keep) => {
  const vendor = keep(await fakeAi());
  vendor.replies('alpha', reply);
  vendor.replies('beta', reply.replace('Both', 'Neither'));
  const services = scriptedServices(vendor, { alpha: 'text', beta: 'text', gamma: 'text', brush: 'image' });
  const away = { ...services[2], baseUrl: `http://127.0.0.1:${await freePort()}/v1` };
  return { aiServices: [...services.slice(0, 2), away, services[3]!] };
});
beforeAll(async () => {
  account = await scene.signUp();
  const { page } = await scene.visit(account);
  await page.goto('/');
  const screen = new DashboardScreen(page);
  await screen.category('Text AI');
  await screen.send('Optimistic or pessimistic locking?');
  await screen.says('Some services failed');
});

/** What is laid out differently on a tablet and in a wide window than on a phone and a desktop. */
const elsewhere = new Set([
  'the replies as they are, one of them in error',
  'a maximised panel',
  'a file chosen, and a toast',
]);

/** Everything that can be open on the dashboard, and how a user opens and closes it. */
const overlays: readonly (readonly [
  name: string,
  open: (screen: DashboardScreen) => Promise<void>,
  close?: (screen: DashboardScreen) => Promise<void>,
])[] = [
  ['the replies as they are, one of them in error', (screen) => screen.panel('Alpha').waitFor({ state: 'attached' })],
  [
    'compare',
    async (screen) => {
      await screen.panel('Alpha').hover();
      await screen.button('Compare the reply of Alpha').click();
      await screen.page.getByRole('region', { name: 'Differences' }).waitFor();
    },
  ],
  [
    'what was sent',
    async (screen) => {
      await screen.choose('Alpha', 'Show what was sent');
      await screen.page.getByRole('dialog').getByText('1 message, oldest first').waitFor();
    },
  ],
  [
    'the menu of a panel',
    async (screen) => {
      await screen.panel('Alpha').hover();
      await screen.button('More for Alpha').click();
      await screen.page.getByRole('menu').waitFor();
    },
  ],
  [
    'the sheet of shortcuts',
    async (screen) => {
      await screen.page.keyboard.press('?');
      await screen.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  ],
  [
    'a maximised panel',
    async (screen) => {
      await screen.page.keyboard.press('m');
      await screen.panel('Beta').waitFor({ state: 'hidden' });
    },
  ],
  [
    'the dock unfolded, the summary open',
    async (screen) => {
      await unfold(screen);
      await screen.button('Summarize Responses').click();
      await screen.page.getByRole('dialog', { name: 'Summarize Responses' }).waitFor();
    },
  ],
  [
    'the list of categories',
    async (screen) => {
      await unfold(screen);
      await screen.page.getByRole('combobox', { name: 'Category' }).press('Enter');
      await screen.page.locator('select:open').waitFor();
    },
    async (screen) => {
      await screen.page.keyboard.press('Escape');
      await screen.page.locator('select:not(:open)').waitFor();
    },
  ],
  [
    'a file chosen, and a toast',
    async (screen) => {
      await screen.attach('notes.txt', 'The meeting is on Tuesday.');
      await screen.attach('tool.exe', 'MZ');
      await screen.says('File type not supported');
    },
    async (screen) => {
      await screen.closeToast();
      await screen.button('Remove notes.txt').click();
    },
  ],
  [
    'a follow-up of one service',
    async (screen) => {
      await screen.choose('Alpha', 'Follow up here only');
      await screen.page.getByRole('radio', { name: 'Individual AI' }).waitFor({ state: 'attached' });
    },
  ],
];

/** On a phone the dock is folded until it is opened. */
async function unfold(screen: DashboardScreen): Promise<void> {
  const folded = screen.page.locator('section[aria-label="Compose Message"] > button[aria-expanded="false"]');
  if (await folded.isVisible()) await folded.click();
}

describe.each(worlds)('the dashboard in $theme at $width px', ({ theme, width }) => {
  test('axe finds nothing, whatever stands open', async () => {
    const height = width === 360 ? 780 : 1000;
    const { page, errors } = await scene.visit(account, { theme, width, height });
    await page.goto('/');
    const screen = new DashboardScreen(page);
    await screen.panel('Alpha').getByRole('table').waitFor();
    const found: string[] = [];
    const isUsual = width === 360 || width === 1440;
    for (const [index, [name, open, close]] of overlays.entries()) {
      if (!isUsual && !elsewhere.has(name)) continue;
      await open(screen);
      await keepPicture(page, `overlay-${theme}-${width}-${index}`);
      found.push(...(await axeFindings(page)).map((finding) => `${name}: ${finding}`));
      if (close) await close(screen);
      else await page.keyboard.press('Escape');
    }
    expect(found).toEqual([]);
    expect(errors).toEqual([]);
  });
});
