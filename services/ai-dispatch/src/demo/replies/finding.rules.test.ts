import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { personas } from '../personas.js';
import { seededRandom } from '../seeded-random.js';
import { findIn, type Turn } from './finding.rules.js';
import { toTokens } from './tokens.rules.js';

const user = (content: string): Turn => ({ role: 'user', content });
const assistant = (content: string): Turn => ({ role: 'assistant', content });

describe('what the demo understands', () => {
  it.each([
    ['Count down from 3', { kind: 'count', items: ['3', '2', '1'] }],
    ['count from 4 to 6', { kind: 'count', items: ['4', '5', '6'] }],
    ['Reverse the word "stressed"', { kind: 'reverse', reversed: 'desserts' }],
    ['Say exactly: three words here', { kind: 'echo', text: 'three words here' }],
    ['List 2 oceans', { kind: 'list', items: ['Arctic', 'Atlantic'] }],
    ['Give me five ideas for a birthday party', { kind: 'list', title: 'ideas birthday party', items: { length: 5 } }],
    ['Summarise the differences between tea and coffee', { kind: 'question', topic: 'coffee' }],
    ['Make a table of planets', { kind: 'table', header: ['No.', 'planets', 'letters'] }],
    ['Compare three ways to cache an API, as a table.', { kind: 'table', title: 'API' }],
    ['Show a multiplication table', { kind: 'table', title: 'multiplication' }],
    ['Write a fibonacci function in JavaScript', { kind: 'code', language: 'javascript' }],
    ['hello there', { kind: 'greeting' }],
    ['Why do cats purr?', { kind: 'question', topic: 'cats purr' }],
    ['', { kind: 'question', words: 0 }],
  ])('%s', (message, finding) => {
    expect(findIn([user(message)])).toMatchObject(finding);
  });

  it('looks back on the thread', () => {
    const thread = [user('My name is Ada.'), assistant('Hello'), user('I like rain'), assistant('Fine')];
    expect(findIn([...thread, user('What is my name?')])).toMatchObject({ sentence: 'Your name is Ada.' });
    expect(findIn([...thread, user('What did I say first?')])).toMatchObject({
      sentence: 'You wrote: “My name is Ada.”',
    });
    expect(findIn([...thread, user('what did I say?')])).toMatchObject({ sentence: 'You wrote: “I like rain”' });
  });

  it('has an answer to anything, in every temperament, and cuts it into tokens without loss', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.constantFrom(...personas), (message, persona) => {
        const reply = persona.temperament(findIn([user(message)]), seededRandom(message));
        expect(toTokens(reply).join('')).toBe(reply);
        if (message.trim() !== '') expect(reply.length + message.length).toBeGreaterThan(0);
      }),
      { numRuns: 300, seed: 20250710 },
    );
  });

  it('says that it is a demo when the question is open', () => {
    const finding = findIn([user('Is nuclear fusion near?')]);
    for (const { temperament } of personas)
      expect(temperament(finding, seededRandom('x')).toLowerCase()).toContain('demo');
  });
});
