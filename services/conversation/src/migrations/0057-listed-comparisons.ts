import { sqlMigration } from '@polylogue/service-kit';

/**
 * Which comparisons stand on a page of the list as the screens open it. A statement would look up, for each conversation on its
 * way, whether it is the newest of its comparison; walking the list from its newest one, the first of each comparison is (decision 0114).
 */
export const ListedComparisons0057 = sqlMigration(
  '0057-listed-comparisons',
  `
-- The newest conversation of each comparison, newest first, behind a row of the list or from its beginning; so many at most. It runs as its
-- caller, who sees what policies let them see. The list is walked by its index: sorting would read all that a user has.
CREATE FUNCTION conversation.listed_comparisons(who uuid, most integer, after_at timestamptz, after_id uuid)
RETURNS TABLE (comparison_id uuid, updated_at timestamptz, id uuid, preview text)
LANGUAGE plpgsql STABLE SET search_path = conversation, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_sort = off AS $$
#variable_conflict use_column
DECLARE
  next record;
  listed uuid[] := '{}';
  -- Conversations of one message are neighbors in the list.
  last_seen uuid;
  -- Variables: as an expression within the statement it would be no condition of the index, because of the policies.
  before_at timestamptz := coalesce(after_at, 'infinity');
  before_id uuid := coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
BEGIN
  IF most < 1 THEN
    RETURN;
  END IF;
  FOR next IN
    SELECT c.comparison_id, c.updated_at, c.id, c.preview FROM conversations c
    WHERE c.user_id = who AND c.comparison_id IS NOT NULL
      AND (c.updated_at, c.id) < (before_at, before_id)
    ORDER BY c.updated_at DESC, c.id DESC
  LOOP
    CONTINUE WHEN next.comparison_id = last_seen OR next.comparison_id = ANY (listed);
    last_seen := next.comparison_id;
    -- Behind a row, the first that comes may have newer ones in front of it. Not one condition: what has a subquery in it costs more to
    -- begin than all else of this loop.
    IF after_at IS NOT NULL THEN
      CONTINUE WHEN EXISTS (
        SELECT FROM conversations o WHERE o.user_id = who AND o.comparison_id = next.comparison_id
          AND (o.updated_at, o.id) >= (after_at, after_id));
    END IF;
    listed := listed || next.comparison_id;
    comparison_id := next.comparison_id;
    updated_at := next.updated_at;
    id := next.id;
    preview := next.preview;
    RETURN NEXT;
    EXIT WHEN cardinality(listed) >= most;
  END LOOP;
END $$;`,
);
