import { describe, expect, it } from '@jest/globals';
import { issuedAccessOf, newAccount } from './user.rules.js';

const account = { email: 'ada@example.org', password: 'correct horse', firstName: 'Ada', lastName: 'Lovelace' };

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

describe('issuedAccessOf', () => {
  const admin = { role: 'admin', isApproved: true } as const;
  const user = { role: 'user', isApproved: true } as const;
  const waiting = { role: 'user', isApproved: false } as const;
  const usual = {
    email: 'eve@example.org',
    said: {},
    known: undefined,
    isTrustedFirst: false,
    adminEmail: 'boss@example.org',
  };

  it.each([
    ['a newcomer', {}, waiting],
    ['the first one of this machine', { isTrustedFirst: true }, admin],
    [
      'the first one of this machine, where the issuer decides',
      { isTrustedFirst: true, said: { role: 'user' } },
      waiting,
    ],
    ['the admin e-mail, whatever the issuer says', { email: 'boss@example.org', said: { role: 'user' } }, admin],
    ['an admin of the issuer', { said: { role: 'admin', isApproved: false } }, admin],
    ['an admin of yesterday', { said: { role: 'user', isApproved: false }, known: admin }, waiting],
    ['one the issuer approves', { said: { isApproved: true } }, user],
    ['one the issuer approves no more', { said: { isApproved: false }, known: user }, waiting],
    ['one whom we approved', { said: { role: 'user' }, known: user }, user],
    ['one whom we made admin', { known: admin }, admin],
  ] as const)('%s', (_who, input, access) => {
    expect(issuedAccessOf({ ...usual, ...input })).toEqual(access);
  });
});
