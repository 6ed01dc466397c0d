import {
  CatalogServiceDefinition,
  Category,
  DispatchServiceDefinition,
  EndKind,
  ServiceStatus,
  UsersServiceDefinition,
  type DispatchEnd,
  type DispatchEvent,
  type DispatchRequest,
} from '@polylogue/proto';
import type { CallContext } from '@polylogue/service-kit';
import { knownUsers } from './known-users.js';
import { stub, stubGrpcServer, type Stub } from './stub-grpc-server.js';

/** What a scripted service does with one request; it yields events, and may wait for what the test opens. */
export type Script = (request: DispatchRequest, call: CallContext) => AsyncIterable<DispatchEvent>;

/** A piece of a reply's text. */
export const delta = (text: string): DispatchEvent => ({ event: { $case: 'delta', delta: { text } } });

/** The end of a reply that is whole, with what else a test wants in it. */
export const completed = (overrides: Partial<DispatchEnd> = {}): DispatchEvent => ({
  event: {
    $case: 'end',
    end: { kind: EndKind.COMPLETED, totalMs: 40, firstTokenMs: 7, stopReason: 'stop', ...overrides },
  },
});

/** The end of a reply that failed. */
export const failed = (
  code: string,
  kind = EndKind.FAILED,
  sentence = `The provider said ${code}.`,
): DispatchEvent => ({
  event: { $case: 'end', end: { kind, totalMs: 12, error: { code, sentence, retryable: false } } },
});

/** Streams these pieces of text, then completes. */
export const says = (...pieces: string[]): Script =>
  async function* () {
    for (const piece of pieces) yield delta(piece);
    yield completed();
  };

/** Streams this text, waits until the gate opens, and streams the rest. */
export const saysAround = (
  before: readonly string[],
  { opened }: { opened: Promise<void> },
  after: readonly string[],
): Script =>
  async function* () {
    for (const word of before) yield delta(word);
    await opened;
    for (const word of after) yield delta(word);
    yield completed();
  };

/** A gate a script waits at until the test opens it. */
export function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

/**
 * A stand-in for ai-dispatch whose services do what their scripts say, for admin, which lets every user spend but those
 * in `denied` and knows every user but those in `erased`, and for what else a test needs beside it.
 */
export async function scriptedAi(scripts: Record<string, Script>, ...beside: Stub[]) {
  const requests: DispatchRequest[] = [];
  const callers: CallContext[] = [];
  const cancelled: string[] = [];
  const denied = new Set<string>();
  const erased = new Set<string>();
  /** Of services that do not write text. */
  const categories = new Map<string, Category>();
  const service = (name: string) => ({
    name,
    displayName: name,
    color: '#777777',
    category: categories.get(name) ?? Category.TEXT,
    status: ServiceStatus.CONNECTED,
    demo: true,
    model: name,
  });
  const usual = [
    stub(CatalogServiceDefinition, {
      listAiServices: () => Promise.resolve({ services: Object.keys(scripts).map(service), formerServices: [] }),
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
      ...knownUsers(erased),
      listDeniedUsers: ({ userIds }) => Promise.resolve({ userIds: userIds.filter((id) => denied.has(id)) }),
    }),
  ];
  const isReplaced = ({ definition }: Stub) => beside.some((other) => other.definition === definition);
  const server = await stubGrpcServer(...usual.filter((each) => !isReplaced(each)), ...beside);
  return { ...server, scripts, requests, callers, cancelled, denied, erased, categories };
}
