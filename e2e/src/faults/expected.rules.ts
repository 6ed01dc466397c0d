import { timeouts, type Cell, type EntryName } from './cells.js';
import { faults, type Fault, type FaultName } from './faults.js';

/** What is promised of a cell. */
export interface Expected {
  /** The status of the answer. */
  status: number;
  /** What is stored. */
  state: string;
  /** What the user is told, to the word; nothing when absent. */
  sentence?: string | undefined;
  /** Max requests that the provider gets. */
  calls: number;
  /** From the request to its end. */
  withinMs: number;
}

/** How often a judge is asked that may do better the next time. */
const judgeRuns = 3;
/** Failed attempts in a row after which a service is left alone. */
const breakerFailures = 6;
/** What a busy machine adds. */
const slackMs = 10_000;

/** Of a completion without a reply, where it is not the gateway to the provider that failed (502). */
const completionStatus: Partial<Record<FaultName, number>> = {
  429: 429,
  '429-after': 429,
  503: 503,
  'hang-before': 504,
};

/** What is promised of this cell. */
export function expectedOf({ fault: name, entry }: Cell): Expected {
  const fault: Fault = faults[name];
  const { state, sentence, calls } = fault;
  const reply = { status: 200, state, sentence, calls, withinMs: timeouts.total + slackMs };
  switch (entry) {
    case 'openai':
      return { ...reply, status: state === 'failed' ? (completionStatus[name] ?? 502) : 200 };
    case 'summary':
      return { ...reply, status: state === 'completed' ? 200 : 503 };
    case 'query':
      return { ...reply, status: 202, state: state === 'completed' ? state : 'failed' };
    case 'agreement':
      return { ...reply, ...readingOf(fault, 'extractor') };
    case 'judging':
      return { ...reply, ...judgingOf(fault) };
    case 'probe':
      return { ...reply, state: fault.probed, sentence: undefined, calls: fault.at ? 0 : 1 };
    default:
      return reply;
  }
}

/** Of an answer that is read by the product: part of one is worth nothing. */
function readingOf({ state, sentence, calls, isLong }: Fault, reader: 'extractor' | 'judge') {
  const failed = { status: 202, state: 'failed' };
  if (isLong) return { ...failed, calls, sentence: `The ${reader} answered far more than was asked.` };
  if (state !== 'completed') return { ...failed, calls, sentence };
  const advice = {
    extractor: 'Try again, or choose another service.',
    judge: 'Run the assessment to ask it once more.',
  };
  const unreadable = `The ${reader}'s answer could not be read, also when asked again. ${advice[reader]}`;
  return { ...failed, calls: calls * 2, sentence: unreadable };
}

/** A judge is asked again; where its own failures had it left alone, a single time and after that. */
function judgingOf(fault: Fault) {
  const once = readingOf(fault, 'judge');
  if (!fault.mayPass) return once;
  const attempts = (fault.attempts ?? 1) * judgeRuns;
  const isLeftAlone = fault.trips === true && attempts > breakerFailures;
  const calls = isLeftAlone && once.calls > 0 ? breakerFailures + 1 : once.calls * judgeRuns;
  const sentence = `${once.sentence} (asked ${judgeRuns} times)`;
  return { ...once, sentence, calls, withinMs: judgeRuns * timeouts.total + slackMs };
}

/** Whether a sentence is the promised one, for this service. */
export function isSaid(sentence: string | undefined, promised: string | undefined, service: string): boolean {
  return sentence === promised?.replaceAll('{name}', service);
}

/** Ways by which a healthy service is asked in the same request. */
export const besides: readonly EntryName[] = ['send', 'stream', 'file', 'retry', 'continue', 'judging', 'query'];
