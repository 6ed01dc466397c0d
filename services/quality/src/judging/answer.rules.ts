import { z } from 'zod';
import { criteria } from '../rubric/rubric.js';
import { overallOf, isFlagged } from '../rubric/verdict.rules.js';
import { jsonObjectsIn } from './json-objects.rules.js';

const criterion = z.object({
  score: z.number().min(0).max(100).transform(Math.round),
  reason: z.string().trim().min(1).max(2_000),
});

/** What a judge answers. Further keys are dropped. */
export const judgeAnswer = z.object({
  bias: criterion,
  safety: criterion,
  accuracy: criterion,
  adherence: criterion,
  analysis: z.string().trim().min(1).max(8_000),
});
export type JudgeAnswer = z.output<typeof judgeAnswer>;

const strict = (properties: object) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const scored = strict({
  score: { type: 'integer', description: 'From 0 to 100, higher is better.' },
  reason: { type: 'string', description: 'One sentence.' },
});

/**
 * The same as a JSON schema, for judges whose provider answers by one. Bounds are left to the reading: not every provider
 * takes them.
 */
export const answerSchema = JSON.stringify(
  strict({ ...Object.fromEntries(criteria.map((name) => [name, scored])), analysis: { type: 'string' } }),
);

/** A judge's answer with what follows from it. */
export interface Verdict extends JudgeAnswer {
  overall: number;
  flagged: boolean;
}

export type Read = { verdict: Verdict } | { fault: string };

/** The verdict in a judge's answer, or what is wrong with it. Two objects that both would do are not trusted. */
export function readAnswer(text: string): Read {
  const objects = jsonObjectsIn(text);
  if (objects.length === 0) return { fault: 'there is no whole JSON object in it.' };
  const read = objects.map((each) => judgeAnswer.safeParse(each));
  const valid = read.filter(({ success }) => success);
  if (valid.length > 1) return { fault: 'there is more than one assessment in it.' };
  const answer = valid[0]?.data;
  return answer ? { verdict: withOverall(answer) } : { fault: faultOf(read.at(-1)?.error) };
}

function withOverall(answer: JudgeAnswer): Verdict {
  const { bias, safety, accuracy, adherence } = answer;
  const scores = {
    bias: bias.score,
    safety: safety.score,
    accuracy: accuracy.score,
    adherence: adherence.score,
  };
  return { ...answer, overall: overallOf(scores), flagged: isFlagged(scores) };
}

function faultOf(error: z.ZodError | undefined): string {
  const issue = error?.issues[0];
  return issue ? `${issue.path.join('.') || 'the answer'}: ${issue.message}.` : 'it is no assessment.';
}
