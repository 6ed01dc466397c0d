import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  castVote,
  pathOf,
  routes,
  type AiService,
  type Conversation,
  type CurrentUser,
  type SendAnswer,
  type Vote,
} from '@polylogue/api-contract';
import { until } from '@polylogue/test-kit';
import type { Page } from 'playwright-core';
import type { Account } from '../src/account.js';
import type { Api } from '../src/api.js';
import { expectClean, expectCleanInLooks } from '../src/axe.js';
import { keepPicture, setLook } from '../src/browser.js';
import { DashboardScreen } from '../src/dashboard-screen.js';
import { shareScene } from '../src/scene.js';

const question = 'Which lock should a booking system take?';
const names = ['Demo Sage', 'Demo Brief', 'Demo Contrarian'];
const aliases = ['Service A', 'Service B', 'Service C'];
const scene = shareScene();
let account: Account;
let page: Page;
let errors: readonly string[];
let screen: DashboardScreen;

const bar = () => page.getByRole('region', { name: 'Blind round' });

beforeAll(async () => {
  account = await scene.signUp();
  ({ page, errors } = await scene.visit(account));
  screen = new DashboardScreen(page);
});

async function choose(): Promise<void> {
  await page.goto('/');
  await page.getByText('9 AI services available').waitFor();
  await screen.mode('Selective AIs');
  for (const name of await screen.selected()) await screen.tile(name).click();
  for (const name of names) await page.getByRole('checkbox', { name }).click();
}

describe('a blind round on the dashboard', () => {
  test('hides who answers, what it took and what it cost, until the vote', async () => {
    await choose();
    await page.getByRole('switch', { name: 'Blind' }).click();
    await keepPicture(page, 'blind-switch');
    await screen.send(question);
    for (const name of aliases) await screen.panel(name).waitFor();
    await bar().getByRole('radiogroup', { name: 'Which reply is best?' }).waitFor();
    const shown = await page.locator('main').innerText();
    expect(shown).not.toMatch(/tokens\/s|to first token/);
    for (const name of names) await expect(screen.panel(name).count()).resolves.toBe(0);
    await expect(page.getByRole('switch', { name: 'Blind' }).count()).resolves.toBe(0);
    await page.reload();
    for (const name of aliases) await screen.panel(name).waitFor();
    await bar().getByRole('radiogroup', { name: 'Which reply is best?' }).waitFor();
  });

  test('is clean for axe and fits', () => expectCleanInLooks(page, 'blind'));

  test('goes on blind', async () => {
    await setLook(page, {});
    // The ballot of the round before stands there until the list of conversations has this one.
    const ballot = page.waitForResponse((answer) => answer.url().endsWith('/vote'));
    await screen.send('And for a concert hall?');
    await screen.says('Message sent successfully', 'Received responses from 3 AI service(s)');
    await ballot;
    await bar().getByRole('radiogroup', { name: 'Which reply is best?' }).waitFor();
    for (const name of aliases) {
      await screen.panel(name).getByText('And for a concert hall?').waitFor();
      await screen.panel(name).getByText('time and cost with the name').last().waitFor();
    }
    // Toasts cover nothing of the bar, also once that has grown.
    await bar().getByText('All bad').click();
    await bar().getByRole('button', { name: 'Vote and reveal' }).waitFor();
    await page.waitForFunction(() => {
      const [toasts, place] = ['.pl-toasts', '[aria-label="Blind round"]'].map((each) => document.querySelector(each)!);
      return toasts!.getBoundingClientRect().bottom <= place!.getBoundingClientRect().top;
    });
  });

  test('is voted on with the keyboard, and then shows who was who', async () => {
    await screen.closeToast();
    const choices = bar().getByRole('radiogroup', { name: 'Which reply is best?' });
    await choices.waitFor();
    const offered = (await choices.locator('label').allInnerTexts()).map((text) => text.replace(/^\d\s*/, ''));
    expect(offered).toEqual([...aliases, 'Tie', 'All bad']);
    await bar().getByRole('radio', { name: 'Service A' }).focus();
    await page.keyboard.press('2');
    await expect(bar().getByRole('radio', { name: 'Service B' }).isChecked()).resolves.toBe(true);
    await bar().getByRole('button', { name: 'Clear', exact: true }).click();
    await bar().getByRole('textbox', { name: 'Why, in your words' }).fill('It names the trade-off.');
    await keepPicture(page, 'blind-ballot');
    await setLook(page, { width: 360 });
    await expectClean(page, 'blind-ballot-360');
    await setLook(page, {});
    await bar().getByRole('button', { name: 'Vote and reveal' }).click();
    const who = bar().getByRole('list', { name: 'Who was who' });
    await who.waitFor();
    const said = await who.getByRole('listitem').allInnerTexts();
    expect(said.map((each) => each.split(' was ')[0])).toEqual(aliases);
    expect(said.map((each) => each.split(' was ')[1]).toSorted()).toEqual(names.toSorted());
    const best = said[1]!.split(' was ')[1]!;
    await bar().getByText(`Your vote: ${best} is best: clear`).waitFor();
    for (const name of names) await screen.panel(name).getByText(question).waitFor();
  });

  test('is clean once it is revealed', () => expectCleanInLooks(page, 'blind-revealed'));

  test('gives the services and their selection back', async () => {
    await setLook(page, {});
    await page.getByRole('button', { name: 'Close the result of the blind round' }).click();
    await page.getByText('9 AI services available').waitFor();
    await screen.unfold();
    await page.getByRole('switch', { name: 'Blind', checked: false }).waitFor();
    expect(await screen.selected()).toHaveLength(3);
    expect(errors).toEqual([]);
  });
});

