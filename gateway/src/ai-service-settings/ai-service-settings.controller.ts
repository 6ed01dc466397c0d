import { Controller } from '@nestjs/common';
import {
  addAiService,
  changeAiService,
  enableAiService,
  listAiServicePresets,
  listConfiguredAiServices,
  orderAiServices,
  removeAiService,
  removeAiServiceKey,
  setAiServiceKey,
  testAiService,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import { PathName, ValidBody } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { AiServiceSettingsService } from './ai-service-settings.service.js';

@Controller()
export class AiServiceSettingsController {
  constructor(private readonly settings: AiServiceSettingsService) {}

  @Serves(listConfiguredAiServices)
  list() {
    return this.settings.list();
  }

  @Serves(listAiServicePresets)
  presets() {
    return this.settings.presets();
  }

  @Serves(addAiService)
  add(@ValidBody() service: ValidBodyOf<typeof addAiService>) {
    return this.settings.add(service);
  }

  @Serves(orderAiServices)
  order(@ValidBody() { names }: ValidBodyOf<typeof orderAiServices>) {
    return this.settings.order(names);
  }

  @Serves(changeAiService)
  change(@PathName() name: string, @ValidBody() change: ValidBodyOf<typeof changeAiService>) {
    return this.settings.change(name, change);
  }

  @Serves(enableAiService)
  enable(@PathName() name: string, @ValidBody() { enabled }: ValidBodyOf<typeof enableAiService>) {
    return this.settings.enable(name, enabled);
  }

  @Serves(setAiServiceKey)
  setKey(@PathName() name: string, @ValidBody() { apiKey }: ValidBodyOf<typeof setAiServiceKey>) {
    return this.settings.setKey(name, apiKey);
  }

  @Serves(removeAiServiceKey)
  removeKey(@PathName() name: string) {
    return this.settings.setKey(name, undefined);
  }

  @Serves(testAiService)
  test(@PathName() name: string) {
    return this.settings.test(name);
  }

  @Serves(removeAiService)
  remove(@PathName() name: string) {
    return this.settings.remove(name);
  }
}
