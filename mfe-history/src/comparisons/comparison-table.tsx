import type { Comparison, ComparisonSort } from '@polylogue/api-contract';
import { money, paths, when, type Accent } from '@polylogue/web-kit';
import { Link } from '@polylogue/web-kit/router';
import { ArrowDown, ArrowUp, Star, Trash2 } from 'lucide-react';
import { afterSort, type HistoryView } from '../history-view.rules.js';
import { ComparedServices } from './compared-services.js';
import styles from './comparison-table.module.css';

interface RowActions {
  onView: (change: Partial<HistoryView>) => void;
  onToggle: (id: string) => void;
  onStar: (id: string, starred: boolean) => void;
  onDelete: (id: string) => void;
}

interface ComparisonTableProps extends RowActions {
  rows: readonly Comparison[];
  view: HistoryView;
  accents: ReadonlyMap<string, Accent>;
  /** Undefined while nothing is being selected. */
  selected: ReadonlySet<string> | undefined;
  /** The rows of the search before, while the next is on its way. */
  isStale: boolean;
}

const sorts: readonly (readonly [ComparisonSort, string])[] = [
  ['createdAt', 'Created'],
  ['updatedAt', 'Updated'],
];

/** The list as a table: rows are grids, so that a phone can fold them; the roles say what the layout does not. */
export function ComparisonTable({ rows, view, selected, isStale, ...rest }: ComparisonTableProps) {
  return (
    <div
      role="table"
      aria-label="Comparisons"
      aria-busy={isStale}
      className={styles.table}
      data-selecting={selected && true}
    >
      <div role="row" className={styles.head}>
        <span role="columnheader">
          <span className="pl-only-read">{selected ? 'Selected' : 'Star'}</span>
        </span>
        {['Comparison', 'AI Services', 'Messages', 'Cost'].map((name) => (
          <span key={name} role="columnheader" data-column={name}>
            {name}
          </span>
        ))}
        {sorts.map(([sort, name]) => (
          <SortHeader key={sort} sort={sort} name={name} view={view} onView={rest.onView} />
        ))}
        <span role="columnheader">
          <span className="pl-only-read">Actions</span>
        </span>
      </div>
      {rows.map((comparison) => (
        <Row key={comparison.id} comparison={comparison} isSelected={selected?.has(comparison.id)} {...rest} />
      ))}
    </div>
  );
}

function SortHeader({
  sort,
  name,
  view,
  onView,
}: Pick<ComparisonTableProps, 'view' | 'onView'> & { sort: ComparisonSort; name: string }) {
  const isOn = view.sort === sort;
  const Arrow = view.order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <span
      role="columnheader"
      data-column={name}
      aria-sort={isOn ? (view.order === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <button type="button" onClick={() => onView(afterSort(view, sort))}>
        {name}
        {isOn && <Arrow aria-hidden />}
      </button>
    </span>
  );
}

interface RowProps extends RowActions {
  comparison: Comparison;
  accents: ReadonlyMap<string, Accent>;
  isSelected: boolean | undefined;
}

function Row({ comparison, accents, isSelected, onView, onToggle, onStar, onDelete }: RowProps) {
  const { id, title, starred, messageCount, createdAt, updatedAt, cost } = comparison;
  const name = title === '' ? 'Untitled' : title;
  return (
    <div role="row" className={styles.row}>
      <span role="cell" className={styles.mark}>
        {isSelected === undefined ? (
          <button
            type="button"
            className="pl-icon-button"
            aria-pressed={starred}
            aria-label={`Star ${name}`}
            onClick={() => onStar(id, !starred)}
          >
            <Star aria-hidden />
          </button>
        ) : (
          <input type="checkbox" checked={isSelected} aria-label={`Select ${name}`} onChange={() => onToggle(id)} />
        )}
      </span>
      <TitleAndPreview comparison={comparison} name={name} onView={onView} />
      <span role="cell" className={styles.services}>
        <ComparedServices conversations={comparison.conversations} accents={accents} />
      </span>
      <span role="cell" className={styles.count}>
        {messageCount}
        <span className={styles.unit}> {messageCount === 1 ? 'message' : 'messages'}</span>
      </span>
      <span role="cell" className={styles.count}>
        {cost ? money(cost.amount) : <UnknownCost />}
      </span>
      <span role="cell" className={styles.created}>
        <time dateTime={createdAt}>{when(createdAt)}</time>
      </span>
      <span role="cell" className={styles.time}>
        <time dateTime={updatedAt}>{when(updatedAt)}</time>
      </span>
      <span role="cell" className={styles.actions}>
        <button
          type="button"
          className="pl-icon-button"
          aria-label={`Delete ${name}`}
          title="Delete"
          onClick={() => onDelete(id)}
        >
          <Trash2 aria-hidden />
        </button>
      </span>
    </div>
  );
}

/** A dash under its column; on a phone, which has no columns, in words. */
const UnknownCost = () => (
  <span className={styles.unknown}>
    <span className={styles.dash}>–</span>
    <span className={styles.unit}>price not known</span>
  </span>
);

/** Its title, its tags, and the last thing said. */
const TitleAndPreview = ({
  comparison: { id, tags, preview },
  name,
  onView,
}: Pick<RowProps, 'comparison' | 'onView'> & { name: string }) => (
  <span role="cell" className={styles.text}>
    <span className={styles.title}>
      <Link to={paths.comparison.href(id)} dir="auto">
        {name}
      </Link>
      {tags.map((tag) => (
        <button key={tag} type="button" className={styles.tag} onClick={() => onView({ tag })}>
          {tag}
        </button>
      ))}
    </span>
    <span dir="auto">{preview}</span>
  </span>
);
