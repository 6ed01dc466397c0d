import { fit, wrap } from '../terminal/cells.js';
import type { Style } from '../terminal/style.js';
import { noteOn, type Reply } from './replies.js';

const minWidth = 30;
const gap = '  ';

/** How many replies stand beside each other, and how many cells each has. */
export interface Grid {
  readonly perRow: number;
  readonly width: number;
}

/** Undefined where the terminal is too narrow for two columns. */
export function gridFor(replies: number, terminalWidth: number): Grid | undefined {
  const fitting = Math.floor((terminalWidth + gap.length) / (minWidth + gap.length));
  const rows = Math.ceil(replies / Math.max(1, fitting));
  // Even rows: six in two rows of three rather than five and one.
  const perRow = Math.ceil(replies / Math.max(1, rows));
  if (perRow < 2) return undefined;
  return { perRow, width: Math.floor((terminalWidth - gap.length * (perRow - 1)) / perRow) };
}

/**
 * The replies side by side as lines of a terminal, none wider than the grid. `height` keeps the end of each reply, as many
 * lines as the screen has room for.
 */
export function columnsOf(replies: readonly Reply[], { perRow, width }: Grid, style: Style, height?: number): string[] {
  const rows = Array.from({ length: Math.ceil(replies.length / perRow) }, (_, row) =>
    replies.slice(row * perRow, (row + 1) * perRow),
  );
  const room = height === undefined ? undefined : Math.max(1, Math.floor(height / rows.length) - 3);
  return rows.flatMap((row) =>
    besides(
      row.map((reply) => columnOf(reply, width, style, room)),
      width,
    ),
  );
}

function besides(columns: readonly (readonly string[])[], width: number): string[] {
  const height = Math.max(...columns.map(({ length }) => length));
  const lines = Array.from({ length: height }, (_, line) => columns.map((column) => column[line] ?? ' '.repeat(width)));
  return [...lines.map((cells) => cells.join(gap).trimEnd()), ''];
}

function columnOf({ displayName, color, text, end }: Reply, width: number, style: Style, room: number | undefined) {
  const note = end ? noteOn(end) : '…';
  const notes = room === undefined ? wrap(note, width) : [note];
  const paint = end?.error === undefined ? style.dim : style.error;
  return [
    `${style.colored('●', color)} ${style.bold(fit(displayName, width - 2))}`,
    ...bodyOf(text, width, room).map((line) => fit(line, width)),
    ...notes.map((line) => paint(fit(line, width))),
  ];
}

function bodyOf(text: string, width: number, room: number | undefined): string[] {
  if (room === undefined) return wrap(text, width);
  return wrap(endOf(text, width * room), width).slice(-room);
}

/** No less than so many characters, from the start of a line on: what stands above is not worth breaking into lines. */
function endOf(text: string, characters: number): string {
  const start = text.lastIndexOf('\n', text.length - characters);
  return text.length <= characters ? text : text.slice(start + 1);
}
