import { Controller, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { summarizeResponses, type ValidBodyOf } from '@polylogue/api-contract';
import { AllowanceService, unknownService } from '../allowance/allowance.service.js';
import { SummariesClient } from '../clients/summaries.client.js';
import { goneSignal } from '../http/gone-signal.js';
import { IdempotencyKey, ValidBody } from '../http/input.js';
import { Serves } from '../http/serves.js';

// A service ends its reply earlier, by its own limits.
const summaryMs = 150_000;

@Controller()
export class SummariesController {
  constructor(
    @Inject(SummariesClient) private readonly summaries: SummariesClient,
    private readonly allowance: AllowanceService,
  ) {}

  @Serves(summarizeResponses)
  async summarize(
    @ValidBody() body: ValidBodyOf<typeof summarizeResponses>,
    @IdempotencyKey() idempotencyKey: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { responses: replies, summarizerAI } = body;
    const text = replies.map(({ content }) => content).join('');
    await this.allowance.take(summarizeResponses, idempotencyKey, [summarizerAI ?? unknownService], text);
    const { summary, displayName } = await this.summaries.summarizeReplies(
      { replies, summarizer: summarizerAI ?? undefined, idempotencyKey },
      { signal: goneSignal(response), deadlineMs: summaryMs },
    );
    return { summary, summarizerAI: displayName };
  }
}
