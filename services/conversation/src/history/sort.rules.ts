export const sortWords = ['updated_at', 'created_at', 'ai_service', 'last_message', 'message_count'] as const;
export type SortWord = (typeof sortWords)[number];

interface Column {
  sql: string;
  type: string;
}

const id: Column = { sql: 'c.id', type: 'uuid' };
const updatedAt: Column = { sql: 'c.updated_at', type: 'timestamptz' };

/** The columns each order compares, the id last. There is an index for each but the last words, which the end of each reply changes. */
export const sortColumns: Readonly<Record<SortWord, readonly Column[]>> = {
  updated_at: [updatedAt, id],
  created_at: [{ sql: 'c.created_at', type: 'timestamptz' }, id],
  ai_service: [{ sql: 'c.ai_service', type: 'text' }, updatedAt, id],
  last_message: [{ sql: 'c.preview_key', type: 'text' }, id],
  message_count: [{ sql: 'c.message_count', type: 'integer' }, id],
};

export interface Order {
  sort: SortWord;
  ascending: boolean;
}

/** Where a page ended, as an opaque string. */
export function toCursor({ sort, ascending }: Order, keys: readonly string[]): string {
  return Buffer.from(JSON.stringify([sort, ascending ? 1 : 0, ...keys])).toString('base64url');
}

/** The keys of a cursor; undefined when it was not made for this order. */
export function fromCursor({ sort, ascending }: Order, cursor: string): string[] | undefined {
  const [madeFor, direction, ...keys] = partsOf(cursor);
  const columns = sortColumns[sort];
  const fits = madeFor === sort && direction === (ascending ? 1 : 0) && keys.length === columns.length;
  return fits && keys.every((key, at) => isOf(columns[at]!.type, key)) ? (keys as string[]) : undefined;
}

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

const shapes: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  timestamptz: /^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/,
  integer: /^\d{1,9}$/,
  text: /^[^\0]{0,200}$/su,
};

const isOf = (type: string, key: unknown): boolean => typeof key === 'string' && shapes[type]!.test(key);
