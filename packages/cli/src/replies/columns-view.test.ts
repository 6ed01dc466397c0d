import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { styleFor } from '../terminal/style.js';
import { ColumnsView } from './columns-view.js';
import { columnsOf, gridFor } from './columns.js';
import { aReply, done } from './reply.fixture.js';

/** As much of a terminal as the view uses: what stands on it, and what has scrolled away above it. */
class Terminal {
  readonly columns = 80;
  readonly rows = 12;
  #lines: string[] = [''];
  #row = 0;
  #column = 0;

  write(text: string): void {
    for (const [part, up] of text.matchAll(/\u001b\[(\d+)A\r|\u001b\[0?[JK]|\n|[^\u001b\n]+/g)) {
      if (up !== undefined) [this.#row, this.#column] = [this.#row - Number(up), 0];
      else if (part === '\n') [this.#row, this.#column] = [this.#row + 1, 0];
      else if (part === '\u001b[K') this.#print('');
      else if (part === '\u001b[0J') this.#lines.length = this.#row;
      else this.#print(part);
      if (this.#row < this.#lines.length - this.rows) throw new Error('The cursor cannot leave the screen.');
    }
  }

  get shown(): string {
    return this.#lines.join('\n');
  }

  // What stood behind it is erased: the view does so with every line.
  #print(text: string): void {
    this.#lines[this.#row] = (this.#lines[this.#row] ?? '').slice(0, this.#column) + text;
    this.#column += text.length;
  }
}

describe('replies side by side', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const style = styleFor(false);
  const long = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n');

  it('are drawn over again in the same place, and stand there once and whole at the end', () => {
    const terminal = new Terminal();
    const view = new ColumnsView(terminal, style);
    for (let length = 0; length <= long.length; length += 10) {
      view.update([aReply('a', long.slice(0, length)), aReply('b', 'short', { end: done })]);
      jest.runAllTimers();
      expect(terminal.shown.split('\n').length).toBeLessThanOrEqual(terminal.rows);
    }
    expect(terminal.shown).toContain('short');
    const whole = [aReply('a', long, { end: done }), aReply('b', 'short', { end: done })];
    view.finish(whole);
    expect(terminal.shown.trimEnd()).toBe(columnsOf(whole, gridFor(2, 80)!, style).join('\n').trimEnd());
  });

  it('are drawn at most once in a while, and not after the end', () => {
    const written: string[] = [];
    const view = new ColumnsView({ columns: 80, rows: 12, write: (text) => written.push(text) }, style);
    for (let count = 0; count < 100; count += 1) view.update([aReply('a', 'x'.repeat(count)), aReply('b')]);
    jest.advanceTimersByTime(79);
    expect(written).toHaveLength(0);
    jest.advanceTimersByTime(1);
    expect(written).toHaveLength(1);
    view.update([aReply('a'), aReply('b')]);
    view.finish([aReply('a'), aReply('b')]);
    const { length } = written;
    jest.runAllTimers();
    expect(written).toHaveLength(length);
  });
});
