import { kb, ms, type Row } from '../table/rows.rules.js';

/** What a statement took, of all its calls together. */
export interface StatementCost {
  name: string;
  calls: number;
  /** To plan and to run it. */
  ms: number;
  planMs: number;
  wal: number;
  rows: number;
}

/** What was written to the log for one kind of record of a table or index. */
export interface WalCost {
  name: string;
  records: number;
  bytes: number;
  /** Of these, pages that are written whole after a checkpoint. */
  pages: number;
}

/** Changes of a table's rows. */
export interface HeapCost {
  name: string;
  inserted: number;
  updated: number;
  /** Updates that wrote to no index. */
  inPlace: number;
  deleted: number;
}

const maxName = 90;

/** The beginning of a statement, on one line. */
export function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('|', '/');
  return line.length <= maxName ? line : `${line.slice(0, maxName)} …`;
}

export function statementRow(cost: StatementCost, broadcasts: number): Row {
  const per = (value: number) => value / broadcasts;
  return {
    measure: cost.name,
    ours: `${per(cost.calls).toFixed(2)} calls, ${per(cost.rows).toFixed(1)} rows`,
    floor: `${ms(per(cost.ms))}, ${ms(per(cost.planMs))} to plan`,
    compared: kb(per(cost.wal)),
  };
}

export function walRow(cost: WalCost, broadcasts: number): Row {
  const whole = cost.pages > 0 ? `, ${kb(cost.pages / broadcasts)} of it whole pages` : '';
  return {
    measure: cost.name,
    ours: `${(cost.records / broadcasts).toFixed(2)} records`,
    compared: `${kb(cost.bytes / broadcasts)}${whole}`,
  };
}

export function heapRow(heap: HeapCost, broadcasts: number): Row {
  const per = (value: number) => (value / broadcasts).toFixed(2);
  return {
    measure: `rows of ${heap.name}`,
    ours: `${per(heap.inserted)} inserted, ${per(heap.updated)} updated, ${per(heap.deleted)} deleted`,
    compared: heap.updated > 0 ? `${((100 * heap.inPlace) / heap.updated).toFixed(0)} % in place` : '–',
  };
}
