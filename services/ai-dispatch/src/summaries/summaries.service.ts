import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { contractLimits, EndKind, type DispatchEnd } from '@polylogue/proto';
import type { CallContext, Caller } from '@polylogue/service-kit';
import type { AiServiceEntry } from '../catalog/ai-service.entity.js';
import { CatalogService } from '../catalog/catalog.service.js';
import { DispatchService } from '../dispatch/dispatch.service.js';
import { SavedSummaries, type Summary } from './saved-summaries.js';
import { badSummary, noSummarizer, summaryFailed } from './summaries.errors.js';
import { chooseSummarizer } from './summarizer.rules.js';
import { summaryPrompt, type ReplyToSummarize } from './summary-prompt.rules.js';

/** The name of the task, as conversation's summaries have it: its calls are estimated by each other. */
const summaryTask = 'summary';
const maxReplies = contractLimits.targets;

export interface SummaryInput {
  replies: readonly ReplyToSummarize[];
  summarizer?: string | undefined;
  idempotencyKey?: string | undefined;
}

type Call = Pick<CallContext, 'onLeft' | 'deadline' | 'signal'>;

/** Lets one service compare what several have replied. It is a call like any other: in the ledger, with its limits. */
@Injectable()
export class SummariesService {
  constructor(
    private readonly catalog: CatalogService,
    private readonly dispatches: DispatchService,
    private readonly saved: SavedSummaries,
  ) {}

  async summarize(caller: Caller, input: SummaryInput, call: Call): Promise<Summary> {
    caller.mustBeApproved();
    const { replies, summarizer, idempotencyKey } = input;
    if (replies.length < 2) throw badSummary('responses', 'At least 2 AI responses are needed for comparison');
    if (replies.length > maxReplies)
      throw badSummary('responses', `At most ${maxReplies} responses can be summarized.`);
    const entry = this.#summarizer(replies, summarizer);
    const make = () => this.#stream(caller, entry, replies, call);
    if (idempotencyKey === undefined) return make();
    const request = { userId: caller.userId, key: idempotencyKey, body: [replies, summarizer ?? null] };
    return this.saved.once(request, call, make);
  }

  #summarizer(replies: readonly ReplyToSummarize[], named: string | undefined): AiServiceEntry {
    const services = this.catalog.list();
    if (named === undefined) {
      const chosen = chooseSummarizer(
        services,
        replies.map(({ aiService }) => aiService),
      );
      if (chosen) return chosen;
      throw noSummarizer();
    }
    const entry = services.find((each) => each.entry.name === named)?.entry;
    if (!entry) throw badSummary('summarizerAI', `There is no AI service called "${named.slice(0, 64)}".`);
    if (entry.category !== 'text') throw badSummary('summarizerAI', `${entry.displayName} does not write text.`);
    return entry;
  }

  async #stream(
    caller: Caller,
    entry: AiServiceEntry,
    replies: readonly ReplyToSummarize[],
    call: Call,
  ): Promise<Summary> {
    const messages = [{ role: 'user' as const, content: summaryPrompt(replies) }];
    const request = {
      callId: randomUUID(),
      aiService: entry.name,
      messages,
      withoutDefaults: true,
      task: summaryTask,
    };
    let summary = '';
    let end: DispatchEnd | undefined;
    for await (const { event } of this.dispatches.dispatch(caller, request, call)) {
      if (event?.$case === 'delta') summary += event.delta.text;
      if (event?.$case === 'end') end = event.end;
    }
    // Clients would take an unfinished summary for a whole one.
    if (end?.kind === EndKind.COMPLETED && summary.trim() !== '') {
      return { summary, aiService: entry.name, displayName: entry.displayName };
    }
    throw summaryFailed(
      end?.error?.code ?? 'summary_failed',
      end?.error?.sentence ?? `${entry.displayName} wrote no summary. Please try again, or choose another service.`,
    );
  }
}
