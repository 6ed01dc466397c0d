import { summarizeResponses, type AnswerOf } from '@polylogue/api-contract';
import { apiClient, ApiError, toast } from '@polylogue/web-kit';
import { useEffect, useRef, useState } from 'react';
import { newUuid } from '../../broadcasts/idempotency-key.rules.js';
import type { FinishedReply } from '../finished-replies.rules.js';
import { insufficientToast, minResponses, summaryFailedToast, summaryToast } from './summary.rules.js';

/** Milliseconds: a summary is a whole reply of a service, which may take its time. */
const deadline = 180_000;

/** Requests a summary; closing the drawer aborts the request. */
export function useSummary() {
  const [summary, setSummary] = useState<AnswerOf<typeof summarizeResponses>>();
  const [isPending, setPending] = useState(false);
  const request = useRef<AbortController>(undefined);
  useEffect(() => () => request.current?.abort(), []);

  const send = async (replies: readonly FinishedReply[], summarizerAI: string | undefined) => {
    const responses = replies.map(({ aiService, text, timestamp }) => ({ aiService, content: text, timestamp }));
    const call = new AbortController();
    request.current = call;
    setPending(true);
    try {
      const body = { responses, ...(summarizerAI === undefined ? {} : { summarizerAI }) };
      const answer = await apiClient(summarizeResponses, {
        body,
        deadline,
        signal: call.signal,
        idempotencyKey: newUuid(),
      });
      setSummary(answer);
      toast(summaryToast(answer.summarizerAI));
    } catch (fault) {
      if (call.signal.aborted) return;
      toast(summaryFailedToast(fault instanceof ApiError ? fault.sentence : String(fault)));
    } finally {
      setPending(false);
    }
  };

  const summarize = (replies: readonly FinishedReply[], summarizerAI: string | undefined) => {
    if (replies.length < minResponses) toast(insufficientToast);
    else void send(replies, summarizerAI);
  };
  return { summary, isPending, summarize };
}
