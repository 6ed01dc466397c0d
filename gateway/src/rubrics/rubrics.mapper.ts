import type {
  JudgingMode,
  JudgingSettings,
  Rubric,
  RubricText,
  setJudgingSettings,
  ValidBodyOf,
} from '@polylogue/api-contract';
import {
  RubricText as ProtoText,
  type JudgingSettings as ProtoSettings,
  type Rubric as ProtoRubric,
} from '@polylogue/proto';
import { toTime } from '../http/to-time.js';

export const fromRubricText = (text: RubricText): ProtoText => ProtoText.fromPartial(text);

export function toRubric({ id, number, versionId, isShared, isDefault, createdAt, text }: ProtoRubric): Rubric {
  const { name = '', criteria = [], reference, language } = text ?? {};
  return {
    id,
    versionId,
    isDefault,
    version: number,
    shared: isShared,
    createdAt: toTime(createdAt),
    text: { name, criteria, reference, language },
  };
}

const modes: Readonly<Record<string, JudgingMode>> = { auto: 'auto', manual: 'manual', off: 'off' };

export function toJudgingSettings({ mode, isSaved, ...settings }: ProtoSettings): JudgingSettings {
  return {
    ...settings,
    mode: modes[mode] ?? 'by-cost',
    defaultRubricId: settings.defaultRubricId ?? null,
    defaultExtractor: settings.defaultExtractor || null,
    saved: isSaved,
  };
}

export function fromJudgingSettings({
  mode,
  defaultRubricId,
  defaultExtractor,
  ...settings
}: ValidBodyOf<typeof setJudgingSettings>): ProtoSettings {
  const chosen = mode === 'by-cost' ? '' : mode;
  return {
    ...settings,
    mode: chosen,
    defaultRubricId: defaultRubricId ?? undefined,
    defaultExtractor: defaultExtractor === null ? '' : defaultExtractor,
    isSaved: true,
  };
}
