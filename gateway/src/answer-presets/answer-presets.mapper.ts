import type { AnswerPreset, AnswerPresetFields, AnswerSettings } from '@polylogue/api-contract';
import { reasoningEffort } from '@polylogue/api-contract';
import type {
  AnswerPreset as ProtoPreset,
  AnswerPresetFields as ProtoFields,
  GenerationSettings,
} from '@polylogue/proto';
import { toTime } from '../http/to-time.js';

export const fromFields = ({ name, settings, aiServices }: AnswerPresetFields): ProtoFields => ({
  name,
  settings: fromAnswerSettings(settings),
  aiServices,
});

/** What a service is to answer by; no schema. */
export const fromAnswerSettings = (settings: AnswerSettings): GenerationSettings => ({
  ...settings,
  answerSchema: false,
});

export const toAnswerPreset = ({ id, fields, updatedAt }: ProtoPreset): AnswerPreset => ({
  id,
  name: fields?.name ?? '',
  settings: toAnswerSettings(fields?.settings),
  aiServices: fields?.aiServices ?? [],
  updatedAt: toTime(updatedAt),
});

/** One of another version's efforts is left out. */
export const toAnswerSettings = (settings: GenerationSettings | undefined): AnswerSettings => ({
  systemPrompt: settings?.systemPrompt,
  temperature: settings?.temperature,
  reasoningEffort: reasoningEffort.safeParse(settings?.reasoningEffort).data,
  maxOutputTokens: settings?.maxOutputTokens,
  webSearch: settings?.webSearch || undefined,
});
