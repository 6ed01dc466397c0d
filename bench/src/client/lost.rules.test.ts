import { describe, expect, it } from '@jest/globals';
import { replyText } from '../upstream/reply-tokens.rules.js';
import { addedTo } from './added.rules.js';
import { lostIn } from './lost.rules.js';
import { nothingSeen } from './seen.js';

const sent = replyText('alpha', 'run-1', 10);
const spoken = {
  service: 'alpha',
  key: 'run-1',
  receivedAt: 101,
  firstAt: 121,
  endedAt: 161,
  tokens: 10,
  complete: true,
};
const seen = { ...nothingSeen('run-1'), sentAt: 100, endedAt: 163, firstAt: { alpha: 122.5 }, texts: { alpha: sent } };

describe('lost tokens', () => {
  it('are none when all that was sent came', () => {
    expect(lostIn(seen, [spoken], ['alpha'])).toEqual({ lost: 0, sentences: [] });
  });

  it('are counted when one is missing in the stream, in the reply, or in what was stored', () => {
    const short = sent.slice(0, sent.lastIndexOf(' '));
    expect(lostIn({ ...seen, texts: { alpha: short } }, [spoken], ['alpha']).lost).toBe(1);
    expect(lostIn({ ...seen, replies: { alpha: short } }, [spoken], ['alpha']).lost).toBe(1);
    const stored = new Map([['m', short]]);
    expect(lostIn({ ...seen, messageIds: { alpha: 'm' } }, [spoken], ['alpha'], stored).lost).toBe(1);
  });

  it('show when two are swapped, though the count is right', () => {
    const tokens = sent.trim().split(' ');
    const swapped = ['', tokens[1], tokens[0], ...tokens.slice(2)].join(' ');
    expect(lostIn({ ...seen, texts: { alpha: swapped } }, [spoken], ['alpha']).lost).toBe(1);
  });

  it('make a run fail when a provider was called twice, not at all, or cut off', () => {
    expect(lostIn(seen, [spoken, spoken], ['alpha']).sentences).toEqual(['run-1: alpha was called 2 times.']);
    expect(lostIn(seen, [], ['alpha']).sentences).toHaveLength(1);
    expect(lostIn(seen, [{ ...spoken, complete: false }], ['alpha']).sentences).toHaveLength(1);
  });
});

describe('added time', () => {
  it('is what the client waited beyond the slowest provider, and beyond each first token', () => {
    const slow = { ...spoken, service: 'beta', firstAt: 111, endedAt: 162 };
    const both = { ...seen, firstAt: { alpha: 122.5, beta: 113 } };
    expect(addedTo(both, [spoken, slow])).toEqual({
      whole: 2,
      first: [2.5, 3],
      parts: { called: [1, 1], passed: [1.5, 2], ended: 1 },
    });
  });
});
