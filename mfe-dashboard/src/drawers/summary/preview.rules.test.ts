import { describe, expect, it } from '@jest/globals';
import { previewOf } from './preview.rules.js';

describe('the preview of a response', () => {
  it.each([
    ['short', 'short'],
    ['They **agree**.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |', 'They agree. a b 1 2'],
    ['  one\n\n two ', 'one two'],
    ['x'.repeat(150), 'x'.repeat(150)],
    ['x'.repeat(151), `${'x'.repeat(150)}…`],
    ['😀'.repeat(151), `${'😀'.repeat(150)}…`],
  ])('of %j', (text, preview) => expect(previewOf(text)).toBe(preview));
});
