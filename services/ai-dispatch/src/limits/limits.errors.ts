import { AppError } from '@polylogue/service-kit';

export const tooManyCalls = (retryAfterSeconds: number) =>
  new AppError(
    'rate_limited',
    'user_limit',
    `You have reached your limit of replies in a minute. ${again(retryAfterSeconds)}`,
    {
      retryAfterSeconds,
    },
  );

export const tooManyAtOnce = () =>
  new AppError(
    'rate_limited',
    'user_limit',
    'You have reached your limit of replies at the same time. Try again when one has ended.',
    {
      retryAfterSeconds: 5,
    },
  );

export const budgetUsedUp = (retryAfterSeconds: number) =>
  new AppError(
    'rate_limited',
    'budget_exhausted',
    'Your budget for today does not leave room for this. It starts anew at 00:00 UTC.',
    {
      retryAfterSeconds,
    },
  );

export const keyBudgetUsedUp = (retryAfterSeconds: number) =>
  new AppError(
    'rate_limited',
    'key_budget_exhausted',
    'The budget of this API key for today does not leave room for this. It starts anew at 00:00 UTC.',
    {
      retryAfterSeconds,
    },
  );

const again = (seconds: number) => `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
