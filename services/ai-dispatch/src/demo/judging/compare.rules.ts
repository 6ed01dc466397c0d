import type { Turn } from '../replies/finding.rules.js';
import { scoredBy } from './judge.rules.js';
import { between } from './judging-request.rules.js';

/** Points by which a reply is slightly, clearly and far better. */
const steps = [3, 15, 35];

/** Which of two replies a demo service finds better, as JSON, by what can be counted; undefined when nothing is to be compared. */
export function comparisonIn(model: string, thread: readonly Turn[]): string | undefined {
  const compared = toCompareIn(thread);
  if (!compared) return undefined;
  const [first, second] = compared.replies.map((reply) => pointsOf(model, compared.question, reply)) as [
    Points,
    Points,
  ];
  const difference = first.accuracy + first.adherence - second.accuracy - second.adherence;
  const margin = steps.filter((step) => Math.abs(difference) >= step).length;
  return JSON.stringify({
    reason: `Measured, not understood: [1] holds up with ${describePoints(first)}, [2] with ${describePoints(second)}.`,
    better: margin === 0 ? 'tie' : difference > 0 ? 'first' : 'second',
    margin,
  });
}

interface Points {
  accuracy: number;
  adherence: number;
}

const describePoints = ({ accuracy, adherence }: Points) => `${accuracy} and keeps to the question with ${adherence}`;

function pointsOf(model: string, question: string, reply: string): Points {
  const { accuracy, adherence } = scoredBy(model, question, reply).known;
  return { accuracy: accuracy?.score ?? 0, adherence: adherence?.score ?? 0 };
}

/** The mark is the one the system names. */
function toCompareIn(thread: readonly Turn[]): { question: string; replies: string[] } | undefined {
  const system = thread.find(({ role }) => role === 'system')?.content ?? '';
  const mark = /<first-([0-9a-f]{32})>/.exec(system)?.[1];
  const data = thread.find(({ role }) => role === 'user')?.content ?? '';
  if (mark === undefined) return undefined;
  const [question, ...replies] = ['question', 'first', 'second'].map((name) =>
    between(data, `<${name}-${mark}>\n`, `\n</${name}-${mark}>`),
  );
  const isWhole = question !== undefined && replies.every((reply) => reply !== undefined);
  return isWhole ? { question, replies: replies as string[] } : undefined;
}
