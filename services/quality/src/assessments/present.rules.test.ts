import { expect, it } from '@jest/globals';
import { presentOf } from './present.rules.js';

const said = (rubricVersion: string, assessorService: string, broadcastId = 'x') => ({
  broadcastId,
  assessorService,
  rubricVersion,
  targetService: 't',
});

it('shows what the present rubric said, and nothing of another beside it', () => {
  const ended = [said('new', 'a'), said('old', 'a'), said('old', 'b')];
  expect(presentOf(ended, new Map([['x', 'new']]))).toEqual([said('new', 'a')]);
  expect(presentOf(ended, new Map([['x', 'old']]))).toEqual([said('old', 'a'), said('old', 'b')]);
});

it('shows the latest of each pair until the present rubric has said something', () => {
  const ended = [said('two', 'a'), said('one', 'a'), said('one', 'b')];
  expect(presentOf(ended, new Map())).toEqual([said('two', 'a'), said('one', 'b')]);
});

it('keeps broadcasts apart', () => {
  const ended = [said('new', 'a', 'x'), said('old', 'a', 'y')];
  expect(presentOf(ended, new Map([['x', 'new']]))).toEqual(ended);
});

it('shows nothing of a reply about which the present rubric has said nothing yet, once it has of another', () => {
  expect(presentOf([said('old', 'a')], new Map([['x', 'new']]))).toEqual([]);
});
