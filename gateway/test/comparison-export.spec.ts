import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError } from '@polylogue/service-kit';
import {
  AgreementMap,
  AgreementMapStatus,
  AnswerPreset,
  Comparison,
  Conversation,
  FindComparisonsRequest,
  FindConversationsRequest,
  FoundConversation,
  FoundItem,
  Generation,
  ListMapRecordsResponse,
  Message,
  ReplyStatus,
  MessageRole,
  SentenceStanding,
  SettleView,
  Stance,
} from '@polylogue/proto';
import { recordsOf } from './csv.fixture.js';
import * as golden from './golden-comparison.fixture.js';
import { startGateway, type RunningGateway } from './gateway.js';

let gateway: RunningGateway;
let cookie: string;

const at = new Date('2026-03-04T05:06:07.089Z');
const [id, one, other] = [randomUUID(), randomUUID(), randomUUID()];
const rounds = ['Which lock?', 'Why | how?'].map((question) => ({ question, broadcastId: randomUUID() }));
const message = (more: Partial<Message>): Message =>
  Message.fromPartial({ id: randomUUID(), createdAt: at, status: ReplyStatus.COMPLETED, ...more });
const generation = Generation.fromPartial({
  displayName: 'GPT',
  model: 'gpt-5',
  settings: {},
  sources: [{ url: 'https://example.org/locks', title: 'Locks <b>' }, { url: 'javascript:alert(1)' }],
  reasoning: 'First </pre><script>x</script>',
});
const found = (conversationId: string, aiService: string, texts: readonly string[]): FoundItem => {
  const messages = rounds.flatMap(({ question, broadcastId }, nr) => [
    message({ role: MessageRole.USER, content: question, broadcastId }),
    message({ role: MessageRole.ASSISTANT, content: texts[nr]!, broadcastId, generation }),
  ]);
  const conversation = Conversation.fromPartial({
    id: conversationId,
    aiService,
    messages,
    createdAt: at,
    updatedAt: at,
  });
  return { item: { $case: 'found', found: FoundConversation.fromPartial({ conversation, comparisonId: id }) } };
};

/** A claim that the first of two replies makes, and the second, they say, too. */
function aMap(broadcastId: string, replies: readonly string[]): AgreementMap {
  const cells = [
    { messageId: replies[0]!, stance: Stance.SAYS, quote: { text: 'Locks cost <b>', start: 0, end: 14 } },
    { messageId: replies[1]!, stance: Stance.UNPROVEN },
  ];
  return AgreementMap.fromPartial({
    id: randomUUID(),
    broadcastId,
    status: AgreementMapStatus.COMPLETED,
    extractor: 'gpt',
    replies: replies.map((messageId) => ({ messageId, aiService: 'gpt' })),
    claims: [{ id: 1, text: 'Locks cost <i>', cells }],
    createdAt: at,
  });
}

/** Two versions from a map, and a round in which the first reply changed its mind. */
function madeOf({ id: mapId, replies }: AgreementMap): ListMapRecordsResponse {
  const status = AgreementMapStatus.COMPLETED;
  const sentences = [{ text: 'They <i>cost</i>.', claims: [1], standing: SentenceStanding.PROVEN }];
  const views = [{ claim: 1, view: SettleView.CHANGED, reason: 'I was <wrong>.' }];
  const rounds = [
    {
      id: randomUUID(),
      number: 1,
      status,
      claims: [1],
      answers: [{ messageId: replies[0]!.messageId, aiService: 'gpt', status, views, generation }],
      createdAt: at,
    },
  ];
  return ListMapRecordsResponse.fromPartial({
    answers: [1, 2].map((version) => ({
      id: randomUUID(),
      mapId,
      version,
      status,
      writer: 'gpt',
      sentences,
      createdAt: at,
    })),
    settlings: [{ mapId, roundsLeft: 1, rounds, claims: [{ claim: 1, agreementAfter: 100 }] }],
  });
}

