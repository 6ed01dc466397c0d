import { ReplyStatus, type Reply } from '@polylogue/proto';
import type { CompletionPlace } from './completion-source.js';
import { FailedReplyError } from './failed-reply.rules.js';

/** What all chunks and answers of one call begin with. */
export interface CompletionHead extends CompletionPlace {
  id: string;
  model: string;
  created: number;
}

const headOf = ({ id, model, created }: CompletionHead, object: string) => ({
  id: `chatcmpl-${id}`,
  object,
  created,
  model,
});

/** The first chunk; it says where the answer is kept. */
export const toFirstChunk = (head: CompletionHead) => ({
  ...toChunk(head, { role: 'assistant', content: '' }),
  metadata: head.metadata,
});

export const toChunk = (head: CompletionHead, delta: object, finishReason: string | null = null) => ({
  ...headOf(head, 'chat.completion.chunk'),
  choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
});

export const toUsageChunk = (head: CompletionHead, replies: readonly Reply[]) => ({
  ...headOf(head, 'chat.completion.chunk'),
  choices: [],
  usage: usageOf(replies),
});

export const toCompletion = (head: CompletionHead, content: string, replies: readonly Reply[]) => ({
  ...headOf(head, 'chat.completion'),
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content, refusal: null },
      logprobs: null,
      finish_reason: finishReasonOf(replies),
    },
  ],
  usage: usageOf(replies),
  metadata: head.metadata,
});

/** Summed over the services; a figure that a provider does not say counts as 0. */
export function usageOf(replies: readonly Reply[]) {
  const sum = (figure: (reply: Reply) => number | undefined) =>
    replies.reduce((total, reply) => total + (figure(reply) ?? 0), 0);
  const prompt = sum(({ usage }) => usage?.inputTokens);
  const completion = sum(({ usage }) => usage?.outputTokens);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

export function finishReasonOf(replies: readonly Reply[]): 'stop' | 'length' {
  return replies.some(({ stopReason }) => stopReason === 'length') ? 'length' : 'stop';
}

/** Throws when no service has a text to show for it. */
export function mustHaveReply(replies: readonly Reply[]): void {
  const [first] = replies;
  if (!first || replies.some(({ status, content }) => status === ReplyStatus.COMPLETED || content !== '')) return;
  throw new FailedReplyError(first.errorCode ?? 'no_reply', first.error ?? 'No service replied.');
}
