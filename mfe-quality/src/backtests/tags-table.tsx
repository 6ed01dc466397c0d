import type { Backtest } from '@polylogue/api-contract';
import { HeadCells } from '../leaderboard/figure-cells.js';
import { FiguresCard } from '../leaderboard/figures-card.js';
import { IntervalBar } from '../leaderboard/interval-bar.js';
import table from '../leaderboard/leaderboard.module.css';
import { percent, rangeText, verdictOf } from './backtests.rules.js';

type Row = Backtest['result']['byTag'][number];

const whole = { low: 0, high: 1 };
const counts: readonly (readonly [name: string, countIn: (row: Row) => number])[] = [
  ['Won', ({ wins }) => wins],
  ['Tied', ({ ties }) => ties],
  ['Lost', ({ losses }) => losses],
  ['No verdict', ({ failed }) => failed],
];

/** The result by the tags of the comparisons. */
export const TagsTable = ({ rows }: { rows: readonly Row[] }) => (
  <FiguresCard
    id="tags-title"
    title="By tag"
    beside={`${rows.length} ${rows.length === 1 ? 'tag' : 'tags'}`}
    note="A round with several tags counts in each of them. The bar goes from 0 to 100 %."
  >
    <table>
      <thead>
        <tr>
          <HeadCells names={['Tag']} />
          <HeadCells names={['Score']} ofFigures />
          <HeadCells names={['Candidate', '95 %']} />
          <HeadCells names={counts.map(([name]) => name)} ofFigures />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TagRow key={row.tag} row={row} />
        ))}
      </tbody>
    </table>
  </FiguresCard>
);

const TagRow = ({ row }: { row: Row }) => (
  <tr>
    <th scope="row" className={table.who}>
      {row.tag}
    </th>
    <td className={table.figure}>
      <strong>{row.score ? percent(row.score.share) : '—'}</strong>
    </td>
    <td>{verdictOf(row.score).label}</td>
    <td>
      <IntervalBar
        label={row.score ? rangeText(row.score) : ''}
        figure={row.score?.share ?? 0}
        interval={row.score}
        scale={whole}
      />
    </td>
    {counts.map(([name, countIn]) => (
      <td key={name} className={table.figure}>
        {countIn(row)}
      </td>
    ))}
  </tr>
);
