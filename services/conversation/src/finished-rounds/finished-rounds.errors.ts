import { AppError } from '@polylogue/service-kit';

export const badRound = (sentence: string) =>
  new AppError('invalid', 'invalid_round', sentence, { issues: [{ path: 'replies', message: sentence }] });
