import { expect, it } from '@jest/globals';
import type { AdminUser } from '@polylogue/api-contract';
import { initialsOf, nameOf, roleLabel } from './users.rules.js';

const user = (known: Partial<AdminUser>) =>
  ({ firstName: 'Ines', lastName: 'Carvalho', email: 'ines@polylogue.example', role: 'user', ...known }) as AdminUser;

it('calls the one with the fixed address Admin, whatever the role says', () => {
  expect(roleLabel(user({}), 'INES@polylogue.example')).toBe('Admin');
  expect(roleLabel(user({ role: 'admin' }), 'other@polylogue.example')).toBe('User');
  expect(roleLabel(user({ role: 'admin' }), undefined)).toBe('Admin');
});

it('names a user, and abbreviates the name to two letters', () => {
  expect([nameOf(user({})), initialsOf(user({}))]).toEqual(['Ines Carvalho', 'IC']);
  expect(nameOf(user({ firstName: '', lastName: '' }))).toBe('ines@polylogue.example');
});
