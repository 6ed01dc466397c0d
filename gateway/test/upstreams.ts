import { randomUUID } from 'node:crypto';
import {
  AiChatServiceDefinition,
  AllowanceServiceDefinition,
  AssessmentsServiceDefinition,
  BroadcastEvent,
  BroadcastsServiceDefinition,
  CatalogServiceDefinition,
  Category,
  Conversation,
  ContextsServiceDefinition,
  ConversationsServiceDefinition,
  FilesServiceDefinition,
  HistoryServiceDefinition,
  MediaServiceDefinition,
  ReplyStatus,
  Role,
  PinsServiceDefinition,
  PreviewsServiceDefinition,
  SavedQueriesServiceDefinition,
  SummariesServiceDefinition,
  ServiceStatus,
  User,
  UsageServiceDefinition,
  UsersServiceDefinition,
} from '@polylogue/proto';
import { AppError, type GrpcDefinition, type GrpcHandlers } from '@polylogue/service-kit';
import { stub, stubGrpcServer, type StubServer } from '@polylogue/test-kit';
import { adminPanelOf } from './admin-panel.fixture.js';
import { settingsOf } from './ai-service-settings.fixture.js';
import { announcementsOf, operationsOf, type OperationsFixture } from './operations.fixture.js';

type Answers<D extends GrpcDefinition> = { -readonly [K in keyof GrpcHandlers<D>]?: GrpcHandlers<D>[K] };

/** What the stubs answer, by the part of the contract; a test may change any of it. */
interface UpstreamAnswers {
  users: Answers<typeof UsersServiceDefinition>;
  aiChat: Answers<typeof AiChatServiceDefinition>;
  allowance: Answers<typeof AllowanceServiceDefinition>;
  usage: Answers<typeof UsageServiceDefinition>;
  assessments: Answers<typeof AssessmentsServiceDefinition>;
  contexts: Answers<typeof ContextsServiceDefinition>;
  files: Answers<typeof FilesServiceDefinition>;
  media: Answers<typeof MediaServiceDefinition>;
  pins: Answers<typeof PinsServiceDefinition>;
  summaries: Answers<typeof SummariesServiceDefinition>;
  broadcasts: Answers<typeof BroadcastsServiceDefinition>;
  conversations: Answers<typeof ConversationsServiceDefinition>;
  history: Answers<typeof HistoryServiceDefinition>;
  catalog: Answers<typeof CatalogServiceDefinition>;
  savedQueries: Answers<typeof SavedQueriesServiceDefinition>;
}

/** The services behind the gateway, as far as it needs them. */
export interface Upstreams extends UpstreamAnswers {
  admin: StubServer;
  conversation: StubServer;
  aiDispatch: StubServer;
  scheduler: StubServer;
  quality: StubServer;
  accounts: Map<string, { user: User; password: string }>;
  panel: ReturnType<typeof adminPanelOf>;
  settings: ReturnType<typeof settingsOf>;
  announced: ReturnType<typeof announcementsOf>['shown'];
  operated: OperationsFixture['operated'];
  close(): Promise<void>;
}

export async function startUpstreams(): Promise<Upstreams> {
  const accounts: Upstreams['accounts'] = new Map();
  const answers = answersOf(accounts);
  const panel = adminPanelOf(accounts);
  const settings = settingsOf();
  const { operated, stubOf: operations } = operationsOf();
  const { shown: announced, stub: announcements } = announcementsOf();
  const admin = await stubGrpcServer(
    operations('admin'),
    stub(UsersServiceDefinition, answers.users),
    ...panel.stubs,
    announcements,
  );
  const conversation = await stubGrpcServer(
    operations('conversation'),
    stub(PreviewsServiceDefinition, panel.previews),
    ...conversationStubs(answers),
  );
  const aiDispatch = await stubGrpcServer(operations('ai-dispatch'), settings.stub, ...aiDispatchStubs(answers));
  const scheduler = await stubGrpcServer(
    operations('scheduler'),
    stub(SavedQueriesServiceDefinition, answers.savedQueries),
  );
  const quality = await stubGrpcServer(operations('quality'), stub(AssessmentsServiceDefinition, answers.assessments));
  const servers = { admin, conversation, aiDispatch, scheduler, quality };
  const close = async () => void (await Promise.all(Object.values(servers).map((each) => each.close())));
  return { ...servers, ...answers, accounts, announced, operated, panel, settings, close };
}

const answersOf = (accounts: Upstreams['accounts']): UpstreamAnswers => ({
  users: usersOf(accounts),
  broadcasts: { sendMessage: () => replyEvents() },
  catalog: { listAiServices: () => Promise.resolve({ services: [aService('gpt')] }) },
  aiChat: {},
  allowance: {},
  assessments: {},
  contexts: {},
  conversations: {},
  files: {},
  history: {},
  media: {},
  pins: {},
  savedQueries: {},
  summaries: {},
  usage: {},
});

