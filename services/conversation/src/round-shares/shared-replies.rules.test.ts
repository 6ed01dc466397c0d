import { describe, expect, it } from '@jest/globals';
import { isBlindName, isUuid } from '@polylogue/proto';
import fc from 'fast-check';
import { keyOf, sharedReplies } from './shared-replies.rules.js';

const id = fc.uuid({ version: 7 });
const own = (ids: readonly string[]) =>
  ids.map((messageId, at) => ({ messageId, aiService: `service-${at}`, content: `Reply ${at}.` }));

describe('the replies of a share', () => {
  it('have a key of their own in each share, which is shaped as an id and is no id of a message', () => {
    fc.assert(
      fc.property(id, id, id, (share, other, message) => {
        const key = keyOf(share, message);
        expect(isUuid(key)).toBe(true);
        expect(keyOf(share, message)).toBe(key);
        expect(key).not.toBe(message);
        if (share !== other) expect(keyOf(other, message)).not.toBe(key);
      }),
    );
  });

  it('are named by aliases while they are hidden, and stand in the same order when the names come', () => {
    fc.assert(
      fc.property(id, fc.uniqueArray(id, { minLength: 2, maxLength: 9 }), fc.boolean(), (share, ids, byPlace) => {
        const hidden = sharedReplies(share, own(ids), { byPlace, isHidden: true });
        const shown = sharedReplies(share, own(ids), { byPlace, isHidden: false });
        expect(hidden.every(({ aiService }) => isBlindName(aiService))).toBe(true);
        expect(JSON.stringify(hidden)).not.toMatch(/service-/);
        expect(hidden.map(({ key, content }) => [key, content])).toEqual(
          shown.map(({ key, content }) => [key, content]),
        );
      }),
    );
  });

  it('stand in an order that says nothing of the one in which services were asked', () => {
    const firsts = fc.sample(id, 200).map((share) => {
      const ids = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'];
      return sharedReplies(share, own(ids), { byPlace: false, isHidden: false })[0]!.aiService;
    });
    expect(new Set(firsts)).toEqual(new Set(['service-0', 'service-1']));
  });
});
