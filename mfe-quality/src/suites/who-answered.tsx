import type { Suite, SuiteRun } from '@polylogue/api-contract';
import { settingsSummary } from '@polylogue/web-kit/answer-settings';
import { ServiceLabel } from '../backtests/service-label.js';
import { isSameCandidate } from './suites.rules.js';

/** What a run has that is not the suite's now: another service or other settings, and other assertions. */
export function WhoAnswered({ suite, run }: { suite: Suite; run: SuiteRun }) {
  const { aiService, settings } = run.candidate;
  return (
    <>
      {!isSameCandidate(run.candidate, suite.candidate) && (
        <>
          {' '}
          by <ServiceLabel service={aiService} /> <small>{settingsSummary(settings)}</small>
        </>
      )}
      {run.version !== suite.version && <small> by version {run.version} of the assertions</small>}
    </>
  );
}
