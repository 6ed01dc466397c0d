import { describe, expect, test } from '@jest/globals';
import { isKept, pageOf, verdictsOf } from './page.rules.js';
import { rowOf } from './part.js';

const part = (failures: string[]) => ({
  name: 'fuzz',
  title: 'Values',
  rows: [rowOf('No call is answered 500', '0', '1,204 calls', failures)],
});

describe('a promise of abuse', () => {
  test('is kept when nothing broke it', () => {
    expect(isKept([part([])])).toBe(true);
    expect(verdictsOf(part([]))).toEqual(['PASS No call is answered 500: 0 of 1,204 calls (promised: 0)']);
  });

  test('is broken by one failure, which is shown', () => {
    expect(isKept([part([]), part(['GET /api/x: 500'])])).toBe(false);
    expect(verdictsOf(part(['GET /api/x: 500']))).toEqual([
      'FAIL No call is answered 500: 1 of 1,204 calls (promised: 0)',
      '     GET /api/x: 500',
    ]);
  });

  test('shows twenty failures and counts the rest', () => {
    const lines = verdictsOf(part(Array.from({ length: 25 }, (_, at) => `GET /api/${at}: 500`)));
    expect(lines).toHaveLength(22);
    expect(lines.at(-1)).toBe('     and 5 more');
  });

  test('was not shown by a part without rows', () => {
    expect(isKept([{ name: 'none', title: 'None', rows: [] }])).toBe(false);
  });
});

test('the page has a table for each part, whatever stands in its cells', () => {
  const rows = [rowOf('A | B', '0', '2 calls', [])];
  const page = pageOf([part([]), { name: 'other', title: 'Other', rows }], { seed: 7, isQuick: true });
  expect(page).toContain('a sample, of `--quick`, of seed 7');
  expect(page).toContain('## Values (`fuzz`)');
  expect(page).toContain('| A \\| B ');
});
