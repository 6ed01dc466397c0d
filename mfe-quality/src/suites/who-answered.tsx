import type { Suite, SuiteRun } from '@polylogue/api-contract';
import { CandidateLabel } from '../backtests/service-label.js';
import { isSameCandidate } from './suites.rules.js';

/** What a run has that is not the suite's now: another service or other settings, and other assertions. */
export function WhoAnswered({ suite, run }: { suite: Suite; run: SuiteRun }) {
  return (
    <>
      {!isSameCandidate(run.candidate, suite.candidate) && (
        <>
          {' '}
          by <CandidateLabel candidate={run.candidate} />
        </>
      )}
      {run.version !== suite.version && <small> by version {run.version} of the assertions</small>}
    </>
  );
}
