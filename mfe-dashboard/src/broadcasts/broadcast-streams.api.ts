import {
  cancelBroadcast,
  continueSummary,
  replayBroadcast,
  resumeBroadcast,
  retryMessage,
  sendMessage,
  sendMessageWithFile,
  type BodyOf,
  type BroadcastStreamEvent,
} from '@polylogue/api-contract';
import { apiClient } from '@polylogue/web-kit';
import { eventStream, resumingStream } from '@polylogue/web-kit/streams';
import { uploadFetch } from './upload-fetch.js';

type BroadcastStream = AsyncGenerator<BroadcastStreamEvent, void, undefined>;

type BodyOfSend = BodyOf<typeof sendMessage>;

/** How a stream reports its connection, and is ended. */
export interface StreamHooks {
  onConnection: (state: 'lost' | 'back') => void;
  signal: AbortSignal;
}

/** Sends a message and streams the replies, over as many connections as it takes. */
export const sendStream = (
  body: BodyOf<typeof sendMessage>,
  idempotencyKey: string,
  hooks: StreamHooks,
): BroadcastStream =>
  resumable(
    () => eventStream<BroadcastStreamEvent>(sendMessage, { body, idempotencyKey, signal: hooks.signal }),
    hooks,
  );

/** A message with its files. */
export interface FilesBody extends BodyOfSend {
  files: readonly File[];
}

/** Sends files with their message; `onSent` is called with the part of them that has gone out. */
export const sendFilesStream = (
  body: FilesBody,
  idempotencyKey: string,
  onSent: (fraction: number) => void,
  hooks: StreamHooks,
): BroadcastStream =>
  resumable(
    () =>
      eventStream<BroadcastStreamEvent>(sendMessageWithFile, {
        body: formOf(body) as never,
        idempotencyKey,
        signal: hooks.signal,
        fetch: uploadFetch(onSent),
      }),
    hooks,
  );

function formOf({ message, selectedAIs, mode, settings, blind, files }: FilesBody): FormData {
  const form = new FormData();
  // The message goes first, so that the server can refuse them before it has read the file.
  form.append('message', message);
  form.append('selectedAIs', JSON.stringify(selectedAIs));
  form.append('mode', mode);
  if (settings) form.append('settings', JSON.stringify(settings));
  if (blind) form.append('blind', 'true');
  for (const file of files) form.append('file', file, file.name);
  return form;
}

/** Asks for one reply again. */
export const retryStream = (messageId: string, idempotencyKey: string, hooks: StreamHooks): BroadcastStream =>
  resumable(
    () =>
      eventStream<BroadcastStreamEvent>(retryMessage, {
        parameters: { id: messageId },
        idempotencyKey,
        signal: hooks.signal,
      }),
    hooks,
  );

/** Sends a message on top of a summary. */
export const continueSummaryStream = (
  summaryId: string,
  body: BodyOf<typeof continueSummary>,
  idempotencyKey: string,
  hooks: StreamHooks,
): BroadcastStream =>
  resumable(
    () =>
      eventStream<BroadcastStreamEvent>(continueSummary, {
        parameters: { id: summaryId },
        body,
        idempotencyKey,
        signal: hooks.signal,
      }),
    hooks,
  );

/** Asks a round again as it was asked then. */
export const replayStream = (
  broadcastId: string,
  selectedAIs: string[],
  idempotencyKey: string,
  hooks: StreamHooks,
): BroadcastStream =>
  resumable(
    () =>
      eventStream<BroadcastStreamEvent>(replayBroadcast, {
        parameters: { id: broadcastId },
        body: { selectedAIs },
        idempotencyKey,
        signal: hooks.signal,
      }),
    hooks,
  );

/** Takes a broadcast up from its start: its texts are rebuilt exactly. */
export const resumeStream = (broadcastId: string, hooks: StreamHooks): BroadcastStream =>
  resumable(() => resumed(broadcastId, '0', hooks), hooks, broadcastId);

/** Stops all or some replies; what had arrived is kept. */
export const stopReplies = (broadcastId: string, aiServices?: readonly string[]): Promise<{ cancelled: number }> =>
  apiClient(cancelBroadcast, {
    parameters: { id: broadcastId },
    body: aiServices ? { aiServices: [...aiServices] } : {},
  });

const resumed = (broadcastId: string, lastEventId: string, { signal }: StreamHooks) =>
  eventStream<BroadcastStreamEvent>(resumeBroadcast, { parameters: { id: broadcastId }, lastEventId, signal });

// Before `accepted` there is no id to resume by; a second click repeats the idempotency key instead.
async function* resumable(open: () => BroadcastStream, hooks: StreamHooks, known?: string): BroadcastStream {
  let broadcastId = known;
  const events = resumingStream<BroadcastStreamEvent>({
    open,
    reopen: (lastEventId) => (broadcastId === undefined ? undefined : resumed(broadcastId, lastEventId ?? '0', hooks)),
    isLast: ({ event }) => event === 'done',
    onConnection: hooks.onConnection,
    signal: hooks.signal,
  });
  for await (const event of events) {
    if (event.event === 'accepted') broadcastId = event.data.broadcastId;
    yield event;
  }
}
