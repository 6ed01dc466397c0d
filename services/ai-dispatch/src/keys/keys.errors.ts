import { AppError } from '@polylogue/service-kit';

export const keyRingMissing = () =>
  new AppError(
    'conflict',
    'no_key_ring',
    'Keys cannot be stored here yet: whoever runs this server has to set AI_DISPATCH_KEY_RING first.',
  );
