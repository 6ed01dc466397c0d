import { describe, expect, it } from '@jest/globals';
import { previewOf } from './summary.rules.js';

describe('the preview of a response', () => {
  it.each([
    ['short', 'short'],
    ['  one\n\n two ', 'one two'],
    ['x'.repeat(150), 'x'.repeat(150)],
    ['x'.repeat(151), `${'x'.repeat(150)}…`],
    ['😀'.repeat(151), `${'😀'.repeat(150)}…`],
  ])('of %j', (text, preview) => expect(previewOf(text)).toBe(preview));
});
