import { Controller, Req, Res } from '@nestjs/common';
import {
  cancelSummary,
  continueSummary,
  deleteSummary,
  estimateSummary,
  listSummaries,
  summarizeResponses,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import { AllowanceService, unknownService } from '../allowance/allowance.service.js';
import { IdempotencyKey } from '../http/idempotency-key.js';
import { PathId, ValidBody } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { BroadcastAnswers } from '../messages/broadcast-answers.js';
import { SummariesService } from './summaries.service.js';
import { SummaryAnswers } from './summary-answers.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

@Controller()
export class SummariesController {
  constructor(
    private readonly summaries: SummariesService,
    private readonly answers: SummaryAnswers,
    private readonly broadcasts: BroadcastAnswers,
    private readonly allowance: AllowanceService,
  ) {}

  @Serves(summarizeResponses)
  async summarize(
    @ValidBody() body: ValidBodyOf<typeof summarizeResponses>,
    @IdempotencyKey() key: string | undefined,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ): Promise<void> {
    const { messageIds, responses = [], summarizerAI } = body;
    const text = responses.map(({ content }) => content).join('');
    await this.allowance.take(summarizeResponses, key, [summarizerAI ?? unknownService], text);
    if (messageIds) {
      return this.answers.jsonOrStream(request, response, (signal) => this.summaries.start(body, key, signal));
    }
    response.json(await this.summaries.ofTexts(body, key, request, response));
  }

  @Serves(estimateSummary)
  estimate(@ValidBody() body: ValidBodyOf<typeof estimateSummary>) {
    return this.summaries.estimate(body);
  }

  @Serves(listSummaries)
  list(@PathId() broadcastId: string) {
    return this.summaries.list(broadcastId);
  }

  @Serves(cancelSummary)
  cancel(@PathId() id: string) {
    return this.summaries.cancel(id);
  }

  @Serves(deleteSummary)
  async delete(@PathId() id: string) {
    await this.summaries.delete(id);
  }

  @Serves(continueSummary)
  async continue(
    @PathId() id: string,
    @ValidBody() body: ValidBodyOf<typeof continueSummary>,
    @IdempotencyKey() key: string | undefined,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ) {
    await this.allowance.take(continueSummary, key, body.selectedAIs, body.newMessage);
    await this.broadcasts.jsonOrStream(request, response, (signal) => this.summaries.continue(id, body, key, signal));
  }
}
