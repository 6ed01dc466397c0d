import type {
  addAiService,
  AnswerOf,
  changeAiService,
  ConfiguredAiService,
  testAiService,
  ValidBodyOf,
} from '@polylogue/api-contract';
import {
  category,
  keyState,
  serviceSource,
  type AddConfiguredServiceRequest,
  type ConfiguredService,
  type EditConfiguredServiceRequest,
  type TestConfiguredServiceResponse,
} from '@polylogue/proto';
import { fromAnswerSettings, toAnswerSettings } from '../answer-presets/answer-presets.mapper.js';
import { toStatus } from '../ai-services/ai-services.mapper.js';

export function toConfigured({ service, ...row }: ConfiguredService): ConfiguredAiService {
  if (!service) throw new RangeError('A configured service came without its fields.');
  return {
    name: service.name,
    displayName: service.displayName,
    color: service.color,
    category: category.toWord(service.category),
    status: toStatus(service.status),
    demo: service.demo,
    provider: row.provider,
    model: service.model,
    baseUrl: row.baseUrl,
    enabled: row.isEnabled,
    source: serviceSource.toWord(row.source),
    amended: row.isAmended,
    key: keyState.toWord(row.keyState),
    keySetAt: row.keySetAt?.toISOString() ?? null,
    preset: row.preset ?? null,
    answerDefaults: row.answerDefaults && toAnswerSettings(row.answerDefaults),
    answerLimits: row.answerLimits,
    sees: service.sees,
  };
}

export function toAddRequest(service: ValidBodyOf<typeof addAiService>): AddConfiguredServiceRequest {
  const { category: wanted, enabled, answerDefaults, ...rest } = service;
  return {
    ...rest,
    category: category.fromWord(wanted),
    isEnabled: enabled,
    answerDefaults: answerDefaults && fromAnswerSettings(answerDefaults),
  };
}

export function toEditRequest(name: string, change: ValidBodyOf<typeof changeAiService>): EditConfiguredServiceRequest {
  const { category: wanted, answerDefaults, ...rest } = change;
  return {
    ...rest,
    name,
    ...(wanted && { category: category.fromWord(wanted) }),
    answerDefaults: answerDefaults && fromAnswerSettings(answerDefaults),
  };
}

export function toTrial(trial: TestConfiguredServiceResponse): AnswerOf<typeof testAiService> {
  const { isWell, sentence, code, totalMs, reply, status } = trial;
  return { ok: isWell, sentence, code: code ?? null, totalMs, reply: reply ?? null, status: toStatus(status) };
}
