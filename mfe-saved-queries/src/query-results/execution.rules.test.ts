import { describe, expect, it } from '@jest/globals';
import type { Execution } from '@polylogue/api-contract';
import {
  formatCost,
  cutResponse,
  milliseconds,
  previousResponse,
  responseTimes,
  sparkline,
} from './execution.rules.js';

const service = (name: string) => ({ name, displayName: name, color: '#777777' });
const execution = (id: number, results: [string, string, number, string?][]): Execution => ({
  id,
  status: 'completed',
  executedAt: '2026-11-21T09:00:00Z',
  triggerType: 'manual',
  errorMessage: null,
  successfulResponses: 1,
  totalResponses: results.length,
  results: results.map(([name, response, responseTime, error], place) => ({
    id: id * 10 + place,
    aiService: service(name),
    response,
    responseTime,
    createdAt: '2026-11-21T09:00:04Z',
    ...(error && { error }),
  })),
});
const executions = [
  execution(3, [['gpt', 'C', 30]]),
  execution(2, [
    ['gpt', '', 5, 'Refused.'],
    ['claude', 'b', 20],
  ]),
  execution(1, [['gpt', 'A', 10]]),
];

describe('a response', () => {
  it('is shown up to 500 characters', () => {
    expect(cutResponse('a'.repeat(500))).toEqual({ shown: 'a'.repeat(500), more: 0 });
    expect(cutResponse('a'.repeat(501))).toEqual({ shown: 'a'.repeat(500), more: 1 });
    expect(cutResponse('😀'.repeat(502))).toEqual({ shown: '😀'.repeat(500), more: 2 });
  });

  it('is cut by what one reads of it, not by its marks', () => {
    const link = '[a](https://example.org/a-rather-long-address) ';
    expect(cutResponse(link.repeat(60))).toEqual({ shown: link.repeat(60), more: 0 });
    const { shown, more } = cutResponse(`${link.repeat(20)}${'b'.repeat(600)}`);
    expect(shown).toBe(`${link.repeat(20)}${'b'.repeat(460)}`);
    expect(more).toBe(140);
  });

  it('says how much more one would read, without marks and addresses', () => {
    const text = `${'a'.repeat(500)} and **bold**, [a link](https://example.org/a-rather-long-address).`;
    expect(cutResponse(text)).toEqual({ shown: `${'a'.repeat(500)} `, more: ' and bold, a link.'.length });
  });

  it('that is all marks is cut all the same', () => {
    expect(cutResponse('*'.repeat(5_000)).more).toBeGreaterThanOrEqual(1_000);
  });

  it('is compared with the last one of the same service that was an answer', () => {
    expect(previousResponse(executions, 3, 'gpt')).toEqual({ number: 1, response: 'A' });
    expect(previousResponse(executions, 3, 'claude')).toEqual({ number: 2, response: 'b' });
    expect(previousResponse(executions, 1, 'gpt')).toBeUndefined();
  });
});

it('draws response times from the oldest to the newest, without failures', () => {
  expect(responseTimes(executions).get('gpt')).toEqual([
    { id: 1, ms: 10 },
    { id: 3, ms: 30 },
  ]);
  const box = { width: 100, height: 20, max: 40 };
  expect(sparkline([10, 20], box)).toEqual([
    { x: 0, y: 15 },
    { x: 100, y: 10 },
  ]);
  expect(sparkline([40], box)).toEqual([{ x: 50, y: 0 }]);
  expect(milliseconds(4120.4)).toBe('4,120 ms');
});

it.each([
  [{ amount: 0.00123, currency: 'USD', source: 'estimate' }, '≈ $0.0012'],
  [{ amount: 0.3, currency: 'USD', source: 'provider' }, '$0.30'],
] as const)('says what an answer cost: %j', (cost, expected) => expect(formatCost(cost)).toBe(expected));
