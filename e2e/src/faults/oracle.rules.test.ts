import { describe, expect, it } from '@jest/globals';
import { chooseCells, entryNames } from './cells.js';
import { expectedOf } from './expected.rules.js';
import { faultNames } from './faults.js';
import { brokenIn, type PromiseName } from './oracle.rules.js';
import type { Played } from './play.js';

const cell = { fault: 'no-end', entry: 'send', service: 'no-end-send' } as const;
const sentence = 'no-end-send stopped without finishing its reply. Try again.';
const kept: Played = {
  cell,
  seen: { status: 200, sentence, text: 'Half', state: 'interrupted', storedText: 'Half', beside: 'completed' },
  calls: [{ isProbe: false, sent: 'Half of it', isOpen: false }],
  isFollowed: false,
  isLeaked: false,
  tookMs: 40,
};
const seen = (change: Partial<NonNullable<Played['seen']>>): Played => ({
  ...kept,
  seen: { ...kept.seen!, ...change },
});

describe('the oracle of provider faults', () => {
  it('finds nothing in a cell that keeps every promise', () => {
    expect(brokenIn(kept)).toEqual([]);
  });

  it.each<[PromiseName, string, Played]>([
    ['defined', 'there is no end', { ...kept, seen: undefined, error: 'its end did not come about' } as Played],
    ['time', 'it ends too late', { ...kept, tookMs: 60_000 }],
    ['told', 'nothing is said', seen({ sentence: undefined })],
    ['told', 'a provider’s words are said', seen({ sentence: 'Internal error at serve (/srv/vendor.js)' })],
    ['told', 'another sentence is stored', seen({ storedSentence: 'Oh.' })],
    ['told', 'another status is answered', seen({ status: 500 })],
    ['state', 'it is still open', seen({ state: 'streaming' })],
    ['text', 'other words are stored', seen({ text: 'Haff', storedText: 'Haff' })],
    ['text', 'nothing is stored of what broke off', seen({ text: '', storedText: '' })],
    ['text', 'more is shown than stored', seen({ text: 'Half of' })],
    ['paid', 'the provider is called twice', { ...kept, calls: [...kept.calls, ...kept.calls] }],
    ['closed', 'it is still answered', { ...kept, calls: [{ ...kept.calls[0]!, isOpen: true }] }],
    ['beside', 'the healthy one fails too', seen({ beside: 'failed' })],
    ['secret', 'a key is answered', { ...kept, isLeaked: true }],
    ['secret', 'a redirect is followed', { ...kept, isFollowed: true }],
  ])('says that %s is broken where %s', (promise, _where, played) => {
    expect(brokenIn(played).map((broken) => broken.promise)).toEqual([promise]);
  });

  it('expects something of every cell', () => {
    const cells = chooseCells();
    expect(cells).toHaveLength(faultNames.length * entryNames.length);
    for (const each of cells) expect(expectedOf(each)).toMatchObject({ status: expect.any(Number) });
  });
});

describe('which cells are played', () => {
  it.each([
    [['429/judging'], 1],
    [['tls'], entryNames.length],
    [['tls', 'retry'], entryNames.length + faultNames.length - 1],
    [['nothing'], 0],
  ])('of %j: %i', (only, count) => {
    expect(chooseCells(only)).toHaveLength(count);
  });
});
