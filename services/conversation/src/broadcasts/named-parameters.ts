import { listParameter } from '../replies/unnest.js';

/**
 * The parameters of a statement by name, each with its SQL type: `sql.userId` is `$1::uuid`, and `values` are in that
 * order. A missing or misspelt name does not compile. One JSON parameter with `jsonb_to_record` would name them too, but
 * costs Postgres an eighth more for a message to six services (0.69 ms instead of 0.61).
 */
export function namedParameters<P extends object>(types: { readonly [K in keyof P & string]-?: string }) {
  const names = Object.keys(types) as (keyof P & string)[];
  const numbered = names.map((name, index) => [name, `$${index + 1}::${types[name]}`]);
  return {
    sql: Object.fromEntries(numbered) as Record<keyof P & string, string>,
    values: (parameters: P): unknown[] => names.map((name) => valueOf(types[name], parameters[name])),
  };
}

const valueOf = (type: string, value: unknown): unknown =>
  Array.isArray(value) ? listParameter(type.replace('[]', ''), value) : (value ?? null);
