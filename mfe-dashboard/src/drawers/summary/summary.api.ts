import {
  deleteSummary,
  estimateSummary,
  limits,
  listSummaries,
  summarizeResponses,
  type Summary,
  type SummaryKind,
  type SummaryStreamEvent,
} from '@polylogue/api-contract';
import { apiClient, ApiError, connectionFailed, toast, useApiQuery } from '@polylogue/web-kit';
import { bytesIn } from '@polylogue/web-kit/estimate';
import type { PriceOptions } from '@polylogue/web-kit/rubrics';
import { eventStream, useClickKey, type StreamCall } from '@polylogue/web-kit/streams';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FinishedReply } from '../finished-replies.rules.js';
import { insufficientToast, minResponses, summaryFailedToast, summaryToast } from './summary.rules.js';

/** What a summary is to be, and by whom. */
export interface SummaryWish {
  kind: SummaryKind;
  instruction: string;
  /** Undefined leaves the choice to the server. */
  summarizerAI: string | undefined;
}

/** What a summary of this wish would cost. */
export function priceOfSummary(
  messageIds: string[],
  { kind, instruction, summarizerAI }: SummaryWish,
): Omit<PriceOptions, 'isWanted'> {
  const instructionBytes = kind === 'instruction' ? bytesIn(instruction) : undefined;
  const body = { messageIds, kind, instructionBytes, summarizerAI };
  return {
    queryKey: [estimateSummary.path, body],
    load: (signal) => apiClient(estimateSummary, { body, signal }),
    typedBytes: instructionBytes,
    deed: 'Summarize',
  };
}

/** The summaries kept with the rounds of these replies, newest first, and a new one while it is written. */
export function useSummaries(replies: readonly FinishedReply[]) {
  const client = useQueryClient();
  const round = roundOf(replies);
  const kept = useApiQuery(listSummaries, { parameters: { id: round ?? '' }, enabled: round !== undefined });
  const [made, setMade] = useState<readonly Summary[]>([]);
  const [isPending, setPending] = useState(false);
  const request = useRef<AbortController>(undefined);
  const click = useClickKey();
  useEffect(() => () => request.current?.abort(), []);
  const put = (summary: Summary) => setMade((all) => [summary, ...all.filter(({ id }) => id !== summary.id)]);

  const send = async (chosen: readonly FinishedReply[], wish: SummaryWish) => {
    const call = new AbortController();
    request.current = call;
    setPending(true);
    const body = bodyOf(chosen, wish);
    try {
      const done = await streamed({ body, signal: call.signal, idempotencyKey: click.keyOf(body) }, put);
      click.settle(undefined);
      if (done.status === 'completed') toast(summaryToast(done.aiService.displayName));
      else toast(summaryFailedToast(done.error ?? 'It did not come to its end. What had arrived is kept.'));
      void client.invalidateQueries({ queryKey: [listSummaries.path] });
    } catch (fault) {
      if (call.signal.aborted) return;
      click.settle(fault);
      toast(summaryFailedToast(fault instanceof ApiError ? fault.sentence : String(fault)));
    } finally {
      setPending(false);
    }
  };

  const summarize = (chosen: readonly FinishedReply[], wish: SummaryWish) => {
    if (chosen.length < minResponses) toast(insufficientToast);
    else void send(chosen, wish);
  };

  const remove = async ({ id }: Summary) => {
    try {
      await apiClient(deleteSummary, { parameters: { id } });
      setMade((all) => all.filter((each) => each.id !== id));
      await client.invalidateQueries({ queryKey: [listSummaries.path] });
    } catch (fault) {
      const description = fault instanceof ApiError ? fault.sentence : String(fault);
      toast({ title: 'The summary could not be deleted', description, variant: 'destructive' });
    }
  };

  const known = new Set(made.map(({ id }) => id));
  const earlier = (kept.data ?? []).filter(({ id }) => !known.has(id)).toReversed();
  return { summaries: [...made, ...earlier], isPending, summarize, remove };
}

/** The newest round: ids sort by time. */
const roundOf = (replies: readonly FinishedReply[]): string | undefined =>
  replies
    .flatMap(({ broadcastId }) => broadcastId ?? [])
    .sort()
    .at(-1);

function bodyOf(chosen: readonly FinishedReply[], { kind, instruction, summarizerAI }: SummaryWish) {
  const responses = chosen.map(({ aiService, text, timestamp }) => ({ aiService, content: text, timestamp }));
  // The server has them all; they go along as far as a request has room for them.
  const fits = chosen.reduce((sum, { text }) => sum + text.length, 0) < limits.bodyBytes / 8;
  const messageIds = chosen.map(({ messageId }) => messageId);
  const own = kind === 'instruction' ? { instruction } : {};
  return {
    ...(fits ? { responses } : {}),
    messageIds,
    kind,
    ...own,
    ...(summarizerAI === undefined ? {} : { summarizerAI }),
  };
}

/** Leaving the drawer ends the reading, never the summary: it is kept with its round. */
async function streamed(
  call: StreamCall<typeof summarizeResponses>,
  put: (summary: Summary) => void,
): Promise<Summary> {
  let summary: Summary | undefined;
  for await (const { event, data } of eventStream<SummaryStreamEvent>(summarizeResponses, call)) {
    if (event === 'accepted') summary = data;
    else if (event === 'delta' && summary)
      summary = { ...summary, status: 'streaming', content: summary.content + data.text };
    else if (event === 'done' && data.kept) {
      put(data.kept);
      return data.kept;
    }
    if (summary) put(summary);
  }
  throw new ApiError(connectionFailed, { status: 0 });
}
