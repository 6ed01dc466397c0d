import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Token, Tokens } from 'marked';
import { memo, useMemo, useState, type CSSProperties, type ReactNode } from 'react';
import { CopyButton } from './copy-button.js';
import { Inline } from './inline.js';
import { sideOf } from './side-of.js';
import { cellText, csvOf, nextSort, sortRows, type Direction, type TableSort } from './table-rows.js';
import { tableWidths } from './table-widths.js';

/** A table of a reply: its headings sort it; a wide one scrolls by itself, also by keyboard. */
export function TableView({ table }: { table: Tokens.Table }) {
  const { shares, min, max } = tableWidths(table);
  const [sort, setSort] = useState<TableSort>();
  const rows = useMemo(() => sortRows(table.rows, sort), [table.rows, sort]);
  return (
    <div data-table="" style={{ '--min': `${min}ch`, '--max': `${max}ch` } as CSSProperties}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div data-scroll="" role="group" aria-label="Table" tabIndex={0}>
        <table dir={sideOf(table)}>
          <colgroup>
            {shares.map((share, index) => (
              <col key={index} width={`${share}%`} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {table.header.map((cell, index) => (
                <Heading
                  key={index}
                  cell={cell}
                  sorted={sort?.column === index ? sort.direction : undefined}
                  onSort={table.rows.length > 1 ? () => setSort(nextSort(sort, index)) : undefined}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {groupsOf(rows).map((group, index) => (
              <Rows key={index} rows={group} />
            ))}
          </tbody>
        </table>
      </div>
      <CopyButton label="Copy as CSV" done="Table copied" textOf={() => csvOf(table.header, rows)} />
    </div>
  );
}

interface HeadingProps {
  cell: Tokens.TableCell;
  sorted: Direction | undefined;
  onSort: (() => void) | undefined;
}

/** One without words has nothing to be called by, and one with a link leads elsewhere: neither sorts. */
function Heading({ cell, sorted, onSort }: HeadingProps) {
  // The corner above a column of names: a heading without words heads nothing.
  if (cell.text.trim() === '') return <td />;
  const text: ReactNode = <Inline tokens={cell.tokens} />;
  const sorts = onSort && cellText(cell) !== '' && !hasLink(cell.tokens);
  const Arrow = sorted === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th scope="col" data-align={cell.align ?? undefined} aria-sort={sorted}>
      {!sorts ? (
        text
      ) : (
        <button type="button" onClick={onSort} title="Sort by this column">
          {text}
          <Arrow size={12} strokeWidth={2} aria-hidden="true" />
        </button>
      )}
    </th>
  );
}

const hasLink = (tokens: readonly Token[] = []): boolean =>
  tokens.some(
    (token) => token.type === 'link' || token.type === 'image' || hasLink('tokens' in token ? token.tokens : []),
  );

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
