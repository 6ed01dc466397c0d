import { grouped } from '@polylogue/api-contract';
import { Button } from 'antd';
import { useState, useSyncExternalStore, type ReactNode } from 'react';

/** Rows of a long list on a phone, until all of them are wanted. */
const rowsAtFirst = 10;

const phone = () => window.matchMedia?.('(max-width: 719px)');

function subscribe(listener: () => void): () => void {
  const list = phone();
  list?.addEventListener('change', listener);
  return () => list?.removeEventListener('change', listener);
}

/** What is shown of a list, and what stands under it. */
export interface FirstRows<Row> {
  shown: Row[];
  /** The button that shows the rest, where there is one. */
  showAll: ReactNode;
}

/**
 * On a phone the first ten rows of a list and a button for the rest, so that what follows is near; elsewhere all. Where the rows
 * are a page of more, `total` says of how many.
 */
export function useFirstRows<Row>(rows: Row[], total = rows.length): FirstRows<Row> {
  const isPhone = useSyncExternalStore(subscribe, () => phone()?.matches ?? false);
  const [isWhole, setIsWhole] = useState(false);
  if (!isPhone || isWhole || rows.length <= rowsAtFirst) return { shown: rows, showAll: undefined };
  return {
    shown: rows.slice(0, rowsAtFirst),
    showAll: (
      <Button className="pl-show-all" onClick={() => setIsWhole(true)}>
        {showLabel(rows.length, total)}
      </Button>
    ),
  };
}

function showLabel(rows: number, total: number): string {
  const [shown, all] = [rows, total].map(grouped);
  return total > rows ? `Show ${shown} of ${all}` : `Show all ${shown}`;
}
