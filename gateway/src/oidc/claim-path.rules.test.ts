import { expect, it } from '@jest/globals';
import { hasClaim, valuesAt } from './claim-path.rules.js';

const claims = {
  groups: ['staff', 'admins', 7, null, { name: 'x' }],
  role: 'admin',
  realm_access: { roles: ['a'] },
  resource_access: { 'my.client': { roles: ['b'] }, 'a/b': { roles: ['c'] } },
  'https://example.org/roles': ['d'],
  'realm_access.flat': 'e',
  none: [],
  off: false,
};

it.each([
  ['groups', ['staff', 'admins']],
  ['role', ['admin']],
  ['realm_access.roles', ['a']],
  ['https://example.org/roles', ['d']],
  ['realm_access.flat', ['e']],
  ['/resource_access/my.client/roles', ['b']],
  ['/resource_access/a~1b/roles', ['c']],
  ['none', []],
  ['off', []],
  ['missing', []],
  ['role.length', []],
  ['groups.0', []],
  ['__proto__.polluted', []],
  ['constructor.name', []],
  ['/', []],
])('%s', (path, values) => expect(valuesAt(claims, path)).toEqual(values));

it('knows an empty answer from none', () => {
  expect(['none', 'off', 'missing', 'realm_access.other'].map((path) => hasClaim(claims, path))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
