import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { serviceOf } from '@polylogue/proto';
import { AppError, DispatchClient, LOGGER, type DispatchOutcome } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { ReplyEnd } from '../live/broadcast.entity.js';
import { toChatMessage } from './chat-message.mapper.js';
import type { DispatchRun } from './dispatch-run.js';
import { backOff, decideOrphan, endOfOrphan } from './orphan.rules.js';
import { namedAfter, toGenerationSettings } from './requested-settings.js';
import { fromDispatchEnd } from './reply-end.mapper.js';

type TimelessEnd = Omit<ReplyEnd, 'responseTimeMs'> & { responseTimeMs?: number };

/** Dispatches a run until it has an end. */
@Injectable()
export class DispatchRunner {
  constructor(
    private readonly client: DispatchClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Undefined when it has no end here: another process has the run or may take it over, or this one stops. */
  async run(dispatch: DispatchRun, began = performance.now()): Promise<ReplyEnd | undefined> {
    const { run } = dispatch;
    for (;;) {
      const end = this.#endOf(dispatch, await this.#dispatch(dispatch));
      const responseTimeMs = performance.now() - began;
      if (end) return { responseTimeMs, ...end };
      const isUnwanted = run.cancelReason === 'cancelled' || run.cancelReason === 'denied';
      if (run.cancelReason && !isUnwanted) return undefined;
      const decision = decideOrphan({
        hasText: dispatch.content !== '',
        runs: dispatch.runs,
        cancelRequested: isUnwanted,
      });
      if (decision !== 'run') return { ...endOfOrphan(decision), responseTimeMs };
      dispatch.runs += 1;
      await sleep(backOff(dispatch.runs), undefined, { signal: run.signal }).catch(() => undefined);
      if (run.cancelReason) continue;
      if (!(await dispatch.noteRun(dispatch.runs))) run.cancel('lost');
    }
  }

  #dispatch(dispatch: DispatchRun): Promise<DispatchOutcome> {
    const { run, aiService, thread, keepsMedia, onBehalfOf, withoutDefaults, task, isBlind } = dispatch;
    const settings = toGenerationSettings(dispatch.settings);
    const messages = thread.map(toChatMessage);
    return this.client.dispatch({
      // The version before knows the temperature only.
      request: {
        aiService: serviceOf(aiService),
        messages,
        temperature: settings?.temperature,
        settings,
        keepsMedia,
        withoutDefaults,
        task,
        ...(isBlind && { blind: true }),
      },
      onBehalfOf,
      signal: run.cancellation,
      onText: (text) => dispatch.onText(text),
      onProgress: (fraction) => dispatch.onProgress?.(fraction),
    });
  }

  /** Undefined when it may be dispatched again. */
  #endOf({ run, content, settings }: DispatchRun, outcome: DispatchOutcome): TimelessEnd | undefined {
    if (outcome.kind === 'lost') return undefined;
    if (outcome.kind === 'refused') return this.#refusedEnd(run.id, content, outcome.error);
    const { media } = outcome;
    const end = fromDispatchEnd(outcome.end, content !== '');
    if (!end) return undefined;
    const generation = namedAfter(end.generation, settings);
    return { ...end, generation, ...(end.status === 'completed' && media.length > 0 && { media }) };
  }

  /** ai-dispatch refused the call, and would refuse it again. */
  #refusedEnd(messageId: string, content: string, error: unknown): TimelessEnd {
    if (!AppError.is(error))
      this.logger.error({ err: error, messageId }, 'dispatching a message to its AI service failed');
    return {
      status: content === '' ? 'failed' : 'interrupted',
      error: AppError.is(error) ? error.sentence : endOfOrphan('failed').error,
      errorCode: AppError.is(error) ? error.code : 'internal',
    };
  }
}
