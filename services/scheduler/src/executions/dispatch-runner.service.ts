import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ChatRole } from '@polylogue/proto';
import { DispatchClient } from '@polylogue/service-kit';
import { storable } from '../texts/stored-text.rules.js';
import type { NewResult } from './execution.entity.js';
import type { QueryRun } from './query-run.js';
import { brokenOff, noAnswer, refused, resultOf } from './result.rules.js';

const backOffMs = (tries: number) => Math.min(500 * 2 ** (tries - 1), 30_000);

/** Dispatches the question of a run to one AI service until it has a result. */
@Injectable()
export class DispatchRunner {
  constructor(private readonly client: DispatchClient) {}

  /**
   * What the service answered. While ai-dispatch is away and nothing has arrived, the call is repeated until the
   * run is over. Undefined when the run was taken from this process or ended early.
   */
  async run(run: QueryRun, aiService: string, question: string): Promise<NewResult | undefined> {
    const began = performance.now();
    const took = () => performance.now() - began;
    for (let tries = 1; ; tries += 1) {
      const { outcome, text } = await this.#dispatch(run, aiService, question);
      const result = outcome.kind === 'ended' ? resultOf(aiService, outcome.end, text, outcome.media) : undefined;
      if (result) return result;
      if (run.isTooLate) return noAnswer(aiService, text, took());
      if (run.signal.aborted) return undefined;
      // Another call would join a second answer to the text of the first.
      if (text !== '') return brokenOff(aiService, text, took());
      if (outcome.kind === 'refused') return refused(aiService, outcome.error, took());
      await sleep(backOffMs(tries), undefined, { signal: run.signal }).catch(() => undefined);
    }
  }

  /** Sends the question alone, without earlier executions. */
  async #dispatch({ execution, signal }: QueryRun, aiService: string, question: string) {
    let text = '';
    const outcome = await this.client.dispatch({
      request: { aiService, messages: [{ role: ChatRole.USER, content: question }], keepsMedia: true },
      onBehalfOf: execution.userId,
      apiKey: execution.apiKey ?? undefined,
      signal,
      onText: (more) => (text += more),
    });
    return { outcome, text: storable(text) };
  }
}
