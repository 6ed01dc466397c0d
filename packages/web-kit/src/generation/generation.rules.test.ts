import { expect, it } from '@jest/globals';
import { emptySentence } from './generation.rules.js';

it.each([
  [{ status: 'completed', text: '' }, 'The reply is empty.'],
  [{ status: 'completed', text: ' \n' }, 'The reply is empty.'],
  [{ status: 'completed', text: 'Yes.' }, undefined],
  [{ status: 'completed', text: '', media: [{}] }, undefined],
  [{ status: 'streaming', text: '' }, undefined],
  [{ status: 'failed', text: '' }, undefined],
])('of %j is said: %s', (reply, sentence) => {
  expect(emptySentence(reply)).toBe(sentence);
});
