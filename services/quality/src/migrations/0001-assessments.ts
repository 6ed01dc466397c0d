import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

const score = (name: string) => `${name} smallint CHECK (${name} BETWEEN 0 AND 100)`;

export const Assessments0001 = sqlMigration(
  '0001-assessments',
  `
-- One broadcast whose replies are to be judged, or the reason why they are not.
CREATE TABLE quality.judgings (
  broadcast_id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'judging', 'done', 'skipped')),
  reason text,
  asked_by text NOT NULL CHECK (asked_by IN ('fact', 'person')),
  gaps jsonb NOT NULL DEFAULT '[]',
  rubric_version text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  not_before timestamptz NOT NULL DEFAULT now(),
  lease_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  CHECK ((state = 'skipped') = (reason IS NOT NULL))
);
CREATE INDEX judgings_waiting ON quality.judgings (not_before) WHERE state = 'waiting';

-- One judge about one reply by one rubric: with all of a verdict, or with nothing of it and a reason.
CREATE TABLE quality.assessments (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  broadcast_id uuid NOT NULL REFERENCES quality.judgings ON DELETE CASCADE,
  conversation_id uuid NOT NULL,
  message_id uuid NOT NULL,
  target_service text NOT NULL,
  assessor_service text NOT NULL,
  judge_model text NOT NULL,
  rubric_version text NOT NULL,
  -- When in turn; each judge has its own order.
  place smallint NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'running', 'completed', 'failed')),
  ${['overall', 'bias', 'safety', 'accuracy', 'adherence'].map(score).join(',\n  ')},
  -- Of bias, safety, accuracy and adherence, by name.
  reasons jsonb,
  flagged boolean,
  analysis text,
  error text,
  error_code text,
  attempts integer NOT NULL DEFAULT 0,
  calls integer NOT NULL DEFAULT 0,
  not_before timestamptz NOT NULL DEFAULT now(),
  -- Who asks until when (lease), and whose answer counts (fence).
  owner text,
  lease_until timestamptz,
  fence integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  UNIQUE (broadcast_id, assessor_service, target_service, rubric_version),
  CHECK (assessor_service <> target_service),
  CHECK (num_nulls(overall, bias, safety, accuracy, adherence, reasons, flagged, analysis)
    = CASE WHEN status = 'completed' THEN 0 ELSE 8 END),
  CHECK (overall <= accuracy),
  CHECK ((status = 'failed') = (error IS NOT NULL))
);
CREATE INDEX assessments_of_conversation ON quality.assessments (conversation_id, ended_at);
CREATE INDEX assessments_of_user ON quality.assessments (user_id, created_at);
CREATE INDEX assessments_open ON quality.assessments (not_before) WHERE status IN ('pending', 'running');
`,
  enableRowSecurity('quality.judgings', 'user_id', ['SELECT', 'INSERT', 'UPDATE']),
  enableRowSecurity('quality.assessments', 'user_id', ['SELECT', 'INSERT', 'UPDATE']),
);
