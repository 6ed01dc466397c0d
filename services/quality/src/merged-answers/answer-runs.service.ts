import { Injectable } from '@nestjs/common';
import { PeriodicTask, type LapsedRun } from '@polylogue/service-kit';
import { endsBy } from '../single-runs/single-ends.rules.js';
import { SingleRun, type RequestedRun } from '../single-runs/single-run.js';
import { RunParts, SingleRuns } from '../single-runs/single-runs.js';
import type { AnswerEnd, WrittenSentence } from './merged-answer.entity.js';
import { noAnswer } from './merged-answers.errors.js';
import { RunningAnswersRepository } from './running-answers.repository.js';
import type { WritingMatter } from './writing-prompt.rules.js';
import { WritingService } from './writing.service.js';

const saveEveryMs = 250;
const ends = endsBy(noAnswer);

/** An answer that this process has written. */
export class AnswerRun extends SingleRun {
  /** So far. */
  readonly sentences: WrittenSentence[] = [];

  constructor(
    requested: RequestedRun,
    readonly writer: string,
    readonly matter: WritingMatter,
  ) {
    super(requested);
  }
}

/** Has the answers written that were requested here. What is cut off ends with what was stored of it. */
@Injectable()
export class AnswerRuns extends SingleRuns<AnswerRun> {
  constructor(
    private readonly answers: RunningAnswersRepository,
    private readonly writing: WritingService,
    parts: RunParts,
  ) {
    super('merged answer', 'merged_answers', parts);
  }

  protected async conduct(run: AnswerRun): Promise<void> {
    const { userId, apiKey, writer, matter, signal } = run;
    const saving = this.#saveSentences(run);
    let end: AnswerEnd | undefined;
    try {
      const onSentences = (more: readonly WrittenSentence[]) => {
        if (run.mayContinue()) run.sentences.push(...more);
      };
      end = await this.writing.write({ userId, apiKey, writer, matter, signal, onSentences });
    } finally {
      await saving.stop();
    }
    if (run.cancelReason !== 'lost') await this.#end(run, end ?? ends.ofRun(run));
  }

  protected endLapsedRun(lapsed: LapsedRun): Promise<boolean> {
    return this.answers.end(lapsed, ends.ofLapsed(lapsed));
  }

  /** Stores the sentences as they come: readers follow them there, and a crash loses little. */
  #saveSentences(run: AnswerRun): PeriodicTask {
    let saved = 0;
    const saving = new PeriodicTask({
      everyMs: saveEveryMs,
      work: async () => {
        const { length } = run.sentences;
        if (length === saved) return;
        if (await this.answers.save(run, run.sentences)) saved = length;
        else run.cancel('lost');
      },
      onError: (error) => this.logger.warn({ err: error, id: run.id }, 'storing a merged answer as it grows failed'),
    });
    saving.start();
    return saving;
  }

  #end(run: AnswerRun, end: AnswerEnd): Promise<void> {
    return this.write(run, async () => void (await this.answers.end(run, end, run.sentences)));
  }
}
