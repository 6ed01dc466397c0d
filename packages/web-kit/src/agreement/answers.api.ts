import {
  cancelMergedAnswer,
  continueMergedAnswer,
  createMergedAnswer,
  deleteMergedAnswer,
  estimateMergedAnswer,
  estimateMessage,
  exportMergedAnswer,
  followMergedAnswer,
  listMergedAnswers,
  type BroadcastStreamEvent,
  type MergedAnswer,
  type MergedAnswerFormat,
  type MergedAnswerStreamEvent,
  type MergedSentence,
} from '@polylogue/api-contract';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiClient } from '../api/api-client.js';
import { ApiError } from '../api/api-error.js';
import { request } from '../api/api-request.js';
import { eventStream } from '../api/event-stream.js';
import { keyOf, useApiMutation, useApiQuery } from '../api/use-api.js';
import { bytesIn } from '../estimate/bytes-in.js';
import type { PriceOptions } from '../estimate/price-before.js';
import { saveFile } from '../formatting/save-file.js';
import { toast } from '../toast/toast.js';
import { newKey, withAnswer } from './answers.rules.js';

const retryMs = 2_000;

const keyOfMap = (mapId: string) => keyOf(listMergedAnswers, { parameters: { id: mapId } });
const allVersions = [listMergedAnswers.path];

const put = (client: QueryClient, answer: MergedAnswer) =>
  client.setQueryData<MergedAnswer[]>(keyOfMap(answer.mapId), (answers) => withAnswer(answers ?? [], answer));

/** The versions written from a map, oldest first; one that is being written grows sentence by sentence. */
export function useAnswers(mapId: string) {
  const client = useQueryClient();
  const { data = [], isLoading, error, refetch } = useApiQuery(listMergedAnswers, { parameters: { id: mapId } });
  const pending = data.find(({ status }) => status === 'pending');
  const id = pending?.id;
  useEffect(() => {
    if (id === undefined) return undefined;
    const reading = new AbortController();
    void follow(client, mapId, id, reading.signal);
    return () => reading.abort();
  }, [client, mapId, id]);
  return { answers: data, isLoading, error, refetch };
}

/** Reads an answer that is being written until its end; a line that breaks is taken up again. Leaving does not end it. */
async function follow(client: QueryClient, mapId: string, id: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const call = { parameters: { id }, signal };
      const sentences: MergedSentence[] = [];
      for await (const { event, data } of eventStream<MergedAnswerStreamEvent>(followMergedAnswer, call)) {
        if (event === 'done') return void put(client, data);
        sentences.push(...data.sentences);
        client.setQueryData<MergedAnswer[]>(keyOfMap(mapId), (answers) =>
          answers?.map((answer) => (answer.id === id ? { ...answer, sentences: [...sentences] } : answer)),
        );
      }
    } catch (fault) {
      if (signal.aborted) return;
      // Deleted elsewhere, or signed out: the list knows.
      if (fault instanceof ApiError && fault.status >= 400 && fault.status < 500) break;
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
  if (!signal.aborted) void client.invalidateQueries({ queryKey: allVersions });
}

/** What a version is to be like, and by whom; without a writer the server chooses. */
export interface AnswerWish {
  writerAI?: string | undefined;
  steering?: string | undefined;
  /** The id of the version to be rewritten. */
  basedOn?: string | undefined;
}

/** What a version of this wish would cost. */
export function priceOfAnswer(
  mapId: string,
  { steering, ...wish }: AnswerWish,
  deed: string,
): Omit<PriceOptions, 'isWanted'> {
  const steeringBytes = steering === undefined ? undefined : bytesIn(steering);
  const body = { ...wish, steeringBytes };
  return {
    queryKey: [estimateMergedAnswer.path, mapId, body],
    load: (signal) => apiClient(estimateMergedAnswer, { parameters: { id: mapId }, body, signal }),
    typedBytes: steeringBytes,
    deed,
  };
}

