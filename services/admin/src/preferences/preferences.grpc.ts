import { PreferencesServiceDefinition, type GetPreferencesRequest, type SetPreferencesRequest } from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { PreferencesService } from './preferences.service.js';

@GrpcEndpoint(PreferencesServiceDefinition)
export class PreferencesGrpc implements GrpcHandlers<typeof PreferencesServiceDefinition> {
  constructor(private readonly preferences: PreferencesService) {}

  getPreferences(_request: GetPreferencesRequest, call: CallContext) {
    return this.preferences.get(call.mustHaveCaller());
  }

  setPreferences({ preferences = {} }: SetPreferencesRequest, call: CallContext) {
    return this.preferences.set(call.mustHaveCaller(), preferences);
  }
}
