import { Controller, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { summarizeResponses, type ValidBodyOf } from '@polylogue/api-contract';
import { AllowanceService, unknownService } from '../allowance/allowance.service.js';
import { WaitingAnswers } from '../auth/waiting-answers.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { IdempotencyKey } from '../http/idempotency-key.js';
import { ValidBody } from '../http/input.js';
import { Serves } from '../http/serves.js';

// A service ends its reply earlier, by its own limits.
const summaryMs = 150_000;

@Controller()
export class SummariesController {
  constructor(
    @InjectClient('summaries') private readonly summaries: ClientOf<'summaries'>,
    private readonly allowance: AllowanceService,
    private readonly waiting: WaitingAnswers,
  ) {}

  @Serves(summarizeResponses)
  async summarize(
    @ValidBody() body: ValidBodyOf<typeof summarizeResponses>,
    @IdempotencyKey() idempotencyKey: string | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { responses: replies, summarizerAI } = body;
    const text = replies.map(({ content }) => content).join('');
    await this.allowance.take(summarizeResponses, idempotencyKey, [summarizerAI ?? unknownService], text);
    const requested = { replies, summarizer: summarizerAI ?? undefined, idempotencyKey };
    const { access } = summarizeResponses;
    const { summary, displayName } = await this.waiting.until({ request, response, access }, (signal) =>
      this.summaries.summarizeReplies(requested, { signal, deadlineMs: summaryMs }),
    );
    return { summary, summarizerAI: displayName };
  }
}
