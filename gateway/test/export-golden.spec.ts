import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportFile } from '@polylogue/api-contract';
import {
  AgreementMap,
  AgreementMapStatus,
  ClaimMark,
  Conversation,
  CostSource,
  FoundItem,
  Generation,
  MergedAnswer,
  MessageRole,
  ReplyStatus,
  RoundSummary,
  SentenceStanding,
  SettleView,
  Settling,
  Stance,
  SummaryKind,
  type StageAgreementMapsRequest,
  type StageImportRequest,
  type StageMapRecordsRequest,
} from '@polylogue/proto';
import { startGateway, type RunningGateway } from './gateway.js';

const id = (at: number) => `0191f0a0-0000-7000-8000-${String(at).padStart(12, '0')}`;
const createdAt = new Date('2026-11-21T09:12:00.123Z');
const generation = (displayName: string, more: Partial<Generation> = {}) =>
  Generation.fromPartial({ displayName, color: '#10a37f', model: `${displayName.toLowerCase()}-5`, ...more });

const claudes = generation('Claude', {
  responseModel: 'claude-5-2026-03-01',
  settings: { temperature: 0.2, answerSchema: false },
  warnings: ['The setting "temperature" was ignored.'],
  sources: [
    { url: 'https://example.org/locks', title: 'Locks [a] | b' },
    { url: 'javascript:alert(1)', title: 'No address' },
    { title: 'A document' },
  ],
  sourcesOmitted: 3,
  reasoning: 'Rows or tables?\n```\n</details>',
  estimate: { lowMicros: 8_000, highMicros: 20_000 },
});
const usage = { inputTokens: 20, outputTokens: 9, totalTokens: 29, cachedInputTokens: 16, reasoningTokens: 4 };
const cost = { amount: 0.0123, currency: 'USD', source: CostSource.PROVIDER };

/** A conversation of GPT that Claude began, with a reply from before anything was recorded, and a summary. */
const conversation = Conversation.fromPartial({
  id: id(1),
  aiService: 'gpt',
  title: 'Which lock?',
  createdAt,
  updatedAt: createdAt,
  messages: [
    { role: MessageRole.USER, content: 'Which lock?' },
    { role: MessageRole.ASSISTANT, content: 'Row locks.', author: 'claude', generation: claudes, usage, cost },
    { role: MessageRole.USER, content: 'Why?' },
    { role: MessageRole.ASSISTANT, content: '=1+1', broadcastId: id(7) },
    { role: MessageRole.USER, content: 'And?' },
    {
      role: MessageRole.ASSISTANT,
      content: 'So.',
      broadcastId: id(8),
      generation: generation('GPT-4', { settings: { answerSchema: false } }),
    },
  ].map((message, at) => ({ id: id(1001 + at), createdAt, status: ReplyStatus.COMPLETED, ...message })),
});
const summary = RoundSummary.fromPartial({
  id: id(50),
  broadcastId: id(7),
  messageIds: [id(1004), id(2004)],
  replyServices: ['gpt', 'grok'],
  kind: SummaryKind.MERGE,
  aiService: 'claude',
  content: 'Both say **so**.',
  status: ReplyStatus.INTERRUPTED,
  error: 'Claude fell silent.',
  usage,
  cost,
  generation: claudes,
  createdAt,
});

