import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { MarkedToken, Token, Tokens } from 'marked';
import { BlockGrower, type Block, type Blocks } from './grow-blocks.js';
import { lexBlocks } from './lex-reply.js';

fc.configureGlobal({ seed: 20250710 });

const flat = (blocks: Blocks): Block[] => blocks.flat();
const lexed = (text: string): Token[] => lexBlocks(text).filter(({ type }) => type !== 'space' && type !== 'def');
/** What a reader sees of a token; `raw` keeps trailing newlines that depend on where a lexer stopped. */
const seen = (token: Token): unknown => {
  const { type, text, depth, lang, tokens, items, header, rows, start, checked, task, href } = token as MarkedToken & {
    [field: string]: unknown;
  };
  return {
    type: type === 'paragraph' ? 'text' : type,
    depth,
    lang,
    href,
    start,
    checked,
    task,
    header,
    rows,
    text: tokens || items ? undefined : String(text ?? token.raw).trimEnd(),
    tokens: (tokens as Token[] | undefined)?.filter((inner) => inner.type !== 'space').map(seen),
    items: (items as Token[] | undefined)?.map(seen),
  };
};

/** The text and marks of a token, wherever its text was cut into pieces. */
const plain = (token: Token): string =>
  JSON.stringify(seen(token.type === 'table' ? { ...token, raw: '' } : token))
    .replaceAll(/"\},\{"type":"text","text":"/g, '')
    .replaceAll(/\s+/g, '');

const samples = [
  'With $x_1 * x_2$ and \\(a^2\\), for $5 or $6.\n\n\\[\n\\sum_n \\, n\n\\]\n\n',
  '# Title\n\nA paragraph with **bold**, *soft* and `code`.\nIts second line.\n\n',
  '- one\n- two\n  - nested\n- three\n\n',
  '1. first\n2. second\n\n   with a paragraph\n3. third\n\n',
  '```sql\nUPDATE seats\n\nSET held = $1;\n```\n',
  '~~~\nplain\n~~~\n\n',
  '| a | b |\n|---|--:|\n| 1 | 2 |\n| 3 | 4 |\n\n',
  '> quoted\n> twice\n\n',
  'Setext\n======\n\n',
  '---\n\n',
  'text\n#not a heading\n# a heading\nmore\n',
  '    indented code\n\n    goes on\n\n',
  '<div onclick="x()">raw</div>\n\n',
  '- [x] done\n- [ ] open\n\n',
  'A [link](https://example.com) and https://example.org.\n\n',
  'a\n-\nb\n\n* c\n\n\n* d\n\n',
  '\n\n',
];

