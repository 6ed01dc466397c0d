import { Injectable } from '@nestjs/common';
import type {
  AnswerOf,
  JudgingSettings,
  listRubrics,
  previewRubric,
  Rubric,
  RubricText,
  setJudgingSettings,
  ValidBodyOf,
} from '@polylogue/api-contract';
import { isUnknownCall } from '@polylogue/service-kit';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { fromJudgingSettings, fromRubricText, toJudgingSettings, toRubric } from './rubrics.mapper.js';

/** What is judged by, and how. */
@Injectable()
export class RubricsService {
  constructor(
    @InjectClient('rubrics') private readonly rubrics: ClientOf<'rubrics'>,
    @InjectClient('judgingSettings') private readonly judging: ClientOf<'judgingSettings'>,
  ) {}

  async list(): Promise<AnswerOf<typeof listRubrics>> {
    const { rubrics, isBuiltInDefault } = await this.rubrics.listRubrics({});
    return { rubrics: rubrics.map(toRubric), builtInIsDefault: isBuiltInDefault };
  }

  /** Those of the user alone. */
  async own(): Promise<Rubric[]> {
    try {
      return (await this.list()).rubrics.filter(({ shared }) => !shared);
    } catch (error) {
      // A quality of the version before keeps none.
      if (isUnknownCall(error)) return [];
      throw error;
    }
  }

  async create(text: RubricText, isShared: boolean): Promise<Rubric> {
    return toRubric(await this.rubrics.saveRubric({ text: fromRubricText(text), isShared }));
  }

  async change(rubricId: string, text: RubricText): Promise<Rubric> {
    return toRubric(await this.rubrics.saveRubric({ rubricId, text: fromRubricText(text), isShared: false }));
  }

  async remove(rubricId: string): Promise<void> {
    await this.rubrics.removeRubric({ rubricId });
  }

  preview(text: RubricText): Promise<AnswerOf<typeof previewRubric>> {
    return this.rubrics.previewRubric({ text: fromRubricText(text) });
  }

  async settings(): Promise<JudgingSettings> {
    return toJudgingSettings(await this.judging.getJudgingSettings({}));
  }

  async setSettings(settings: ValidBodyOf<typeof setJudgingSettings>): Promise<JudgingSettings> {
    return toJudgingSettings(await this.judging.setJudgingSettings({ settings: fromJudgingSettings(settings) }));
  }
}
