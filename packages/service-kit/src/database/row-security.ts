/** What a role may do with a table. */
export type Privilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

/** The user of the transaction in SQL; null outside `Database.asUser`. */
export const currentUserSql = `nullif(current_setting('app.user_id', true), '')::uuid`;

/** The three roles of a schema. */
export function rolesOf(schema: string) {
  return { owner: `${schema}_owner`, app: `${schema}_app`, worker: `${schema}_worker` } as const;
}

/**
 * SQL for a migration: forced row-level security on `schema.table`. The application role sees and writes rows whose
 * `ownerColumn` is the transaction's user; the worker role all rows, with the privileges given (none by default); the
 * owner all rows, for data migrations and SECURITY DEFINER functions, which must filter by {@link currentUserSql}.
 */
export function enableRowSecurity(table: string, ownerColumn: string, worker: readonly Privilege[] = []): string {
  const { owner, app, worker: workerRole } = rolesOf(schemaOf(table));
  const own = `${ownerColumn} = ${currentUserSql}`;
  return `
ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON ${table} TO ${app} USING (${own}) WITH CHECK (${own});
CREATE POLICY worker_rows ON ${table} TO ${workerRole} USING (true) WITH CHECK (true);
CREATE POLICY owner_rows ON ${table} TO ${owner} USING (true) WITH CHECK (true);
${grantTo(table, 'worker', worker)}`;
}

/** SQL for a migration: exactly these privileges on `schema.table` for one role, instead of what it had. */
export function grantTo(table: string, role: 'app' | 'worker', privileges: readonly Privilege[]): string {
  const name = rolesOf(schemaOf(table))[role];
  const revoke = `REVOKE ALL ON ${table} FROM ${name};`;
  return privileges.length === 0 ? revoke : `${revoke}\nGRANT ${privileges.join(', ')} ON ${table} TO ${name};`;
}

function schemaOf(table: string): string {
  const [schema, name] = table.split('.');
  if (!schema || !name) throw new Error(`Write the table as schema.table, not "${table}".`);
  return schema;
}
