import type { Backtest } from '@polylogue/api-contract';
import { FiguresCard } from '../leaderboard/figures-card.js';
import table from '../leaderboard/leaderboard.module.css';
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
          <th scope="col">Judge</th>
          {orderColumns.map((name) => (
            <th key={name} scope="col" className={table.figure}>
              {name}
            </th>
          ))}
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
