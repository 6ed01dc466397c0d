import { setJudgingSettings, type BodyOf, type JudgingMode, type JudgingSettings } from '@polylogue/api-contract';

/** As typed. */
export interface JudgingForm {
  mode: JudgingMode;
  /** In percent. */
  sampling: string;
  judges: string[];
  mostJudges: string;
  repeats: string;
  dailyCalls: string;
  maxCharacters: string;
  /** Empty: the built-in rubric. */
  defaultRubricId: string;
  /** Empty: a service that did not answer. */
  defaultExtractor: string;
}

export type Faults = Readonly<Record<string, string>>;

export const modeLabels: Record<JudgingMode, string> = {
  'by-cost': 'By cost: by itself while every judge is a demo, else on request',
  auto: 'By itself, behind every message',
  manual: 'On request only',
  off: 'Never',
};

export const formOf = (settings: JudgingSettings): JudgingForm => ({
  mode: settings.mode,
  sampling: String(Math.round(settings.sampling * 10_000) / 100),
  judges: settings.judges,
  mostJudges: String(settings.mostJudges),
  repeats: String(settings.repeats),
  dailyCalls: String(settings.dailyCalls),
  maxCharacters: String(settings.maxCharacters),
  defaultRubricId: settings.defaultRubricId ?? '',
  defaultExtractor: settings.defaultExtractor ?? '',
});

const numberOf = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed));

/** What is sent, or what is wrong beside each field. */
export function bodyOf(form: JudgingForm): { body: BodyOf<typeof setJudgingSettings> } | { faults: Faults } {
  const parsed = setJudgingSettings.body!.safeParse({
    mode: form.mode,
    sampling: numberOf(form.sampling) / 100,
    judges: form.judges,
    mostJudges: numberOf(form.mostJudges),
    repeats: numberOf(form.repeats),
    dailyCalls: numberOf(form.dailyCalls),
    maxCharacters: numberOf(form.maxCharacters),
    defaultRubricId: form.defaultRubricId || null,
    defaultExtractor: form.defaultExtractor || null,
  });
  if (parsed.success) return { body: parsed.data };
  const faults: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) {
    const name = String(path[0]);
    // It is typed in percent.
    faults[name] ??= name === 'sampling' ? 'The share of messages is a number from 0 to 100.' : message;
  }
  return { faults };
}
