import { Controller } from '@nestjs/common';
import {
  changeRubric,
  createRubric,
  getJudgingSettings,
  listRubrics,
  previewRubric,
  removeRubric,
  setJudgingSettings,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import { PathId, ValidBody } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { RubricsService } from './rubrics.service.js';

@Controller()
export class RubricsController {
  constructor(private readonly rubrics: RubricsService) {}

  @Serves(listRubrics)
  list() {
    return this.rubrics.list();
  }

  @Serves(createRubric)
  create(@ValidBody() { text, shared }: ValidBodyOf<typeof createRubric>) {
    return this.rubrics.create(text, shared);
  }

  @Serves(previewRubric)
  preview(@ValidBody() { text }: ValidBodyOf<typeof previewRubric>) {
    return this.rubrics.preview(text);
  }

  @Serves(changeRubric)
  change(@PathId() id: string, @ValidBody() { text }: ValidBodyOf<typeof changeRubric>) {
    return this.rubrics.change(id, text);
  }

  @Serves(removeRubric)
  remove(@PathId() id: string) {
    return this.rubrics.remove(id);
  }

  @Serves(getJudgingSettings)
  settings() {
    return this.rubrics.settings();
  }

  @Serves(setJudgingSettings)
  setSettings(@ValidBody() settings: ValidBodyOf<typeof setJudgingSettings>) {
    return this.rubrics.setSettings(settings);
  }
}
