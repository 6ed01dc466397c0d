import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { until } from '@polylogue/test-kit';
import { actingElements } from '../watched-browser.js';
import type { HostileRound } from './panels.js';
import { countDrawn, type Stage } from './stage.js';
import { hostileNames, markIn } from './names.rules.js';

/** Gives everything that has a name a hostile one. The paths of what shows it. */
export async function nameEverything(stage: Stage, rounds: readonly HostileRound[], seed: number): Promise<string[]> {
  const { api, ground } = stage;
  const must = async <T = { id: string | number }>(method: string, path: string, body: unknown): Promise<T> => {
    const answer = await api.fetch(method, path, body, method === 'POST' ? { 'idempotency-key': randomUUID() } : {});
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return (text ? JSON.parse(text) : undefined) as T;
  };
  const [titles, tags, names, longs] = [200, 40, 80, 500].map((length) => hostileNames(length, seed));
  for (const [at, { id }] of rounds.entries()) {
    const own = tags!.slice((at * 10) % tags!.length).slice(0, 10);
    await must('PUT', `/api/comparisons/${id}`, { title: titles![at % titles!.length], starred: true, tags: own });
  }
  const queries: (string | number)[] = [];
  for (const title of titles!) {
    const query = { title, description: title, content: longs![0], selectedAiServices: ['s0'] };
    queries.push((await must('POST', '/api/saved-queries', query)).id);
  }
  for (const name of tags!.slice(0, 40))
    await must('POST', '/api/answer-presets', { name, settings: { systemPrompt: name }, aiServices: [] });
  for (const name of names!.slice(0, 40)) await must('POST', '/api/rubrics', { text: rubricOf(name) });
  for (const name of names!.slice(0, 15)) await must('POST', '/api/account/keys', { name, scopes: ['send'] });
  for (const [at, name] of names!.slice(0, 30).entries()) await signUpAs(ground.url, name, at);
  const announced = names!.find((name) => !/[\p{Cc}\p{Cf}]/u.test(name))!;
  await must('PUT', '/api/admin/announcement', { text: announced, level: 'info' });
  await sendFiles(stage, names!.slice(0, 20));
  await must('POST', '/api/ai-chat/send', {
    message: longs![1],
    aiService: 's0',
    sessionId: randomUUID(),
    conversationHistory: [],
  });
  const ofQueries = queries.slice(0, 3).flatMap((id) => [`/saved-queries/${id}/edit`, `/saved-queries/${id}/results`]);
  return [...screens, ...ofQueries];
}

const screens = [
  '/',
  '/history',
  '/history?show=comparisons',
  '/ai-chat',
  '/quality-assessment',
  '/quality-assessment/rubrics',
  '/quality-assessment/leaderboard',
  '/quality-assessment/backtests/new',
  '/saved-queries',
  '/saved-queries/new',
  '/admin',
  '/admin/account',
];

const rubricOf = (name: string) => ({
  name,
  criteria: [{ name: name.slice(0, 40), asks: name, low: name, middle: name, high: name, weight: 1 }],
});

/** A user whom the administrator finds among those who wait. */
async function signUpAs(url: string, name: string, at: number): Promise<void> {
  const body = {
    email: `hostile-${at}@example.test`,
    password: 'correct horse battery',
    firstName: name,
    lastName: name,
  };
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/signup`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    redirect: 'manual',
  });
  if (answer.status >= 400) throw new Error(`Sign-up as ${name} answered ${answer.status}: ${await answer.text()}`);
}

/** Files whose names are hostile, each with a question that is. */
async function sendFiles({ ground, user }: Stage, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const form = new FormData();
    form.set('file', new Blob([`A file called ${name}`]), `${name.replaceAll(/[/\\"\p{Cc}]/gu, ' ')}.txt`);
    form.set('message', name);
    form.set('selectedAIs', '["s0"]');
    form.set('mode', 'individual');
    const answer = await fetch(`${ground.url}/api/send-message-with-file`, {
      method: 'POST',
      headers: { cookie: user.cookie },
      body: form,
    });
    if (!answer.ok) throw new Error(`A file called ${name} was answered ${answer.status}: ${await answer.text()}`);
  }
}

/** Opens every screen, and all that one can unfold there. */
export async function lookAtNames(stage: Stage, paths: readonly string[]): Promise<void> {
  const page = await stage.browser.open(stage.user);
  await page.setViewportSize({ width: 1440, height: 6_000 });
  for (const path of paths) {
    await page.goto(path);
    const isShown = page.waitForFunction((mark) => document.body.innerHTML.includes(mark), markIn, { timeout: 20_000 });
    const isNamed = await isShown.then(
      () => true,
      () => false,
    );
    if (!isNamed && !namelessPaths.has(path)) stage.found.unseen.push(`names: ${path}`);
    await unfold(page);
    stage.found.acting.push(...(await actingElements(page)).map((element) => `${path}: ${element}`));
    countDrawn(stage, 'screens with hostile names', 1);
  }
  await page.close();
}

/** Screens on which nothing of what was named need stand before one asks for it. */
const namelessPaths = new Set([
  '/quality-assessment',
  '/quality-assessment/leaderboard',
  '/quality-assessment/backtests/new',
  '/ai-chat',
  '/',
]);

/** What is behind tabs, and in what Ctrl K finds. */
async function unfold(page: Page): Promise<void> {
  const tabs = page.getByRole('tab');
  for (let at = 0; at < (await tabs.count()); at += 1) {
    await tabs
      .nth(at)
      .click({ timeout: 5_000 })
      .catch(() => undefined);
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
  }
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox').last();
  if (await field.isVisible().catch(() => false)) {
    await field.fill(markIn, { timeout: 5_000 }).catch(() => undefined);
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
  }
}

/** Runs saved queries whose titles are hostile, until so many notices are there. */
export async function raiseNotices({ api }: Stage, count: number): Promise<void> {
  const chosen = await api.fetch('PUT', '/api/notices/preferences', { inApp: ['run_finished', 'run_failed'] });
  if (!chosen.ok) throw new Error(`Choosing notices answered ${chosen.status}: ${await chosen.text()}`);
  const queries = (await (await api.fetch('GET', '/api/saved-queries')).json()) as { id: number }[];
  for (const { id } of queries.slice(0, count)) {
    const answer = await api.fetch('POST', `/api/saved-queries/${id}/execute`, {}, { 'idempotency-key': randomUUID() });
    if (!answer.ok) throw new Error(`A run answered ${answer.status}: ${await answer.text()}`);
  }
  await until(
    async () => {
      const { notices } = (await (await api.fetch('GET', '/api/notices?limit=100')).json()) as {
        notices: { kind: string }[];
      };
      return notices.filter(({ kind }) => kind.startsWith('run_')).length >= Math.min(count, queries.length);
    },
    { what: 'the notices of runs', timeoutMs: 180_000 },
  );
}
