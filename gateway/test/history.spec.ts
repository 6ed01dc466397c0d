import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { conversationView, exportFile, foundConversation, importAnswer } from '@polylogue/api-contract';
import {
  Conversation,
  FoundItem,
  MessageRole,
  MessagesWanted,
  ReplyStatus,
  SortKey,
  type StageImportRequest,
} from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import fc from 'fast-check';
import { z } from 'zod';
import { openDoor, type Door } from './door.js';

const id = (at: number) => `0191f0a0-0000-7000-8000-${String(at).padStart(12, '0')}`;
const time = new Date('2026-11-21T09:12:00.123Z');
const thread = (at: number, said: string[] = ['Which locking?', 'Hold `seats`.']) =>
  Conversation.fromPartial({
    ...{ id: id(at), aiService: 'gpt', title: said[0] ?? '', createdAt: time, updatedAt: time },
    messages: said.map((content, turn) => ({
      ...{ id: id(at * 1000 + turn + 1), content, createdAt: time, broadcastId: id(7) },
      role: turn % 2 === 0 ? MessageRole.USER : MessageRole.ASSISTANT,
      status: ReplyStatus.COMPLETED,
      ...(turn % 2 === 0 ? {} : { responseTimeMs: 3400, usage: { outputTokens: 236 } }),
    })),
  });

let door: Door;
let cookie: string;
beforeAll(async () => {
  door = await openDoor();
  cookie = (await door.aPerson()).cookie;
});
afterAll(() => door.close());
beforeEach(() => {
  door.neighbours.conversation.calls.length = 0;
});

function keeps(threads: Conversation[], head: object = { total: threads.length, nextCursor: '' }) {
  door.neighbours.history.findConversations = async function* () {
    yield await Promise.resolve(FoundItem.fromPartial({ item: { $case: 'head', head } }));
    for (const conversation of threads) {
      const found = { conversation, messageCount: 2, preview: 'Hold', snippet: { text: 'Hold', marks: [] } };
      yield FoundItem.fromPartial({ item: { $case: 'found', found } });
    }
  };
}

describe('a list that is searched, sorted and paged', () => {
  it('asks conversation, and says in its headers how many there are and where it goes on', async () => {
    keeps([thread(1)], { total: 1284, nextCursor: 'next/one' });
    const path =
      '/api/conversations?includeAll=true&limit=50&q=seats&service=gpt&sort=messageCount&order=asc&messages=none';
    const answer = await door.ask(`${path}&since=2026-11-20T00:00:00Z`, { cookie });
    expect(z.array(foundConversation).parse(await answer.json())).toMatchObject([{ messageCount: 2, preview: 'Hold' }]);
    expect(answer.headers.get('x-total-count')).toBe('1284');
    expect(answer.headers.get('link')).toBe(
      `<${path.replaceAll('/api', '/api')}&since=2026-11-20T00%3A00%3A00Z&cursor=next%2Fone>; rel="next"`,
    );
    expect(door.neighbours.conversation.calls).toMatchObject([
      {
        request: {
          ...{ includeAll: true, limit: 50, q: 'seats', aiService: 'gpt', ascending: true },
          ...{ sort: SortKey.MESSAGE_COUNT, messages: MessagesWanted.NONE, since: new Date('2026-11-20T00:00:00Z') },
        },
      },
    ]);
  });

  it('says at least how many, where counting would take long', async () => {
    keeps([], { totalAtLeast: 3000, nextCursor: '' });
    const { headers } = await door.ask('/api/conversations?q=the&limit=5', { cookie });
    expect([headers.get('x-total-count'), headers.get('x-total-at-least'), headers.get('link')]).toEqual([
      null,
      '3000',
      null,
    ]);
  });

  it.each([
    'sort=colour',
    'order=up',
    'since=yesterday',
    'messages=some',
    'service=UPPER',
    `q=${'x'.repeat(201)}`,
    'q=%00',
  ])('refuses %s with a sentence', async (query) => {
    const answer = await door.ask(`/api/conversations?${query}`, { cookie });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'invalid_input', error: expect.any(String) });
  });
});

