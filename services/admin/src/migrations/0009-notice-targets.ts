import { enableRowSecurity, grantTo, sqlMigration } from '@polylogue/service-kit';

/**
 * Where users are told what happened, and what is on its way there. A delivery is one message to the outside: a notice, or
 * what was held and goes together. Both go with the user.
 */
export const noticeTargets = sqlMigration(
  '0009-notice-targets',
  `
CREATE TABLE admin.notice_targets (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES admin.users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('email', 'webhook', 'slack', 'teams')),
  -- Sealed: addresses of webhooks are secrets by themselves.
  address bytea NOT NULL,
  masked_address text NOT NULL,
  -- What the secret of a webhook is made from.
  salt bytea NOT NULL,
  notice_kinds text[] NOT NULL,
  quiet_from smallint CHECK (quiet_from BETWEEN 0 AND 1439),
  quiet_to smallint CHECK (quiet_to BETWEEN 0 AND 1439),
  time_zone text,
  is_enabled boolean NOT NULL DEFAULT true,
  confirmed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_at timestamptz,
  last_outcome text CHECK (last_outcome IN ('sent', 'failed', 'given_up')),
  last_fault text,
  CHECK (num_nulls(quiet_from, quiet_to, time_zone) IN (0, 3))
);
CREATE INDEX notice_targets_of_user ON admin.notice_targets (user_id, created_at);`,
  enableRowSecurity('admin.notice_targets', 'user_id', ['SELECT', 'UPDATE']),
  `
CREATE TABLE admin.notice_deliveries (
  id uuid PRIMARY KEY,
  target_id uuid NOT NULL REFERENCES admin.notice_targets ON DELETE CASCADE,
  user_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('notice', 'digest', 'test', 'confirm')),
  notices jsonb NOT NULL DEFAULT '[]',
  -- Notices of a digest beyond those it holds.
  more integer NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'sent', 'given_up')),
  -- How often it was claimed; every write of a try stands under it.
  tries integer NOT NULL DEFAULT 0,
  -- While it is sent: when another process takes it over.
  due_at timestamptz NOT NULL DEFAULT now(),
  fault text,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
);
CREATE INDEX notice_deliveries_due ON admin.notice_deliveries (due_at) WHERE state IN ('waiting', 'sending');
-- One at a time for each target, whatever else goes wrong.
CREATE UNIQUE INDEX notice_deliveries_sending ON admin.notice_deliveries (target_id) WHERE state = 'sending';
CREATE INDEX notice_deliveries_of_target ON admin.notice_deliveries (target_id);
CREATE INDEX notice_deliveries_of_user ON admin.notice_deliveries (user_id, created_at);
CREATE INDEX notice_deliveries_ended ON admin.notice_deliveries (ended_at) WHERE ended_at IS NOT NULL;`,
  enableRowSecurity('admin.notice_deliveries', 'user_id', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
  grantTo('admin.notice_deliveries', 'app', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
);
