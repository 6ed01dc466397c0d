import { beforeAll, describe, expect, test } from '@jest/globals';
import type { AgreementMap, AnswerOf, sendMessage } from '@polylogue/api-contract';
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

  const ask = async <T>(method: string, path: string, body?: unknown) =>
    (await (await scene.apiOf(owner).fetch(method, path, body)).json()) as T;

  async function mapOf(message: string): Promise<AgreementMap> {
    const sent = { message, selectedAIs: services, mode: 'selective' };
    const { results } = await ask<AnswerOf<typeof sendMessage>>('POST', '/api/send-message', sent);
    const messageIds = results.map(({ messageId }) => messageId);
    const { id } = await ask<AgreementMap>('POST', '/api/agreement-maps', { messageIds });
    let map: AgreementMap | undefined;
    await until(async () => {
      map = await ask<AgreementMap>('GET', `/api/agreement-maps/${id}`);
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

  test('of any other question holds what several of them say', async () => {
    const map = await mapOf('Is nuclear fusion near?');
    expect(map.status).toBe('completed');
    expect(map.claims.length).toBeGreaterThan(0);
    for (const { cells } of map.claims) expect(cells.filter(({ quote }) => quote).length).toBeGreaterThan(1);
  });
});
