import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
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
import { endedEarly, resumeOnDisconnect } from './resume-on-disconnect.js';

type OpenEvents = (signal: AbortSignal) => AsyncIterable<BroadcastEvent>;

interface Reading {
  access: Route['access'];
  /** Whether the reader may have seen all there is. */
  mayBeEmpty?: boolean;
}

const resuming: Reading = { access: resumeBroadcast.access, mayBeEmpty: true };

/** The two forms of a broadcast's answer. A reader who goes away ends the reading, never the broadcast. */
@Injectable()
export class BroadcastAnswers {
  constructor(
    private readonly streams: OpenStreams,
    private readonly waiting: WaitingAnswers,
    private readonly errors: HttpErrorFilter,
    @InjectClient('broadcasts') private readonly broadcasts: ClientOf<'broadcasts'>,
  ) {}

  async jsonOrStream(request: Request, response: Response, open: OpenEvents): Promise<void> {
    const { access } = sendMessage;
    if (wantsEvents(request)) return this.stream(request, response, open, { access });
    response.json(
      await this.waiting.until({ request, response, access }, (signal) => this.whenDone(request, open, signal)),
    );
  }

  async stream(request: Request, response: Response, open: OpenEvents, how: Reading = resuming): Promise<void> {
    const { signal } = this.streams.enter(request, response, how.access);
    const events = mapStream(this.follow(request, open, signal, how.mayBeEmpty), toStreamEvent);
    await answerWithEvents(response, events, (error) => this.errors.eventOf(error));
  }

  private follow(request: Request, open: OpenEvents, signal: AbortSignal, mayBeEmpty?: boolean) {
    return resumeOnDisconnect({
      open: () => open(signal),
      resume: (broadcastId, afterId) => this.broadcasts.resumeBroadcast({ broadcastId, afterId }, { signal }),
      isRepeatable: request.headers['idempotency-key'] !== undefined,
      signal,
      mayBeEmpty,
    });
  }

  private async whenDone(request: Request, open: OpenEvents, signal: AbortSignal): Promise<SendAnswer> {
    for await (const { event } of this.follow(request, open, signal)) {
      if (event?.$case === 'done') return toSendAnswer(event.done);
    }
    throw endedEarly();
  }
}
