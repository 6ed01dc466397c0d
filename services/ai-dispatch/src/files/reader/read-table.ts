import { parse } from 'csv-parse';
import { FileFault, maxCells } from '../file-faults.js';

/** Refuses a table that is broken or too large; the text itself stays as it was written. */
export async function checkTable(text: string): Promise<void> {
  const rows = parse(text, {
    delimiter: [',', ';', '\t'],
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  let cells = 0;
  try {
    for await (const row of rows as AsyncIterable<string[]>) {
      cells += row.length;
      if (cells > maxCells) throw new FileFault('too_many_cells');
    }
  } catch (error) {
    throw error instanceof FileFault ? error : new FileFault('invalid_csv');
  }
}
