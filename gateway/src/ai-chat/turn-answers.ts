import { Injectable } from '@nestjs/common';
import { sendAiChat, type AiChatAnswer } from '@polylogue/api-contract';
import type { TurnEvent } from '@polylogue/proto';
import { AppError, mapStream } from '@polylogue/service-kit';
import { OpenStreams } from '../auth/open-streams.js';
import { WaitingAnswers } from '../auth/waiting-answers.js';
import { answerWithEvents } from '../http/event-answer.js';
import { HttpErrorFilter } from '../http/http-error.filter.js';
import { wantsEvents } from '../http/wants-events.js';
import { toAnswer, toTurnStreamEvent } from './ai-chat.mapper.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

type OpenEvents = (signal: AbortSignal) => AsyncIterable<TurnEvent>;

/** The two forms of a turn's answer. A reader who goes away ends the reading, never the turn. */
@Injectable()
export class TurnAnswers {
  constructor(
    private readonly streams: OpenStreams,
    private readonly waiting: WaitingAnswers,
    private readonly errors: HttpErrorFilter,
  ) {}

  async jsonOrStream(request: HttpRequest, response: HttpResponse, open: OpenEvents): Promise<void> {
    if (!wantsEvents(request)) {
      const { access } = sendAiChat;
      response.json(await this.waiting.until({ request, response, access }, (signal) => this.#whenDone(open, signal)));
      return;
    }
    const { signal } = this.streams.enter(request, response, sendAiChat.access);
    const events = mapStream(open(signal), toTurnStreamEvent);
    await answerWithEvents(response, events, (error) => this.errors.eventOf(error));
  }

  async #whenDone(open: OpenEvents, signal: AbortSignal): Promise<AiChatAnswer> {
    for await (const { event } of open(signal)) {
      if (event?.$case === 'done') return toAnswer(event.done);
    }
    const sentence = 'The reply could not be read to its end. What had arrived is kept in the conversation.';
    throw new AppError('unavailable', 'stream_ended_early', sentence, { retryAfterSeconds: 2 });
  }
}
