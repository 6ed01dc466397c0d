import { describe, expect, it } from '@jest/globals';
import { needsMore, toIssuedUser } from './claims.rules.js';

const mapping = { roleClaim: 'groups', adminValues: [], approvedValues: [], trustEmail: false };
const ada = { iss: 'https://issuer.test', sub: 'ada', email: 'ada@issuer.test', email_verified: true };

describe('toIssuedUser', () => {
  it.each([
    [{ given_name: 'Ada', family_name: 'Lovelace' }, ['Ada', 'Lovelace']],
    [{ name: 'Ada King Lovelace' }, ['Ada', 'King Lovelace']],
    [{ name: 'Ada' }, ['Ada', '']],
    [{ given_name: 7, name: ['x'] }, ['', '']],
    [{}, ['', '']],
  ])('takes names from %j', (claims, names) => {
    const { firstName, lastName } = toIssuedUser({ ...ada, ...claims }, mapping);
    expect([firstName, lastName]).toEqual(names);
  });

  it('takes pictures of its own only, over TLS', () => {
    const pictureOf = (picture: unknown) => toIssuedUser({ ...ada, picture }, mapping).profileImageUrl;
    const given = ['https://issuer.test/a.png', 'https://i.test/a.png', 'http://issuer.test/a.png', 'javascript:x', 7];
    expect(given.map(pictureOf)).toEqual(['https://issuer.test/a.png', undefined, undefined, undefined, undefined]);
  });

  it.each([
    [true, false, true],
    ['true', false, true],
    [undefined, false, false],
    [undefined, true, true],
    [false, true, false],
    ['false', true, false],
    [1, true, false],
  ])('an e-mail with email_verified %j, trusted: %j', (email_verified, trustEmail, expected) => {
    const map = () => toIssuedUser({ ...ada, email_verified }, { ...mapping, trustEmail });
    if (expected) expect(map().email).toBe('ada@issuer.test');
    else expect(map).toThrow('has not verified your e-mail address');
  });

  const both = { adminValues: ['boss', 'root'], approvedValues: ['staff'] };
  it.each([
    [{}, ['boss', 'staff'], undefined, undefined],
    [both, ['root'], 'admin', true],
    [both, ['staff', 'x'], 'user', true],
    [both, [], 'user', false],
    [both, 'staff', 'user', true],
    [both, ['Staff', 'BOSS'], 'user', false],
    [{ approvedValues: ['*'] }, [], undefined, true],
    [{ adminValues: ['*'] }, ['x'], 'user', undefined],
  ])('maps %j of %j', (wanted, groups, role, isApproved) => {
    expect(toIssuedUser({ ...ada, groups }, { ...mapping, ...wanted })).toMatchObject({ role, isApproved });
  });
});

describe('needsMore', () => {
  const decides = { ...mapping, adminValues: ['boss'] };
  it.each([
    [ada, mapping, false],
    [{ ...ada, email: undefined }, mapping, true],
    [ada, decides, true],
    [{ ...ada, groups: [] }, decides, false],
    [ada, { ...mapping, approvedValues: ['*'] }, false],
  ])('%#', (claims, wanted, expected) => expect(needsMore(claims, wanted)).toBe(expected));
});
