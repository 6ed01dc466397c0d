import { randomUUID } from 'node:crypto';
import { BroadcastEvent, Category, Conversation, ReplyStatus, Role, ServiceStatus, User } from '@polylogue/proto';
import * as proto from '@polylogue/proto';
import { AppError, type GrpcDefinition, type GrpcHandlers } from '@polylogue/service-kit';
import { stubGrpcServer, type Stub, type StubServer } from '@polylogue/test-kit';
import { addresses, clients, type ClientName, type Upstream } from '../src/clients/clients.js';
import { adminPanelOf } from './admin-panel.fixture.js';
import { settingsOf } from './ai-service-settings.fixture.js';
import { announcementsOf, operationsOf, type OperationsFixture } from './operations.fixture.js';

type Answers<D extends GrpcDefinition> = { -readonly [K in keyof GrpcHandlers<D>]?: GrpcHandlers<D>[K] };

/** What the stubs answer, by the gateway's name of the client; a test may change any of it. */
type UpstreamAnswers = { [N in ClientName]: Answers<(typeof proto)[(typeof clients)[N][1]]> };

/** The services behind the gateway, as far as it needs them. */
export interface Upstreams extends Omit<UpstreamAnswers, 'accounts'> {
  servers: Record<Upstream, StubServer>;
  accounts: Map<string, { user: User; password: string }>;
  panel: ReturnType<typeof adminPanelOf>;
  settings: ReturnType<typeof settingsOf>;
  announced: ReturnType<typeof announcementsOf>['shown'];
  operated: OperationsFixture['operated'];
  close(): Promise<void>;
}

const upstreamNames = Object.keys(addresses) as Upstream[];
const clientNames = Object.keys(clients) as ClientName[];

/** Stubs of every client in the gateway's table: what has no answer here or in a test answers `not_stubbed`. */
export async function startUpstreams(): Promise<Upstreams> {
  const accounts: Upstreams['accounts'] = new Map();
  const panel = adminPanelOf(accounts);
  const settings = settingsOf();
  const { operated, stubOf: operations } = operationsOf();
  const { shown: announced, handlers: announcements } = announcementsOf();
  const answers: UpstreamAnswers = {
    ...noAnswers(),
    ...panel.answers,
    announcements,
    catalogSettings: settings.handlers,
    users: usersOf(accounts),
    agreementMaps: { listMapsOfConversations: async function* () {} },
    mapRecords: { listMapRecords: async function* () {} },
    answerPresets: { listAnswerPresets: () => Promise.resolve({ presets: [] }) },
    broadcasts: { sendMessage: () => replyEvents() },
    notices: {
      listNotices: () => Promise.resolve({ notices: [], unread: 0, hasMore: false }),
      getNoticePreferences: () => Promise.resolve({ inApp: [] }),
    },
    noticeTargets: { listNoticeTargets: () => Promise.resolve({ targets: [], sendsMail: false }) },
    rubrics: { listRubrics: () => Promise.resolve({ rubrics: [], isBuiltInDefault: true }) },
    votes: { listVotes: async function* () {} },
    roundShares: { listRoundShares: () => Promise.resolve({ shares: [] }) },
    backtests: { listBacktests: () => Promise.resolve({ backtests: [] }) },
    suites: { listSuites: () => Promise.resolve({ suites: [] }) },
    preferences: { getPreferences: () => Promise.resolve({ askAboveMicros: 1_000_000 }) },
    catalog: { listAiServices: () => Promise.resolve({ services: [aService('gpt')], formerServices: [] }) },
  };
  const start = async (name: Upstream) =>
    [name, await stubGrpcServer(operations(name), ...stubsOf(name, answers))] as const;
  const servers = Object.fromEntries(await Promise.all(upstreamNames.map(start))) as Record<Upstream, StubServer>;
  const close = async () => void (await Promise.all(Object.values(servers).map((each) => each.close())));
  return { ...answers, servers, accounts, announced, operated, panel, settings, close };
}

const noAnswers = () => Object.fromEntries(clientNames.map((name) => [name, {}])) as UpstreamAnswers;

/** What variants are called is looked up beside many a call. */
const unnoted = ['listAnswerPresets', 'listAccessChanges'];

const stubsOf = (upstream: Upstream, answers: UpstreamAnswers): Stub[] =>
  clientNames
    .filter((name) => clients[name][0] === upstream)
    .map((name) => ({ definition: proto[clients[name][1]], handlers: answers[name], slice: upstream, unnoted }));

/** Of whom another answer was given than would be given now: tests change users by hand, and back again. */
class ChangesOfUsers {
  readonly #answers = new Map<string, Set<string>>();
  readonly #changedAt = new Map<string, number>();
  #looks = 0;

  constructor(private readonly byId: (id: string) => User | undefined) {}

  note(user: User): User {
    this.#answersOf(user.id).add(JSON.stringify(user));
    return user;
  }

  since(since: string | undefined) {
    this.#looks += 1;
    for (const [id, answers] of this.#answers) {
      const now = JSON.stringify(this.byId(id));
      if ([...answers].every((answer) => answer === now)) continue;
      this.#changedAt.set(id, this.#looks);
      answers.clear();
    }
    const isNew = (at: number) => since !== undefined && at > Number(since);
    const userIds = [...this.#changedAt].filter(([, at]) => isNew(at)).map(([id]) => id);
    return { until: String(this.#looks), userIds };
  }

  #answersOf(id: string): Set<string> {
    const answers = this.#answers.get(id) ?? new Set<string>();
    this.#answers.set(id, answers);
    return answers;
  }
}

function usersOf(accounts: Upstreams['accounts']): Upstreams['users'] {
  const byId = (id: string) => [...accounts.values()].find(({ user }) => user.id === id)?.user;
  const changes = new ChangesOfUsers(byId);
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
      if (user) return Promise.resolve(changes.note(user));
      throw new AppError('not_found', 'user_not_found', 'There is no such user.');
    },
    listDeniedUsers: ({ userIds }) =>
      Promise.resolve({ userIds: userIds.filter((id) => !byId(id)?.isApproved || byId(id)?.isBlocked) }),
    listAccessChanges: ({ since }) => Promise.resolve(changes.since(since)),
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
