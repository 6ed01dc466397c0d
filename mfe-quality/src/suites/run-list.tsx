import type { Suite } from '@polylogue/api-contract';
import { Badge, money, when } from '@polylogue/web-kit';
import { QueryState } from '@polylogue/web-kit/antd';
import pageStyles from '../backtests/backtests.module.css';
import { useSuiteRuns } from './suites.api.js';
import { runText, runWord } from './suites.rules.js';
import { WhoAnswered } from './who-answered.js';
import styles from './suites.module.css';

/** The newest runs, to see what came when. */
export function RunList({ suite }: { suite: Suite }) {
  const runs = useSuiteRuns(suite.id);
  return (
    <section className={`pl-card ${pageStyles.fields}`} aria-labelledby="runs-title">
      <h2 id="runs-title">Runs</h2>
      {!runs.data && <QueryState query={runs} skeleton={{ rows: 3, rowHeight: 32 }} failed={failed} />}
      <table className={styles.runs}>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Result</th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          {runs.data?.runs.map((run) => (
            <tr key={run.id}>
              <td>
                <time dateTime={run.createdAt}>{when(run.createdAt)}</time>
                {run.scheduled && ', by schedule'}
                <WhoAnswered suite={suite} run={run} />
              </td>
              <td>
                <Badge tone={runWord(run).tone}>{runWord(run).label}</Badge> {runText(run)}
              </td>
              <td>{money(run.spent.usd)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const failed = { title: 'The runs could not be loaded', text: 'They are safe. Try again in a moment.' };
