import { describe, expect, it } from '@jest/globals';
import type { MergedSentence } from '@polylogue/api-contract';
import * as rules from './answers.rules.js';
import { answer, sentence } from './answer.fixture.js';
import { map, service, services } from './map.fixture.js';

it.each([
  ['unsaid where it found the claims', 'reader', undefined],
  ['the one of before', 'sage', 'sage'],
  ['unsaid where that is not connected', 'grok', undefined],
  ['unsaid where that is not offered', 'gone', undefined],
])('the writer of what follows a version is %s', (_case, name, writer) => {
  const offered = [...services, service('grok', 'Grok', { status: 'error' })];
  const before = answer({ writer: { name, displayName: name, color: '#777777' } });
  expect(rules.writerOf(before, map(), offered)).toBe(writer);
});

describe('what stands behind a sentence', () => {
  it('are the passages of all claims it names, by side, each once', () => {
    const names = (proofs: readonly rules.Proof[]) =>
      proofs.map(({ service, cell }) => [service.name, cell.quote?.text]);
    const { says, contradicts } = rules.proofOf(sentence('So.', [2, 3, 2], 'disputed'), map());
    expect(names(says)).toEqual([
      ['sage', 'hold each seat with a lease'],
      ['brief', 'Take a lease.'],
      ['contrarian', 'optimistic locking will do'],
    ]);
    expect(names(contradicts)).toEqual([['contrarian', 'Leases only move the problem']]);
    expect(rules.servicesOf([...says, ...contradicts])).toBe(3);
    expect(rules.proofName(contradicts[0]!)).toBe('Demo Contrarian contradicts: “Leases only move the problem”');
  });

  it('is nothing where the map has no such claim', () => {
    expect(rules.proofOf(sentence('So.', [9]), map())).toEqual({ says: [], contradicts: [] });
  });
});

describe('an answer', () => {
  it('is in paragraphs', () => {
    const start: MergedSentence = { ...sentence('C.'), startsParagraph: true };
    const paragraphs = rules.paragraphsOf([sentence('A.'), sentence('B.'), start]);
    expect(paragraphs.map((each) => each.map(({ text }) => text))).toEqual([['A.', 'B.'], ['C.']]);
  });

  it('is counted, and says how it came to be', () => {
    expect(rules.answerFigures(answer())).toBe('3 sentences · 1 disputed · 1 unproven');
    expect(rules.answerFigures({ sentences: [sentence('A.')] })).toBe('1 sentence');
    expect(rules.versionLabel({ version: 2, steering: 'Shorter' })).toBe('Version 2 · Shorter');
    expect(rules.versionLabel({ version: 1 })).toBe('Version 1');
    expect(rules.shortening({})).toBeUndefined();
    expect(rules.shortening({ stopReason: 'length' })).toMatch(/cut short/);
    expect(rules.shortening({ stopReason: 'content_filter' })).toContain('content_filter');
  });
});

it('a key is a uuid, and another one each time', () => {
  const keys = [rules.newKey(), rules.newKey()];
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(keys[0]).not.toBe(keys[1]);
});
