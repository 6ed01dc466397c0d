import type { Token, Tokens } from 'marked';

/** A table with fewer rows is simply lexed again. */
const minRows = 12;
const row = /^ {0,3}\|/;

/**
 * The table at the end of a text that grows. Its finished rows are lexed once and keep their identity; only what
 * comes after them is lexed again, under the same head.
 */
export class OpenTable {
  readonly #head: string;
  #rows: readonly Tokens.TableCell[][];

  private constructor(
    private readonly token: Tokens.Table,
    /** Where in the text its last finished row ends. */
    public end: number,
    private readonly lex: (text: string) => Token[],
  ) {
    this.#head = token.raw.split('\n', 2).join('\n') + '\n';
    this.#rows = token.rows;
  }

  /** Takes over the table that ends at `end`; nothing when it is short, or written without leading bars. */
  static of(token: Token | undefined, end: number, lex: (text: string) => Token[]): OpenTable | undefined {
    if (token?.type !== 'table' || !row.test(token.raw) || (token as Tokens.Table).rows.length < minRows)
      return undefined;
    return new OpenTable(token as Tokens.Table, end, lex);
  }

  /** Keeps further whole lines; false when they are not all rows of this table. */
  add(lines: string): boolean {
    const rows = this.#rowsOf(lines);
    if (!rows) return false;
    this.#rows = [...this.#rows, ...rows];
    this.end += lines.length;
    return true;
  }

  /** The whole table with the row that is being written; undefined when that is no row. */
  with(rest: string): Tokens.Table | undefined {
    const rows = rest === '' ? [] : this.#rowsOf(rest);
    return rows && { ...this.token, rows: [...this.#rows, ...rows] };
  }

  #rowsOf(lines: string): Tokens.TableCell[][] | undefined {
    if (
      !lines
        .trimEnd()
        .split('\n')
        .every((line) => row.test(line))
    )
      return undefined;
    const [table, ...others] = this.lex(this.#head + lines);
    return table?.type === 'table' && others.length === 0 ? (table as Tokens.Table).rows : undefined;
  }
}
