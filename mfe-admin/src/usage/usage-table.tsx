import type { Usage, UsageRow } from '@polylogue/api-contract';
import heads from '../panel/card-head.module.css';
import { Choice } from './choice.js';
import { ScrollRegion } from './scroll-region.js';
import { costWords, countWords, groups, nameOf, type Group } from './usage.rules.js';
import styles from './usage.module.css';

interface UsageTableProps {
  group: Group;
  usage: Usage | undefined;
  onGroup: (group: Group) => void;
}

/** Who or what used how much. */
export function UsageTable({ group, usage, onGroup }: UsageTableProps) {
  const rows = usage?.rows ?? [];
  const word = groups.find(({ key }) => key === group)?.word;
  const isCut = usage !== undefined && usage.found > rows.length;
  return (
    <section className={`pl-card ${styles.card}`} aria-labelledby="usage-rows">
      <header className={`${heads.head} ${styles.head}`}>
        <h2 id="usage-rows">By {word}</h2>
        <Choice word="Group by" options={groups} value={group} onChange={onGroup} />
      </header>
      <ScrollRegion word={`Usage by ${word}`}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{word}</th>
              <th scope="col">Cost</th>
              <th scope="col">Calls</th>
              <th scope="col">Failed</th>
              <th scope="col">Tokens in</th>
              <th scope="col">Tokens out</th>
              <th scope="col">Cost unknown</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.day ?? row.aiService?.name ?? row.user?.id ?? 'erased'} row={row} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {isCut && (
        <p className={styles.note}>
          The first {rows.length} of {countWords(usage.found)} by cost; the CSV file has all of them.
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
      <td>{costWords(sums)}</td>
      <td>{countWords(sums.calls)}</td>
      <td>{countWords(sums.failures)}</td>
      <td>{countWords(sums.inputTokens)}</td>
      <td>{countWords(sums.outputTokens)}</td>
      <td>{sums.unpricedCalls > 0 ? `${countWords(sums.unpricedCalls)} calls` : '–'}</td>
    </tr>
  );
}
