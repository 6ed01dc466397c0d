import type { Row } from '../table/rows.rules.js';

/** What a measurement returns: rows of the table, and what makes the run a failure. */
export interface Measured {
  rows: Row[];
  failures: string[];
}
