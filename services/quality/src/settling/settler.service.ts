import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { EndKind, serviceOf, type AiService, type ChatMessage, type DispatchEnd } from '@polylogue/proto';
import { AppError, DispatchClient, LOGGER, type CallingKey, type Logger } from '@polylogue/service-kit';
import { firstTurns } from '../agreement/extractor-calls.service.js';
import { readViews, settleSchema } from './settle-answer.rules.js';
import { inAskedOrder, settlePrompt, type SettleQuestion } from './settle-prompt.rules.js';
import type { AnswerEnd } from './settling.entity.js';
import { noView } from './settling.errors.js';
import type { Participant } from './settling.rules.js';

/** One service and all claims that come back to it. */
export interface SettleCall extends Participant {
  question: string;
  searches: boolean;
}

/** For whom it is asked, and by which key. */
export interface SettlePayer {
  /** Of the round: the order of what is shown depends on it. */
  id: string;
  userId: string;
  apiKey?: CallingKey | undefined;
  signal: AbortSignal;
}

/** The name of the task, by which its calls are estimated. */
export const settleTask = 'settling';
const maxAnswer = 64 * 1024;

/** Whether a service can look things up on the web. */
export const searches = (services: readonly AiService[], aiService: string): boolean =>
  services.find(({ name }) => name === serviceOf(aiService))?.supports?.webSearch ?? false;

/** What a service is sent. */
export function settleMessages({ question, claims, searches: isSearching }: SettleQuestion): ChatMessage[] {
  const mark = randomBytes(16).toString('hex');
  return firstTurns(settlePrompt({ question, claims, searches: isSearching }, mark));
}

/** Asks one service what it makes of the claims it disputes: once, but for a search that it refuses. */
@Injectable()
export class SettlerService {
  constructor(
    private readonly client: DispatchClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Undefined when the call was cut off on our side: why, the run knows. */
  async ask(call: SettleCall, payer: SettlePayer): Promise<AnswerEnd | undefined> {
    const answer = await this.#askOnce(call, payer);
    // Nobody asked for the search, and the view counts for more. A request that was refused costs nothing.
    const isRefused = call.searches && answer?.status === 'failed' && answer.errorCode === 'bad_request';
    return isRefused ? this.#askOnce({ ...call, searches: false }, payer) : answer;
  }

  async #askOnce(call: SettleCall, { id, userId, apiKey, signal }: SettlePayer): Promise<AnswerEnd | undefined> {
    const claims = inAskedOrder(call.claims, `${id} ${call.messageId}`);
    let text = '';
    const tooLong = new AbortController();
    const outcome = await this.client.dispatch({
      request: {
        aiService: serviceOf(call.aiService),
        messages: settleMessages({ ...call, claims }),
        temperature: 0,
        withoutDefaults: true,
        task: settleTask,
        // Vendors take a schema or a search, not both.
        ...(call.searches ? { settings: { webSearch: true, answerSchema: false } } : { answerSchema: settleSchema }),
      },
      onBehalfOf: userId,
      apiKey,
      signal: AbortSignal.any([signal, tooLong.signal]),
      onText: (more) => {
        text += more;
        if (text.length > maxAnswer) tooLong.abort();
      },
    });
    if (signal.aborted) return undefined;
    if (outcome.kind === 'ended') return this.#endOf(outcome.end, text, call, claims);
    if (tooLong.signal.aborted) return failed('answer_too_long', noView.tooLong);
    if (AppError.is(outcome.error)) return failed(outcome.error.code, outcome.error.sentence);
    return failed('broken_stream', noView.broken);
  }

  #endOf(end: DispatchEnd, text: string, { aiService }: SettleCall, claims: SettleCall['claims']): AnswerEnd {
    const { usage, cost, generation } = end;
    const spent = { usage, cost, generation };
    if (end.kind !== EndKind.COMPLETED) {
      const { code = 'broken_stream', sentence = noView.broken } = end.error ?? {};
      return { ...failed(code, sentence), ...spent };
    }
    const found = readViews(text, claims);
    if ('value' in found) return { status: 'completed', views: found.value, ...spent };
    this.logger.warn({ aiService, fault: found.fault }, 'reading the views of a service failed');
    return { ...failed('unreadable_answer', noView.unreadable), ...spent };
  }
}

const failed = (errorCode: string, error: string): AnswerEnd => ({ status: 'failed', errorCode, error });
