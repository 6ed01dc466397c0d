import { describe, expect, it } from '@jest/globals';
import { clickOf, type SendBody } from './click.rules.js';

const body: SendBody = { message: 'Hello', selectedAIs: ['gpt', 'claude'], mode: 'selective' };
const file = { name: 'a.txt', size: 3 };
let count = 0;
const newKey = () => `key-${++count}`;
const first = (sent: Partial<SendBody> = {}) => clickOf({ ...body, ...sent }, [], undefined, newKey);

describe('a click', () => {
  it('has a new key', () => expect(first().key).not.toBe(first().key));

  it('is the same again while it is not known whether its message arrived', () => {
    const sent = first();
    expect(clickOf({ ...body }, [], sent, newKey)).toEqual(sent);
    for (const other of [{ message: 'Other' }, { selectedAIs: ['gpt'] }, { mode: 'broadcast' as const }])
      expect(clickOf({ ...body, ...other }, [], sent, newKey).key).not.toBe(sent.key);
    expect(clickOf(body, [file], sent, newKey).key).not.toBe(sent.key);
  });

  it('keeps its key, and waits as it did, whether replies still come by now or not', () => {
    const queued = first({ queued: true });
    expect(clickOf(body, [], queued, newKey)).toEqual(queued);
    const atOnce = first();
    expect(clickOf({ ...body, queued: true }, [], atOnce, newKey)).toMatchObject({ key: atOnce.key, body });
    expect(clickOf({ ...body, queued: true }, [], atOnce, newKey).body.queued).toBeUndefined();
  });

  it('keeps its key and its settings when its comparison is there by now, and is another with other settings', () => {
    const begun = first({ settings: { temperature: 0.2 } });
    expect(clickOf(body, [], begun, newKey)).toEqual(begun);
    expect(clickOf({ ...body, settings: { temperature: 0.2 } }, [], begun, newKey)).toEqual(begun);
    for (const sent of [begun, first()])
      expect(clickOf({ ...body, settings: { temperature: 1 } }, [], sent, newKey).key).not.toBe(sent.key);
  });

  it('keeps its key when Blind was switched: the server refuses it where the first one has arrived', () => {
    const blind = first({ blind: true });
    expect(clickOf(body, [], blind, newKey)).toEqual({ ...blind, body });
  });

  it('is the one that began the blind round which stands there by now', () => {
    const blind = first({ blind: true });
    const again: SendBody = { ...body, selectedAIs: ['blind..a', 'blind..b'], mode: 'broadcast' };
    expect(clickOf(again, [], blind, newKey)).toBe(blind);
    expect(clickOf(again, [], first(), newKey).body).toBe(again);
  });
});
