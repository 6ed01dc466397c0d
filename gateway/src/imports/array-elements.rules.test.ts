import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ArrayElements, NotTheShape, PieceTooLong, type Piece } from './array-elements.rules.js';

function cut(text: string, sizes: readonly number[], longest = 1_000_000) {
  const elements = new ArrayElements('list', longest);
  const pieces: Piece[] = [];
  let at = 0;
  for (let turn = 0; at < text.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    pieces.push(...elements.take(text.slice(at, at + size)));
    at += size;
  }
  const list = pieces.flatMap((piece) => (piece.kind === 'element' ? [JSON.parse(piece.text) as unknown] : []));
  const members = Object.fromEntries(
    pieces.flatMap((piece) => (piece.kind === 'member' ? [[piece.name, JSON.parse(piece.text) as unknown]] : [])),
  );
  return { list, members, isDone: elements.isDone };
}

describe('an object with an array, cut while it arrives', () => {
  it('is what JSON.parse makes of it, wherever the text is split and however it is written', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue({ depthSize: 'small' })),
        fc.dictionary(fc.stringMatching(/^[a-k"\\{,:]{1,6}$/), fc.jsonValue()),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        fc.constantFrom(0, 2),
        (list, others, sizes, indent) => {
          const { list: _own, ...members } = others as Record<string, unknown>;
          const text = ` ${JSON.stringify({ ...members, list, after: 1 }, null, indent)}\n`;
          const found = cut(text, sizes);
          expect(found.list).toEqual(JSON.parse(JSON.stringify(list)));
          expect(JSON.stringify(found.members)).toBe(JSON.stringify({ ...members, after: 1 }));
          expect(found.isDone).toBe(true);
        },
      ),
      { seed: 5, numRuns: 300 },
    );
  });

  it.each(['{"list":[1,2', '{"list":[1]', '', '{"other":[1]}'])('is not done: %s', (text) => {
    expect(cut(text, [7]).isDone).toBe(false);
  });

  it.each(['[1]', 'x', '{"list":[]}{"list":[]}'])('is not the shape: %s', (text) => {
    expect(() => cut(text, [3])).toThrow(NotTheShape);
  });

  it('never holds more than the longest piece', () => {
    expect(() => cut(`{"list":["${'x'.repeat(200)}"]}`, [10], 100)).toThrow(PieceTooLong);
  });
});