describe('one conversation', () => {
  it('is viewed with its siblings, deleted, or not there', async () => {
    door.neighbours.history.getConversation = () =>
      Promise.resolve({
        conversation: thread(1),
        siblings: [{ aiService: 'claude', conversationId: id(2), message: thread(2).messages[1]! }],
      });
    const view = conversationView.parse(await (await door.ask(`/api/conversations/${id(1)}`, { cookie })).json());
    expect(view.siblings).toMatchObject([{ aiService: { name: 'claude' }, broadcastId: id(7) }]);
    door.neighbours.history.deleteConversation = () => Promise.resolve({ deleted: 1 });
    expect((await door.ask(`/api/conversations/${id(1)}`, { method: 'DELETE', cookie })).status).toBe(204);
    door.neighbours.history.deleteAllConversations = () => Promise.resolve({ deleted: 9 });
    const all = await door.ask('/api/conversations/all', { method: 'DELETE', cookie });
    expect(await all.json()).toEqual({ deleted: 9 });
    door.neighbours.history.deleteConversation = () => {
      throw new AppError('not_found', 'conversation_not_found', 'There is no such conversation.');
    };
    expect((await door.ask(`/api/conversations/${id(1)}`, { method: 'DELETE', cookie })).status).toBe(404);
    expect((await door.ask('/api/conversations/none', { cookie })).status).toBe(400);
  });

  it('is cleared from the dashboard, from pages of this site only', async () => {
    door.neighbours.history.clearDashboard = ({ aiServices }) => Promise.resolve({ cleared: aiServices.length || 6 });
    expect(await (await door.ask('/api/clear', { cookie })).json()).toEqual({ cleared: 6 });
    const body = { aiServices: ['gpt', 'claude'] };
    expect(await (await door.ask('/api/clear-filtered', { method: 'POST', cookie, body })).json()).toEqual({
      cleared: 2,
    });
    const clicked = await door.ask('/api/clear', { cookie, headers: { origin: 'https://elsewhere.example' } });
    expect(clicked.status).toBe(403);
    const none = await door.ask('/api/clear-filtered', { method: 'POST', cookie, body: { aiServices: [] } });
    expect(none.status).toBe(400);
  });
});

const exported = (format: string) => door.ask(`/api/export-all?format=${format}`, { cookie });

describe('an export', () => {
  it('is a download named by the day, and by the conversation', async () => {
    keeps([thread(1)]);
    const all = await door.ask('/api/export-all', { cookie });
    const day = new Date().toISOString().slice(0, 10);
    expect(all.headers.get('content-disposition')).toBe(`attachment; filename="polylogue-conversations-${day}.md"`);
    expect(await all.text()).toContain('\n## Which locking?\n');
    door.neighbours.history.getConversation = () => Promise.resolve({ conversation: thread(1), siblings: [] });
    const one = await door.ask(`/api/conversations/${id(1)}/export?format=json`, { cookie });
    expect(one.headers.get('content-disposition')).toBe(`attachment; filename="conversation-${id(1)}.json"`);
    expect(exportFile.parse(await one.json()).conversations).toHaveLength(1);
    expect((await exported('exe')).status).toBe(400);
  });

  it('fences what was typed with more backticks than it has, and closes what was left open', async () => {
    keeps([thread(1, ['```js\nx\n```', '```sql\nSELECT 1']), thread(2)]);
    const text = await (await exported('md')).text();
    expect(text).toContain('\n````text\n```js\nx\n```\n````\n');
    expect(text).toContain('\n```sql\nSELECT 1\n```\n');
  });

  it('defuses every cell a spreadsheet would run, and quotes the rest', async () => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\0x', ' =1', 'a "b"\nc'];
    keeps([thread(1, formulas)]);
    // text() would drop the byte order mark.
    const text = Buffer.from(await (await exported('csv')).arrayBuffer()).toString();
    expect(text.startsWith('\uFEFFConversation,Title')).toBe(true);
    for (const formula of formulas.slice(0, 7)) expect(text).toContain(`'${formula.replace('\0', '\uFFFD')}`);
    expect(text).toContain('"a ""b""\nc"');
    expect(text.trimEnd().split('\r\n')).toHaveLength(9);
    expect(text).toContain(',3400,236,');
  });

  it('is told as text too, and broken off rather than passed for whole', async () => {
    keeps([thread(1)]);
    expect(await (await exported('txt')).text()).toContain('GPT (2026-11-21 09:12 UTC, 3.4 s, 236 tokens)');
    door.neighbours.history.findConversations = async function* () {
      yield await Promise.resolve(
        FoundItem.fromPartial({ item: { $case: 'found', found: { conversation: thread(1) } } }),
      );
      throw new AppError('unavailable', 'lost', 'Lost.');
    };
    await expect((await exported('json')).text()).rejects.toThrow();
  });
});

