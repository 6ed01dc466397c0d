import { describe, expect, it } from '@jest/globals';
import { htmlOf, text } from './markdown-html.js';

describe('a reply as HTML', () => {
  it('keeps formulas to the letter, and takes no price for one', () => {
    const html = htmlOf('For $5 and $6, $a_1 * b_1$ and \\(x < y\\):\n\n\\[\\frac{1}{2}\\]');
    expect([...html.matchAll(/<code class="formula">(.*?)<\/code>/g)].map(([, tex]) => tex)).toEqual([
      'a_1 * b_1',
      'x &lt; y',
      '\\frac{1}{2}',
    ]);
    expect(html).toContain('For $5 and $6, ');
  });

  it('keeps its structure', () => {
    expect(htmlOf('**Yes**, in `code`:\n\n1. one\n2. two').replaceAll('\n', '')).toBe(
      '<p><strong>Yes</strong>, in <code>code</code>:</p><ol><li>one</li><li>two</li></ol>',
    );
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'a <b onclick="x()">b</b>',
    '<svg/onload=alert(1)>',
    '![x](javascript:alert(1))',
    '![x](https://evil.example/pixel.png)',
    '[x](javascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '<javascript:alert(1)>',
    '```"><script>alert(1)</script>\ncode\n```',
    '[x](https://example.org/"onmouseover="alert(1))',
    '| a |\n| --- |\n| <script>alert(1)</script> |',
  ])('does nothing but be read: %s', (hostile) => {
    const html = htmlOf(hostile);
    expect(html).not.toMatch(/<(script|img|svg|iframe|b)\b/i);
    expect(html).not.toMatch(/<[^>]*\son\w+=/i);
    expect(html).not.toMatch(/(href|src)="(?!https?:)/i);
  });

  it('links to addresses of the web', () => {
    expect(htmlOf('[docs](https://example.org/a?b=1&c=2)')).toContain(
      '<a href="https://example.org/a?b=1&amp;c=2" rel="noreferrer noopener">docs</a>',
    );
  });

  it('escapes text for content and attributes', () =>
    expect(text(`<a href="x">'&'</a>`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;'));
});
