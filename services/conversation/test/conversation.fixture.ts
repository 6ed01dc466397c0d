import {
  BroadcastsServiceDefinition,
  ConversationsServiceDefinition,
  HistoryServiceDefinition,
  Mode,
  type BroadcastEvent,
} from '@polylogue/proto';
import { callerToken, startSlice, type StartSliceOptions } from '@polylogue/test-kit';
import type { TokenUser } from '@polylogue/service-kit';
import pg from 'pg';
import { service } from '../src/service.js';

/** The service behind its real gRPC server. It looks for lapsed leases often; a test lets them lapse with `lapse`. */
export async function startConversation(aiUrl: string, options: StartSliceOptions = {}) {
  const slice = await startSlice(service, {
    ...options,
    env: {
      ADMIN_GRPC_URL: aiUrl,
      AI_DISPATCH_GRPC_URL: aiUrl,
      CONVERSATION_LEASE_SECONDS: '600',
      CONVERSATION_HEARTBEAT_SECONDS: '0.25',
      ...options.env,
    },
  });
  const admin = new pg.Client({ connectionString: slice.database.adminUrl });
  await admin.connect();
  // Dropped by force with the database at the end of a test.
  admin.on('error', () => {});
  const rows = async (sql: string, values: unknown[] = []) =>
    (await admin.query<Record<string, unknown>>(sql, values)).rows;
  return {
    ...slice,
    broadcasts: slice.client(BroadcastsServiceDefinition),
    conversations: slice.client(ConversationsServiceDefinition),
    history: slice.client(HistoryServiceDefinition),
    /** Queries the database without row-level security. */
    rows,
    /** Lets the leases of all dispatches lapse, as if their process were gone. */
    lapse: () => rows(`UPDATE conversation.dispatches SET lease_until = now() - interval '1 second'`),
    close: async () => {
      await admin.end().catch(() => undefined);
      await slice.close();
    },
  };
}

export type Conversation = Awaited<ReturnType<typeof startConversation>>;

export const message = (aiServices: string[], text = 'What is a polylogue?') => ({
  message: text,
  aiServices,
  mode: aiServices.length === 1 ? Mode.INDIVIDUAL : Mode.SELECTIVE,
});

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The text each reply's deltas add up to, by service. */
export function textsOf(events: readonly BroadcastEvent[]): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const { event } of events) {
    if (event?.$case === 'delta')
      texts[event.delta.aiService] = (texts[event.delta.aiService] ?? '') + event.delta.text;
  }
  return texts;
}

export function acceptedOf(events: readonly BroadcastEvent[]) {
  const first = events[0]?.event;
  if (first?.$case !== 'accepted') throw new Error('The stream does not begin with accepted.');
  return first.accepted;
}

export function doneOf(events: readonly BroadcastEvent[]) {
  const last = events.at(-1)?.event;
  if (last?.$case !== 'done') throw new Error('The stream does not end with done.');
  return last.done;
}

/** Reads a stream in the background; `events` grows, `ended` settles with it. */
export function follow(stream: AsyncIterable<BroadcastEvent>) {
  const iterator = stream[Symbol.asyncIterator]();
  const events: BroadcastEvent[] = [];
  const ended = (async () => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) events.push(next.value);
  })();
  ended.catch(() => undefined);
  const text = (aiService: string) => textsOf(events)[aiService] ?? '';
  return { events, ended, text, leave: async () => void (await iterator.return?.()) };
}

export const as = (user: TokenUser) => ({ callerToken: callerToken(user) });
