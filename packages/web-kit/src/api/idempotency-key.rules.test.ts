import { describe, expect, it } from '@jest/globals';
import { keyOfClick, newUuid } from './idempotency-key.rules.js';

describe('the idempotency key of a click', () => {
  const body = { message: 'Hello', selectedAIs: ['gpt'], mode: 'selective' };

  it('is new for each click', () => {
    let count = 0;
    const newKey = () => `key-${++count}`;
    expect(keyOfClick(body, undefined, newKey).key).toBe('key-1');
    expect(keyOfClick(body, undefined, newKey).key).toBe('key-2');
  });

  it('is the same again while it is not known whether that message arrived', () => {
    const first = keyOfClick(body, undefined, () => 'one');
    expect(keyOfClick({ ...body }, first, () => 'two').key).toBe('one');
    expect(keyOfClick({ ...body, message: 'Other' }, first, () => 'two').key).toBe('two');
  });

  it('is a uuid', () => {
    expect(newUuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(newUuid()).not.toBe(newUuid());
  });
});
