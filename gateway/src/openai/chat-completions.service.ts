import { Inject, Injectable } from '@nestjs/common';
import type { AnswerSettings } from '@polylogue/api-contract';
import { Mode, type BroadcastEvent } from '@polylogue/proto';
import { currentContext, LOGGER, type Logger } from '@polylogue/service-kit';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { resumeOnDisconnect } from '../messages/resume-on-disconnect.js';
import type { Thread } from './chat-request.rules.js';
import type { CompletionEvent } from './completion-source.js';
import { readOrCancel } from './read-or-cancel.js';

/** What is asked of whom. */
export interface Question extends Thread {
  services: readonly { name: string; displayName: string }[];
  settings: AnswerSettings;
  /** The comparison whose threads it goes into, without the history; otherwise it begins one. */
  comparisonId?: string | undefined;
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
    const broadcast = {
      open: () => this.#follow(question),
      idOf: ({ event }: BroadcastEvent) => (event?.$case === 'accepted' ? event.accepted.broadcastId : undefined),
      isLast: ({ event }: BroadcastEvent) => event?.$case === 'done',
      cancel: (broadcastId: string) => {
        this.broadcasts.cancelBroadcast({ broadcastId, aiServices: [] }, { callerToken }).catch((error: unknown) => {
          this.logger.warn({ err: error }, 'cancelling the broadcast of a program that went away failed');
        });
      },
    };
    for await (const { event } of readOrCancel(broadcast, signal)) if (event) yield event;
  }

  #follow({ services, message, history, settings, comparisonId }: Question): AsyncIterable<BroadcastEvent> {
    const aiServices = services.map(({ name }) => name);
    const mode = aiServices.length === 1 ? Mode.INDIVIDUAL : Mode.SELECTIVE;
    const request = {
      message,
      aiServices,
      mode,
      ownComparison: { history, settings: { ...settings, answerSchema: false } },
    };
    const open = () =>
      comparisonId === undefined
        ? this.broadcasts.sendMessage(request)
        : this.broadcasts.continueComparison({
            comparisonId,
            message,
            aiServices,
            settings: request.ownComparison.settings,
          });
    return resumeOnDisconnect({
      from: { open, isRepeatable: false },
      resume: (position) => this.broadcasts.resumeBroadcast(position),
      signal: new AbortController().signal,
    });
  }
}