const conversationStubs = (answers: UpstreamAnswers) => [
  stub(AiChatServiceDefinition, answers.aiChat),
  stub(BroadcastsServiceDefinition, answers.broadcasts),
  stub(ConversationsServiceDefinition, answers.conversations),
  stub(HistoryServiceDefinition, answers.history),
  stub(ContextsServiceDefinition, answers.contexts),
  stub(PinsServiceDefinition, answers.pins),
];

const aiDispatchStubs = (answers: UpstreamAnswers) => [
  stub(CatalogServiceDefinition, answers.catalog),
  stub(AllowanceServiceDefinition, answers.allowance),
  stub(UsageServiceDefinition, answers.usage),
  stub(FilesServiceDefinition, answers.files),
  stub(MediaServiceDefinition, answers.media),
  stub(SummariesServiceDefinition, answers.summaries),
];

function usersOf(accounts: Upstreams['accounts']): Upstreams['users'] {
  const byId = (id: string) => [...accounts.values()].find(({ user }) => user.id === id)?.user;
  return {
    signUp: ({ email, password, firstName, lastName }) => {
      if (accounts.has(email)) throw taken();
      const user = User.fromPartial({
        id: randomUUID(),
        email,
        firstName,
        lastName,
        role: Role.USER,
        createdAt: new Date(),
      });
      accounts.set(email, { user, password });
      return Promise.resolve(user);
    },
    getSetup: () => Promise.resolve({ needsCode: false }),
    verifyPassword: ({ email, password }) => {
      const known = accounts.get(email);
      if (known?.password === password) return Promise.resolve(known.user);
      throw new AppError('unauthenticated', 'wrong_credentials', 'The e-mail address or the password is wrong.');
    },
    getAccess: ({ userId }) => {
      const user = byId(userId);
      if (user) return Promise.resolve(user);
      throw new AppError('not_found', 'user_not_found', 'There is no such user.');
    },
    listDeniedUsers: ({ userIds }) =>
      Promise.resolve({ userIds: userIds.filter((id) => !byId(id)?.isApproved || byId(id)?.isBlocked) }),
    listUsers: () => Promise.resolve({ users: [...accounts.values()].map(({ user }) => user) }),
    approveUser: ({ userId }) => {
      const user = byId(userId);
      if (!user) throw new AppError('not_found', 'user_not_found', 'There is no such user.');
      if (user.isApproved) throw new AppError('conflict', 'already_approved', 'This user has been approved already.');
      user.isApproved = true;
      return Promise.resolve(user);
    },
  };
}

function taken(): AppError {
  const message = 'An account with this e-mail address exists already. Sign in instead.';
  return new AppError('conflict', 'email_taken', message, { issues: [{ path: 'email', message }] });
}

export function aService(name: string) {
  const displayName = name.toUpperCase();
  return {
    name,
    displayName,
    color: '#10a37f',
    category: Category.TEXT,
    status: ServiceStatus.CONNECTED,
    demo: true,
    model: 'm',
  };
}

export function aConversation(): Conversation {
  const now = new Date();
  return Conversation.fromPartial({ id: randomUUID(), aiService: 'gpt', title: 'Hi', createdAt: now, updatedAt: now });
}

/** One service's whole answer: accepted, two deltas, reply, done. */
export async function* replyEvents(text = 'Hello there'): AsyncGenerator<BroadcastEvent> {
  const [broadcastId, conversationId, messageId] = [randomUUID(), randomUUID(), randomUUID()];
  const aiService = 'gpt';
  const status = ReplyStatus.COMPLETED;
  const reply = {
    aiService,
    conversationId,
    messageId,
    status,
    content: text,
    responseTimeMs: 40,
    usage: { outputTokens: 2 },
  };
  const half = Math.ceil(text.length / 2);
  const events: Parameters<typeof BroadcastEvent.fromPartial>[0][] = [
    {
      id: 1,
      event: { $case: 'accepted', accepted: { broadcastId, targets: [{ aiService, conversationId, messageId }] } },
    },
    { id: 2, event: { $case: 'delta', delta: { aiService, messageId, text: text.slice(0, half) } } },
    { id: 3, event: { $case: 'delta', delta: { aiService, messageId, text: text.slice(half) } } },
    { id: 4, event: { $case: 'reply', reply } },
    { id: 5, event: { $case: 'done', done: { broadcastId, replies: [reply] } } },
  ];
  for (const event of events) yield await Promise.resolve(BroadcastEvent.fromPartial(event));
}
