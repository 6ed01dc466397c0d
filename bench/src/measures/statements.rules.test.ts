import { expect, it } from '@jest/globals';
import { heapRow, shortened, statementRow, walRow } from './statements.rules.js';

it('shows each cost per broadcast', () => {
  const statement = { name: 'all', calls: 20, ms: 35, planMs: 5, wal: 20_480, rows: 60 };
  expect(statementRow(statement, 10)).toEqual({
    measure: 'all',
    ours: '2.00 calls, 6.0 rows',
    floor: '3.50 ms, 0.50 ms to plan',
    compared: '2.0 KB',
  });
  const wal = { name: 'a_table Heap INSERT', records: 15, bytes: 10_240, pages: 0 };
  expect(walRow(wal, 10)).toMatchObject({ ours: '1.50 records', compared: '1.0 KB' });
  expect(walRow({ ...wal, pages: 5_120 }, 10).compared).toBe('1.0 KB, 0.5 KB of it whole pages');
  const heap = { name: 'a.table', inserted: 5, updated: 20, inPlace: 15, deleted: 0 };
  expect(heapRow(heap, 10)).toMatchObject({
    ours: '0.50 inserted, 2.00 updated, 0.00 deleted',
    compared: '75 % in place',
  });
  expect(heapRow({ ...heap, updated: 0 }, 10).compared).toBe('–');
});

it('shows the beginning of a statement on one line that a table can hold', () => {
  expect(shortened('SELECT\n  a || b')).toBe('SELECT a // b');
  expect(shortened('x'.repeat(200))).toBe(`${'x'.repeat(90)} …`);
});
