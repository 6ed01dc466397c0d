import { describe, expect, it } from '@jest/globals';
import { hostileTexts } from '../lexing/hostile-texts.fixture.js';
import { plainText, wholePlainText } from './plain-text.js';

describe('the plain text of a reply', () => {
  it.each([
    ['They **agree**, *mostly*.', 'They agree, mostly.'],
    ['# Locks\n\n| lock | holds |\n| --- | --- |\n| row | `seats` |', 'Locks lock holds row seats'],
    ['1. one\n2. [two](https://a.example)\n   - three', 'one two three'],
    ['> quoted\n\n```sql\nSELECT 1\n```', 'quoted SELECT 1'],
    ['a &amp; b \\* c <b>d</b>', 'a & b * c <b>d</b>'],
    ['2 * 3 * 4 = 24', '2 * 3 * 4 = 24'],
    ['', ''],
  ])('of %j is %j', (markdown, text) => expect(plainText(markdown)).toBe(text));

  it('comes of any text', () => {
    for (const text of Object.values(hostileTexts)) expect(plainText(text).length).toBeLessThanOrEqual(8_000);
  });

  it('is cut for a preview, and whole where positions refer to it', () => {
    const long = 'They **agree**. '.repeat(1_000);
    expect(plainText(long).length).toBeLessThan(4_000);
    expect(wholePlainText(long)).toBe('They agree. '.repeat(1_000).trim());
  });
});
