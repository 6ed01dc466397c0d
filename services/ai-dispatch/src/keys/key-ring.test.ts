import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { parseKeyRing } from './key-ring.js';

const key = () => randomBytes(32).toString('base64');

describe('a key ring', () => {
  it('encrypts with its last key, and keeps the others to open', () => {
    const ring = parseKeyRing(JSON.stringify({ k1: key(), 'k2-2026': key() }));
    expect(ring.currentId).toBe('k2-2026');
    expect([...ring.keys.keys()]).toEqual(['k1', 'k2-2026']);
  });

  it.each([
    ['no JSON', 'k1=abc', 'JSON object'],
    ['a list', '["a"]', 'JSON object'],
    ['nothing', '{}', 'at least one key'],
    ['an id that JSON would put first', JSON.stringify({ 1: key() }), 'a letter, then'],
    ['a key of another length', JSON.stringify({ k1: randomBytes(16).toString('base64') }), '"k1" must be 32 bytes'],
    ['a key that is no text', JSON.stringify({ k1: 7 }), '"k1" must be 32 bytes'],
  ])('refuses %s, and says no key', (_what, text, sentence) => {
    const read = () => parseKeyRing(text);
    expect(read).toThrow(RangeError);
    expect(read).toThrow(sentence);
  });
});
