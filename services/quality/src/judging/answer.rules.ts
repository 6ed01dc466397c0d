import { z } from 'zod';
import type { AppliedRubric } from '../rubric/applied-rubric.js';
import { jsonObjectsIn } from './json-objects.rules.js';

const scored = z.object({
  score: z.number().min(0).max(100).transform(Math.round),
  reason: z.string().trim().min(1).max(2_000),
});
export type Scored = z.output<typeof scored>;

const analysis = z.string().trim().min(1).max(8_000);

const strict = (properties: object) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const scoredSchema = strict({
  score: { type: 'integer', description: 'From 0 to 100, higher is better.' },
  reason: { type: 'string', description: 'One sentence.' },
});

const keysOf = ({ criteria }: Pick<AppliedRubric, 'criteria'>) => criteria.map(({ key }) => key);
const byKey = <T>(rubric: AppliedRubric, valueOf: (key: string) => T): Record<string, T> =>
  Object.fromEntries(keysOf(rubric).map((key) => [key, valueOf(key)]));

/**
 * What a judge answers as a JSON schema, for judges whose provider answers by one. Bounds are left to the reading: not
 * every provider takes them.
 */
export const answerSchemaOf = (rubric: AppliedRubric): string =>
  JSON.stringify(strict({ ...byKey(rubric, () => scoredSchema), analysis: { type: 'string' } }));

/** What a judge says, with what follows from it. */
export interface Verdict {
  parts: Record<string, Scored>;
  analysis: string;
  overall: number;
  flagged: boolean;
}

export type Read = { verdict: Verdict } | { fault: string };

/** The verdict in a judge's answer, or what is wrong with it. Two objects that both would do are not trusted. */
export function readAnswer(text: string, rubric: AppliedRubric): Read {
  const objects = jsonObjectsIn(text);
  if (objects.length === 0) return { fault: 'there is no whole JSON object in it.' };
  const answer = z.object({ ...byKey(rubric, () => scored), analysis });
  const read = objects.map((each) => answer.safeParse(each));
  const valid = read.filter(({ success }) => success);
  if (valid.length > 1) return { fault: 'there is more than one assessment in it.' };
  const found = valid[0]?.data;
  if (!found) return { fault: faultOf(read.at(-1)?.error) };
  const said = found as Record<string, unknown>;
  return {
    verdict: verdictOf(
      byKey(rubric, (key) => said[key] as Scored),
      found.analysis as string,
      rubric,
    ),
  };
}

/** A verdict from its parts. */
export function verdictOf(parts: Record<string, Scored>, said: string, rubric: AppliedRubric): Verdict {
  const scores = Object.fromEntries(Object.entries(parts).map(([key, { score }]) => [key, score]));
  return { parts, analysis: said, ...rubric.totalOf(scores) };
}

function faultOf(error: z.ZodError | undefined): string {
  const issue = error?.issues[0];
  return issue ? `${issue.path.join('.') || 'the answer'}: ${issue.message}.` : 'it is no assessment.';
}
