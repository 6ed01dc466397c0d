/** Columns of a table made of parameters: name to SQL type. */
export type Columns<R> = { [K in keyof R & string]: string };

/**
 * Rows as a table of one array per column: one statement and one plan, however many rows. Array columns travel as text
 * (`bigint[]` inside `unnest` would be flattened) and are cast where they are used. `jsonb_to_recordset` costs Postgres
 * a sixth more for the ends of six replies, and refuses a text that was cut within a character.
 */
export function unnest<R>(columns: Columns<R>, first = 1) {
  const names = Object.keys(columns) as (keyof R & string)[];
  const sql = unnestSql(names.map((name, index) => `$${first + index}::${columns[name]}[]`));
  return {
    sql,
    names: names.join(', '),
    next: first + names.length,
    values: (rows: readonly R[]) =>
      names.map((name) =>
        listParameter(
          columns[name],
          rows.map((row) => row[name] ?? null),
        ),
      ),
  };
}

/**
 * `unnest` of parameters whose lengths are not seen when a plan is made: short lists would always promise a cheaper plan than
 * the one for any lists, and the statement would be planned anew each time, which takes as long as to run it. Followed by its
 * alias; `*` has the lists as well.
 */
export function unnestSql(lists: readonly string[]): string {
  const named = lists.map((list, index) => `${list} AS list_${index}`);
  const names = lists.map((_list, index) => `lists.list_${index}`);
  return `(SELECT ${named.join(', ')} OFFSET 0) AS lists CROSS JOIN LATERAL unnest(${names.join(', ')})`;
}

type Plain = number | string | boolean | null;

/** A list of one type as a parameter: pg would look through each value for what must be escaped, also where there is nothing of the kind. */
export function listParameter(type: string, list: readonly unknown[]): unknown {
  return ['uuid', 'integer', 'boolean'].includes(type) ? arrayLiteral(list as readonly Plain[]) : list;
}

/** Numbers or ids as Postgres writes an array. */
export function arrayLiteral(list: readonly Plain[]): string {
  return `{${list.map((each) => each ?? 'NULL').join(',')}}`;
}
