import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { highlightLine } from './highlight-line.js';

describe('a line of code', () => {
  it.each([
    ['UPDATE seats SET held = $1 -- now', 'sql', ['k:UPDATE', 'k:SET', 't:$1', 'c:-- now']],
    ["const x = call('a // b'); // why", 'ts', ['k:const', 'f:call', "t:'a // b'", 'c:// why']],
    ['def run(): # it', 'python', ['k:def', 'f:run', 'c:# it']],
    ['see https://example.com', 'js', []],
    ['return 42', 'text', []],
    ['FROM node:24 # base', 'dockerfile', ['k:FROM', 't:24', 'c:# base']],
    ['fun main() { val x = "a" }', 'kotlin', ['k:fun', 'f:main', 'k:val', 't:"a"']],
    ['if [ -f x ]; then exit 1; fi', 'bash', ['k:if', 'k:then', 'k:exit', 't:1', 'k:fi']],
    ['$x = [1]; // why', 'php', ['t:1', 'c:// why']],
    ['key = 1 ; why', 'ini', ['t:1', 'c:; why']],
    ["Dim x ' why", 'vb', ["c:' why"]],
    ['\\frac % why', 'latex', ['c:% why']],
    ['{"a": [true, -1.5e3], "b": "c"}', 'json', ['f:"a"', 'k:true', 't:-1.5e3', 'f:"b"', 't:"c"']],
    ['<a href="x">b</a> <!-- c -->', 'html', ['k:<a', 'f:href', 't:"x"', 'k:>', 'k:</a', 'k:>', 'c:<!-- c -->']],
    ['@media print { a { color: #fff; } } /* c */', 'css', ['k:@media', 'f:color', 't:#fff', 'c:/* c */']],
    ['+const x = 1', 'diff', ['a:+const x = 1']],
    ['-const x = 1', 'patch', ['d:-const x = 1']],
    ['@@ -1 +1 @@', 'diff', ['c:@@ -1 +1 @@']],
    ['FOR x IN y', 'a-language-of-tomorrow', ['k:FOR', 'k:IN']],
  ])('%j in %s', (line, lang, coloured) => {
    const parts = highlightLine(line, lang);
    expect(parts.map(([, text]) => text).join('')).toBe(line);
    expect(parts.filter(([kind]) => kind !== '').map(([kind, text]) => `${kind}:${text}`)).toEqual(coloured);
  });

  const languages = ['ts', 'python', 'json', 'html', 'css', 'diff', 'sql', 'vb', 'php', 'latex', 'constructor', ''];
  it('says all that it says, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...`ab1 "'\`/*<>!-=#%;:@{}()+$\\`), maxLength: 80 }),
        fc.constantFrom(...languages),
        (line, lang) => {
          expect(
            highlightLine(line, lang)
              .map(([, text]) => text)
              .join(''),
          ).toBe(line);
        },
      ),
      { seed: 3, numRuns: 500 },
    );
  });
});
