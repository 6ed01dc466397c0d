import {
  CatalogSettingsServiceDefinition,
  type AddConfiguredServiceRequest,
  type EditConfiguredServiceRequest,
  type EnableConfiguredServiceRequest,
  type OrderConfiguredServicesRequest,
  type RemoveConfiguredServiceRequest,
  type SetServiceKeyRequest,
  type TestConfiguredServiceRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import type { ConfiguredRow } from '../catalog/ai-service.entity.js';
import { CatalogService } from '../catalog/catalog.service.js';
import { StoredKeys } from '../keys/stored-keys.js';
import { presets } from './presets.rules.js';
import { fromAdd, fromEdit, toProto, toTrialAnswer } from './settings.mapper.js';
import { SettingsService } from './settings.service.js';
import { TrialsService } from './trials.service.js';

@GrpcEndpoint(CatalogSettingsServiceDefinition)
export class SettingsGrpc implements GrpcHandlers<typeof CatalogSettingsServiceDefinition> {
  constructor(
    private readonly settings: SettingsService,
    private readonly trials: TrialsService,
    private readonly catalog: CatalogService,
    private readonly keys: StoredKeys,
  ) {}

  async listConfiguredServices(_request: object, call: CallContext) {
    return this.#list(this.settings.list(call.mustHaveCaller()));
  }

  async listPresets(_request: object, call: CallContext) {
    call.mustHaveCaller().mustBeAdmin();
    return { presets: [...presets] };
  }

  async addConfiguredService(request: AddConfiguredServiceRequest, call: CallContext) {
    return this.#one(await this.settings.add(call.mustHaveCaller(), fromAdd(request)));
  }

  async editConfiguredService(request: EditConfiguredServiceRequest, call: CallContext) {
    const { name, apiKey } = request;
    return this.#one(await this.settings.edit(call.mustHaveCaller(), name, fromEdit(request), apiKey));
  }

  async enableConfiguredService({ name, isEnabled }: EnableConfiguredServiceRequest, call: CallContext) {
    return this.#one(await this.settings.enable(call.mustHaveCaller(), name, isEnabled));
  }

  async orderConfiguredServices({ names }: OrderConfiguredServicesRequest, call: CallContext) {
    return this.#list(await this.settings.order(call.mustHaveCaller(), names));
  }

  async setServiceKey({ name, apiKey }: SetServiceKeyRequest, call: CallContext) {
    return this.#one(await this.settings.setKey(call.mustHaveCaller(), name, apiKey));
  }

  async testConfiguredService({ name }: TestConfiguredServiceRequest, call: CallContext) {
    return toTrialAnswer(await this.trials.test(call.mustHaveCaller(), name, call));
  }

  async removeConfiguredService({ name }: RemoveConfiguredServiceRequest, call: CallContext) {
    await this.settings.remove(call.mustHaveCaller(), name);
    return {};
  }

  #one(row: ConfiguredRow) {
    return toProto(row, this.catalog.statusOf(row.entry.name));
  }

  #list(rows: readonly ConfiguredRow[]) {
    return { services: rows.map((row) => this.#one(row)), canStoreKeys: this.keys.canStore };
  }
}
