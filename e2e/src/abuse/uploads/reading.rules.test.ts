import { describe, expect, test } from '@jest/globals';
import { faultsOf, formulasIn, isSentence } from './reading.rules.js';

const refusal = JSON.stringify({ error: 'This file is empty.', code: 'empty_file', requestId: 'r' });
const answered = { status: 422, text: refusal, tookMs: 10 };

describe('an answer to a hostile file', () => {
  test('is right where it refuses it with a sentence, or reads what may be read', () => {
    expect(faultsOf('refused', answered, ['kept'])).toEqual([]);
    expect(faultsOf('either', { status: 200, text: '{}', tookMs: 10, given: 'x' }, ['kept'])).toEqual([]);
  });

  test.each([
    ['it is 500', { ...answered, status: 500 }, /answered 500/],
    ['it was read', { ...answered, status: 200 }, /was read/],
    ['it says nothing', { ...answered, text: '<html>' }, /no sentence/],
    ['it came late', { ...answered, tookMs: 60_000 }, /took 60000 ms/],
    ['it tells what it must not', { ...answered, given: 'what is kept' }, /tells kept/],
    ['it sends on too much', { ...answered, given: 'x'.repeat(2_000_000) }, /characters were sent on/],
  ])('is wrong where %s', (_what, wrong, said) => {
    expect(faultsOf('refused', wrong, ['kept']).join()).toMatch(said);
  });
});

test('a sentence is one for a person', () => {
  expect(isSentence(refusal)).toBe(true);
  expect(isSentence(refusal.replace('This file is empty.', 'TypeError: x\\n    at read.js'))).toBe(false);
  expect(isSentence('{"error":"Not found"}')).toBe(false);
});

test('formulas are found in cells, numbers are none', () => {
  expect(formulasIn('a,"=1+1"\r\n-5,+cmd,\'=x\n"@a ""b"""\n')).toEqual(['=1+1', '+cmd', '@a "b"']);
});
