import { expect, it } from '@jest/globals';
import { activityTypes } from '@polylogue/api-contract';
import { activityLabel, formatDetails, preview, shortWhen } from './activity.rules.js';

it('has a label for every known kind, and makes one of the name of an unknown kind', () => {
  expect(activityTypes.map(activityLabel)).toEqual([
    'User login',
    'Message sent',
    'AI response received',
    'Conversation completed',
    'Conversations cleared',
    'User approved',
    'File uploaded',
    'Conversation exported',
  ]);
  expect(activityLabel('tea_made')).toBe('Tea made');
});

it.each([
  ['message_sent', { selectedAIs: ['a', 'b'], messageLength: 1 }, '2 services, 1 character'],
  ['ai_response_received', { selectedAIs: ['a'], totalResponses: 5, totalErrors: 1 }, '5 responses, 1 error'],
  ['conversation_completed', { totalResponses: 1, totalErrors: 0 }, '1 response'],
  ['conversations_cleared', { clearType: 'filtered' }, 'filtered'],
  ['conversation_exported', { format: 'md' }, 'md'],
  ['user_login', {}, ''],
])('%s: %j', (activityType, details, expected) => expect(formatDetails({ activityType, details })).toBe(expected));

it('shows a hundred characters, and never half a one', () => {
  expect(preview('x'.repeat(100))).toBe('x'.repeat(100));
  expect(preview('😀'.repeat(101))).toBe(`${'😀'.repeat(100)}…`);
});

it('says the time today and the day before', () => {
  const now = new Date(2026, 10, 21, 12);
  expect(shortWhen(new Date(2026, 10, 21, 9, 5).toISOString(), now)).toBe('9:05 AM');
  expect(shortWhen(new Date(2026, 10, 20, 9, 5).toISOString(), now)).toBe('Nov 20');
});