describe('an import', () => {
  const send = (body: string, headers: Record<string, string> = {}) =>
    door.ask('/api/import', {
      method: 'POST',
      cookie,
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
  let staged: Conversation[];
  let discarded: number;
  beforeEach(() => {
    [staged, discarded] = [[], 0];
    const { history } = door.neighbours;
    history.stageImport = ({ conversations }: StageImportRequest) => {
      staged.push(...conversations);
      return Promise.resolve({});
    };
    history.commitImport = () => Promise.resolve({ imported: staged.length, skipped: 0, messages: 0 });
    history.discardImport = () => {
      discarded += 1;
      return Promise.resolve({});
    };
  });

  it('takes what an export wrote, and nothing is changed by the way', async () => {
    const words = fc.array(fc.string({ unit: 'binary', minLength: 1 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(words, { maxLength: 5 }), async (texts) => {
        staged = [];
        const threads = texts.map((said, at) => thread(at + 1, said));
        keeps(threads);
        const answer = await send(await (await exported('json')).text());
        expect(importAnswer.parse(await answer.json())).toMatchObject({ imported: threads.length });
        expect(staged).toEqual(threads);
      }),
      { seed: 5, numRuns: 40 },
    );
  });

  const file = (conversations: unknown[], version: unknown = 1) =>
    JSON.stringify({ schemaVersion: version, exportedAt: time.toISOString(), conversations });
  it.each([
    ['nothing', ''],
    ['no JSON', 'hello'],
    ['another shape', '[]'],
    ['half a file', file([]).slice(0, -2)],
    ['no version', '{"conversations":[]}'],
    ['a conversation that is none', file([{ id: 'x' }])],
    ['prototype games', '{"schemaVersion":1,"conversations":[{"__proto__":{"id":1}}]}'],
    ['deep nesting', `{"schemaVersion":1,"conversations":[${'['.repeat(50_000)}]}`],
  ])('of %s is refused with a sentence, and nothing is kept', async (_what, body) => {
    const answer = await send(body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'invalid_import',
      error: expect.stringContaining('Nothing was imported'),
    });
    expect(discarded).toBe(1);
  });

  it('of another version, another type, or 500 MB is refused', async () => {
    expect((await send(file([], 2))).status).toBe(422);
    expect((await send('x', { 'content-type': 'text/plain' })).status).toBe(415);
    // Refused by what it says of its length, before any of it is read.
    const headers = { cookie, 'content-type': 'application/json', 'content-length': 500 * 1024 * 1024 };
    const status = await new Promise((resolve, reject) => {
      const upload = request(`${door.url}/api/import`, { method: 'POST', headers }, (answer) => {
        resolve(answer.statusCode);
        upload.destroy();
      });
      upload.on('error', reject);
      upload.write(' ');
    });
    expect(status).toBe(413);
    expect(staged).toEqual([]);
  });
});
