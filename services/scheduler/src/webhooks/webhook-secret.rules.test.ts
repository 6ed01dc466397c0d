import { expect, it } from '@jest/globals';
import { secretOf, written } from './webhook-secret.rules.js';

const key = Buffer.alloc(48, 1).toString('base64');
const salt = Buffer.alloc(32, 2);

it('a secret is the same for the same query, salt and key, and for no others', () => {
  const secret = secretOf(key, { savedQueryId: 7, salt });
  expect(written(secret)).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(secretOf(key, { savedQueryId: 7, salt })).toEqual(secret);
  const others = [
    secretOf(key, { savedQueryId: 8, salt }),
    secretOf(key, { savedQueryId: 7, salt: Buffer.alloc(32, 3) }),
    secretOf(Buffer.alloc(48, 9).toString('base64'), { savedQueryId: 7, salt }),
  ];
  for (const other of others) expect(other.equals(secret)).toBe(false);
});

// Who has a secret keeps it: a change here would end every webhook.
it('a secret stays what it was in version 1', () => {
  expect(written(secretOf(key, { savedQueryId: 7, salt }))).toBe('whsec_AoXHc+uE0n/C9BKg7xOtI0VOsNTLwC3CQyx6fT+5y8g=');
});
