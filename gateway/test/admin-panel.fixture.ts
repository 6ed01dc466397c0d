import { randomUUID } from 'node:crypto';
import {
  ActivityDetails,
  type AuditEntry,
  type AnalyticsServiceDefinition,
  type AuditServiceDefinition,
  type PeopleServiceDefinition,
  type PreviewsServiceDefinition,
  Role,
  User,
  type ListPreviewsResponse,
  type RecordKeyChangeRequest,
  type RecordKeyUseRequest,
  type RecordSignInRequest,
  type SignInFromIssuerRequest,
} from '@polylogue/proto';
import { AppError, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';

type Accounts = Map<string, { user: User; password: string }>;

/** What stands in for admin's part of the panel. */
export interface AdminPanel {
  /** By the gateway's name of the client. */
  answers: {
    accounts: AdminPanel['accountCalls'];
    analytics: GrpcHandlers<typeof AnalyticsServiceDefinition>;
    audit: GrpcHandlers<typeof AuditServiceDefinition>;
    previews: GrpcHandlers<typeof PreviewsServiceDefinition>;
  };
  accountCalls: {
    -readonly [K in keyof GrpcHandlers<typeof PeopleServiceDefinition>]: GrpcHandlers<
      typeof PeopleServiceDefinition
    >[K];
  };
  /** Denied calls that were recorded. */
  denials: { userId?: string; route: string; code: string; subjectId?: string }[];
  /** What administrators did in other services. */
  actions: { action: string; subjectId?: string; details: string }[];
  /** Whose conversations were looked at. */
  views: string[];
  /** Who came by an issuer. */
  issued: SignInFromIssuerRequest[];
  /** Sign-ins, and tries that failed. */
  signIns: RecordSignInRequest[];
  /** API keys that were made or revoked. */
  keyChanges: RecordKeyChangeRequest[];
  keyUses: RecordKeyUseRequest[];
  /** What the log answers. */
  audited: AuditEntry[];
}

type KeyRecords = 'keyChanges' | 'keyUses';
type Records = Pick<AdminPanel, 'denials' | 'views' | 'issued' | 'actions' | 'audited' | 'signIns' | KeyRecords>;

const mustBeAdmin = (call: CallContext) => call.mustHaveCaller().mustBeAdmin();

export function adminPanelOf(accounts: Accounts): AdminPanel {
  const panel: Records = {
    denials: [],
    views: [],
    issued: [],
    actions: [],
    audited: [],
    signIns: [],
    keyChanges: [],
    keyUses: [],
  };
  const accountCalls: AccountHandlers = {
    ...administratorsCalls(accounts),
    ...ownCalls(accounts),
    ...issuersCall(accounts, panel.issued),
  };
  const audit = auditOf(panel, (id) => userOf(accounts, id).id);
  const answers = { accounts: accountCalls, analytics: analyticsOf(accounts), audit, previews };
  return { ...panel, accountCalls, answers };
}

type AccountHandlers = GrpcHandlers<typeof PeopleServiceDefinition>;

function entryOf(accounts: Accounts, id: string) {
  const found = [...accounts].find(([, { user }]) => user.id === id);
  if (found) return found;
  throw new AppError('not_found', 'user_not_found', 'There is no such user.');
}

const userOf = (accounts: Accounts, id: string) => entryOf(accounts, id)[1].user;

/** The token of a link that sets a new password. */
const linkOf = (userId: string) => `link-of-${userId}`;

function administratorsCalls(accounts: Accounts) {
  return {
    listPeople: ({ query, limit }, call) => {
      mustBeAdmin(call);
      const users = [...accounts.values()].map(({ user }) => user).filter(({ email }) => email.includes(query));
      const page = users.slice(0, limit || undefined);
      const waiting = users.filter(({ isApproved }) => !isApproved).length;
      const people = page.map((user) => ({
        user,
        messageCount: 3,
        totalSessions: 2,
        activities: [],
        hasPassword: true,
      }));
      return Promise.resolve({ people, total: users.length, waiting });
    },
    namePeople: ({ userIds }, call) => {
      mustBeAdmin(call);
      const users = [...accounts.values()].map(({ user }) => user).filter(({ id }) => userIds.includes(id));
      return Promise.resolve({ people: users.map(({ id, ...user }) => ({ ...user, userId: id })) });
    },
    setRole: ({ userId, role }, call) => {
      mustBeAdmin(call);
      return Promise.resolve(Object.assign(userOf(accounts, userId), { role }));
    },
    setBlocked: ({ userId, isBlocked }, call) => {
      mustBeAdmin(call);
      return Promise.resolve(Object.assign(userOf(accounts, userId), { isBlocked }));
    },
    createPasswordReset: ({ userId }, call) => {
      mustBeAdmin(call);
      return Promise.resolve({ token: linkOf(userOf(accounts, userId).id), expiresAt: new Date(4e12) });
    },
    usePasswordReset: ({ token, newPassword }, call) => {
      call.mustComeFrom('gateway');
      const account = [...accounts.values()].find(({ user }) => linkOf(user.id) === token);
      if (!account) throw new AppError('not_found', 'reset_link_unknown', 'This link does not hold any longer.');
      account.password = newPassword;
      return Promise.resolve({ userId: account.user.id });
    },
    erasePerson: ({ userId }, call) => {
      if (call.mustHaveCaller().userId !== userId) mustBeAdmin(call);
      accounts.delete(entryOf(accounts, userId)[0]);
      return Promise.resolve({});
    },
  } satisfies Partial<AccountHandlers>;
}

function ownCalls(accounts: Accounts) {
  return {
    changePassword: ({ currentPassword, newPassword }, call) => {
      const [, account] = entryOf(accounts, call.mustHaveCaller().userId);
      if (account.password !== currentPassword) throw new AppError('unauthenticated', 'wrong_credentials', 'Wrong.');
      account.password = newPassword;
      return Promise.resolve({});
    },
    getOwnRecord: (_request, call) =>
      Promise.resolve({ user: userOf(accounts, call.mustHaveCaller().userId), activities: [], sessions: [] }),
    listOwnFacts: async function* (_request, call) {
      const [at, id] = [new Date(0), userOf(accounts, call.mustHaveCaller().userId).id];
      const details = ActivityDetails.fromPartial({ messageLength: 4 });
      const activity = { id: `message_sent:${id}`, activityType: 'message_sent', details, createdAt: at };
      yield await Promise.resolve({ fact: { $case: 'activity', activity } as const });
      yield { fact: { $case: 'session', session: { id, startedAt: at, lastSeenAt: at } } as const };
    },
  } satisfies Partial<AccountHandlers>;
}

function issuersCall(accounts: Accounts, issued: SignInFromIssuerRequest[]) {
  return {
    signInFromIssuer: (request, call) => {
      call.mustComeFrom('gateway');
      issued.push(request);
      const key = `${request.issuer} ${request.subject}`;
      const { email, firstName, lastName } = request;
      const known = accounts.get(key)?.user ?? User.fromPartial({ id: randomUUID(), role: Role.USER });
      const role = request.role ?? known.role;
      const isApproved = role === Role.ADMIN || (request.isApproved ?? known.isApproved);
      Object.assign(known, { email, firstName, lastName, role, isApproved, createdAt: new Date() });
      if (known.isBlocked) throw new AppError('forbidden', 'account_blocked', 'This account has been blocked.');
      accounts.set(key, { user: known, password: '' });
      return Promise.resolve(known);
    },
  } satisfies Partial<AccountHandlers>;
}

const analyticsOf = (accounts: Accounts): GrpcHandlers<typeof AnalyticsServiceDefinition> => ({
  getAnalytics: (_request, call) => {
    mustBeAdmin(call);
    const totals = { totalUsers: accounts.size, activeUsers: 1, totalMessages: 5, totalSessions: 2, waitingUsers: 0 };
    return Promise.resolve({ ...totals, averageSessionDurationMs: undefined, days: [] });
  },
});

const previews: AdminPanel['answers']['previews'] = {
  listPreviews: (_request, call): Promise<ListPreviewsResponse> => {
    mustBeAdmin(call);
    const preview = { id: randomUUID(), aiService: 'gpt', title: 'T', lastMessage: 'Hello', messageCount: 2 };
    return Promise.resolve({ conversations: [{ ...preview, updatedAt: new Date() }] });
  },
};

function auditOf(panel: Records, knownId: (id: string) => string): GrpcHandlers<typeof AuditServiceDefinition> {
  return {
    listAuditEntries: () => Promise.resolve({ entries: panel.audited }),
    verifyAudit: () => Promise.resolve({ isWhole: true, entries: 0, head: '' }),
    recordView: ({ userId }, call) => {
      mustBeAdmin(call);
      panel.views.push(knownId(userId));
      return Promise.resolve({});
    },
    recordDeed: (action, call) => {
      mustBeAdmin(call);
      panel.actions.push(action);
      return Promise.resolve({});
    },
    recordKeyChange: (change, call) => {
      call.mustComeFrom('gateway');
      panel.keyChanges.push(change);
      return Promise.resolve({});
    },
    recordKeyUse: (use, call) => {
      call.mustComeFrom('gateway');
      panel.keyUses.push(use);
      return Promise.resolve({});
    },
    recordSignIn: (signIn, call) => {
      call.mustComeFrom('gateway');
      panel.signIns.push(signIn);
      return Promise.resolve({});
    },
    recordRefusal: (denial, call) => {
      call.mustComeFrom('gateway');
      panel.denials.push(denial);
      return Promise.resolve({});
    },
  };
}
