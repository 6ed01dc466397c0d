import { Injectable } from '@nestjs/common';
import type { PreviewJudgingRequest, PreviewJudgingResponse } from '@polylogue/proto';
import { AppError, CatalogClient } from '@polylogue/service-kit';
import { CurrentSettings } from '../rubrics/current-settings.service.js';
import type { AppliedRubric } from '../rubric/applied-rubric.js';
import { builtIn } from '../rubric/built-in.rules.js';
import { RubricVersions } from '../rubrics/rubric-versions.service.js';
import { allowed, candidateOf, chosenMode, modeOf, previewOf } from './plan.rules.js';
import { promptBytesOf } from '../prompt/prompt.rules.js';

const noJudges: PreviewJudgingResponse = { judges: [], judgeCount: 0, share: 0 };

function ifNotFound(error: unknown): undefined {
  if (!AppError.is(error) || error.kind !== 'not_found') throw error;
}

/** Says before a message is sent, or a run is made, what the planner would do behind it. */
@Injectable()
export class JudgingPreview {
  constructor(
    private readonly catalog: CatalogClient,
    private readonly settings: CurrentSettings,
    private readonly rubrics: RubricVersions,
  ) {}

  /** `isRequested`: the user asks for it, so that neither the mode nor the sampling keeps judges from it. */
  async of(
    userId: string,
    { aiServices, isRequested, rubricId }: PreviewJudgingRequest,
  ): Promise<PreviewJudgingResponse> {
    const settings = await this.settings.current();
    const services = (await this.catalog.list()).map(candidateOf);
    const mayJudge = allowed(services, settings);
    const { sampling, mostJudges, repeats, maxCharacters } = settings;
    const mode = modeOf(chosenMode(settings), mayJudge);
    const share = isRequested ? 1 : sampling;
    if (mode === 'off' || (mode === 'manual' && !isRequested) || share === 0) return noJudges;
    const preview = previewOf(aiServices, services, mostJudges, mayJudge);
    if (preview.judges.length === 0) return noJudges;
    const rubric = await this.#rubric(userId, rubricId);
    const sizes = { promptBytes: promptBytesOf(rubric), maxQuestionBytes: maxCharacters, maxReplyBytes: maxCharacters };
    return { ...preview, ...sizes, share, repeats };
  }

  /** Where the chosen one is gone, replies are judged by the default. */
  async #rubric(userId: string, rubricId: string | undefined): Promise<AppliedRubric> {
    const chosen = rubricId === undefined ? undefined : await this.rubrics.chosen(userId, rubricId).catch(ifNotFound);
    return (await this.rubrics.ofVersion(chosen ?? (await this.rubrics.current()))) ?? builtIn;
  }
}
