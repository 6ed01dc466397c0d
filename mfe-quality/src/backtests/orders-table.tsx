import type { Backtest } from '@polylogue/api-contract';
import { HeadCells } from '../leaderboard/figure-cells.js';
import { FiguresCard } from '../leaderboard/figures-card.js';
import { OrderCells, orderColumns, orderNote } from '../leaderboard/order-cells.js';
import { ServiceCell, ServiceRow } from '../leaderboard/service-cell.js';

/** Whether the judges of this backtest went by the order in which they read the two replies. */
export const OrdersTable = ({ rows }: { rows: Backtest['result']['orders'] }) => (
  <FiguresCard
    id="orders-title"
    title="Judges in both orders"
    beside="the same pair twice, each reply first once"
    note={`${orderNote} Over all backtests: Leaderboard, Judges.`}
  >
    <table>
      <thead>
        <tr>
          <HeadCells names={['Judge']} />
          <HeadCells names={orderColumns} ofFigures />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <ServiceRow key={row.judge.name} service={row.judge}>
            <ServiceCell service={row.judge} />
            <OrderCells {...row} />
          </ServiceRow>
        ))}
      </tbody>
    </table>
  </FiguresCard>
);
