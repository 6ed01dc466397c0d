import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ExportPieces, NotTheShape, PieceTooLong } from './export-pieces.rules.js';

type Lists = Record<string, unknown[]>;

/** Puts the pieces together again as they were; the lists apart from the fields. */
function cut(text: string, sizes: readonly number[], longest = 1_000_000) {
  const reader = new ExportPieces(longest);
  const members = new Map<string, unknown>();
  const conversations: { fields: Map<string, unknown>; lists: Lists; isWhole: boolean }[] = [];
  let at = 0;
  for (let turn = 0; at < text.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    for (const piece of reader.take(text.slice(at, at + size))) {
      const current = conversations.at(-1);
      if (piece.kind === 'member') members.set(piece.name, JSON.parse(piece.text));
      if (piece.kind === 'begin') conversations.push({ fields: new Map(), lists: {}, isWhole: false });
      if (piece.kind === 'field') current!.fields.set(piece.name, JSON.parse(piece.text));
      if (piece.kind === 'item') (current!.lists[piece.name] ??= []).push(JSON.parse(piece.text));
      if (piece.kind === 'end') current!.isWhole = true;
    }
    at += size;
  }
  return { members, conversations, isDone: reader.isDone };
}

const names = fc.stringMatching(/^[a-k"\\{,:]{1,6}$/);
const values = fc.jsonValue({ depthSize: 'small' });
const fieldsOf = fc.dictionary(names, values, { maxKeys: 4 });
const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('an export, cut while it arrives', () => {
  it('is what JSON.parse makes of it, wherever the text is split and however it is written', () => {
    const one = fc.record({
      fields: fieldsOf,
      messages: fc.array(values),
      assessments: fc.array(values),
      first: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(one),
        fieldsOf,
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        fc.constantFrom(0, 2),
        (list, members, sizes, indent) => {
          const conversations = list.map(({ fields, messages, assessments, first }) =>
            first ? { assessments, messages, ...fields } : { ...fields, messages, assessments },
          );
          const found = cut(` ${JSON.stringify({ ...members, conversations, after: 1 }, null, indent)}\n`, sizes);
          expect(json(Object.fromEntries(found.members))).toEqual(json({ ...members, after: 1 }));
          expect(found.isDone).toBe(true);
          expect(found.conversations).toHaveLength(list.length);
          for (const [at, { fields, lists, isWhole }] of found.conversations.entries()) {
            expect(isWhole).toBe(true);
            expect(json(Object.fromEntries(fields))).toEqual(json(list[at]!.fields));
            expect(lists['messages'] ?? []).toEqual(json(list[at]!.messages));
            expect(lists['assessments'] ?? []).toEqual(json(list[at]!.assessments));
          }
        },
      ),
      { seed: 5, numRuns: 300 },
    );
  });

  it.each(['{"conversations":[1,2', '{"conversations":[{}]', '', '{"other":[1]}', '{"conversations":[{"messages":['])(
    'is not done: %s',
    (text) => {
      const isDone = () => cut(text, [7]).isDone;
      if (text.includes('[1,')) expect(isDone).toThrow(NotTheShape);
      else expect(isDone()).toBe(false);
    },
  );

  it.each([
    '[1]',
    'x',
    '{"conversations":[]}{"conversations":[]}',
    '{"conversations":[1]}',
    '{"conversations":[{}}',
    '{1}',
  ])('is not the shape: %s', (text) => {
    expect(() => cut(text, [3])).toThrow(NotTheShape);
  });

  it('never holds more than the longest piece', () => {
    const message = `"${'x'.repeat(80)}"`;
    const file = (messages: string[]) => `{"conversations":[{"messages":[${messages.join(',')}]}]}`;
    expect(cut(file(Array(50).fill(message)), [10], 100).isDone).toBe(true);
    expect(() => cut(file([`"${'x'.repeat(200)}"`]), [10], 100)).toThrow(PieceTooLong);
  });
});
