import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { emptyChain, verifyChain, type SealedEntry } from './audit-chain.rules.js';

fc.configureGlobal({ seed: 20250710 });

function chainOf(texts: string[]): SealedEntry[] {
  let head = Buffer.alloc(0) as Buffer;
  return texts.map((text, index) => {
    head = createHash('sha256').update(head).update(text, 'utf8').digest();
    return { position: index + 1, text, hash: head };
  });
}

const someTexts = fc.array(fc.string(), { minLength: 2, maxLength: 20 });

it('verifies any unchanged chain, in one go or page by page', () => {
  fc.assert(
    fc.property(someTexts, fc.nat(), (texts, cut) => {
      const chain = chainOf(texts);
      const at = cut % chain.length;
      const paged = verifyChain(verifyChain(emptyChain, chain.slice(0, at)), chain.slice(at));
      expect(paged).toEqual(verifyChain(emptyChain, chain));
      expect(paged).toMatchObject({ entries: texts.length, head: chain.at(-1)!.hash });
      expect(paged.brokenAt).toBeUndefined();
    }),
  );
});

it('names the entry that was changed, removed or moved', () => {
  fc.assert(
    fc.property(someTexts, fc.nat(), (texts, which) => {
      const at = which % (texts.length - 1);
      const changed = chainOf(texts);
      changed[at] = { ...changed[at]!, text: `${changed[at]!.text}!` };
      expect(verifyChain(emptyChain, changed).brokenAt).toBe(at + 1);
      const removed = chainOf(texts).filter((_entry, index) => index !== at);
      expect(verifyChain(emptyChain, removed).brokenAt).toBe(at + 1);
      const swapped = chainOf(texts);
      [swapped[at], swapped[at + 1]] = [swapped[at + 1]!, swapped[at]!];
      expect(verifyChain(emptyChain, swapped).brokenAt).toBe(at + 1);
    }),
  );
});
