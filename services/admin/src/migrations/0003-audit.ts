import { sqlMigration } from '@polylogue/service-kit';

/**
 * The audit log. No role may write the table: entries come in through one function, which seals each with the one
 * before, and a trigger refuses changes and deletions, also to the owner.
 */
export const audit = sqlMigration(
  '0003-audit',
  `
CREATE TABLE admin.audit (
  position bigint PRIMARY KEY,
  at timestamptz NOT NULL,
  actor uuid,
  action text NOT NULL,
  subject uuid,
  details jsonb NOT NULL,
  hash bytea NOT NULL
);
REVOKE ALL ON admin.audit FROM admin_app, admin_worker;
GRANT SELECT ON admin.audit TO admin_app, admin_worker;
ALTER TABLE admin.audit ENABLE ROW LEVEL SECURITY;
ALTER TABLE admin.audit FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_rows ON admin.audit TO admin_owner USING (true) WITH CHECK (true);
CREATE POLICY worker_rows ON admin.audit FOR SELECT TO admin_worker USING (true);
CREATE POLICY rows_for_admins ON admin.audit FOR SELECT TO admin_app USING ((SELECT admin.acts_as_admin()));
CREATE FUNCTION admin.keep_audit() RETURNS trigger LANGUAGE plpgsql
  AS $$ BEGIN RAISE EXCEPTION 'The audit log is append-only.' USING ERRCODE = 'insufficient_privilege'; END $$;
CREATE TRIGGER keep_audit BEFORE UPDATE OR DELETE OR TRUNCATE ON admin.audit
  FOR EACH STATEMENT EXECUTE FUNCTION admin.keep_audit();`,
  `
CREATE FUNCTION admin.audit_text(p bigint, t timestamptz, who uuid, what text, whom uuid, how jsonb) RETURNS text
  LANGUAGE sql STABLE SET timezone = 'UTC' SET search_path = ''
  AS $$ SELECT concat_ws('|', p, to_char(t, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), coalesce(who::text, '-'), what,
    coalesce(whom::text, '-'), how::text) $$;
CREATE FUNCTION admin.append_audit(who uuid, what text, whom uuid, how jsonb) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  before admin.audit;
  p bigint;
  t timestamptz := clock_timestamp();
BEGIN
  -- One after the other: each seals the last.
  PERFORM pg_advisory_xact_lock(hashtextextended('admin.audit', 0));
  SELECT * INTO before FROM admin.audit ORDER BY position DESC LIMIT 1;
  p := coalesce(before.position, 0) + 1;
  INSERT INTO admin.audit (position, at, actor, action, subject, details, hash) VALUES (p, t, who, what, whom, how,
    sha256(coalesce(before.hash, ''::bytea) || convert_to(admin.audit_text(p, t, who, what, whom, how), 'UTF8')));
  RETURN p;
END $$;`,
);
