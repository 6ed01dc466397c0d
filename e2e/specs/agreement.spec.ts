import { beforeAll, describe, expect, test } from '@jest/globals';
import type { AgreementMap, AnswerOf, listComparisons, sendMessage } from '@polylogue/api-contract';
import { until } from '@polylogue/test-kit';
import type { Account } from '../src/account.js';
import { shareScene } from '../src/scene.js';

// Those the dashboard suggests, with two claims that the demo services contradict each other on.
const questions = [
  ['Explain optimistic and pessimistic locking, and when to pick each.', 7],
  ['Write a function that retries with jitter, and say what it must never do.', 6],
  ['Compare three ways to cache an API, as a table.', 7],
] as const;
const services = ['sage', 'brief', 'scribe', 'tortoise', 'spark', 'contrarian'].map((name) => `demo-${name}`);

describe('an agreement map of what the demo services reply', () => {
  const scene = shareScene();
  let owner: Account;

  beforeAll(async () => {
    owner = await scene.signUp('Mara');
  });

  const ask = async <T>(method: string, path: string, body?: unknown, account = owner) =>
    (await (await scene.apiOf(account).fetch(method, path, body)).json()) as T;

  async function mapOf(message: string, account = owner): Promise<AgreementMap> {
    const sent = { message, selectedAIs: services, mode: 'selective' };
    const { results } = await ask<AnswerOf<typeof sendMessage>>('POST', '/api/send-message', sent, account);
    const messageIds = results.map(({ messageId }) => messageId);
    const { id } = await ask<AgreementMap>('POST', '/api/agreement-maps', { messageIds }, account);
    let map: AgreementMap | undefined;
    await until(async () => {
      map = await ask<AgreementMap>('GET', `/api/agreement-maps/${id}`, undefined, account);
      return map.status !== 'pending';
    });
    return map!;
  }

  test.each(questions)('to “%s” is true, cell by cell', async (question, claims) => {
    const map = await mapOf(question);
    expect(map).toMatchObject({ status: 'completed', replies: services.map((name) => ({ aiService: { name } })) });
    expect(map.claims).toHaveLength(claims);
    const stances = map.claims.map(({ cells }) => cells.map(({ stance }) => stance));
    expect(stances.flat()).not.toContain('unproven');
    const isDisputed = (words: string[]) => words.includes('says') && words.includes('contradicts');
    expect(stances.map(isDisputed)).toEqual(stances.map((_stances, index) => index < 2));
    expect(map.claims.filter(({ agreement }) => agreement === 100).length).toBeGreaterThanOrEqual(3);
    for (const { stance, quote } of map.claims.flatMap(({ cells }) => cells)) {
      expect(quote === undefined).toBe(stance === 'silent');
    }
  });

  test('is found by a search, comes along in each export, and is the same in the account that imports it', async () => {
    const lea = await scene.signUp('Lea');
    await scene.approve(lea);
    const map = await mapOf(questions[0][0], lea);
    const words = map.claims[0]!.text;
    const find = (q: string) =>
      ask<AnswerOf<typeof listComparisons>>('GET', `/api/comparisons?q=${encodeURIComponent(q)}`, undefined, lea);
    let id = '';
    await until(async () => {
      id = (await find(words))[0]?.id ?? '';
      return id !== '';
    });
    const download = async (account: Account, path: string) => (await scene.apiOf(account).fetch('GET', path)).text();
    for (const format of ['md', 'html', 'csv']) {
      const text = await download(lea, `/api/comparisons/${id}/export?format=${format}`);
      expect(text.toLowerCase()).toContain('agreement map');
      expect(text).toContain(map.claims[0]!.cells.find(({ quote }) => quote)!.quote!.text.slice(0, 12));
    }
    type File = { conversations: { messages: { id: string }[]; agreementMaps?: AgreementMap[] }[] };
    const file = JSON.parse(await download(lea, `/api/comparisons/${id}/export?format=json`)) as File;
    expect(file.conversations.map(({ agreementMaps }) => agreementMaps?.map((each) => each.id))).toEqual(
      services.map(() => [map.id]),
    );
    const other = await scene.signUp('Noor');
    await scene.approve(other);
    await scene.apiOf(other).fetch('POST', '/api/import', file);
    let there: AgreementMap[] = [];
    const ids = (each: AgreementMap) => new Set(each.replies.map(({ messageId }) => messageId));
    await until(async () => {
      const all = JSON.parse(await download(other, '/api/export-all?format=json')) as File;
      there = all.conversations.flatMap(({ agreementMaps = [] }) => agreementMaps);
      const messages = new Set(all.conversations.flatMap((each) => each.messages.map((message) => message.id)));
      return there.length === services.length && [...ids(there[0]!)].every((messageId) => messages.has(messageId));
    });
    const said = ({ claims, agreement }: AgreementMap) => [
      agreement,
      claims.map(({ text, cells }) => [text, cells.map(({ stance, quote }) => [stance, quote])]),
    ];
    expect(said(there[0]!)).toEqual(said(map));
    expect(there[0]!.id).not.toBe(map.id);
  });

  test('of any other question holds what several of them say', async () => {
    const map = await mapOf('Is nuclear fusion near?');
    expect(map.status).toBe('completed');
    expect(map.claims.length).toBeGreaterThan(0);
    for (const { cells } of map.claims) expect(cells.filter(({ quote }) => quote).length).toBeGreaterThan(1);
  });
});