describe('a growing reply', () => {
  it('ends as the same blocks however it was cut', () => {
    const pieces = fc.array(fc.constantFrom(...samples), { minLength: 1, maxLength: 10 });
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(pieces, sizes, (parts, cuts) => {
        const text = parts.join('');
        const grower = new BlockGrower();
        for (let end = 0, step = 0; end < text.length; step++) {
          end = Math.min(text.length, end + (cuts[step % cuts.length] ?? 1));
          grower.grow(text.slice(0, end), true);
        }
        const blocks = flat(grower.grow(text, false));
        expect(blocks.map(({ token }) => seen(token))).toEqual(lexed(text).map(seen));
      }),
      { numRuns: 300 },
    );
  });

  it('never changes a finished block again', () => {
    const grower = new BlockGrower();
    const text = samples.join('').repeat(6);
    let before: Blocks = [];
    for (let end = 1; end <= text.length; end += 3) {
      const now = grower.grow(text.slice(0, end), true);
      before.slice(0, -1).forEach((group, index) => expect(now[index]).toBe(group));
      const keys = flat(now).map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      before = now;
    }
    expect(before.length).toBeGreaterThan(3);
  });

  it('parses only the open block again', () => {
    const grower = new BlockGrower();
    const [first] = flat(grower.grow('One.\n\nTw', true));
    const [still, second] = flat(grower.grow('One.\n\nTwo and', true));
    expect(still).toBe(first);
    expect(second?.token.raw).toBe('Two and');
    expect(grower.grow('One.\n\nTwo and', true)).toBe(grower.grow('One.\n\nTwo and', true));
  });

  it('cuts a long list while it grows, goes on counting, and is one list in the end', () => {
    const items = Array.from({ length: 40 }, (_, index) => `${index + 1}. item ${index + 1}\n`);
    const grower = new BlockGrower();
    let blocks: Block[] = [];
    for (let end = 1; end <= items.length; end++) blocks = flat(grower.grow(items.slice(0, end).join(''), true));
    expect(blocks.length).toBeGreaterThan(2);
    expect(blocks.slice(1).every(({ continued }) => continued)).toBe(true);
    const starts = blocks.map(({ token }) => (token.type === 'list' ? token.start : undefined));
    expect(starts).toEqual([1, 13, 25, 37]);
    expect(flat(grower.grow(items.join(''), false))).toHaveLength(1);
  });

  const giants: readonly (readonly [string, string])[] = [
    ['table', '| a | b |\n|---|--:|\n' + Array.from({ length: 60 }, (_, row) => `| **${row}** | \`x\` |\n`).join('')],
    ['table that ends', '| a |\n|---|\n' + '| 1 |\n'.repeat(30) + 'no bar\n' + '| 2 |\n'.repeat(20) + '\n# End'],
    ['paragraph', 'This is **bold**, `code` and [a link](https://example.com). '.repeat(120)],
    ['paragraph that is a heading', 'It goes on and on. '.repeat(200) + '\n---\nAnd after.'],
    ['paragraph with unclosed marks', 'An *open mark. And [a bracket. A `tick. '.repeat(100) + '\n- item'],
  ];
  it.each(giants)('shows a giant %s at every length as one that came whole', (_kind, text) => {
    const grower = new BlockGrower();
    for (let end = 1; end <= text.length; end += 7) {
      const now = flat(grower.grow(text.slice(0, end), true));
      if (end % 5 !== 0) continue;
      const whole = flat(new BlockGrower().grow(text.slice(0, end), true));
      expect(now.map(({ token }) => plain(token))).toEqual(whole.map(({ token }) => plain(token)));
    }
    expect(flat(grower.grow(text, false)).map(({ token }) => seen(token))).toEqual(lexed(text).map(seen));
  });

  it('keeps the finished rows of a table and the finished sentences of a paragraph as they are', () => {
    const [, table = ''] = giants[0] ?? [];
    const rowsAt = (grower: BlockGrower, end: number) =>
      (flat(grower.grow(table.slice(0, end), true))[0]?.token as Tokens.Table).rows;
    const tables = new BlockGrower();
    rowsAt(tables, 600);
    const early = rowsAt(tables, table.length - 40).slice(0, 30);
    expect(
      rowsAt(tables, table.length - 20)
        .slice(0, 30)
        .every((row, index) => row === early[index]),
    ).toBe(true);

    const [, paragraph = ''] = giants[2] ?? [];
    const paragraphs = new BlockGrower();
    const tokensAt = (end: number) =>
      (flat(paragraphs.grow(paragraph.slice(0, end), true))[0]?.token as Tokens.Paragraph).tokens;
    tokensAt(4000);
    const [first] = tokensAt(5000);
    expect(tokensAt(6000)[0]).toBe(first);
  });

  it('resolves a definition that comes last once the text is complete', () => {
    const grower = new BlockGrower();
    const text = 'See [the page][1].\n\nMore.\n\n[1]: https://example.com\n\nEnd.';
    for (let end = 1; end <= text.length; end++) grower.grow(text.slice(0, end), true);
    const [first] = flat(grower.grow(text, false));
    expect(JSON.stringify(first)).toContain('https://example.com');
  });

  it('starts afresh with another text', () => {
    const grower = new BlockGrower();
    grower.grow('One.\n\nTwo.\n\nThree', true);
    expect(flat(grower.grow('Else', true)).map(({ token }) => token.raw)).toEqual(['Else']);
  });

  it('reads Windows line ends', () => {
    expect(flat(new BlockGrower().grow('# a\r\n\r\nb', false)).map(({ token }) => token.type)).toEqual([
      'heading',
      'paragraph',
    ]);
  });
});
