import type { Execution } from '@polylogue/api-contract';
import { Badge, PlainOnError, when } from '@polylogue/web-kit';
import { useState } from 'react';
import { CircleCheck, CircleDot, CircleX } from 'lucide-react';
import type { ServiceLooks } from '../service-labels/service-labels.js';
import { RunRound } from '../rounds/run-round.js';
import { RunChanges } from '../watch/run-changes.js';
import { numberOf, previousResponse } from './execution.rules.js';
import styles from './execution-card.module.css';
import { ResultView } from './result-view.js';

const looks = {
  completed: { tone: 'ok', icon: <CircleCheck className={styles.ok} aria-hidden="true" /> },
  failed: { tone: 'error', icon: <CircleX className={styles.bad} aria-hidden="true" /> },
  pending: { tone: 'warn', icon: <CircleDot className={styles.open} aria-hidden="true" /> },
  running: { tone: 'warn', icon: <CircleDot className={styles.open} aria-hidden="true" /> },
} as const;

interface ExecutionCardProps {
  execution: Execution;
  /** All that are loaded, newest first. */
  executions: readonly Execution[];
  services: ServiceLooks;
  /** Of the query, as it is. */
  content: string;
}

export function ExecutionCard({ execution, executions, services, content }: ExecutionCardProps) {
  const { id, sentText, status, executedAt, triggerType, successfulResponses, totalResponses, errorMessage, results } =
    execution;
  const number = numberOf(execution);
  const { tone, icon } = looks[status];
  const isOpen = status === 'running' || status === 'pending';
  const { report, round } = execution;
  const [isWhole, setIsWhole] = useState(false);
  const canFold = report !== undefined && !report.baseline && !report.error;
  const isFolded = canFold && !isWhole;
  return (
    <section className={`pl-card ${styles.card}`} aria-label={`Execution #${number}`}>
      <header className={styles.head}>
        {icon}
        <h3>Execution #{number}</h3>
        <time dateTime={executedAt}>{when(executedAt)}</time>
        <span>{triggerType === 'manual' ? 'Manual execution' : 'Scheduled execution'}</span>
        <span className={styles.count}>
          {successfulResponses}/{totalResponses} successful
        </span>
        <Badge tone={tone}>{status}</Badge>
      </header>
      {isOpen && (
        <div className={styles.progress} role="status">
          <progress max={totalResponses} value={results.length} aria-label={`Execution #${number}`} />
          {results.length} of {totalResponses} have answered
        </div>
      )}
      {errorMessage && (
        <p className={styles.error}>
          <b>Error</b> {errorMessage}
        </p>
      )}
      {round && <RunRound round={round} />}
      {report && (
        <RunChanges report={report} services={services} isWhole={canFold ? isWhole : undefined} onWhole={setIsWhole} />
      )}
      {sentText !== undefined && !isFolded && (
        <details className={styles.sent}>
          <summary>Text as it was sent</summary>
          <pre>{sentText}</pre>
        </details>
      )}
      {results.length > 0 && !isFolded && (
        <div className={styles.results}>
          {results.map((result) => (
            <PlainOnError key={result.id} text={result.response}>
              <ResultView
                result={result}
                question={sentText ?? content}
                accent={services.accentOf(result.aiService.name)}
                previous={previousResponse(executions, id, result.aiService.name)}
              />
            </PlainOnError>
          ))}
        </div>
      )}
    </section>
  );
}
