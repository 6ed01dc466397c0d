import type { ComparingJudge } from '@polylogue/api-contract';
import { HeadCells, MeasuredCell } from './figure-cells.js';
import { FiguresCard } from './figures-card.js';
import { OrderCells, orderColumns, orderNote } from './order-cells.js';
import { ServiceCell, ServiceRow } from './service-cell.js';

const columns = [...orderColumns, 'Agreement with people'];

/** How judges of backtests compare the same two replies in both orders. */
export const ComparisonsTable = ({ rows }: { rows: readonly ComparingJudge[] }) => (
  <FiguresCard
    id="comparisons-title"
    title="Comparing two replies"
    beside="the same pair in both orders, in backtests"
    note={`${orderNote} Agreement: Cohen’s κ with what people said of the same pairs, blind. Ten pairs are needed.`}
  >
    <table>
      <thead>
        <tr>
          <HeadCells names={['Judge']} />
          <HeadCells names={columns} ofFigures />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <ServiceRow key={row.judge.name} service={row.judge}>
            <ServiceCell service={row.judge} />
            <OrderCells {...row} />
            <MeasuredCell
              figure={row.kappa}
              interval={row.interval}
              without={row.kappa === null ? noAgreement(row) : undefined}
              beside={`, ${row.people} pairs`}
            />
          </ServiceRow>
        ))}
      </tbody>
    </table>
  </FiguresCard>
);

const noAgreement = ({ people }: ComparingJudge): string =>
  people === 0 ? 'not compared by people' : 'not enough pairs yet';
