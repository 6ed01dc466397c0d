import { describe, expect, it } from '@jest/globals';
import { newAccount, standingOf } from './user.rules.js';

const account = { email: 'ada@example.org', password: 'correct horse', firstName: 'Ada', lastName: 'Lovelace' };

describe('standingOf', () => {
  it.each([
    ['the first account', 'ada@example.org', true, undefined, { role: 'admin', isApproved: true }],
    ['the configured e-mail', 'boss@example.org', false, ' Boss@Example.org', { role: 'admin', isApproved: true }],
    ['everyone else', 'eve@example.org', false, 'boss@example.org', { role: 'user', isApproved: false }],
    ['anyone without a configured e-mail', 'eve@example.org', false, undefined, { role: 'user', isApproved: false }],
  ])('%s', (_who, email, isFirst, adminEmail, standing) => {
    expect(standingOf(email, isFirst, adminEmail)).toEqual(standing);
  });
});

describe('newAccount', () => {
  it('takes one address for one account, however it is typed', () => {
    expect(newAccount.parse({ ...account, email: '  Ada@Example.ORG ' }).email).toBe('ada@example.org');
  });

  it.each([
    ['email', 'ada'],
    ['email', `${'a'.repeat(250)}@example.org`],
    ['password', 'short'],
    ['password', 'x'.repeat(201)],
    ['firstName', '   '],
    ['lastName', 'Love\nlace'],
  ])('refuses the %s %j', (field, value) => {
    const { error } = newAccount.safeParse({ ...account, [field]: value });
    expect(error?.issues.map(({ path }) => path)).toEqual([[field]]);
  });
});
