import { contractLimits } from '@polylogue/proto';
import { z } from 'zod';

const { criteria, name, criterionName, asks, anchor, reference, language } = contractLimits.rubric;

const text = (max: number, what: string) =>
  z
    .string()
    .trim()
    .min(1, `${what} is missing.`)
    .max(max, `${what} has at most ${max.toLocaleString('en-US')} characters.`)
    .regex(/^[^\0]*$/, `${what} cannot contain NUL characters.`);
const line = (max: number, what: string) => text(max, what).regex(/^[^\p{Cc}]*$/u, `${what} is one line.`);
const optionalText = (shape: z.ZodType<string, string>) =>
  z
    .string()
    .optional()
    .transform((value) => value?.trim() || undefined)
    .pipe(shape.optional());
const points = (what: string) => {
  const sentence = `${what} is a whole number from 0 to 100.`;
  return z.number(sentence).int(sentence).min(0, sentence).max(100, sentence);
};

/** A rubric as it may be saved. */
export const rubricText = z.object({
  name: line(name, 'The name'),
  criteria: z
    .array(
      z.object({
        name: line(criterionName, 'The name of a criterion'),
        asks: text(asks, 'What a criterion asks'),
        low: text(anchor, 'What deserves 20'),
        middle: text(anchor, 'What deserves 50'),
        high: text(anchor, 'What deserves 80'),
        weight: points('A weight'),
        flagBelow: points('A threshold').optional(),
      }),
    )
    .min(1, 'A rubric has at least one criterion.')
    .max(criteria, `A rubric has at most ${criteria} criteria.`)
    .refine((each) => each.some(({ weight }) => weight > 0), 'At least one criterion needs a weight above 0.')
    .refine(
      (each) => new Set(each.map((criterion) => criterion.name.toLowerCase())).size === each.length,
      'Two criteria have the same name.',
    ),
  reference: optionalText(text(reference, 'The reference answer')),
  language: optionalText(line(language, 'The language')),
});
