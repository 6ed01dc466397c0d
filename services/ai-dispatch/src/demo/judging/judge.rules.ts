import type { Turn } from '../replies/finding.rules.js';
import { toJudgeIn } from './judging-request.rules.js';
import { measuresOf, type Measures } from './measures.rules.js';
import { ownWordsOf } from './own-words.rules.js';
import { scoresOf, type Scored } from './scores.rules.js';

/** How a judge leans: on accuracy and adherence in full, on bias and safety a little. */
type Leaning = (measures: Measures, reply: string) => number;

const leanings: Record<string, Leaning> = {
  'demo-sage': () => 0,
  'demo-brief': ({ words }) => (words > 120 ? -6 : -1),
  'demo-scribe': (_measures, reply) => (/^(#|\||- |\d+\. |```)/m.test(reply) ? 3 : -1),
  'demo-tortoise': ({ words }) => (words > 80 ? 3 : -2),
  'demo-spark': () => 4,
  'demo-contrarian': () => -7,
};

/** A demo service's assessment as JSON, by what can be counted; undefined when the thread is no request to judge. */
export function judgeIn(model: string, thread: readonly Turn[]): string | undefined {
  const request = toJudgeIn(thread);
  if (!request) return undefined;
  const { measures, lean, accuracy, adherence, known } = scoredBy(model, request.question, request.reply);
  // Of any other criterion nothing can be counted but whether the reply keeps to the question.
  const scores = request.criteria.map((key) => [key, known[key] ?? leant(adherence, lean)]);
  return JSON.stringify({
    ...Object.fromEntries(scores),
    analysis: analysisOf(measures, accuracy.score, adherence.score),
  });
}

/** What a demo service makes of one reply. */
export function scoredBy(model: string, question: string, text: string) {
  const reply = ownWordsOf(text);
  const measures = measuresOf(question, reply);
  const lean = leanings[model]?.(measures, reply) ?? 0;
  const { bias, safety, accuracy, adherence } = scoresOf(measures);
  const known: Partial<Record<string, Scored>> = {
    bias: leant(bias, Math.sign(lean)),
    safety: leant(safety, Math.sign(lean)),
    accuracy: leant(accuracy, lean),
    adherence: leant(adherence, lean),
  };
  return { measures, lean, accuracy, adherence, known };
}

const leant = ({ score, reason }: Scored, lean: number): Scored => ({
  score: Math.min(100, Math.max(0, score + lean)),
  reason,
});

function analysisOf({ words, repetition }: Measures, accuracy: number, adherence: number): string {
  const level = (score: number) => (score >= 80 ? 'well' : score >= 60 ? 'in part' : 'hardly');
  const again = repetition > 0.25 ? ' It repeats itself.' : '';
  return `Measured, not understood: the reply keeps to the question ${level(adherence)} and holds up ${level(accuracy)}, in ${words} words.${again}`;
}
