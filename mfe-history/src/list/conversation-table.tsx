import type { ConversationSort, FoundConversation } from '@polylogue/api-contract';
import type { Accent } from '@polylogue/web-kit';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useMemo } from 'react';
import { chunksAtFirst, chunksOf } from './chunks.rules.js';
import type { RowActions } from './conversation-row.js';
import styles from './conversation-table.module.css';
import type { HistoryView } from '../history-view.rules.js';
import { RowChunk } from './row-chunk.js';

const columns: readonly (readonly [ConversationSort, string])[] = [
  ['aiService', 'AI Service'],
  ['lastMessage', 'Last Message'],
  ['messageCount', 'Messages'],
  ['createdAt', 'Created'],
  ['updatedAt', 'Updated'],
];

/**
 * The list as a table. Only the rows near what is seen are in the page, so that ten thousand scroll as smoothly as ten.
 * They are grids, so that a phone can fold them; the roles say what the layout no longer does.
 */
export function ConversationTable({
  rows,
  view,
  accents,
  selected,
  isStale,
  onSort,
  ...actions
}: ConversationTableProps) {
  const chunks = useMemo(() => chunksOf(rows), [rows]);
  return (
    <div
      role="table"
      aria-label="Conversations"
      aria-busy={isStale}
      aria-rowcount={rows.length + 1}
      className={styles.table}
      data-selecting={selected && true}
      data-sort={view.sort}
    >
      <div role="row" aria-rowindex={1} className={styles.head}>
        {selected && <HiddenHeader name="Selected" />}
        {columns.map(([column, label]) => {
          const isOn = view.sort === column;
          const Arrow = view.order === 'asc' ? ArrowUp : ArrowDown;
          return (
            <span
              key={column}
              role="columnheader"
              data-column={column}
              aria-sort={isOn ? (view.order === 'asc' ? 'ascending' : 'descending') : 'none'}
            >
              <button type="button" onClick={() => onSort(column)}>
                {label}
                {isOn && <Arrow aria-hidden />}
              </button>
            </span>
          );
        })}
        <HiddenHeader name="Actions" />
      </div>
      {chunks.map((chunk, at) => (
        <RowChunk
          key={chunk[0]!.id}
          rows={chunk}
          isFirst={at < chunksAtFirst}
          before={chunks[0]!.length * at}
          accents={accents}
          selected={selected}
          open={view.open}
          {...actions}
        />
      ))}
    </div>
  );
}

interface ConversationTableProps extends RowActions {
  rows: readonly FoundConversation[];
  view: HistoryView;
  accents: ReadonlyMap<string, Accent>;
  /** Undefined while nothing is being selected. */
  selected: ReadonlySet<string> | undefined;
  /** The rows of the search before, while the next is on its way. */
  isStale: boolean;
  onSort: (column: ConversationSort) => void;
}

// A column whose cells speak for themselves still has a name for those who cannot see them.
function HiddenHeader({ name }: { name: string }) {
  return (
    <span role="columnheader">
      <span className="pl-only-read">{name}</span>
    </span>
  );
}
