import { ConcurrencyLimit } from '@polylogue/service-kit';
import type { Limits } from '../catalog/ai-service.entity.js';
import { ProviderError } from '../providers/provider.errors.js';

/** At most so many concurrent calls to one service, and so many waiting: a slow vendor cannot take all capacity. */
export const bulkheadOf = ({ concurrency, queue }: Limits): ConcurrencyLimit =>
  new ConcurrencyLimit(concurrency, { maxWaiting: queue, refusal: () => new ProviderError('bulkheadFull') });
