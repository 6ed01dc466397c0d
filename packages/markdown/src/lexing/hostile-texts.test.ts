import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Token } from 'marked';
import { BlockGrower } from './grow-blocks.js';
import { hostileTexts } from './hostile-texts.fixture.js';
import { lexBlocks, lexInline } from './lex-reply.js';

fc.configureGlobal({ seed: 20260710 });

/** How many units of work any character may cost. Each stretch between blank lines has some to begin with. */
const unitsPerCharacter = 160;
const unitsPerSection = 4_000;
const allowed = (text: string) => unitsPerCharacter * text.length + unitsPerSection * text.split(/\n[ \t]*\n/).length;

const workOf = (text: string): number => {
  const work = { units: 0, failures: 0 };
  lexBlocks(text, {}, work);
  return work.units;
};
const letters = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');
const rawOf = (tokens: readonly Token[]): string => tokens.map(({ raw }) => raw).join('');
const depthOf = (tokens: readonly Token[]): number =>
  Math.max(
    0,
    ...tokens.map((token) => {
      const { tokens: within = [], items = [] } = token as { tokens?: Token[]; items?: Token[] };
      return 1 + Math.max(depthOf(within), depthOf(items));
    }),
  );

// oxfmt-ignore
const pieces = [
  '**', '*', '_', '__', '~~', '~', '`', '``', '```', '\n```\n', '[', ']', '![', '](', '](x', ')', '(', '"', "'",
  '<', '>', '<a ', '<!--', '-->', '<http://', '</a>', '&amp;', '&', '\\', '\\[', '\\(', '$', '$$', '|', '\n|-|-|\n',
  '\n', '\n\n', '\n> ', '\n- ', '\n  - ', '\n1. ', '\n# ', '\n===\n', '\n---\n', '\n    ', '[a]: b\n', '\t', ' ', '  \n',
  'a', 'word', ' 7 ', 'https://a.b', 'www.', 'a@b.c', 'é', '字', '😀', '\0', '.', ',', '!',
];
const marks = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 200 }).map((parts) => parts.join(''));

describe('any text', () => {
  it('is lexed to the last letter', () => {
    fc.assert(
      fc.property(marks, (text) => {
        expect(letters(rawOf(lexBlocks(text)))).toBe(letters(text));
        expect(letters(rawOf(lexInline(text)))).toBe(letters(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it('costs no more than its length allows, once or over and over', () => {
    fc.assert(
      fc.property(marks, fc.integer({ min: 1, max: 40 }), (part, times) => {
        const text = part.repeat(times);
        expect(workOf(text)).toBeLessThan(allowed(text));
      }),
      { numRuns: 500 },
    );
  });

  it('is nested no deeper than a stack holds', () => {
    const nested = fc.tuple(fc.constantFrom(...pieces), fc.constantFrom(...pieces), fc.constantFrom(...pieces));
    fc.assert(
      fc.property(nested, (parts) => {
        expect(depthOf(lexBlocks(parts.join('').repeat(1_000)))).toBeLessThan(150);
      }),
      { numRuns: 100 },
    );
  });

  it('shows all its letters at every length while it grows, and in the end', () => {
    fc.assert(
      fc.property(marks, (text) => {
        const grower = new BlockGrower();
        for (let end = 7; end < text.length; end += 7) grower.grow(text.slice(0, end), true);
        const shown = rawOf(
          grower
            .grow(text, false)
            .flat()
            .map(({ token }) => token),
        );
        const defined = lexBlocks(text).filter(({ type }) => type === 'def');
        expect(letters(shown).length + letters(rawOf(defined)).length).toBeGreaterThanOrEqual(letters(text).length);
      }),
      { numRuns: 300 },
    );
  });
});

describe.each(Object.keys(hostileTexts(1)))('%s', (name) => {
  const text = hostileTexts(10_000)[name] ?? '';

  it('is lexed to the last letter, and costs no more than its length allows', () => {
    expect(letters(rawOf(lexBlocks(text)))).toBe(letters(text));
    expect(workOf(text)).toBeLessThan(allowed(text));
    const twice = hostileTexts(20_000)[name] ?? '';
    expect(workOf(twice)).toBeLessThan(allowed(twice));
  });

  it('is not lexed again and again while it streams', () => {
    const short = text.slice(0, 3_000);
    const grower = new BlockGrower();
    for (let end = 20; end < short.length; end += 20) grower.grow(short.slice(0, end), true);
    expect(grower.work).toBeLessThan(11_000_000 + 16_000 * short.length);
  });
});

describe('a text that is too dear', () => {
  const hostile = `${'*a **a '.repeat(2_000)}${'a** a* '.repeat(2_000)}`;

  it('is shown to the letter, and what stands beside it as markdown', () => {
    const [title, plain, after, ...others] = lexBlocks(`# Title\n\n${hostile}\n\nAfter **it**.`).filter(
      ({ type }) => type !== 'space',
    );
    expect(title?.type).toBe('heading');
    expect([plain?.type, plain?.raw === hostile]).toEqual(['html', true]);
    expect(after).toMatchObject({ type: 'paragraph', text: 'After **it**.' });
    expect(others).toEqual([]);
  });

  it('keeps the quotes around a nesting that is too deep, and its letters', () => {
    const text = `${'>'.repeat(5_000)} deep`;
    expect(rawOf(lexBlocks(text))).toBe(text);
    expect(depthOf(lexBlocks(text))).toBeLessThan(50);
  });

  it('freezes at a blank line, so that what follows streams as ever', () => {
    const grower = new BlockGrower();
    const text = `${hostile}\n\nAfter **it**.\n\nAnd`;
    for (let end = 1_000; end < text.length; end += 500) grower.grow(text.slice(0, end), true);
    for (let end = hostile.length; end <= text.length; end++) grower.grow(text.slice(0, end), true);
    const blocks = grower.grow(text, true).flat();
    expect(blocks.map(({ token }) => token.type)).toEqual(['html', 'paragraph', 'paragraph']);
  });
});

describe('definitions', () => {
  it('do not show what stands before them twice while a text grows', () => {
    const grower = new BlockGrower();
    const text = 'See [a][1].\n\n[1]: https://example.com\n\nTwo.\n\nThree and.\n\nFour';
    for (let end = 1; end <= text.length; end++) grower.grow(text.slice(0, end), true);
    const raws = grower
      .grow(text, true)
      .flat()
      .map(({ token }) => token.raw.trim());
    expect(raws).toEqual(['See [a][1].', 'Two.', 'Three and.', 'Four']);
  });
});
