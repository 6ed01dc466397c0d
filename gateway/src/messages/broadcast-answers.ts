import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { resumeBroadcast, sendMessage, type SendAnswer } from '@polylogue/api-contract';
import type { BroadcastEvent } from '@polylogue/proto';
import { AppError, mapStream } from '@polylogue/service-kit';
import { OpenStreams } from '../auth/open-streams.js';
import { WaitingAnswers } from '../auth/waiting-answers.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { answerWithEvents } from '../http/event-answer.js';
import { HttpErrorFilter } from '../http/http-error.filter.js';
import { wantsEvents } from '../http/wants-events.js';
import { toSendAnswer, toStreamEvent } from './messages.mapper.js';
import { resumeOnDisconnect } from './resume-on-disconnect.js';

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

  async jsonOrStream(request: Request, response: Response, open: OpenEvents): Promise<void> {
    if (wantsEvents(request)) return this.stream(request, response, open, sendMessage.access);
    const { access } = sendMessage;
    response.json(
      await this.waiting.until({ request, response, access }, (signal) => this.whenDone(request, open, signal)),
    );
  }

  async stream(request: Request, response: Response, open: OpenEvents, access = resumeBroadcast.access): Promise<void> {
    const { signal } = this.streams.enter(request, response, access);
    const events = mapStream(this.follow(request, open, signal), toStreamEvent);
    await answerWithEvents(response, events, (error) => this.errors.eventOf(error));
  }

  private follow(request: Request, open: OpenEvents, signal: AbortSignal): AsyncIterable<BroadcastEvent> {
    return resumeOnDisconnect({
      open: () => open(signal),
      resume: (broadcastId, afterId) => this.broadcasts.resumeBroadcast({ broadcastId, afterId }, { signal }),
      isRepeatable: request.headers['idempotency-key'] !== undefined,
      signal,
    });
  }

  private async whenDone(request: Request, open: OpenEvents, signal: AbortSignal): Promise<SendAnswer> {
    for await (const { event } of this.follow(request, open, signal)) {
      if (event?.$case === 'done') return toSendAnswer(event.done);
    }
    const sentence = 'The answers could not be read to their end. They are kept in your history.';
    throw new AppError('unavailable', 'stream_ended_early', sentence, { retryAfterSeconds: 2 });
  }
}
