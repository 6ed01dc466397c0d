import { describe, expect, it } from '@jest/globals';
import type { SummaryToEstimate } from './summary.entity.js';
import { issuesOfEstimate, issuesOfSummary } from './summary.rules.js';

const messageIds = ['0191f0a0-0000-7000-8000-000000000001', '0191f0a0-0000-7000-8000-000000000002'];
const compare = { messageIds, kind: 'compare' as const };
const own = { messageIds, kind: 'instruction' as const };

describe('a summary whose price is asked for', () => {
  it.each<[SummaryToEstimate, string[]]>([
    [compare, []],
    [{ ...own, instructionBytes: 8_000 }, []],
    [own, ['instruction']],
    [{ ...own, instructionBytes: 8_001 }, ['instructionBytes']],
    [{ ...compare, instructionBytes: -1 }, ['instructionBytes']],
  ])('%j: %j', (requested, paths) => expect(issuesOfEstimate(requested).map(({ path }) => path)).toEqual(paths));

  it.each([[[messageIds[0]!]], [[messageIds[0]!, messageIds[0]!]], [['x', 'y']], [[...messageIds, messageIds[0]!]]])(
    'is of the same replies as one that is written: %j',
    (ids) => {
      const issues = issuesOfEstimate({ ...compare, messageIds: ids });
      expect(issues).not.toEqual([]);
      expect(issues).toEqual(issuesOfSummary({ ...compare, messageIds: ids }));
    },
  );
});
