import { describe, expect, it } from '@jest/globals';
import { AiService, SampleRound } from '@polylogue/proto';
import { parts, type Better, type CallStatus, type Part } from './backtest.entity.js';
import { endOfCase, withFreeReplies } from './case.rules.js';

const call = (part: Part, better: Better | null, margin = 1, status: CallStatus = 'completed') => ({
  part,
  better,
  margin,
  status,
  error: status === 'completed' ? null : 'It was away.',
});
const answered = call(parts.candidate, null);
const judged = (one: Better, other: Better) => [
  answered,
  call(parts.candidateFirst, one, 3),
  call(parts.baselineFirst, other, 2),
];

describe('a case', () => {
  it.each([
    ['candidate', 'candidate', 'win', false, 5],
    ['baseline', 'baseline', 'loss', false, 5],
    ['tie', 'tie', 'tie', false, 0],
    ['candidate', 'baseline', 'tie', true, 0],
    ['tie', 'candidate', 'tie', true, 0],
    ['baseline', 'tie', 'tie', true, 0],
  ] as const)('of which a judge says %s and %s is a %s', (one, other, outcome, isInconsistent, margin) => {
    expect(endOfCase(judged(one, other))).toEqual({ outcome, isInconsistent, margin });
  });

  it('has no verdict when any of its calls failed or was interrupted, whatever the others say', () => {
    for (const status of ['failed', 'interrupted'] as const) {
      const end = { outcome: 'failed', isInconsistent: false, margin: 0, error: 'It was away.' };
      expect(endOfCase([call(parts.candidate, null, 0, status)])).toEqual(end);
      expect(endOfCase([answered, call(parts.candidateFirst, 'candidate', 1, status)])).toEqual(end);
    }
  });

  it('has not ended while a call is missing, under way or cancelled', () => {
    expect(endOfCase([])).toBeUndefined();
    expect(endOfCase([answered, call(parts.candidateFirst, 'candidate')])).toBeUndefined();
    expect(endOfCase([answered, call(parts.candidateFirst, null, 0, 'cancelled')])).toBeUndefined();
    expect(endOfCase([call(parts.candidate, null, 0, 'pending')])).toBeUndefined();
  });
});

it('knows the cost of the baseline where a demo wrote it, also as a variant: it was free', () => {
  const services = [AiService.fromPartial({ name: 'demo-sage', demo: true }), AiService.fromPartial({ name: 'gpt' })];
  const round = (aiService: string, costUsd?: number) => SampleRound.fromPartial({ aiService, costUsd });
  const rounds = [
    round('demo-sage'),
    round('demo-sage..abc123'),
    round('demo-sage', 0.1),
    round('gpt'),
    round('gpt', 0.2),
    round('gone'),
  ];
  const costs = withFreeReplies(rounds, services).map(({ costUsd }) => costUsd);
  expect(costs).toEqual([0, 0, 0.1, undefined, 0.2, undefined]);
});
