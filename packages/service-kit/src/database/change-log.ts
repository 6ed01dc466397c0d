import { runPreparedAsWorker } from './prepared.js';
import type { Database } from './database.js';
import type { Prepared } from './query-prepared.js';
import { grantTo } from './row-security.js';

/** Whose changes are noted, and where. */
export interface ChangeLogOptions {
  /** `schema.table` of the notes. */
  log: string;
  /** `schema.table` of the rows. */
  of: string;
  /** The column that names a row, and its type. */
  key: readonly [column: string, type: string];
  /** SQL about OLD and NEW: which updates count; every one that changes something when absent. */
  updatesThat?: string;
}

/** What was changed, and from where on to read the next time. */
export interface Changes {
  /** Opaque. */
  until: string;
  keys: string[];
}

/**
 * For so long at least what was noted is kept, in milliseconds: a caller that reads less often has missed something. Longer than any transaction
 * is open that notes something, and short, as the name of a user who was erased stands there, too. {@link OldChangesCron} clears it away.
 */
export const changesKeptMs = 20_000;

/**
 * SQL for a migration: a transaction that updates or deletes a row notes its key, so that whoever keeps answers about rows
 * learns which of them no longer hold. The worker role reads the notes and clears them away.
 */
export function changeLog({ log, of, key: [column, type], updatesThat }: ChangeLogOptions): string {
  const name = log.replace('.', '.note_');
  return `
CREATE TABLE ${log} (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  key ${type} NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (xid, key)
);
${grantTo(log, 'app', [])}
${grantTo(log, 'worker', ['SELECT', 'DELETE'])}
CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$ BEGIN
  INSERT INTO ${log} (key) VALUES (OLD.${column}) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER note_update AFTER UPDATE ON ${of} FOR EACH ROW WHEN (${updatesThat ?? 'OLD.* IS DISTINCT FROM NEW.*'})
  EXECUTE FUNCTION ${name}();
CREATE TRIGGER note_delete AFTER DELETE ON ${of} FOR EACH ROW EXECUTE FUNCTION ${name}();`;
}

/**
 * The statement that reads a log: its one parameter is where the last reading ended, null for the first, which finds
 * nothing. Nothing is missed: a transaction that is still open has a number of at least `until`, and some changes are told twice.
 */
export function readingChanges(log: string): Prepared {
  return {
    name: `changes-of-${log}`,
    text: `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS until, coalesce(array_agg(DISTINCT key::text), '{}') AS keys
FROM ${log} WHERE xid >= $1::xid8`,
  };
}

const position = /^\d{1,19}$/;

/** Reads a log. `statement`: that of {@link readingChanges}. What is no position counts as none. */
export async function readChanges(
  database: Database,
  statement: Prepared,
  since: string | undefined,
): Promise<Changes> {
  const [changes] = await runPreparedAsWorker<Changes>(database, statement, [
    since !== undefined && position.test(since) ? since : null,
  ]);
  return changes!;
}