beforeAll(async () => {
  gateway = await startGateway();
  ({ cookie } = await gateway.aUser());
  gateway.upstreams.comparisons.getComparison = ({ id: wanted }) =>
    wanted === id
      ? Promise.resolve(
          Comparison.fromPartial({
            id,
            title: 'Locks <script>',
            tags: ['work'],
            conversations: [
              { id: one, aiService: 'gpt', pins: 0 },
              { id: other, aiService: 'gpt', pins: 0 },
            ],
            createdAt: at,
            updatedAt: at,
          }),
        )
      : Promise.reject(new AppError('not_found', 'comparison_not_found', 'There is no such comparison.'));
  gateway.upstreams.history.findConversations = async function* () {
    yield found(other, 'gpt', ['**Pessimistic** <script>alert(1)</script>', 'It\nwaits']);
    yield await Promise.resolve(found(one, 'gpt', ['Optimistic', 'It retries']));
  };
  gateway.upstreams.assessments.listAssessmentsOfConversations = async function* () {
    yield await Promise.resolve({ assessments: [] });
  };
});
afterAll(() => gateway.close());

const download = async (query: string, wanted = id) => {
  const answer = await gateway.ask(`/api/comparisons/${wanted}/export?${query}`, { cookie });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

/** The CSV of its conversations, which has what is no reply too. */
const rowsOfAll = async () => (await gateway.ask(`/api/export-all?format=csv&comparison=${id}`, { cookie })).text();

describe('the export of a comparison', () => {
  it('is a page of its own, with the replies to one message beside each other', async () => {
    const { status, headers, text } = await download('format=html');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="comparison-${id}.html"`);
    expect(text).toContain('<body class="columns">');
    expect(text).toContain('<title>Locks &lt;script&gt;</title>');
    expect(text).toContain("default-src 'none'; style-src 'unsafe-inline'");
    expect(text.match(/<section>/g)).toHaveLength(2);
    expect(text.indexOf('Optimistic')).toBeLessThan(text.indexOf('Pessimistic'));
    expect(text).toContain('<strong>Pessimistic</strong> &lt;script&gt;');
    expect(text).toContain('<a href="https://example.org/locks" rel="noreferrer noopener">Locks &lt;b&gt;</a>');
    expect(text).not.toMatch(/<script|href="javascript/);
    const { calls } = gateway.upstreams.servers.conversation;
    const { request } = calls.find(({ method }) => method === 'findConversations')!;
    expect(request as FindConversationsRequest).toMatchObject({ comparisonId: id, withFileTexts: true });
  });

  it('is Markdown, round by round or in columns', async () => {
    const { text: turns } = await download('format=md&layout=turns');
    expect(turns.startsWith('# Locks \\<script\\>\n')).toBe(true);
    expect(turns).toContain('```text\nWhich lock?\n```');
    expect(turns.match(/^### /gm)).toHaveLength(4);
    const { text: columns } = await download('format=md&layout=columns');
    expect(columns).toContain('| --- | --- |\n| Optimistic | **Pessimistic** &lt;script>alert(1)&lt;/script> |\n');
    expect(columns).toContain('| It retries | It<br>waits |');
  });

  /** A map of the first round's replies, what was made of it, and how to have the store as it was before. */
  function mapped() {
    const replies = [randomUUID(), randomUUID()];
    const kept = gateway.upstreams.history.findConversations;
    gateway.upstreams.history.findConversations = async function* () {
      for (const [at, messageId] of replies.entries()) {
        const item = found([one, other][at]!, 'gpt', ['Locks **cost** <b>', 'Nothing']);
        const { item: inner } = item;
        if (inner?.$case === 'found') inner.found.conversation!.messages[1]!.id = messageId;
        yield await Promise.resolve(item);
      }
    };
    const map = aMap(rounds[0]!.broadcastId, replies);
    const made = madeOf(map);
    gateway.upstreams.agreementMaps.listMapsOfConversations = async function* () {
      yield await Promise.resolve({ maps: [map] });
    };
    gateway.upstreams.mapRecords.listMapRecords = async function* () {
      yield await Promise.resolve(made);
    };
    return { map, restore: () => void (gateway.upstreams.history.findConversations = kept) };
  }

  it('has the agreement maps behind the replies they are about', async () => {
    const { map, restore } = mapped();
    const { text: page } = await download('format=html');
    expect(page.match(/class="map"/g)).toHaveLength(1);
    expect(page).toContain('<li><strong>Locks cost &lt;i&gt;</strong>');
    expect(page).toMatch(/says so: <q>Locks cost &lt;b&gt;<\/q><\/li><li>\S+ unproven<\/li>/);
    expect(page.indexOf('class="map"')).toBeLessThan(page.indexOf('Why | how?'));
    const { text: markdown } = await download('format=md');
    expect(markdown.match(/### Agreement map by/g)).toHaveLength(1);
    expect(markdown).toContain('1. **Locks cost \\<i\\>**');
    const { text: json } = await download('format=json');
    const { conversations } = JSON.parse(json) as { conversations: { agreementMaps: { id: string }[] }[] };
    expect(conversations.map(({ agreementMaps }) => agreementMaps.map(({ id: own }) => own))).toEqual([
      [map.id],
      [map.id],
    ]);
    expect((await rowsOfAll()).match(/,claim,/g)).toHaveLength(2);
    restore();
  });

  it('has the merged answers and rounds of settling of a map behind it', async () => {
    const { restore } = mapped();
    const { text: page } = await download('format=html');
    expect(page).toContain('no figure, after settling 100 %');
    expect(page).toContain('<b>GPT</b> changed its mind on claim 1: I was &lt;wrong&gt;.');
    expect(page).toContain(
      '(<a href="https://example.org/locks" rel="noreferrer noopener">Locks &lt;b&gt;</a>; javascript',
    );
    expect(page.match(/class="merged"/g)).toHaveLength(2);
    // The notes of each answer are its own.
    expect(page).toContain('<a href="#a1c1">1</a>');
    expect(page).toContain('<a href="#a2c1">1</a>');
    expect(page).not.toMatch(/<script|href="javascript/);
    const { text: markdown } = await download('format=md');
    expect(markdown.match(/### One answer by/g)).toHaveLength(2);
    expect(markdown).toContain('- **GPT** changed its mind on claim 1: I was \\<wrong\\>.');
    const { text: json } = await download('format=json');
    type Listed = Record<'mergedAnswers' | 'settleRounds', { id: string }[]>;
    const { conversations } = JSON.parse(json) as { conversations: Listed[] };
    const counts = conversations.map(({ mergedAnswers, settleRounds }) => [mergedAnswers.length, settleRounds.length]);
    expect(counts).toEqual([
      [2, 1],
      [2, 1],
    ]);
    const csv = await rowsOfAll();
    const roles = ['claim', 'view', 'merged answer', 'sentence'];
    expect(roles.map((role) => csv.split(`,${role},`).length - 1)).toEqual([2, 2, 4, 4]);
    restore();
  });

  it('is without what a quality of an older version does not list', async () => {
    const { restore } = mapped();
    const unknown = () => {
      throw new AppError('unsupported_type', 'unknown_call', 'The server does not implement this method.');
    };
    gateway.upstreams.mapRecords.listMapRecords = unknown;
    const { text: older } = await download('format=html');
    expect(older).toContain('class="map"');
    expect(older).not.toContain('class="merged"');
    gateway.upstreams.agreementMaps.listMapsOfConversations = unknown;
    restore();
    const { status, text } = await download('format=html');
    expect(status).toBe(200);
    expect(text).not.toContain('class="map"');
  });

  it('is JSON like that of its conversations', async () => {
    const { text: json } = await download('format=json');
    const { conversations } = JSON.parse(json) as { conversations: { id: string }[] };
    expect(conversations.map((each) => each.id).sort()).toEqual([one, other].sort());
  });

  it('is CSV with a row per reply and nothing else, each with its round and its question', async () => {
    const { restore } = mapped();
    const { status, headers, text } = await download('format=csv');
    restore();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="comparison-${id}.csv"`);
    const shown = recordsOf(text).map((row) => [row.Conversation, row.Round, row.Question, row.Content]);
    expect(shown).toEqual(
      [one, other].flatMap((conversation) => [
        [conversation, '1', 'Which lock?', 'Locks **cost** <b>'],
        [conversation, '2', 'Why | how?', 'Nothing'],
      ]),
    );
    expect(recordsOf(text).map(({ Comparison: own }) => own)).toEqual([id, id, id, id]);
    expect((await rowsOfAll()).match(/,user,/g)).toHaveLength(4);
  });

  it('counts the rounds of the whole comparison, also of one that is too long to be held', async () => {
    const kept = gateway.upstreams.history.findConversations;
    const { calls } = gateway.upstreams.servers.conversation;
    // The second service was asked alone before all others; of the first, the last round comes in another part.
    const between = randomUUID();
    const turn = (broadcastId: string, minute: number, content: string) => {
      const createdAt = new Date(at.getTime() + minute * 60_000);
      return [MessageRole.USER, MessageRole.ASSISTANT].map((role) =>
        message({ role, content, broadcastId, createdAt, generation }),
      );
    };
    const holds = (size: number) => {
      gateway.upstreams.history.findConversations = async function* () {
        const base = { aiService: 'gpt', createdAt: at, updatedAt: at };
        const first = { ...base, id: one, messages: turn(rounds[0]!.broadcastId, 1, 'first') };
        const second = { ...base, id: other, messages: turn(between, 0, 'x'.repeat(size)) };
        const further = { messages: turn(rounds[1]!.broadcastId, 2, 'last') };
        yield await Promise.resolve(
          FoundItem.fromPartial({ item: { $case: 'found', found: { conversation: first } } }),
        );
        yield FoundItem.fromPartial({ item: { $case: 'further', further } });
        yield FoundItem.fromPartial({ item: { $case: 'found', found: { conversation: second } } });
      };
      calls.length = 0;
    };
    const reads = () => calls.filter(({ method }) => method === 'findConversations').length;
    for (const [size, expected] of [
      [10, 1],
      [600_000, 2],
    ] as const) {
      holds(size);
      const { text } = await download('format=csv');
      const shown = recordsOf(text).map((row) => [row.Conversation, row.Round, row.Content!.slice(0, 5)]);
      expect(shown).toEqual([
        [one, '2', 'first'],
        [one, '3', 'last'],
        [other, '1', 'xxxxx'],
      ]);
      expect(reads()).toBe(expected);
    }
    gateway.upstreams.history.findConversations = kept;
  });

  it('says in its CSV which scores it lacks while quality is away', async () => {
    const { listAssessmentsOfConversations } = gateway.upstreams.assessments;
    gateway.upstreams.assessments.listAssessmentsOfConversations = () => {
      throw new AppError('unavailable', 'away', 'Away.');
    };
    const rows = recordsOf((await download('format=csv')).text);
    gateway.upstreams.assessments.listAssessmentsOfConversations = listAssessmentsOfConversations!;
    expect(rows).toHaveLength(5);
    expect(rows.at(-1)).toMatchObject({ Error: expect.stringContaining('The scores of 2 conversations'), Message: '' });
  });

  it('says nothing of who is who before the vote of a blind round', async () => {
    const kept = gateway.upstreams.history.findConversations;
    const [question] = rounds;
    gateway.upstreams.history.findConversations = async function* () {
      for (const [index, aiService] of ['blind..a', 'blind..b'].entries()) {
        const said = { broadcastId: question!.broadcastId, content: `Reply ${index + 1}` };
        const messages = [
          message({ ...said, role: MessageRole.USER, content: question!.question }),
          message({ ...said, role: MessageRole.ASSISTANT }),
        ];
        const conversation = { id: [one, other][index]!, aiService, messages, createdAt: at, updatedAt: at };
        yield await Promise.resolve(FoundItem.fromPartial({ item: { $case: 'found', found: { conversation } } }));
      }
    };
    const rows = recordsOf((await download('format=csv')).text);
    gateway.upstreams.history.findConversations = kept;
    const names = ['Service A (blind until the vote)', 'Service B (blind until the vote)'];
    expect(rows.map((row) => row['AI Service'])).toEqual(names);
    expect(rows.map((row) => row['AI Service Id'])).toEqual(['blind..a', 'blind..b']);
    const figures = ['Answered by Model', 'Temperature', 'Response Time (ms)', 'Output Tokens', 'Cost', 'Sources'];
    for (const row of rows) {
      expect(row.Model).toBe('not recorded');
      expect(figures.map((name) => row[name])).toEqual(figures.map(() => ''));
    }
  });

  it.each(['format=pdf', 'format=html&layout=heap'])('answers 400 to ?%s', async (query) =>
    expect((await download(query)).status).toBe(400),
  );

  it('is not there for what is no comparison of the user', async () =>
    expect((await download('format=html', randomUUID())).status).toBe(404));
});

