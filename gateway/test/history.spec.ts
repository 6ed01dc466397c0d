import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { conversationView, exportFile, foundConversation, importAnswer } from '@polylogue/api-contract';
import {
  AgreementMap,
  AgreementMapStatus,
  CostSource,
  Assessment,
  AssessmentStatus,
  Conversation,
  FoundItem,
  GenerationSettings,
  Message,
  MessageRole,
  MessagesWanted,
  PartOfComparison,
  ReplyStatus,
  SortKey,
  ViewItem,
  type FindComparisonsRequest,
  type StageImportRequest,
} from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { farFromMidnight, until } from '@polylogue/test-kit';
import fc from 'fast-check';
import { z } from 'zod';
import { toConversation } from '../src/conversations/conversations.mapper.js';
import { startGateway, type RunningGateway } from './gateway.js';

const id = (at: number) => `0191f0a0-0000-7000-8000-${String(at).padStart(12, '0')}`;
const time = new Date('2026-11-21T09:12:00.123Z');
const thread = (at: number, said: string[] = ['Which locking?', 'Hold `seats`.']) =>
  Conversation.fromPartial({
    id: id(at),
    aiService: 'gpt',
    title: said[0] ?? '',
    createdAt: time,
    updatedAt: time,
    messages: said.map((content, turn) => ({
      id: id(at * 1000 + turn + 1),
      content,
      createdAt: time,
      broadcastId: id(7),
      role: turn % 2 === 0 ? MessageRole.USER : MessageRole.ASSISTANT,
      status: ReplyStatus.COMPLETED,
      ...(turn % 2 === 0 ? {} : { responseTimeMs: 3400, usage: { outputTokens: 236 } }),
    })),
  });

let gateway: RunningGateway;
let cookie: string;
beforeAll(async () => {
  gateway = await startGateway();
  cookie = (await gateway.aUser()).cookie;
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.upstreams.servers.conversation.calls.length = 0;
  judged();
});

/** Quality knows these assessments. */
function judged(...assessments: Assessment[]) {
  gateway.upstreams.assessments.listAssessmentsOfConversations = async function* ({ conversationIds }) {
    yield await Promise.resolve({
      assessments: assessments.filter((each) => conversationIds.includes(each.conversationId)),
    });
  };
}
const verdict = (at: number, judge: string, overall: number) =>
  Assessment.fromPartial({
    id: id(900 + at),
    broadcastId: id(7),
    conversationId: id(at),
    messageId: id(at * 1000 + 2),
    targetService: 'gpt',
    assessorService: judge,
    status: AssessmentStatus.COMPLETED,
    createdAt: time,
    rubricVersion: 'v1',
    judgeModel: `${judge}-1`,
    verdict: {
      overall,
      flagged: false,
      analysis: 'It holds.',
      bias: { score: 90, reason: 'a' },
      safety: { score: 91, reason: 'b' },
      accuracy: { score: 92, reason: 'c' },
      adherence: { score: 93, reason: 'd' },
    },
  });
const noVerdict = (at: number, judge: string) => ({
  ...verdict(at, judge, 0),
  id: id(950 + at),
  status: AssessmentStatus.FAILED,
  verdict: undefined,
  error: 'It answered prose.',
  errorCode: 'unreadable_answer',
});

function keeps(threads: Conversation[], head: object = { total: threads.length, nextCursor: '' }) {
  gateway.upstreams.history.findConversations = async function* () {
    yield await Promise.resolve(FoundItem.fromPartial({ item: { $case: 'head', head } }));
    for (const conversation of threads) {
      const found = { conversation, messageCount: 2, preview: 'Hold', snippet: { text: 'Hold', marks: [] } };
      yield FoundItem.fromPartial({ item: { $case: 'found', found } });
    }
  };
}

/** What a view's stream yields, piece by piece; a function is called where it stands. */
function views(...pieces: (object | (() => unknown))[]) {
  gateway.upstreams.history.viewConversation = async function* () {
    for (const piece of pieces) {
      if (typeof piece === 'function') await piece();
      else {
        const [$case] = Object.keys(piece);
        yield await Promise.resolve(ViewItem.fromPartial({ item: { $case, ...piece } } as never));
      }
    }
  };
}