/** What a message on top of an answer would cost; of its question, which goes along too, only the server knows. */
export function priceOfContinuing(
  { sentences }: MergedAnswer,
  message: string,
  selectedAIs: string[],
): Omit<PriceOptions, 'isWanted'> {
  const messageBytes = bytesIn(message);
  const contextBytes = sentences.reduce((sum, { text }) => sum + bytesIn(text) + 1, 0);
  const body = { selectedAIs, messageBytes, contextBytes };
  return {
    queryKey: [estimateMessage.path, body],
    load: (signal) => apiClient(estimateMessage, { body, signal }),
    typedBytes: messageBytes,
    deed: 'Continue',
  };
}

/** Keys of calls of which it is not known whether they arrived: the same once more is recognised, and paid for once. */
const unanswered = new Map<string, string>();

async function once<T>(what: readonly unknown[], send: (idempotencyKey: string) => Promise<T>): Promise<T> {
  const name = JSON.stringify(what);
  const key = unanswered.get(name) ?? newKey();
  unanswered.set(name, key);
  try {
    const answer = await send(key);
    unanswered.delete(name);
    return answer;
  } catch (fault) {
    if (fault instanceof ApiError && fault.status > 0) unanswered.delete(name);
    throw fault;
  }
}

/** Has a version written. It is pending at once and followed from then on. */
export function useStartAnswer(mapId: string): { start: (wish: AnswerWish) => void; isStarting: boolean } {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (body: AnswerWish) =>
      once([mapId, body], (idempotencyKey) =>
        apiClient(createMergedAnswer, { parameters: { id: mapId }, body, idempotencyKey }),
      ),
    onSuccess: (answer) => void put(client, answer),
    onError: (fault) => {
      failed('The answer could not be started', fault);
      // The reply may be all that was lost.
      void client.invalidateQueries({ queryKey: allVersions });
    },
  });
  return { start: mutate, isStarting: isPending };
}

/** Stops one that is being written. */
export const useCancelAnswer = () =>
  useApiMutation(cancelMergedAnswer, {
    onError: (fault) => failed('The answer could not be cancelled', fault),
  });

export function useDeleteAnswer(): (answer: MergedAnswer) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ id }: MergedAnswer) => apiClient(deleteMergedAnswer, { parameters: { id } }),
    onSuccess: (_nothing, { id, mapId }) =>
      client.setQueryData<MergedAnswer[]>(keyOfMap(mapId), (answers) => answers?.filter((each) => each.id !== id)),
    onError: (fault) => failed('The answer could not be deleted', fault),
  });
  return mutate;
}

const fileOf = async (id: string, format: MergedAnswerFormat): Promise<Blob> => {
  const call = { parameters: { id }, query: { format } };
  return (await request(exportMergedAnswer, call, { signal: AbortSignal.timeout(30_000) })).blob();
};

export async function downloadAnswer(id: string, format: MergedAnswerFormat): Promise<void> {
  try {
    saveFile(await fileOf(id, format), `answer-${id}.${format}`);
  } catch (fault) {
    failed('The answer could not be saved', fault);
  }
}

/** Puts an answer on the clipboard as Markdown, with its notes. Whether that was possible. */
export async function copyAnswer(id: string): Promise<boolean> {
  try {
    const text = (await fileOf(id, 'md')).text();
    // Some browsers take on a click only what is promised at once.
    if (typeof ClipboardItem === 'function') {
      const blob = text.then((written) => new Blob([written], { type: 'text/plain' }));
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    } else await navigator.clipboard.writeText(await text);
    return true;
  } catch (fault) {
    failed('The answer could not be copied', fault);
    return false;
  }
}

/** Sends a message on top of an answer; resolves with the comparison it began, once all have replied. */
export async function continueFrom(id: string, newMessage: string, selectedAIs: string[]): Promise<string | undefined> {
  const body = { newMessage, selectedAIs };
  let begun: string | undefined;
  try {
    await once([id, body], async (idempotencyKey) => {
      const call = { parameters: { id }, body, idempotencyKey };
      for await (const { event, data } of eventStream<BroadcastStreamEvent>(continueMergedAnswer, call)) {
        if (event === 'accepted' || event === 'done') begun = data.broadcastId;
      }
    });
  } catch (fault) {
    // An accepted version is written to its end and kept by the server.
    if (begun === undefined) failed('The message could not be sent', fault);
  }
  return begun;
}

function failed(title: string, fault: unknown): void {
  const description = fault instanceof ApiError ? fault.sentence : String(fault);
  toast({ title, description, variant: 'destructive' });
}
