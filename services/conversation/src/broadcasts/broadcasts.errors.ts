import { AppError } from '@polylogue/service-kit';
import type { InputIssue } from './send-message.rules.js';

export const invalidMessage = (issues: InputIssue[]) =>
  new AppError('invalid', 'invalid_message', issues[0]?.message ?? 'The message is not valid.', { issues });

export const unknownServices = (names: readonly string[]) => {
  const sentence = `There is no AI service called ${names.map((name) => `"${name.slice(0, 64)}"`).join(', ')}.`;
  return new AppError('invalid', 'unknown_ai_service', sentence, {
    issues: [{ path: 'selectedAIs', message: sentence }],
  });
};

const inWords = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** Of services that were removed and variants whose preset was deleted, by the names that they had. */
export const noLongerOffered = (code: 'unknown_ai_service' | 'preset_not_found', displayNames: readonly string[]) => {
  const [are, them] = displayNames.length === 1 ? ['is', 'it'] : ['are', 'them'];
  const sentence = `${inWords.format(displayNames)} ${are} no longer offered. Leave ${them} out, or choose another one.`;
  return new AppError('invalid', code, sentence, { issues: [{ path: 'selectedAIs', message: sentence }] });
};

/** Of services that were removed since their blind round began, by the names that they have there. */
export const goneFromRound = (displayNames: readonly string[]) => {
  const them = displayNames.length === 1 ? 'it' : 'them';
  const sentence = `${displayNames.join(' and ')} cannot be asked any more. Leave ${them} out, or vote first.`;
  return new AppError('invalid', 'unknown_ai_service', sentence, {
    issues: [{ path: 'selectedAIs', message: sentence }],
  });
};

/** Of a variant whose preset is gone, and with it what it was called. */
export const presetGone = () => {
  const sentence = 'The preset of this variant was deleted. Choose another one.';
  return new AppError('invalid', 'preset_not_found', sentence, {
    issues: [{ path: 'selectedAIs', message: sentence }],
  });
};

export const idempotencyKeyReused = () =>
  new AppError(
    'unusable',
    'idempotency_key_reused',
    'This Idempotency-Key was used for another message within the last day. Send this one with a new key.',
  );

export const broadcastNotFound = () => new AppError('not_found', 'broadcast_not_found', 'There is no such broadcast.');

export const replyNotFound = () => new AppError('not_found', 'reply_not_found', 'There is no such reply.');

export const replyStillOpen = () =>
  new AppError(
    'conflict',
    'reply_still_open',
    'This reply is still being written. Stop it first, or wait for its end.',
  );

export const shuttingDown = () =>
  new AppError('unavailable', 'shutting_down', 'The service is restarting. Please try again.', {
    retryAfterSeconds: 1,
  });

export const queueFull = (max: number) =>
  new AppError(
    'conflict',
    'queue_full',
    `${max} of your messages wait already. Take one back, or send this one when one of them has begun.`,
  );

export const comparisonToContinueNotFound = () =>
  new AppError('not_found', 'comparison_not_found', 'There is no such comparison. It may have been deleted.');

export const noThreadOf = (names: readonly string[]) =>
  new AppError(
    'invalid',
    'no_thread',
    `This comparison has no thread of ${names.map((name) => `"${name}"`).join(', ')}.`,
  );

export const summaryToContinueNotFound = () =>
  new AppError('not_found', 'summary_not_found', 'There is no such summary, or it has no text to go on with.');

export const conversationToContinueNotFound = () =>
  new AppError('not_found', 'conversation_not_found', 'There is no such conversation. It may have been deleted.');

export const onlyItsOwnServices = () => {
  const sentence = 'A blind round goes on among its own services only. Deselect the others, or vote first.';
  return new AppError('invalid', 'only_blind_services', sentence, {
    issues: [{ path: 'selectedAIs', message: sentence }],
  });
};