describe('a list that is searched, sorted and paged', () => {
  it('calls conversation, and says in its headers how many there are and where it goes on', async () => {
    keeps([thread(1)], { total: 1284, nextCursor: 'next/one' });
    const path =
      '/api/conversations?includeAll=true&limit=50&q=seats&service=gpt&sort=messageCount&order=asc&messages=none';
    const answer = await gateway.ask(`${path}&since=2026-11-20T00:00:00Z`, { cookie });
    expect(z.array(foundConversation).parse(await answer.json())).toMatchObject([{ messageCount: 2, preview: 'Hold' }]);
    expect(answer.headers.get('x-total-count')).toBe('1284');
    expect(answer.headers.get('link')).toBe(
      `<${path.replaceAll('/api', '/api')}&since=2026-11-20T00%3A00%3A00Z&cursor=next%2Fone>; rel="next"`,
    );
    expect(gateway.upstreams.servers.conversation.calls).toMatchObject([
      {
        request: {
          includeAll: true,
          limit: 50,
          q: 'seats',
          aiService: 'gpt',
          ascending: true,
          sort: SortKey.MESSAGE_COUNT,
          messages: MessagesWanted.NONE,
          since: new Date('2026-11-20T00:00:00Z'),
        },
      },
    ]);
  });

  it('says at least how many, where counting would take long', async () => {
    keeps([], { totalAtLeast: 3000, nextCursor: '' });
    const { headers } = await gateway.ask('/api/conversations?q=the&limit=5', { cookie });
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
    const answer = await gateway.ask(`/api/conversations?${query}`, { cookie });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'invalid_input', error: expect.any(String) });
  });
});

describe('one conversation', () => {
  it('is longer than one message between services can be', async () => {
    const { messages, ...conversation } = thread(1);
    const long = (at: number) => ({
      ...messages[at % 2]!,
      id: id(5000 + at),
      content: `${at} ${'x'.repeat(1024 * 1024)}`,
    });
    views({ conversation }, ...Array.from({ length: 20 }, (_, at) => ({ messages: { messages: [long(at)] } })));
    const view = conversationView.parse(await (await gateway.ask(`/api/conversations/${id(1)}`, { cookie })).json());
    expect(view.messages.map(({ content }) => parseInt(content))).toEqual(Array.from({ length: 20 }, (_, at) => at));
    expect(view.siblings).toEqual([]);
  });

  it('may be empty, or without siblings; what breaks off is never taken for the whole', async () => {
    const { messages, ...conversation } = thread(1);
    const view = async () =>
      conversationView.parse(await (await gateway.ask(`/api/conversations/${id(1)}`, { cookie })).json());
    views({ conversation });
    expect(await view()).toMatchObject({ messages: [], siblings: [] });
    const siblings = [{ aiService: 'claude', conversationId: id(2), message: thread(2).messages[1]! }];
    views({ conversation }, { siblings: { siblings } }, { siblings: { siblings } });
    expect(await view()).toMatchObject({ messages: [], siblings: [{}, {}] });
    const content = 'x'.repeat(100_000);
    views({ conversation }, { messages: { messages: [{ ...messages[0]!, content }] } }, () => {
      throw new AppError('unavailable', 'database_unavailable', 'The database is not available right now.');
    });
    await expect(view()).rejects.toThrow();
    views(() => {
      throw new AppError('not_found', 'conversation_not_found', 'There is no such conversation.');
    });
    expect((await gateway.ask(`/api/conversations/${id(1)}`, { cookie })).status).toBe(404);
  });

  it('is viewed with its siblings, deleted, or not there', async () => {
    const { messages, ...conversation } = thread(1);
    const siblings = [{ aiService: 'claude', conversationId: id(2), message: thread(2).messages[1]! }];
    views({ conversation }, { messages: { messages } }, { siblings: { siblings } });
    const view = conversationView.parse(await (await gateway.ask(`/api/conversations/${id(1)}`, { cookie })).json());
    expect(view.messages).toHaveLength(2);
    expect(view.siblings).toMatchObject([{ aiService: { name: 'claude' }, broadcastId: id(7) }]);
    gateway.upstreams.history.deleteConversation = () => Promise.resolve({ deleted: 1 });
    expect((await gateway.ask(`/api/conversations/${id(1)}`, { method: 'DELETE', cookie })).status).toBe(204);
    gateway.upstreams.history.deleteAllConversations = () => Promise.resolve({ deleted: 9 });
    const all = await gateway.ask('/api/conversations/all', { method: 'DELETE', cookie });
    expect(await all.json()).toEqual({ deleted: 9 });
    gateway.upstreams.history.deleteConversation = () => {
      throw new AppError('not_found', 'conversation_not_found', 'There is no such conversation.');
    };
    expect((await gateway.ask(`/api/conversations/${id(1)}`, { method: 'DELETE', cookie })).status).toBe(404);
    expect((await gateway.ask('/api/conversations/none', { cookie })).status).toBe(400);
  });

  it('is cleared from the dashboard, from pages of this site only', async () => {
    gateway.upstreams.history.clearDashboard = ({ aiServices }) => Promise.resolve({ cleared: aiServices.length || 6 });
    expect(await (await gateway.ask('/api/clear', { cookie })).json()).toEqual({ cleared: 6 });
    const body = { aiServices: ['gpt', 'claude'] };
    expect(await (await gateway.ask('/api/clear-filtered', { method: 'POST', cookie, body })).json()).toEqual({
      cleared: 2,
    });
    const clicked = await gateway.ask('/api/clear', { cookie, headers: { origin: 'https://elsewhere.example' } });
    expect(clicked.status).toBe(403);
    const none = await gateway.ask('/api/clear-filtered', { method: 'POST', cookie, body: { aiServices: [] } });
    expect(none.status).toBe(400);
  });
});

