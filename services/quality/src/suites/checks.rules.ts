import type { SuiteAssertion, SuiteCheck } from '@polylogue/proto';
import type { TextCheck } from './checker/check-plain.js';

/** What code can say without the text. */
export interface Figures {
  costUsd: number | undefined;
  responseTimeMs: number | undefined;
}

const textKinds: ReadonlySet<string> = new Set<TextCheck['kind']>(['contains', 'equals', 'matches', 'json', 'length']);

/** Those that only read the text. */
export const isTextCheck = (assertion: SuiteAssertion): assertion is SuiteAssertion & TextCheck =>
  textKinds.has(assertion.kind);
export const isJudged = ({ kind }: SuiteAssertion): boolean => kind === 'judged';

/** Whether an answer costs and takes no more than it may; of what is unknown nobody can say. */
export function checkFigures(assertion: SuiteAssertion, { costUsd, responseTimeMs }: Figures): SuiteCheck {
  const { kind, max = 0 } = assertion;
  const isCost = kind === 'cost';
  const figure = isCost ? costUsd : responseTimeMs;
  if (figure === undefined) return { assertion, reason: `Nobody can say: its ${isCost ? 'cost' : 'time'} is unknown.` };
  if (figure <= max) return { assertion, passed: true };
  const shown = isCost ? `cost ${figure} US dollars` : `took ${Math.round(figure)} ms`;
  return { assertion, passed: false, reason: `It ${shown}.` };
}

/** Of all checks: one that failed decides, one that nobody can decide leaves it open. */
export function verdictOf(checks: readonly SuiteCheck[]): boolean | undefined {
  if (checks.some(({ passed }) => passed === false)) return false;
  return checks.some(({ passed }) => passed === undefined) ? undefined : true;
}
