import { expect, it } from '@jest/globals';
import { placeAfter } from './grid-keys.rules.js';

const columns = [3, 3, 2];

it.each([
  ['ArrowRight', false, [0, 0], [0, 1]],
  ['ArrowRight', false, [0, 2], [0, 2]],
  ['ArrowLeft', false, [1, 0], [1, 0]],
  ['ArrowDown', false, [1, 2], [2, 1]],
  ['ArrowDown', false, [2, 0], [2, 0]],
  ['ArrowUp', false, [0, 1], [0, 1]],
  ['ArrowUp', false, [2, 1], [1, 1]],
  ['Home', false, [1, 2], [1, 0]],
  ['End', false, [1, 0], [1, 2]],
  ['Home', true, [2, 1], [0, 0]],
  ['End', true, [0, 0], [2, 1]],
])('%s, with Ctrl %p, leads from %p to %p', (key, isControl, [row, column], [toRow, toColumn]) =>
  expect(placeAfter(key, isControl, { row: row!, column: column! }, columns)).toEqual({
    row: toRow,
    column: toColumn,
  }),
);

it('leaves other keys to the page', () => {
  expect(placeAfter('Enter', false, { row: 0, column: 0 }, columns)).toBeUndefined();
  expect(placeAfter('Tab', false, { row: 0, column: 0 }, columns)).toBeUndefined();
});
