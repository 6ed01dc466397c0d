import type { Tokens } from 'marked';
import { memo } from 'react';
import { Inline } from './inline.js';

/** A table of a reply; wide ones scroll by themselves, also by keyboard. */
export function TableView({ table }: { table: Tokens.Table }) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div data-scroll="" role="group" aria-label="Table" tabIndex={0}>
      <table data-columns={manyOf(table.header.length)}>
        <colgroup>
          {columnShares(table).map((share, index) => (
            <col key={index} width={`${share}%`} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {table.header.map((cell, index) => (
              <th key={index} scope="col" data-align={cell.align ?? undefined}>
                <Inline tokens={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groupsOf(table.rows).map((rows, index) => (
            <Rows key={index} rows={rows} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A table of more columns than fit a panel scrolls sideways. */
const manyOf = (columns: number) => (columns > 9 ? 'many' : columns > 5 ? 'several' : undefined);

/** How wide each column is, by its heading and its first cell alone: rows that arrive later move nothing. */
function columnShares({ header, rows: [first = []] }: Tokens.Table): number[] {
  const length = (cell: Tokens.TableCell | undefined) => cell?.text.replaceAll(/[*_`~]/g, '').length ?? 0;
  const weights = header.map((cell, place) => 3 + Math.min(36, Math.max(length(cell), length(first[place]))));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => Math.round((1000 * weight) / all) / 10);
}

const groupSize = 16;

function groupsOf(rows: readonly Tokens.TableCell[][]): (readonly Tokens.TableCell[][])[] {
  const count = Math.ceil(rows.length / groupSize);
  return Array.from({ length: count }, (_group, index) => rows.slice(index * groupSize, (index + 1) * groupSize));
}

/** Rows that are the same objects are not looked at again. */
const Rows = memo(
  function Rows({ rows }: { rows: readonly Tokens.TableCell[][] }) {
    return rows.map((row, index) => <Row key={index} cells={row} raw={row.map(({ text }) => text).join('|')} />);
  },
  (before, after) =>
    before.rows.length === after.rows.length && before.rows.every((row, index) => row === after.rows[index]),
);

/** Lexing makes new tokens for the same row; its text says whether it has changed. */
const Row = memo(
  function Row({ cells }: { cells: readonly Tokens.TableCell[]; raw: string }) {
    return (
      <tr>
        {cells.map((cell, index) => (
          <td key={index} data-align={cell.align ?? undefined}>
            <Inline tokens={cell.tokens} />
          </td>
        ))}
      </tr>
    );
  },
  (before, after) => before.raw === after.raw && before.cells.length === after.cells.length,
);
