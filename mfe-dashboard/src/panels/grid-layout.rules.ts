/** Rows x columns. */
export const gridLayouts = ['1x6', '2x3', '3x2', '6x1'] as const;
export type GridLayout = (typeof gridLayouts)[number];

export const defaultGridLayout: GridLayout = '2x3';

export const isGridLayout = (text: unknown): text is GridLayout => gridLayouts.includes(text as GridLayout);

export function rowsAndColumns(layout: GridLayout): { rows: number; columns: number } {
  const [rows, columns] = layout.split('x').map(Number) as [number, number];
  return { rows, columns };
}
