import { Injectable } from '@nestjs/common';
import { followMergedAnswer } from '@polylogue/api-contract';
import type { MergedAnswerEvent } from '@polylogue/proto';
import { mapStream } from '@polylogue/service-kit';
import { CatalogService } from '../ai-services/catalog.service.js';
import { OpenStreams } from '../auth/open-streams.js';
import { answerWithEvents } from '../http/event-answer.js';
import { HttpErrorFilter } from '../http/http-error.filter.js';
import { toMergedAnswerEvent } from './merged-answers.mapper.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

/** The stream of an answer that is written. A reader who goes away ends the reading, never the writing. */
@Injectable()
export class MergedAnswerStream {
  constructor(
    private readonly streams: OpenStreams,
    private readonly catalog: CatalogService,
    private readonly errors: HttpErrorFilter,
  ) {}

  async send(
    request: HttpRequest,
    response: HttpResponse,
    open: (signal: AbortSignal) => AsyncIterable<MergedAnswerEvent>,
  ) {
    const { signal } = this.streams.enter(request, response, followMergedAnswer.access);
    const labelOf = await this.catalog.labels();
    const events = mapStream(open(signal), (event: MergedAnswerEvent) => toMergedAnswerEvent(event, labelOf));
    await answerWithEvents(response, events, (error) => this.errors.eventOf(error));
  }
}