const map = AgreementMap.fromPartial({
  id: id(60),
  broadcastId: id(8),
  status: AgreementMapStatus.COMPLETED,
  extractor: 'claude',
  replies: [
    { messageId: id(1006), aiService: 'gpt', generation: { displayName: 'GPT', color: '#10a37f' } },
    { messageId: id(2006), aiService: 'grok', generation: { displayName: 'Grok-4', color: '#123456' } },
    { messageId: id(3006), aiService: 'claude', generation: { displayName: 'Claude', color: '#10a37f' } },
  ],
  claims: [
    {
      id: 1,
      text: '=So it is | <b>.',
      agreement: 50,
      cells: [
        { messageId: id(1006), stance: Stance.SAYS, quote: { text: 'So.', start: 0, end: 3 } },
        { messageId: id(2006), stance: Stance.CONTRADICTS, quote: { text: 'Not *so*.', start: 4, end: 13 } },
        { messageId: id(3006), stance: Stance.UNPROVEN },
      ],
      mark: ClaimMark.IMPORTANT,
    },
    {
      id: 2,
      text: 'Locks cost something.',
      cells: [
        { messageId: id(1006), stance: Stance.SILENT },
        { messageId: id(2006), stance: Stance.SAYS, quote: { text: 'They cost.', start: 14, end: 24 } },
        { messageId: id(3006), stance: Stance.SILENT },
      ],
    },
  ],
  agreement: 50,
  responseTimeMs: 2_300,
  cost,
  generation: generation('Claude', { settings: { answerSchema: false } }),
  createdAt,
});

const [first, second] = map.claims;
const answers = [
  {
    id: id(70),
    version: 1,
    sentences: [
      { text: '=So *they* say.', claims: [1, 2], standing: SentenceStanding.DISPUTED, startsParagraph: true },
      { text: 'Nobody | said this.', claims: [], standing: SentenceStanding.UNPROVEN },
      { text: second!.text, claims: [2], standing: SentenceStanding.PROVEN, startsParagraph: true },
    ],
    responseTimeMs: 1_200,
    cost,
    generation: claudes,
  },
  {
    id: id(71),
    version: 3,
    steering: 'For a <lawyer>',
    basedOn: 1,
    status: AgreementMapStatus.INTERRUPTED,
    sentences: [
      { text: 'They cost.', claims: [2], standing: SentenceStanding.PROVEN, startsParagraph: true },
      { text: first!.text, claims: [1], standing: SentenceStanding.DISPUTED, startsParagraph: true, added: true },
    ],
    error: 'The server was interrupted.',
    errorCode: 'interrupted',
    responseTimeMs: 600,
  },
].map((each) =>
  MergedAnswer.fromPartial({
    mapId: map.id,
    status: AgreementMapStatus.COMPLETED,
    writer: 'claude',
    question: 'And?',
    createdAt,
    ...each,
  }),
);
const settling = Settling.fromPartial({
  mapId: map.id,
  roundsLeft: 1,
  rounds: [
    {
      id: id(80),
      number: 1,
      status: AgreementMapStatus.COMPLETED,
      claims: [1],
      answers: [
        {
          messageId: id(1006),
          aiService: 'gpt',
          status: AgreementMapStatus.COMPLETED,
          views: [{ claim: 1, view: SettleView.KEPT, reason: '=It is [so].' }],
          responseTimeMs: 900,
          cost,
          generation: { ...claudes, displayName: 'GPT' },
        },
        {
          messageId: id(2006),
          aiService: 'grok',
          status: AgreementMapStatus.COMPLETED,
          views: [{ claim: 1, view: SettleView.CHANGED, reason: 'I had overlooked it.' }],
          responseTimeMs: 700,
          generation: generation('Grok-4', { settings: { answerSchema: false } }),
        },
        {
          messageId: id(3006),
          aiService: 'claude',
          status: AgreementMapStatus.FAILED,
          error: 'It did not answer to the end.',
          errorCode: 'broken',
          responseTimeMs: 50,
        },
      ],
      responseTimeMs: 950,
      createdAt,
    },
  ],
  claims: [{ claim: 1, agreementBefore: 50, agreementAfter: 100 }],
});

