import { AppError } from '@polylogue/service-kit';

export const badRound = (sentence: string) =>
  new AppError('invalid', 'invalid_round', sentence, { issues: [{ path: 'replies', message: sentence }] });

export const ownerRequired = () =>
  new AppError('forbidden', 'owner_required', 'Rounds are stored on behalf of their owner only.');
