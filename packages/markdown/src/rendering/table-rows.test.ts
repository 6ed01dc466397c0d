import { describe, expect, it } from '@jest/globals';
import type { Tokens } from 'marked';
import { lexBlocks } from '../lexing/lex-reply.js';
import { cellText, csvOf, nextSort, numberOf, sortRows, type Direction } from './table-rows.js';

const tableOf = (...lines: string[]) => lexBlocks(lines.join('\n'))[0] as Tokens.Table;
const column = (cells: string[]) => tableOf('| a |', '| - |', ...cells.map((cell) => `| ${cell} |`));
const sorted = (cells: string[], direction: Direction) =>
  sortRows(column(cells).rows, { column: 0, direction }).map(([cell]) => cellText(cell));

describe('the rows of a table', () => {
  it.each([
    [
      ['10', '9', '1,000', '-2', '0.5'],
      ['-2', '0.5', '9', '10', '1,000'],
    ],
    [
      ['22.3 s', '0.5 s', '4 s'],
      ['0.5 s', '4 s', '22.3 s'],
    ],
    [['$1,200', '$ 90', '−$5', '(none)'].slice(0, 3), ['−$5', '$ 90', '$1,200']],
    [
      ['**12 %**', '`3 %`'],
      ['3 %', '12 %'],
    ],
    [
      ['banana', 'Äpfel', 'cherry'],
      ['Äpfel', 'banana', 'cherry'],
    ],
    [
      ['step 10', 'step 9'],
      ['step 9', 'step 10'],
    ],
    [
      ['10', 'n/a', '9'],
      ['9', '10', 'n/a'],
    ],
  ])('of %j are sorted as numbers where all are, else by letters', (cells, order) => {
    expect(sorted(cells, 'ascending')).toEqual(order);
    expect(sorted(cells, 'descending')).toEqual([...order].reverse());
  });

  it('keep their order where they are alike, and empty ones stand last in both directions', () => {
    expect(sorted(['', '2', '1'], 'ascending')).toEqual(['1', '2', '']);
    expect(sorted(['', '2', '1'], 'descending')).toEqual(['2', '1', '']);
  });

  it('are sorted upwards, downwards, and then as they were written', () => {
    const once = nextSort(undefined, 1);
    const twice = nextSort(once, 1);
    expect([once, twice, nextSort(twice, 1)]).toEqual([
      { column: 1, direction: 'ascending' },
      { column: 1, direction: 'descending' },
      undefined,
    ]);
    expect(nextSort(once, 0)).toEqual({ column: 0, direction: 'ascending' });
  });
});

it.each([
  ['CHF 1’5', undefined],
  ['US$12', 12],
  ['EUR 12.50', 12.5],
  ['1.5e3', 1500],
  ['≈ 7 km/h', 7],
  ['.5', 0.5],
  ['3 of 4', undefined],
  ['2025-07-10', undefined],
  ['v1.2.3', undefined],
  ['A1', undefined],
  ['', undefined],
])('%j is the number %p', (text, value) => expect(numberOf(text)).toBe(value));

it('is copied as it is shown, with nothing that a spreadsheet would run', () => {
  const { header, rows } = tableOf(
    '| Name | **Share** |',
    '| --- | --- |',
    '| =HYPERLINK("x") | -5 % |',
    '| a, [b](https://b.example) | +1+cmd |',
  );
  expect(csvOf(header, rows)).toBe('Name,Share\r\n"\'=HYPERLINK(""x"")",-5 %\r\n"a, b",\'+1+cmd\r\n');
});
