import { describe, expect, it } from '@jest/globals';
import { highlightLine } from './highlight-line.js';

describe('a line of code', () => {
  it.each([
    ['UPDATE seats SET held = $1 -- now', 'sql', ['k:UPDATE', 'k:SET', 't:$1', 'c:-- now']],
    ["const x = call('a // b'); // why", 'ts', ['k:const', 'f:call', "t:'a // b'", 'c:// why']],
    ['def run(): # it', 'python', ['k:def', 'f:run', 'c:# it']],
    ['see https://example.com', 'js', []],
    ['return 42', 'text', []],
  ])('%j in %s', (line, lang, coloured) => {
    const parts = highlightLine(line, lang);
    expect(parts.map(([, text]) => text).join('')).toBe(line);
    expect(parts.filter(([kind]) => kind !== '').map(([kind, text]) => `${kind}:${text}`)).toEqual(coloured);
  });
});
