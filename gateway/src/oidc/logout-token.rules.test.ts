import { expect, it } from '@jest/globals';
import { endedByToken } from './logout-token.rules.js';

const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const iss = 'https://issuer.test';

it.each([
  ['a session', { iss, sid: 's', events }, { issuer: iss, subject: undefined, sid: 's' }],
  ['a user', { iss, sub: 'ada', events }, { issuer: iss, subject: 'ada', sid: undefined }],
  ['a session of a user', { iss, sub: 'ada', sid: 's', events }, { issuer: iss, subject: 'ada', sid: 's' }],
  ['no user', { iss, events }, undefined],
  ['no user, by empty names', { iss, sub: '', sid: '', events }, undefined],
  ['an ID token', { iss, sub: 'ada', events, nonce: 'n' }, undefined],
  ['another event', { iss, sub: 'ada', events: { 'https://other': {} } }, undefined],
  ['no event', { iss, sub: 'ada' }, undefined],
  ['an event that is a word', { iss, sub: 'ada', events: { [Object.keys(events)[0]!]: 'yes' } }, undefined],
])('%s', (_what, claims, ended) => expect(endedByToken(claims)).toEqual(ended));
