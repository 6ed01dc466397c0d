import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { resumeBroadcast, sendMessage, type SendAnswer } from '@polylogue/api-contract';
import type { BroadcastEvent } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { OpenStreams } from '../auth/open-streams.js';
import { answerWithEvents, inWords } from '../http/event-answer.js';
import { toSendAnswer, toStreamEvent } from './messages.mapper.js';

type Ask = (signal: AbortSignal) => AsyncIterable<BroadcastEvent>;

/** The two forms of a broadcast's answer. A reader who goes away ends the reading, never the broadcast. */
@Injectable()
export class BroadcastAnswers {
  constructor(private readonly streams: OpenStreams) {}

  async jsonOrStream(request: Request, response: Response, ask: Ask): Promise<void> {
    const wanted = request.accepts(['application/json', 'text/event-stream']);
    if (wanted === 'text/event-stream') return this.stream(request, response, ask, sendMessage.access);
    response.json(await this.whenDone(response, ask));
  }

  async stream(request: Request, response: Response, ask: Ask, access = resumeBroadcast.access): Promise<void> {
    const { signal } = this.streams.enter(request, response, access);
    await answerWithEvents(response, inWords(ask(signal), toStreamEvent));
  }

  private async whenDone(response: Response, ask: Ask): Promise<SendAnswer> {
    const gone = new AbortController();
    response.once('close', () => gone.abort(new AppError('unavailable', 'reader_gone', 'The reader has gone.')));
    for await (const { event } of ask(gone.signal)) {
      if (event?.$case === 'done') return toSendAnswer(event.done);
    }
    const sentence = 'The answers could not be read to their end. They are kept in your history.';
    throw new AppError('unavailable', 'stream_ended_early', sentence, { retryAfterSeconds: 2 });
  }
}
