import { describe, expect, it } from '@jest/globals';
import { Role, role } from '@polylogue/proto';
import { faultOfRequest } from './request-fault.js';

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}

const unknownRole = thrownBy(() => role.toWord(Role.UNSPECIFIED));
const ofDatabase = (code: string) => Object.assign(new Error('query failed'), { driverError: { code } });

describe('a request is at fault', () => {
  it.each([
    ['a value that is not known', unknownRole, { user: { role: Role.UNSPECIFIED } }, 'unknown_value'],
    ['a NUL', ofDatabase('22021'), { names: ['Ada', 'a\0b'] }, 'unstorable_text'],
    [
      'a NUL that a process is to be given',
      Object.assign(new TypeError('args'), { code: 'ERR_INVALID_ARG_VALUE' }),
      { name: '\0' },
      'unstorable_text',
    ],
    ['half of a surrogate pair in JSON', ofDatabase('22P05'), { text: '\ud83d' }, 'unstorable_text'],
    ['a time that is none', ofDatabase('22007'), { since: new Date(Number.NaN) }, 'time_out_of_range'],
    ['a time before all others', ofDatabase('22008'), { since: new Date('-004713-01-01') }, 'time_out_of_range'],
  ])('for %s', (_what, thrown, request, code) => {
    expect(faultOfRequest(thrown, request)).toMatchObject({ kind: 'invalid', code });
  });

  it.each([
    ['a value that another service answered', unknownRole, { user: { role: Role.ADMIN } }],
    ['a text that was stored before', ofDatabase('22021'), { text: 'Ada' }],
    ['a time of our own', ofDatabase('22008'), { since: new Date('2026-03-31') }],
    [
      'an argument of our own',
      Object.assign(new TypeError('args'), { code: 'ERR_INVALID_ARG_VALUE' }),
      { name: 'a.txt' },
    ],
    ['another fault of the database', ofDatabase('23505'), { text: 'a\0b' }],
    ['what is no fault of the database', new TypeError('undefined is not a function'), { text: 'a\0b' }],
    ['nothing at all', undefined, undefined],
  ])('not for %s', (_what, thrown, request) => {
    expect(faultOfRequest(thrown, request)).toBeUndefined();
  });
});
