import { enableRowSecurity, grantTo, sqlMigration } from '@polylogue/service-kit';

// What services made that is no text; the bytes lie in the media store under the same id.
export const Media0007 = sqlMigration(
  '0007-media',
  `
CREATE TABLE ai_dispatch.media (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  call_id uuid NOT NULL,
  ai_service text NOT NULL,
  type text NOT NULL,
  name text NOT NULL,
  size bigint NOT NULL CHECK (size > 0),
  sha256 text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX media_of_user ON ai_dispatch.media (user_id, created_at DESC);

-- Ids under which there may be bytes that no row names. Whoever they belonged to is no longer known.
CREATE TABLE ai_dispatch.media_leftovers (
  media_id uuid PRIMARY KEY,
  due_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX media_leftovers_due ON ai_dispatch.media_leftovers (due_at);

-- However a row goes, its bytes follow.
CREATE FUNCTION ai_dispatch.leave_media() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ai_dispatch, pg_temp AS $$
BEGIN
  INSERT INTO media_leftovers (media_id) SELECT id FROM gone ON CONFLICT (media_id) DO UPDATE SET due_at = now();
  RETURN NULL;
END $$;
CREATE TRIGGER media_left AFTER DELETE ON ai_dispatch.media REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION ai_dispatch.leave_media();
`,
  enableRowSecurity('ai_dispatch.media', 'user_id', ['SELECT', 'INSERT', 'DELETE']),
  grantTo('ai_dispatch.media', 'app', ['SELECT']),
  grantTo('ai_dispatch.media_leftovers', 'app', []),
  grantTo('ai_dispatch.media_leftovers', 'worker', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
);
