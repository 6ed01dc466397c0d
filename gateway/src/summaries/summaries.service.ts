import { Injectable } from '@nestjs/common';
import {
  summarizeResponses,
  type Estimate,
  type ResponsesSummary,
  type Summary,
  type ValidBodyOf,
  type continueSummary,
  type estimateSummary,
} from '@polylogue/api-contract';
import { CatalogService } from '../ai-services/catalog.service.js';
import { WaitingAnswers } from '../auth/waiting-answers.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { toOwnEstimate } from '../estimates/estimates.mapper.js';
import { toEstimateRequest, toSummarizeRequest, toSummary } from './summaries.mapper.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

// A service ends its reply earlier, by its own limits.
const summaryMs = 150_000;

type Body = ValidBodyOf<typeof summarizeResponses>;

/** Summaries of stored replies, which are kept, and of replies that a client sends along, which are not. */
@Injectable()
export class SummariesService {
  constructor(
    @InjectClient('roundSummaries') private readonly kept: ClientOf<'roundSummaries'>,
    @InjectClient('summaries') private readonly passing: ClientOf<'summaries'>,
    private readonly catalog: CatalogService,
    private readonly waiting: WaitingAnswers,
  ) {}

  start(body: Body, idempotencyKey: string | undefined, signal: AbortSignal) {
    return this.kept.summarize(toSummarizeRequest(body, idempotencyKey), { signal });
  }

  async ofTexts(
    { responses: replies = [], summarizerAI }: Body,
    idempotencyKey: string | undefined,
    request: HttpRequest,
    response: HttpResponse,
  ): Promise<ResponsesSummary> {
    const requested = { replies, summarizer: summarizerAI ?? undefined, idempotencyKey };
    const { access } = summarizeResponses;
    const { summary, displayName } = await this.waiting.until({ request, response, access }, (signal) =>
      this.passing.summarizeReplies(requested, { signal, deadlineMs: summaryMs }),
    );
    return { summary, summarizerAI: displayName };
  }

  async estimate(body: ValidBodyOf<typeof estimateSummary>): Promise<Estimate> {
    const [{ estimate }, labelOf] = await Promise.all([
      this.kept.estimateSummary(toEstimateRequest(body)),
      this.catalog.labels(),
    ]);
    return toOwnEstimate([estimate], labelOf);
  }

  async list(broadcastId: string): Promise<Summary[]> {
    const [{ summaries }, labelOf] = await Promise.all([
      this.kept.listSummaries({ broadcastId }),
      this.catalog.labels(),
    ]);
    return summaries.map((summary) => toSummary(summary, labelOf));
  }

  cancel(id: string) {
    return this.kept.cancelSummary({ id });
  }

  async delete(id: string): Promise<void> {
    await this.kept.deleteSummary({ id });
  }

  continue(
    id: string,
    { newMessage, selectedAIs }: ValidBodyOf<typeof continueSummary>,
    idempotencyKey: string | undefined,
    signal: AbortSignal,
  ) {
    return this.kept.continueSummary({ id, message: newMessage, aiServices: selectedAIs, idempotencyKey }, { signal });
  }
}