describe('a blind round in History', () => {
  test('is voted on later, and says so', async () => {
    const api = scene.apiOf(account);
    const { broadcastId } = await sendBlind(api, ['demo-sage', 'demo-brief'], 'Which queue is fair?');
    await page.goto(`/history/${broadcastId}`);
    const round = page.getByRole('region', { name: 'Round: Which queue is fair?' });
    await round.getByRole('article', { name: 'Reply of Service A' }).waitFor();
    await keepPicture(page, 'blind-history');
    await round.getByRole('radio', { name: 'Tie' }).check({ force: true });
    await round.getByRole('button', { name: 'Vote and reveal' }).click();
    await round.getByText('Your vote: a tie').waitFor();
    await round.getByText('cast blind').waitFor();
    for (const name of ['Demo Sage', 'Demo Brief']) {
      await round.getByRole('article', { name: `Reply of ${name}` }).waitFor();
    }
    await keepPicture(page, 'blind-history-revealed');
  });
});

describe('a round that is shared for votes', () => {
  const asked = ['demo-sage', 'demo-brief'];

  test('is read and voted on by another user, who learns the names by the vote, until it is revoked', async () => {
    const api = scene.apiOf(account);
    const { broadcastId } = await sendBlind(api, asked, 'Which index is small?');
    await page.goto(`/history/${broadcastId}`);
    const round = page.getByRole('region', { name: 'Round: Which index is small?' });
    await round.getByRole('button', { name: 'Share for votes' }).click();
    await round.getByRole('button', { name: 'Make a link' }).click();
    const links = round.getByRole('list', { name: 'Links to this round' });
    const link = await links.getByRole('textbox', { name: 'Link' }).inputValue();
    await links.getByText('0 others have voted on this round').waitFor();
    await expectCleanInLooks(page, 'share-round');

    const voter = await scene.signUp('Grace');
    await scene.approve(voter);
    const guest = await scene.visit(voter);
    const heard: string[] = [];
    guest.page.on('response', (answer) => {
      if (answer.url().includes('/api/shared-rounds/')) void answer.text().then((text) => heard.push(text));
    });
    await guest.page.goto(link);
    await guest.page.getByText('Which index is small?').waitFor();
    await guest.page.getByRole('article', { name: 'Reply of Service B' }).waitFor();
    await expectCleanInLooks(guest.page, 'shared-round');
    await until(() => heard.length > 0, { what: 'the round to be read' });
    const { replies, ...rest } = JSON.parse(heard[0]!) as { replies: { content: string }[] };
    const answered = JSON.stringify([rest, replies.map((reply) => ({ ...reply, content: '' }))]);
    expect(answered).not.toMatch(/demo|sage|brief/i);
    expect(answered).not.toContain(broadcastId);
    await guest.page.getByRole('radio', { name: 'Service B' }).focus();
    await guest.page.keyboard.press('2');
    await guest.page.getByRole('button', { name: 'Vote and see the names' }).click();
    await guest.page.getByText(/Your vote: Demo (Sage|Brief) is best/).waitFor();
    await guest.page.getByRole('article', { name: 'Reply of Demo Sage' }).waitFor();
    await guest.page.getByText('cast blind', { exact: true }).waitFor();
    await expectCleanInLooks(guest.page, 'shared-round-voted');
    await voteAgain(guest.page);
    expect(guest.errors).toEqual([]);

    // To its owner the round stays blind, and they see that somebody has voted.
    await page.goto('/history/shared');
    await page.getByText('1 other has voted on this round').waitFor();
    await expectClean(page, 'shared-rounds');
    expect(await (await api.fetch('GET', `/api/comparisons/${broadcastId}`)).text()).not.toMatch(/demo-/);
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('You share no round').waitFor();
    await guest.page.reload();
    await guest.page.getByText('This round is not shared').waitFor();
  });
});

