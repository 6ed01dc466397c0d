import type { EventOf } from '@polylogue/proto';
import type { Database } from '../database/database.js';
import { rolesOf } from '../database/row-security.js';
import { sqlMigration, type MigrationClass } from '../database/sql-migration.js';
import { oneByOne, type NamedHandler } from '../events/consumes.js';
import { AppError } from '../errors/app-error.js';
import type { ErasedUsers } from './erased-users.js';
import { erasePerson, noteErasure } from './erasures.js';

/**
 * A function in every schema that removes a person from all its tables: whatever names them in a column `user_id`, also
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
 * What every service does when a user is erased: nothing before admin has confirmed it. An event about somebody who has
 * an account becomes a dead letter.
 */
export function erasureHandler(database: Database, service: string, erased: Pick<ErasedUsers, 'has'>): NamedHandler {
  const subject = 'admin.user_erased.v1';
  return {
    consumer: `${service}.Erasure.onUserErased`,
    subject,
    isMany: false,
    confirm: async (event) => {
      const { userId } = event as EventOf<typeof subject>;
      if (!(await erased.has(userId))) throw notErased(userId);
    },
    handle: oneByOne(subject, async (event, { tx }) => {
      const { userId } = event as EventOf<typeof subject>;
      await erasePerson(tx, database.schema, userId);
      await noteErasure(tx, database.schema, userId);
    }),
  };
}

const notErased = (userId: string) =>
  new AppError('conflict', 'user_not_erased', `The user ${userId} has an account; nothing of them was removed.`);
