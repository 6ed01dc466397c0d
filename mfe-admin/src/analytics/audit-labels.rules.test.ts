import { expect, it } from '@jest/globals';
import type { AuditEntry } from '@polylogue/api-contract';
import { actionLabelOf, circumstancesOf } from './audit-labels.rules.js';

const entry = (fields: Partial<AuditEntry> = {}): AuditEntry => ({
  position: 1,
  at: '2026-03-31T09:00:00Z',
  hash: 'ab',
  action: 'user_approved',
  details: {},
  actorId: 'ines',
  actorName: 'Ines S',
  subjectId: 'omar',
  subjectName: 'Omar H',
  ...fields,
});

it.each([
  [entry(), 'Omar H · by Ines S'],
  [entry({ details: { from: 'user', to: 'admin' } }), 'Omar H · by Ines S · user · admin'],
  [entry({ subjectId: 'ines', subjectName: 'Ines S' }), 'by Ines S'],
  [entry({ subjectId: null, subjectName: null }), 'by Ines S'],
  [entry({ actorName: null, subjectName: null }), 'an erased account · by an erased account'],
  [
    entry({ details: { apiKey: 'k', prefix: 'pl_live_Ab' }, keyName: 'CI' }),
    'Omar H · by Ines S · API key “CI” (pl_live_Ab…)',
  ],
  [
    entry({ details: { apiKey: 'k', prefix: 'pl_live_Ab' }, keyName: null }),
    'Omar H · by Ines S · API key pl_live_Ab…',
  ],
  [entry({ actorId: null, actorName: null }), 'Omar H'],
])('says to whom, by whom and how of %j', (given, expected) => {
  expect(circumstancesOf(given)).toBe(expected);
  expect(actionLabelOf(given)).toBe('User approved');
});

it('says what the figures of a rule of retention are', () => {
  const rule = { keepDays: 30, formerKeepDays: 'for ever', removesStarred: false };
  expect(circumstancesOf(entry({ action: 'retention_set', subjectId: null, details: rule }))).toBe(
    'by Ines S · keep days 30 · former keep days for ever · removes starred false',
  );
});
