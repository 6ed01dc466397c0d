import { Controller } from '@nestjs/common';
import {
  changeAnswerPreset,
  createAnswerPreset,
  deleteAnswerPreset,
  listAnswerPresets,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import { PathPreset, ValidBody } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { AnswerPresetsService } from './answer-presets.service.js';

@Controller()
export class AnswerPresetsController {
  constructor(private readonly presets: AnswerPresetsService) {}

  @Serves(listAnswerPresets)
  list() {
    return this.presets.list();
  }

  @Serves(createAnswerPreset)
  create(@ValidBody() body: ValidBodyOf<typeof createAnswerPreset>) {
    return this.presets.create(body);
  }

  @Serves(changeAnswerPreset)
  change(@PathPreset() id: string, @ValidBody() body: ValidBodyOf<typeof changeAnswerPreset>) {
    return this.presets.change(id, body);
  }

  @Serves(deleteAnswerPreset)
  delete(@PathPreset() id: string) {
    return this.presets.delete(id);
  }
}
