import { Inject, Injectable } from '@nestjs/common';
import { Reply, ReplyStatus, SummaryKind, type RoundSummary, type SummaryEvent } from '@polylogue/proto';
import { currentContext, LOGGER, type Logger } from '@polylogue/service-kit';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { ChatCompletionsService, type Question } from './chat-completions.service.js';
import type { CompletionEvent } from './completion-source.js';
import { FailedReplyError } from './failed-reply.rules.js';
import { readOrCancel } from './read-or-cancel.js';

/** Who a merged answer is by, among the replies it was made of. */
export const mergedAuthor = { name: 'merged', displayName: 'Merged' } as const;

/** Asks all, and lets one service make one answer of their replies. It is kept with the round like any summary. */
@Injectable()
export class MergedCompletions {
  constructor(
    private readonly completions: ChatCompletionsService,
    @InjectClient('roundSummaries') private readonly summaries: ClientOf<'roundSummaries'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Only the merged answer is written; the end has all replies, since all of them were paid for. */
  async *ask(question: Question, summarizer: string | undefined, signal: AbortSignal): AsyncGenerator<CompletionEvent> {
    let end: Extract<CompletionEvent, { $case: 'done' }> | undefined;
    for await (const event of this.completions.ask(question, signal)) {
      if (event.$case === 'accepted') yield event;
      if (event.$case === 'done') end = event;
    }
    if (!end) return;
    const { broadcastId, replies } = end.done;
    const answered = replies.filter(({ content }) => content !== '');
    if (answered.length === 0) return yield end;
    // Nothing is merged of one reply: it is the answer.
    const merged =
      answered.length === 1 ? { ...answered[0]!, usage: undefined } : yield* this.#merge(answered, summarizer, signal);
    yield { $case: 'reply', reply: { ...merged, aiService: mergedAuthor.name } };
    // Why a reply that went into it ended says nothing of the merged answer.
    const parts = replies.map((reply) => ({ ...reply, stopReason: undefined }));
    yield { $case: 'done', done: { broadcastId, replies: [...parts, merged] } };
  }

  async *#merge(replies: readonly Reply[], aiService: string | undefined, signal: AbortSignal) {
    const callerToken = currentContext()?.callerToken;
    const messageIds = replies.map(({ messageId }) => messageId);
    const summary = {
      open: () => this.summaries.summarize({ messageIds, kind: SummaryKind.MERGE, aiService }),
      idOf: ({ event }: SummaryEvent) => (event?.$case === 'accepted' ? event.accepted.id : undefined),
      isLast: ({ event }: SummaryEvent) => event?.$case === 'done',
      cancel: (id: string) => {
        this.summaries.cancelSummary({ id }, { callerToken }).catch((error: unknown) => {
          this.logger.warn({ err: error }, 'cancelling the summary of a program that went away failed');
        });
      },
    };
    signal.throwIfAborted();
    let merged: Reply | undefined;
    for await (const { event } of readOrCancel(summary, signal)) {
      if (event?.$case === 'delta') yield toDelta(event.delta.text);
      if (event?.$case === 'done') merged = toReply(event.done);
    }
    if (!merged) throw new Error('A summary has no end.');
    return merged;
  }
}

const toDelta = (text: string): CompletionEvent => ({
  $case: 'delta',
  delta: { aiService: mergedAuthor.name, messageId: '', text },
});

function toReply({ content, status, error, errorCode, usage, cost, stopReason }: RoundSummary): Reply {
  if (status !== ReplyStatus.COMPLETED && content === '') {
    throw new FailedReplyError(errorCode ?? 'summary_failed', error ?? 'The replies could not be merged.');
  }
  return Reply.fromPartial({
    aiService: mergedAuthor.name,
    content,
    status,
    error,
    errorCode,
    usage,
    cost,
    stopReason,
  });
}
