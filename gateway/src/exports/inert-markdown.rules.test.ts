import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Marked } from 'marked';
import { inert, inertLine } from './inert-markdown.rules.js';
import { escaped } from './markdown-text.rules.js';

const fence = (code: string) => `Before\n\n\`\`\`html\n${code}\n\`\`\`\n\nafter`;

describe('a reply in a file of Markdown', () => {
  it.each([
    ['tags', 'a <b>b</b> <!-- c -->', 'a &lt;b>b&lt;/b> &lt;!-- c -->'],
    ['a picture', '![x](https://a.example/p)', '&#33;[x](https://a.example/p)'],
    ['a picture by reference', '![x][r]\n\n[r]: https://a.example/p', '&#33;[x][r]\n\n[r]: https://a.example/p'],
    ['an address in brackets', '<https://a.example/?b=c>', '&lt;https://a.example/?b=c&gt;'],
    ['a link of another kind', '[x](javascript:f)', '[x]&#40;javascript:f)'],
    ['a reference of another kind', '[x]: javascript:f', '[x]&#58; javascript:f'],
    ['what a backslash stands before', '\\<b> \\![x](https://a.example)', '&lt;b> &#33;[x](https://a.example)'],
  ])('%s is text', (_what, written, shown) => expect(inert(written)).toBe(shown));

  it.each([
    ['links', '[x](https://a.example) [y](mailto:a@b.example) [z](#part)'],
    ['no tags', '1 < 2, a<3, b <= c, x -> y'],
    ['code in fences', fence('<b>![x](y)</b> [a](b) <!-- -->')],
    ['code in fences of a list', '1. one\n\n   ```sh\n   cat <<EOF <a>\n   ```\n2. two'],
    ['fences in fences', fence('~~~\n<a>\n~~~').replaceAll('```', '````')],
    ['code in a line', 'Use `<b>` and ``<i>![x]`` here.'],
  ])('%s stay as they are', (_what, text) => expect(inert(text)).toBe(text));

  it.each([
    ['a fence that a list holds', '- a\n\n  ```\n<b>'],
    ['one that ends for some', '- a\n\n  ```\n  x\n```\n<b>'],
    ['one that ends with other signs', '```\n```~\n<b>'],
    ['one that a formula holds', '$$\n```\n$$\n<b>\n```'],
    ['ticks that an address takes', '[x](https://a`b) <b> `c'],
    ['ticks of another line', 'a `\n`<b>`'],
    ['ticks of another cell', '| ` | <b> ` |'],
  ])('is not code after %s', (_what, text) => expect(inert(text)).not.toContain('<b>'));

  it.each([
    ['```js\na', '```js\na\n```'],
    ['- a\n\n  ~~~~\n  a', '- a\n\n  ~~~~\n  a\n  ~~~~'],
    ['```\n```js', '```\n```js\n```'],
    ['```\r\na', '```\na\n```'],
    ['$$a\n$$b$$', '$$a\n$$b&#36;&#36;'],
    ['[x\n```\n]:`', '&#91;x\n```\n]:`\n```'],
  ])('that was cut off in code, a formula or a link swallows nothing: %j', (text, shown) =>
    expect(inert(text)).toBe(shown),
  );
});

// What opens, closes and nests.
const signs =
  '` `` ``` ```` ~~~ - > # | $$ \\ ! [x] [x ]( ]: ( ) < > a https://a.example/ javascript:f </b> <!-- &lt; &#33;';
const blanks = [' ', '  ', '    ', '\t', '\n', '\n\n', '\r', '\r\n', '1. ', '|-|-|\n'];
const whole = [
  '<img src=x>',
  '![x](https://a.example/p)',
  '[x](javascript:f)',
  '\n[x]: javascript:f\n',
  '\n```\n',
  '\n~~~',
];
const pieces = [...signs.split(' '), ...blanks, ...whole];

it('a reply runs and loads nothing in a viewer that takes HTML as it stands, nor does the next one', () => {
  const viewer = new Marked();
  const isActive = (html: string) => /<(?:img|\/b>|!--)|href="(?!https?:|mailto:|#)/.test(html);
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((some) => some.join(''));
  const next = inert('```\n<img>\n```');
  fc.assert(
    fc.property(text, (reply) => {
      const html = viewer.parse(`${inert(reply)}\n\n### Next\n\n${next}\n\n<hr>\n`, { async: false });
      // What one leaves open would turn code of the next into text.
      expect([isActive(html), html.includes('<hr>'), html.includes('&lt;img&gt;')]).toEqual([false, true, true]);
      const cell = `| a |\n|-|\n| ${inertLine(reply.replaceAll('\n', ' '))} |`;
      expect(isActive(viewer.parse(cell, { async: false }))).toBe(false);
      const source = `1. [${escaped(reply)}](<https://a.example/>)`;
      expect(isActive(viewer.parse(source, { async: false }))).toBe(false);
    }),
    { numRuns: 3_000 },
  );
});
