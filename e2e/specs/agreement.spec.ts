import { beforeAll, describe, expect, test } from '@jest/globals';
import type {
  AgreementMap,
  AnswerOf,
  listComparisons,
  MergedAnswer,
  sendMessage,
  Settling,
} from '@polylogue/api-contract';
import { until } from '@polylogue/test-kit';
import type { Account } from '../src/account.js';
import { keepPicture } from '../src/browser.js';
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

  const download = async (account: Account, path: string) => (await scene.apiOf(account).fetch('GET', path)).text();
  const readFile = async (account: Account, path: string) => JSON.parse(await download(account, path)) as File;

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
    await makeOf(map, lea);
    const pages = ['md', 'html'].map((format) => `/api/comparisons/${id}/export?format=${format}`);
    for (const path of [...pages, `/api/export-all?format=csv&comparison=${id}`]) {
      const text = await download(lea, path);
      expect(text.toLowerCase()).toContain('agreement map');
      expect(text).toMatch(/One answer by Demo Scribe, version 2|,merged answer,/);
      expect(text).toMatch(/changed its mind on claim 2|,changed,/m);
      expect(text).toContain(map.claims[0]!.cells.find(({ quote }) => quote)!.quote!.text.slice(0, 12));
    }
    const file = await readFile(lea, `/api/comparisons/${id}/export?format=json`);
    expect(file.conversations.map(({ agreementMaps }) => agreementMaps?.map((each) => each.id))).toEqual(
      services.map(() => [map.id]),
    );
    const before = recordOf(file);
    expect(before.answers).toHaveLength(2);
    expect(before.rounds).toHaveLength(1);
    const other = await scene.signUp('Noor');
    await scene.approve(other);
    // Into another account, and into one's own once it was deleted there.
    await scene.apiOf(lea).fetch('DELETE', `/api/comparisons/${id}`);
    for (const account of [other, lea]) {
      const came = await comesIn(file, account);
      expect(recordOf(came)).toEqual(before);
      expect(recordOf(await readFile(account, '/api/account/export'))).toEqual(before);
    }
    await goOn(other);
    await openInHistory(other);
  });

  /** Imports a file; answers the export of all that is there then, once the map knows all of its replies. */
  async function comesIn(file: File, account: Account): Promise<File> {
    await scene.apiOf(account).fetch('POST', '/api/import', file);
    let there: File | undefined;
    await until(
      async () => {
        there = await readFile(account, '/api/export-all?format=json');
        return isWhole(there);
      },
      { what: 'the map with all of its replies' },
    );
    return there!;
  }

  /** The second round, and the next version of the answer. */
  async function goOn(account: Account): Promise<void> {
    const [first] = (await readFile(account, '/api/export-all?format=json')).conversations;
    const path = `/api/agreement-maps/${first!.agreementMaps![0]!.id}`;
    const { rounds } = await ask<Settling>('POST', `${path}/settlings`, {}, account);
    expect(rounds.map(({ number }) => number)).toEqual([1, 2]);
    const next = await ask<MergedAnswer>('POST', `${path}/answers`, {}, account);
    expect(next.version).toBe(3);
  }

  /** Settles the disputes of a map, and has two answers written from it. */
  async function makeOf({ id }: AgreementMap, account: Account): Promise<void> {
    await ask('POST', `/api/agreement-maps/${id}/settlings`, {}, account);
    await ended(() => ask<Settling>('GET', `/api/agreement-maps/${id}/settlings`, undefined, account).then(roundOf));
    for (const wish of [{}, { steering: 'Shorter' }]) {
      const writerAI = 'demo-scribe';
      const begun = await ask<MergedAnswer>(
        'POST',
        `/api/agreement-maps/${id}/answers`,
        { ...wish, writerAI },
        account,
      );
      await ended(() => ask<MergedAnswer>('GET', `/api/merged-answers/${begun.id}`, undefined, account));
    }
  }

  /** The screen of another account's imported comparison has all of it. */
  async function openInHistory(account: Account): Promise<void> {
    const { page } = await scene.visit(account);
    await page.goto('/history?show=comparisons');
    await page.getByRole('link', { name: questions[0][0] }).click();
    await page.getByRole('button', { name: /^Agreement / }).click();
    const settled = page.getByRole('list', { name: 'Claims that went back' });
    await settled
      .getByText(/changed its mind/)
      .first()
      .waitFor();
    await page
      .getByRole('region', { name: /^One answer by/ })
      .first()
      .waitFor();
    await settled.scrollIntoViewIfNeeded();
    await keepPicture(page, 'imported-settling');
    const answer = page.getByRole('region', { name: /^One answer by/ }).first();
    await answer.scrollIntoViewIfNeeded();
    await keepPicture(page, 'imported-answer');
  }

  test('of any other question holds what several of them say', async () => {
    const map = await mapOf('Is nuclear fusion near?');
    expect(map.status).toBe('completed');
    expect(map.claims.length).toBeGreaterThan(0);
    for (const { cells } of map.claims) expect(cells.filter(({ quote }) => quote).length).toBeGreaterThan(1);
  });
});

interface File {
  conversations: {
    messages: { id: string }[];
    agreementMaps?: AgreementMap[];
    mergedAnswers?: MergedAnswer[];
    settleRounds?: (Settling['rounds'][number] & { mapId: string })[];
  }[];
}

const roundOf = ({ rounds }: Settling) => rounds.at(-1)!;

async function ended(get: () => Promise<{ status: string }>): Promise<void> {
  await until(async () => (await get()).status !== 'pending');
}

/** Whether each conversation has its map, which knows all of its replies by the names they have in the file. */
function isWhole({ conversations }: File): boolean {
  const messages = new Set(conversations.flatMap((each) => each.messages.map(({ id }) => id)));
  const maps = conversations.flatMap(({ agreementMaps = [] }) => agreementMaps);
  return (
    maps.length === services.length &&
    maps.every(({ replies }) => replies.every((each) => messages.has(each.messageId)))
  );
}

/** What a file says of its one map, which stands in each conversation alike: all but what things are called. */
function recordOf({ conversations }: File) {
  const [first, ...others] = conversations.map(({ agreementMaps = [], mergedAnswers = [], settleRounds = [] }) => {
    const [map] = agreementMaps;
    const place = (messageId: string) => map!.replies.findIndex((reply) => reply.messageId === messageId);
    const nameless = (each: { messageId: string }) => ({ ...each, messageId: place(each.messageId) });
    return {
      map: { ...map, id: '', broadcastId: '', replies: map!.replies.map(nameless), claims: map!.claims.map(plain) },
      answers: mergedAnswers.map((answer) => ({ ...answer, id: '', mapId: '' })),
      rounds: settleRounds.map((round) => ({ ...round, id: '', mapId: '', answers: round.answers.map(nameless) })),
    };
    function plain(claim: AgreementMap['claims'][number]) {
      return { ...claim, cells: claim.cells.map(nameless) };
    }
  });
  for (const each of others) expect(each).toEqual(first);
  return first!;
}
