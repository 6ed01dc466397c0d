import { grantTo, sqlMigration } from '@polylogue/service-kit';

// Pictures that users attach are media no call made. They expire unless a message comes with them. A service of the
// catalog is given pictures as is known of its model, unless an administrator says otherwise.
export const Pictures0013 = sqlMigration(
  '0013-pictures',
  `
ALTER TABLE ai_dispatch.media
  ALTER COLUMN call_id DROP NOT NULL,
  ALTER COLUMN ai_service DROP NOT NULL,
  ADD COLUMN expires_at timestamptz;
CREATE INDEX media_expiring ON ai_dispatch.media (expires_at) WHERE expires_at IS NOT NULL;

ALTER TABLE ai_dispatch.catalog ADD COLUMN sees boolean;
`,
  grantTo('ai_dispatch.media', 'worker', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
);
