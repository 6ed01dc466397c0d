import { Injectable } from '@nestjs/common';
import { resumeBroadcast, sendMessage, type Route, type SendAnswer } from '@polylogue/api-contract';
import type { BroadcastEvent } from '@polylogue/proto';
import { mapStream } from '@polylogue/service-kit';
import { OpenStreams } from '../auth/open-streams.js';
import { WaitingAnswers } from '../auth/waiting-answers.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { answerWithEvents } from '../http/event-answer.js';
import { HttpErrorFilter } from '../http/http-error.filter.js';
import { wantsEvents } from '../http/wants-events.js';
import { toSendAnswer, toStreamEvent } from './messages.mapper.js';
import {
  endedEarly,
  resumeOnDisconnect,
  type BroadcastPosition,
  type BroadcastStreams,
} from './resume-on-disconnect.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

type OpenEvents = (signal: AbortSignal) => AsyncIterable<BroadcastEvent>;

/** The two forms of a broadcast's answer. A reader who goes away ends the reading, never the broadcast. */
@Injectable()
export class BroadcastAnswers {
  constructor(
    private readonly streams: OpenStreams,
    private readonly waiting: WaitingAnswers,
    private readonly errors: HttpErrorFilter,
    @InjectClient('broadcasts') private readonly broadcasts: ClientOf<'broadcasts'>,
  ) {}

  async jsonOrStream(request: HttpRequest, response: HttpResponse, open: OpenEvents): Promise<void> {
    const { access } = sendMessage;
    if (wantsEvents(request)) {
      return this.stream(request, response, access, (signal) => this.follow(request, open, signal));
    }
    response.json(
      await this.waiting.until({ request, response, access }, (signal) => this.whenDone(request, open, signal)),
    );
  }

  /** Goes on with a broadcast after the last event its reader has. */
  async resume(request: HttpRequest, response: HttpResponse, from: BroadcastPosition): Promise<void> {
    await this.stream(request, response, resumeBroadcast.access, (signal) => this.followFrom(from, signal));
  }

  private async stream(
    request: HttpRequest,
    response: HttpResponse,
    access: Route['access'],
    open: OpenEvents,
  ): Promise<void> {
    const { signal } = this.streams.enter(request, response, access);
    const events = mapStream(open(signal), toStreamEvent);
    await answerWithEvents(response, events, (error) => this.errors.eventOf(error));
  }

  private follow(request: HttpRequest, open: OpenEvents, signal: AbortSignal) {
    const isRepeatable = request.headers['idempotency-key'] !== undefined;
    return this.followFrom({ open: () => open(signal), isRepeatable }, signal);
  }

  private followFrom(from: BroadcastStreams['from'], signal: AbortSignal) {
    const resume = (position: BroadcastPosition) => this.broadcasts.resumeBroadcast(position, { signal });
    return resumeOnDisconnect({ from, resume, signal });
  }

  private async whenDone(request: HttpRequest, open: OpenEvents, signal: AbortSignal): Promise<SendAnswer> {
    for await (const { event } of this.follow(request, open, signal)) {
      if (event?.$case === 'done') return toSendAnswer(event.done);
    }
    throw endedEarly();
  }
}
