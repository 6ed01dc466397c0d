import { contractLimits } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';

export const badEstimate = () =>
  new AppError(
    'invalid',
    'invalid_estimate',
    `Name at most ${contractLimits.targets} AI services, each with how much is sent.`,
  );
