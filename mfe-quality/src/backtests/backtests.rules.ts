import type { Backtest, BacktestCase, BacktestGap, BacktestSample, BacktestStatus } from '@polylogue/api-contract';
import { money, paths, seconds, type BadgeTone } from '@polylogue/web-kit';
import { counted } from '@polylogue/web-kit/estimate';

const root = `${paths.qualityAssessment.href()}/backtests`;

/** The addresses of these screens. */
export const backtestPaths = {
  list: root,
  create: `${root}/new`,
  /** The form of a backtest on the rounds of a suite. */
  createOn: (suiteId: string) => `${root}/new?suite=${suiteId}`,
  of: (id: string) => `${root}/${id}`,
  compare: (id: string) => `${root}/${id}/compare`,
  /** The form of a suite of its rounds. */
  suite: (id: string) => `${paths.qualityAssessment.href()}/suites/new?backtest=${id}`,
};

export type Figures = Omit<Backtest['result']['byTag'][number], 'tag'>;
export type Share = Figures['score'];
type Saving = Backtest['result']['cost'];

export const titleOf = ({ name, candidate }: Backtest): string => name || candidate.aiService.displayName;

export function sampleText({ source, tag, suite }: BacktestSample): string {
  if (suite) return `rounds of the frozen set “${suite.name}”`;
  return source === 'tag' ? `rounds tagged “${tag}”` : source === 'pinned' ? 'pinned rounds' : 'newest rounds';
}

/** `40 pinned rounds`. */
export function roundsText({ cases, sample }: Backtest): string {
  const text = sampleText(sample);
  return `${cases} ${cases === 1 ? text.replace('rounds', 'round') : text}`;
}

export const isOpen = ({ status }: Pick<Backtest, 'status'>): boolean => status === 'running' || status === 'paused';

export const statusWords: Record<BacktestStatus, { label: string; tone: BadgeTone }> = {
  running: { label: 'Running', tone: 'brand' },
  paused: { label: 'Paused', tone: 'warn' },
  completed: { label: 'Completed', tone: 'ok' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
};

export const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** `52 to 74 %`. */
export const rangeText = ({ low, high }: { low: number; high: number }): string =>
  `${Math.round(low * 100)} to ${percent(high)}`;

/** The result in a word: only where the interval lies on one side of the middle. */
export function verdictOf(score: Share): { label: string; tone: BadgeTone } {
  if (!score) return { label: 'No verdict', tone: 'neutral' };
  if (score.low > 0.5) return { label: 'Better', tone: 'ok' };
  return score.high < 0.5 ? { label: 'Worse', tone: 'error' } : { label: 'No clear difference', tone: 'neutral' };
}

/** The result as a sentence about the candidate. */
export function verdictSentence({ score, verdicts }: Figures, candidate: string): string {
  if (!score) return 'No round has a verdict.';
  if (score.low > 0.5) return `${candidate} would have answered better.`;
  if (score.high < 0.5) return `${candidate} would have answered worse.`;
  return `${counted(verdicts, 'verdict')} cannot tell whether ${candidate} would have answered better or worse.`;
}

export const outcomeWords: Record<BacktestCase['outcome'], { label: string; tone: BadgeTone }> = {
  win: { label: 'Won', tone: 'ok' },
  tie: { label: 'Tied', tone: 'neutral' },
  loss: { label: 'Lost', tone: 'error' },
  failed: { label: 'No verdict', tone: 'warn' },
  pending: { label: 'Not compared yet', tone: 'neutral' },
};

const gapWords: Record<BacktestGap, string> = {
  blind: 'blind and not revealed yet',
  media: 'with pictures or other media',
  no_reply: 'without a complete reply of text',
  no_judge: 'without a service that could judge',
  gone: 'deleted since the set was frozen',
  imported: 'imported, and so without a reply of yours to compare with',
  other: 'for another reason',
};

/** Each reason for which rounds are left out, as a line. */
export const gapLines = (leftOut: Backtest['leftOut']): string[] =>
  leftOut
    .filter(({ rounds }) => rounds > 0)
    .map(({ reason, rounds }) => `${counted(rounds, 'round')} ${gapWords[reason]}`);

type Comparison = BacktestCase['comparisons'][number];

/** What a judge said of one order: `Baseline clearly better`. */
export function judgementText({ better, margin }: Comparison): string {
  if (better === null) return 'No verdict';
  if (better === 'tie') return 'Both equally good';
  const side = better === 'candidate' ? 'Candidate' : 'Baseline';
  return [side, ['', 'slightly', 'clearly', 'far'][margin ?? 0], 'better'].filter(Boolean).join(' ');
}

/** A demo is never billed. */
export const costText = (amount: number): string => (amount === 0 ? 'free' : money(amount));

/** What a reply took and cost: `1.2 s · $0.004`. */
export const sideText = ({ responseTime, cost }: BacktestCase['candidate']): string =>
  [
    responseTime === null ? 'time not known' : seconds(responseTime),
    cost === null ? 'cost not known' : costText(cost),
  ].join(' · ');

/** What the candidate saves or costs more for one answer: `$0.0012 less (34 %)`. */
export function savedText(saving: NonNullable<Saving>, unit: (amount: number) => string): string {
  const { saved, baseline } = saving;
  const amount = unit(Math.abs(saved));
  if (saved === 0 || amount === unit(0)) return 'the same';
  const part = baseline > 0 ? ` (${percent(Math.abs(saved) / baseline)})` : '';
  return `${amount} ${saved > 0 ? 'less' : 'more'}${part}`;
}

/** `12 of 30 calls · $0.03 of $2.00 spent`; what is not known is no 0. */
export function spentText({ spent, budget }: Backtest): string {
  const { calls, usd, unknown, free } = spent;
  const most = budget.usd === null ? '' : ` of ${money(budget.usd)}`;
  const isKnown = calls === 0 || unknown < calls;
  return [
    `${calls} of ${counted(budget.calls, 'call')}`,
    calls > 0 && free === calls ? 'free' : isKnown ? `${money(usd)}${most} spent` : 'cost not known',
    ...(isKnown && unknown > 0 ? [`cost of ${counted(unknown, 'call')} not known`] : []),
  ].join(' · ');
}