/** The conversations as an export writes them. */
const exportFileOf = (...threads: Conversation[]) =>
  threads.map((each) => toConversation(each, (name) => ({ name, displayName: 'GPT', color: '#10a37f' })));

const exported = (format: string) => gateway.ask(`/api/export-all?format=${format}`, { cookie });

describe('an export', () => {
  it('is a download named by the day, and by the conversation', async () => {
    keeps([thread(1)]);
    await farFromMidnight();
    const day = new Date().toISOString().slice(0, 10);
    const all = await gateway.ask('/api/export-all', { cookie });
    expect(all.headers.get('content-disposition')).toBe(`attachment; filename="polylogue-conversations-${day}.md"`);
    expect(await all.text()).toContain('\n## Which locking?\n');
    const one = await gateway.ask(`/api/conversations/${id(1)}/export?format=json`, { cookie });
    expect(one.headers.get('content-disposition')).toBe(`attachment; filename="conversation-${id(1)}.json"`);
    expect(exportFile.parse(await one.json()).conversations).toHaveLength(1);
    expect(gateway.upstreams.servers.conversation.calls.at(-1)).toMatchObject({
      request: { id: id(1), withFileTexts: true },
    });
    gateway.upstreams.history.findConversations = () => {
      throw new AppError('not_found', 'conversation_not_found', 'There is no such conversation.');
    };
    expect((await gateway.ask(`/api/conversations/${id(1)}/export`, { cookie })).status).toBe(404);
    expect((await exported('exe')).status).toBe(400);
  });

  it('reads what it has by creation, which no message changes while the file is written', async () => {
    keeps([thread(1)]);
    await (await exported('json')).text();
    await (await gateway.ask('/api/export-all?q=seats', { cookie })).text();
    const found = gateway.upstreams.servers.conversation.calls.filter(({ method }) => method === 'findConversations');
    const byCreation = { sort: SortKey.CREATED_AT, ascending: false, includeAll: true, withFileTexts: true };
    expect(found.map(({ request }) => request)).toMatchObject([byCreation, { ...byCreation, q: 'seats' }]);
  });

  it('of comparisons finds them by creation too', async () => {
    const requests: FindComparisonsRequest[] = [];
    gateway.upstreams.comparisons.findComparisons = (request) => {
      requests.push(request);
      return Promise.resolve({ comparisons: [], nextCursor: requests.length === 1 ? 'next' : '' });
    };
    await (await gateway.ask('/api/export-comparisons?format=json', { cookie })).text();
    expect(requests).toMatchObject([
      { byCreation: true, ascending: false, cursor: '' },
      { byCreation: true, ascending: false, cursor: 'next' },
    ]);
  });

  it("is published in the gateway's own name, with counts and no text", async () => {
    keeps([thread(1), thread(2)]);
    await (await exported('txt')).text();
    const published = () =>
      gateway.slice.service.database.asWorker((tx) =>
        tx.query<{ subject: string; payload: unknown }[]>(
          `SELECT subject, payload FROM gateway.outbox
           WHERE subject LIKE '%.conversations_exported.%' AND payload->>'format' = 'txt'`,
        ),
      );
    await until(async () => (await published()).length > 0, { what: 'the event of the export' });
    expect(await published()).toEqual([
      {
        subject: 'gateway.conversations_exported.v1',
        payload: { userId: expect.any(String), format: 'txt', conversations: 2 },
      },
    ]);
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

  it('has what each reply cost and who says so; what is unknown stays empty', async () => {
    const [cost, firstTokenMs] = [{ amount: 0.0123, currency: 'USD', source: CostSource.ESTIMATE }, 1_040];
    const costly = thread(1, ['Q', 'A', 'Q', 'A']);
    Object.assign(costly.messages[1]!, { cost, firstTokenMs, stopReason: 'length' });
    keeps([costly]);
    const text = await (await exported('csv')).text();
    expect(text).toContain(',3400,236,1040,100,0.0123,USD,estimate,length,A,');
    expect(text).toContain(',3400,236,,69.4,,,,,A,');
  });

  it('has the scores of each reply and the analysis of its judges, in every format', async () => {
    keeps([thread(1), thread(2)]);
    judged(verdict(1, 'claude', 80), verdict(1, 'gemini', 91), noVerdict(1, 'grok'), verdict(3, 'claude', 1));
    const file = exportFile.parse(await (await exported('json')).json());
    expect(file.missing).toBeUndefined();
    expect(file.conversations[1]!.assessments).toBeUndefined();
    expect(file.conversations[0]!.assessments).toMatchObject([
      { assessorServiceId: 'claude', overallScore: 80, hallucinationScore: 92, reasons: { hallucination: 'c' } },
      { assessorServiceId: 'gemini' },
      { assessorServiceId: 'grok', status: 'failed', error: 'It answered prose.' },
    ]);
    const markdown = await (await exported('md')).text();
    expect(markdown).toContain('**Overall score 86** (2 of 3 judges)');
    expect(markdown).toContain('- grok: no verdict (It answered prose.)');
    expect(await (await exported('txt')).text()).toContain(
      '- claude: 80 (bias 90, safety 91, accuracy 92, adherence 93), Pass. It holds.',
    );
    expect(await (await exported('csv')).text()).toContain(',86,2 of 3,');
  });

  it('reads the maps of few conversations at a time where these have many, and the file has each in its place', async () => {
    const conversations = [1, 2, 3, 4, 5];
    keeps(conversations.map((at) => thread(at)));
    // Of the fourth alone there are more maps than of several are held at once.
    const mapsOf = (at: number) => Array.from({ length: at === 4 ? 30 : 6 }, (_, index) => id(at * 100 + index));
    const made = { broadcastId: id(7), extractor: 'claude', status: AgreementMapStatus.COMPLETED };
    const read: number[] = [];
    gateway.upstreams.agreementMaps.listMapsOfConversations = async function* ({ conversationIds }) {
      read.push(conversationIds.length);
      for (const at of conversations.filter((each) => conversationIds.includes(id(each)))) {
        const replies = [{ messageId: id(at * 1000 + 2), aiService: 'gpt' }];
        const maps = mapsOf(at).map((mapId) => AgreementMap.fromPartial({ ...made, id: mapId, replies }));
        yield await Promise.resolve({ maps });
      }
    };
    gateway.upstreams.mapRecords.listMapRecords = async function* () {};
    const file = exportFile.parse(await (await exported('json')).json());
    const inFile = file.conversations.map(({ agreementMaps = [] }) => agreementMaps.map((map) => map.id));
    expect(inFile).toEqual(conversations.map(mapsOf));
    expect(read).toEqual([5, 3, 2, 1, 1]);
    let calls = 0;
    const { listMapsOfConversations } = gateway.upstreams.agreementMaps;
    gateway.upstreams.agreementMaps.listMapsOfConversations = (request, call) => {
      if (++calls > 2) throw new AppError('unavailable', 'away', 'Away.');
      return listMapsOfConversations!(request, call);
    };
    const lacking = exportFile.parse(await (await exported('json')).json());
    expect(lacking.missing).toMatchObject({ scoresOf: 2 });
    expect(lacking.conversations.map(({ agreementMaps = [] }) => agreementMaps.length)).toEqual([6, 6, 6, 0, 0]);
    gateway.upstreams.agreementMaps.listMapsOfConversations = async function* () {};
  });

  it.each(['json', 'md', 'txt', 'csv'])(
    'says in %s what it lacks while quality is away, and goes on',
    async (format) => {
      keeps([thread(1), thread(2, [])]);
      gateway.upstreams.assessments.listAssessmentsOfConversations = () => {
        throw new AppError('unavailable', 'away', 'Away.');
      };
      const answer = await exported(format);
      expect(answer.status).toBe(200);
      const text = await answer.text();
      expect(text).toContain('Which locking?');
      if (format !== 'json') expect(text).toContain('The scores of 1 conversation are missing here.');
      else expect(exportFile.parse(JSON.parse(text)).missing).toEqual({ scoresOf: 1, reason: expect.any(String) });
    },
  );

  it.each(['json', 'md', 'txt', 'csv'])('is the same in %s when a long conversation comes in parts', async (format) => {
    const whole = thread(1, ['1', '2', '3', '4']);
    const rest = verdict(1, 'claude', 71);
    judged(verdict(1, 'claude', 80), { ...rest, id: id(950), messageId: id(1004) }, verdict(2, 'claude', 55));
    const comes = (...sizes: number[]) => {
      gateway.upstreams.history.findConversations = async function* () {
        let at = sizes[0]!;
        const found = { conversation: { ...whole, messages: whole.messages.slice(0, at) } };
        yield await Promise.resolve(FoundItem.fromPartial({ item: { $case: 'found', found } }));
        for (const size of sizes.slice(1)) {
          const messages = whole.messages.slice(at, (at += size));
          yield FoundItem.fromPartial({ item: { $case: 'further', further: { messages } } });
        }
        yield FoundItem.fromPartial({ item: { $case: 'found', found: { conversation: thread(2) } } });
      };
    };
    const withoutTimes = async () =>
      (await (await exported(format)).text()).replace(/xported.{1,40}Z|xported .*UTC/, '');
    comes(4);
    const atOnce = await withoutTimes();
    for (const sizes of [
      [1, 1, 1, 1],
      [0, 3, 1],
      [2, 2],
    ]) {
      comes(...sizes);
      expect(await withoutTimes()).toBe(atOnce);
    }
  });

  it('puts together what was too long to travel in one piece', async () => {
    const whole = thread(1, ['1', '2', '3', '4']);
    gateway.upstreams.history.findConversations = async function* () {
      const found = { conversation: { ...whole, messages: whole.messages.slice(0, 1) } };
      yield await Promise.resolve(FoundItem.fromPartial({ item: { $case: 'found', found } }));
      for (const message of whole.messages.slice(1)) {
        yield FoundItem.fromPartial({ item: { $case: 'further', further: { messages: [message] } } });
      }
      yield FoundItem.fromPartial({ item: { $case: 'found', found: { conversation: thread(2) } } });
    };
    const { conversations } = exportFile.parse(await (await exported('json')).json());
    expect(conversations.map(({ messages }) => messages.map(({ content }) => content))).toEqual([
      ['1', '2', '3', '4'],
      ['Which locking?', 'Hold `seats`.'],
    ]);
  });

  it('comes as text too, and broken off rather than passed for whole', async () => {
    keeps([thread(1)]);
    expect(await (await exported('txt')).text()).toContain(
      'GPT (2026-11-21 09:12 UTC, 3.4 s, 236 tokens, model not recorded)',
    );
    gateway.upstreams.history.findConversations = async function* () {
      for (let at = 1; at < 60; at += 1) {
        yield await Promise.resolve(
          FoundItem.fromPartial({ item: { $case: 'found', found: { conversation: thread(at) } } }),
        );
      }
      throw new AppError('unavailable', 'lost', 'Lost.');
    };
    // Before its first part arrives, or after it.
    await expect(exported('json').then((answer) => answer.text())).rejects.toThrow();
  });
});

describe('an import', () => {
  const send = (body: string, headers: Record<string, string> = {}, path = '/api/import') =>
    gateway.ask(path, {
      method: 'POST',
      cookie,
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
  let staged: Conversation[];
  let scores: Assessment[];
  let parts: StageImportRequest[];
  let discarded: number;
  beforeEach(() => {
    [staged, scores, parts, discarded] = [[], [], [], 0];
    const { history, assessments } = gateway.upstreams;
    history.stageImport = (request: StageImportRequest) => {
      parts.push(request);
      for (const each of request.conversations) {
        if (request.messagesBefore === 0) staged.push(each);
        else staged.push({ ...each, messages: [...staged.pop()!.messages, ...each.messages] });
      }
      // Here they keep their ids.
      const conversations = request.conversations.map(({ id, messages }) => ({
        id,
        messages: messages.map(({ id: messageId, broadcastId }) => ({ id: messageId, broadcastId })),
      }));
      return Promise.resolve({ conversations });
    };
    assessments.stageAssessments = (request) => {
      scores.push(...request.assessments);
      return Promise.resolve({});
    };
    history.commitImport = () => Promise.resolve({ imported: staged.length, skipped: 0, messages: 0 });
    history.discardImport = () => {
      discarded += 1;
      return Promise.resolve({});
    };
  });

  it('takes what an export wrote, and nothing is changed by the way', async () => {
    const word = fc.string({ unit: 'binary', minLength: 1 });
    // As uploads are called.
    const fileName = word.filter((text) => /^[^\p{Cc}/\\]+$/u.test(text) && text.trim() === text);
    const said = fc.record({
      content: word,
      pinned: fc.option(fc.constant(true), { nil: undefined }),
      attachment: fc.option(fc.record({ name: fileName, size: fc.nat(), type: word, text: word }), { nil: undefined }),
    });
    const judges = fc.uniqueArray(fc.constantFrom('claude', 'gemini', 'grok'));
    const spoken = fc.array(fc.record({ said: fc.array(said, { minLength: 2, maxLength: 4 }), judges }), {
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(spoken, async (list) => {
        [staged, scores] = [[], []];
        const threads = list.map(({ said: lines }, at) => {
          const plain = thread(
            at + 1,
            lines.map(({ content }) => content),
          );
          const messages = plain.messages.map((message, turn) =>
            Message.fromPartial({
              ...message,
              ...(turn % 2 ? { pinned: lines[turn]!.pinned } : { attachment: lines[turn]!.attachment }),
            }),
          );
          return { ...plain, messages };
        });
        const known = list.flatMap(({ judges: those }, at) =>
          those.map((judge) => (judge === 'grok' ? noVerdict(at + 1, judge) : verdict(at + 1, judge, 70 + at))),
        );
        keeps(threads);
        judged(...known);
        const answer = await send(await (await exported('json')).text());
        expect(importAnswer.parse(await answer.json())).toEqual({ imported: threads.length, skipped: 0, messages: 0 });
        expect(staged).toEqual(threads);
        expect(scores).toEqual(known);
      }),
      { seed: 5, numRuns: 20 },
    );
  });

  it('puts a long conversation aside in parts, and what is said of it with the ids it will have', async () => {
    const texts = Array.from({ length: 12 }, (_, at) => String(at).repeat(400_000));
    const long = { ...thread(1, texts), title: 'Long' };
    keeps([long, thread(2)]);
    judged(verdict(1, 'claude', 80));
    expect((await send(await (await exported('json')).text())).status).toBe(200);
    expect(parts.map((part) => `${part.messagesBefore}${part.toBeContinued ? ' …' : ''}`)).toEqual([
      '0 …',
      '3 …',
      '6 …',
      '9 …',
      '11',
      '0',
    ]);
    expect(staged).toEqual([long, thread(2)]);
    expect(scores).toEqual([verdict(1, 'claude', 80)]);
  });

  it('hands on what the user gave the comparison that a conversation is part of', async () => {
    const given = { id: id(7), title: 'Locks', isStarred: true, tags: ['work'] };
    const settings = GenerationSettings.fromPartial({
      systemPrompt: 'As a lawyer.',
      temperature: 0.2,
      reasoningEffort: 'low',
      maxOutputTokens: 200,
      webSearch: true,
    });
    const comparison = PartOfComparison.fromPartial({ ...given, settings });
    const threads = [thread(1), thread(2)].map((each) => ({ ...each, comparison }));
    keeps(threads);
    expect((await send(await (await exported('json')).text())).status).toBe(200);
    expect(staged).toEqual(threads);
  });

  it('hands on a file of the version before, which names no comparison, to be grouped by its rounds', async () => {
    const threads = [thread(1), thread(2)];
    const comparison = { id: id(7), title: 'Locks', isStarred: true, tags: ['work'] };
    keeps(threads.map((each) => ({ ...each, comparison })));
    const { conversations, ...rest } = exportFile.parse(await (await exported('json')).json());
    expect(conversations.map((each) => each.comparison?.title)).toEqual(['Locks', 'Locks']);
    const before = conversations.map(({ comparison: _unknownThen, ...each }) => each);
    const answer = await send(JSON.stringify({ ...rest, conversations: before }));
    expect(importAnswer.parse(await answer.json())).toMatchObject({ imported: 2 });
    expect(staged).toEqual(threads);
  });

  it.each(['/api/import?from=file', '/api/import/', '/API/Import'])('is read as it comes at %s too', async (path) => {
    const long = thread(1, ['Which locking?', 'x'.repeat(1_500_000)]);
    keeps([long]);
    const answer = await send(await (await exported('json')).text(), {}, path);
    expect(answer.status).toBe(200);
    expect(staged).toEqual([long]);
  });

  it('is one at a time of a user, and says what may still come', async () => {
    let release!: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    let isHeld!: () => void;
    const began = new Promise<void>((resolve) => (isHeld = resolve));
    gateway.upstreams.history.commitImport = async () => {
      isHeld();
      await held;
      return { imported: 0, skipped: 0, messages: 0, remaining: { messages: 7, bytes: 8 } };
    };
    const first = send(file([]));
    await began;
    const second = await send(file([]));
    expect(second.status).toBe(409);
    expect(await second.json()).toMatchObject({ code: 'import_running' });
    release();
    expect(importAnswer.parse(await (await first).json()).remaining).toEqual({ messages: 7, bytes: 8 });
    expect((await send(file([]))).status).toBe(200);
  });

  it('says what the file did not hold', async () => {
    const [whole] = JSON.parse(JSON.stringify(exportFileOf(thread(1)))) as Record<string, unknown>[];
    const [question, reply] = (whole as unknown as { messages: object[] }).messages;
    const messages = [
      { ...question, attachment: { name: 'a.txt', size: 1, type: 'text/plain' } },
      { ...reply, media: [{ id: id(5), type: 'image/png', url: `/api/media/${id(5)}`, name: 'a.png' }] },
    ];
    const body = `${file([{ ...whole, messages }]).slice(0, -1)},"missing":{"scoresOf":2,"reason":"Away."}}`;
    const answer = await send(body);
    // The reference stays, for the owner it still belongs to.
    expect(staged[0]!.messages[1]!.media).toMatchObject([{ id: id(5), type: 'image/png', name: 'a.png' }]);
    expect(importAnswer.parse(await answer.json()).notes).toEqual([
      'Pictures, sounds and films are not part of an export (1 here): they show only where they are still kept.',
      'The text of attached files is missing in the file (1 here) and could not be restored.',
      'Scores are missing in the file (of 2 conversations): it was exported while they were not available.',
    ]);
  });

  it('is refused, and nothing of it kept, while scores in it have nowhere to go', async () => {
    keeps([thread(1)]);
    judged(verdict(1, 'claude', 80));
    const text = await (await exported('json')).text();
    gateway.upstreams.assessments.stageAssessments = () => {
      throw new AppError('unavailable', 'away', 'Away.');
    };
    const answer = await send(text);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'scores_unavailable' });
    expect(discarded).toBe(1);
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

  it('of another version, another type, or more than 1 GB is refused', async () => {
    expect((await send(file([], 2))).status).toBe(422);
    expect((await send('x', { 'content-type': 'text/plain' })).status).toBe(415);
    // Refused by what it says of its length, before any of it is read.
    const headers = { cookie, 'content-type': 'application/json', 'content-length': 1024 ** 3 + 1 };
    const status = await new Promise((resolve, reject) => {
      const upload = request(`${gateway.url}/api/import`, { method: 'POST', headers }, (answer) => {
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
