import { readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { AiChatSession } from '@polylogue/api-contract';
import { fakeAi, gate, until, type FakeAi } from '@polylogue/test-kit';
import type { Page, Request } from 'playwright-core';
import type { Account } from '../src/account.js';
import { expectClean, expectCleanInLooks, looksAt } from '../src/axe.js';
import { keepPicture, type Visitor } from '../src/browser.js';
import { setScene } from '../src/scene.js';
import { scriptedServices } from '../src/scripted-services.js';

const message = 'Should a house style guide be short enough to remember, or complete enough to settle every case?';
const opinion = 'A guide that nobody can remember settles no case, so be short, and leave the rest to judgement.';
let vendor: FakeAi;
const scene = setScene(async (keep) => {
  vendor = keep(await fakeAi());
  return { aiServices: scriptedServices(vendor, { brief: 'text', spark: 'text', tortoise: 'text', sage: 'text' }) };
});
let visitor: Visitor;
let account: Account;

beforeAll(async () => {
  account = await scene.signUp();
});

beforeEach(async () => {
  vendor.replies('brief', opinion);
  visitor = await scene.visit(account);
});

/** The next reply of a service pauses in the middle until the returned function is called. */
function hold(service: string): () => void {
  const { opened, open: goOn } = gate();
  vendor.replies(service, { chunks: [...opinion.split(/(?<= )/), opened, ' That is', ' all.'] }, opinion);
  return goOn;
}

const open = async (page: Page) => {
  await page.goto('/ai-chat');
  await page.getByRole('heading', { name: 'Setup' }).waitFor();
};

async function choose(page: Page, label: string, name: string) {
  await page.getByRole('combobox', { name: label }).selectOption({ label: name });
}

async function fill(page: Page, first = 'Brief', second = 'Spark') {
  await choose(page, 'First AI Service', first);
  await choose(page, 'Second AI Service', second);
  await page.getByLabel('Initial Message').fill(message);
}

const start = (page: Page) => page.getByRole('button', { name: 'Start' }).click();
const stop = (page: Page) => page.getByRole('button', { name: 'Stop' }).click();
const transcript = (page: Page) => page.getByRole('region', { name: 'Transcript' });
const turn = (page: Page, number: number) => page.getByRole('article', { name: new RegExp(`^${number}\\. `) });
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

/** Waits for the end of a turn, then skips the pause after it. */
async function pass(page: Page, number: number) {
  await transcript(page)
    .getByText(number === 1 ? '1 message exchanged' : `${number} messages exchanged`)
    .waitFor();
  await page.clock.fastForward(5_000);
}

/** Waits for the first words of the first turn. */
const isUnderWay = (page: Page) =>
  until(async () => {
    const text = await turn(page, 1)
      .innerText()
      .catch(() => '');
    return text.split(/\s+/).length > 12;
  });

const stored = async (index = 0): Promise<AiChatSession> => {
  const api = scene.apiOf(account);
  const list = (await (await api.fetch('GET', '/api/ai-chat/sessions')).json()) as AiChatSession[];
  return (await (await api.fetch('GET', `/api/ai-chat/sessions/${list[index]!.id}`)).json()) as AiChatSession;
};

/** The page exports a session as it was stored. */
async function expectExport(page: Page, format: 'txt' | 'md' | 'json', session: AiChatSession) {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: format.toUpperCase(), exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`ai-chat-${session.id}.${format}`);
  const text = await readFile(await download.path(), 'utf8');
  if (format === 'json') expect(JSON.parse(text)).toEqual(session);
  else for (const { content } of session.turns) expect(text).toContain(content);
  await toast(page, 'Export completed').waitFor();
}

