import {
  cancelBroadcast,
  resumeBroadcast,
  retryMessage,
  sendMessage,
  sendMessageWithFile,
  type BodyOf,
  type BroadcastStreamEvent,
} from '@polylogue/api-contract';
import { apiClient, eventStream, resumingStream } from '@polylogue/web-kit';
import { uploadFetch } from './upload-fetch.js';

type Line = AsyncGenerator<BroadcastStreamEvent, void, undefined>;

type BodyOfSend = BodyOf<typeof sendMessage>;

/** What a line tells beside its events. */
export interface LineHooks {
  onConnection: (state: 'lost' | 'back') => void;
  signal: AbortSignal;
}

/** Sends a message and tells all that comes back, over as many connections as it takes. */
export const sendLine = (body: BodyOf<typeof sendMessage>, idempotencyKey: string, hooks: LineHooks): Line =>
  lineOf(() => eventStream<BroadcastStreamEvent>(sendMessage, { body, idempotencyKey, signal: hooks.signal }), hooks);

/** A message with its file. */
export interface FileBody extends BodyOfSend {
  file: File;
}

/** Sends a file with its message; `onSent` is told which part of it has gone out. */
export const sendFileLine = (
  body: FileBody,
  idempotencyKey: string,
  onSent: (fraction: number) => void,
  hooks: LineHooks,
): Line =>
  lineOf(
    () =>
      eventStream<BroadcastStreamEvent>(sendMessageWithFile, {
        body: formOf(body) as never,
        idempotencyKey,
        signal: hooks.signal,
        fetch: uploadFetch(onSent),
      }),
    hooks,
  );

function formOf({ message, selectedAIs, mode, file }: FileBody): FormData {
  const form = new FormData();
  // The words go first, so that the server can refuse them before it has read the file.
  form.append('message', message);
  form.append('selectedAIs', JSON.stringify(selectedAIs));
  form.append('mode', mode);
  form.append('file', file, file.name);
  return form;
}

/** Asks for one reply again. */
export const retryLine = (messageId: string, idempotencyKey: string, hooks: LineHooks): Line =>
  lineOf(
    () =>
      eventStream<BroadcastStreamEvent>(retryMessage, {
        parameters: { id: messageId },
        idempotencyKey,
        signal: hooks.signal,
      }),
    hooks,
  );

/** Takes a broadcast up from its start: its texts are rebuilt exactly. */
export const resumeLine = (broadcastId: string, hooks: LineHooks): Line =>
  lineOf(() => resumed(broadcastId, '0', hooks), hooks, broadcastId);

/** Stops all or some replies; what had arrived is kept. */
export const stopReplies = (broadcastId: string, aiServices?: readonly string[]): Promise<{ cancelled: number }> =>
  apiClient(cancelBroadcast, {
    parameters: { id: broadcastId },
    body: aiServices ? { aiServices: [...aiServices] } : {},
  });

const resumed = (broadcastId: string, lastEventId: string, { signal }: LineHooks) =>
  eventStream<BroadcastStreamEvent>(resumeBroadcast, { parameters: { id: broadcastId }, lastEventId, signal });

// Before `accepted` nobody knows which broadcast to take up; a second click repeats the key instead.
async function* lineOf(open: () => Line, hooks: LineHooks, known?: string): Line {
  let broadcastId = known;
  const events = resumingStream<BroadcastStreamEvent>({
    open,
    reopen: (lastEventId) => (broadcastId === undefined ? undefined : resumed(broadcastId, lastEventId ?? '0', hooks)),
    isLast: ({ event }) => event === 'done',
    onConnection: hooks.onConnection,
    signal: hooks.signal,
  });
  for await (const told of events) {
    if (told.event === 'accepted') broadcastId = told.data.broadcastId;
    yield told;
  }
}
