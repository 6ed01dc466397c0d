import type { Tokens } from 'marked';
import { memo, type CSSProperties } from 'react';
import { Inline } from './inline.js';
import { sideOf } from './side-of.js';
import { tableWidths } from './table-widths.js';

/** A table of a reply; wide ones scroll by themselves, also by keyboard. */
export function TableView({ table }: { table: Tokens.Table }) {
  const { shares, min, max } = tableWidths(table);
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div data-scroll="" role="group" aria-label="Table" tabIndex={0}>
      <table dir={sideOf(table)} style={{ '--min': `${min}ch`, '--max': `${max}ch` } as CSSProperties}>
        <colgroup>
          {shares.map((share, index) => (
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
