import { LiveFrame } from '../terminal/live-frame.js';
import type { Style } from '../terminal/style.js';
import { columnsOf, gridFor } from './columns.js';
import type { Reply } from './replies.js';
import type { RepliesView } from './replies-view.js';

const drawEveryMs = 80;

interface Screen {
  write(text: string): unknown;
  readonly columns: number;
  readonly rows: number;
}

/** Replies side by side: their ends while they come, and all of them when they are there. */
export class ColumnsView implements RepliesView {
  readonly #frame: LiveFrame;
  #timer: NodeJS.Timeout | undefined;
  #latest: readonly Reply[] = [];

  constructor(
    private readonly screen: Screen,
    private readonly style: Style,
  ) {
    this.#frame = new LiveFrame((text) => screen.write(text));
  }

  update(replies: readonly Reply[]): void {
    this.#latest = replies;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#frame.show(this.#lines(this.screen.rows - 1));
    }, drawEveryMs);
  }

  finish(replies: readonly Reply[]): void {
    clearTimeout(this.#timer);
    this.#latest = replies;
    this.#frame.clear();
    this.screen.write(`${this.#lines().join('\n')}\n`);
  }

  // The width is asked each time: a window can change.
  #lines(height?: number): string[] {
    const { columns } = this.screen;
    const grid = gridFor(this.#latest.length, columns) ?? { perRow: 1, width: columns };
    const lines = columnsOf(this.#latest, grid, this.style, height);
    return height === undefined ? lines : lines.slice(-height);
  }
}
