import { EndKind, Retention, RetentionServiceDefinition, Role, User, UsersServiceDefinition } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { completed, delta, failed, scriptedAi, stub, type Script } from '@polylogue/test-kit';

/** Says this, with its usage. */
export const saysCounted = (text: string): Script =>
  async function* () {
    yield delta(text);
    yield completed({ usage: { inputTokens: 3, outputTokens: 5 } });
  };

export const breaks = (sentence: string): Script =>
  async function* () {
    yield failed('provider_error', EndKind.FAILED, sentence);
  };

/** Says nothing until the gate opens, or the call is cancelled. */
export const saysAfter = (opened: Promise<void>, text: string): Script =>
  async function* (_request, call) {
    const left = new Promise<void>((resolve) => call.signal.addEventListener('abort', () => resolve()));
    await Promise.race([opened, left]);
    if (call.signal.aborted) return;
    yield delta(text);
    yield completed();
  };

/** Stand-ins for ai-dispatch and admin. Every user is approved unless `accountStatuses` says otherwise. */
export async function scriptedUpstreams(scripts: Record<string, Script>) {
  const accountStatuses = new Map<string, 'unapproved' | 'erased' | 'away'>();
  const users = stub(UsersServiceDefinition, {
    getAccess: ({ userId }) => {
      const status = accountStatuses.get(userId);
      if (status === 'erased') throw new AppError('not_found', 'user_not_found', 'There is no such user.');
      if (status === 'away') throw new AppError('unavailable', 'away', 'Away.');
      const isApproved = status !== 'unapproved';
      return Promise.resolve(User.fromPartial({ id: userId, role: Role.USER, isApproved, createdAt: new Date() }));
    },
    listDeniedUsers: ({ userIds }) => {
      const denied = userIds.filter((id) => ['unapproved', 'erased'].includes(accountStatuses.get(id) ?? ''));
      return Promise.resolve({ userIds: denied });
    },
  });
  /** How long runs are kept; a test may say. */
  const rule: Partial<Retention> = {};
  const retention = stub(RetentionServiceDefinition, { getRetention: async () => Retention.fromPartial(rule) });
  return { ...(await scriptedAi(scripts, users, retention)), accountStatuses, rule };
}

export type Upstreams = Awaited<ReturnType<typeof scriptedUpstreams>>;
