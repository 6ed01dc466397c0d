import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@polylogue/web-kit';
import { failureToast, fileOutcomeToast, outcomeToast } from './send-outcome.rules.js';

const completed = { success: true, status: 'completed' } as const;
const failed = { success: false, status: 'failed' } as const;
const interrupted = { success: false, status: 'interrupted' } as const;
const cancelled = { success: false, status: 'cancelled' } as const;

describe('what is said of a sent message', () => {
  it.each([
    [[completed, completed], 'Message sent successfully', 'Received responses from 2 AI service(s)'],
    [[completed, failed, interrupted], 'Some services failed', '2 AI service(s) failed to respond'],
    [[failed], 'Some services failed', '1 AI service(s) failed to respond'],
    [[completed, cancelled], 'Message sent successfully', 'Received responses from 1 AI service(s)'],
  ])('%j', (results, title, description) => {
    expect(outcomeToast(results)).toMatchObject({ title, description });
  });

  it('is nothing when the user stopped every reply', () => {
    expect(outcomeToast([cancelled, cancelled])).toBeUndefined();
  });

  it('is the sentence of the server when it could not be sent', () => {
    const refused = new ApiError('403: {"error":"Wait for approval."}', {
      status: 403,
      sentence: 'Wait for approval.',
    });
    expect(failureToast(refused)).toMatchObject({ title: 'Failed to send message', description: 'Wait for approval.' });
  });
});

it.each([
  [[completed, completed], 'File analyzed successfully'],
  [[completed, cancelled], 'File analyzed successfully'],
  [[completed, failed], 'Some services failed'],
  [[failed], 'Some services failed'],
  [[cancelled], undefined],
])('of a file %j says %s', (results, title) => expect(fileOutcomeToast(results)?.title).toBe(title));
