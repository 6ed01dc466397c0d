import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AppError } from '@polylogue/service-kit';
import { DispatchClient } from '../neighbours/dispatch.client.js';
import type { NewResult } from './execution.entity.js';
import { brokenOff, noAnswer, refused, resultOf } from './result.rules.js';
import type { Running } from './running.js';

const backOffMs = (tries: number) => Math.min(500 * 2 ** (tries - 1), 30_000);

/** Asks one service of a run. */
@Injectable()
export class AskService {
  constructor(private readonly dispatch: DispatchClient) {}

  /**
   * What the service answered. While ai-dispatch is away and nothing has arrived, it is asked again until the run is
   * over. Undefined when the run was taken from this process or stopped.
   */
  async ask(running: Running, aiService: string): Promise<NewResult | undefined> {
    const began = performance.now();
    const took = () => performance.now() - began;
    for (let tries = 1; ; tries += 1) {
      const outcome = await this.#attempt(running, aiService);
      if (outcome.result) return outcome.result;
      if (running.isTooLate) return noAnswer(aiService, outcome.text, took());
      if (running.signal.aborted) return undefined;
      // A second answer would be stitched to the first.
      if (outcome.text !== '') return brokenOff(aiService, outcome.text, took());
      if (outcome.error !== undefined) return refused(aiService, outcome.error, took());
      await sleep(backOffMs(tries), undefined, { signal: running.signal }).catch(() => undefined);
    }
  }

  async #attempt({ execution, signal }: Running, aiService: string) {
    let text = '';
    try {
      const { userId, content } = execution;
      for await (const { event } of this.dispatch.ask(userId, aiService, content, signal)) {
        if (event?.$case === 'delta') text += event.delta.text;
        if (event?.$case !== 'end') continue;
        const result = resultOf(aiService, event.end, text);
        if (result) return { text, result };
      }
      return { text };
    } catch (error) {
      return { text, error: isAway(error) || signal.aborted ? undefined : error };
    }
  }
}

function isAway(error: unknown): boolean {
  return AppError.is(error) && error.kind === 'unavailable';
}
