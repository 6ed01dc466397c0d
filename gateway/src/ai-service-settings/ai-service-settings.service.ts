import { Injectable } from '@nestjs/common';
import type {
  addAiService,
  AnswerOf,
  changeAiService,
  ConfiguredAiService,
  ValidBodyOf,
} from '@polylogue/api-contract';
import type { listAiServicePresets, testAiService } from '@polylogue/api-contract';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { toAddRequest, toConfigured, toEditRequest, toTrial } from './ai-service-settings.mapper.js';

// A program of one's own may have to load its model before it says hello.
const testWithinMs = 100_000;

@Injectable()
export class AiServiceSettingsService {
  constructor(@InjectClient('catalogSettings') private readonly catalog: ClientOf<'catalogSettings'>) {}

  async list(): Promise<ConfiguredAiService[]> {
    return (await this.catalog.listConfiguredServices({})).services.map(toConfigured);
  }

  async presets(): Promise<AnswerOf<typeof listAiServicePresets>> {
    const [{ presets }, { canStoreKeys }] = await Promise.all([
      this.catalog.listPresets({}),
      this.catalog.listConfiguredServices({}),
    ]);
    return { presets, canStoreKeys };
  }

  async add(service: ValidBodyOf<typeof addAiService>): Promise<ConfiguredAiService> {
    return toConfigured(await this.catalog.addConfiguredService(toAddRequest(service)));
  }

  async order(names: string[]): Promise<ConfiguredAiService[]> {
    return (await this.catalog.orderConfiguredServices({ names })).services.map(toConfigured);
  }

  async change(name: string, change: ValidBodyOf<typeof changeAiService>): Promise<ConfiguredAiService> {
    return toConfigured(await this.catalog.editConfiguredService(toEditRequest(name, change)));
  }

  async enable(name: string, isEnabled: boolean): Promise<ConfiguredAiService> {
    return toConfigured(await this.catalog.enableConfiguredService({ name, isEnabled }));
  }

  async setKey(name: string, apiKey: string | undefined): Promise<ConfiguredAiService> {
    return toConfigured(await this.catalog.setServiceKey({ name, apiKey }));
  }

  async test(name: string): Promise<AnswerOf<typeof testAiService>> {
    return toTrial(await this.catalog.testConfiguredService({ name }, { deadlineMs: testWithinMs }));
  }

  async remove(name: string): Promise<void> {
    await this.catalog.removeConfiguredService({ name });
  }
}
