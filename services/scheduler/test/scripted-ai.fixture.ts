import {
  CatalogServiceDefinition,
  Category,
  DispatchServiceDefinition,
  EndKind,
  Role,
  ServiceStatus,
  User,
  UsersServiceDefinition,
  type DispatchEvent,
  type DispatchRequest,
} from '@polylogue/proto';
import { AppError, type CallContext } from '@polylogue/service-kit';
import { stub, stubGrpcServer } from '@polylogue/test-kit';

/** What a scripted service does with one request; it yields text, and may wait for what the test opens. */
export type Script = (request: DispatchRequest, call: CallContext) => AsyncIterable<DispatchEvent>;

export const delta = (text: string): DispatchEvent => ({ event: { $case: 'delta', delta: { text } } });

export const completed = (): DispatchEvent => ({
  event: {
    $case: 'end',
    end: { kind: EndKind.COMPLETED, totalMs: 40, firstTokenMs: 7, usage: { inputTokens: 3, outputTokens: 5 } },
  },
});

export const failed = (sentence: string): DispatchEvent => ({
  event: {
    $case: 'end',
    end: { kind: EndKind.FAILED, totalMs: 12, error: { code: 'provider_error', sentence, retryable: false } },
  },
});

export const says = (text: string): Script =>
  async function* () {
    yield delta(text);
    yield completed();
  };

export const breaks = (sentence: string): Script =>
  async function* () {
    yield failed(sentence);
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

export function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

/** Stand-ins for ai-dispatch and admin. Everybody is approved unless `standings` says otherwise. */
export async function scriptedNeighbours(scripts: Record<string, Script>) {
  const requests: DispatchRequest[] = [];
  const callers: CallContext[] = [];
  const cancelled: string[] = [];
  const standings = new Map<string, 'unapproved' | 'erased' | 'away'>();
  const service = (name: string) => ({
    ...{ name, displayName: name, color: '#777777', category: Category.TEXT },
    ...{ status: ServiceStatus.CONNECTED, demo: true, model: name },
  });
  const server = await stubGrpcServer(
    stub(CatalogServiceDefinition, {
      listAiServices: () => Promise.resolve({ services: Object.keys(scripts).map(service) }),
    }),
    stub(DispatchServiceDefinition, {
      dispatch: (request, call) => {
        requests.push(request);
        callers.push(call);
        call.signal.addEventListener('abort', () => cancelled.push(request.aiService));
        return scripts[request.aiService]!(request, call);
      },
    }),
    stub(UsersServiceDefinition, {
      getAccess: ({ userId }) => {
        const standing = standings.get(userId);
        if (standing === 'erased') throw new AppError('not_found', 'user_not_found', 'There is no such user.');
        if (standing === 'away') throw new AppError('unavailable', 'away', 'Away.');
        const isApproved = standing !== 'unapproved';
        return Promise.resolve(User.fromPartial({ id: userId, role: Role.USER, isApproved, createdAt: new Date() }));
      },
    }),
  );
  return { ...server, scripts, requests, callers, cancelled, standings };
}

export type Neighbours = Awaited<ReturnType<typeof scriptedNeighbours>>;
