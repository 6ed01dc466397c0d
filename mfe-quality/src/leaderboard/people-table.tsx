import type { Leaderboard, Standing } from '@polylogue/api-contract';
import { EmptyState, money, paths } from '@polylogue/web-kit';
import { ButtonLink } from '@polylogue/web-kit/antd';
import { HeadCells } from './figure-cells.js';
import { FiguresCard } from './figures-card.js';
import { IntervalBar } from './interval-bar.js';
import { notEnough, scaleOf, seconds, whole } from './leaderboard.rules.js';
import styles from './leaderboard.module.css';
import { ServiceCell, ServiceRow } from './service-cell.js';

const countColumns: readonly (readonly [name: string, countIn: (row: Standing) => number])[] = [
  ['Votes', ({ votes }) => votes],
  ['Won', ({ wins }) => wins],
  ['Tied', ({ ties }) => ties],
  ['Lost', ({ losses }) => losses],
  ['All bad', ({ allBad }) => allBad],
];

/** Which services people find best. */
export function PeopleTable({ figures }: { figures: Leaderboard }) {
  const { people, votes, allBad } = figures;
  if (votes === 0) return <NoVotes />;
  const scale = scaleOf(people);
  const beside = `${votes} ${votes === 1 ? 'vote' : 'votes'}${allBad > 0 ? `, ${allBad} found all replies bad` : ''}`;
  return (
    <FiguresCard
      id="people-title"
      title="People’s votes"
      beside={beside}
      note="Rating: 1,000 is the middle of the field, 400 more are odds of ten to one. The bar holds it with 95 %. A rank stands only where the bars part."
    >
      <table>
        <thead>
          <tr>
            <HeadCells names={['Rank', 'AI service']} />
            <HeadCells names={['Rating']} ofFigures />
            <HeadCells names={['95 %']} />
            <HeadCells names={[...countColumns.map(([name]) => name), 'Time', 'Cost']} ofFigures />
          </tr>
        </thead>
        <tbody>
          {people.map((row) => (
            <PeopleRow key={`${row.aiService.name} ${row.version}`} row={row} scale={scale} />
          ))}
        </tbody>
      </table>
    </FiguresCard>
  );
}

function PeopleRow({ row, scale }: { row: Standing; scale: ReturnType<typeof scaleOf> }) {
  const { rank, rating, interval } = row;
  const label = interval ? `${whole(interval.low)} to ${whole(interval.high)}` : '';
  return (
    <ServiceRow service={row.aiService}>
      <td className={styles.rank}>{rank ?? <small>{notEnough}</small>}</td>
      <ServiceCell service={row.aiService} version={row.version} />
      <td className={styles.figure}>
        <strong>{rating === null ? '—' : whole(rating)}</strong>
      </td>
      <td>
        <IntervalBar label={label} figure={rating ?? 0} interval={interval} scale={scale} />
      </td>
      {countColumns.map(([name, countIn]) => (
        <td key={name} className={styles.figure}>
          {countIn(row)}
        </td>
      ))}
      <td className={styles.figure}>{seconds(row.responseTime)}</td>
      <td className={styles.figure}>{row.cost === null ? '—' : money(row.cost)}</td>
    </ServiceRow>
  );
}

const NoVotes = () => (
  <section className="pl-card">
    <EmptyState
      title="No votes yet"
      help="Open a comparison in History and say which reply is best, or that they tie. Ten votes on a service give it a rating."
      action={
        <ButtonLink type="primary" to={`${paths.history.href()}?show=comparisons`}>
          Open History
        </ButtonLink>
      }
    />
  </section>
);
