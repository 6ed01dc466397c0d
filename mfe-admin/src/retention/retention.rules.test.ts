import { expect, it } from '@jest/globals';
import { bodyOf, faultOf, formOf, keptLabel, previewLabel, removedLabel } from './retention.rules.js';

const forEver = { keepDays: null, removesStarred: false, saved: false };
const form = { isLimited: true, days: '30', removesStarred: true };
const nothing = { conversations: 0, messages: 0, aiChats: 0, runs: 0, users: 0, kept: 0, oldestAt: null };

it('sends what was chosen; for ever removes nothing that is starred', () => {
  expect(bodyOf(form)).toEqual({ keepDays: 30, removesStarred: true });
  expect(bodyOf({ ...form, isLimited: false })).toEqual({ keepDays: null, removesStarred: false });
});

it('shows what is in force as it would be chosen', () => {
  expect(formOf(forEver)).toEqual({ isLimited: false, days: '365', removesStarred: false });
  expect(bodyOf(formOf({ keepDays: 90, removesStarred: true, saved: true }))).toEqual({
    keepDays: 90,
    removesStarred: true,
  });
});

it.each(['', '0', '-1', '1.5', '1e3', '36501', 'ten'])('refuses %j days', (days) => {
  expect(faultOf({ ...form, days })).toBe('Type a whole number from 1 to 36,500.');
  expect(faultOf({ ...form, days, isLimited: false })).toBeUndefined();
});

it.each(['1', ' 30 ', '36500'])('takes %j days', (days) => {
  expect(faultOf({ ...form, days })).toBeUndefined();
});

it('says what is removed and what stays', () => {
  expect(removedLabel({ conversations: 1, messages: 2, aiChats: 1, runs: 1_200 })).toBe(
    '1 conversation with 2 messages, 1 AI chat and 1,200 runs of saved queries',
  );
  expect(previewLabel(nothing)).toContain('Nothing is as old as that now.');
  expect(previewLabel({ ...nothing, conversations: 3, messages: 20, users: 2 })).toBe(
    'Within the hour 3 conversations with 20 messages, 0 AI chats and 0 runs of saved queries are removed for good, of 2 users with conversations.',
  );
  expect(keptLabel(nothing)).toBeUndefined();
  expect(keptLabel({ ...nothing, kept: 1 })).toBe('1 conversation as old stays: starred, or with a pinned reply.');
});
