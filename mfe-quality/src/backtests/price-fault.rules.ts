import { ApiError } from '@polylogue/web-kit';

/** Why a price cannot be said: what the user can change, or that nobody knows it now. */
export const faultOfPrice = (error: Error): string | undefined =>
  error instanceof ApiError && error.status < 500 ? error.sentence : 'The price is not known right now.';
