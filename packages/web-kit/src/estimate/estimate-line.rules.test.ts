import { describe, expect, it } from '@jest/globals';
import type { Estimate, ServiceEstimate } from '@polylogue/api-contract';
import { detailsOf, lineOf } from './estimate-line.rules.js';

const service = (price: ServiceEstimate['price']): ServiceEstimate => ({
  aiService: 'gpt',
  price,
  cost: null,
  seconds: null,
});
const label = (name: string) => ({ name, displayName: name.toUpperCase(), color: '#777777' });
const usd = (low: number, high: number) => ({ low, high, currency: 'USD' });
const estimate = (more: Partial<Estimate> = {}): Estimate => ({
  services: [service('known'), service('known'), service('known')],
  cost: usd(0.03, 0.09),
  seconds: 20.4,
  judging: null,
  ...more,
});
const judging = (names: string[], count = names.length, share = 1) => ({ judges: names.map(label), count, share });

describe('the line under a box', () => {
  it.each<[Partial<Estimate>, string]>([
    [{}, '≈ $0.03–0.09 · about 20 s · 3 services'],
    [{ seconds: null, services: [service('known')] }, '≈ $0.03–0.09 · 1 service'],
    [
      { services: [service('known'), service('unknown')] },
      '≈ $0.03–0.09 + 1 service of unknown price · about 20 s · 2 services',
    ],
    [{ services: [service('unknown')], cost: null, seconds: 0.2 }, 'Price unknown · about 1 s · 1 service'],
    [{ services: [service('free')], cost: null, seconds: 150 }, 'Free · about 3 min · 1 service'],
    [
      { services: [service('free'), service('unknown'), service('unknown')], cost: null },
      'Free + 2 services of unknown price · about 20 s · 3 services',
    ],
    [{ judging: judging(['a', 'b']) }, '≈ $0.03–0.09 · about 20 s · 3 services · plus judges: A, B'],
    [{ judging: judging(['a', 'b', 'c', 'd']) }, '≈ $0.03–0.09 · about 20 s · 3 services · plus 4 judges'],
    [{ judging: judging(['a', 'b', 'c'], 1) }, '≈ $0.03–0.09 · about 20 s · 3 services · plus 1 judge'],
    [{ judging: judging(['a', 'b'], 2, 0.5) }, '≈ $0.03–0.09 · about 20 s · 3 services · perhaps judges: A, B'],
    [{ judging: undefined }, '≈ $0.03–0.09 · about 20 s · 3 services'],
  ])('of %j', (more, line) => expect(lineOf(estimate(more))).toBe(line));
});

describe('the details of the line', () => {
  it.each<[ReturnType<typeof judging>, string]>([
    [judging(['a', 'b', 'c']), ''],
    [judging(['a', 'b', 'c', 'd']), 'A, B, C and D will judge.'],
    [judging(['a', 'b', 'c', 'd'], 4, 0.5), 'A, B, C and D may judge.'],
    [judging(['a', 'b', 'c'], 1), '1 of A, B and C will judge.'],
    [judging(['a', 'b', 'c'], 2, 0.5), '2 of A, B and C may judge.'],
    [judging([], 0), ''],
  ])('name the judges that the line has no room for: %j', (judged, details) =>
    expect(detailsOf(estimate({ judging: judged }))).toBe(details),
  );

  it('say whose price is not known, and what judging will cost', () => {
    expect(detailsOf(estimate())).toBe('');
    const note = 'What GPT costs is not known.';
    const services = [{ ...service('unknown'), note }, service('known')];
    const judged = { ...judging(['a', 'b']), cost: usd(0.01, 0.02) };
    expect(detailsOf(estimate({ services, judging: judged }))).toBe(`${note} Judging costs about $0.01–0.02 more.`);
    const perhaps = { ...judged, share: 0.5 };
    expect(detailsOf(estimate({ judging: perhaps }))).toBe(
      'Judging costs about $0.01–0.02 more if this message is judged.',
    );
    expect(detailsOf(estimate({ judging: judging(['a']) }))).toBe('');
  });
});
