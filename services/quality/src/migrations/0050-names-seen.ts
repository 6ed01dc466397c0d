import { enableRowSecurity, grantTo, sqlMigration } from '@polylogue/service-kit';

/**
 * Who has been shown who wrote which reply of a round, apart from their vote on it: a vote can be withdrawn, and what was
 * seen cannot. It goes with the user, with the owner of the round, and with the last of its conversations.
 */
export const NamesSeen0050 = sqlMigration(
  '0050-names-seen',
  `
CREATE TABLE quality.names_seen (
  -- Who has seen them, and whose round it is.
  user_id uuid NOT NULL,
  broadcast_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  conversation_ids uuid[] NOT NULL,
  PRIMARY KEY (user_id, broadcast_id)
);
CREATE INDEX names_seen_by_owner ON quality.names_seen (owner_id);
`,
  enableRowSecurity('quality.names_seen', 'user_id', ['SELECT', 'INSERT', 'UPDATE']),
  grantTo('quality.names_seen', 'worker', ['SELECT', 'UPDATE', 'DELETE']),
  `
CREATE FUNCTION quality.drop_names_seen_of_others() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  DELETE FROM quality.names_seen WHERE owner_id = NEW.person;
  RETURN NULL;
END $$;
CREATE TRIGGER drop_names_seen_of_others AFTER INSERT OR UPDATE ON quality.erasures
  FOR EACH ROW EXECUTE FUNCTION quality.drop_names_seen_of_others();
`,
);
