import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, render, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { lexBlocks } from '../lexing/lex-reply.js';
import { Markdown } from './markdown.js';
import { typeset } from './typeset.js';

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

const drawnIn = (container: HTMLElement) => [...container.querySelectorAll('annotation')].map((tex) => tex.textContent);
const stylesOf = (host: Element) =>
  [...host.querySelectorAll('[style]')].map((each) => each.getAttribute('style')).join(';');
const formulasOf = (text: string) => JSON.stringify(lexBlocks(text)).match(/"type":"maths"/g)?.length ?? 0;

describe('a formula', () => {
  it('is typeset once it is whole, for the eye and as MathML', async () => {
    const { container, rerender } = render(<Markdown text={'So \\(a^2 + b'} live />);
    expect(container.querySelector('[data-formula]')).toBeNull();
    rerender(<Markdown text={'So \\(a^2 + b^2\\), and\n\n$$\\frac{1}{2}$$'} live={false} />);
    await waitFor(() => expect(drawnIn(container)).toEqual(['a^2 + b^2', '\\frac{1}{2}']));
    expect(container.querySelectorAll('[data-formula] math')).toHaveLength(2);
    expect(container.querySelector('[data-formula=displayed]')?.getAttribute('tabindex')).toBe('0');
  });

  it('that is no TeX stays as it was written', async () => {
    const { container } = render(<Markdown text={'\\(\\frac{1}\\) and \\(x\\)'} />);
    await waitFor(() => expect(drawnIn(container)).toEqual(['x']));
    expect(container.querySelector('code[data-maths]')?.textContent).toBe('\\frac{1}');
  });

  it.each(['It costs $5 and $6.', 'From $5-$6, US$7 or $8/$9 a month', 'echo $HOME and $PATH', '\\$1 and \\$2', '$5'])(
    'is not made of money: %s',
    (text) => expect(formulasOf(text)).toBe(0),
  );

  it('is never made of prices, whatever stands between them', () => {
    const price = fc.nat({ max: 99_999 }).map((amount) => `$${amount / 100}`);
    const between = fc.constantFrom(' and ', ' to ', ', ', ' or ', ' – ', '; ', ' / ');
    fc.assert(
      fc.property(fc.array(fc.tuple(price, between), { minLength: 1, maxLength: 9 }), (parts) => {
        expect(formulasOf(`Pay ${parts.flat().join('')}in all.`)).toBe(0);
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  it('is found between each of the four pairs of delimiters, to the letter', () => {
    const tex = fc.string({ unit: fc.constantFrom(...'xyz0123+-=^_{}'), minLength: 1, maxLength: 40 });
    const pair = fc.constantFrom(['\\(', '\\)'], ['\\[', '\\]'], ['$', '$'], ['$$', '$$']);
    fc.assert(
      fc.property(tex, pair, (formula, [open = '', close = '']) => {
        const [block] = lexBlocks(`As ${open}${formula}${close} says`) as { tokens?: object[] }[];
        expect(block?.tokens?.[1]).toMatchObject({ type: 'maths', text: formula });
      }),
      { seed: 5, numRuns: 300 },
    );
  });
});

describe('a hostile formula', () => {
  it.each([
    '\\href{javascript:alert(1)}{x}',
    '\\url{javascript:alert(1)}',
    '\\includegraphics{https://evil.example/pixel.png}',
    '\\htmlData{a=b}{x}',
    '\\htmlStyle{background:url(https://evil.example)}{x}',
    '\\htmlId{theme}{x}',
    '\\text{<img src=x onerror=alert(1)>}',
    '\\text{</annotation></math><script>alert(1)</script>}',
  ])('draws nothing that acts or loads: %s', (tex) => {
    const host = document.createElement('div');
    host.append(typeset(tex, false) ?? '');
    expect(host.querySelector('a, img, script, iframe, [id], [href], [src], [data-a]')).toBeNull();
    expect([...host.querySelectorAll('*')].flatMap((each) => each.getAttributeNames())).not.toContainEqual(
      expect.stringMatching(/^on/),
    );
    expect(stylesOf(host)).not.toContain('url(');
  });

  it.each(['\\def\\a{\\a}\\a', `\\begin{matrix}${'&'.repeat(1_900)}\\end{matrix}`, '{'.repeat(2_000)])(
    'that would take long stays as it was written',
    (tex) => expect(typeset(tex, true)).toBeUndefined(),
  );

  it('asks for no more room than a line or two', () => {
    const host = document.createElement('div');
    host.append(typeset('\\rule{9999em}{9999em}\\hspace{9999em}x', false)!);
    const sizes = [...stylesOf(host).matchAll(/(-?[\d.]+)em/g)].map(([, size]) => Number(size));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(10);
  });

  it('defines nothing for the one after it', () => {
    typeset('\\gdef\\x{y}', false);
    expect(typeset('\\x', false)).toBeUndefined();
  });
});
