import type { EventOf } from '@polylogue/proto';
import { afterCommit, type Database } from '../database/database.js';
import { rolesOf } from '../database/row-security.js';
import { sqlMigration, type MigrationClass } from '../database/sql-migration.js';
import { oneByOne, type NamedHandler } from '../events/consumes.js';
import { noteErasure } from './erasures.js';
import { AppError } from '../errors/app-error.js';
import type { ErasedUsers } from './erased-users.js';

/**
 * A function in every schema that removes a user from all its tables: whatever names them in a column `user_id`, also
 * tables made later. Tables that refer to one another are emptied in as many rounds as that takes.
 */
export function eraseFunction(schema: string): MigrationClass {
  const { app, worker } = rolesOf(schema);
  return sqlMigration(
    '0000-erasure',
    `
CREATE FUNCTION ${schema}.erase_user(who uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  waiting regclass[];
  later regclass[];
  each regclass;
BEGIN
  SELECT array_agg(c.oid::regclass) INTO waiting FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attname = 'user_id' AND NOT a.attisdropped
    WHERE c.relnamespace = '${schema}'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition;
  WHILE cardinality(waiting) > 0 LOOP
    later := '{}';
    FOREACH each IN ARRAY waiting LOOP
      BEGIN
        EXECUTE format('DELETE FROM %s WHERE user_id = $1', each) USING who;
      EXCEPTION WHEN foreign_key_violation THEN
        later := later || each;
      END;
    END LOOP;
    IF cardinality(later) = cardinality(waiting) THEN
      RAISE EXCEPTION 'Rows of a person hold each other in %', later;
    END IF;
    waiting := later;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION ${schema}.erase_user(uuid) FROM ${app};
GRANT EXECUTE ON FUNCTION ${schema}.erase_user(uuid) TO ${worker};`,
  );
}

/**
 * The same a few rows at a time: removes at most `max_rows` and answers how many it removed; fewer mean that nothing is
 * left. Rows that refer to others go before these, so that no cascade removes more than `max_rows`. A table without an
 * index by user is not searched where its rows go with those they refer to.
 */
export function eraseSomeFunction(schema: string): MigrationClass {
  const { app, worker } = rolesOf(schema);
  return sqlMigration(
    '0000-erase-some',
    `
CREATE FUNCTION ${schema}.erase_some(who uuid, max_rows integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = '' AS $$
DECLARE
  each regclass;
  removed integer;
  remaining integer := max_rows;
BEGIN
  FOR each IN
    WITH RECURSIVE owned AS (
      SELECT c.oid, EXISTS (
        SELECT FROM pg_catalog.pg_index i
        WHERE i.indrelid = c.oid AND i.indkey[0] = a.attnum AND i.indpred IS NULL AND i.indisvalid
      ) AS is_indexed FROM pg_catalog.pg_class c
      JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attname = 'user_id' AND NOT a.attisdropped
      WHERE c.relnamespace = '${schema}'::regnamespace AND c.relkind = 'r'
    ), refers AS (
      SELECT k.conrelid, k.confrelid, k.confdeltype FROM pg_catalog.pg_constraint k
      JOIN owned f ON f.oid = k.conrelid JOIN owned t ON t.oid = k.confrelid
      WHERE k.contype = 'f' AND k.conrelid <> k.confrelid
    ), walk (oid, depth) AS (
      SELECT oid, 0 FROM owned
      UNION SELECT r.conrelid, w.depth + 1 FROM walk w JOIN refers r ON r.confrelid = w.oid WHERE w.depth < 20
    ) SELECT w.oid::regclass FROM walk w JOIN owned o ON o.oid = w.oid
    WHERE o.is_indexed OR NOT EXISTS (SELECT FROM refers r WHERE r.conrelid = w.oid AND r.confdeltype = 'c')
    GROUP BY w.oid ORDER BY max(w.depth) DESC, w.oid
  LOOP
    EXECUTE format('DELETE FROM %1$s WHERE ctid = ANY (ARRAY(SELECT ctid FROM %1$s WHERE user_id = $1 LIMIT $2))', each)
      USING who, remaining;
    GET DIAGNOSTICS removed = ROW_COUNT;
    remaining := remaining - removed;
    EXIT WHEN remaining <= 0;
  END LOOP;
  RETURN max_rows - remaining;
END $$;
REVOKE EXECUTE ON FUNCTION ${schema}.erase_some(uuid, integer) FROM ${app};
GRANT EXECUTE ON FUNCTION ${schema}.erase_some(uuid, integer) TO ${worker};`,
  );
}

/**
 * What every service does when a user is erased: nothing before admin has confirmed it. An event about a user who has
 * an account becomes a dead letter. `onNoted` runs once the erasure is certain.
 */
export function erasureHandler(
  database: Database,
  service: string,
  erased: Pick<ErasedUsers, 'has'>,
  onNoted: () => void,
): NamedHandler {
  const subject = 'admin.user_erased.v1';
  return {
    consumer: `${service}.Erasure.onUserErased`,
    subject,
    isMany: false,
    isRepeatable: false,
    confirm: async (event) => {
      const { userId } = event as EventOf<typeof subject>;
      if (!(await erased.has(userId))) throw notErased(userId);
    },
    handle: oneByOne(subject, async (event, { tx }) => {
      const { userId } = event as EventOf<typeof subject>;
      await noteErasure(tx, database.schema, userId);
      afterCommit(tx, onNoted);
    }),
  };
}

const notErased = (userId: string) =>
  new AppError('conflict', 'user_not_erased', `The user ${userId} has an account; nothing of them was removed.`);
