import { JudgingSettingsServiceDefinition, type SetJudgingSettingsRequest } from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { JudgingSettingsService } from './judging-settings.service.js';

@GrpcEndpoint(JudgingSettingsServiceDefinition)
export class JudgingSettingsGrpc implements GrpcHandlers<typeof JudgingSettingsServiceDefinition> {
  constructor(private readonly settings: JudgingSettingsService) {}

  getJudgingSettings(_none: object, call: CallContext) {
    return this.settings.get(call.mustHaveCaller());
  }

  setJudgingSettings({ settings }: SetJudgingSettingsRequest, call: CallContext) {
    return this.settings.set(call.mustHaveCaller(), settings);
  }
}
