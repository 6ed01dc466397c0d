import { Inject, Injectable } from '@nestjs/common';
import type { PreviewJudgingResponse } from '@polylogue/proto';
import { CatalogClient, CONFIG } from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';
import { currentRubric } from '../rubric/rubrics.js';
import { candidateOf, modeOf, previewOf } from './plan.rules.js';
import { maxCharacters, promptBytesOf } from './prompt.rules.js';

const noJudges: PreviewJudgingResponse = { judges: [], judgeCount: 0, share: 0 };

/** Says before a message is sent what the planner would do behind it. */
@Injectable()
export class JudgingPreview {
  constructor(
    private readonly catalog: CatalogClient,
    @Inject(CONFIG) private readonly config: QualityConfig,
  ) {}

  async of(aiServices: readonly string[]): Promise<PreviewJudgingResponse> {
    const services = (await this.catalog.list()).map(candidateOf);
    const { QUALITY_MODE, QUALITY_MOST_JUDGES, QUALITY_SAMPLING: share } = this.config;
    if (modeOf(QUALITY_MODE, services) !== 'auto' || share === 0) return noJudges;
    const preview = previewOf(aiServices, services, QUALITY_MOST_JUDGES);
    if (preview.judges.length === 0) return noJudges;
    const sizes = { promptBytes: promptBytesOf(currentRubric), maxQuestionBytes: maxCharacters.question };
    return { ...preview, share, ...sizes, maxReplyBytes: maxCharacters.reply };
  }
}
