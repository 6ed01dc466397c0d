import type { ChangeKind, RunChange, Track } from './watch.entity.js';

const seconds = (ms: number) => `${(ms / 1000).toLocaleString('en-US', { maximumFractionDigits: 1 })} s`;
const points = (score: number) => score.toLocaleString('en-US', { maximumFractionDigits: 1 });
const dollars = (micros: number) =>
  `$${(micros / 1_000_000).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`;

/** The sentences of changes. None names its service: who shows them knows what it is called. */
export const sentences = {
  new: (claim: string) => `Now says: ${claim}`,
  dropped: (claim: string) => `No longer says: ${claim}`,
  reversed: (claim: string) => `Now contradicts: ${claim}`,
  again: (claim: string) => `Says again: ${claim}`,
  number_changed: (claim: string) => `Gives another number than before: ${claim}`,
  source_new: (host: string) => `Now draws on ${host}.`,
  source_dropped: (host: string) => `No longer draws on ${host}.`,
  refused: 'Now refuses to answer.',
  answers_again: 'Answers again.',
  error: (error: string) => `Could not answer: ${error}`,
  slower: (now: number, limit: number) => `Takes ${seconds(now)}; ${seconds(limit)} was within its usual range.`,
  dearer: (now: number, limit: number) => `Costs ${dollars(now)}; ${dollars(limit)} was within its usual range.`,
  score_moved: (run: number, score: number, { low, high }: { low: number; high: number }) => {
    const range = low === high ? `${points(low)} was usual` : `${points(low)} to ${points(high)} was its usual range`;
    return `Judged at ${points(score)} of 100 in Execution #${run}; ${range}.`;
  },
  not_compared: (error: string) => `The answers could not be compared: ${error}`,
};

/** A change that has quotes only where there are some. */
export function changeOf(
  aiService: string,
  kind: ChangeKind,
  sentence: string,
  before?: string,
  now?: string,
): RunChange {
  return {
    aiService,
    kind,
    sentence,
    ...(before !== undefined && { before }),
    ...(now !== undefined && { now }),
  };
}

/** A change of what a service says of a claim. */
export function claimChange(
  aiService: string,
  claim: string,
  before: Track,
  after: Track,
  isNumber: boolean,
): RunChange {
  const [was, is] = [before.reported, after.reported];
  if (is === '-') return changeOf(aiService, 'dropped', sentences.dropped(claim), before.quote);
  if (is === 's' && was === '-') return changeOf(aiService, 'new', sentences.new(claim), undefined, after.quote);
  if (is === 's') return changeOf(aiService, 'reversed', sentences.again(claim), before.quote, after.quote);
  const kind = isNumber ? 'number_changed' : 'reversed';
  return changeOf(aiService, kind, sentences[kind](claim), before.quote, after.quote);
}