let gateway: RunningGateway;
let cookie: string;
beforeAll(async () => {
  gateway = await startGateway();
  cookie = (await gateway.aUser()).cookie;
  gateway.upstreams.assessments.listAssessmentsOfConversations = async function* () {};
  gateway.upstreams.agreementMaps.listMapsOfConversations = async function* () {
    yield await Promise.resolve({ maps: [map] });
  };
  gateway.upstreams.mapRecords.listMapRecords = async function* () {
    yield { answers: [], settlings: [settling] };
    yield await Promise.resolve({ answers, settlings: [] });
  };
  gateway.upstreams.history.findConversations = async function* () {
    const found = { conversation, summaries: [summary] };
    yield await Promise.resolve(FoundItem.fromPartial({ item: { $case: 'found', found } }));
  };
});
afterAll(() => gateway.close());

const exported = async (format: string) =>
  Buffer.from(
    await (await gateway.ask(`/api/conversations/${id(1)}/export?format=${format}`, { cookie })).arrayBuffer(),
  ).toString();

describe('an export of all that is recorded', () => {
  // GOLDEN=write writes the files anew: read the difference before it is committed.
  it.each(['json', 'md', 'txt', 'csv'])('reads as it should in %s', async (format) => {
    const text = (await exported(format)).replace(/(xported[^\d]{1,6})\d[\d\-T:. ]+(Z|UTC)/, '$1<time>');
    const file = join(import.meta.dirname, 'golden', `export.${format}`);
    if (process.env.GOLDEN === 'write') await writeFile(file, text);
    expect(text).toBe(await readFile(file, 'utf8'));
  });

  it('is imported without a loss', async () => {
    const staged: StageImportRequest[] = [];
    gateway.upstreams.history.stageImport = (request) => {
      staged.push(request);
      const messages = request.conversations[0]!.messages.map(({ id: own, broadcastId }) => ({ id: own, broadcastId }));
      return Promise.resolve({ conversations: [{ id: id(1), messages }] });
    };
    gateway.upstreams.history.commitImport = () =>
      Promise.resolve({ imported: 1, skipped: 0, messages: 6, remaining: { messages: 1, bytes: 1 } });
    const maps: StageAgreementMapsRequest[] = [];
    gateway.upstreams.agreementMaps.stageAgreementMaps = (request) => {
      maps.push(request);
      return Promise.resolve({});
    };
    const records: StageMapRecordsRequest[] = [];
    gateway.upstreams.mapRecords.stageMapRecords = (request) => {
      records.push(request);
      return Promise.resolve({});
    };
    const body = await exported('json');
    exportFile.parse(JSON.parse(body));
    const headers = { 'content-type': 'application/json' };
    const answer = await gateway.ask('/api/import', { method: 'POST', cookie, body, headers });
    expect(answer.status).toBe(200);
    expect(staged).toHaveLength(1);
    const [{ messages } = { messages: [] }] = staged[0]!.conversations;
    const own = conversation.messages;
    const keep = (each: (typeof own)[number]) => [each.author, each.generation, each.usage, each.cost];
    expect(messages.map(keep)).toEqual(
      own.map((each) => [each.author ?? (each === own[5] ? 'gpt' : undefined), ...keep(each).slice(1)]),
    );
    expect(staged[0]!.summaries).toEqual([summary]);
    // Of what the map's round and its one reply here are called now, each conversation says its share.
    const here = { exportedId: id(1006), messageId: id(1006) };
    // The figures are counted anew from the claims.
    const claims = map.claims.map(({ agreement: _agreement, ...claim }) => claim);
    const { agreement: _agreement, ...uncounted } = { ...map, claims };
    const share = { map: uncounted, conversationId: id(1), replies: [here], broadcastId: id(8) };
    const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
    expect(plain(maps.flatMap((request) => request.maps))).toEqual(plain([share]));
    const about = { conversationId: id(1), mapId: map.id, messageIds: [id(1006), id(2006), id(3006)] };
    expect(plain(records.flatMap((request) => request.records))).toEqual(
      plain([
        ...answers.map((answer) => ({ ...about, answers: [answer], rounds: [] })),
        { ...about, answers: [], rounds: settling.rounds },
      ]),
    );
  });
});