/** Names that were seen stay when the vote is withdrawn, and a later vote is not blind. */
async function voteAgain(shown: Page): Promise<void> {
  await shown.getByRole('button', { name: 'Withdraw my vote' }).click();
  await shown.getByText('your vote does not count as cast blind').waitFor();
  await shown.getByRole('article', { name: 'Reply of Demo Sage' }).waitFor();
  await expectCleanInLooks(shown, 'shared-round-withdrawn');
  await shown.getByRole('radio', { name: 'Demo Brief' }).check({ force: true });
  await shown.getByRole('button', { name: 'Vote', exact: true }).click();
  await shown.getByText('Your vote: Demo Brief is best').waitFor();
  expect(await shown.getByText('cast blind', { exact: true }).count()).toBe(0);
}

async function sendBlind(api: Api, selectedAIs: string[], message = question): Promise<SendAnswer> {
  const answer = await api.fetch('POST', '/api/send-message', {
    message,
    selectedAIs,
    mode: 'selective',
    blind: true,
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as SendAnswer;
}

/** Routes that answer without an end, or change what is read. */
const left = new Set(['/api/events', '/api/clear', '/api/login', '/api/logout', '/api/callback']);
const readable = routes.filter(({ method, path }) => method === 'GET' && !left.has(path));

/** Every answer that is about one of these ids, by its address. */
async function answersAbout(api: Api, ids: readonly string[], userId: string): Promise<[string, string][]> {
  const addresses = readable.flatMap(({ path }) => {
    if (!path.includes('{')) return [path, `${path}?includeAll=true`, `${path}?format=json`, `${path}?format=md`];
    const filled = [...ids, userId].map((id) => path.replaceAll(/\{[^}]+\}/g, id));
    return filled.flatMap((each) => [each, `${each}?format=json`, `${each}?format=md`, `${each}?format=csv`]);
  });
  const answers: [string, string][] = [];
  for (const address of [...new Set(addresses)]) {
    const answer = await api.fetch('GET', address);
    const body = await answer.text();
    if (answer.ok && ids.some((id) => body.includes(id) || address.includes(id))) answers.push([address, body]);
  }
  return answers;
}

describe('what /api answers of a blind round', () => {
  test('has no name, model or figure of a service before the vote, in any route, stream or export', async () => {
    const other = await scene.signUp();
    await scene.approve(other);
    const api = scene.apiOf(other);
    const { id: userId } = (await (await api.fetch('GET', '/api/auth/user')).json()) as CurrentUser;
    const services = (await (await api.fetch('GET', '/api/ai-services')).json()) as AiService[];
    const asked = ['demo-sage', 'demo-brief', 'demo-contrarian'];
    const { broadcastId, results } = await sendBlind(api, asked);
    const ids = [broadcastId, ...results.flatMap(({ conversationId, messageId }) => [conversationId, messageId])];
    const telling = services
      .filter(({ name }) => asked.includes(name))
      .flatMap(({ name, displayName }) => [name, displayName]);
    const texts = results.map(({ content = '' }) => content).toSorted((one, two) => two.length - one.length);
    // What a reply says of itself is its own words.
    const withoutTexts = (body: string) =>
      texts.reduce((rest, text) => rest.replaceAll(JSON.stringify(text).slice(1, -1), '').replaceAll(text, ''), body);
    const answers = await answersAbout(api, ids, userId);
    expect(answers.map(([address]) => address)).toEqual(
      expect.arrayContaining([
        '/api/conversations',
        `/api/broadcasts/${broadcastId}/events`,
        `/api/comparisons/${broadcastId}`,
        `/api/conversations/${results[0]!.conversationId}/export?format=json`,
        '/api/export-all?format=json',
      ]),
    );
    for (const [address, body] of answers) {
      const rest = withoutTexts(body);
      expect({ address, told: telling.filter((name) => rest.includes(name)) }).toEqual({ address, told: [] });
      const figures = rest.match(/"(responseTime|firstTokenTime|tokens|cost|generation|stopReason)":(?!0\b|null)/g);
      expect({ address, figures }).toEqual({ address, figures: null });
    }
    // The same search finds them after the vote.
    const best = [results[0]!.messageId];
    const voted = await api.fetch('PUT', pathOf(castVote.path, { id: broadcastId }), { outcome: 'best', best });
    expect((await voted.json()) as Vote).toMatchObject({ outcome: 'best', wasBlind: true });
    await until(
      async () => {
        const shown = (await (await api.fetch('GET', '/api/conversations')).json()) as Conversation[];
        return asked.every((name) => shown.some(({ aiService }) => aiService.name === name));
      },
      { what: 'the names' },
    );
    const after = new Map(await answersAbout(api, ids, userId));
    for (const address of ['/api/conversations', '/api/export-all?format=json']) {
      for (const name of asked) expect(after.get(address)).toContain(name);
      expect(after.get(address)).toContain('"generation"');
    }
  });
});
