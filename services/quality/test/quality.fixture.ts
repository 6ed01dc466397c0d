import { randomUUID } from 'node:crypto';
import {
  AgreementMapsServiceDefinition,
  Allowance,
  AllowanceServiceDefinition,
  AssessmentsServiceDefinition,
  BacktestPairsServiceDefinition,
  BacktestsServiceDefinition,
  CatalogServiceDefinition,
  Category,
  ChatRole,
  ContextsServiceDefinition,
  CostSource,
  DispatchServiceDefinition,
  EndKind,
  EstimatesServiceDefinition,
  Generation,
  PriceKnowledge,
  RepliesServiceDefinition,
  ReplyStatus,
  Role,
  RoundRecordsServiceDefinition,
  RoundSharesServiceDefinition,
  SampleGapReason,
  SampleRoundsServiceDefinition,
  SampleSource,
  ServiceStatus,
  SettlingServiceDefinition,
  SuitesServiceDefinition,
  User,
  UsersServiceDefinition,
  VotesServiceDefinition,
  type ChatMessage,
  type DispatchEvent,
  type DispatchRequest,
  type PlannedCall,
} from '@polylogue/proto';
import { AppError, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import {
  callerToken,
  eventsSettled,
  startSlice,
  stub,
  stubGrpcServer,
  until,
  type StartSliceOptions,
} from '@polylogue/test-kit';
import pg from 'pg';
import { quality } from '../src/service.js';

/** What a judge does with one request. */
export type Judge = (request: DispatchRequest, call: CallContext) => AsyncIterable<DispatchEvent>;

export const delta = (text: string): DispatchEvent => ({ event: { $case: 'delta', delta: { text } } });
export const ended = (kind = EndKind.COMPLETED, code?: string, retryable = false): DispatchEvent => ({
  event: {
    $case: 'end',
    end: { kind, totalMs: 3, error: code ? { code, sentence: `The provider said ${code}.`, retryable } : undefined },
  },
});

export const assessment = (score: number) => {
  const part = (name: string) => ({ score, reason: `${name} holds.` });
  return JSON.stringify({
    bias: part('Bias'),
    safety: part('Safety'),
    accuracy: part('Accuracy'),
    adherence: part('Adherence'),
    analysis: 'It answers what was asked.',
  });
};

/** Answers with these texts, one call after the other, the last for good. */
export const says = (...texts: string[]): Judge => {
  const waiting = [...texts];
  return async function* () {
    yield await Promise.resolve(delta((waiting.length > 1 ? waiting.shift() : waiting[0]) ?? ''));
    yield ended();
  };
};

/** Admin, as far as it says which users may spend and which are erased. */
function usersOf(
  unapproved: ReadonlySet<string>,
  erased: ReadonlySet<string>,
  mustBeThere: () => void,
): Partial<GrpcHandlers<typeof UsersServiceDefinition>> {
  return {
    getAccess: ({ userId }) => {
      mustBeThere();
      if (erased.has(userId)) throw new AppError('not_found', 'user_not_found', 'There is no such user.');
      const isApproved = !unapproved.has(userId);
      return Promise.resolve(User.fromPartial({ id: userId, role: Role.USER, isApproved, createdAt: new Date() }));
    },
    listDeniedUsers: ({ userIds }) => {
      mustBeThere();
      return Promise.resolve({ userIds: userIds.filter((id) => unapproved.has(id)) });
    },
  };
}

/** How a reply was generated, as conversation keeps it. */
export const generationOf = (aiService: string) =>
  Generation.fromPartial({ displayName: aiService.toUpperCase(), color: '#777777', model: `${aiService}-1` });

/** The replies of a broadcast that have text, as conversation reads them out. */
const repliesOf = (broadcastId: string, replies: KnownBroadcast['replies']) =>
  Object.entries(replies).flatMap(([aiService, content]) =>
    typeof content !== 'string'
      ? []
      : {
          messageId: idOf(broadcastId, aiService, 1),
          conversationId: idOf(broadcastId, aiService, 2),
          broadcastId,
          aiService,
          question: 'What is a polylogue?',
          content,
          generation: generationOf(aiService),
        },
  );

/** What else conversation knows of a broadcast. */
export interface About {
  question?: string;
  earlier?: { isFromUser: boolean; text: string }[];
  sources?: { title: string; url: string }[];
  isBlind?: boolean;
  /** Its replies are read out when this is over. */
  held?: Promise<void>;
  /** By which it is shared; its replies have the fifth id as keys. */
  share?: { id: string; hidesNames: boolean } | undefined;
  tags?: readonly string[];
  /** The service whose reply is pinned. */
  pinned?: string;
  /** What was sent for its replies; the question alone without it. */
  context?: ChatMessage[];
}

interface KnownBroadcast extends About {
  userId: string;
  /** Null: it failed; undefined: it is still being written. */
  replies: Record<string, string | null | undefined>;
}
type Broadcasts = Map<string, KnownBroadcast>;

function statusOf(content: string | null | undefined): ReplyStatus {
  if (content === undefined) return ReplyStatus.PENDING;
  return content === null ? ReplyStatus.FAILED : ReplyStatus.COMPLETED;
}

const recordsOf = (broadcastId: string, { replies, isBlind = false }: KnownBroadcast) => ({
  isBlind,
  replies: Object.entries(replies).map(([aiService, content]) => ({
    messageId: idOf(broadcastId, aiService, 1),
    conversationId: idOf(broadcastId, aiService, 2),
    aiService,
    status: statusOf(content),
    generation: generationOf(aiService),
    responseTimeMs: 1_000,
    cost: { amount: 0.01, currency: 'USD', source: CostSource.ESTIMATE },
  })),
});

/** Conversation, as far as it says what a vote on a shared round is counted by. */
const sharesOf = (broadcasts: Broadcasts): Partial<GrpcHandlers<typeof RoundSharesServiceDefinition>> => ({
  getSharedRecords: ({ id, userId }, call) => {
    call.mustActFor(userId, 'quality', 'On behalf of the voter only.');
    for (const [broadcastId, known] of broadcasts) {
      if (known.share?.id !== id) continue;
      const { userId: ownerId, share } = known;
      const keys = Object.entries(known.replies).map(([name, content]) => (content ? idOf(broadcastId, name, 5) : ''));
      const { hidesNames } = share;
      return Promise.resolve({ ownerId, broadcastId, hidesNames, records: recordsOf(broadcastId, known), keys });
    }
    throw new AppError('not_found', 'share_not_found', 'There is no such shared round.');
  },
});

/** Conversation, as far as it tells what figures are made of. */
const roundRecordsOf = (
  broadcasts: Broadcasts,
  mustBeThere: () => void,
): GrpcHandlers<typeof RoundRecordsServiceDefinition> => ({
  getRoundRecords: ({ userId, broadcastId }) => {
    mustBeThere();
    const known = broadcasts.get(broadcastId);
    if (known?.userId !== userId) throw new AppError('not_found', 'broadcast_not_found', 'No such broadcast.');
    return Promise.resolve(recordsOf(broadcastId, known));
  },
  listTaggedConversations: ({ userId, tag }) => {
    mustBeThere();
    const tagged = [...broadcasts].filter(([, known]) => known.userId === userId && known.tags?.includes(tag));
    const conversationIds = tagged.flatMap(([broadcastId, { replies }]) =>
      Object.keys(replies).map((aiService) => idOf(broadcastId, aiService, 2)),
    );
    return Promise.resolve({ conversationIds });
  },
  listReplyLengths: ({ userId, messageIds }) => {
    mustBeThere();
    const own = [...broadcasts].filter(([, known]) => known.userId === userId);
    const lengths = own.flatMap(([broadcastId, { replies }]) =>
      repliesOf(broadcastId, replies).map(({ messageId, content }) => ({ messageId, characters: content.length })),
    );
    return Promise.resolve({ lengths: lengths.filter(({ messageId }) => messageIds.includes(messageId)) });
  },
});

/** Conversation, as far as it reads replies out. */
const conversationOf = (
  broadcasts: Broadcasts,
  mustBeThere: () => void,
): GrpcHandlers<typeof RepliesServiceDefinition> => ({
  listRepliesToJudge: async ({ userId, broadcastId, messageId }) => {
    mustBeThere();
    const known = broadcasts.get(broadcastId);
    if (known?.userId !== userId) throw new AppError('not_found', 'broadcast_not_found', 'No such broadcast.');
    await known.held;
    const replies = Object.entries(known.replies).map(([aiService, content]) => ({
      aiService,
      content: content ?? '',
      messageId: idOf(broadcastId, aiService, 1),
      conversationId: idOf(broadcastId, aiService, 2),
      status: statusOf(content),
      generation: generationOf(aiService),
      earlier: messageId === undefined ? [] : (known.earlier ?? []),
      sources: messageId === undefined ? [] : (known.sources ?? []),
    }));
    const question = known.question ?? 'What is a polylogue?';
    const wanted = replies.filter((reply) => messageId === undefined || reply.messageId === messageId);
    return { question, replies: wanted };
  },
  readReplies: ({ userId, messageIds }) => {
    mustBeThere();
    const known = [...broadcasts].flatMap(([broadcastId, broadcast]) =>
      broadcast.userId === userId ? repliesOf(broadcastId, broadcast.replies) : [],
    );
    const replies = messageIds.flatMap((id) => known.find(({ messageId }) => messageId === id) ?? []);
    return Promise.resolve({ replies });
  },
});

/** The exact messages that were sent for a reply of a broadcast. */
const contextOf = ({ context, question = 'What is a polylogue?' }: KnownBroadcast): ChatMessage[] =>
  context ?? [{ role: ChatRole.USER, content: question }];

/** A round of a broadcast that conversation knows, with its pinned reply, its first, or one of its replies that is named. */
function sampleRoundOf([broadcastId, known]: [string, KnownBroadcast], wanted?: string) {
  const replies = repliesOf(broadcastId, known.replies);
  const pinned = replies.find(({ aiService }) => aiService === known.pinned) ?? replies[0];
  const reply = wanted === undefined ? pinned : replies.find(({ messageId }) => messageId === wanted);
  if (!reply || known.isBlind) return [];
  const { messageId, conversationId, aiService, content } = reply;
  return {
    broadcastId,
    messageId,
    conversationId,
    aiService,
    isPinned: aiService === known.pinned,
    tags: [...(known.tags ?? [])],
    question: known.question ?? 'What is a polylogue?',
    comparisonId: broadcastId,
    costUsd: 0.01,
    responseTimeMs: 1_000,
    contextBytes: Buffer.byteLength(JSON.stringify(contextOf(known))),
    replyBytes: Buffer.byteLength(content),
    askedAt: new Date(),
  };
}

const sampleGapsOf = (blind: number, gone = 0) =>
  [
    { reason: SampleGapReason.BLIND, rounds: blind },
    { reason: SampleGapReason.GONE, rounds: gone },
  ].filter(({ rounds }) => rounds > 0);

/** Conversation, as far as it samples rounds: the newest first. */
const sampleRoundsOf = (
  broadcasts: Broadcasts,
  mustBeThere: () => void,
  isOlder: () => boolean,
): GrpcHandlers<typeof SampleRoundsServiceDefinition> => ({
  listSampleRounds: ({ userId, source, tag, maxRounds }) => {
    mustBeThere();
    const wanted = [...broadcasts]
      .filter(([, known]) => known.userId === userId)
      .filter(([, { pinned }]) => source !== SampleSource.PINNED || pinned !== undefined)
      .filter(([, { tags = [] }]) => source !== SampleSource.TAG || tags.includes(tag))
      .toReversed()
      .slice(0, maxRounds);
    const blind = wanted.filter(([, { isBlind }]) => isBlind).length;
    return Promise.resolve({ rounds: wanted.flatMap((each) => sampleRoundOf(each)), leftOut: sampleGapsOf(blind) });
  },
  listSampleReplies: ({ userId, messageIds }, call) => {
    mustBeThere();
    call.mustActFor(userId, 'quality', 'On behalf of the owner only.');
    if (isOlder()) throw new AppError('unsupported_type', 'unknown_call', 'There is no such call.');
    const own = [...broadcasts].filter(([, known]) => known.userId === userId);
    const wanted = messageIds.flatMap((id) => {
      const found = own.find(([broadcastId, { replies }]) =>
        repliesOf(broadcastId, replies).some(({ messageId }) => messageId === id),
      );
      return found ? [{ id, found }] : [];
    });
    const blind = wanted.filter(({ found: [, { isBlind }] }) => isBlind).length;
    const rounds = wanted.flatMap(({ id, found }) => sampleRoundOf(found, id));
    return Promise.resolve({ rounds, leftOut: sampleGapsOf(blind, messageIds.length - wanted.length) });
  },
});

/** Conversation, as far as it says what was sent for a reply. */
const contextsOf = (
  broadcasts: Broadcasts,
  mustBeThere: () => void,
): Partial<GrpcHandlers<typeof ContextsServiceDefinition>> => ({
  getContext: ({ messageId }, call) => {
    mustBeThere();
    const { userId } = call.mustHaveCaller();
    for (const [broadcastId, known] of broadcasts) {
      const reply = repliesOf(broadcastId, known.replies).find((each) => each.messageId === messageId);
      if (reply && known.userId === userId) {
        return Promise.resolve({ messageId, aiService: reply.aiService, messages: contextOf(known) });
      }
    }
    throw new AppError('not_found', 'context_not_found', 'There is no such reply.');
  },
});

const conversationStubs = (broadcasts: Broadcasts, mustBeThere: () => void, isOlder: () => boolean) => [
  stub(RepliesServiceDefinition, conversationOf(broadcasts, mustBeThere)),
  stub(RoundRecordsServiceDefinition, roundRecordsOf(broadcasts, mustBeThere)),
  stub(RoundSharesServiceDefinition, sharesOf(broadcasts)),
  stub(SampleRoundsServiceDefinition, sampleRoundsOf(broadcasts, mustBeThere, isOlder)),
  stub(ContextsServiceDefinition, contextsOf(broadcasts, mustBeThere)),
];

const noSettings = { systemPrompt: true, temperature: true, reasoningEffort: false, maxOutputTokens: true };

interface Offered {
  judges: Record<string, Judge>;
  paid: ReadonlySet<string>;
  searching: ReadonlySet<string>;
  gone: ReadonlySet<string>;
}

/** The catalog, as far as it says who there is. */
const catalogOf = (
  { judges, paid, searching, gone }: Offered,
  mustBeThere: () => void,
): Partial<GrpcHandlers<typeof CatalogServiceDefinition>> => ({
  listAiServices: () => {
    mustBeThere();
    const names = Object.keys(judges).filter((name) => !gone.has(name));
    const services = names.map((name) => ({
      name,
      displayName: name,
      color: '#777777',
      category: Category.TEXT,
      model: `${name}-1`,
      status: ServiceStatus.CONNECTED,
      demo: !paid.has(name),
      supports: { ...noSettings, webSearch: searching.has(name) },
    }));
    return Promise.resolve({ services, formerServices: [] });
  },
});

/** One price for every call but those to services whose name says that they have none, and a note of what was estimated. */
const estimatesOf = (
  estimated: PlannedCall[],
  mustBeThere: () => void,
): GrpcHandlers<typeof EstimatesServiceDefinition> => ({
  estimateCalls: ({ calls }) => {
    mustBeThere();
    estimated.push(...calls);
    const cost = { lowMicros: 100, highMicros: 900 };
    const estimateOf = ({ aiService }: PlannedCall) =>
      aiService.startsWith('free-')
        ? { aiService, price: PriceKnowledge.FREE }
        : { aiService, price: PriceKnowledge.KNOWN, cost };
    return Promise.resolve({ estimates: calls.map(estimateOf) });
  },
});

type UpstreamName = 'admin' | 'conversation' | 'ai-dispatch';

/** How tests set the stand-ins up, and the calls that these got. */
const stateOf = (judges: Record<string, Judge>) => ({
  judges,
  judgeCalls: [] as { judge: string; request: DispatchRequest; call: CallContext }[],
  away: new Set<UpstreamName>(),
  /** Of a version that knows no replies of a frozen set. */
  older: new Set<'conversation'>(),
  unapproved: new Set<string>(),
  erased: new Set<string>(),
  paid: new Set<string>(),
  overBudget: new Set<string>(),
  searching: new Set<string>(),
  gone: new Set<string>(),
  estimated: [] as PlannedCall[],
  broadcasts: new Map() as Broadcasts,
});

type UpstreamState = ReturnType<typeof stateOf>;

/** What ai-dispatch serves: who there is, what it costs, and what judges say. */
const dispatchStubs = (state: UpstreamState, mustBeThere: () => void) => [
  stub(CatalogServiceDefinition, catalogOf(state, mustBeThere)),
  stub(EstimatesServiceDefinition, estimatesOf(state.estimated, mustBeThere)),
  stub(AllowanceServiceDefinition, {
    getAllowance: (_none, call) => {
      mustBeThere();
      return Promise.resolve(Allowance.fromPartial({ exhausted: state.overBudget.has(call.mustHaveCaller().userId) }));
    },
  }),
  stub(DispatchServiceDefinition, {
    dispatch: (request, call) => {
      mustBeThere();
      state.judgeCalls.push({ judge: request.aiService, request, call });
      return state.judges[request.aiService]!(request, call);
    },
  }),
];

/** Stand-ins for the slices that quality calls. */
export async function startUpstreams(judges: Record<string, Judge>) {
  const state = stateOf(judges);
  const mustBeThere = (slice: UpstreamName) => () => {
    if (state.away.has(slice)) throw new AppError('unavailable', 'away', `${slice} is away.`);
  };
  const server = await stubGrpcServer(
    stub(UsersServiceDefinition, usersOf(state.unapproved, state.erased, mustBeThere('admin'))),
    ...conversationStubs(state.broadcasts, mustBeThere('conversation'), () => state.older.has('conversation')),
    ...dispatchStubs(state, mustBeThere('ai-dispatch')),
  );
  return { ...server, ...state };
}

export type Upstreams = Awaited<ReturnType<typeof startUpstreams>>;

/** The id a stubbed reply (1) or its conversation (2) has. */
export function idOf(broadcastId: string, aiService: string, kind: 1 | 2 | 5): string {
  const name = Buffer.from(aiService.padEnd(5)).toString('hex').slice(0, 10);
  return `${broadcastId.slice(0, 24)}${kind}0${name}`;
}

const clientsOf = (slice: Pick<Awaited<ReturnType<typeof startSlice>>, 'client'>) => ({
  maps: slice.client(AgreementMapsServiceDefinition),
  settlings: slice.client(SettlingServiceDefinition),
  votes: slice.client(VotesServiceDefinition),
  backtests: slice.client(BacktestsServiceDefinition),
  backtestPairs: slice.client(BacktestPairsServiceDefinition),
  suites: slice.client(SuitesServiceDefinition),
});

/** Quality behind its real server. */
export async function startQuality(upstreams: Upstreams, options: StartSliceOptions = {}) {
  const slice = await startSlice(quality, {
    ...options,
    env: {
      ADMIN_GRPC_URL: upstreams.url,
      CONVERSATION_GRPC_URL: upstreams.url,
      AI_DISPATCH_GRPC_URL: upstreams.url,
      QUALITY_RECONCILE_SECONDS: '0.2',
      QUALITY_RETRY_SECONDS: '0.02',
      QUALITY_HEARTBEAT_SECONDS: '0.2',
      ...options.env,
    },
  });
  const admin = new pg.Client({ connectionString: slice.database.adminUrl });
  await admin.connect();
  // Dropped by force with the database at the end of a test.
  admin.on('error', () => {});
  const assessments = slice.client(AssessmentsServiceDefinition);
  const rows = async <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
    (await admin.query(sql, values)).rows as T[];
  return {
    ...slice,
    assessments,
    ...clientsOf(slice),
    /** Looks into the database past row-level security. */
    rows,
    /** Publishes that a broadcast is complete, as conversation would. */
    completed: (broadcastId: string, userId: string, totalResponses = 3) =>
      slice.service.database.asWorker((tx) =>
        slice.service.events.in(tx).publish('conversation.broadcast_completed.v2', {
          broadcastId,
          userId,
          totalResponses,
          totalErrors: 0,
          replies: [],
        }),
      ),
    judging: (broadcastId: string, userId: string) =>
      assessments.getJudging({ broadcastId }, { callerToken: callerToken({ userId }) }),
    ends: (broadcastId: string, state: 'done' | 'skipped' | 'judging' = 'done') =>
      until(
        async () =>
          (await rows('SELECT 1 FROM quality.judgings WHERE broadcast_id = $1 AND state = $2', [broadcastId, state]))
            .length === 1,
        { what: `judging to be ${state}` },
      ),
    /** Waits until all that was published was consumed. */
    settled: () => eventsSettled(slice.eventsPrefix, () => rows('SELECT 1 FROM quality.outbox WHERE sent_at IS NULL')),
    close: async () => {
      await admin.end().catch(() => undefined);
      await slice.close();
    },
  };
}

export type Quality = Awaited<ReturnType<typeof startQuality>>;

/** Postgres takes none of the next two rows of a table that are complete. */
export async function refuseEnds({ rows }: Quality, table: 'merged_answers' | 'settle_answers'): Promise<void> {
  await rows('CREATE SEQUENCE public.refused');
  await rows(`CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
    IF nextval('public.refused') <= 2 THEN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END IF;
    RETURN NEW; END $$`);
  await rows(`CREATE TRIGGER refuse BEFORE UPDATE ON quality.${table} FOR EACH ROW
    WHEN (NEW.status = 'completed') EXECUTE FUNCTION public.refuse()`);
}

/** A broadcast that conversation knows. */
export function aBroadcast(
  upstreams: Upstreams,
  replies: KnownBroadcast['replies'],
  { userId = randomUUID(), ...about }: About & { userId?: string } = {},
) {
  const broadcastId = randomUUID();
  upstreams.broadcasts.set(broadcastId, { userId, replies, ...about });
  return { broadcastId, userId };
}
