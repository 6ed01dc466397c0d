import { AppError, type Issue } from '@polylogue/service-kit';

export const invalidTurn = (issues: Issue[]) =>
  new AppError('invalid', 'invalid_turn', issues[0]?.message ?? 'The turn is not valid.', { issues });

export const sessionNotFound = () =>
  new AppError('not_found', 'ai_chat_session_not_found', 'There is no such AI conversation.');

export const turnStillOpen = () =>
  new AppError(
    'conflict',
    'turn_still_open',
    'A reply of this conversation is still being written. Stop it first, or wait for its end.',
  );

export const tooManyTurns = (max: number) =>
  new AppError('conflict', 'too_many_turns', `An AI conversation can have at most ${max} replies. Start a new one.`);

export const nothingToSummarize = () =>
  new AppError('conflict', 'nothing_to_summarize', 'There is nothing to sum up yet. Start a conversation first.');

export const turnKeyReused = () =>
  new AppError(
    'unusable',
    'idempotency_key_reused',
    'This Idempotency-Key was used for another turn. Send this one with a new key.',
  );

export const stopping = () =>
  new AppError('unavailable', 'shutting_down', 'The service is restarting. Please try again.', {
    retryAfterSeconds: 1,
  });
