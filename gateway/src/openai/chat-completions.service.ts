import { Inject, Injectable } from '@nestjs/common';
import type { AnswerSettings } from '@polylogue/api-contract';
import { Mode, type BroadcastEvent } from '@polylogue/proto';
import { AppError, currentContext, LOGGER, type Logger } from '@polylogue/service-kit';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { resumeOnDisconnect } from '../messages/resume-on-disconnect.js';
import type { Thread } from './chat-request.rules.js';
import type { CompletionEvent } from './completion-source.js';

/** What is asked of whom. */
export interface Question extends Thread {
  services: readonly { name: string; displayName: string }[];
  settings: AnswerSettings;
}

/** Sends what a program asks as a comparison of its own. Its caller is its only reader: when it goes, the work ends. */
@Injectable()
export class ChatCompletionsService {
  constructor(
    @InjectClient('broadcasts') private readonly broadcasts: ClientOf<'broadcasts'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The events of the broadcast. It is cancelled when the signal aborts, and when they are not read to their end. */
  async *ask(question: Question, signal: AbortSignal): AsyncGenerator<CompletionEvent> {
    const callerToken = currentContext()?.callerToken;
    let broadcastId: string | undefined;
    let isDone = false;
    const cancel = () => {
      if (broadcastId === undefined || isDone) return;
      this.broadcasts.cancelBroadcast({ broadcastId, aiServices: [] }, { callerToken }).catch((error: unknown) => {
        this.logger.warn({ err: error }, 'cancelling the broadcast of a program that went away failed');
      });
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      for await (const { event } of this.#follow(question)) {
        // A reply that begins anew cannot be taken back from a reader of text.
        if (event?.$case === 'accepted' && broadcastId !== undefined) throw brokenOff();
        if (event?.$case === 'accepted') broadcastId = event.accepted.broadcastId;
        if (event?.$case === 'done') isDone = true;
        signal.throwIfAborted();
        if (event) yield event;
      }
    } finally {
      signal.removeEventListener('abort', cancel);
      cancel();
    }
    if (!isDone) throw brokenOff();
  }

  // Without the caller's signal: until the broadcast has said its id, nothing could cancel it.
  #follow({ services, message, history, settings }: Question): AsyncIterable<BroadcastEvent> {
    const aiServices = services.map(({ name }) => name);
    const mode = aiServices.length === 1 ? Mode.INDIVIDUAL : Mode.SELECTIVE;
    const request = {
      message,
      aiServices,
      mode,
      ownComparison: { history, settings: { ...settings, answerSchema: false } },
    };
    return resumeOnDisconnect({
      open: () => this.broadcasts.sendMessage(request),
      resume: (broadcastId, afterId) => this.broadcasts.resumeBroadcast({ broadcastId, afterId }),
      isRepeatable: false,
      signal: new AbortController().signal,
    });
  }
}

function brokenOff(): AppError {
  const sentence = 'The replies could not be read to their end. They are kept in the history of the key’s user.';
  return new AppError('unavailable', 'stream_ended_early', sentence, { retryAfterSeconds: 2 });
}
