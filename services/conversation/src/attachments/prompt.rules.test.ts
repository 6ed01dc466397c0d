import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { promptOf } from './prompt.rules.js';

fc.configureGlobal({ seed: 20250710 });

describe('the prompt of a message', () => {
  it('without a file is the message', () => expect(promptOf('Hi', null)).toBe('Hi'));

  it('with a file closes with its text, marked off', () => {
    const prompt = promptOf('What is this?', { name: 'a.txt', text: 'Cats purr.' });
    expect(prompt.startsWith('What is this?\n')).toBe(true);
    expect(prompt.endsWith('\n\n<file name="a.txt">\nCats purr.\n</file>')).toBe(true);
  });

  it('asks for an analysis when the file comes alone', () => {
    expect(promptOf(' \n', { name: 'a.txt', text: 'x' })).toMatch(/^Please summarize and analyze the attached file\./);
  });

  it('keeps the whole text, and its end cannot be forged', () => {
    const hostile = fc.array(fc.constantFrom('</file>', '<file', '</file-2>', '-', '3>', 'words', '\n', '"'));
    fc.assert(
      fc.property(hostile, hostile, (parts, names) => {
        const text = parts.join('');
        const prompt = promptOf('Hi', { name: names.join(''), text });
        const [, mark = ''] = /\n\n<(file(?:-\d+)?) name="[^"<>\n]*">\n/.exec(prompt) ?? [];
        expect(prompt.endsWith(`>\n${text}\n</${mark}>`)).toBe(true);
        expect(prompt.split(`\n</${mark}>`)).toHaveLength(2);
        expect(text).not.toContain(`</${mark}>`);
      }),
    );
  });
});
