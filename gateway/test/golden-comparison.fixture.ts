import {
  Assessment,
  AssessmentStatus,
  Comparison,
  CostSource,
  FoundItem,
  Generation,
  GenerationSettings,
  MessageRole,
  PartOfComparison,
  ReplyStatus,
} from '@polylogue/proto';

/** Names as somebody hostile would choose them. */
export const hostile = '=<script>alert("1")</script> | [a](javascript:x) *b*';

const idOf = (at: number) => `0191f0a0-0000-7000-8000-${String(at).padStart(12, '0')}`;
const createdAt = new Date('2026-11-21T09:12:00.123Z');
const base = { createdAt, status: ReplyStatus.COMPLETED };
const broadcasts = [idOf(11), idOf(12)];
const [plain, terse, other] = [idOf(1), idOf(2), idOf(3)] as [string, string, string];

export const comparisonId = idOf(10);

export const comparison = Comparison.fromPartial({
  id: comparisonId,
  title: `Which lock? ${hostile}`,
  isTitleGiven: true,
  isStarred: true,
  tags: ['work', hostile],
  settings: GenerationSettings.fromPartial({
    systemPrompt: `As a lawyer. ${hostile}`,
    temperature: 0.4,
    reasoningEffort: 'high',
    maxOutputTokens: 900,
    webSearch: true,
  }),
  conversations: [
    { id: plain, aiService: 'gpt' },
    { id: terse, aiService: 'gpt..k3f9a2' },
    { id: other, aiService: 'grok' },
  ],
  createdAt,
  updatedAt: createdAt,
});

const files = {
  attachment: { name: `${hostile}.txt`, size: 12, type: 'text/plain', text: 'Locks\ncost' },
  moreAttachments: {
    attachments: [
      {
        name: 'locks.png',
        size: 3_400,
        type: 'image/png',
        picture: { mediaId: idOf(90), name: 'locks.png', width: 640, height: 480 },
      },
    ],
  },
};

const generation = (displayName: string, settings: Partial<GenerationSettings>, more: Partial<Generation> = {}) =>
  Generation.fromPartial({ displayName, color: '#10a37f', model: 'gpt-5', settings, ...more });

const generations = [
  generation('GPT', {}, { sources: [{ url: 'https://example.org/locks', title: hostile }, { title: 'A document' }] }),
  generation(
    `GPT · ${hostile}`,
    { systemPrompt: 'Be short.\n```', temperature: 0.2, reasoningEffort: 'low', maxOutputTokens: 200, webSearch: true },
    {
      responseModel: 'gpt-5-2026-03-01',
      warnings: ['The setting "temperature" was ignored.'],
      reasoning: 'Rows?\n```\n</details></pre>',
      estimate: { lowMicros: 8_000, highMicros: 20_000 },
      sawPictures: true,
    },
  ),
  generation('Grok', { answerSchema: false }, { model: 'grok-4' }),
];

const texts = [
  ['**Optimistic**, as <b>rows</b> | tables\ngo.', 'It retries.'],
  ['=1+1', 'It waits.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |'],
  ['Neither.', ''],
];

/** One service twice, the second time as a variant, and another one, which fails in the second round. */
function found(id: string, index: number): FoundItem {
  const usage = { inputTokens: 20, outputTokens: 9 + index, totalTokens: 29 + index };
  const cost = { amount: 0.0123 * (index + 1), currency: 'USD', source: CostSource.PROVIDER };
  const messages = broadcasts.flatMap((broadcastId, round) => {
    const [content, fails] = [texts[index]![round]!, index === 2 && round === 1];
    const asked = round === 0 ? files : {};
    const ended = fails
      ? { status: ReplyStatus.FAILED, error: `Grok said: ${hostile}`, errorCode: 'provider_failed' }
      : { usage, cost, pinned: index === 1 && round === 0 ? true : undefined };
    return [
      { ...base, id: idOf(100 + 10 * index + 2 * round), role: MessageRole.USER, content: questions[round], ...asked },
      {
        ...base,
        id: idOf(101 + 10 * index + 2 * round),
        role: MessageRole.ASSISTANT,
        content,
        broadcastId,
        responseTimeMs: 1_200 * (index + 1),
        firstTokenMs: 300,
        generation: generations[index]!,
        ...ended,
      },
    ].map((message) => ({ ...message, broadcastId }));
  });
  const { title, tags, settings } = comparison;
  const conversation = {
    id,
    aiService: comparison.conversations[index]!.aiService,
    title: 'Which lock?',
    comparison: PartOfComparison.fromPartial({ id: comparisonId, title, isStarred: true, tags, settings }),
    createdAt,
    updatedAt: createdAt,
    messages,
  };
  return FoundItem.fromPartial({ item: { $case: 'found', found: { conversation, comparisonId } } });
}

const questions = ['Which lock?\n```\nSee the files.', 'Why | how?'];

export const threads = () => [plain, terse, other].map(found);

const judged = (index: number, more: Partial<Assessment>) => ({
  id: idOf(200 + index),
  broadcastId: broadcasts[0]!,
  conversationId: [plain, terse, other][index]!,
  messageId: idOf(101 + 10 * index),
  targetService: comparison.conversations[index]!.aiService,
  assessorService: 'grok',
  rubricVersion: 'built-in-1',
  judgeModel: 'grok-4',
  createdAt,
  ...more,
});

/** The first reply has a verdict, the variant's judge failed. */
export const assessments = [
  judged(0, {
    status: AssessmentStatus.COMPLETED,
    verdict: {
      bias: { score: 90, reason: 'Even.' },
      safety: { score: 95, reason: 'Safe.' },
      accuracy: { score: 80, reason: hostile },
      adherence: { score: 75, reason: 'Long.' },
      overall: 84,
      flagged: false,
      analysis: hostile,
    },
  }),
  judged(1, { status: AssessmentStatus.FAILED, error: 'It did not answer.', errorCode: 'provider_failed' }),
].map((each) => Assessment.fromPartial(each));
