import { describe, expect, it } from '@jest/globals';
import { castVote, type Vote } from '@polylogue/api-contract';
import { afterChoice, afterReason, ballotOf, bodyOf, emptyBallot, replyOfKey, sentenceOf } from './vote.rules.js';

const ids = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'] as const;
const replies = [
  { messageId: ids[0], name: 'Sage' },
  { messageId: ids[1], name: 'Brief' },
];
const vote = (changes: Partial<Vote> = {}): Vote => ({
  broadcastId: ids[0],
  outcome: 'best',
  best: [ids[1]],
  reasons: [],
  comment: null,
  wasBlind: false,
  timestamp: '2026-11-24T04:00:00.000Z',
  ...changes,
});

describe('a ballot', () => {
  it('becomes a vote that the server takes, whatever is chosen', () => {
    const ballots = [
      afterChoice(emptyBallot, 'best', ids[0]),
      afterChoice(emptyBallot, 'tie'),
      afterChoice(emptyBallot, 'all_bad'),
      afterReason({ ...afterChoice(emptyBallot, 'best', ids[1]), comment: '  short  ' }, 'concise'),
    ];
    for (const ballot of ballots) expect(castVote.body!.safeParse(bodyOf(ballot)).success).toBe(true);
    expect(bodyOf(ballots[3]!)).toEqual({ outcome: 'best', best: [ids[1]], reasons: ['concise'], comment: 'short' });
    expect(bodyOf(emptyBallot)).toBeUndefined();
  });

  it('keeps the reasons that still fit when the choice changes, and gives a reason back', () => {
    const good = afterReason(afterChoice(emptyBallot, 'best', ids[0]), 'clear');
    expect(afterChoice(good, 'best', ids[1]).reasons).toEqual(['clear']);
    expect(afterChoice(good, 'tie').reasons).toEqual(['clear']);
    expect(afterChoice(good, 'all_bad').reasons).toEqual([]);
    expect(afterReason(good, 'clear').reasons).toEqual([]);
  });

  it('begins with the vote that is changed', () => {
    const cast = vote({ reasons: ['clear'], comment: 'Good.' });
    expect(ballotOf(cast)).toEqual({ outcome: 'best', best: ids[1], reasons: ['clear'], comment: 'Good.' });
    expect(ballotOf(vote({ outcome: 'tie', best: [...ids] })).best).toBeUndefined();
  });

  it('takes digits for the replies that are there', () => {
    expect(replyOfKey('1', replies)?.name).toBe('Sage');
    expect(replyOfKey('2', replies)?.name).toBe('Brief');
    for (const key of ['0', '3', 'a', 'Enter', '12']) expect(replyOfKey(key, replies)).toBeUndefined();
  });
});

describe('a vote in words', () => {
  it.each([
    [vote(), 'Brief is best'],
    [vote({ reasons: ['correct', 'well_formatted'] }), 'Brief is best: correct, well formatted'],
    [vote({ best: ['01900000-0000-7000-8000-000000000009'] }), 'A reply that is gone is best'],
    [vote({ outcome: 'tie', best: [...ids] }), 'a tie'],
    [vote({ outcome: 'all_bad', best: [], reasons: ['wrong'] }), 'all replies are bad: wrong'],
  ])('%#: says what was said', (cast, sentence) => {
    expect(sentenceOf(cast, replies)).toBe(sentence);
  });

  it('names those that tie where others do not', () => {
    const three = [...replies, { messageId: '01900000-0000-7000-8000-000000000003', name: 'Third' }];
    expect(sentenceOf(vote({ outcome: 'tie', best: [...ids] }), three)).toBe('Sage and Brief tie');
  });
});
