/** A place in a grid, from 0. */
export interface GridPlace {
  row: number;
  column: number;
}

/**
 * Where a key leads in a grid of so many columns in each row; undefined for a key that is none of the grid's. As the
 * ARIA practices have it: arrows by one, Home and End within the row, with Ctrl to the first and last place of all.
 */
export function placeAfter(
  key: string,
  isControl: boolean,
  { row, column }: GridPlace,
  columns: readonly number[],
): GridPlace | undefined {
  const lastRow = columns.length - 1;
  const at = (toRow: number, toColumn: number): GridPlace => {
    const within = Math.max(0, Math.min(lastRow, toRow));
    return { row: within, column: Math.max(0, Math.min((columns[within] ?? 1) - 1, toColumn)) };
  };
  switch (key) {
    case 'ArrowUp':
      return at(row - 1, column);
    case 'ArrowDown':
      return at(row + 1, column);
    case 'ArrowLeft':
      return at(row, column - 1);
    case 'ArrowRight':
      return at(row, column + 1);
    case 'Home':
      return at(isControl ? 0 : row, 0);
    case 'End':
      return at(isControl ? lastRow : row, Infinity);
    default:
      return undefined;
  }
}
