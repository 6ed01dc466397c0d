import { aiServiceNameShape, contractLimits, type JudgingSettings } from '@polylogue/proto';
import { z } from 'zod';
import type { QualityConfig } from '../config.js';

const { repeats, minCharacters, maxCharacters, mostJudges, dailyCalls } = contractLimits.judging;
const whole = (min: number, max: number, what: string) => {
  const sentence = `${what} is a whole number from ${min.toLocaleString('en-US')} to ${max.toLocaleString('en-US')}.`;
  return z.number(sentence).int(sentence).min(min, sentence).max(max, sentence);
};
const share = 'The share of messages is a number from 0 to 1.';

/** What administrators may save. */
export const savedSettings = z.object({
  mode: z.enum(['', 'auto', 'manual', 'off'], 'The mode is auto, manual, off, or empty.'),
  sampling: z.number(share).min(0, share).max(1, share),
  judges: z
    .array(z.string().regex(aiServiceNameShape, 'This is not the name of an AI service.'))
    .max(1_000, 'These are too many services.'),
  mostJudges: whole(1, mostJudges, 'The number of judges'),
  repeats: whole(1, repeats, 'How often a judge is asked'),
  dailyCalls: whole(0, dailyCalls, 'The limit of calls'),
  maxCharacters: whole(minCharacters, maxCharacters, 'The number of characters'),
  defaultExtractor: z
    .string()
    .refine((name) => name === '' || aiServiceNameShape.test(name), 'This is not the name of an AI service.')
    .optional(),
  defaultRubricId: z.uuid('This is not a rubric.').optional(),
});

/** What counts until an administrator saves something else. */
export const settingsOf = (config: QualityConfig): JudgingSettings => ({
  mode: config.QUALITY_MODE ?? '',
  sampling: config.QUALITY_SAMPLING,
  judges: [],
  mostJudges: config.QUALITY_MOST_JUDGES,
  repeats: 1,
  dailyCalls: config.QUALITY_DAILY_CALLS,
  maxCharacters: config.QUALITY_JUDGE_CHARACTERS,
  isSaved: false,
});
