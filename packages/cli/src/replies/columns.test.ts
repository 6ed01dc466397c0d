import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cellsOf } from '../terminal/cells.js';
import { styleFor } from '../terminal/style.js';
import { columnsOf, gridFor } from './columns.js';
import { aReply, done } from './reply.fixture.js';

const plain = styleFor(false);

describe('the grid', () => {
  it.each([
    ['two in a usual terminal', 2, 80, { perRow: 2, width: 39 }],
    ['three in a wide one', 3, 120, { perRow: 3, width: 38 }],
    ['six in even rows', 6, 160, { perRow: 3, width: 52 }],
    ['none where there is one reply', 1, 200, undefined],
    ['none in a narrow one', 2, 61, undefined],
  ])('%s', (_, replies, width, grid) => expect(gridFor(replies, width)).toEqual(grid));
});

describe('columns', () => {
  it('stand beside each other with what each took below it', () => {
    const replies = [aReply('a', 'Two lines\nof text', { end: done }), aReply('b', 'One')];
    expect(columnsOf(replies, { perRow: 2, width: 12 }, plain)).toEqual(
      ['● A           ● B', 'Two lines     One', 'of text       …', '1.2 s, 7      ', 'tokens        ', ''].map(
        (line) => line.trimEnd(),
      ),
    );
  });

  it('say a whole sentence why there is no more of a reply', () => {
    const end = { ...done, error: 'The provider did not answer in time.' };
    const lines = columnsOf([aReply('a', '', { end }), aReply('b', 'One')], { perRow: 2, width: 20 }, plain);
    expect(lines.map((line) => line.slice(0, 20).trim()).join(' ')).toContain('The provider did not answer in time.');
  });

  it('show the end of what does not fit on the screen', () => {
    const long = Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n');
    const lines = columnsOf([aReply('a', long), aReply('b', 'short')], { perRow: 2, width: 30 }, plain, 10);
    expect(lines.length).toBeLessThanOrEqual(10);
    expect(lines.join('\n')).toContain('line 99');
    expect(lines.join('\n')).not.toContain('line 9 ');
  });

  it('are never wider than the terminal, nor higher where the height is limited', () => {
    const text = fc
      .array(fc.oneof(fc.constantFrom('漢字', '👩‍👩‍👧‍👦', 'e\u0301', '\n', ' '), fc.lorem()))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 2, maxLength: 9 }),
        fc.integer({ min: 62, max: 240 }),
        (all, terminal) => {
          const replies = all.map((each, index) => aReply(`service-${index}`, each, index % 2 ? { end: done } : {}));
          const grid = gridFor(replies.length, terminal);
          if (!grid) return;
          for (const line of columnsOf(replies, grid, plain)) expect(cellsOf(line)).toBeLessThanOrEqual(terminal);
          expect(columnsOf(replies, grid, plain, 60).length).toBeLessThanOrEqual(60);
        },
      ),
    );
  });
});
