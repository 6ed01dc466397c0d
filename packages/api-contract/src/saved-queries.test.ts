import { expect, it } from '@jest/globals';
import { createSavedQuery } from './saved-queries.js';

it('takes the four frequencies of a schedule and no other', () => {
  const query = { title: 'Digest', content: 'What is new?', selectedAiServices: ['gpt'], isScheduled: true };
  const takes = (scheduleFrequency: string) =>
    createSavedQuery.body!.safeParse({ ...query, scheduleFrequency }).success;
  expect(['daily', 'weekly', 'monthly', 'custom'].map(takes)).toEqual([true, true, true, true]);
  expect(['hourly', 'Daily', ''].map(takes)).toEqual([false, false, false]);
});