describe('the export of all comparisons that are found', () => {
  const all = async (query: string) => {
    const answer = await gateway.ask(`/api/export-comparisons?${query}`, { cookie });
    return { status: answer.status, name: answer.headers.get('content-disposition'), text: await answer.text() };
  };

  it('has the conversations of one comparison after the other, page by page', async () => {
    const requests: FindComparisonsRequest[] = [];
    gateway.upstreams.comparisons.findComparisons = (request) => {
      requests.push(request);
      const [wanted, nextCursor] = request.cursor === '' ? [id, 'abc'] : [randomUUID(), ''];
      return Promise.resolve({ comparisons: [Comparison.fromPartial({ id: wanted })], nextCursor });
    };
    gateway.upstreams.servers.conversation.calls.length = 0;
    const { status, name, text } = await all('format=json&starred=true&tag=work&q=lock');
    expect(status).toBe(200);
    expect(name).toMatch(/filename="polylogue-comparisons-\d{4}-\d\d-\d\d\.json"/);
    const { conversations } = JSON.parse(text) as { conversations: { id: string }[] };
    expect(conversations.map((each) => each.id)).toEqual([other, one, other, one]);
    expect(requests).toEqual([
      expect.objectContaining({ q: 'lock', onlyStarred: true, tag: 'work', cursor: '' }),
      expect.objectContaining({ cursor: 'abc' }),
    ]);
    const found = gateway.upstreams.servers.conversation.calls.filter(({ method }) => method === 'findConversations');
    expect(found.map(({ request }) => (request as FindConversationsRequest).comparisonId)[0]).toBe(id);
  });

  it('has a row per reply as CSV, each with its comparison', async () => {
    const ids = [id, randomUUID()];
    gateway.upstreams.comparisons.findComparisons = () =>
      Promise.resolve({ comparisons: ids.map((each) => Comparison.fromPartial({ id: each })), nextCursor: '' });
    const { status, name, text } = await all('format=csv');
    expect(status).toBe(200);
    expect(name).toMatch(/filename="polylogue-comparisons-\d{4}-\d\d-\d\d\.csv"/);
    const shown = recordsOf(text).map((row) => [row.Comparison, row.Conversation, row.Round]);
    expect(shown).toEqual(
      ids.flatMap((each) => [other, one].flatMap((thread) => [1, 2].map((round) => [each, thread, String(round)]))),
    );
  });

  it.each(['format=html', 'tag=' + 'x'.repeat(41)])('answers 400 to ?%s', async (query) =>
    expect((await all(query)).status).toBe(400),
  );
});

