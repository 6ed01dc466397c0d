import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { sendAiChat, type AiChatAnswer } from '@polylogue/api-contract';
import type { TurnEvent } from '@polylogue/proto';
import { AppError, inWords } from '@polylogue/service-kit';
import { OpenStreams } from '../auth/open-streams.js';
import { answerWithEvents } from '../http/event-answer.js';
import { wantsEvents } from '../http/wants-events.js';
import { goneSignal } from '../http/gone-signal.js';
import { toAnswer, toTurnStreamEvent } from './ai-chat.mapper.js';

type Ask = (signal: AbortSignal) => AsyncIterable<TurnEvent>;

/** The two forms of a turn's answer. A reader who goes away ends the reading, never the turn. */
@Injectable()
export class TurnAnswers {
  constructor(private readonly streams: OpenStreams) {}

  async jsonOrStream(request: Request, response: Response, ask: Ask): Promise<void> {
    if (!wantsEvents(request)) {
      response.json(await this.#whenDone(response, ask));
      return;
    }
    const { signal } = this.streams.enter(request, response, sendAiChat.access);
    await answerWithEvents(response, inWords(ask(signal), toTurnStreamEvent));
  }

  async #whenDone(response: Response, ask: Ask): Promise<AiChatAnswer> {
    const gone = goneSignal(response);
    for await (const { event } of ask(gone)) {
      if (event?.$case === 'done') return toAnswer(event.done);
    }
    const sentence = 'The reply could not be read to its end. What had arrived is kept in the conversation.';
    throw new AppError('unavailable', 'stream_ended_early', sentence, { retryAfterSeconds: 2 });
  }
}
