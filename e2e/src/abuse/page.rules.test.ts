import { describe, expect, test } from '@jest/globals';
import { isKept, renewPage, verdictsOf } from './page.rules.js';
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

describe('the page', () => {
  const rows = [rowOf('A | B', '0', '2 calls', [])];
  const names = ['fuzz', 'other'];
  const both = [{ name: 'other', title: 'Other', rows }, part([])];
  const page = renewPage('', both, names, { seed: 7, isQuick: true });

  test('has a table for each part in the order of the parts, whatever stands in its cells', () => {
    expect([...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual(['Values (`fuzz`)', 'Other (`other`)']);
    expect(page.match(/^A sample, of seed 7\.$/gm)).toHaveLength(2);
    expect(page).toContain('| A \\| B ');
  });

  test('keeps the parts that were not played as they were found', () => {
    const renewed = renewPage(page, [part(['x'])], names, { seed: 8, isQuick: false, values: 1_000 });
    expect(renewed).toContain('The whole, 1,000 values of each schema, of seed 8.');
    expect(renewed).toContain('| FAIL |');
    const other = (text: string) => text.slice(text.indexOf('## Other'));
    expect(other(renewed)).toBe(other(page));
    expect(renewPage(page, both, names, { seed: 7, isQuick: true })).toBe(page);
  });

  test('loses a part that there is no more', () => {
    expect(renewPage(page, [], ['other'], { seed: 7, isQuick: true })).not.toContain('`fuzz`)');
  });
});
