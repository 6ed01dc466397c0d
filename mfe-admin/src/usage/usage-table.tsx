import { grouped, type Usage, type UsageRow } from '@polylogue/api-contract';
import { QueryState, useFirstRows } from '@polylogue/web-kit/antd';
import type { UseQueryResult } from '@tanstack/react-query';
import heads from '../panel/card-head.module.css';
import { Choice } from './choice.js';
import { ScrollRegion } from './scroll-region.js';
import { formatCost, groups, nameOf, type Group } from './usage.rules.js';
import styles from './usage.module.css';

interface UsageTableProps {
  group: Group;
  query: Pick<UseQueryResult<Usage>, 'data' | 'isPending' | 'error' | 'refetch'>;
  onGroup: (group: Group) => void;
}

/** Who or what used how much. */
export function UsageTable({ group, query, onGroup }: UsageTableProps) {
  const { data: usage } = query;
  const rows = usage?.rows ?? [];
  const { shown, showAll } = useFirstRows(rows, usage?.found);
  const label = groups.find(({ key }) => key === group)?.label;
  const isCut = usage !== undefined && usage.found > rows.length;
  return (
    <section className={`pl-card ${styles.card}`} aria-labelledby="usage-rows">
      <header className={`${heads.head} ${styles.head}`}>
        <h2 id="usage-rows">By {label}</h2>
        <Choice label="Group by" options={groups} value={group} onChange={onGroup} />
      </header>
      {!usage && <QueryState query={query} failed={{ title: 'This table could not be read.' }} isInCard />}
      <ScrollRegion label={`Usage by ${label}`}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{label}</th>
              <th scope="col">Cost</th>
              <th scope="col">Calls</th>
              <th scope="col">Failed</th>
              <th scope="col">Tokens in</th>
              <th scope="col">Tokens out</th>
              <th scope="col">Cost unknown</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row key={row.day ?? row.apiKey?.id ?? row.aiService?.name ?? row.user?.id ?? 'erased'} row={row} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {showAll}
      {isCut && (
        <p className={styles.note}>
          The first {rows.length} of {grouped(usage.found)} by cost
          {group !== 'key' && '; the CSV file has all of them'}.
        </p>
      )}
    </section>
  );
}

function Row({ row }: { row: UsageRow }) {
  const { sums, user } = row;
  return (
    <tr>
      <th scope="row">
        {nameOf(row)}
        {user?.name && <small>{user.email}</small>}
      </th>
      <td>{formatCost(sums)}</td>
      <td>{grouped(sums.calls)}</td>
      <td>{grouped(sums.failures)}</td>
      <td>{grouped(sums.inputTokens)}</td>
      <td>{grouped(sums.outputTokens)}</td>
      <td>{unpriced(sums.unpricedCalls)}</td>
    </tr>
  );
}

const unpriced = (calls: number): string => (calls === 0 ? '–' : calls === 1 ? '1 call' : `${grouped(calls)} calls`);
