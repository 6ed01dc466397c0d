import { sqlMigration } from '@polylogue/service-kit';

/**
 * For finding users among a hundred thousand: an index of e-mails; totals of all users, so that an order by them reads
 * one index; and an index of the trigrams of names and e-mails, which finds parts of words. pg_trgm would do the last
 * as well, but not every PostgreSQL has it.
 */
export const finding = sqlMigration(
  '0006-finding',
  `
CREATE INDEX users_by_email ON admin.users (email, id);
INSERT INTO admin.user_totals (user_id) SELECT id FROM admin.users ON CONFLICT DO NOTHING;
CREATE FUNCTION admin.begin_totals() RETURNS trigger LANGUAGE plpgsql
  AS $$ BEGIN INSERT INTO admin.user_totals (user_id) VALUES (NEW.id) ON CONFLICT DO NOTHING; RETURN NULL; END $$;
CREATE TRIGGER begin_totals AFTER INSERT ON admin.users FOR EACH ROW EXECUTE FUNCTION admin.begin_totals();`,
  `
CREATE FUNCTION admin.threes(words text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = ''
  AS $$ SELECT coalesce(array_agg(DISTINCT substr(words, n, 3)), '{}') FROM generate_series(1, length(words) - 2) n $$;
CREATE INDEX users_threes ON admin.users USING gin (admin.threes(search));`,
);
