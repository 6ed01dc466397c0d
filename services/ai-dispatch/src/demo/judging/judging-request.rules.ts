import type { Turn } from '../replies/finding.rules.js';

export interface ToJudge {
  question: string;
  reply: string;
  /** What its answer has to score, in order. */
  criteria: string[];
}

/** What is to be judged in a thread; undefined when it is no request to judge. The mark is the one the system names. */
export function toJudgeIn(thread: readonly Turn[]): ToJudge | undefined {
  const system = thread.find(({ role }) => role === 'system')?.content ?? '';
  const mark = /<reply-([0-9a-f]{32})>/.exec(system)?.[1];
  if (mark === undefined || !system.includes(`</question-${mark}>`)) return undefined;
  const data = thread.find(({ role, content }) => role === 'user' && content.includes(`<reply-${mark}>`))?.content;
  const question = data && between(data, `<question-${mark}>\n`, `\n</question-${mark}>`);
  const reply = data && between(data, `<reply-${mark}>\n`, `\n</reply-${mark}>`);
  return question === undefined || reply === undefined ? undefined : { question, reply, criteria: criteriaIn(system) };
}

/** The keys of the answer that the system message shows, without the analysis. */
function criteriaIn(system: string): string[] {
  const shape = system.split('\n').find((line) => line.startsWith('{"') && line.endsWith('"analysis":""}'));
  return [...(shape ?? '').matchAll(/"([^"]+)":\{"score"/g)].map(([, key = '']) => key);
}

export function between(text: string, from: string, to: string): string | undefined {
  const start = text.indexOf(from);
  const end = text.lastIndexOf(to);
  return start === -1 || end < start ? undefined : text.slice(start + from.length, end);
}
