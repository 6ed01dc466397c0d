import { describe, expect, it } from '@jest/globals';
import { neverSeen, statusAfter, type Sighting } from './status.rules.js';

const after = (...sightings: Sighting[]) => sightings.reduce(statusAfter, neverSeen).status;

describe('the status of a service', () => {
  it.each<[Sighting[], string]>([
    [[], 'unknown'],
    [[{ by: 'probe', answer: 'connected' }], 'connected'],
    [[{ by: 'probe', answer: 'unknown' }], 'unknown'],
    [[{ by: 'probe', answer: 'unreachable' }], 'error'],
    [[{ by: 'probe', answer: 'invalid_key' }], 'error'],
    [[{ by: 'call', answer: 'connected' }], 'connected'],
    [[{ by: 'call', answer: 'invalid_key' }], 'error'],
  ])('%j: %s', (sightings, status) => {
    expect(after(...sightings)).toBe(status);
  });

  it('is not changed by what passes', () => {
    const connected: Sighting = { by: 'probe', answer: 'connected' };
    expect(after(connected, { by: 'call', answer: 'timeout_gap' })).toBe('connected');
    expect(after(connected, { by: 'call', answer: 'rate_limited' })).toBe('connected');
    expect(after(connected, { by: 'probe', answer: 'rate_limited' })).toBe('connected');
    expect(after(connected, { by: 'probe', answer: 'overloaded' })).toBe('connected');
  });

  it('stays error after a refused key until a call succeeds or an administrator probes', () => {
    const refused: Sighting = { by: 'call', answer: 'invalid_key' };
    expect(after(refused, { by: 'probe', answer: 'connected' })).toBe('error');
    expect(after(refused, { by: 'administrator', answer: 'connected' })).toBe('connected');
    expect(after(refused, { by: 'call', answer: 'connected' })).toBe('connected');
  });
});
