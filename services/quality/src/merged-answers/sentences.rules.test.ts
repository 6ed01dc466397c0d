import { describe, expect, it } from '@jest/globals';
import { wholePlainText } from '@polylogue/markdown/plain-text';
import fc from 'fast-check';
import { LineReader, maxSentences } from './line-reader.rules.js';
import { sentencesIn } from './references.rules.js';

const known = new Set([1, 2, 3]);
const read = (line: string) => sentencesIn(line, known).map(({ text, claims }) => [text, claims]);

describe('the sentences of a line', () => {
  it.each<[string, string, [string, number[]][]]>([
    ['one reference', 'Locks wait. [c1]', [['Locks wait.', [1]]]],
    ['several', 'Locks wait [c1][c2].', [['Locks wait.', [1, 2]]]],
    ['a list of them', 'Locks wait. [c3, 1; c2]', [['Locks wait.', [3, 1, 2]]]],
    [
      'other brackets and capitals',
      'Locks wait.【C1】 Others too (c2).',
      [
        ['Locks wait.', [1]],
        ['Others too.', [2]],
      ],
    ],
    ['none', 'Locks wait.', [['Locks wait.', []]]],
    ['one of a claim that is not there', 'Locks wait. [c9]', [['Locks wait.', []]]],
    ['one that is there beside one that is not', 'Locks wait. [c9][c1]', [['Locks wait.', [1]]]],
    ['the same twice', 'Locks wait. [c1][c1]', [['Locks wait.', [1]]]],
    ['a bracket that is no reference', 'See [1] and [code]. [c1]', [['See [1] and [code].', [1]]]],
    ['no sentence at all', ' [c1] ', []],
    [
      'two sentences, the first without its own',
      'The moon is cheese. Locks wait. [c1]',
      [
        ['The moon is cheese.', []],
        ['Locks wait.', [1]],
      ],
    ],
    [
      'something behind the last',
      'Locks wait. [c1] And all is well.',
      [
        ['Locks wait.', [1]],
        ['And all is well.', []],
      ],
    ],
    ['an abbreviation', 'Dr. Smith waits, e.g. for locks. [c1]', [['Dr. Smith waits, e.g. for locks.', [1]]]],
    ['a number', 'It takes 3.5 s. [c2]', [['It takes 3.5 s.', [2]]]],
    [
      'another script',
      '锁会等待。[c1]锁很贵。[c2]',
      [
        ['锁会等待。', [1]],
        ['锁很贵。', [2]],
      ],
    ],
  ])('with %s', (_what, line, sentences) => expect(read(line)).toEqual(sentences));

  it('never name a claim that is not there, and never show a reference', () => {
    const piece = fc.oneof(
      fc.constantFrom('Locks wait.', ' [c1]', '[c2,c9]', '[c999]', '\n', '. ', '(c3)', 'Dr. '),
      fc.string({ maxLength: 12 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        for (const { text, claims } of sentencesIn(pieces.join(''), known)) {
          expect(claims.every((number) => known.has(number))).toBe(true);
          expect(text.trim()).not.toBe('');
          expect(text).not.toMatch(/\[c\d{1,3}\]/i);
        }
      }),
    );
  });
});

describe('an answer as it comes', () => {
  const whole = (text: string) => {
    const reader = new LineReader(known, wholePlainText);
    return [...reader.take(text), ...reader.end({ isWhole: true })];
  };

  it('is the same however it is cut', () => {
    const text = '- Locks **wait**. [c1]\n\n## Costs [c2]\n---\nThey cost. [c3] More.\nEnd [c1]';
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 8 }), (cuts) => {
        const reader = new LineReader(known, wholePlainText);
        const places = [0, ...cuts.toSorted((one, other) => one - other), text.length];
        const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
        const read = pieces.flatMap((piece) => reader.take(piece));
        expect([...read, ...reader.end({ isWhole: true })]).toEqual(whole(text));
      }),
    );
  });

  it('is read without Markdown, with its paragraphs', () => {
    expect(whole('- Locks **wait**. [c1]\nThey `block`. [c2]\n\n# Costs [c3]\n```\n***\n')).toEqual([
      { text: 'Locks wait.', claims: [1], startsParagraph: true },
      { text: 'They block.', claims: [2], startsParagraph: false },
      { text: 'Costs', claims: [3], startsParagraph: true },
    ]);
  });

  it('that was cut off ends with its last whole sentence', () => {
    const reader = new LineReader(known, wholePlainText);
    expect(reader.take('Locks wait. [c1] They are')).toEqual([]);
    expect(reader.end({ isWhole: false }).map(({ text }) => text)).toEqual(['Locks wait.']);
  });

  it('holds nothing that cannot be stored, and no more than a person reads', () => {
    expect(whole('A\0B\ud800. [c1]')[0]!.text).toBe('A\uFFFDB\uFFFD.');
    expect(whole('So. [c1]\n'.repeat(maxSentences + 50))).toHaveLength(maxSentences);
  });
});
