import { missingSentence, written } from '@polylogue/api-contract/query-variables';
import { contractSentences } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import type { QueryIssue } from './schedule-issues.rules.js';

export const invalidQuery = (issues: QueryIssue[]) =>
  new AppError('invalid', 'invalid_saved_query', issues[0]?.message ?? 'The query is not valid.', { issues });

export const unknownServices = (names: readonly string[]) => {
  const sentence = `There is no AI service called ${names.map((name) => `"${name.slice(0, 64)}"`).join(', ')}.`;
  return new AppError('invalid', 'unknown_ai_service', sentence, {
    issues: [{ path: 'selectedAiServices', message: sentence }],
  });
};

export const unknownExtractor = (name: string) => {
  const message = `No AI service called "${name.slice(0, 64)}" can read answers. Choose one that writes text.`;
  return new AppError('invalid', 'unknown_ai_service', message, { issues: [{ path: 'watchExtractor', message }] });
};

export const unknownRubric = () => {
  const message = 'There is no such rubric. Choose another one to judge by.';
  return new AppError('invalid', 'unknown_rubric', message, { issues: [{ path: 'rubricId', message }] });
};

export const savedQueryNotFound = () =>
  new AppError('not_found', 'saved_query_not_found', 'The requested query could not be found.');

export const idempotencyKeyReused = () =>
  new AppError(
    'unusable',
    'idempotency_key_reused',
    'This Idempotency-Key was used for something else within the last day. Send this with a new key.',
  );

export const tooManySchedules = (max: number) => {
  const message = `You have ${max} scheduled queries, which is the most. Delete one or turn its schedule off, then save this again.`;
  return new AppError('conflict', 'too_many_schedules', message, { issues: [{ path: 'isScheduled', message }] });
};

export const queryIsRunning = () =>
  new AppError('conflict', 'query_is_running', 'This query is running. Send this again when it has ended.', {
    retryAfterSeconds: 10,
  });

export function variablesMissing(names: readonly string[]): AppError {
  const issues = names.map((name) => ({ path: `variables.${name}`, message: `${written(name)} is missing.` }));
  return new AppError('invalid', 'variable_missing', missingSentence(names), { issues });
}

export const filledTooLong = () =>
  new AppError('invalid', 'query_too_long', `With its variables: ${contractSentences.messageTooLong}`);
