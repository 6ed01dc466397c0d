import { describe, expect, it } from '@jest/globals';
import { isOutdated } from './password-hash.rules.js';

describe('isOutdated', () => {
  it.each([
    ['$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', false],
    ['$argon2id$v=19$m=4096,t=3,p=1$c2FsdA$aGFzaA', true],
    ['$argon2i$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', true],
    ['$argon2id$v=16$m=19456,t=2,p=1$c2FsdA$aGFzaA', true],
    ['$2b$10$abcdefghijklmnopqrstuv', true],
  ])('%s: %s', (hash, expected) => expect(isOutdated(hash)).toBe(expected));
});
