import { describe, expect, it } from '@jest/globals';
import { sendMessage, signUp } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import { z } from 'zod';
import { parseInput, refuseDeep, refuseServerOwned } from './input.rules.js';

function faultOf(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (AppError.is(error)) return { sentence: error.sentence, issues: error.issues, kind: error.kind };
    throw error;
  }
  return undefined;
}

const sent = (body: unknown) => faultOf(() => parseInput(sendMessage.body!, body));

describe('parseInput', () => {
  it('gives each fault a path and a sentence', () => {
    expect(sent({ message: '  ', selectedAIs: [], mode: 'selective' })).toEqual({
      kind: 'invalid',
      sentence: 'Please type a message.',
      issues: [
        { path: 'message', message: 'Please type a message.' },
        { path: 'selectedAIs', message: 'Please select at least one AI service' },
      ],
    });
  });

  it('says what is missing, of the wrong type, or not a choice', () => {
    expect(sent({ selectedAIs: ['a'], mode: 'all', message: 7 })?.issues).toEqual([
      { path: 'message', message: 'This must be a text.' },
      { path: 'mode', message: 'This must be one of: broadcast, selective, individual.' },
    ]);
    expect(sent(undefined)?.sentence).toBe('This field is missing.');
    expect(sent([])?.kind).toBe('invalid');
  });

  it('says how much is too much, and never in the terms of the schema', () => {
    const body = z.object({
      text: z.string().max(3),
      list: z.array(z.string()).min(2),
      whole: z.coerce.number().int().max(5),
      day: z.coerce.number().max(6),
      form: z.uuid(),
    });
    const input = { text: 'four', list: [], whole: '1.5', day: '7', form: 'no' };
    expect(faultOf(() => parseInput(body, input))?.issues).toEqual([
      { path: 'text', message: 'This must have at most 3 characters.' },
      { path: 'list', message: 'This must have at least 2 entries.' },
      { path: 'whole', message: 'This must be a whole number.' },
      { path: 'day', message: 'This must be at most 6.' },
      { path: 'form', message: 'This is not in the right form.' },
    ]);
  });

  it('drops fields it does not know, so that slices one version apart get along', () => {
    const body = { message: 'Hi', selectedAIs: ['a'], mode: 'selective', later: true };
    expect(parseInput(sendMessage.body!, body)).toEqual({ message: 'Hi', selectedAIs: ['a'], mode: 'selective' });
  });
});

describe('refuseServerOwned', () => {
  it('names the field that only the server sets', () => {
    expect(
      faultOf(() => refuseServerOwned({ email: 'a', role: 'admin', isApproved: true }, signUp.serverOwned))?.issues,
    ).toEqual([
      { path: 'role', message: 'role is set by the server and cannot be sent.' },
      { path: 'isApproved', message: 'isApproved is set by the server and cannot be sent.' },
    ]);
    expect(faultOf(() => refuseServerOwned({ email: 'a' }, signUp.serverOwned))).toBeUndefined();
    expect(faultOf(() => refuseServerOwned('text', signUp.serverOwned))).toBeUndefined();
  });
});

describe('refuseDeep', () => {
  it('takes what the contract nests and refuses a tower', () => {
    expect(faultOf(() => refuseDeep({ a: [{ b: [1, 2, { c: null }] }] }))).toBeUndefined();
    expect(faultOf(() => refuseDeep(JSON.parse('['.repeat(40) + ']'.repeat(40))))?.kind).toBe('invalid');
    expect(faultOf(() => refuseDeep(JSON.parse('['.repeat(200_000) + ']'.repeat(200_000))))?.kind).toBe('invalid');
  });
});
