import { describe, expect, it } from '@jest/globals';
import { hashOf, isKeyToken, newKeyToken, shownPrefixOf } from './key-token.rules.js';

describe('a key', () => {
  it('is its own, is recognized by its form and shows only how it begins', () => {
    const [one, two] = [newKeyToken(), newKeyToken()];
    expect(one).toMatch(/^pl_live_[0-9A-Za-z]{38}$/);
    expect(isKeyToken(one)).toBe(true);
    expect(two).not.toBe(one);
    expect(hashOf(two)).not.toEqual(hashOf(one));
    expect(shownPrefixOf(one)).toBe(one.slice(0, 16));
  });

  it('with one character changed, missing or added is none', () => {
    const key = newKeyToken();
    for (let at = 0; at < key.length; at += 1) {
      const other = key[at] === 'x' ? 'y' : 'x';
      expect(isKeyToken(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    }
    expect(isKeyToken(key.slice(0, -1))).toBe(false);
    expect(isKeyToken(`${key}0`)).toBe(false);
  });
});
