import {
  category,
  keyState,
  serviceSource,
  serviceStatus,
  type AddConfiguredServiceRequest,
  type Category,
  type ConfiguredService,
  type EditConfiguredServiceRequest,
  type TestConfiguredServiceResponse,
} from '@polylogue/proto';
import { toProto as toAiService } from '../catalog/ai-service.mapper.js';
import type { ConfiguredRow, ServiceStatus } from '../catalog/ai-service.entity.js';
import type { ServiceInput } from './service-fields.rules.js';
import type { NewService } from './settings.service.js';
import type { Trial } from './trials.service.js';

/** A row with its status. There is no field for a key. */
export function toProto(row: ConfiguredRow, status: ServiceStatus): ConfiguredService {
  const { entry, source, isEnabled, isAmended, keySetAt, preset } = row;
  return {
    service: toAiService({ entry, status }),
    provider: entry.provider,
    baseUrl: entry.baseUrl,
    source: serviceSource.fromWord(source),
    isEnabled,
    isAmended,
    keyState: keyState.fromWord(row.keyState),
    keySetAt,
    preset,
    answerDefaults: { ...entry.answerDefaults, answerSchema: false },
    answerLimits: entry.answerLimits ?? {},
  };
}

/** Invalid values become faults of their fields, where the fields are read. */
const toCategory = (sent: Category) => {
  try {
    return category.toWord(sent);
  } catch {
    return '' as ServiceInput['category'];
  }
};

export function fromAdd(request: AddConfiguredServiceRequest): NewService {
  const provider = request.provider as NewService['provider'];
  return { ...request, provider, category: toCategory(request.category), answerDefaults: toDefaults(request) };
}

/** Values that do not count become faults where the fields are read. */
function toDefaults({ answerDefaults }: Pick<EditConfiguredServiceRequest, 'answerDefaults'>) {
  if (!answerDefaults) return undefined;
  const { answerSchema: _schema, webSearch, ...settings } = answerDefaults;
  return { ...settings, webSearch: webSearch || undefined } as ServiceInput['answerDefaults'];
}

export function fromEdit({ name: _name, apiKey: _apiKey, ...request }: EditConfiguredServiceRequest): ServiceInput {
  const sent = request.category === undefined ? undefined : toCategory(request.category);
  const provider = request.provider as ServiceInput['provider'];
  return { ...request, provider, category: sent, answerDefaults: toDefaults(request) };
}

export function toTrialAnswer({ status, ...trial }: Trial): TestConfiguredServiceResponse {
  return { ...trial, status: serviceStatus.fromWord(status) };
}
