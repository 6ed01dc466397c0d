import { describe, expect, it } from '@jest/globals';
import { printReport, renewReport } from './report.rules.js';
import { atLeast, atMost, beyond, type Row } from './rows.rules.js';

describe('the table', () => {
  const rows: Row[] = [
    {
      measure: 'first token',
      ours: '2.00 ms',
      floor: '1.00 ms',
      compared: '2.0 ×',
      goal: '≤ 1.00 ms',
      verdict: 'over',
    },
    { measure: 'lost', ours: '0', goal: '0', verdict: 'ok' },
    { measure: 'beside', ours: '3.0 µs' },
  ];

  it('is aligned, has a dash where nothing is compared, and counts the goals met', () => {
    const report = printReport([{ name: 'latency', rows }], '2 × a processor', { isQuick: false });
    const table = report.split('\n').filter((line) => line.startsWith('|'));
    expect(new Set(table.map((line) => line.length)).size).toBe(1);
    expect(table.at(-1)).toMatch(/^\| beside +\| +3\.0 µs \| +– \|/);
    expect(report).toContain('1 of 2 goals met.');
    expect(report).not.toContain('quick run');
  });

  it('renews what was measured, and keeps what was not', () => {
    const [first, second] = [
      { name: 'cpu', rows },
      { name: 'boot', rows: [{ measure: 'boot', ours: '2 s' }] },
    ];
    const page = printReport([first!, second!], 'one machine', { isQuick: false });
    const renewed = renewReport(page, [{ name: 'boot', rows: [{ measure: 'boot', ours: '1 s' }] }], 'another machine');
    expect(renewed).toBe(
      printReport([first!, { name: 'boot', rows: [{ measure: 'boot', ours: '1 s' }] }], 'another machine', {
        isQuick: false,
      }),
    );
    expect(renewReport('', [first!], 'one machine')).toBe(printReport([first!], 'one machine', { isQuick: false }));
  });

  it('judges at the limit as met, and what is not a number as missed', () => {
    expect(atMost(45, 45)).toBe('ok');
    expect(atMost(45.1, 45)).toBe('over');
    expect(atLeast(19_999, 20_000)).toBe('over');
    expect(atMost(Number.NaN, 1)).toBe('over');
    expect(beyond(-0.5)).toBe('−0.50 ms');
  });
});
