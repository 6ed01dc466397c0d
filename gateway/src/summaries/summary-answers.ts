import { Injectable } from '@nestjs/common';
import { summarizeResponses, type ResponsesSummary } from '@polylogue/api-contract';
import { replyStatus, type RoundSummary, type SummaryEvent } from '@polylogue/proto';
import { AppError, mapStream } from '@polylogue/service-kit';
import { CatalogService } from '../ai-services/catalog.service.js';
import { OpenStreams } from '../auth/open-streams.js';
import { WaitingAnswers } from '../auth/waiting-answers.js';
import { answerWithEvents } from '../http/event-answer.js';
import { HttpErrorFilter } from '../http/http-error.filter.js';
import { wantsEvents } from '../http/wants-events.js';
import { toResponsesSummary, toSummaryStreamEvent } from './summaries.mapper.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

type OpenEvents = (signal: AbortSignal) => AsyncIterable<SummaryEvent>;

const { access } = summarizeResponses;

/** The two forms of a summary's answer. A reader who goes away ends the reading, never the summary. */
@Injectable()
export class SummaryAnswers {
  constructor(
    private readonly streams: OpenStreams,
    private readonly waiting: WaitingAnswers,
    private readonly catalog: CatalogService,
    private readonly errors: HttpErrorFilter,
  ) {}

  async jsonOrStream(request: HttpRequest, response: HttpResponse, open: OpenEvents): Promise<void> {
    if (!wantsEvents(request)) {
      response.json(await this.waiting.until({ request, response, access }, (signal) => this.#whenDone(open, signal)));
      return;
    }
    const { signal } = this.streams.enter(request, response, access);
    const labelOf = await this.catalog.labels();
    const events = mapStream(open(signal), (event: SummaryEvent) => toSummaryStreamEvent(event, labelOf));
    await answerWithEvents(response, events, (error) => this.errors.eventOf(error));
  }

  async #whenDone(open: OpenEvents, signal: AbortSignal): Promise<ResponsesSummary> {
    const labelOf = await this.catalog.labels();
    for await (const { event } of open(signal)) {
      if (event?.$case !== 'done') continue;
      mustBeWhole(event.done);
      return toResponsesSummary(event.done, labelOf);
    }
    const sentence = 'The summary could not be read to its end. What had arrived is kept with its round.';
    throw new AppError('unavailable', 'stream_ended_early', sentence, { retryAfterSeconds: 2 });
  }
}

/** An unfinished summary is kept, but not returned: clients would take it for a whole one. */
function mustBeWhole({ status, error, errorCode }: RoundSummary): void {
  if (replyStatus.toWord(status) === 'completed') return;
  const sentence = error ?? 'The summary did not come to its end. What had arrived is kept with its round.';
  throw new AppError('unavailable', errorCode ?? 'summary_failed', sentence);
}
