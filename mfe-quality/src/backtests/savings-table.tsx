import type { Backtest } from '@polylogue/api-contract';
import { seconds } from '@polylogue/web-kit';
import { HeadCells } from '../leaderboard/figure-cells.js';
import { FiguresCard } from '../leaderboard/figures-card.js';
import table from '../leaderboard/leaderboard.module.css';
import { costText, savedText } from './backtests.rules.js';

const rows = [
  { key: 'cost', title: 'Cost', unit: costText },
  { key: 'responseTime', title: 'Time', unit: (ms: number) => seconds(ms) },
] as const;

/** What an answer of the candidate costs and takes beside the one that is there. */
export const SavingsTable = ({ backtest: { result, candidate } }: { backtest: Backtest }) => (
  <FiguresCard id="savings-title" title="Cost and time" beside="mean of one answer">
    <table>
      <thead>
        <tr>
          <HeadCells names={['Of one answer']} />
          <HeadCells names={['Difference', 'Baseline', candidate.aiService.displayName, 'Answers']} ofFigures />
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, title, unit }) => {
          const saving = result[key];
          return (
            <tr key={key}>
              <th scope="row">{title}</th>
              <td className={table.figure}>
                {saving ? <strong>{savedText(saving, unit)}</strong> : <small>not known</small>}
              </td>
              <td className={table.figure}>{saving ? unit(saving.baseline) : '—'}</td>
              <td className={table.figure}>{saving ? unit(saving.candidate) : '—'}</td>
              <td className={table.figure}>{saving?.answers ?? 0}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  </FiguresCard>
);
