import type { Timeline } from '@polylogue/api-contract';
import { accentStyle, when } from '@polylogue/web-kit';
import { Field, QueryState } from '@polylogue/web-kit/antd';
import { useState } from 'react';
import type { ServiceLooks } from '../service-labels/service-labels.js';
import { useTimeline } from './watch.api.js';
import { byLatestChange, rowsOf, stances } from './watch.rules.js';
import styles from './timeline-card.module.css';

interface TimelineCardProps {
  id: number;
  runs: number;
  /** Of the executions that are loaded, by their ids. */
  numbers: ReadonlyMap<number, number>;
  services: ServiceLooks;
}

/** What each service said of a claim, run by run: a picture, and the same as a table in words. */
export default function TimelineCard({ id, runs, numbers, services }: TimelineCardProps) {
  const query = useTimeline(id, runs);
  const { data } = query;
  return (
    <section className={`pl-card ${styles.card}`} aria-labelledby="timeline-title">
      <h2 id="timeline-title">Timeline</h2>
      <QueryState
        query={query}
        skeleton={{ rows: 3, rowHeight: 32 }}
        failed={{ title: 'The timeline could not be read.' }}
        isInCard
      />
      {data && data.claims.length === 0 && <p>No claims were found in the answers so far.</p>}
      {data && data.claims.length > 0 && <Claims timeline={data} numbers={numbers} services={services} />}
    </section>
  );
}

interface ClaimsProps extends Pick<TimelineCardProps, 'numbers' | 'services'> {
  timeline: Timeline;
}

function Claims({ timeline, numbers, services }: ClaimsProps) {
  const claims = byLatestChange(timeline);
  const [chosen, setChosen] = useState<number>();
  const claim = claims.find(({ id }) => id === chosen) ?? claims[0]!;
  return (
    <>
      <Field label="Claim">
        {(control) => (
          <select {...control} value={claim.id} onChange={({ target }) => setChosen(Number(target.value))}>
            {claims.map(({ id, text, cells }) => (
              <option key={id} value={id}>
                {cells.some(({ changed }) => changed) ? `Changed: ${text}` : text}
              </option>
            ))}
          </select>
        )}
      </Field>
      <p className={styles.claim}>{claim.text}</p>
      <Picture timeline={timeline} claim={claim} services={services} />
      <p className={styles.legend}>
        ● says it · ✕ contradicts it · ○ silent · – no answer · framed: reported as a change
      </p>
      <details className={styles.words}>
        <summary>The same as a table</summary>
        <TimelineTable timeline={timeline} claim={claim} numbers={numbers} />
      </details>
    </>
  );
}

interface ClaimProps {
  timeline: Timeline;
  claim: Timeline['claims'][number];
}

function Picture({ timeline, claim, services }: ClaimProps & { services: ServiceLooks }) {
  const { runs } = timeline;
  const label = `What the services said in ${runs.length} ${runs.length === 1 ? 'run' : 'runs'}; the table below says it in words`;
  return (
    <div className={styles.scroll}>
      <div className={styles.picture} role="img" aria-label={label}>
        {rowsOf(timeline, claim).map(({ service, cells }) => {
          const accent = services.accentOf(service.name);
          const look = accent && accentStyle(accent);
          return (
            <div key={service.name} className={`${styles.row} ${look?.className ?? ''}`} style={look?.style}>
              <span>{service.displayName}</span>
              {cells.map((cell, index) => (
                <i key={index} data-stance={cell?.stance} data-changed={cell?.changed || undefined}>
                  {cell ? stances[cell.stance].sign : '–'}
                </i>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function TimelineTable({ timeline, claim, numbers }: ClaimProps & Pick<TimelineCardProps, 'numbers'>) {
  const rows = rowsOf(timeline, claim);
  return (
    // The table may be wider than the page, and is scrolled by keys too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="Timeline as a table">
      <table>
        <thead>
          <tr>
            <th scope="col">Run</th>
            {rows.map(({ service }) => (
              <th key={service.name} scope="col">
                {service.displayName}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {timeline.runs.map(({ executionId, executedAt, baseline }, index) => (
            <tr key={executionId}>
              <th scope="row">
                {numbers.has(executionId) && `#${numbers.get(executionId)}`} {baseline ? '(first)' : ''}{' '}
                <time dateTime={executedAt}>{when(executedAt)}</time>
              </th>
              {rows.map(({ service, cells }) => {
                const cell = cells[index];
                return (
                  <td key={service.name}>
                    {cell ? stances[cell.stance].word : 'no answer'}
                    {cell?.changed && ' (changed)'}
                    {cell?.quote && <q>{cell.quote}</q>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
