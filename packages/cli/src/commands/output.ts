import { ColumnsView } from '../replies/columns-view.js';
import { gridFor } from '../replies/columns.js';
import { noView, type RepliesView } from '../replies/replies-view.js';
import { TurnsView } from '../replies/turns-view.js';
import { safeJson, safeText } from '../terminal/safe-text.js';
import { styleFor } from '../terminal/style.js';

const { stdout, stderr } = process;

export const outStyle = styleFor(stdout.isTTY && stdout.hasColors());

/** What was asked for: it can be piped on. */
export const write = (text: string): void => void stdout.write(text);

export const writeJson = (value: unknown): void => write(`${safeJson(value)}\n`);

/** Notes for a user, on stderr: a script that reads stdout does not meet them. */
export const note = (sentence: string): void => void stderr.write(`${safeText(sentence)}\n`);

/** How replies are shown, and what ends the work behind them. */
export interface Showing {
  readonly isJson: boolean;
  readonly interrupted: AbortSignal;
}

/** Fewer lines leave no room to see replies grow. */
const minRows = 10;

/** Columns where a terminal is large enough for two, else one reply after the other. */
export function viewFor(replies: number, isJson: boolean): RepliesView {
  if (isJson) return noView;
  const isLarge = stdout.isTTY && stdout.rows >= minRows && gridFor(replies, stdout.columns) !== undefined;
  return isLarge ? new ColumnsView(stdout, outStyle) : new TurnsView(write, outStyle);
}