describe('the export of a comparison with all that can be in it', () => {
  const usual = new Map<object, object>();

  let own: string;

  beforeAll(async () => {
    // What presets are called is kept for a while, by user.
    ({ cookie: own } = await gateway.aUser());
    const { comparisons, history, assessments: judged, answerPresets } = gateway.upstreams;
    for (const each of [comparisons, history, judged, answerPresets]) usual.set(each, { ...each });
    comparisons.getComparison = () => Promise.resolve(golden.comparison);
    history.findConversations = async function* () {
      for (const thread of golden.threads()) yield await Promise.resolve(thread);
    };
    judged.listAssessmentsOfConversations = async function* () {
      yield await Promise.resolve({ assessments: golden.assessments });
    };
    const fields = { name: golden.hostile, settings: {}, aiServices: ['gpt'] };
    const presets = [AnswerPreset.fromPartial({ id: 'k3f9a2', fields })];
    answerPresets.listAnswerPresets = () => Promise.resolve({ presets });
  });
  afterAll(() => {
    for (const [each, answers] of usual) Object.assign(each, answers);
  });

  // GOLDEN=write writes the files anew: read the difference before it is committed.
  it.each(['columns.html', 'turns.html', 'columns.md', 'turns.md', 'json', 'csv'])(
    'reads as it should in %s',
    async (kind) => {
      const [format, layout] = kind.split('.').reverse() as [string, string | undefined];
      const query = layout === undefined ? `format=${format}` : `format=${format}&layout=${layout}`;
      const answered = await gateway.ask(`/api/comparisons/${golden.comparisonId}/export?${query}`, { cookie: own });
      const bytes = Buffer.from(await answered.arrayBuffer()).toString();
      const text = bytes.replace(/(xported[^\d]{1,6})\d[\d\-T:. ]+(Z|UTC)/, '$1<time>');
      const file = join(import.meta.dirname, 'golden', `comparison.${kind}`);
      if (process.env.GOLDEN === 'write') await writeFile(file, text);
      expect(text).toBe(await readFile(file, 'utf8'));
      if (format === 'html') expect(text).not.toMatch(/<script|href="javascript/);
    },
  );
});