describe('AI chat', () => {
  test('says what is missing, what cannot be, and that there is nothing to export', async () => {
    const { page } = visitor;
    await open(page);
    await start(page);
    await toast(page, 'Missing information').waitFor();
    await toast(page, 'Please select two AI services and enter an initial message.').waitFor();
    await fill(page, 'Brief', 'Brief');
    await start(page);
    await toast(page, 'Invalid selection').waitFor();
    await toast(page, 'Please select two different AI services.').waitFor();
    await page.getByRole('button', { name: 'TXT' }).click();
    await toast(page, 'No conversation to export').waitFor();
    await toast(page, 'Start a conversation first before exporting.').waitFor();
    expect(await page.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/admin');
    expect(visitor.errors).toEqual([]);
  });

  test('two services talk with real pauses of 2 seconds at least until they are stopped; coming back shows it', async () => {
    const { page } = visitor;
    await open(page);
    await fill(page);
    const sent: Request[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/ai-chat/send')) sent.push(request);
    });
    await start(page);
    await toast(page, 'Conversation started').waitFor();
    for (const name of ['First AI Service', 'Second AI Service'])
      expect(await page.getByRole('combobox', { name }).isDisabled()).toBe(true);
    for (const name of ['Start', 'Clear Chat', 'TXT', 'MD', 'JSON'])
      expect(await page.getByRole('button', { name, exact: true }).isDisabled()).toBe(true);
    await transcript(page).getByText('2 messages exchanged').waitFor({ timeout: 60_000 });
    await keepPicture(page, 'ai-chat-active');
    // As the browser measured it. No upper limit: a busy browser may begin later.
    const [first, second] = sent.map((request) => request.timing());
    expect(second!.startTime - first!.startTime - first!.responseEnd).toBeGreaterThan(1_900);
    await stop(page);
    await toast(page, 'Conversation stopped').waitFor();
    await page.getByText('You stopped the conversation.').first().waitFor();
    const { turns, endReason } = await until(async () => {
      const session = await stored();
      const isOver = session.endReason === 'stopped' && session.turns.every(({ status }) => status !== 'streaming');
      return isOver ? session : undefined;
    });
    expect(endReason).toBe('stopped');
    expect(turns.map(({ aiService }) => aiService.name).slice(0, 2)).toEqual(['brief', 'spark']);
    expect(turns[1]!.message).toBe(turns[0]!.content);

    await page.goto('/');
    await open(page);
    await page.getByText('You stopped the conversation.').first().waitFor();
    expect(await page.getByLabel('Initial Message').inputValue()).toBe(message);
    await turn(page, 2).waitFor();
    expect(visitor.errors).toEqual([]);
  });

  test('Stop in the middle of a reply ends it and keeps what had arrived', async () => {
    const { page } = visitor;
    await open(page);
    await fill(page, 'Tortoise', 'Brief');
    const goOn = hold('tortoise');
    await start(page);
    await isUnderWay(page);
    await stop(page);
    await turn(page, 1).getByText('Stopped').waitFor();
    goOn();
    const session = await stored();
    expect(session.turns).toMatchObject([{ status: 'cancelled', aiService: { name: 'tortoise' } }]);
    expect(session.turns[0]!.content).not.toBe('');
  });

  test('a reload in the middle of a reply shows the transcript, and the reply comes to its own end', async () => {
    const { page } = visitor;
    await open(page);
    await fill(page, 'Tortoise', 'Brief');
    const goOn = hold('tortoise');
    await start(page);
    await isUnderWay(page);
    await page.reload();
    await turn(page, 1).waitFor();
    goOn();
    await page.getByText('The page was left, so nothing more was sent.').first().waitFor();
    const { turns } = await until(
      async () => {
        const session = await stored();
        return session.turns[0]?.status === 'completed' ? session : undefined;
      },
      { timeoutMs: 60_000 },
    );
    expect(turns).toHaveLength(1);
    const lastWord = turns[0]!.content.match(/[\p{L}\p{N}]+/gu)!.at(-1)!;
    await until(async () => (await turn(page, 1).innerText()).includes(lastWord));
    expect(visitor.errors).toEqual([]);
  });

  test('goes on while the user looks at another screen, and is there when they come back', async () => {
    const { page } = visitor;
    await open(page);
    await fill(page, 'Tortoise', 'Brief');
    const goOn = hold('tortoise');
    await start(page);
    await isUnderWay(page);
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'History' }).first().waitFor();
    goOn();
    await until(async () => (await stored()).turns[0]?.status === 'completed');
    await page.getByRole('link', { name: 'AI Chat' }).click();
    await turn(page, 1).waitFor();
    expect(await page.getByLabel('Initial Message').inputValue()).toBe(message);
    await transcript(page).getByText('2 messages exchanged').waitFor({ timeout: 60_000 });
    await stop(page);
    const session = await until(async () => {
      const one = await stored();
      return one.endReason === 'stopped' ? one : undefined;
    });
    expect(session.turns.length).toBeGreaterThanOrEqual(2);
    expect(visitor.errors).toEqual([]);
  });

  test.each(looksAt(360).map(([, theme]) => theme))(
    'on a phone shows the transcript under one line with Stop, in %s',
    async (theme) => {
      const { page } = await scene.visit(account, { width: 360, height: 800, theme });
      await open(page);
      await fill(page, 'Tortoise', 'Brief');
      const goOn = hold('tortoise');
      await start(page);
      await isUnderWay(page);
      const box = (await transcript(page).boundingBox())!;
      expect(box.y).toBeLessThan(130);
      expect(box.y + box.height).toBeLessThanOrEqual(800);
      expect(await page.getByLabel('Initial Message').isVisible()).toBe(false);
      const stopBox = (await page.getByRole('button', { name: 'Stop' }).boundingBox())!;
      const toasts = await page.locator('.pl-toasts').evaluate((place) => parseFloat(getComputedStyle(place).top));
      expect(toasts).toBeGreaterThan(stopBox.y + stopBox.height);
      await keepPicture(page, `ai-chat-phone-${theme}`);
      const sizes = await page
        .locator('main button:visible, main input:visible')
        .evaluateAll((targets) => targets.map((one) => [one.textContent, one.getBoundingClientRect().height] as const));
      expect(sizes.filter(([, height]) => height < 44)).toEqual([]);
      await expectClean(page, `ai-chat-phone-${theme}`);
      await stop(page);
      await page.getByText('You stopped the conversation.').first().waitFor();
      goOn();
      await page.getByRole('button', { name: /^Setup/ }).click();
      await page.getByLabel('Initial Message').waitFor();
      expect(await page.getByLabel('Initial Message').inputValue()).toBe(message);
    },
  );

  test('ends at its turn limit, is summed up, exported as it was stored, continued, cleared and deleted', async () => {
    const { page } = visitor;
    await page.clock.install();
    await open(page);
    await fill(page);
    await page.getByText('Roles, limits, moderator').click();
    await page.getByLabel('Name').first().fill('The keeper');
    await page.getByLabel('Role').first().fill('defends long guides');
    await page.getByLabel('Turn limit').fill('2');
    await choose(page, 'Moderator', 'Sage');
    const goOn = hold('brief');
    await start(page);
    await turn(page, 1).waitFor();
    await page.getByLabel('Step in').fill('Mind the reader.');
    await page.getByRole('button', { name: 'Add' }).click();
    goOn();
    await pass(page, 1);
    await page.getByText('The limit of 2 messages was reached.').first().waitFor({ timeout: 30_000 });
    await page.getByRole('region', { name: 'Summary by Sage' }).waitFor();
    await page.getByRole('button', { name: 'Continue' }).waitFor({ timeout: 30_000 });
    await keepPicture(page, 'ai-chat-ended');

    const session = await stored();
    expect(session).toMatchObject({ endReason: 'turn_limit', messageCount: 2, setup: { turnLimit: 2 } });
    expect(session.turns.map(({ kind }) => kind)).toEqual(['reply', 'reply', 'summary']);
    expect(session.turns[1]!.interjection).toBe('Mind the reader.');
    for (const format of ['txt', 'md', 'json'] as const) await expectExport(page, format, session);

    const goOnAgain = hold('brief');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.clock.fastForward(5_000);
    await turn(page, 3).waitFor();
    await stop(page);
    goOnAgain();
    await page.getByText('You stopped the conversation.').first().waitFor();
    await page.getByRole('button', { name: 'Clear Chat' }).click();
    await page.getByText('No conversation yet').waitFor();
    expect(await page.getByLabel('Initial Message').inputValue()).toBe('');
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    await toast(page, 'Conversation deleted').waitFor();
    const gone = await scene.apiOf(account).fetch('GET', `/api/ai-chat/sessions/${session.id}`);
    expect(gone.status).toBe(404);
    expect(visitor.errors).toEqual([]);
  });

  test('the network gone: the specified toast, transcript intact, and Continue sends nothing twice', async () => {
    const { page, context } = visitor;
    await page.clock.install();
    await open(page);
    await fill(page);
    await start(page);
    await transcript(page).getByText('1 message exchanged').waitFor({ timeout: 30_000 });
    // Every call of the conversation finds no network.
    await context.route('**/api/ai-chat/**', (route) => route.abort('internetdisconnected'));
    await page.clock.fastForward(5_000);
    await toast(page, 'Connection error').waitFor();
    await toast(page, 'Failed to send message. Please try again.').waitFor();
    await turn(page, 1).waitFor();
    await page.getByText('The connection was lost.', { exact: false }).first().waitFor();
    await page.clock.fastForward(10_000);
    await context.unroute('**/api/ai-chat/**');
    await page.getByRole('button', { name: 'Continue' }).click();
    // The pause before the turn begins some time after the click: a single jump of the clock could come before it.
    await until(async () => {
      await page.clock.fastForward(1_000);
      return transcript(page).getByText('2 messages exchanged').isVisible();
    });
    await stop(page);
    const { turns } = await until(async () => {
      const session = await stored();
      return session.endReason === 'stopped' ? session : undefined;
    });
    expect(turns.slice(0, 2).map(({ aiService }) => aiService.name)).toEqual(['brief', 'spark']);
    expect(turns.length).toBeLessThanOrEqual(3);
  });

  test('fits, and axe finds nothing', async () => {
    const { page } = await scene.visit(account);
    await page.goto('/ai-chat');
    await page
      .getByRole('button', { name: /exchanged/ })
      .first()
      .click();
    await turn(page, 1).waitFor();
    await expectCleanInLooks(page, 'ai-chat');
  });
});
