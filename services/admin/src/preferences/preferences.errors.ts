import { AppError } from '@polylogue/service-kit';

export const invalidPreferences = () =>
  new AppError('invalid', 'invalid_preferences', 'Ask above an amount from $0 to $10,000, or never.', {
    issues: [{ path: 'askAbove', message: 'Enter an amount from $0 to $10,000.' }],
  });
