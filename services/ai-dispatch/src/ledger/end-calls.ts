import { outboxColumns, type Prepared } from '@polylogue/service-kit';
import { processLost } from './call.entity.js';

/** Calls that cost something, or that may have. */
const counted = `(e.outcome = 'completed' OR e.first_token_ms IS NOT NULL OR e.error_code = '${processLost}')`;

/** The sums that are kept of calls. */
const sumNames = [
  'calls',
  'failures',
  'input_tokens',
  'output_tokens',
  'uncounted_calls',
  'reported_micros',
  'estimated_micros',
  'unpriced_calls',
  'cached_tokens',
  'reasoning_tokens',
];
const sums = sumNames.join(', ');

/** What they come to in a group of calls, in the same order. */
const counts = `count(*),
  count(*) FILTER (WHERE e.outcome IN ('failed', 'interrupted')),
  coalesce(sum(e.input_tokens), 0), coalesce(sum(e.output_tokens), 0),
  count(*) FILTER (WHERE e.input_tokens IS NULL AND e.output_tokens IS NULL AND ${counted}),
  coalesce(sum(e.cost_micros) FILTER (WHERE e.cost_source = 'provider'), 0),
  coalesce(sum(e.cost_micros) FILTER (WHERE e.cost_source = 'estimate'), 0),
  count(*) FILTER (WHERE e.cost_micros IS NULL AND ${counted}),
  coalesce(sum(e.cached_input_tokens), 0), coalesce(sum(e.reasoning_tokens), 0)`;

const adding = (table: string) => sumNames.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ');

/** Four fifths of a budget are used. Null budgets are none. */
const isNear = (used: string, budget: string) => `${used} * 5 >= ${budget} * 4`;
const areNear = (micros: string, tokens: string) =>
  `(${isNear(micros, '$30::bigint')} OR ${isNear(tokens, '$31::bigint')})`;
const thisTransaction = 'pg_current_xact_id()';
/** Of today, and by this statement: what a day that is over had left is of no use to hear. */
const becameNear = (table: string) =>
  `${table}.near_end_tx = ${thisTransaction} AND ${table}.day >= (now() AT TIME ZONE 'UTC')::date AS is_near`;

/** A uuid of version 7: the time of now, the rest random. */
const newEventId = `encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) PLACING substring(
  int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid`;

const begunColumns = 'call_id, user_id, ai_service, model, started_at, api_key_id';
const endColumns = [
  'ended_at',
  'outcome',
  'error_code',
  'stop_reason',
  'attempts',
  'first_token_ms',
  'total_ms',
  'input_tokens',
  'output_tokens',
  'total_tokens',
  'cached_input_tokens',
  'reasoning_tokens',
  'response_model',
  'cost_micros',
  'cost_currency',
  'cost_source',
  'sent_bytes',
  'has_schema',
  'expected_low_micros',
  'expected_high_micros',
  'task',
];

/**
 * Ends many calls in one statement, which is one transaction: the ledger, the sums of the day, those of API keys, what is
 * left of budgets, and once a day the event that a budget is near its end, whose ids it answers. Only a call that ends here
 * for the first time counts, so a statement that is sent again counts nothing twice. Rows are locked in the order in which
 * they are given, so that batches never wait in a circle: an UPDATE of those that are there locks them as its plan likes. A
 * call whose beginning could not be written is written whole here.
 */
