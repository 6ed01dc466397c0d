import type { Suite, SuiteCheck, SuiteResult, SuiteRun } from '@polylogue/api-contract';
import { Badge, LateMarkdown, money, seconds } from '@polylogue/web-kit';
import { QueryState, ShowMore } from '@polylogue/web-kit/antd';
import pageStyles from '../backtests/backtests.module.css';
import { useResults } from './suites.api.js';
import { assertionText, outcomeWords, runText, runWord } from './suites.rules.js';
import styles from './suites.module.css';
import { WhoAnswered } from './who-answered.js';

/** The newest run: each case with the assertions that failed. */
export function ResultList({ suite, run }: { suite: Suite; run: SuiteRun }) {
  const results = useResults(run);
  const found = results.data?.pages.flatMap((page) => page.results);
  const { label, tone } = runWord(run);
  return (
    <section className={`pl-card ${pageStyles.fields}`} aria-labelledby="results-title">
      <h2 id="results-title">Newest run</h2>
      <p role="status">
        <Badge tone={tone}>{label}</Badge> {runText(run)}
        {run.worse.length > 0 && `, ${run.worse.length} worse than before`}
        <WhoAnswered suite={suite} run={run} />
      </p>
      {run.stopped && <p className={styles.fault}>{run.stopped}</p>}
      {!found && <QueryState query={results} skeleton={{ rows: 5, rowHeight: 56 }} failed={failed} />}
      <ol className={styles.results} aria-label="Cases">
        {found?.map((result) => (
          <ResultItem key={result.number} result={result} />
        ))}
      </ol>
      <ShowMore list={results} />
    </section>
  );
}

const failed = { title: 'The results could not be loaded', text: 'They are safe. Try again in a moment.' };

function ResultItem({ result: { number, question, outcome, worse, tries } }: { result: SuiteResult }) {
  const { label, tone } = outcomeWords[outcome];
  const last = tries.at(-1);
  const open = last?.checks.filter(({ passed }) => passed !== true) ?? [];
  return (
    <li>
      <h3>
        <span>{number}.</span>
        <span dir="auto">{question ?? 'The round was deleted.'}</span>
        <Badge tone={tone}>{label}</Badge>
        {worse && <Badge tone="error">Worse</Badge>}
        {outcome === 'passed' && tries.length > 1 && <Badge tone="warn">Only when asked again</Badge>}
      </h3>
      {last?.error && <p className={styles.fault}>{last.error}</p>}
      {open.length > 0 && (
        <ul className={styles.checks} aria-label={`Assertions of case ${number} that do not hold`}>
          {open.map((check, index) => (
            <li key={index}>
              <CheckText check={check} />
            </li>
          ))}
        </ul>
      )}
      {last?.answer && (
        <details>
          <summary>
            Answer{last.cost !== null && `, ${money(last.cost)}`}
            {last.responseTime !== null && `, ${seconds(last.responseTime)}`}
          </summary>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
          <div className={styles.answer} tabIndex={0} role="group" aria-label={`Answer of case ${number}`}>
            <LateMarkdown text={last.answer} />
          </div>
        </details>
      )}
    </li>
  );
}

const CheckText = ({ check: { assertion, score, reason } }: { check: SuiteCheck }) => (
  <>
    <strong>{assertionText(assertion)}</strong>
    {score !== null && ` – scored ${score}`}
    {reason && `: ${reason}`}
  </>
);