export const endCalls: Prepared = {
  name: 'end-calls',
  text: `
WITH ending AS (
  SELECT * FROM unnest(
    $1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::uuid[], $7::timestamptz[], $8::text[], $9::text[],
    $10::text[], $11::integer[], $12::integer[], $13::integer[], $14::integer[], $15::integer[], $16::integer[],
    $17::integer[], $18::integer[], $19::text[], $20::bigint[], $21::text[], $22::text[], $23::bigint[], $24::bigint[],
    $25::integer[], $26::boolean[], $27::bigint[], $28::bigint[], $29::text[]
  ) AS e (
    call_id, user_id, ai_service, model, started_at, api_key_id, ended_at, outcome, error_code, stop_reason, attempts,
    first_token_ms, total_ms, input_tokens, output_tokens, total_tokens, cached_input_tokens, reasoning_tokens,
    response_model, cost_micros, cost_currency, cost_source, spent_micros, spent_tokens, sent_bytes,
    has_schema, expected_low_micros, expected_high_micros, task
  )
), ended AS (
  INSERT INTO ai_dispatch.calls AS c (${begunColumns}, ${endColumns.join(', ')})
  SELECT ${begunColumns}, ${endColumns.join(', ')} FROM ending
  ON CONFLICT (call_id) DO UPDATE SET ${endColumns.map((name) => `${name} = excluded.${name}`).join(', ')}
  WHERE c.ended_at IS NULL AND c.user_id = excluded.user_id
  RETURNING c.call_id, c.user_id, c.ai_service, c.api_key_id, (c.started_at AT TIME ZONE 'UTC')::date AS day
), summed AS (
  INSERT INTO ai_dispatch.usage_days AS u (day, user_id, ai_service, ${sums})
  SELECT d.day, d.user_id, d.ai_service, ${counts}
  FROM ended d JOIN ending e USING (call_id)
  GROUP BY d.day, d.user_id, d.ai_service ORDER BY d.day, d.user_id, d.ai_service
  ON CONFLICT (day, user_id, ai_service) DO UPDATE SET
    ${adding('u')}
), settled AS (
  DELETE FROM ai_dispatch.reservations r USING ended d WHERE r.call_id = d.call_id
  RETURNING r.call_id, r.day, r.micros, r.tokens
), booked AS (
  INSERT INTO ai_dispatch.budget_days AS b (
    user_id, day, spent_micros, spent_tokens, reserved_micros, reserved_tokens, near_end_tx
  )
  SELECT d.user_id, coalesce(s.day, d.day) AS on_day, sum(e.spent_micros), sum(e.spent_tokens),
    -coalesce(sum(s.micros), 0), -coalesce(sum(s.tokens), 0),
    CASE WHEN ${areNear('sum(e.spent_micros)', 'sum(e.spent_tokens)')} THEN ${thisTransaction} END
  FROM ended d JOIN ending e USING (call_id) LEFT JOIN settled s USING (call_id)
  GROUP BY d.user_id, on_day ORDER BY d.user_id, on_day
  ON CONFLICT (user_id, day) DO UPDATE SET
    spent_micros = b.spent_micros + excluded.spent_micros, spent_tokens = b.spent_tokens + excluded.spent_tokens,
    reserved_micros = b.reserved_micros + excluded.reserved_micros,
    reserved_tokens = b.reserved_tokens + excluded.reserved_tokens,
    near_end_tx = CASE WHEN b.near_end_tx IS NULL AND ${areNear(
      '(b.spent_micros + excluded.spent_micros)',
      '(b.spent_tokens + excluded.spent_tokens)',
    )} THEN ${thisTransaction} ELSE b.near_end_tx END
  RETURNING b.user_id, b.day, b.spent_micros, b.spent_tokens, ${becameNear('b')}
), settled_keys AS (
  DELETE FROM ai_dispatch.key_reservations r USING ended d WHERE r.call_id = d.call_id
  RETURNING r.call_id, r.day, r.micros
), booked_keys AS (
  INSERT INTO ai_dispatch.key_days AS k (user_id, api_key_id, day, ${sums}, spent_micros, reserved_micros)
  SELECT d.user_id, d.api_key_id, coalesce(s.day, d.day) AS on_day, ${counts},
    sum(e.spent_micros), -coalesce(sum(s.micros), 0)
  FROM ended d JOIN ending e USING (call_id) LEFT JOIN settled_keys s USING (call_id)
  WHERE d.api_key_id IS NOT NULL
  GROUP BY d.user_id, d.api_key_id, on_day ORDER BY d.user_id, d.api_key_id, on_day
  ON CONFLICT (user_id, api_key_id, day) DO UPDATE SET
    ${adding('k')},
    spent_micros = k.spent_micros + excluded.spent_micros,
    reserved_micros = k.reserved_micros + excluded.reserved_micros,
    near_end_tx = CASE WHEN k.near_end_tx IS NULL AND ${isNear(
      '(k.spent_micros + excluded.spent_micros)',
      'k.budget_micros',
    )} THEN ${thisTransaction} ELSE k.near_end_tx END
  RETURNING k.user_id, k.api_key_id, k.day, k.spent_micros, k.input_tokens + k.output_tokens AS spent_tokens,
    k.budget_micros, ${becameNear('k')}
), near_end AS (
  SELECT user_id, NULL::uuid AS api_key_id, day, spent_micros, spent_tokens, $30::bigint AS budget_micros,
    $31::bigint AS budget_tokens
  FROM booked WHERE is_near
  UNION ALL SELECT user_id, api_key_id, day, spent_micros, spent_tokens, budget_micros, NULL FROM booked_keys WHERE is_near
)
INSERT INTO ai_dispatch.outbox (${outboxColumns})
SELECT ${newEventId}, 'ai_dispatch.budget_near_end.v1', NULL, jsonb_strip_nulls(jsonb_build_object(
  'userId', user_id, 'apiKeyId', api_key_id, 'day', to_char(day, 'YYYY-MM-DD'), 'usedMicros', spent_micros,
  'budgetMicros', budget_micros, 'usedTokens', spent_tokens, 'budgetTokens', budget_tokens)), '{}'::jsonb
FROM near_end
RETURNING id`,
};
